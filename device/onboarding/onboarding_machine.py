"""Pure: the state machine of the first meeting: explains the 24 words, shows them, has three checked, makes an account.

Every change of stage is in this file. The machine never gets the words: its input is whether a typed word was right,
and it asks for the first, second or third of the check. So what is said does not depend on them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from device.core.policy import CHECK_TRIES, CHECKED_WORDS
from memory.text.stemming import split_words


class OnboardingStage(StrEnum):
    """The stage of the meeting."""

    GREETING = "greeting"
    WRITING = "writing"
    CHECKING = "checking"
    PARTING = "parting"
    ENDED = "ended"


class OnboardingSignal(StrEnum):
    """The inputs of the machine; words that are heard or typed are reduced to these."""

    SPOKEN = "spoken to the end"
    READY = "ready"
    LATER = "later"
    RESTORE = "has words already"
    RIGHT = "right word"
    WRONG = "wrong word"
    BROKEN_OFF = "broken off"


class OnboardingEnd(StrEnum):
    """The end of the meeting. An account is made in the first case only."""

    MADE = "made"
    LATER = "later"
    RESTORE = "restore"
    UNCHECKED = "unchecked"
    BROKEN_OFF = "broken off"


class OnboardingAction(StrEnum):
    """What is to be done, in order, before anything is said."""

    SHOW_WORDS = "show the words"
    CLEAR = "take everything off the screen"
    MAKE_ACCOUNT = "make the account"
    KEEP_LATER = "do not ask at the next start"


@dataclass(frozen=True, slots=True)
class OnboardingState:
    """The state of the meeting. `asked` is the index of the check, from 0; `wrong` counts wrong answers to it."""

    stage: OnboardingStage = OnboardingStage.GREETING
    asked: int = 0
    wrong: int = 0
    end: OnboardingEnd | None = None


@dataclass(frozen=True, slots=True)
class OnboardingStep:
    """The actions of a step, and the sentence to say then; none when `say` is empty."""

    meeting: OnboardingState
    do: tuple[OnboardingAction, ...] = ()
    say: str = ""


_CLEAR_ONLY = (OnboardingAction.CLEAR,)
_TABLE: Mapping[
    tuple[OnboardingStage, OnboardingSignal],
    tuple[OnboardingStage, OnboardingEnd | None, tuple[OnboardingAction, ...], str],
] = {
    (OnboardingStage.GREETING, OnboardingSignal.SPOKEN): (
        OnboardingStage.WRITING,
        None,
        (OnboardingAction.SHOW_WORDS,),
        "write",
    ),
    (OnboardingStage.GREETING, OnboardingSignal.READY): (
        OnboardingStage.WRITING,
        None,
        (OnboardingAction.SHOW_WORDS,),
        "write",
    ),
    (OnboardingStage.GREETING, OnboardingSignal.LATER): (
        OnboardingStage.PARTING,
        OnboardingEnd.LATER,
        (OnboardingAction.KEEP_LATER,),
        "later",
    ),
    (OnboardingStage.GREETING, OnboardingSignal.RESTORE): (
        OnboardingStage.PARTING,
        OnboardingEnd.RESTORE,
        (),
        "restore",
    ),
    (OnboardingStage.GREETING, OnboardingSignal.BROKEN_OFF): (OnboardingStage.ENDED, OnboardingEnd.BROKEN_OFF, (), ""),
    (OnboardingStage.WRITING, OnboardingSignal.READY): (OnboardingStage.CHECKING, None, _CLEAR_ONLY, "check"),
    (OnboardingStage.WRITING, OnboardingSignal.LATER): (
        OnboardingStage.PARTING,
        OnboardingEnd.LATER,
        (OnboardingAction.CLEAR, OnboardingAction.KEEP_LATER),
        "later",
    ),
    (OnboardingStage.WRITING, OnboardingSignal.RESTORE): (
        OnboardingStage.PARTING,
        OnboardingEnd.RESTORE,
        _CLEAR_ONLY,
        "restore",
    ),
    (OnboardingStage.WRITING, OnboardingSignal.BROKEN_OFF): (
        OnboardingStage.ENDED,
        OnboardingEnd.BROKEN_OFF,
        _CLEAR_ONLY,
        "",
    ),
    (OnboardingStage.CHECKING, OnboardingSignal.BROKEN_OFF): (
        OnboardingStage.ENDED,
        OnboardingEnd.BROKEN_OFF,
        _CLEAR_ONLY,
        "",
    ),
}


def first_onboarding_step() -> OnboardingStep:
    """Returns the first step."""
    return OnboardingStep(OnboardingState(), say="hello")


def advance_onboarding(meeting: OnboardingState, sign: OnboardingSignal) -> OnboardingStep:
    """Processes a signal. One without a meaning at this stage changes nothing."""
    if meeting.stage is OnboardingStage.PARTING and sign in (OnboardingSignal.SPOKEN, OnboardingSignal.BROKEN_OFF):
        return OnboardingStep(replace(meeting, stage=OnboardingStage.ENDED))
    if meeting.stage is OnboardingStage.CHECKING and sign in (OnboardingSignal.RIGHT, OnboardingSignal.WRONG):
        return _after_right_word(meeting) if sign is OnboardingSignal.RIGHT else _after_wrong_word(meeting)
    if (meeting.stage, sign) not in _TABLE:
        return OnboardingStep(meeting)
    stage, end, do, say = _TABLE[meeting.stage, sign]
    return OnboardingStep(OnboardingState(stage, end=end), do, say)


def _after_right_word(meeting: OnboardingState) -> OnboardingStep:
    asked = meeting.asked + 1
    if asked < CHECKED_WORDS:
        return OnboardingStep(OnboardingState(OnboardingStage.CHECKING, asked), say="next")
    return OnboardingStep(
        OnboardingState(OnboardingStage.PARTING, end=OnboardingEnd.MADE),
        (OnboardingAction.CLEAR, OnboardingAction.MAKE_ACCOUNT),
        "made",
    )


def _after_wrong_word(meeting: OnboardingState) -> OnboardingStep:
    wrong = meeting.wrong + 1
    if wrong < CHECK_TRIES:
        return OnboardingStep(replace(meeting, wrong=wrong), say="again")
    return OnboardingStep(
        OnboardingState(OnboardingStage.PARTING, end=OnboardingEnd.UNCHECKED), _CLEAR_ONLY, "unchecked"
    )


def is_ear_open(meeting: OnboardingState) -> bool:
    """Says whether the ear is open while nothing is said. In the check it is not: the words must not be spoken."""
    return meeting.stage is OnboardingStage.WRITING


class OnboardingPhrases:
    """What a person may say or type for ready, later or restore; in one language."""

    def __init__(self, phrases: Mapping[str, Iterable[str]]) -> None:
        """Takes lists for `ready`, `later` and `restore`."""
        signs = {"ready": OnboardingSignal.READY, "later": OnboardingSignal.LATER, "restore": OnboardingSignal.RESTORE}
        self._signs = {split_words(said): sign for name, sign in signs.items() for said in phrases[name]}

    def sign(self, said: str) -> OnboardingSignal | None:
        """Returns the signal of the whole utterance; None for anything else, which is forgotten at once."""
        return self._signs.get(split_words(said))

    def may_be_read_out(self, shown: Iterable[str]) -> bool:
        """Says whether none of these words, read out while written down, counts as an answer."""
        return all(split_words(word) not in self._signs for word in shown)
