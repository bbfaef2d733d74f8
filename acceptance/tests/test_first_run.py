"""The first `selene run` makes the account by voice and screen, or leaves everything as it was.

Real processes on a pseudo-terminal, real speech on a tape. That 24 words are nowhere but on the screen, and that no
account is made before they are on paper, is what a person must be able to trust before they know anything else of her.
"""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
import soundfile

from acceptance.drivers.device_accounts import command_json, shown_memory_digest
from acceptance.drivers.pseudo_terminal import CTRL_C, PseudoTerminal
from acceptance.drivers.selene_command import ROOT, run_selene
from memory.model import ids
from tests.budgets import FIRST_VOICES

RATE = 16_000
SPEECH = ROOT / "fixtures" / "speech"
WORD = re.compile(r"\b(\d+) ([a-z]+)\b")
GONE = "\033[3J"


def write_recording(folder: Path, *said: tuple[float, str], length_s: float = 120) -> Path:
    """Quiet, with these utterances at these seconds."""
    sound = np.zeros(round(length_s * RATE), dtype=np.int16)
    for at_s, name in said:
        samples, _ = soundfile.read(SPEECH / f"{name}.wav", dtype="int16")
        sound[round(at_s * RATE) :][: len(samples)] = samples
    soundfile.write(folder / "tape.wav", sound, RATE)
    return folder / "tape.wav"


def running(folder: Path, *said: tuple[float, str], init: bool = True, spawned: bool = False) -> PseudoTerminal:
    sound = ["--mic", f"tape:{write_recording(folder, *said)}", "--speaker", f"wav:{folder / 'selene.wav'}"]
    where = ["--state", str(folder / "state"), "--user", "Ana", "--events", str(folder / "events.jsonl")]
    return PseudoTerminal("run", *sound, *where, *(["--init"] if init else []), spawned=spawned)


def check(terminal: PseudoTerminal) -> list[str]:
    """Answer what is asked for, the second word wrongly at first; the 24 words."""
    words = dict(WORD.findall(terminal.seen.split(GONE)[0]))
    for nth in range(3):
        number = terminal.until(r"word (\d+)\?")
        if nth == 1:
            terminal.type("zebra\n" if words[number] != "zebra" else "abandon\n")
            assert terminal.until(r"That is not it.*word (\d+)\?") == number
        terminal.type(f"{words[number]}\n")
    return list(words.values())


def status(state: Path) -> str:
    return run_selene("status", "--state", str(state)).stdout


def words_in(text: str) -> set[str]:
    return set(re.findall(r"[a-z]+", text))


def told_of_another_account(folder: Path) -> set[str]:
    """What is told of any account at such a place: "state" and "ready" are among the 2,048 words too."""
    out = ("--words-out", str(folder / "words-of-another"))
    run_selene("init", "--state", str(folder / "state-of-another"), "--user", "Ana", *out)
    return words_in(status(folder / "state-of-another"))


def has_account(state: Path) -> bool:
    return "ACCOUNT_MISSING" not in run_selene("device", "list", "--state", str(state), status=None).stderr


@pytest.mark.parametrize("voice", ["slt", "rms"][: FIRST_VOICES.now])
def test_ready_is_said_three_words_are_typed_and_the_account_is_made(tmp_path: Path, voice: str) -> None:
    with running(tmp_path, (8.0, f"{voice}/ready"), spawned=True) as terminal:
        terminal.until("Hello. I am Selene")
        terminal.type("\n")
        terminal.until("Write them on paper")
        words = check(terminal)
        terminal.until("Your account is made")
        terminal.until("Listening")
        terminal.type(CTRL_C)
        assert terminal.ended() == 130
    assert len(words) == 24
    assert has_account(tmp_path / "state")
    meant = command_json("memory", "list", "--state", str(tmp_path / "state"))
    assert meant["user"] == ids.user_id("Ana"), "from now on she need not be named"
    # After the words were taken off the screen, it shows those alone that were asked for and typed.
    left = words_in(terminal.seen.split(GONE)[-1])
    assert not left & set(words) - words_in((ROOT / "device/languages/en.yaml").read_text())
    told = (tmp_path / "events.jsonl").read_text() + status(tmp_path / "state")
    assert not words_in(told) & set(words) - told_of_another_account(tmp_path)


def test_later_is_kept_on_this_device_and_she_does_not_ask_again_until_she_is_asked_to(tmp_path: Path) -> None:
    with running(tmp_path, (8.0, "slt/later")) as terminal:
        terminal.until("Hello")
        terminal.type("\n")
        terminal.until("All right, later")
        terminal.until("selene init")
        terminal.until("Listening")
        terminal.type(CTRL_C)
        assert terminal.ended() == 130
    assert not has_account(tmp_path / "state")
    for init, first in ((False, "Listening"), (True, "Hello")):
        with running(tmp_path, init=init) as terminal:
            terminal.until(first)
            assert ("Hello" in terminal.seen) == init
            terminal.type(CTRL_C)
            if init:
                terminal.until("Listening")
                terminal.type(CTRL_C)
            assert terminal.ended() == 130


def test_who_has_words_already_finds_the_state_folder_free_for_a_restore(tmp_path: Path) -> None:
    with running(tmp_path, (8.0, "slt/i_already_have_words")) as terminal:
        terminal.until("Hello")
        terminal.type("\n")
        terminal.until("selene restore")
        assert terminal.ended() == 0
    assert not (tmp_path / "state").exists()


STEPS = {"greeting": 0, "writing": 1, "checking": 2, "after a wrong word": 3}


@pytest.mark.parametrize("steps", STEPS.values(), ids=STEPS)
def test_ctrl_c_at_every_step_leaves_the_state_as_it_was_and_she_listens(tmp_path: Path, steps: int) -> None:
    state = tmp_path / "state"
    run_selene("say", "my cat is called Tom", "--state", str(state), "--user", "Ana")
    before = shown_memory_digest(state)
    with running(tmp_path) as terminal:
        terminal.until("Hello")
        for said, keys in (("", "\n"), ("Write", "\n"), (r"word \d+\?", "nonsense\n"))[:steps]:
            terminal.until(said)
            terminal.type(keys)
        terminal.until(("", "Write", r"word \d+\?", "That is not it")[steps])
        terminal.type(CTRL_C)
        terminal.until("ask again")
        terminal.until("Listening")
        terminal.type(CTRL_C)
        assert terminal.ended() == 130
    assert GONE in terminal.seen or steps == 0
    assert shown_memory_digest(state) == before
    assert not has_account(state)
    assert (tmp_path / "events.jsonl").read_text() == ""


def test_ctrl_c_after_the_last_word_keeps_the_account_that_was_just_made(tmp_path: Path) -> None:
    with running(tmp_path) as terminal:
        terminal.until("Hello")
        terminal.type("\n")
        terminal.until("Write")
        terminal.type("\n")
        check(terminal)
        terminal.until("Your account is made")
        terminal.type(CTRL_C)
        terminal.until("Listening")
        terminal.type(CTRL_C)
        assert terminal.ended() == 130
    assert has_account(tmp_path / "state")


def test_a_tape_and_a_service_are_never_asked(tmp_path: Path) -> None:
    with running(tmp_path, init=False) as terminal:
        terminal.until("Listening")
        terminal.type(CTRL_C)
        assert terminal.ended() == 130
    assert "Hello" not in terminal.seen
    sound = ["--mic", f"tape:{write_recording(tmp_path, length_s=1)}", "--speaker", "null:"]
    assert "Hello" not in run_selene("run", *sound, "--state", str(tmp_path / "state")).stdout
