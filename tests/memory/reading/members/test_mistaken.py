"""Promise: that somebody was wrong ends what they said, and nothing that is told of them."""

from __future__ import annotations

import pytest

from memory.reading.members.mistaken import told_by, was_mistaken


@pytest.mark.parametrize(
    ("said", "language"),
    [
        ("lea was wrong", "en"),
        ("my sister got it wrong", "en"),
        ("lea hat sich geirrt", "de"),
        ("lea lag falsch", "de"),
    ],
)
def test_who_was_wrong(said: str, language: str) -> None:
    assert was_mistaken(said, language) is not None


@pytest.mark.parametrize(
    "said", ["lea wasn't wrong", "i was wrong", "she was wrong", "lea was wrong about tom", "lea is ill"]
)
def test_what_says_of_nobody_that_they_were_wrong(said: str) -> None:
    assert was_mistaken(said, "en") is None


@pytest.mark.parametrize(
    ("said", "language"),
    [("tom got it", "en"), ("lea got it", "en"), ("lea hat gelegen", "de"), ("lea hat es gehabt", "de")],
)
def test_verbs_alone_say_nothing_of_being_wrong(said: str, language: str) -> None:
    assert was_mistaken(said, language) is None


@pytest.mark.parametrize(
    ("told", "by"),
    [
        ("lea said the party starts at seven", True),
        ("jan said lea is ill", False),
        ("lea lives in ulm", False),
    ],
)
def test_who_told_it(told: str, by: bool) -> None:
    somebody = was_mistaken("lea was wrong", "en")
    assert somebody is not None
    assert told_by(told, somebody, "en") is by
