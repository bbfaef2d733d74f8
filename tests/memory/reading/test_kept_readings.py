"""What was read is kept for the turn, and no longer than its words."""

from __future__ import annotations

from pathlib import Path

from memory.reading.facts.statements import statements
from memory.reading.grammar.reader import line_of, read
from memory.reading.rendering import render_to_person
from tests.sim.assistant_talk import talk_in


def test_forgetting_forgets_the_readings_too(tmp_path: Path) -> None:
    with talk_in(tmp_path / "vault") as talk:
        talk.say("my locker word is quokka")
        talk.say("what is my locker word")
        assert statements.cache_info().currsize
        assert read.cache_info().currsize
        talk.say("forget my locker word")
        sizes = [kept.cache_info().currsize for kept in (statements, read, line_of, render_to_person)]
        assert max(sizes) <= 2, sizes  # what the reply to the command itself read
