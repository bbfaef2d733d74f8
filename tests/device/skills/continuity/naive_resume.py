"""An independent, naive reading of 2.21, 2.21A and 2.21B: what comes up when a session opens, from plain lists.

It knows what a person said and when, and shares nothing with the rules that it checks: no record, no limit, no order.
"""

from __future__ import annotations

from dataclasses import dataclass, field

MINUTE, HOUR, DAY = 60_000, 3_600_000, 86_400_000
GREETING, TELLING, OTHER = "greeting", "telling", "other"
"""With what a person opens a session."""
SILENT = ("", "", frozenset[str]())


@dataclass
class NaiveTalk:
    """What was said in one conversation about one topic."""

    topic: str
    session: str
    ended_ms: int = 0
    decided: dict[str, frozenset[str]] = field(default_factory=dict)
    """Each decision with the words that it names."""
    open: dict[str, str] = field(default_factory=dict)
    """Each open question with the part that it asks about."""
    coming: list[str] = field(default_factory=list)
    closed: bool = False
    pinned: bool = False
    aside: bool = False
    resumed_ms: int = 0
    resumed: int = 0

    def decide(self, clause: str, thing: str) -> None:
        """Takes in a decision; what it names is open no longer."""
        self.decided[clause] = frozenset({thing, self.topic})
        for question, part in list(self.open.items()):
            if part == thing:
                del self.open[question]

    def resume(self, now_ms: int) -> None:
        """Notes that it was told again because the person wanted it."""
        self.resumed_ms, self.resumed, self.aside = now_ms, self.resumed + 1, False

    def used_ms(self) -> int:
        """When it was last talked about or resumed."""
        return max(self.ended_ms, self.resumed_ms)

    def lines(self) -> frozenset[str]:
        """What may be told of it."""
        return frozenset([*self.decided, *self.open, *self.coming])


@dataclass
class NaiveWork:
    """One thing that is to be done."""

    text: str
    session: str
    touched_ms: int
    pending: bool = True
    aside: bool = False


@dataclass
class NaivePerson:
    """All that one person said, and how they want to be reminded of it."""

    talks: list[NaiveTalk] = field(default_factory=list)
    works: list[NaiveWork] = field(default_factory=list)
    resumes: bool = True
    recalls: bool = True
    everything: bool = False

    def close(self, now_ms: int) -> None:
        """Ends the conversations that were silent for half an hour; what they decided is open nowhere else."""
        for talk in self.talks:
            if not talk.closed and now_ms - talk.ended_ms >= 30 * MINUTE:
                talk.closed = True
                for older in self.talks:
                    if older.closed and older.ended_ms < talk.ended_ms:
                        _settle(older, talk)

    def forget(self, talk: NaiveTalk) -> None:
        """Forgets a conversation with all that was said in it, so also what was to be done."""
        self.talks.remove(talk)
        self.works = [work for work in self.works if work.session != talk.session]

    def comes_up(self, now_ms: int, opening: str) -> tuple[str, str, frozenset[str]]:
        """What a session that opens now says unasked: how, of what, and in which lines."""
        if not (self.resumes and self.recalls):
            return SILENT
        if opening == OTHER or (opening == TELLING and not self.everything):
            return SILENT
        work = self.work(now_ms)
        if work is not None:
            hot = now_ms - work.touched_ms <= 72 * HOUR
            return ("work told" if hot else "work asked", work.text, frozenset())
        talk = self.top(now_ms)
        if talk is None:
            return SILENT
        if now_ms - talk.used_ms() <= 72 * HOUR:
            return ("told", talk.topic, talk.lines())
        return ("asked", talk.topic, frozenset())

    def work(self, now_ms: int) -> NaiveWork | None:
        """The pending thing to do that was touched last within 30 days."""
        found: NaiveWork | None = None
        for work in self.works:
            waits = work.pending and not work.aside and now_ms - work.touched_ms <= 30 * DAY
            if waits and (found is None or work.touched_ms > found.touched_ms):
                found = work
        return found

    def top(self, now_ms: int) -> NaiveTalk | None:
        """The conversation that may come up: pinned before unresolved before the last used before the most used."""
        found: NaiveTalk | None = None
        for talk in self.talks:
            old = now_ms - talk.used_ms()
            warm = old <= 30 * DAY or (bool(talk.open) and old <= 90 * DAY)
            may = talk.closed and bool(talk.lines()) and not talk.aside and warm
            if may and (found is None or _goes_before(talk, found, now_ms)):
                found = talk
        return found

    def about(self, topic: str, now_ms: int) -> NaiveTalk | None:
        """The conversation that is meant by its topic: the first of them, however old."""
        found: NaiveTalk | None = None
        for talk in self.talks:
            if talk.closed and talk.topic == topic and (found is None or _goes_before(talk, found, now_ms)):
                found = talk
        return found


def _goes_before(one: NaiveTalk, other: NaiveTalk, now_ms: int) -> bool:
    if one.pinned != other.pinned:
        return one.pinned
    unresolved = bool(one.open) and now_ms - one.used_ms() <= 90 * DAY
    if unresolved != (bool(other.open) and now_ms - other.used_ms() <= 90 * DAY):
        return unresolved
    if one.used_ms() != other.used_ms():
        return one.used_ms() > other.used_ms()
    return one.resumed > other.resumed


def _settle(older: NaiveTalk, newer: NaiveTalk) -> None:
    for words in newer.decided.values():
        for question, part in list(older.open.items()):
            if part in words:
                del older.open[question]
