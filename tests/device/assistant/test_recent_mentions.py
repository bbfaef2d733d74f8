"""Promise: what several turns mentioned is read at once, and is what each of them mentioned."""

from __future__ import annotations

from pathlib import Path

from memory.model import ids
from tests.sim.assistant_talk import talk_in

SAID = (
    "my name is Ana", "my dog is called Rex", "where does Rex live", "I live in Ulm", "I moved to Bern",
    "my dog is called Max", "yes", "my favorite color is green", "no, red", "what do you remember about me",
    "forget my name", "hello",
)  # fmt: skip


def test_what_each_turn_mentioned_is_read_at_once(tmp_path: Path) -> None:
    with talk_in(tmp_path / "state") as talk:
        talk.say_all(*SAID)
        user_id, queries = ids.user_id("Ana"), talk.queries
        turns = queries.recent_turns(user_id, talk.session, len(SAID))
        at_once = queries.mentioned_in_each(user_id, turns)
        assert at_once == tuple(queries.mentioned_in(user_id, turn) for turn in turns)
        assert [bool(atoms) for atoms in at_once].count(True) > 4
        assert queries.mentioned_in_each(user_id, ()) == ()
        assert set(queries.mentioned_in_each(ids.user_id("Ben"), turns)) == {()}, "another person's turns hold nothing"
