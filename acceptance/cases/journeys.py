"""Pure: what a case of Q15 may say: a journey of several devices of one person, with a mirror between them."""

from __future__ import annotations

from msgspec import Struct

from acceptance.cases.memory_cases import DEFAULT_NOW, EndExpectation, InvalidCase, SeedAtom, SeedFlag, TurnExpectation

JOURNEY_VERBS = (
    "init", "pair", "say", "sync", "restore", "revoke", "rename", "lose", "copy_from", "mirror_stop", "mirror_start",
    "mirror_keep", "mirror_back", "mirror_empty",
)  # fmt: skip
PHRASE_VARIANTS = (
    "right", "one_wrong", "one_missing", "one_more", "turned", "of_another", "abbreviated", "loud", "none",
)  # fmt: skip
INVITATION_VARIANTS = ("fresh", "spent", "cut", "none", "garbage", "of_another")


class JourneyStep(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One command on one device, or something that happens to the mirror. `error` is the code that must come."""

    do: str
    on: str = "kitchen"
    of: str = "kitchen"
    """Whose words, for `restore` and `revoke`; the device that is copied, for `copy_from`."""
    text: str = ""
    now: str = DEFAULT_NOW
    session: str = "s1"
    user: str = ""
    guest: bool = False
    aloud: bool = False
    times: int = 1
    words: str = "right"
    token: str = "fresh"
    error: str = ""
    cut_after: int | None = None
    """So many bytes of the mirror's answers come through."""
    cuts: int = 0
    """The line is cut after so many bytes, then after twice as many, and so on, until the command gets through."""
    kill: bool = False
    """The mirror is killed where the line is cut, and started again for the next step."""
    alike: bool = True
    """What is restored is compared with what the device of `of` has."""
    sent: int | None = None
    received: int | None = None
    expect: TurnExpectation = TurnExpectation()


class Journey(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One story with its proof. The seed is put into `kitchen`."""

    id: str
    why: str
    user: str = "ana"
    seed: tuple[SeedAtom, ...] = ()
    flags: tuple[SeedFlag, ...] = ()
    current_state: dict[str, str] = {}
    steps: tuple[JourneyStep, ...]
    same: tuple[str, ...] = ()
    """Devices that must know the same in the end, with every op once on each and in the mirror."""
    after: dict[str, EndExpectation] = {}
    canaries: tuple[str, ...] = ()
    measured_elsewhere: int = 0
    repeats: int = 1


class JourneyFile(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One acceptance test: the promise and its cases."""

    promise: str
    cases: tuple[Journey, ...]


def check_journey(place: str, journey: Journey) -> None:
    """Raise BadCase for a word that means nothing, or a case that could not fail."""
    for number, step in enumerate(journey.steps, 1):
        for word, known in ((step.do, JOURNEY_VERBS), (step.words, PHRASE_VARIANTS), (step.token, INVITATION_VARIANTS)):
            if word not in known:
                raise InvalidCase(f"{place} step {number}: {word} is none of {', '.join(known)}.")
        if step.do == "say" and not step.text:
            raise InvalidCase(f"{place} step {number}: nothing is said.")
    proves = any(step.error or step.expect != TurnExpectation() or step.do == "restore" for step in journey.steps)
    if not (proves or journey.same or journey.after):
        raise InvalidCase(f"{place}: nothing is expected, so nothing could fail.")
