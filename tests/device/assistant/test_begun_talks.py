"""A talk that goes on from a copy of its first turns is the talk in which they were said."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.sim.assistant_talk import Talk, talk_after, talk_in

TALKS = [
    ("en", ("my sister lives in Ulm",), ("no, in Basel", "where does my sister live", "forget that", "yes")),
    ("en", ("my cat is Mia", "who is Mia"), ("forget that", "what do you remember about me")),
    ("en", ("my cat is Mia", "forget everything"), ("yes", "who is Mia")),
    ("en", ("set a timer", "for ten minutes"), ("how long is left", "cancel it")),
    ("de", ("meine Schwester wohnt in Ulm", "wo wohnt sie"), ("nein, in Basel", "wo wohnt meine Schwester")),
]


def goes_on(talk: Talk, said: tuple[str, ...]) -> list[object]:
    """What each turn decided and answered, and what is kept afterwards."""
    found: list[object] = [talk.now, talk.heard, talk.answer]
    for text in said:
        talk.say(text)
        found += [talk.now, talk.heard, talk.answer]
    return [*found, talk.atoms(), talk.vault.database.rows("SELECT event, reason_code FROM ledger ORDER BY seq")]


@pytest.mark.parametrize(("language", "first", "then"), TALKS)
def test_it_goes_on_as_if_they_had_just_been_said(
    tmp_path: Path, language: str, first: tuple[str, ...], then: tuple[str, ...]
) -> None:
    with talk_in(tmp_path / "said", language) as talk:
        talk.say_all(*first)
        expected = goes_on(talk, then)
    for number in range(2):
        with talk_after(tmp_path / str(number), first, language) as talk:
            assert goes_on(talk, then) == expected
