"""Promise: words that agree to what was told are no fact of their own, and what they tell besides belongs to it."""

from __future__ import annotations

import pytest

from memory.reading.answering.agreed import agreed_words


@pytest.mark.parametrize(
    ("told", "said", "agreed", "language"),
    [
        ("oma's house number is twelve", "yeah twelve that's correct thanks", "oma's house number is twelve", "en"),
        ("my brother lives in ulm", "exactly in ulm", "my brother lives in ulm", "en"),
        ("my cousin is a nurse", "yes a nurse in a clinic", "my cousin is a nurse in a clinic", "en"),
        ("omas hausnummer ist zwölf", "ja zwölf stimmt danke", "omas hausnummer ist zwölf", "de"),
        ("meine cousine ist lehrerin", "ja lehrerin in ulm", "meine cousine ist lehrerin in ulm", "de"),
        ("ben hit tom", "yes ben hit tom", "ben hit tom", "en"),
        ("ben hit tom", "yes tom hit ben", "", "en"),
        ("ben hat tom gehauen", "ja tom hat ben gehauen", "", "de"),
        ("my brother lives in ulm", "yes ulm brother", "", "en"),
        ("my vet is in ulm south", "yes ulm, south by the lake", "my vet is in ulm south by the lake", "en"),
        ("my brother lives in ulm", "yes", "", "en"),
        ("my brother lives in ulm", "yes but not in ulm", "", "en"),
        ("my brother lives in ulm", "yes in bonn", "", "en"),
        ("my cousin is a nurse", "yes and my aunt is a vet", "", "en"),
        ("my cousin is a nurse", "a nurse in a clinic", "", "en"),
    ],
)
def test_what_agrees(told: str, said: str, agreed: str, language: str) -> None:
    assert agreed_words(told, said, language) == agreed
