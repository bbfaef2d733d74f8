"""An order not to forget a thing is no request: it destroys nothing, bars nothing, and keeps the thing in mind."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.sim.assistant_talk import talk_in

ADDRESS = {"en": "my address is 12 Elm Road", "de": "meine Adresse ist Gartenweg 2"}
KNOWN = {
    "en": (
        "don't forget my address",
        "never forget my address",
        "you mustn't forget my address",
        "please don't delete my address",
        "and don't you dare erase my address",
    ),
    "de": (
        "Vergiss meine Adresse nicht",
        "bitte vergiss meine Adresse bloß nicht",
        "vergiss bitte nicht meine Adresse",
        "du darfst meine Adresse nicht vergessen",
        "meine Adresse bitte nie vergessen",
        "Lösch meine Adresse nicht",
        "lösch bitte nicht meine Adresse",
    ),
}
NEW = {
    "en": (("don't forget the milk", "the milk"), ("you mustn't forget the umbrella", "the umbrella")),
    "de": (("vergiss die Milch nicht", "die Milch"), ("und vergiss den Regenschirm nicht", "den Regenschirm")),
}


@pytest.mark.parametrize(("language", "said"), [(code, one) for code, rows in KNOWN.items() for one in rows])
def test_what_is_known_stays_and_may_be_told_again(language: str, said: str, tmp_path: Path) -> None:
    told = ADDRESS[language]
    with talk_in(tmp_path / "vault", language) as talk:
        talk.say_all(told, said)
        assert talk.texts() == [told]
        assert talk.heard.reason_codes in (("ALREADY_KNOWN",), ("KEPT_BY_USER",))
        talk.say(told)
        assert talk.heard.reason_codes == ("RESTATED",)


@pytest.mark.parametrize(("language", "said", "thing"), [(code, *one) for code, rows in NEW.items() for one in rows])
def test_what_is_new_is_remembered(language: str, said: str, thing: str, tmp_path: Path) -> None:
    with talk_in(tmp_path / "vault", language) as talk:
        talk.say(said)
        assert talk.texts() == [thing]


def test_a_request_with_a_reason_that_denies_is_one(tmp_path: Path) -> None:
    with talk_in(tmp_path / "vault", "de") as talk:
        talk.say_all("ich esse keine Nüsse", "vergiss was ich über Nüsse gesagt habe, das stimmt nicht")
        assert talk.texts() == []
