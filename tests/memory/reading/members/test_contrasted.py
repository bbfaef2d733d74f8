"""Promise: a correction of a person is read for who is meant and who is not, and what only looks like one is not."""

from __future__ import annotations

import pytest

from memory.reading.members.contrasted import contrasted_person, put_right_in
from memory.reading.members.other_meant import NamedInstead
from memory.reading.members.swapped import with_roles_swapped


@pytest.mark.parametrize(
    ("said", "words", "wrong", "language"),
    [
        ("it wasn't jan it was jonas", "jonas", "jan", "en"),
        ("it's my uncle that's allergic not my aunt", "my uncle", "my aunt", "en"),
        ("it's not my aunt that's allergic it's my uncle", "my uncle", "my aunt", "en"),
        ("no it was paul who said that", "paul", "", "en"),
        ("no paul said that", "paul", "", "en"),
        ("es war nicht jan es war jonas", "jonas", "jan", "de"),
        ("es ist mein onkel der allergisch ist nicht meine tante", "mein onkel", "meine tante", "de"),
        ("nein das hat paul gesagt", "paul", "", "de"),
    ],
)
def test_who_is_meant(said: str, words: str, wrong: str, language: str) -> None:
    found = contrasted_person(said, language)
    assert found is not None
    assert (found.words, found.wrong) == (words, wrong)


@pytest.mark.parametrize(
    "said",
    ["it was jonas", "my uncle who lives in rome", "it wasn't red it was blue", "it's april not march", "no it's paul",
     "i met jonas not jan"],
)  # fmt: skip
def test_what_names_no_two_persons(said: str) -> None:
    assert contrasted_person(said, "en") is None


@pytest.mark.parametrize(
    ("told", "said", "exchange"),
    [
        ("jan's cast comes off on friday", "it wasn't jan it was jonas", NamedInstead("jan", "jonas")),
        ("my aunt rita is allergic", "it's my uncle not my aunt", NamedInstead("my aunt rita", "my uncle")),
        ("peter said anna is here", "no it was paul who said that", NamedInstead("peter", "paul")),
        ("tom hit ben", "no it was max who hit ben", NamedInstead("tom", "max")),
        ("tom rang ben", "no it was max who hit ben", None),
        ("lea has asthma", "it wasn't jan it was jonas", None),
    ],
)
def test_what_it_puts_right(told: str, said: str, exchange: NamedInstead | None) -> None:
    found = contrasted_person(said, "en")
    assert found is not None
    assert put_right_in(told, found, "en") == exchange


@pytest.mark.parametrize(
    ("told", "said", "swapped", "language"),
    [
        ("ben hit tom at school", "no tom hit ben", "tom hit ben at school", "en"),
        ("i owe tom ten euros", "no tom owes me ten euros", "tom owes me ten euros", "en"),
        ("ben hit tom at school", "no tom hit max", "", "en"),
        ("ben hit tom at school", "no tom rang ben", "", "en"),
        ("ben hit tom at school", "tom hit ben", "", "en"),
        ("anna schuldet paul zehn euro", "nein paul schuldet anna zehn euro", "paul schuldet anna zehn euro", "de"),
    ],
)
def test_who_did_it_to_whom(told: str, said: str, swapped: str, language: str) -> None:
    assert with_roles_swapped(told, said, language) == swapped
