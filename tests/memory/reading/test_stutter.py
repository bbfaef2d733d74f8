"""German hesitations, words said twice and nouns taken up again are left out; everything else stays as it was said."""

from __future__ import annotations

import pytest

from memory.reading.grammar.repairs import mend


def _meant(text: str) -> str:
    mended = mend(text, "de")
    return mended.text if mended is not None else text


@pytest.mark.parametrize(("said", "meant"), [
    ("der schlüssel liegt im im hof", "der schlüssel liegt im hof"),
    ("ich hab ich hab den schlüssel in die in die schublade gelegt", "ich hab den schlüssel in die schublade gelegt"),
    ("sie heißt äh petersen", "sie heißt petersen"),
    ("sie arbeitet beim äh beim hufschmied", "sie arbeitet beim hufschmied"),
    ("meine oma die hat morgen geburtstag", "meine oma hat morgen geburtstag"),
    ("das haus das gehört dem karl", "das haus gehört dem karl"),
    ("also die die anna die ist krank", "also die anna ist krank"),
    ("der termin ist äh am dienstag nee am mittwoch um um drei", "der termin ist am mittwoch um drei"),
])  # fmt: skip
def test_what_was_said_twice_is_said_once(said: str, meant: str) -> None:
    assert _meant(said) == meant


@pytest.mark.parametrize("said", [
    "ich bin sehr sehr müde", "die nummer ist zwei zwei fünf fünf", "die nummer ist zwei fünf zwei fünf",
    "die frau die neben mir wohnt heißt ilse", "den kuchen hat die oma gebacken", "hat die oma die katze",
    "ja ja", "der mann hat die leiter", "", "x" * 1_000,
])  # fmt: skip
def test_other_words_stay(said: str) -> None:
    assert _meant(said) == said


def test_pieces_are_those_of_the_words_that_were_said() -> None:
    said = "der termin ist äh am dienstag nee am mittwoch um um drei"
    mended = mend(said, "de")
    assert mended is not None
    at = mended.text.index("am mittwoch")
    start, end = mended.original(at, at + len("am mittwoch"))
    assert said[start:end] == "am mittwoch"
