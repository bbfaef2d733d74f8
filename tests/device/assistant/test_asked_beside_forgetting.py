"""A question beside a request to forget is answered, and the request is done."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.sim.assistant_talk import talk_in

SAID = {
    "en": (
        "tell me where my sister lives and forget my gym",
        "forget my gym and tell me where my sister lives",
        "where does my sister live, and please forget about my gym",
        "remind me where my sister lives and delete the gym",
        "could you tell me where my sister lives and erase my gym from your notes?",
        "tell me about my sister and forget my gym",
        "where does my sister live? And forget my gym.",
    ),
    "de": (
        "sag mir, wo meine Schwester wohnt, und vergiss mein Fitnessstudio",
        "vergiss mein Fitnessstudio und sag mir, wo meine Schwester wohnt",
        "wo wohnt meine Schwester? Und vergiss mein Fitnessstudio.",
    ),
}
TOLD = {
    "en": ("my sister lives in Hull", "my gym is Fitland", "Hull"),
    "de": ("meine Schwester wohnt in Kiel", "mein Fitnessstudio heißt Fitland", "Kiel"),
}


@pytest.mark.parametrize(("language", "said"), [(code, said) for code in SAID for said in SAID[code]])
def test_both_are_done(language: str, said: str, tmp_path: Path) -> None:
    stays, goes, word = TOLD[language]
    with talk_in(tmp_path / "vault", language) as talk:
        talk.say_all(stays, goes)
        assert word in talk.say(said)
        assert talk.texts() == [stays]
