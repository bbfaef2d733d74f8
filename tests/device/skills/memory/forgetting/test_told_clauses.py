"""A request that tells something by itself, "that she lives in York", takes what says so, else offers the nearest."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.sim.assistant_talk import talk_in

SAME = [
    ("en", "my sister is ill", "forget that she is ill"),
    ("en", "Katie works at the bank", "forget that she's got a job at the bank"),
    ("en", "my brother moved to York", "forget that he lives in York"),
    ("en", "my sister is terrified of dogs", "forget that my sister is scared of dogs"),
    ("de", "Katja ist mit der Miete im Rückstand", "vergiss, dass sie mit der Miete in Verzug ist"),
    ("de", "Katja ist mit der Miete im Rückstand", "Und dass sie mit der Miete hinterher ist, hast du nie gehört."),
]
ANOTHER = [
    ("en", "Katie lives in Leeds", "forget that she likes Leeds"),
    ("en", "Tom got a job at the bank", "forget that Tom lost his job"),
    ("en", "my daughter failed her maths exam", "forget that she didn't pass maths"),
    ("de", "Katja ist mit der Miete im Rückstand", "vergiss, dass sie die Miete bezahlt hat"),
    ("de", "Katja wohnt in Ulm", "vergiss, dass sie in Bonn wohnt"),
]
YES = {"en": "yes", "de": "ja"}


@pytest.mark.parametrize(("language", "told", "asked"), SAME)
def test_what_says_the_same_goes(language: str, told: str, asked: str, tmp_path: Path) -> None:
    with talk_in(tmp_path / "vault", language) as talk:
        talk.say_all(told, asked)
        assert not talk.texts()


@pytest.mark.parametrize(("language", "told", "asked"), ANOTHER)
def test_what_says_another_thing_goes_only_after_a_yes(language: str, told: str, asked: str, tmp_path: Path) -> None:
    with talk_in(tmp_path / "vault", language) as talk:
        assert told in talk.say_all(told, asked)
        assert talk.answer.question
        assert list(talk.texts()) == [told]
        talk.say(YES[language])
        assert not talk.texts()
