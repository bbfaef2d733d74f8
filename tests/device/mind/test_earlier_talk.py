"""Promise: what a mind was shown in one turn is held against what it says in the next ones, and is not shown again once
it may not be told.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from memory.model.atoms import Channel
from tests.sim.assistant_talk import Talk, talk_in
from tests.sim.scripted_mind import ScriptedMind

SISTER = ("my sister anna lives in kiel", "what is the weather with anna")
DIET = ("my diet is keto", "what is the news about the diet")


@pytest.fixture(scope="module")
def talk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Talk]:
    with talk_in(tmp_path_factory.mktemp("talk") / "talk", mind=ScriptedMind()) as talk:
        yield talk


def _say(talk: Talk, user: str, words: str, *said: str, channel: Channel = Channel.TEXT) -> str:
    assert talk.desk is not None
    assert isinstance(talk.desk.mind, ScriptedMind)
    talk.desk.mind.otherwise = [{"say": one} for one in said] or [{"fact": 1}]
    return talk.say(words, user=user, channel=channel)


def _begin(talk: Talk, user: str, lines: Sequence[str]) -> None:
    talk.new_session()
    for line in lines:
        _say(talk, user, line)


def _last(talk: Talk) -> str:
    assert talk.desk is not None
    assert isinstance(talk.desk.mind, ScriptedMind)
    return ScriptedMind(asked=talk.desk.mind.asked[-1:]).saw


def test_a_memory_of_the_turn_before_is_not_told_otherwise(talk: Talk) -> None:
    _begin(talk, "Bea", SISTER)
    assert _say(talk, "Bea", "who wrote the odyssey", "Anna lives in Rome.", "Homer.") == "Homer."
    assert _say(talk, "Bea", "who wrote the iliad", "Your sister lives in Rome.", "Homer.") == "Homer."
    assert "kiel" in _last(talk)


@pytest.mark.parametrize(
    ("order", "channel"),
    [
        ("only recall my diet if i ask", Channel.TEXT),
        ("keep my diet to yourself", Channel.TEXT),
        ("never say my diet aloud", Channel.VOICE),
        ("forget my diet", Channel.TEXT),
    ],
)
def test_what_may_not_be_told_any_more_is_not_shown(talk: Talk, order: str, channel: Channel) -> None:
    _begin(talk, order, DIET)
    assert _say(talk, order, "who wrote the odyssey", "The food plan is good.") == "The food plan is good."
    _say(talk, order, order)
    said = _say(talk, order, "who wrote the iliad", "Hm.", channel=channel)
    assert said == "Hm."
    assert "keto" not in _last(talk).casefold()
    assert "food plan" not in _last(talk)
    if order != "forget my diet":
        assert _say(talk, order, "who wrote faust", "Keto it is.", "Goethe.", channel=channel) == "Goethe."


def test_a_memory_that_was_corrected_is_not_shown_as_it_was(talk: Talk) -> None:
    _begin(talk, "Cem", SISTER)
    _say(talk, "Cem", "no, anna lives in rome", "Hm.")
    assert _say(talk, "Cem", "who wrote the odyssey", "Your sister anna lives in kiel.", "Homer.") == "Homer."
    assert "kiel" not in _last(talk)


@pytest.mark.parametrize(
    "sentence",
    ["Anna: Rome.", "Rome, for anna.", "Anna\u2019s place is Rome.", "Annas place: Rome.", "So anna is in Rome?"],
)
def test_a_sentence_with_the_name_of_somebody_in_a_memory_is_not_said(talk: Talk, sentence: str) -> None:
    _begin(talk, sentence, SISTER[:1])
    assert _say(talk, sentence, SISTER[1], sentence, "It is sunny.") == "It is sunny."
