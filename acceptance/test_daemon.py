"""The daemon on bad days: no sound, strange sound, endless sound, no disk, a second daemon, and SIGKILL."""

from __future__ import annotations

import contextlib
import json
import os
import random
import resource
import stat
import subprocess
from pathlib import Path

import numpy as np
import pytest
import soundfile

from acceptance.daemon import NOW, ROOT, SELENE, TALKS, listen, of_type, remembered, selene

RATE = 16_000
KILLS = int(os.environ.get("SELENE_KILLS", "100"))
MORNING = TALKS / "morning.wav"


def write(path: Path, samples: np.ndarray, rate: int = RATE, subtype: str = "PCM_16") -> Path:
    soundfile.write(path, samples, rate, subtype=subtype)
    return path


def test_a_microphone_that_is_not_there_is_one_sentence_and_a_code(tmp_path: Path) -> None:
    done = selene("run", "--mic", "device:no such microphone", "--speaker", "null:", "--state", str(tmp_path), status=3)
    assert "[DOOR_UNAVAILABLE]" in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


@pytest.mark.parametrize(
    ("content", "code"),
    [(None, "SOUND_MISSING"), (b"", "SOUND_UNREADABLE"), (b"hello, this is text", "SOUND_UNREADABLE")],
)
def test_a_tape_that_is_no_sound_is_refused_and_makes_no_vault(
    tmp_path: Path, content: bytes | None, code: str
) -> None:
    tape, state = tmp_path / "tape.wav", tmp_path / "state"
    if content is not None:
        tape.write_bytes(content)
    done = selene("run", "--mic", f"tape:{tape}", "--speaker", "null:", "--state", str(state), status=4)
    assert f"[{code}]" in done.stderr
    assert not (state / "vault.db").exists()


def test_an_empty_tape_is_refused(tmp_path: Path) -> None:
    tape = write(tmp_path / "tape.wav", np.zeros(0, dtype=np.int16))
    done = selene("run", "--mic", f"tape:{tape}", "--speaker", "null:", "--state", str(tmp_path / "s"), status=4)
    assert "[SOUND_EMPTY]" in done.stderr


@pytest.mark.parametrize(
    ("rate", "channels", "subtype"), [(44_100, 2, "PCM_16"), (8_000, 1, "PCM_16"), (48_000, 1, "PCM_24")]
)
def test_sound_of_another_shape_is_converted_and_heard(tmp_path: Path, rate: int, channels: int, subtype: str) -> None:
    import soxr

    samples, _ = soundfile.read(MORNING, dtype="float32", stop=RATE * 12)
    other = soxr.resample(samples, RATE, rate)
    tape = write(tmp_path / "tape.wav", np.stack([other] * channels, axis=1), rate, subtype)
    assert of_type(listen(tmp_path / "state", tape), "transcript")


def test_silence_and_noise_wake_nobody(tmp_path: Path) -> None:
    noise = np.random.default_rng(7).normal(0, 1_500, RATE * 30).astype(np.int16)
    quiet = np.zeros(RATE * 30, dtype=np.int16)
    for name, samples in (("noise", noise), ("silence", quiet)):
        assert listen(tmp_path / "state", write(tmp_path / f"{name}.wav", samples)) == []
    assert remembered(tmp_path / "state") == []


def test_ten_minutes_of_talking_are_cut_once_and_answered(tmp_path: Path) -> None:
    """The wake word, then speech without end: one turn, cut by the limit, and the daemon still ends with the tape."""
    wake, _ = soundfile.read(MORNING, dtype="int16", stop=RATE * 3)
    speech, _ = soundfile.read(ROOT / "fixtures" / "speech" / "monologue.wav", dtype="int16")
    endless = np.tile(speech, 1 + RATE * 600 // len(speech))[: RATE * 600]
    events = listen(tmp_path / "state", write(tmp_path / "tape.wav", np.concatenate([wake, endless])))
    assert [event["reason"] for event in of_type(events, "speech_ended")] == ["TOO_LONG"]
    assert len(of_type(events, "reply")) == 1


def test_a_second_daemon_on_the_same_vault_is_told_so_and_the_first_goes_on(tmp_path: Path) -> None:
    words = ["run", "--mic", f"tape:{MORNING}", "--speaker", "null:", "--state", str(tmp_path), "--user", "Ana"]
    first = subprocess.Popen([*SELENE, *words, "--events", "-"], stdout=subprocess.PIPE, text=True, cwd=ROOT)
    with first:
        assert first.stdout is not None
        first.stdout.readline()
        second = selene(*words, status=27)
        assert "[VAULT_BUSY]" in second.stderr
        said = selene("say", "hello", "--state", str(tmp_path), status=27)
        assert "[VAULT_BUSY]" in said.stderr
        assert json.loads(selene("status", "--state", str(tmp_path), "--json").stdout)["in_use"] is True
        first.terminate()
        first.communicate()
    assert first.returncode == 0


def test_on_a_full_disk_selene_says_that_she_could_not_save_it(tmp_path: Path) -> None:
    state = tmp_path / "state"
    selene("say", "my name is Ana", "--state", str(state), "--user", "Ana", "--now", NOW)
    before = remembered(state)

    def full() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (8_192, 8_192))

    words = ["say", "remember that the spare key is under the mat", "--state", str(state), "--user", "Ana", "--json"]
    done = subprocess.run(
        [*SELENE, *words], capture_output=True, text=True, cwd=ROOT, preexec_fn=full, check=False
    )  # fmt: skip
    assert "Traceback" not in done.stderr
    if done.returncode == 8:
        turn = json.loads(done.stdout)
        assert turn["error"] == "VAULT_DISK_FULL"
        assert turn["atoms_created"] == []
        assert "remember that" not in turn["reply"].casefold().replace("could not", "")
    else:
        assert done.returncode == 29, done
    assert remembered(state) == before


def test_a_vault_that_cannot_be_written_is_a_sentence_and_nothing_is_promised(tmp_path: Path) -> None:
    state = tmp_path / "state"
    selene("say", "my name is Ana", "--state", str(state), "--user", "Ana", "--now", NOW)
    before = remembered(state)
    if os.geteuid() == 0:
        drop = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
        for path in [tmp_path, state, *state.iterdir()]:
            os.chown(path, 65534, 65534)
        for folder in (tmp_path, *tmp_path.parents):
            with contextlib.suppress(PermissionError):
                folder.chmod(stat.S_IMODE(folder.stat().st_mode) | 0o011)
    else:
        drop = []
    for path in state.iterdir():
        path.chmod(0o400)
    state.chmod(0o500)
    done = subprocess.run(
        [*drop, *SELENE, "say", "remember that the key is under the mat", "--state", str(state), "--user", "Ana"],
        capture_output=True, text=True, cwd=ROOT, check=False,
    )  # fmt: skip
    state.chmod(0o700)
    for path in state.iterdir():
        path.chmod(0o600)
        os.chown(path, os.geteuid(), os.getegid())
    os.chown(state, os.geteuid(), os.getegid())
    assert "Traceback" not in done.stderr
    assert done.returncode in (8, 28), done
    assert remembered(state) == before


def test_ctrl_c_ends_with_its_own_status_and_what_was_heard_is_kept(tmp_path: Path) -> None:
    words = ["run", "--mic", f"tape:{MORNING}", "--speaker", "null:", "--state", str(tmp_path), "--user", "Ana"]
    daemon = subprocess.Popen(
        [*SELENE, *words, "--events", "-", "--now", NOW, "--fast"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT,
    )  # fmt: skip
    kept: list[str] = []
    with daemon:
        assert daemon.stdout is not None
        for line in daemon.stdout:
            event = json.loads(line)
            kept += event.get("atom_ids", [])
            if event["type"] == "remembered":
                daemon.send_signal(2)
    assert daemon.returncode in (0, 130)
    assert {atom["atom_id"] for atom in remembered(tmp_path)} >= set(kept)


def _killed_run(state: Path, moment: random.Random) -> list[dict[str, object]]:
    """One run of the daemon that dies at a random moment; the events that came out before."""
    words = ["run", "--mic", f"tape:{MORNING}", "--speaker", "null:", "--state", str(state), "--user", "Ana"]
    now = f"2026-02-20T09:{moment.randrange(60):02}:{moment.randrange(60):02}.{moment.randrange(1000):03}+00:00"
    with subprocess.Popen(
        [*SELENE, *words, "--events", "-", "--fast", "--now", now], stdout=subprocess.PIPE, text=True, cwd=ROOT
    ) as daemon:
        with contextlib.suppress(subprocess.TimeoutExpired):
            daemon.wait(timeout=moment.uniform(0.3, 2.5))
        daemon.kill()
        assert daemon.stdout is not None
        lines = daemon.stdout.read().split("\n")
    return [json.loads(line) for line in lines[:-1]]


def test_after_sigkill_at_random_moments_everything_called_remembered_is_in_the_vault(tmp_path: Path) -> None:
    from engine_b.vault import Vault
    from memory.ids import user_id

    moment, promised, owner = random.Random(20260220), set[str](), user_id("Ana")
    for _ in range(KILLS):
        for event in _killed_run(tmp_path, moment):
            ids = {str(atom) for atom in event.get("atom_ids", [])}  # type: ignore[attr-defined]
            promised = promised | ids if event["type"] == "remembered" else promised - ids
        if not (tmp_path / "vault.json").exists():
            continue
        with Vault.open(tmp_path, now_ms=0, create=True) as vault:
            lost = [atom for atom in promised if vault.atom_for_control(owner, atom) is None]
            assert lost == []
    assert promised, "the test killed too early to prove anything"
    with Vault.open(tmp_path, now_ms=0) as vault:
        assert vault.verify().problems == ()
