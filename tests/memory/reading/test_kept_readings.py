"""What was read is kept for the turn, and no longer than its words."""

from __future__ import annotations

from pathlib import Path

from device.nlu.intent_matcher import matched_command
from memory.reading.facts.implied import with_implied
from memory.reading.facts.statements import statements
from memory.reading.grammar.reader import line_of, read
from memory.reading.references.resolution import antecedents_in
from memory.reading.rendering import render_to_person
from tests.sim.assistant_talk import talk_in


def test_forgetting_forgets_the_readings_too(tmp_path: Path) -> None:
    with talk_in(tmp_path / "vault") as talk:
        talk.say("my locker word is quokka")
        talk.say("what is my locker word")
        assert statements.cache_info().currsize
        assert read.cache_info().currsize
        assert with_implied.cache_info().currsize
        assert antecedents_in.cache_info().currsize
        assert matched_command.cache_info().currsize
        talk.say("forget my locker word")
        every = (statements, read, line_of, with_implied, antecedents_in, render_to_person, matched_command)
        sizes = [kept.cache_info().currsize for kept in every]
        assert max(sizes) <= 2, sizes  # what the reply to the command itself read
