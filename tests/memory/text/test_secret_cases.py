"""Promise: what a code is decides what becomes of it, in whatever words it is told."""

from __future__ import annotations

import pytest

from memory.text.secret_detector import find_secrets
from tests.memory.atom_builders import ENGLISH, GERMAN
from tests.memory.text.secret_cases import CASES

LANGUAGES = {"en": ENGLISH, "de": GERMAN}


def test_there_are_a_hundred_cases_of_each_language() -> None:
    assert {language: sum(map(len, grades.values())) >= 100 for language, grades in CASES.items()} == {
        "en": True,
        "de": True,
    }


@pytest.mark.parametrize(
    ("language", "grade", "said"),
    [(code, grade, one) for code, grades in CASES.items() for grade, all_ in grades.items() for one in all_],
)
def test_a_code_is_graded_by_what_it_is(language: str, grade: str, said: str) -> None:
    found = find_secrets(said, LANGUAGES[language])
    graves, homes = [secret.grave for secret in found], [secret.home for secret in found]
    told = "home" if homes and all(homes) else "mild" if graves else "kept"
    assert grade == ("grave" if any(graves) else told), found


@pytest.mark.parametrize(
    "said",
    [
        "the alarm code is 4711 and my flight number is LH 1874",
        "my flight is at nine and the door code is 1397",
        "the allotment is lovely, the safe code is 12-34-56",
        "der alarmcode ist 4711 und meine flugnummer ist LH 1874",
    ],
)
def test_a_harmless_thing_beside_a_code_does_not_free_it(said: str) -> None:
    language = GERMAN if "alarmcode" in said else ENGLISH
    (secret,) = find_secrets(said, language)
    assert not secret.grave
    assert "1874" not in said[secret.start : secret.end] or "4711" in said[secret.start : secret.end]
