"""What may have been said by somebody else is answered without the memory, and leaves nothing in it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from device.assistant.assistant import Assistant
from device.session.session import Session
from engine_b.vault.vault import Vault
from memory.model.atoms import Channel, Moment, Turn

NOW = Moment(1_767_225_600_000)
TURN = Turn("t-1", "s-1", "u-1", "", NOW, Channel.VOICE, identified=False, overheard=True)
OVERHEARD = [
    ("my brother lives in chicago", "OVERHEARD"),
    ("remember that the wedding is on saturday", "OVERHEARD"),
    ("set a timer for ten minutes", "OVERHEARD"),
    ("put milk on the shopping list", "OVERHEARD"),
    ("forget everything", "OVERHEARD"),
    ("what do you remember about me", "OVERHEARD"),
    ("yes", "OVERHEARD"),
    ("stop", "USER_STOPPED"),
]


@pytest.mark.parametrize(("text", "reason"), OVERHEARD, ids=[text for text, _ in OVERHEARD])
def test_nothing_of_it_is_kept_and_nothing_told(tmp_path: Path, text: str, reason: str) -> None:
    with Vault.open(tmp_path, now_ms=NOW.at_ms) as vault:
        session = Session(Assistant(vault), "u-1")
        session.say("my favorite color is green", NOW)
        head = vault.head()
        heard, answer = session.take_turn(replace(TURN, text=text))
        assert heard.reason_codes[:1] == (reason,)
        assert (heard.created, heard.updated, heard.forgotten, answer.bundle.atoms) == ((), (), (), ())
        assert "green" not in answer.reply
        assert vault.head() == head


def test_a_question_that_deletes_stays_open_until_the_person_answers(tmp_path: Path) -> None:
    with Vault.open(tmp_path, now_ms=NOW.at_ms) as vault:
        session = Session(Assistant(vault), "u-1", "s-1")
        session.say("my favorite color is green", NOW)
        _, asked = session.say("forget everything", Moment(NOW.at_ms + 1_000))
        assert (asked.expects_reply, asked.guarded) == (True, True)
        session.take_turn(replace(TURN, text="yes", at=Moment(NOW.at_ms + 2_000)))
        heard, _ = session.say("yes", Moment(NOW.at_ms + 3_000))
        assert heard.forgotten
