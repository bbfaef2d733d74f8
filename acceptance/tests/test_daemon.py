"""The daemon on bad days: no sound, strange sound, endless sound, no disk, a second daemon, and SIGKILL."""

from __future__ import annotations

import contextlib
import json
import os
import random
import resource
import select
import signal
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import soundfile

from acceptance.drivers.fork_server import DAEMON_FORK_SERVER, ForkServer
from acceptance.drivers.host_environment import HOST_ENVIRONMENTS, environment_variables
from acceptance.drivers.selene_command import (
    NOW,
    ROOT,
    SELENE,
    TALKS,
    daemon_events,
    events_of_type,
    listed_atoms,
    run_selene,
    shared_fork_server,
)
from engine_b.vault.vault import Vault
from memory.model.ids import user_id
from tests.budgets import DAEMON_KILLS, PROCESSES, QUIET_SECONDS, TALK_SECONDS
from tests.sim.forked_process import start_daemon
from tests.sim.systemd_manager import listening_manager

RATE = 16_000
KILLS = DAEMON_KILLS.now
MOST_EVENTS = 24
"""The tape gives two turns of eleven events each."""
MORNING = TALKS / "morning.wav"


def write(path: Path, samples: np.ndarray, rate: int = RATE, subtype: str = "PCM_16") -> Path:
    soundfile.write(path, samples, rate, subtype=subtype)
    return path


def test_a_microphone_that_is_not_there_is_one_sentence_and_a_code(tmp_path: Path) -> None:
    done = run_selene(
        "run", "--mic", "device:no such microphone", "--speaker", "null:", "--state", str(tmp_path), status=3
    )
    assert "[DOOR_UNAVAILABLE]" in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


@pytest.mark.parametrize(
    ("content", "code"),
    [(None, "SOUND_MISSING"), (b"", "SOUND_EMPTY"), (b"hello, this is text", "SOUND_UNREADABLE")],
)
def test_a_tape_that_is_no_sound_is_refused_and_makes_no_vault(
    tmp_path: Path, content: bytes | None, code: str
) -> None:
    tape, state = tmp_path / "tape.wav", tmp_path / "state"
    if content is not None:
        tape.write_bytes(content)
    done = run_selene("run", "--mic", f"tape:{tape}", "--speaker", "null:", "--state", str(state), status=4)
    assert f"[{code}]" in done.stderr
    assert not (state / "vault.db").exists()


def test_an_empty_tape_is_refused(tmp_path: Path) -> None:
    tape = write(tmp_path / "tape.wav", np.zeros(0, dtype=np.int16))
    done = run_selene("run", "--mic", f"tape:{tape}", "--speaker", "null:", "--state", str(tmp_path / "s"), status=4)
    assert "[SOUND_EMPTY]" in done.stderr


@pytest.mark.parametrize(
    ("rate", "channels", "subtype"), [(44_100, 2, "PCM_16"), (8_000, 1, "PCM_16"), (48_000, 1, "PCM_24")]
)
def test_sound_of_another_shape_is_converted_and_heard(tmp_path: Path, rate: int, channels: int, subtype: str) -> None:
    import soxr

    samples, _ = soundfile.read(MORNING, dtype="float32", stop=RATE * 7)
    other = soxr.resample(samples, RATE, rate)
    tape = write(tmp_path / "tape.wav", np.stack([other] * channels, axis=1), rate, subtype)
    assert events_of_type(daemon_events(tmp_path / "state", tape), "transcript")


def test_silence_and_noise_wake_nobody(tmp_path: Path) -> None:
    length = RATE * QUIET_SECONDS.now
    noise = np.random.default_rng(7).normal(0, 1_500, length).astype(np.int16)
    quiet = np.zeros(length, dtype=np.int16)
    for name, samples in (("noise", noise), ("silence", quiet)):
        assert daemon_events(tmp_path / "state", write(tmp_path / f"{name}.wav", samples)) == []
    assert listed_atoms(tmp_path / "state") == []


def test_minutes_of_talking_are_cut_once_and_answered(tmp_path: Path) -> None:
    """The wake word, then speech without a pause: one turn, cut by the limit, and the daemon ends with the tape."""
    wake, _ = soundfile.read(MORNING, dtype="int16", stop=RATE * 3)
    speech, _ = soundfile.read(ROOT / "fixtures" / "speech" / "rms" / "monologue.wav", dtype="int16")
    frame = RATE // 50
    frames = speech[: len(speech) // frame * frame].reshape(-1, frame)
    loudness = np.abs(frames).max(axis=1)
    speech = frames[loudness > loudness.max() // 8].reshape(-1)
    length = RATE * TALK_SECONDS.now
    endless = np.tile(speech, 1 + length // len(speech))[:length]
    events = daemon_events(tmp_path / "state", write(tmp_path / "tape.wav", np.concatenate([wake, endless])))
    assert [event["reason"] for event in events_of_type(events, "speech_ended")] == ["TOO_LONG"]
    assert len(events_of_type(events, "reply")) == 1


def test_a_second_daemon_on_the_same_vault_is_told_so_and_the_first_goes_on(tmp_path: Path) -> None:
    words = ["run", "--mic", f"tape:{MORNING}", "--speaker", "null:", "--state", str(tmp_path), "--user", "Ana"]
    with start_daemon(*words, "--events", "-") as first:
        first.stdout.readline()
        second = run_selene(*words, status=27)
        assert "[VAULT_BUSY]" in second.stderr
        assert run_selene("say", "hello", "--state", str(tmp_path)).stdout == "Hello.\n"
        assert json.loads(run_selene("status", "--state", str(tmp_path), "--json").stdout)["in_use"] is True
        first.terminate()
        first.communicate()
    assert first.returncode == 0


def test_systemd_is_told_when_she_listens_that_she_still_does_and_when_she_ends(tmp_path: Path) -> None:
    words = ["run", "--mic", f"tape:{MORNING}", "--speaker", "null:", "--state", str(tmp_path / "s"), "--user", "Ana"]
    with listening_manager(tmp_path / "notify", silence_s=2) as manager:
        command = [*SELENE, *words, "--quiet"]
        with subprocess.Popen(command, cwd=ROOT, env={**os.environ, **manager.environment}) as daemon:
            assert manager.word() == "READY=1"
            assert json.loads(run_selene("status", "--state", str(tmp_path / "s"), "--json").stdout)["in_use"] is True
            assert [manager.word(within_s=2) for _ in range(2)] == ["WATCHDOG=1"] * 2
            daemon.terminate()
        said = manager.rest()
        assert said[-1] == "STOPPING=1"
        assert set(said[:-1]) <= {"WATCHDOG=1"}
        assert daemon.returncode == 0


def test_one_that_cannot_listen_is_never_ready(tmp_path: Path) -> None:
    words = ["run", "--mic", f"tape:{tmp_path / 'none.wav'}", "--speaker", "null:", "--state", str(tmp_path / "s")]
    with listening_manager(tmp_path / "notify", silence_s=2) as manager:
        environment = {**os.environ, **manager.environment}
        done = subprocess.run([*SELENE, *words], cwd=ROOT, env=environment, check=False, capture_output=True)
        assert done.returncode == 4
        assert manager.rest() == []


@contextlib.contextmanager
def _small_disk(folder: Path) -> Iterator[None]:
    """A real file system of one megabyte where this user may mount one, else a limit on the size of files."""
    folder.mkdir()
    mounted = not subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(folder)],
        capture_output=True, check=False,
    ).returncode  # fmt: skip
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    if not mounted:
        resource.setrlimit(resource.RLIMIT_FSIZE, (700_000, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        if mounted:
            subprocess.run(["umount", str(folder)], check=True)


def test_on_a_full_disk_selene_says_that_she_could_not_save_it(tmp_path: Path) -> None:
    with _small_disk(tmp_path / "disk"):
        state = tmp_path / "disk" / "state"
        script, facts = tmp_path / "script.jsonl", range(160)
        script.write_text(
            "".join(json.dumps({"text": f"remember that box {n} holds {'wool ' * 60}"}) + "\n" for n in facts)
        )
        words = ["say", "--script", str(script), "--state", str(state), "--user", "Ana", "--now", NOW]
        turns = [json.loads(line) for line in run_selene(*words, status=8, spawned=True).stdout.splitlines()]
        failed = [turn for turn in turns if turn["error"]]
        assert {turn["error"] for turn in failed} <= {"VAULT_DISK_FULL", "VAULT_IO_ERROR"}
        assert all(turn["atoms_created"] == [] for turn in failed)
        assert all("wool" not in turn["reply"] and "could not" in turn["reply"].casefold() for turn in failed)
        kept = {atom for turn in turns for atom in turn["atoms_created"]}
        assert {atom["atom_id"] for atom in listed_atoms(state)} == kept


def test_a_vault_that_cannot_be_written_is_a_sentence_and_nothing_is_promised(tmp_path: Path) -> None:
    state = tmp_path / "state"
    run_selene("say", "my name is Ana", "--state", str(state), "--user", "Ana", "--now", NOW)
    before = listed_atoms(state)
    # Root without its privileges, not another user: to that one a private home is shut, and the checkout in it.
    drop = ["setpriv", "--inh-caps=-all", "--bounding-set=-all"] if os.geteuid() == 0 else []
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
    assert "Traceback" not in done.stderr
    assert done.returncode in (8, 28), done
    assert listed_atoms(state) == before


def test_ctrl_c_ends_with_its_own_status_and_what_was_heard_is_kept(tmp_path: Path) -> None:
    words = ["run", "--mic", f"tape:{MORNING}", "--speaker", "null:", "--state", str(tmp_path), "--user", "Ana"]
    kept: list[str] = []
    with start_daemon(*words, "--events", "-", "--now", NOW, "--fast") as daemon:
        for line in daemon.stdout:
            event = json.loads(line)
            kept += event.get("atom_ids", [])
            if event["type"] == "remembered":
                daemon.send_signal(2)
    assert daemon.returncode in (0, 130)
    assert {atom["atom_id"] for atom in listed_atoms(tmp_path)} >= set(kept)


def _killed_run(nest: ForkServer, pipe: Path, state: Path, user: str, moment: random.Random) -> list[dict[str, Any]]:
    """One run of the daemon that dies after a random event, and a random moment later; what it had reported."""
    words = ["run", "--mic", f"tape:{TALKS / 'brief.wav'}", "--speaker", "null:", "--state", str(state), "--user", user]
    daemon = nest.start((*words, "--events", "-", "--fast", "--now", NOW), pipe)
    with pipe.open() as out:
        lines = [out.readline() for _ in range(moment.randrange(MOST_EVENTS))]
        ended = select.poll()
        ended.register(out, 0)
        if not ended.poll(moment.uniform(0, 100)):
            os.kill(daemon, signal.SIGKILL)
        lines += out.read().split("\n")[:-1]
    assert nest.end().status in (0, -signal.SIGKILL)
    return [json.loads(line) for line in lines if line.strip()]


def _missing(state: Path, promised: dict[str, str]) -> list[str]:
    with Vault.open(state, now_ms=0) as vault:
        return [atom for atom, owner in promised.items() if vault.reader.atom_for_control(owner, atom) is None]


def _fork_server() -> AbstractContextManager[ForkServer]:
    """The one that all tests share, or one of its own where several run at a time."""
    if PROCESSES == 1:
        return contextlib.nullcontext(shared_fork_server(DAEMON_FORK_SERVER))
    return ForkServer(DAEMON_FORK_SERVER, environment_variables(HOST_ENVIRONMENTS[0]))


def _promised(place: Path, seed: int, kills: int) -> int:
    """Kill a daemon again and again on one vault; whatever was called remembered must be there every time."""
    moment, promised = random.Random(seed), dict[str, str]()
    state, pipe = place / "state", place / "pipe"
    place.mkdir()
    os.mkfifo(pipe)
    with _fork_server() as nest:
        for number in range(kills):
            user = f"user {number}"
            for event in _killed_run(nest, pipe, state, user, moment):
                if event["type"] == "remembered":
                    promised |= dict.fromkeys(event["atom_ids"], user_id(user))
            if (state / "vault.json").exists():
                assert _missing(state, promised) == []
    with Vault.open(state, now_ms=0) as vault:
        assert vault.verify().problems == ()
    return len(promised)


@pytest.mark.timeout(1_200)
def test_after_sigkill_at_random_moments_everything_called_remembered_is_in_the_vault(tmp_path: Path) -> None:
    each = -(-KILLS // PROCESSES)
    with ThreadPoolExecutor(PROCESSES) as pool:
        kept = pool.map(lambda one: _promised(tmp_path / str(one), 20260220 + one, each), range(PROCESSES))
        assert sum(kept) >= KILLS // 4, "the daemons died too early to prove anything"
