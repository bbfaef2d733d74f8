"""Promise: of stories whose truth is known most questions are answered, and hardly one wrongly.

The figures are what was measured, less two points for what is right. The held-out forms are those of the grammar for
which nothing was mended; the seeds of "held" are in no other measurement.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from tests.budgets import STORIES, TOLD_STORIES
from tests.sim.assistant_talk import talk_in
from tests.sim.talk_join import TalkJoin
from tests.sim.talk_stories import Asked, story_of

BARS = {
    "seen": (0.775, 0.07),
    "held": (0.753, 0.092),
    "told in held-out forms": (0.518, 0.106),
    "asked in held-out forms": (0.555, 0.088),
}
"""Least right and most wrong of all answers."""
ASSISTANT_BAR = (0.80, 0.10)
"""The same of the replies of the assistant, a day after it was told."""


def verdict(asked: Asked, answer: str | None) -> str:
    """Says whether an answer is right, silent or wrong."""
    if answer is None:
        return "silent" if asked.answers else "right"
    return "right" if any(word in answer.casefold() for word in asked.answers) else "wrong"


def _figures(what: str, stories: int) -> tuple[float, float, list[str]]:
    counted, wrong = Counter[str](), list[str]()
    for number in range(stories):
        story = story_of(
            f"{what} {number}",
            tell_held=what == "told in held-out forms",
            ask_held=what == "asked in held-out forms",
        )
        join = TalkJoin(story.turns)
        for asked in story.asked:
            answer = join.answer(asked.text)
            found = verdict(asked, answer)
            counted[found] += 1
            wrong += [f"{asked.text} -> {answer}"] * (found == "wrong")
    return counted["right"] / counted.total(), counted["wrong"] / counted.total(), wrong


@pytest.mark.parametrize("what", BARS)
def test_stories_are_answered(what: str) -> None:
    right, wrong, examples = _figures(what, STORIES.now)
    least, most = BARS[what]
    assert (right >= least, wrong <= most) == (True, True), (right, wrong, examples[:10])


def test_a_seed_tells_the_same_story_each_time() -> None:
    assert story_of("one") == story_of("one")
    assert story_of("one") != story_of("two")


def test_a_story_has_facts_questions_and_something_unknown() -> None:
    stories = [story_of(f"shape {number}") for number in range(30)]
    sorts = Counter(asked.sort for story in stories for asked in story.asked)
    assert sorts.keys() >= {"ask", "changed", "confirm", "who", "reverse", "name", "unknown"}
    assert all(any(asked.answers) for story in stories for asked in story.asked if asked.sort != "unknown")


def test_the_assistant_answers_stories(tmp_path: Path) -> None:
    counted = Counter[str]()
    for number in range(TOLD_STORIES.now):
        story = story_of(f"assistant {number}")
        with talk_in(tmp_path / str(number)) as talk:
            talk.say_all(*story.turns)
            talk.new_session(days=1)
            counted.update(verdict(asked, _told(talk.say(asked.text))) for asked in story.asked)
    right, wrong = counted["right"] / counted.total(), counted["wrong"] / counted.total()
    assert (right >= ASSISTANT_BAR[0], wrong <= ASSISTANT_BAR[1]) == (True, True), (right, wrong)


def _told(reply: str) -> str | None:
    """Returns a reply that tells something; None for one that says that it does not."""
    return None if re.search(r"don't know that yet|not sure (it|what)|can't", reply) else reply
