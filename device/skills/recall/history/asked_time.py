"""Pure: reads the past time that a question about the memory names: "since monday", "the flat on january first"."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from device.nlu.time_ranges import TimeRange
from device.skills.reply_context import ReplyContext
from memory.core.policy import DAY_MS, MAX_TIME_WORDS, RECENT_DAYS
from memory.model.atoms import Atom
from memory.model.ports import KnownPeriod
from memory.model.timestamps import local_datetime, on_wall_clock
from memory.rules.history import since_ms


@dataclass(frozen=True, slots=True)
class PastSpan:
    """A stretch of past time."""

    from_ms: int
    until_ms: int

    @property
    def is_day(self) -> bool:
        """Whether it is one day or less."""
        return self.until_ms - self.from_ms <= DAY_MS


def past_span(view: ReplyContext, words: str) -> PastSpan | None:
    """Resolves words that are nothing but a past time; None for others."""
    found = view.fact_keys.spans.asked_range(words, view.heard.turn.at)
    return _span(found)


def since_span(view: ReplyContext, words: str) -> PastSpan | None:
    """Resolves what "since" names: from its beginning until now."""
    found = past_span(view, words)
    return PastSpan(found.from_ms, view.heard.turn.at.at_ms) if found else None


def recent_span(view: ReplyContext) -> PastSpan:
    """Returns the last few days, for a question that names no time."""
    at = view.heard.turn.at
    today = local_datetime(at)
    since_midnight_ms = ((today.hour * 60 + today.minute) * 60 + today.second) * 1_000
    return PastSpan(at.at_ms - since_midnight_ms - RECENT_DAYS * DAY_MS, at.at_ms)


def topic_and_span(view: ReplyContext, words: str) -> tuple[str, PastSpan] | None:
    """Cuts "the flat on january first" into its topic and its time; None when it ends with no time."""
    spoken = words.split()
    for cut in range(1, len(spoken)):
        span = past_span(view, " ".join(spoken[cut:]))
        if span is not None:
            return " ".join(spoken[:cut]), span
    return None


def time_within(view: ReplyContext) -> tuple[str, PastSpan] | None:
    """Cuts the past time out of a question: what is left of it, and the time; None without one."""
    text = view.heard.turn.text
    if not view.fact_keys.spans.may_name_time(text):
        return None
    spoken = text.strip(" ?.!").split()
    for size in range(min(len(spoken) - 1, MAX_TIME_WORDS), 0, -1):
        for begin in range(1, len(spoken) - size + 1):
            span = past_span(view, " ".join(spoken[begin : begin + size]))
            if span is not None:
                return " ".join((*spoken[:begin], *spoken[begin + size :])), span
    return None


def mentionable_periods(view: ReplyContext, periods: Iterable[KnownPeriod]) -> tuple[KnownPeriod, ...]:
    """Returns those that may be mentioned."""
    every = tuple(periods)
    told = view.memory.mentionable(view.gate, (each.atom for each in every))
    ids = frozenset(atom.atom_id for atom in told)
    return tuple(each for each in every if each.atom.atom_id in ids)


def begun_ms(view: ReplyContext, atom: Atom) -> int | None:
    """Returns since when a fact is so, where its words tell it."""
    return since_ms(atom, view.memory.language, view.heard.turn.at.utc_offset_min)


def day_name(view: ReplyContext, at_ms: int) -> str:
    """Renders the day of a moment on the person's clock."""
    return view.replies.date(on_wall_clock(at_ms, view.heard.turn.at))


def _span(found: TimeRange | None) -> PastSpan | None:
    return None if found is None or found.whole_session else PastSpan(found.from_ms, found.until_ms)
