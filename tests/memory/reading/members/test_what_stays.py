"""Promise: what is said of one of several persons or things leaves what was told of the others."""

from __future__ import annotations

import pytest

from memory.reading.facts.statements import statements
from memory.reading.members.agreement import verb_for_many, verb_for_one, verb_for_speaker
from memory.reading.members.what_stays import denies_part, what_stays


@pytest.mark.parametrize(
    ("told", "said", "stays"),
    [
        (
            "ida and noah are allergic to penicillin",
            "noah isn't allergic to penicillin any more",
            "ida is allergic to penicillin",
        ),
        ("ida, noah and my brother max take iron", "noah stopped taking iron", "ida and my brother max take iron"),
        ("both tom and lisa go to judo", "lisa quit judo", "tom goes to judo"),
        ("my wife and i are vegetarian", "i'm not vegetarian any more", "my wife is vegetarian"),
        ("my wife and i are vegetarian", "my wife isn't vegetarian any more", "i am vegetarian"),
        ("my wife and i are vegetarian", "we're not vegetarian any more", ""),
        ("max and ella can swim", "ella can't swim any more", "max can swim"),
        ("anna likes chocolate and so does ben", "ben doesn't like chocolate any more", "anna likes chocolate"),
        ("anna likes chocolate and so do i", "anna doesn't like chocolate any more", "i like chocolate"),
        ("mum takes metformin and ramipril", "mum doesn't take metformin any more", "mum takes ramipril"),
        ("mum takes iron, zinc and aspirin at night", "mum stopped taking zinc", "mum takes iron and aspirin at night"),
        ("lisa has swimming on mondays and ballet on fridays", "lisa quit swimming", "lisa has ballet on fridays"),
        (
            "i have a meeting with sabine at two and one with olaf at four",
            "sabine cancelled",
            "i have a meeting with olaf at four",
        ),
        (
            "lena gets two pills in the morning and one at night",
            "lena doesn't get pills in the morning any more",
            "lena gets one pill at night",
        ),
        ("my keys and my wallet are in the drawer", "my wallet is on the table", "my keys are in the drawer"),
        ("ida can't eat milk or eggs", "ida can eat eggs again", "ida can't eat milk"),
        ("mum takes iron or zinc", "mum stopped taking iron", "mum takes zinc"),
        ("we're going to either spain or italy", "we decided on italy", ""),
        ("tom and anna are married", "tom isn't married any more", ""),
        ("max and ella are vegan", "max and ella aren't vegan any more", ""),
        ("max is vegan", "max isn't vegan any more", ""),
    ],
)
def test_what_stays_of_a_fact_of_several(told: str, said: str, stays: str) -> None:
    assert what_stays(told, statements(said)[0], {}, "en") == stays


@pytest.mark.parametrize(
    ("told", "said", "stays"),
    [
        (
            "ida und noah sind gegen penicillin allergisch",
            "noah ist nicht mehr gegen penicillin allergisch",
            "ida ist gegen penicillin allergisch",
        ),
        ("max und ella mögen brokkoli", "ella mag keinen brokkoli mehr", "max mag brokkoli"),
        ("montags gehen max und ella schwimmen", "ella geht nicht mehr schwimmen", "montags geht max schwimmen"),
        ("anna mag schokolade und ben auch", "anna mag keine schokolade mehr", "ben mag schokolade"),
        ("mama nimmt metformin und ramipril", "ramipril nimmt mama nicht mehr", "mama nimmt metformin"),
        (
            "ich habe um zwei ein treffen mit sabine und um vier eins mit olaf",
            "sabine hat abgesagt",
            "ich habe um vier ein treffen mit olaf",
        ),
        ("tom und anna sind verheiratet", "tom ist nicht mehr verheiratet", ""),
    ],
)
def test_what_stays_in_german(told: str, said: str, stays: str) -> None:
    assert what_stays(told, statements(said, "de")[0], {}, "de") == stays


@pytest.mark.parametrize(
    ("said", "denies"),
    [
        ("ella isn't allergic to nuts", True),
        ("ella isn't allergic to eggs", False),
        ("ella is allergic to nuts", False),
        ("tom isn't allergic to nuts", False),
    ],
)
def test_what_one_of_several_is_not(said: str, denies: bool) -> None:
    assert denies_part("max and ella are allergic to nuts", statements(said)[0], {}, "en") is denies


@pytest.mark.parametrize(
    ("several", "one", "speaker"),
    [("sind", "ist", "bin"), ("nehmen", "nimmt", "nehme"), ("essen", "isst", "esse"), ("lesen", "liest", "lese"),
     ("halten", "hält", "halte"), ("laden", "lädt", "lade"), ("arbeiten", "arbeitet", "arbeite"),
     ("tanzen", "tanzt", "tanze")],
)  # fmt: skip
def test_a_german_verb_beside_one(several: str, one: str, speaker: str) -> None:
    assert (verb_for_one(several, "de"), verb_for_speaker(several, "de")) == (one, speaker)


@pytest.mark.parametrize(
    ("several", "one"),
    [("are", "is"), ("have", "has"), ("go", "goes"), ("watch", "watches"), ("can", "can"), ("were", "was")],
)
def test_an_english_verb_beside_one(several: str, one: str) -> None:
    assert verb_for_one(several, "en") == one
    assert verb_for_many(one) == several
