"""Promise: in a year of talk, each session that opens resumes what a naive reading of 2.21 says, and nothing else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pytest

from memory.model.atoms import Channel, Moment
from tests.budgets import SOAK, YEAR_SESSIONS
from tests.device.skills.continuity.naive_resume import (
    DAY,
    GREETING,
    HOUR,
    MINUTE,
    OTHER,
    SILENT,
    TELLING,
    NaivePerson,
    NaiveTalk,
    NaiveWork,
)
from tests.device.skills.continuity.year_words import WORDS, YearWords
from tests.sim.assistant_talk import START, Talk, talk_in

SECOND, YEAR = 1_000, 365 * DAY
EDGES = (30 * MINUTE, 72 * HOUR, 30 * DAY, 90 * DAY)
HABITS = {
    "Ana": (300, (2 * HOUR, 7 * HOUR, 13 * HOUR, 20 * HOUR, 26 * HOUR, 40 * HOUR)),
    "Ben": (60, (20 * HOUR, 70 * HOUR, 4 * DAY, 8 * DAY)),
    "Cleo": (28, (4 * DAY, 9 * DAY, 29 * DAY)),
    "Dora": (12, (11 * DAY, 29 * DAY)),
}
"""The sessions of each person in a year, and how long they usually stay away."""


_EVERYTHING = {
    "told", "asked", "work told", "work asked", "resumed", "stranger",
    "silent after greeting", "silent after telling", "silent after other",
}  # fmt: skip
"""All that a year must hold."""


@dataclass
class _Person:
    """One person of the household: what a naive reader knows of them, and when they come next."""

    name: str
    chance: Random
    left: int
    away: tuple[int, ...]
    naive: NaivePerson = field(default_factory=NaivePerson)
    next_ms: int = START.at_ms


class _Year:
    """Plays sessions, and checks what comes up in each."""

    def __init__(self, talk: Talk, words: YearWords) -> None:
        self.talk, self.words = talk, words
        self.seen: Counter[str] = Counter()
        self.here: NaiveTalk | None = None

    def play(self, sessions: int) -> None:
        """So many sessions of all people, at least three of each, in the order of their moments."""
        people = [
            _Person(name, Random(name), max(3, count * sessions // 400), away) for name, (count, away) in HABITS.items()
        ]
        while waiting := [one for one in people if one.left]:
            one = min(waiting, key=lambda each: each.next_ms)
            self._session(one)
            one.left -= 1
            assert one.next_ms < START.at_ms + 2 * YEAR

    def _session(self, one: _Person) -> None:
        """An opening that is checked, an answer to what came up, and what the person wants today."""
        self.here = None
        self.talk.new_session()
        self.talk.now = Moment(one.next_ms - MINUTE, START.utc_offset_min)
        if one.chance.random() < 0.06:
            self._stranger(one)
        self._open(one)
        for act in one.chance.sample(self._acts(), k=one.chance.choice((1, 1, 2))):
            act(one)
        if self.here is not None:
            self.here.ended_ms = self.talk.now.at_ms
            one.naive.talks.append(self.here)
        one.next_ms = self.talk.now.at_ms + _absence(one)

    def _stranger(self, one: _Person) -> None:
        """Somebody greets whom nobody knows: nothing comes up."""
        how = one.chance.choice(({"identified": False}, {"channel": Channel.VOICE}))
        one.naive.close(self.talk.now.at_ms + MINUTE)
        reply = self.talk.say(self.words.hello, user=one.name, **how)
        self.talk.new_session()
        assert self.words.read(reply) == SILENT, reply
        self.seen["stranger"] += 1

    def _open(self, one: _Person) -> None:
        opening = one.chance.choices((GREETING, TELLING, OTHER), (10, 1, 1))[0]
        said = {GREETING: self.words.hello, OTHER: self.words.other}.get(opening, "")
        if opening == TELLING:
            self.here = NaiveTalk(one.chance.choice(sorted(self.words.topics)), self.talk.session)
            said = self.words.say(self.words.about, self.here.topic)
        now_ms = self.talk.now.at_ms + MINUTE
        one.naive.close(now_ms)
        expected = one.naive.comes_up(now_ms, opening)
        reply = self._say(one, said)
        assert self.words.read(reply) == expected, (one.name, said, reply, expected, self.seen)
        self.seen[expected[0] or f"silent after {opening}"] += 1
        self._react(one, expected[0], now_ms)

    def _react(self, one: _Person, how: str, opened_ms: int) -> None:
        """Answers what came up, or passes over it."""
        work, top = one.naive.work(opened_ms), one.naive.top(opened_ms)
        reaction = one.chance.choice(("pass", "pass", "yes", "no", "that"))
        if reaction == "pass":
            return
        if how.startswith("work") and work is not None:
            self._settle_work(one, work, how, reaction)
        elif how == "asked" and top is not None:
            reply = self._say(one, {"yes": self.words.yes, "no": self.words.no}.get(reaction, self.words.forget_that))
            top.aside = reaction != "yes"
            if reaction == "yes":
                assert self.words.read(reply) == ("told", top.topic, top.lines()), reply
                top.resume(self.talk.now.at_ms)
        elif how == "told" and top is not None and reaction == "that":
            self._say(one, self.words.forget_that)
            top.aside = True

    def _settle_work(self, one: _Person, work: NaiveWork, how: str, reaction: str) -> None:
        if reaction == "that":
            self._say(one, self.words.forget_that)
            work.aside = True
        elif reaction == "no":
            self._say(one, self.words.cancel_that)
            work.pending = False
        elif how == "work asked":
            self._say(one, self.words.yes)
            self._say(one, self.words.yes)
            work.pending = False

    def _acts(self) -> tuple[Callable[[_Person], None], ...]:
        often = (self._tell, self._tell, self._tell, self._decide_open)
        return (*often, self._resume, self._pin, self._forget, self._prefer, self._order)

    def _tell(self, one: _Person) -> None:
        """Talks about a topic: what is decided of it, what is open, what comes next, or nothing of these."""
        words, chance = self.words, one.chance
        talk = self._begin(one, chance.choice(sorted(words.topics)))
        if not talk.decided and chance.random() < 0.5:
            thing = chance.choice(words.choices)
            talk.decide(self._say(one, words.say(words.decided, talk.topic, thing), reply=False), thing)
        if not talk.open and chance.random() < 0.35:
            part = chance.choice(words.parts)
            talk.open[self._say(one, words.say(words.open, talk.topic, part), reply=False)] = part
        if not talk.coming and chance.random() < 0.4:
            trade = chance.choice(words.trades)
            talk.coming.append(self._say(one, words.say(words.coming, talk.topic, trade), reply=False))

    def _decide_open(self, one: _Person) -> None:
        """Decides in a new conversation what another left open."""
        waiting = [(talk, part) for talk in one.naive.talks for part in talk.open.values()]
        if waiting and self.here is None:
            older, part = one.chance.choice(waiting)
            talk = self._begin(one, older.topic)
            talk.decide(self._say(one, self.words.say(self.words.decided_part, talk.topic, part), reply=False), part)

    def _begin(self, one: _Person, topic: str) -> NaiveTalk:
        """The conversation of this session; it begins with its topic."""
        if self.here is None:
            self.here = NaiveTalk(topic, self.talk.session)
            self._say(one, self.words.say(self.words.about, topic))
        return self.here

    def _resume(self, one: _Person) -> None:
        if (found := self._earlier(one)) and found.lines():
            reply = self._say(one, self.words.say(self.words.resume, found.topic))
            assert self.words.read(reply) == ("told", found.topic, found.lines()), (reply, found)
            found.resume(self.talk.now.at_ms)
            self.seen["resumed"] += 1

    def _pin(self, one: _Person) -> None:
        if found := self._earlier(one):
            pins = not found.pinned and one.chance.random() < 0.4
            self._say(one, self.words.say(self.words.pin if pins else self.words.unpin, found.topic))
            found.pinned = pins

    def _forget(self, one: _Person) -> None:
        if found := self._earlier(one):
            self._say(one, self.words.say(self.words.forget, found.topic))
            one.naive.forget(found)

    def _prefer(self, one: _Person) -> None:
        (name, value), said = one.chance.choice([*self.words.prefer.items(), *list(self.words.prefer.items())[:2]])
        self._say(one, said)
        setattr(one.naive, name, value)

    def _order(self, one: _Person) -> None:
        text = self.words.work.format(thing=one.chance.choice(self.words.choices))
        self._say(one, self.words.order.format(thing=text))
        one.naive.works.append(NaiveWork(text, self.talk.session, self.talk.now.at_ms))

    def _earlier(self, one: _Person) -> NaiveTalk | None:
        """The conversation that is meant by the topic of some earlier one."""
        topics = sorted({talk.topic for talk in one.naive.talks if talk.closed})
        return one.naive.about(one.chance.choice(topics), self.talk.now.at_ms + MINUTE) if topics else None

    def _say(self, one: _Person, text: str, *, reply: bool = True) -> str:
        """Says something; returns the reply, or what was said."""
        answered = self.talk.say(text, user=one.name)
        return answered if reply else text


def _absence(one: _Person) -> int:
    """How long a person stays away: as usual, or to the second at a limit, a second less or a second more."""
    if one.chance.random() < 0.8:
        return one.chance.choice(one.away) + one.chance.randrange(HOUR)
    edge = one.chance.choice([edge for edge in EDGES if edge <= 3.2 * max(one.away)])
    return edge + one.chance.choice((-SECOND, 0, SECOND))


@pytest.mark.timeout(3_600 if SOAK else 300)
@pytest.mark.parametrize("language", sorted(WORDS))
def test_each_session_of_a_year_resumes_what_the_specification_says(tmp_path: Path, language: str) -> None:
    with talk_in(tmp_path / "vault", language) as talk:
        year = _Year(talk, WORDS[language])
        year.play(YEAR_SESSIONS.now)
    assert year.seen.keys() >= {"told", "asked", "work asked", "silent after greeting"}, year.seen
    assert YEAR_SESSIONS.now < YEAR_SESSIONS.whole or year.seen.keys() >= _EVERYTHING, year.seen
