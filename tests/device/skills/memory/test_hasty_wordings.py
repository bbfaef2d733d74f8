"""Hasty and plain wordings: each forgets just what it means, and talk of forgetting forgets nothing."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.budgets import HASTY_STRIDE
from tests.device.skills.memory.forget_wording_cases import FORGETS, KEEPS, TOLD
from tests.sim.assistant_talk import Talk, talk_in


@pytest.fixture(scope="module")
def talks(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Talk]]:
    """One vault a language; each case is a person of its own in it."""
    with talk_in(tmp_path_factory.mktemp("en")) as english, talk_in(tmp_path_factory.mktemp("de"), "de") as german:
        yield {"en": english, "de": german}


def _after(talk: Talk, language: str, wording: str) -> list[str]:
    """Tells the three facts, says the wording, and returns what is kept."""
    for told in TOLD[language]:
        talk.say(told, user=wording)
    assert set(talk.texts(wording)) == set(TOLD[language])
    talk.say(wording, user=wording)
    return talk.texts(wording)


@pytest.mark.parametrize(
    ("language", "gone", "wording"),
    [
        (language, gone, wording)
        for language, table in FORGETS.items()
        for gone, wordings in table.items()
        for wording in wordings
    ][:: HASTY_STRIDE.now],
)
def test_a_hasty_wording_forgets_what_it_means(
    talks: dict[str, Talk], language: str, gone: tuple[int, ...], wording: str
) -> None:
    talk = talks[language]
    left = _after(talk, language, wording)
    assert sorted(left) == sorted(told for place, told in enumerate(TOLD[language]) if place not in gone)
    assert {"FORGOTTEN_BY_USER", "WONT_STORE"} & set(talk.heard.reason_codes)


@pytest.mark.parametrize(
    ("language", "wording"),
    [(language, wording) for language, wordings in KEEPS.items() for wording in wordings][:: HASTY_STRIDE.now],
)
def test_talk_of_forgetting_forgets_nothing(talks: dict[str, Talk], language: str, wording: str) -> None:
    left = _after(talks[language], language, wording)
    assert set(TOLD[language]) <= set(left)
