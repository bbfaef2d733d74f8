"""Promise: a correction of the number of one thing leaves the others, and "that's mine" tells whose and no value."""

from __future__ import annotations

import pytest

from memory.reading.members.claimed import claims_own, told_as_own
from memory.reading.members.counted_anew import counted_anew

_TOLD = "lena gets two pills in the morning and one at night"


@pytest.mark.parametrize(
    ("said", "now"),
    [
        ("no she gets two at night", "lena gets two pills in the morning and two at night"),
        ("no three in the morning", "lena gets three pills in the morning and one at night"),
        ("no she gets one at night", ""),
        ("she gets two at night", ""),
        ("no she gets two at noon", ""),
        ("no she takes two at night", ""),
        ("no she gets two", ""),
        ("no at eight", ""),
    ],
)
def test_one_of_several_is_counted_anew(said: str, now: str) -> None:
    assert counted_anew(_TOLD, said, "en") == now


@pytest.mark.parametrize(
    ("said", "own", "language"),
    [
        ("actually that's mine", True, "en"),
        ("no it's mine", True, "en"),
        ("that's mine", False, "en"),
        ("no that's blue", False, "en"),
        ("no my bike is mine", False, "en"),
        ("nein das ist meine", True, "de"),
        ("nein das ist meine tante", False, "de"),
    ],
)
def test_what_claims_something_as_own(said: str, own: bool, language: str) -> None:
    assert claims_own(said, language) is own


def test_what_was_told_of_another_is_told_of_ones_own() -> None:
    mine, hers = "my phone number ends in seven two", "my wife's ends in eight three"
    assert told_as_own(mine, hers, "en") == "my phone number ends in eight three"
    assert told_as_own(mine, "my wife lives in ulm", "en") == ""
    assert told_as_own("tom's number ends in seven two", hers, "en") == ""
