"""Composition: where many facts are known, none off the topic is told as an answer, or as what comes nearest.

One or two facts seldom mislead; of sixty one has a word that means nearly the same as a word of almost any question.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.sim.assistant_talk import talk_in

pytestmark = pytest.mark.usefixtures("rules_alone")

_CASES = Path(__file__).parent / "cases"
_STILL_ANSWERED = {
    "what did teresa give me": "Teresa is off until monday.",
    "what's the registration of my car": "Your car is a grey fiesta.",
    "what does the car run on": "The car's due its service in june.",
    "what floor is the office on": "The school office opens at half past eight.",
}
"""What is known to be told wrongly; no more may come to it."""
_UNKNOWN = (
    "I don't know that yet. You can tell me.",
    "I don't know that, and I can't look it up. You can tell me.",
    "No alarm is set.",
)


def _rows(name: str) -> list[str]:
    return (_CASES / name).read_text(encoding="utf-8").splitlines()


def test_nothing_off_the_topic_is_told(tmp_path: Path) -> None:
    facts, questions = _rows("many_facts.txt"), _rows("never_told_of_many.txt")
    assert (len(facts), len(questions)) == (60, 100)
    with talk_in(tmp_path / "vault") as talk:
        for fact in facts:
            talk.say(fact)
            assert talk.heard.created
        replies = {question: talk.say(question) for question in questions}
    told = {asked: reply for asked, reply in replies.items() if reply not in _UNKNOWN and "I can't help" not in reply}
    assert set(told.items()) <= set(_STILL_ANSWERED.items())


def test_what_was_told_is_found_among_all(tmp_path: Path) -> None:
    asked = [row.split(" => ") for row in _rows("told_of_many.txt")]
    with talk_in(tmp_path / "vault") as talk:
        for fact in _rows("many_facts.txt"):
            talk.say(fact)
        replies = {question: talk.say(question) for question, _ in asked}
    assert [
        (question, replies[question]) for question, answer in asked if answer not in replies[question].lower()
    ] == []
