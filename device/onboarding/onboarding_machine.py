"""Rules: the first meeting. Selene says what 24 words are for, shows them, has three checked, and an account is made.

Everything that moves a stage lives in this file. The words never come here: the machine is told that a typed word was
right or wrong, and asks for the first, second or third of the check. So what is said is the same whatever they are.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from memory.text.stemming import split_words

CHECKED = 3
"""So many of the words are asked for."""
TRIES = 3
"""Wrong answers to one of them before the paper is taken to be wrong."""


class Stage(StrEnum):
    """Where the meeting is."""

    GREETING = "greeting"
    WRITING = "writing"
    CHECKING = "checking"
    PARTING = "parting"
    ENDED = "ended"


class Sign(StrEnum):
    """What can happen. Of what is heard and typed only this is left."""

    SPOKEN = "spoken to the end"
    READY = "ready"
    LATER = "later"
    RESTORE = "has words already"
    RIGHT = "right word"
    WRONG = "wrong word"
    BROKEN_OFF = "broken off"


class End(StrEnum):
    """How the meeting ended. An account is made in the first case only."""

    MADE = "made"
    LATER = "later"
    RESTORE = "restore"
    UNCHECKED = "unchecked"
    BROKEN_OFF = "broken off"


class Do(StrEnum):
    """What is to be done, in order, before anything is said."""

    SHOW_WORDS = "show the words"
    CLEAR = "take everything off the screen"
    MAKE_ACCOUNT = "make the account"
    KEEP_LATER = "do not ask at the next start"


@dataclass(frozen=True, slots=True)
class Meeting:
    """The whole state. `asked` is which of the check is asked for, from 0; `wrong` counts answers to that one."""

    stage: Stage = Stage.GREETING
    asked: int = 0
    wrong: int = 0
    end: End | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """What follows: what to do, and which sentence to say then; none is said when `say` is empty."""

    meeting: Meeting
    do: tuple[Do, ...] = ()
    say: str = ""


_GONE = (Do.CLEAR,)
_TABLE: Mapping[tuple[Stage, Sign], tuple[Stage, End | None, tuple[Do, ...], str]] = {
    (Stage.GREETING, Sign.SPOKEN): (Stage.WRITING, None, (Do.SHOW_WORDS,), "write"),
    (Stage.GREETING, Sign.READY): (Stage.WRITING, None, (Do.SHOW_WORDS,), "write"),
    (Stage.GREETING, Sign.LATER): (Stage.PARTING, End.LATER, (Do.KEEP_LATER,), "later"),
    (Stage.GREETING, Sign.RESTORE): (Stage.PARTING, End.RESTORE, (), "restore"),
    (Stage.GREETING, Sign.BROKEN_OFF): (Stage.ENDED, End.BROKEN_OFF, (), ""),
    (Stage.WRITING, Sign.READY): (Stage.CHECKING, None, _GONE, "check"),
    (Stage.WRITING, Sign.LATER): (Stage.PARTING, End.LATER, (Do.CLEAR, Do.KEEP_LATER), "later"),
    (Stage.WRITING, Sign.RESTORE): (Stage.PARTING, End.RESTORE, _GONE, "restore"),
    (Stage.WRITING, Sign.BROKEN_OFF): (Stage.ENDED, End.BROKEN_OFF, _GONE, ""),
    (Stage.CHECKING, Sign.BROKEN_OFF): (Stage.ENDED, End.BROKEN_OFF, _GONE, ""),
}


def greeted() -> Step:
    """The first step."""
    return Step(Meeting(), say="hello")


def step(meeting: Meeting, sign: Sign) -> Step:
    """What follows from a sign. One that means nothing at this stage changes nothing."""
    if meeting.stage is Stage.PARTING and sign in (Sign.SPOKEN, Sign.BROKEN_OFF):
        return Step(replace(meeting, stage=Stage.ENDED))
    if meeting.stage is Stage.CHECKING and sign in (Sign.RIGHT, Sign.WRONG):
        return _checked(meeting) if sign is Sign.RIGHT else _wrong(meeting)
    if (meeting.stage, sign) not in _TABLE:
        return Step(meeting)
    stage, end, do, say = _TABLE[meeting.stage, sign]
    return Step(Meeting(stage, end=end), do, say)


def _checked(meeting: Meeting) -> Step:
    asked = meeting.asked + 1
    if asked < CHECKED:
        return Step(Meeting(Stage.CHECKING, asked), say="next")
    return Step(Meeting(Stage.PARTING, end=End.MADE), (Do.CLEAR, Do.MAKE_ACCOUNT), "made")


def _wrong(meeting: Meeting) -> Step:
    wrong = meeting.wrong + 1
    if wrong < TRIES:
        return Step(replace(meeting, wrong=wrong), say="again")
    return Step(Meeting(Stage.PARTING, end=End.UNCHECKED), _GONE, "unchecked")


def listens(meeting: Meeting) -> bool:
    """Whether the ear is open when nothing is being said. In the check it is not: the words are not for the air."""
    return meeting.stage is Stage.WRITING


class Phrases:
    """What a person may say or type to be ready, to leave it for later, or to restore; in one language."""

    def __init__(self, phrases: Mapping[str, Iterable[str]]) -> None:
        """`phrases` has lists for `ready`, `later` and `restore`."""
        signs = {"ready": Sign.READY, "later": Sign.LATER, "restore": Sign.RESTORE}
        self._signs = {split_words(said): sign for name, sign in signs.items() for said in phrases[name]}

    def sign(self, said: str) -> Sign | None:
        """What the whole of what was said means; None for anything else, which is forgotten at once."""
        return self._signs.get(split_words(said))

    def may_be_read_out(self, shown: Iterable[str]) -> bool:
        """Whether none of these words, read out while they are written down, would be taken for an answer."""
        return all(split_words(word) not in self._signs for word in shown)
