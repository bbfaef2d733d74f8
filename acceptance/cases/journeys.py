"""Pure: the cases of Q15: a journey of several devices of one person with a mirror."""

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
    """One command on one device, or an event of the mirror. `error` is the expected code."""

    do: str
    on: str = "kitchen"
    of: str = "kitchen"
    """The device whose words are used, for `restore` and `revoke`; the device that is copied, for `copy_from`."""
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
    """The number of bytes of the mirror's answers that pass."""
    cuts: int = 0
    """The connection is cut after so many bytes, then after twice as many, and so on, until the command succeeds."""
    kill: bool = False
    """The mirror is killed at the cut, and started again for the next step."""
    alike: bool = True
    """The restored device is compared with the device of `of`."""
    sent: int | None = None
    received: int | None = None
    expect: TurnExpectation = TurnExpectation()


class Journey(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One journey with its expectations. The seed is put into `kitchen`."""

    id: str
    why: str
    user: str = "ana"
    seed: tuple[SeedAtom, ...] = ()
    flags: tuple[SeedFlag, ...] = ()
    current_state: dict[str, str] = {}
    steps: tuple[JourneyStep, ...]
    same: tuple[str, ...] = ()
    """Devices that must have equal memory in the end, with every op once on each and in the mirror."""
    after: dict[str, EndExpectation] = {}
    canaries: tuple[str, ...] = ()
    measured_elsewhere: int = 0
    repeats: int = 1


class JourneyFile(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One acceptance test: the promise and its cases."""

    promise: str
    cases: tuple[Journey, ...]


def check_journey(place: str, journey: Journey) -> None:
    """Raises InvalidCase for an unknown word, or a case that could not fail."""
    for number, step in enumerate(journey.steps, 1):
        for word, known in ((step.do, JOURNEY_VERBS), (step.words, PHRASE_VARIANTS), (step.token, INVITATION_VARIANTS)):
            if word not in known:
                raise InvalidCase(f"{place} step {number}: {word} is none of {', '.join(known)}.")
        if step.do == "say" and not step.text:
            raise InvalidCase(f"{place} step {number}: nothing is said.")
    proves = any(step.error or step.expect != TurnExpectation() or step.do == "restore" for step in journey.steps)
    if not (proves or journey.same or journey.after):
        raise InvalidCase(f"{place}: nothing is expected, so nothing could fail.")
