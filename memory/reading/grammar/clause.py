"""Pure: what the reader returns: acts, their clauses, and what a clause refers to, as spans of characters."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum


class ActKind(Enum):
    """What a part of an utterance does."""

    TELL = "tell"
    ASK = "ask"
    CORRECT = "correct"
    COMMAND = "command"
    COURTESY = "courtesy"
    FRAGMENT = "fragment"


class Modality(Enum):
    """How a clause is meant. Only FACT and HEDGED, WISH, PLAN, DUTY, ABILITY, GENERAL may be kept.

    GENERAL holds under a condition or with its alternative, "the lid sticks if it's cold": it is kept whole, changes
    nothing that was told, and is changed by nothing.
    """

    FACT = "fact"
    HEDGED = "hedged"
    WISH = "wish"
    PLAN = "plan"
    DUTY = "duty"
    ABILITY = "ability"
    CONDITIONAL = "conditional"
    GENERAL = "general"
    REPORTED = "reported"
    PAST_ONLY = "past only"

    @property
    def is_conditional(self) -> bool:
        """Says whether the clause holds only under a condition."""
        return self in (Modality.CONDITIONAL, Modality.GENERAL)

    @property
    def is_ahead(self) -> bool:
        """Says whether the clause tells what is yet to be done: a duty, a plan, a wish."""
        return self in (Modality.DUTY, Modality.PLAN, Modality.WISH)


class Mark(Enum):
    """Words of change in or before a clause."""

    FIX = "fix"
    NOW = "now"
    OVER = "over"
    AGAIN = "again"
    INSTEAD = "instead"
    NEW = "new"
    CONTRAST = "contrast"


class Gap(Enum):
    """What a question leaves open."""

    NONE = "yes or no"
    WHO = "who"
    WHAT = "what"
    WHICH = "which"
    WHERE = "where"
    WHEN = "when"
    WHY = "why"
    HOW = "how"
    COUNT = "how many"
    AMOUNT = "how much"
    DEGREE = "how old"


Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause. Positions are those of tokens; `start` and `end` are characters."""

    start: int
    end: int
    first: int
    """The first token of the clause itself, after words that are no part of it."""
    last: int
    """The token after its last."""
    subject: Span = (0, 0)
    """Its subject, as tokens; empty when it is shared or dropped."""
    verb: int = -1
    """The first finite verb; -1 without one."""
    main: int = -1
    """The verb that carries the meaning."""
    rest: int = -1
    """The first token after the verb group."""
    lemma: str = ""
    """The dictionary form of the main verb."""
    negated: bool = False
    past: bool = False
    modality: Modality = Modality.FACT
    marks: frozenset[Mark] = frozenset()
    shared: Span = (0, 0)
    """The subject that it shares with the clause before, as tokens."""
    asks: Gap | None = None
    """What it asks; None when it does not ask."""
    sort: Span = (0, 0)
    """The words after "which", "what" or "how" that say what sort of thing is asked for."""


@dataclass(frozen=True, slots=True)
class Act:
    """One act of an utterance, with the characters that it covers."""

    kind: ActKind
    start: int
    end: int
    clause: Clause


@dataclass(frozen=True, slots=True)
class Reading:
    """The acts of an utterance in order, and the spans that have no reading."""

    text: str
    acts: tuple[Act, ...] = ()
    unread: tuple[Span, ...] = field(default=())
