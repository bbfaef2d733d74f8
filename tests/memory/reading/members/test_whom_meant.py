"""Promise: a correction that names somebody by the person before them is of another person, and only of that sort."""

from __future__ import annotations

import pytest

from memory.reading.members.other_meant import NamedInstead, asked_of_another, exchanged, other_person
from memory.reading.members.said_of_some import narrowed


@pytest.mark.parametrize(
    ("said", "told", "becomes", "language"),
    [
        ("not fred his wife", "my uncle fred has diabetes", ("my uncle fred", "my uncle fred's wife"), "en"),
        ("no not leo his sister", "leo likes spinach", ("leo", "leo's sister"), "en"),
        ("it was her sister not mona", "mona won the race", ("mona", "mona's sister"), "en"),
        ("no it's his older brother", "my uncle has gout", ("my uncle", "my uncle's older brother"), "en"),
        ("nicht leo seine schwester", "leo mag spinat", ("leo", "leos schwester"), "de"),
        ("nicht klaus sein bruder", "klaus mag spinat", ("klaus", "der bruder von klaus"), "de"),
        ("nein ihr mann", "meine tante hat gicht", ("meine tante", "der mann von meiner tante"), "de"),
    ],
)
def test_who_takes_the_place_of_whom(said: str, told: str, becomes: tuple[str, str], language: str) -> None:
    other = other_person(said, language)
    assert other is not None
    assert exchanged(told, other, language) == NamedInstead(*becomes)


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("no his wife", "my aunt has gout"),  # "his" is nobody's of an aunt
        ("not ben his wife", "my uncle fred has gout"),
        ("not nina her mother", "my aunt gisela has a daughter called nina"),
        ("not me his wife", "i take insulin"),
    ],
)
def test_nobody_else_takes_a_place(said: str, told: str) -> None:
    other = other_person(said, "en")
    assert other is None or exchanged(told, other, "en") is None


@pytest.mark.parametrize(
    "said",
    ["his wife is a nurse", "not fred his wife is a nurse", "no his car", "no my wife", "his wife", "not fred frank"],
)
def test_what_names_nobody_by_another(said: str) -> None:
    assert other_person(said, "en") is None


def test_a_question_is_asked_of_the_other() -> None:
    assert asked_of_another("no not leo his sister", "what does leo drive", "en") == "what does leo's sister drive"
    assert asked_of_another("no not leo his sister", "leo drives a skoda", "en") is None


@pytest.mark.parametrize(
    ("told", "said", "rest"),
    [
        ("ida and noah have asthma", "no only ida", "ida has asthma"),
        ("ida and noah have asthma", "noah doesn't actually", "ida has asthma"),
        ("ida, noah and max have asthma", "not max", "ida and noah have asthma"),
        ("mum takes iron and zinc", "no just the iron", "mum takes iron"),
        ("ida and noah have asthma", "noah doesn't like it", ""),
        ("ida and noah have asthma", "not tom", ""),
        ("ida and noah have asthma", "only on mondays", ""),
        ("ida and noah have asthma", "ida does", ""),
    ],
)
def test_of_whom_alone_it_is_so(told: str, said: str, rest: str) -> None:
    found = narrowed(told, said, "en")
    assert (found.rest if found is not None else "") == rest
