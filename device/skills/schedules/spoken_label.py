"""Pure: says to a person what one of their schedules is for: "take my tablets" is "take your tablets" to them."""

from __future__ import annotations

from collections.abc import Iterable

from memory.reading.rendering import names_speaker, render_to_person
from memory.reading.words.closed_words import has_reading


def label_to_person(label: str, language: str, carriers: Iterable[tuple[str, str]]) -> str:
    """Returns the name as it is said to the person who gave it; as it was said where it cannot be turned.

    `carriers` are words with which it is a sentence of the person, each with the words that are said of them.
    """
    if not label or not has_reading(language) or not names_speaker(label, language):
        return label
    turned = render_to_person(label, language)
    if turned is not None:
        return _begun_as(label, turned)
    for said, told in carriers:
        sentence = render_to_person(said + label, language)
        if sentence is not None and sentence.startswith(told):
            return _begun_as(label, sentence.removeprefix(told))
    return label


def _begun_as(label: str, turned: str) -> str:
    """Returns the words with a small or a capital letter at their beginning, as the name has."""
    return turned if label[:1].isupper() else turned[:1].lower() + turned[1:]
