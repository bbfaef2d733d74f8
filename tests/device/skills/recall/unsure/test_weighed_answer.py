"""What no rule answers is answered by the likeliest facts, told as such; privacy decides as for every answer."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.sim.assistant_talk import Talk, talk_in

CASES = Path(__file__).parents[1] / "cases"
MANY = ("many_facts.txt", "never_told_of_many.txt")
STILL_TOLD = frozenset(("who's looking after the tortoise", "who's my line manager's boss"))
"""Questions that nothing told answers, and that sixty facts have something near to; no more may come to them."""
UNSURE = "I'm not sure about that, but I know this: "


def test_a_question_in_other_words_is_answered_as_unsure(talk: Talk) -> None:
    talk.say("the fella who services the boiler is called Mister Okonjo")
    reply = talk.say("who do i ring if the heating packs up")
    assert reply.startswith(UNSURE)
    assert "Okonjo" in reply
    assert talk.answer.reason_codes == ("NEAREST",)
    assert talk.answer.used


@pytest.mark.parametrize(
    ("told", "asked", "reply"),
    [
        (
            "the school office can be reached under five five oh two eight",
            "which number do i ring for the school office",
            "The school office can be reached under five five oh two eight.",
        ),
        (
            "my reading lamp takes them little size two bulbs",
            "what size bulb do i need for my desk",
            "Your reading lamp takes them little size two bulbs.",
        ),
        (
            "i've got to ring the lost property office on monday",
            "who do i have to ring on monday",
            "You've got to ring the lost property office on monday. That is Monday, March 9, 2026.",
        ),
        (
            "my mate dougie broke his wrist skateboarding",
            "which wrist did dougie break",
            "Your mate dougie broke his wrist skateboarding.",
        ),
    ],
)
def test_the_fact_is_told_and_nothing_changes(talk: Talk, told: str, asked: str, reply: str) -> None:
    talk.say(told)
    before = talk.atoms()
    assert talk.say(asked) == UNSURE + reply
    assert talk.answer.used == (before[0].atom_id,)
    assert [atom.text for atom in talk.atoms()] == [atom.text for atom in before]


def test_of_many_facts_few_are_told_off_the_topic(tmp_path: Path) -> None:
    facts, questions = ((CASES / name).read_text(encoding="utf-8").splitlines() for name in MANY)
    with talk_in(tmp_path / "vault") as talk:
        for fact in facts:
            talk.say(fact)
        replies = {question: talk.say(question) for question in questions}
    told = {asked for asked, reply in replies.items() if reply.startswith(UNSURE)}
    assert (len(facts), len(questions)) == (60, 100)
    assert told <= STILL_TOLD, sorted(told)


def test_a_short_turn_is_quoted_whole(talk: Talk) -> None:
    talk.say("the code for the allotment gate is four one seven seven they changed it sunday")
    reply = talk.say("what do i punch in to get into the allotment")
    assert not reply.startswith(UNSURE) or "four one seven seven" in reply


def test_what_stands_beside_it_is_told_too(talk: Talk) -> None:
    talk.say("my size in shoes is a seven but in boots i'm an eight")
    assert "seven" in talk.say("what size shoes do i take")


def test_a_few_words_after_a_question_ask_further(talk: Talk) -> None:
    talk.say("i feed the sourdough starter fifty grams of rye flour every other day")
    talk.say("how often do i feed the starter")
    assert "rye" in talk.say("what flour")


def test_without_a_question_before_they_ask_nothing(talk: Talk) -> None:
    talk.say("i feed the sourdough starter fifty grams of rye flour every other day")
    assert "rye" not in talk.say("the other one")


def test_what_tells_something_is_no_question(talk: Talk) -> None:
    talk.say("the fella who services the boiler is called Mister Okonjo")
    assert UNSURE not in talk.say("the heating packed up again and i rang my sister who laughed")


def test_what_is_forgotten_is_not_weighed(talk: Talk) -> None:
    talk.say("the fella who services the boiler is called Mister Okonjo")
    talk.say("forget that")
    assert "Okonjo" not in talk.say("who do i ring if the heating packs up")


def test_what_is_not_to_be_mentioned_is_not_told(talk: Talk) -> None:
    talk.say("the fella who services the boiler is called Mister Okonjo")
    talk.say("don't mention the boiler")
    assert "Okonjo" not in talk.say("who do i ring if the heating packs up")


def test_another_user_is_told_nothing(talk: Talk) -> None:
    talk.say("the fella who services the boiler is called Mister Okonjo")
    assert "Okonjo" not in talk.say("who do i ring if the heating packs up", user="Ben")


def test_german_is_weighed_too(tmp_path: Path) -> None:
    with talk_in(tmp_path / "vault", "de") as talk:
        talk.say("der Mann der die Therme wartet heißt Okonjo")
        assert "Okonjo" in talk.say("wen ruf ich an wenn die Heizung streikt")
