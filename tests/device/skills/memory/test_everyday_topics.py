"""Promise: a topic that is named by a noun covers what was told of it with a verb or a measure, and nothing else.

`cases/topics.txt` and `cases/forget_topics.txt` hold a topic or a request, what was told of it in other words, and what
stays.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from memory.rules.life_areas import topic_cover
from tests.sim.assistant_talk import Talk, talk_in

CASES = Path(__file__).parent / "cases"
FORBID = (
    "don't bring up {} again",
    "please don't mention {} any more",
    "stop going on about {}",
    "i'd rather you didn't mention {} love",
    "can you not bring up {} please",
    "let's not talk about {} ever",
    "don't talk to me about {}",
    "about {} don't bring it up again",
)


def _rows(name: str) -> list[list[str]]:
    lines = (CASES / name).read_text(encoding="utf-8").splitlines()
    return [line.split(" | ") for line in lines if line and not line.startswith("#")]


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Talk]:
    """One vault; each case is a person of its own in it."""
    with talk_in(tmp_path_factory.mktemp("topics")) as talk:
        yield talk


def _all_told(talk: Talk, user: str) -> str:
    """What is told about the person and of the day, with the bundle."""
    replies = [talk.say(asked, user=user) for asked in ("what do you know about me", "what have i told you today")]
    return "\n".join((*replies, *(atom.text for atom in talk.answer.bundle.atoms), *talk.answer.bundle.excerpts))


@pytest.mark.parametrize("first", [True, False])
@pytest.mark.parametrize(("at", "row"), tuple(enumerate(_rows("topics.txt"))), ids=str)
def test_a_topic_hides_what_was_told_of_it(shared: Talk, at: int, row: list[str], first: bool) -> None:
    (topic, told, beside), user = row, f"{row[0]} {first}"
    rule = FORBID[at % len(FORBID)].format(topic)
    for said in (rule, told, beside) if first else (told, beside, rule):
        shared.say(said, user=user)
    assert shared.texts(user) == [beside]
    known = _all_told(shared, user)
    assert told not in known
    assert beside in known


@pytest.mark.parametrize(("request_", "told", "beside"), _rows("forget_topics.txt"))
def test_a_topic_is_forgotten_with_what_was_told_of_it(shared: Talk, request_: str, told: str, beside: str) -> None:
    for said in (told, beside, request_):
        shared.say(said, user=request_)
    if "?" in shared.answer.reply:
        assert told in shared.answer.reply
        shared.say("yes", user=request_)
    assert shared.texts(request_) == [beside]


def test_what_only_mostly_belongs_to_a_topic_is_asked_about_before_it_is_forgotten(talk: Talk) -> None:
    talk.say_all("my wine glasses are in the top cupboard", "forget about my drinking")
    assert talk.texts() == ["my wine glasses are in the top cupboard"]
    assert "?" in talk.answer.reply


def test_what_is_known_of_a_topic_is_told_by_its_name(talk: Talk) -> None:
    talk.say_all("i've got asthma", "i make nineteen thousand a year", "my wine glasses are in the top cupboard")
    assert "asthma" in talk.say("what do you know about my health")
    assert "nineteen thousand" in talk.say("what do you know about my pay")
    assert "glasses" not in talk.say("what do you know about my drinking")


def test_a_topic_may_be_mentioned_again_by_another_name(talk: Talk) -> None:
    talk.say_all("i failed my maths test", "don't mention my grades", "you can mention my exam results again")
    assert talk.texts() == ["i failed my maths test"]


@pytest.mark.parametrize(
    ("topic", "told"),
    [
        ("my weight", "the parcel weighs two kilos"),
        ("my age", "the bread is in the oven"),
        ("my pay", "i paid for the shed with a cheque"),
        ("the divorce", "she left the keys on the table"),
        ("my brother's debts", "i owe my sister twenty"),
        ("my husband's drinking", "the neighbours were drunk"),
        ("my debts", "my rent is nine hundred"),
        ("my grades", "the hill has a steep climb"),
        ("the driving ban", "the dog was banned from the park"),
    ],
)
def test_a_topic_leaves_what_is_of_something_else(topic: str, told: str) -> None:
    assert not topic_cover(topic.removeprefix("my ").removeprefix("the ")).covers(told)
