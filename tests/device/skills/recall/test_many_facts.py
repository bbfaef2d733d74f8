"""Composition: where many facts are known, none off the topic is told as what comes nearest to a question.

One or two facts seldom mislead; of sixty one has a word that means nearly the same as a word of almost any question.
"""

from __future__ import annotations

from pathlib import Path

from tests.sim.assistant_talk import talk_in

_CASES = Path(__file__).parent / "cases"
_UNSURE = "I'm not sure about that, but I know this: "
_NEAR = {"which bus goes to the hospital": "Imran drives a bus in bradford."}


def _rows(name: str) -> list[str]:
    return (_CASES / name).read_text(encoding="utf-8").splitlines()


def test_nothing_off_the_topic_is_told_as_the_nearest(tmp_path: Path) -> None:
    facts, questions = _rows("many_facts.txt"), _rows("never_told_of_many.txt")
    assert (len(facts), len(questions)) == (60, 100)
    with talk_in(tmp_path / "vault") as talk:
        for fact in facts:
            talk.say(fact)
            assert talk.heard.created
        replies = {question: talk.say(question) for question in questions}
    told = {asked: reply.removeprefix(_UNSURE) for asked, reply in replies.items() if reply.startswith(_UNSURE)}
    assert told == _NEAR
