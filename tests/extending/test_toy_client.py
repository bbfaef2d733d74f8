"""Promise: a client is whoever opens sessions and feeds them; two senders in one process do not hear each other."""

from __future__ import annotations

from pathlib import Path

from device.daemon.vault_access import open_assistant
from device.session.session import SessionTable
from memory.model.atoms import Moment
from tests.extending.toy_client import Letter, LetterClient

NOON = 1_772_366_400_000


def _replies(state: Path, *letters: tuple[str, str]) -> list[str]:
    moments = [Moment(NOON + minute * 60_000) for minute in range(len(letters))]
    with open_assistant(state, moments[0]) as assistant:
        client = LetterClient(SessionTable(assistant))
        posted = [Letter(sender, text, at) for (sender, text), at in zip(letters, moments, strict=True)]
        return list(client.answer_letters(posted))


def test_a_letter_is_remembered_and_answered(tmp_path: Path) -> None:
    _, reply = _replies(tmp_path, ("ana", "remember that my bicycle is green"), ("ana", "what colour is my bicycle"))
    assert "green" in reply


def test_two_senders_interleaved_get_what_each_would_get_alone(tmp_path: Path) -> None:
    ana = [("ana", "remember that my bicycle is green"), ("ana", "what colour is my bicycle")]
    ben = [("ben", "remember that my bicycle is red"), ("ben", "what colour is my bicycle")]
    both = [letter for pair in zip(ana, ben, strict=True) for letter in pair]
    replies = _replies(tmp_path / "both", *both)
    assert replies[0::2] == _replies(tmp_path / "ana", *ana)
    assert replies[1::2] == _replies(tmp_path / "ben", *ben)
