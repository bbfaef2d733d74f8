"""Requests to forget in people's own words: with a time, with what changed, beside what is told, joined, and none."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.device.skills.memory.forgetting.played_requests import kept_after
from tests.sim.assistant_talk import Talk, talk_in

GONE = {
    "en": (
        (
            ("i got a piercing in march", "mum comes on sunday"),
            "mum must never hear of the piercing so get rid of all that",
        ),
        (("we had a row with Jess", "Ned has a bike"), "never mind about the row with Jess scrub all of it"),
        (("the plumber's number is 07700 900321", "the plumber is called Ned"), "forget the number i gave you today"),
        (
            ("the chess final is on the tenth", "Ned brings the clocks"),
            "i don't want Ned to know about the chess final so don't hang on to that",
        ),
        (
            ("i've signed up for the marathon in Leeds", "Ned has a bike"),
            "i've thought better of going on with the marathon in Leeds so you can delete all that",
        ),
        (
            ("i'm leaving the choir at easter", "the choir practice is on monday"),
            "drop what i said about leaving the choir",
        ),
    ),
    "de": (
        (
            ("ich habe mir ein Piercing stechen lassen", "Mama kommt am Sonntag"),
            "Mama darf das mit dem Piercing nicht erfahren also weg damit",
        ),
        (
            ("der Klempner hat die Nummer 0176 445 2918", "der Klempner heißt Ned"),
            "vergiss die Nummer die ich dir heute gegeben habe die war falsch",
        ),
        (
            ("die Reparatur kostet 920 Euro", "der Termin ist am Montag"),
            "vergiss die Reparatur aber den Termin brauche ich noch",
        ),
    ),
}


@pytest.mark.parametrize(("language", "told", "said"), [(code, *row) for code, rows in GONE.items() for row in rows])
def test_the_first_goes_and_the_second_stays(language: str, told: tuple[str, str], said: str, tmp_path: Path) -> None:
    assert kept_after(language, told, said, tmp_path) == (told[1],)


def test_the_old_one_is_not_the_one_that_it_was_changed_to(talk: Talk) -> None:
    talk.say_all("i've changed the code for the shed to 1968", "lose my old code for the shed")
    assert talk.heard.reason_codes == ("NOTHING_KEPT",)
    assert talk.texts() == ["i've changed the code for the shed to 1968"]


def test_what_was_told_of_two_together_is_one_matter(tmp_path: Path) -> None:
    with talk_in(tmp_path / "vault", "de") as talk:
        talk.say_all(
            "Katrin hat am zwölften Mai Geburtstag",
            "Katrin und Olaf haben sich getrennt",
            "vergiss bitte was ich über Katrin und Olaf gesagt habe",
        )
        assert talk.texts() == ["Katrin hat am zwölften Mai Geburtstag"]


@pytest.mark.parametrize(
    ("language", "said", "told"),
    [
        ("en", "did i forget to tell you Stella's moved to Norwich", "Stella's moved to Norwich"),
        (
            "de",
            "hab ich ganz vergessen zu erzählen die Steffi ist nach Bamberg gezogen",
            "die Steffi ist nach Bamberg gezogen",
        ),
        ("de", "und vergiss bitte auch nicht dass meine Blutgruppe ab positiv ist", "meine Blutgruppe ab positiv ist"),
    ],
)
def test_what_only_mentions_forgetting_is_kept(language: str, said: str, told: str, tmp_path: Path) -> None:
    with talk_in(tmp_path / "vault", language) as talk:
        talk.say(said)
        assert talk.texts() == [told]


def test_which_of_a_sort_is_named_by_what_was_done(talk: Talk) -> None:
    talk.say_all("i've been put on ramipril five milligrams", "the prescription is ready on thursday")
    talk.say("would you mind forgetting which tablets i've been put on")
    assert talk.texts() == ["the prescription is ready on thursday"]
    assert "ramipril" not in talk.say("what have i been put on?")
    assert "thursday" in talk.say("when is the prescription ready?").lower()


@pytest.mark.parametrize(
    ("language", "told", "said"),
    [
        ("en", "i've hidden the skates in the loft", "forget where i've hidden the skates"),
        ("en", "we've parked the caravan at Bell's farm", "please forget where we've parked the caravan"),
        ("de", "die Schlittschuhe hab ich im Keller versteckt", "vergiss wo ich die Schlittschuhe versteckt hab"),
    ],
)
def test_what_a_question_names_is_forgotten_alone(language: str, told: str, said: str, tmp_path: Path) -> None:
    """The question is not cut at "i've", which would tell it anew."""
    beside = {"en": "bin day is tuesday", "de": "Müllabfuhr ist am Dienstag"}[language]
    assert kept_after(language, (told, beside), said, tmp_path) == (beside,)


def test_two_things_are_forgotten_one_by_one(talk: Talk) -> None:
    talk.say_all(
        "the car is broken", "the house is sold", "the dog is ill", "forget what i said about the car and the house"
    )
    assert talk.texts() == ["the dog is ill"]


@pytest.mark.parametrize(
    ("language", "first", "last", "said"),
    [
        ("en", "the plants need water", "the kid broke our window", "actually forget that last thing it wasn't him"),
        ("de", "die Pflanzen sind trocken", "der Junge war am Fenster", "ach vergiss das Letzte er war es gar nicht"),
        ("de", "die Pflanzen sind trocken", "Emil hat geweint", "das Letzte vergiss mal lieber das wäre ihm peinlich"),
    ],
)
def test_the_last_thing_goes_though_a_reason_follows(
    language: str, first: str, last: str, said: str, tmp_path: Path
) -> None:
    assert kept_after(language, (first, last), said, tmp_path) == (first,)


def test_the_old_one_of_what_has_changed_goes(talk: Talk) -> None:
    talk.say_all("my locker combination at the pool is 4417", "the locker combination's changed so forget the old one")
    assert "4417" not in " ".join(talk.texts())
