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


PREVENTED = [
    ("en", "my uncle lives in Ulm", "my aunt drinks, don't remember that"),
    ("en", "my uncle lives in Ulm", "my aunt drinks. Don't store that."),
    ("en", "my uncle lives in Ulm", "my aunt drinks but don't keep that"),
    ("en", "my aunt has gout", "don't remember this: my aunt drinks"),
    ("en", "my aunt has gout", "don't keep this: my aunt drinks"),
    ("en", "my uncle lives in Ulm", "i drink, don't keep that"),
    ("de", "meine tante hat gicht", "meine tante trinkt, aber merk dir das nicht"),
    ("de", "mein onkel wohnt in ulm", "meine tante trinkt, merk dir das nicht"),
    ("de", "mein onkel wohnt in ulm", "meine tante trinkt. behalt das nicht"),
]
ABOUT = {"en": "what do you know about me", "de": "was weißt du über mich"}


@pytest.mark.parametrize(("language", "before", "said"), PREVENTED)
def test_what_is_not_to_be_kept_takes_nothing_older_with_it(
    language: str, before: str, said: str, tmp_path: Path
) -> None:
    with talk_in(tmp_path / "vault", language) as talk:
        talk.say_all(before, said)
        assert not talk.answer.question
        assert list(talk.texts()) == [before]
        assert before in talk.say(ABOUT[language])
        assert "drink" not in talk.dump()
        assert "trinkt" not in talk.dump()


@pytest.mark.parametrize("said", ["no, forget that", "wait, forget that", "he lied, forget that"])
def test_words_before_an_order_that_tell_nothing_are_not_what_it_means(said: str, tmp_path: Path) -> None:
    with talk_in(tmp_path / "vault", "en") as talk:
        talk.say_all("my uncle lives in Ulm", said)
        assert not talk.texts()
