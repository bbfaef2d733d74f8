"""The microphone and loudspeaker of the machine, through the real PortAudio on ALSA devices that this test defines.

The devices are ALSA's own `file` and `null`: they deliver and take sound as fast as the machine allows, which is the
hardest for the queues. Each runs in a process of its own, because PortAudio reads its devices once.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.device.engines.sound_samples import spoken
from tests.sim.machine_requirements import require_portaudio

ROOT = Path(__file__).resolve().parents[3]
HEADER = (
    "from device.engines import factory\nfrom device.engines.audio_io import sound_device\n"
    "from device.core.errors import DeviceError\n"
)


@pytest.fixture
def devices(tmp_path: Path) -> Path:
    require_portaudio()
    (tmp_path / "spoken.raw").write_bytes(b"".join(spoken("rms/monologue")))
    (tmp_path / "alsa.conf").write_text(
        'pcm.nothing { type null }\npcm.!default { type asym playback.pcm "nothing" capture.pcm "mic" }\n'
        f'pcm.mic {{ type file file "/dev/null" infile "{tmp_path}/spoken.raw" format raw slave.pcm "nothing" }}\n'
        f'pcm.loud {{ type file file "{tmp_path}/played.raw" format raw slave.pcm "nothing" }}\n'
    )
    return tmp_path


def run(devices: Path, program: str) -> str:
    world = {**os.environ, "PYTHONPATH": str(ROOT), "ALSA_CONFIG_PATH": str(devices / "alsa.conf")}
    done = subprocess.run(
        [sys.executable, "-c", HEADER + program], env=world, capture_output=True, check=False, timeout=60
    )
    assert (done.returncode, done.stderr) == (0, b"")
    return done.stdout.decode()


def test_frames_are_what_the_device_delivered_until_closed(devices: Path) -> None:
    program = (
        "microphone, frames = factory.open_microphone('device:mic', fast=False), []\n"
        "assert microphone.live\n"
        "for frame in microphone.frames():\n"
        "    frames.append(frame)\n"
        "    if len(frames) == 20: microphone.close(); microphone.close()\n"
        "print(b''.join(frames).hex())"
    )
    assert bytes.fromhex(run(devices, program)) == b"".join(spoken("rms/monologue")[:20])


def test_what_does_not_fit_is_dropped_and_counted(devices: Path) -> None:
    program = (
        "microphone = factory.open_microphone('device:', fast=False)\n"
        "frames = microphone.frames(); next(frames)\n"
        "while not microphone.overflows: pass\n"
        "microphone.close(); rest = list(frames)\n"
        "print(microphone._queue.qsize() <= sound_device.MAX_QUEUED_FRAMES + 1, len(rest))"
    )
    assert run(devices, program) == "True 0\n"


def test_a_device_that_refuses_our_rate_is_resampled(devices: Path) -> None:
    program = (
        "sound_device._accepts = lambda *asked: False\n"
        "microphone, frames = factory.open_microphone('device:', fast=False), []\n"
        "for frame in microphone.frames():\n"
        "    frames.append(frame)\n"
        "    if len(frames) == 50: microphone.close()\n"
        "print(microphone._rate, len(frames), {len(frame) for frame in frames})\n"
        "speaker = factory.open_speaker('device:'); speaker.play(frames[9]); print(speaker._rate); speaker.close()"
    )
    assert run(devices, program) == "44100 50 {640}\n44100\n"


def test_closing_before_listening_ends_at_once(devices: Path) -> None:
    program = (
        "microphone = factory.open_microphone('device:', fast=False)\n"
        "microphone.close(); print(list(microphone.frames()))"
    )
    assert run(devices, program) == "[]\n"


def test_what_is_played_reaches_the_device_after_a_cushion_of_silence(devices: Path) -> None:
    program = (
        "speaker = factory.open_speaker('device:loud'); assert speaker.acoustic\n"
        "speaker.play(None)\nfor number in range(1, 6): speaker.play(bytes([number]) * 640)\n"
        "while speaker._queue: pass\n"
        "speaker.close(); speaker.close()"
    )
    run(devices, program)
    played = (devices / "played.raw").read_bytes().lstrip(b"\0")
    assert played.startswith(b"\1" * 640)
    assert bytes([5]) * 640 in played


def test_flushing_drops_what_has_not_sounded(devices: Path) -> None:
    program = (
        "speaker = factory.open_speaker('device:'); speaker._stream.stop()\n"
        "for number in range(300): speaker.play(bytes(640))\n"
        "print(len(speaker._queue) <= sound_device.MAX_QUEUED_FRAMES, speaker.overflows)\n"
        "speaker.flush(); print(len(speaker._queue)); speaker.close()"
    )
    assert run(devices, program) == "True 53\n0\n"


def test_a_microphone_that_falls_silent_is_an_error_with_a_code(devices: Path) -> None:
    program = (
        "sound_device.STALL_S = 0.0; sound_device.AWAY_FRAMES = 0\n"
        "microphone = factory.open_microphone('device:', fast=False); microphone._stream.start = lambda: None\n"
        "try: next(microphone.frames())\nexcept DeviceError as error: print(error.code, error)"
    )
    assert run(devices, program).startswith("DOOR_UNAVAILABLE The microphone stopped delivering sound.")


AWAY = (
    "sound_device.STALL_S = 0.5; sound_device.sleep_one_frame = lambda: None\n"
    "microphone = factory.open_microphone('device:', fast=False); microphone._stream.start = lambda: None\n"
    "opens, tries = sound_device._open_stream, []\n"
    "def open_again(*asked):\n"
    "    tries.append(asked)\n"
    "    if len(tries) < {back_at}: raise sound_device.EngineUnavailable('away')\n"
    "    stream = opens(*asked)\n"
    "    if {mute}: stream[0].start = lambda: None\n"
    "    return stream\n"
    "sound_device._open_stream = open_again\n"
)


def test_a_microphone_that_comes_back_is_heard_again_and_was_silent_meanwhile(devices: Path) -> None:
    program = AWAY.format(back_at=3, mute=False) + (
        "frames, away = microphone.frames(), 0\n"
        "while next(frames) == bytes(640) and away < 999: away += 1\n"
        "microphone.close(); print(len(tries), away >= 2 * sound_device.REOPEN_FRAMES, away < 999)"
    )
    assert run(devices, program) == "3 True True\n"


@pytest.mark.parametrize(("back_at", "mute", "tries"), [(99, False, 60), (1, True, 3)], ids=["away", "without sound"])
def test_a_microphone_that_stays_away_or_gives_no_sound_is_an_error(
    devices: Path, back_at: int, tries: int, *, mute: bool
) -> None:
    program = AWAY.format(back_at=back_at, mute=mute) + (
        "try: print(all(frame == bytes(640) for frame in microphone.frames()))\n"
        "except DeviceError as error: print(error.code, len(tries))"
    )
    assert run(devices, program) == f"DOOR_UNAVAILABLE {tries}\n"


@pytest.mark.parametrize("fails", [False, True])
def test_what_the_libraries_print_stays_off_the_terminal_and_our_own_words_do_not(tmp_path: Path, fails: bool) -> None:
    (tmp_path / "sounddevice.py").write_text(
        "import os, sys\n"
        "def noise(*asked, **named): os.write(2, b'ALSA lib confmisc.c: cannot find card')\n"
        "noise()\n"
        "class PortAudioError(Exception): pass\n"
        "def query_devices(*asked):\n"
        "    noise()\n"
        f"    if {fails}: raise PortAudioError\n"
        "    return {'default_samplerate': 16_000}\n"
        "check_input_settings = noise\n"
        "class RawInputStream:\n"
        "    def __init__(self, **asked): noise()\n"
        "    start = noise\n"
        "    def close(self): pass\n"
    )
    program = (
        "import sys\n"
        "try: print(next(factory.open_microphone('device:', fast=False).frames(), None))\n"
        "except DeviceError as error: print(error.code)\n"
        "print('own words', file=sys.stderr)"
    )
    program = f"sound_device.STALL_SECONDS = 0.01\n{program}"
    world = {**os.environ, "PYTHONPATH": f"{tmp_path}:{ROOT}"}
    done = subprocess.run(
        [sys.executable, "-c", HEADER + program], env=world, capture_output=True, text=True, check=True, timeout=60
    )
    assert (done.stdout, done.stderr) == ("DOOR_UNAVAILABLE\n", "own words\n")
