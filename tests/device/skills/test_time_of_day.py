"""Promise: whoever asks for the time, the day or the date is told, however they put it; what only sounds so is not."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.sim.assistant_talk import Talk, talk_in

ENGLISH = (
    "what time is it then",
    "could you tell me what time it is please",
    "do you have the time",
    "got the time",
    "what time do we have",
    "what day is it today then",
    "what day are we on",
    "i want to know what the date is",
    "is it tuesday already",
    "what month is it",
)
GERMAN = (
    "wie spät ist es denn",
    "wie spät haben wir's eigentlich",
    "wie viel uhr haben wir denn",
    "welche uhrzeit haben wir",
    "weißt du zufällig wie spät es ist",
    "kannst du mir sagen welcher tag heute ist",
    "was ist denn heute für ein tag",
    "was haben wir heute für ein datum",
    "der wievielte ist heute denn",
)
OTHER = (
    "what time do we have to leave",
    "what day is the fair",
    "what time is it in tokyo",
    "what month are we moving",
)


@pytest.fixture(scope="module")
def english(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Talk]:
    with talk_in(tmp_path_factory.mktemp("english") / "vault", "en") as talk:
        yield talk


@pytest.fixture(scope="module")
def german(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Talk]:
    with talk_in(tmp_path_factory.mktemp("german") / "vault", "de") as talk:
        yield talk


@pytest.mark.parametrize("asked", ENGLISH)
def test_the_time_is_told(english: Talk, asked: str) -> None:
    assert "March 2, 2026" in english.say(asked)


@pytest.mark.parametrize("asked", GERMAN)
def test_the_time_is_told_in_german(german: Talk, asked: str) -> None:
    assert "2. März 2026" in german.say(asked)


@pytest.mark.parametrize("asked", OTHER)
def test_another_time_is_not_taken_for_it(english: Talk, asked: str) -> None:
    assert "March 2, 2026" not in english.say(asked)
