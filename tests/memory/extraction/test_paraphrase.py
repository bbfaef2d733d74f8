"""Which words of a text are about something."""

from __future__ import annotations

import pytest

from memory.extraction.paraphrase import telling_words


@pytest.mark.parametrize(
    ("said", "telling"),
    [
        ("i have a dog called rex", ("dog", "rex")),
        ("die schulden beim ferdl", ("schulden", "ferdl")),
        ("die farbe vom sofa", ("farbe", "sofa")),
    ],
)
def test_articles_and_prepositions_tell_of_nothing(said: str, telling: tuple[str, ...]) -> None:
    assert telling_words(said) == telling
