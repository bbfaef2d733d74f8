"""Promise: what somebody has got, or is still there, comes off the list; what is put back on is the thing itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.sim.assistant_talk import talk_in

PUT = {"en": "add eggs and milk to the shopping list", "de": "setz eier und milch auf die einkaufsliste"}
READ = {"en": "what's on the shopping list", "de": "was steht auf der einkaufsliste"}
LEFT = {"en": "On the shopping list: milk.", "de": "Auf der Einkaufsliste: milch."}
BOTH = {"en": "On the shopping list: eggs and milk.", "de": "Auf der Einkaufsliste: eier und milch."}
THERE = (
    ("en", "tom got the eggs already"),
    ("en", "my husband bought the eggs"),
    ("en", "we already have eggs"),
    ("en", "we've got eggs already"),
    ("en", "we still have plenty of eggs"),
    ("en", "we have eggs left"),
    ("de", "tom hat die eier schon"),
    ("de", "mein mann hat die eier schon gekauft"),
    ("de", "wir haben noch eier"),
)
ELSEWHERE = (
    ("en", "tom got the job"),
    ("en", "we already have a dog"),
    ("en", "she got the bus"),
    ("en", "tom likes eggs"),
    ("de", "wir haben schon einen hund"),
    ("de", "tom hat die prüfung schon"),
)
BACK = (
    ("en", "put wine on the shopping list", "take the wine off", "put the wine back on", "On the shopping list: wine."),
    ("en", "put wine on the list", "cross off wine", "put the wine back on the list", "On the shopping list: wine."),
    ("de", "setz wein auf die einkaufsliste", "streich den wein", "setz den wein wieder drauf",
     "Auf der Einkaufsliste: wein."),
)  # fmt: skip


@pytest.mark.parametrize(("language", "said"), THERE)
def test_what_is_there_comes_off(tmp_path: Path, language: str, said: str) -> None:
    with talk_in(tmp_path, language) as talk:
        talk.say_all(PUT[language], said)
        assert talk.say(READ[language]) == LEFT[language]


@pytest.mark.parametrize(("language", "said"), ELSEWHERE)
def test_what_else_somebody_has_stays_a_fact(tmp_path: Path, language: str, said: str) -> None:
    with talk_in(tmp_path, language) as talk:
        talk.say_all(PUT[language], said)
        assert talk.say(READ[language]) == BOTH[language]


@pytest.mark.parametrize(("language", "put", "off", "back", "told"), BACK)
def test_back_is_no_part_of_a_thing(tmp_path: Path, language: str, put: str, off: str, back: str, told: str) -> None:
    with talk_in(tmp_path, language) as talk:
        talk.say_all(put, off, back)
        assert talk.say(READ[language]) == told


@pytest.mark.parametrize(
    ("language", "begun", "told"),
    [
        ("en", "start a list for the hardware store wood screws sandpaper and a hinge",
         "On the hardware store list: wood screws, sandpaper and hinge."),
        ("en", "make a list for the garden centre compost and bulbs", "On the garden centre list: compost and bulbs."),
        ("en", "make a list for the farm shop wedding", "There is nothing on the farm shop wedding list."),
        ("de", "mach eine liste für den baumarkt schrauben schleifpapier und ein scharnier",
         "Auf der Liste für baumarkt: schrauben, schleifpapier und scharnier."),
    ],
)  # fmt: skip
def test_a_list_for_a_shop_begins_with_what_is_named(tmp_path: Path, language: str, begun: str, told: str) -> None:
    with talk_in(tmp_path, language) as talk:
        talk.say(begun)
        assert talk.say({"en": "read me the list", "de": "lies die liste vor"}[language]) == told


@pytest.mark.parametrize("said", ["take sandpaper off i found some", "take sandpaper off the list i found some"])
def test_a_thing_that_is_on_no_list_is_named(tmp_path: Path, said: str) -> None:
    with talk_in(tmp_path, "en") as talk:
        talk.say(PUT["en"])
        assert talk.say(said) == "Sandpaper is not on the shopping list."
        assert talk.say(READ["en"]) == BOTH["en"]
