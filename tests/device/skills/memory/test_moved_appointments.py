"""Promise: what somebody moves to another time is what was told of, whoever moves it; nobody else's changes."""

from __future__ import annotations

import pytest

from memory.model.atoms import Status
from tests.sim.assistant_talk import Talk


def _living(talk: Talk) -> list[str]:
    return sorted(atom.text for atom in talk.atoms() if atom.status is not Status.OUTDATED)


@pytest.mark.parametrize(
    ("told", "said", "now"),
    [
        (
            "my vet appointment is on monday at nine",
            "they moved it to wednesday at two",
            "my vet appointment is on wednesday at two",
        ),
        (
            "my dentist appointment is on tuesday at ten",
            "they've moved it to friday at eleven",
            "my dentist appointment is on friday at eleven",
        ),
        (
            "i have a meeting on monday at nine",
            "she moved it to wednesday at two",
            "i have a meeting on wednesday at two",
        ),
        (
            "my parents' flight is on monday at nine",
            "they rescheduled it for sunday at six",
            "my parents' flight is on sunday at six",
        ),
        ("my physio is on monday at eight", "they changed it to thursday at nine", "my physio is on thursday at nine"),
        (
            "my physio is on monday at eight",
            "they changed my appointment to thursday",
            "my physio is on thursday at eight",
        ),
        ("my physio is on monday at eight", "they put it back to nine", "my physio is on monday at nine"),
        ("my interview is on monday at three", "it was changed to friday at one", "my interview is on friday at one"),
        (
            "my vet appointment is on monday at nine",
            "they moved my vet appointment to wednesday at two",
            "they moved my vet appointment to wednesday at two",
        ),
    ],
)
def test_who_moves_it_is_not_what_is_moved(talk: Talk, told: str, said: str, now: str) -> None:
    talk.say(told)
    talk.say(said)
    assert _living(talk) == [now]


@pytest.mark.parametrize(
    ("told", "said", "asked", "answer"),
    [
        (
            "my haircut is on monday at three",
            "the salon rang and they moved it to tuesday",
            "when is my haircut",
            "They moved your haircut to tuesday.",
        ),
        (
            "my haircut is on monday at three",
            "the salon rang and moved it to tuesday",
            "when is my haircut",
            "The salon moved your haircut to tuesday.",
        ),
        (
            "my physio is on monday at eight",
            "the clinic called and they changed it to thursday at nine",
            "when is my physio",
            "The clinic changed your physio to thursday at nine.",
        ),
    ],
)
def test_who_rings_is_not_what_is_moved(talk: Talk, told: str, said: str, asked: str, answer: str) -> None:
    talk.say(told)
    talk.say(said)
    assert talk.say(asked).startswith(answer)


TWO = "leo's exam is on the tenth and mia's exam is on the twelfth"


@pytest.mark.parametrize(
    ("told", "said", "now"),
    [
        (TWO, "hers has been moved to the fourteenth",
         ["leo's exam is on the tenth", "mia's exam has been moved to the fourteenth"]),
        (TWO, "they moved hers to the fourteenth",
         ["leo's exam is on the tenth", "they moved mia's exam to the fourteenth"]),
        (TWO, "his got moved to the ninth", ["leo's exam got moved to the ninth", "mia's exam is on the twelfth"]),
        (
            "my appointment is on monday and tom's is on friday",
            "mine has been moved to sunday",
            ["my appointment has been moved to sunday", "tom's appointment is on friday"],
        ),
        (
            "my appointment is on monday and tom's is on friday",
            "his has been moved to sunday",
            ["my appointment is on monday", "tom's appointment has been moved to sunday"],
        ),
        (
            "my appointment is on monday and my sister's appointment is on friday",
            "my appointment has been moved to sunday",
            ["my appointment has been moved to sunday", "my sister's appointment is on friday"],
        ),
    ],
)  # fmt: skip
def test_of_two_only_the_one_that_is_meant_is_moved(talk: Talk, told: str, said: str, now: list[str]) -> None:
    talk.say(told)
    talk.say(said)
    assert _living(talk) == now
