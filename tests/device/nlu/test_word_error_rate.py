"""What counts as heard wrong: a term whose words do not stand together, and every other word that is not as said."""

from __future__ import annotations

import pytest

from device.nlu.word_error_rate import other_errors, term_errors, transcript_words, word_errors


def test_words_are_compared_without_case_and_punctuation() -> None:
    assert transcript_words("Call Jean-Luc, it's AT&T!") == ("call", "jean-luc", "it's", "at&t")


@pytest.mark.parametrize(("heard", "errors"), [("a b c", 0), ("a c", 1), ("a b x c", 1), ("", 3), ("x y z a", 4)])
def test_word_errors_are_the_fewest_changes(heard: str, errors: int) -> None:
    assert word_errors(("a", "b", "c"), tuple(heard.split())) == errors


@pytest.mark.parametrize(
    ("heard", "errors"),
    [("the zigbee hub is on", 0), ("the hub zigbee", 1), ("the zigbee is a hub", 1), ("zigbees hub", 1), ("", 1)],
)
def test_a_term_is_right_only_when_its_words_stand_one_after_another(heard: str, errors: int) -> None:
    assert term_errors(("Zigbee Hub",), transcript_words(heard)) == errors


@pytest.mark.parametrize(
    ("heard", "errors"),
    [
        ("call siobhan before the meeting", 0),
        ("call she born before the meeting", 0),
        ("call before the meeting", 0),
        ("paul siobhan before the meeting", 1),
        ("call siobhan before grafana the meeting", 1),
        ("call siobhan", 3),
    ],
)
def test_errors_elsewhere_leave_out_what_stands_for_a_term(heard: str, errors: int) -> None:
    said = transcript_words("call siobhan before the meeting")
    assert other_errors(said, ("Siobhan",), transcript_words(heard)) == (errors, 4)


def test_words_where_nothing_was_said_are_errors() -> None:
    assert other_errors((), (), ("grafana",)) == (1, 0)
