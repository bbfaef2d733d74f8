"""The ledger says what opened the ear for a turn by voice (2.1), in the commit of the turn, and what was cut short."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from device.conversation.turn_tables import Origin
from tests.sim.assistant_talk import talk_in

EVENTS = {
    Origin.WAKE_WORD: [("WOKEN", "WAKE_WORD")],
    Origin.SPEECH_OVER_PLAYBACK: [("BARGED_IN", "USER_SPEECH_DETECTED")],
    Origin.FOLLOW_UP: [],
}


@pytest.mark.parametrize("origin", Origin)
def test_a_turn_says_what_opened_the_ear(origin: Origin, tmp_path: Path) -> None:
    with talk_in(tmp_path / "vault") as talk:
        turn = replace(talk.turn("stop mentioning the harp"), opened_by=origin.value)
        talk.again(turn)
        talk.again(turn)
        rows = talk.vault.database.rows(
            "SELECT event, reason_code FROM ledger WHERE event IN ('WOKEN', 'BARGED_IN') ORDER BY seq"
        )
        assert [tuple(row) for row in rows] == EVENTS[origin]


def test_a_guest_leaves_no_event(tmp_path: Path) -> None:
    with talk_in(tmp_path / "vault") as talk:
        talk.again(replace(talk.turn("hello", identified=False), opened_by="WAKE_WORD"))
        assert not talk.vault.database.rows("SELECT 1 FROM ledger WHERE event = 'WOKEN'")


@pytest.mark.parametrize(("spoken", "events"), [(None, []), ("All", [("SPEECH_STOPPED", "CUT_SHORT")])])
def test_a_reply_that_is_cut_short_leaves_an_event(
    spoken: str | None, events: list[tuple[str, str]], tmp_path: Path
) -> None:
    with talk_in(tmp_path / "vault") as talk:
        talk.say("my name is Ana", spoken=spoken)
        rows = talk.vault.database.rows("SELECT event, reason_code FROM ledger WHERE event = 'SPEECH_STOPPED'")
        assert [tuple(row) for row in rows] == events
