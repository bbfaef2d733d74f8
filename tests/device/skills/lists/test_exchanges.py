"""Promise: a thing on a list is exchanged, moved, or all but some are taken off, and why it comes off is no thing."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.sim.assistant_talk import talk_in

EN = (
    (
        ("put apples and leeks on the shopping list", "I put apples and leeks on the shopping list."),
        ("take the leeks off i've found some", "Crossed off the shopping list: leeks."),
        ("take the apples off we have plenty", "Crossed off the shopping list: apples."),
        ("oh and pasta on the shopping list please", "I put pasta on the shopping list."),
        ("could you add some of that nice cheese to the list", "I put nice cheese on the shopping list."),
        ("scrap the cheese we don't need it", "Crossed off the shopping list: nice cheese."),
        ("add milk bread and a bag of flour", "I put milk, bread and bag of flour on the shopping list."),
        ("get rid of the milk i'm allergic to it", "Crossed off the shopping list: milk."),
        ("make that two bags of flour", "I put two bags of flour on the shopping list instead of bag of flour."),
        ("swap the bread for rolls", "I put rolls on the shopping list instead of bread."),
        ("anything else on the list", "On the shopping list: pasta, two bags of flour and rolls."),
        ("actually no pasta", "Crossed off the shopping list: pasta."),
        ("remove everything except the rolls", "Crossed off the shopping list: two bags of flour."),
        ("take off the first one", "Crossed off the shopping list: rolls."),
    ),
    (
        ("add nails and screws to my shopping list", "I put nails and screws on the shopping list."),
        (
            "add paint brushes and a tin of varnish to my shopping list",
            "I put paint brushes and tin of varnish on the shopping list.",
        ),
        (
            "put milk on the shopping list and hay on the farm list",
            "I put milk on the shopping list. I put hay on the farm list.",
        ),
        ("what lists do i have", "Your lists: the shopping list (5) and the farm list (1)."),
    ),
    (
        ("put milk on the list", "I put milk on the shopping list."),
        ("oh and some of that strong cheese", "I put strong cheese on the shopping list."),
    ),
    (
        ("start a packing list", "I started the packing list."),
        ("put socks passport and the charger on it", "I put socks, passport and charger on the packing list."),
        ("move the charger to the shopping list", "I moved charger to the shopping list."),
        ("put the passport on the shopping list instead", "I moved passport to the shopping list."),
        ("undo that", "Back on the packing list: passport."),
        ("what lists do i have", "Your lists: the packing list (2) and the shopping list (1)."),
        ("add ring the dentist to my to do list", "I put ring the dentist on the to do list."),
        ("i've done the dentist", "Crossed off the to do list: ring the dentist."),
    ),
)
DE = (
    (
        ("setz haferflocken und äpfel auf die einkaufsliste", "Auf der Einkaufsliste notiert: haferflocken und äpfel."),
        ("butter ist alle", "Auf der Einkaufsliste notiert: butter."),
        ("tu noch mehl und bananen drauf", "Auf der Einkaufsliste notiert: mehl und bananen."),
        ("nimm die äpfel runter ich hab noch welche gefunden", "Von der Einkaufsliste gestrichen: äpfel."),
        ("mach zwei packungen mehl draus", "Auf der Einkaufsliste steht jetzt zwei packungen mehl statt mehl."),
        ("bananen raus birnen rein", "Auf der Einkaufsliste steht jetzt birnen statt bananen."),
        ("statt birnen lieber pflaumen", "Auf der Einkaufsliste steht jetzt pflaumen statt birnen."),
        ("haferflocken brauchen wir nicht mehr", "Von der Einkaufsliste gestrichen: haferflocken."),
        ("streich alles außer butter", "Von der Einkaufsliste gestrichen: zwei packungen mehl und pflaumen."),
        ("nimm das letzte runter", "Von der Einkaufsliste gestrichen: butter."),
    ),
    (
        (
            "setz milch auf die einkaufsliste und nägel auf die baumarktliste",
            "Auf der Einkaufsliste notiert: milch. Auf der baumarktliste notiert: nägel.",
        ),
        ("was steht auf der einkaufsliste", "Auf der Einkaufsliste: milch."),
    ),
    (
        ("leg eine packliste an", "Angelegt: packliste."),
        ("socken pass und ladekabel auf die packliste", "Auf der packliste notiert: socken, pass und ladekabel."),
        ("verschieb das ladekabel auf die einkaufsliste", "Jetzt auf der Einkaufsliste: ladekabel."),
        ("welche listen gibt es", "Deine Listen: packliste (2) und Einkaufsliste (1)."),
        ("auf die einkaufsliste tomaten und olivenöl", "Auf der Einkaufsliste notiert: tomaten und olivenöl."),
        ("die tomaten hab ich gekauft", "Von der Einkaufsliste gestrichen: tomaten."),
        ("ach und nudeln auf die einkaufsliste bitte", "Auf der Einkaufsliste notiert: nudeln."),
    ),
    (
        ("schreib milch auf", "Auf der Einkaufsliste notiert: milch."),
        ("kannst du noch hefe draufschreiben", "Auf der Einkaufsliste notiert: hefe."),
        ("schreibst du mir mal brot mit auf die liste", "Auf der Einkaufsliste notiert: brot."),
        ("wir brauchen noch müllbeutel schreib die mal auf", "Auf der Einkaufsliste notiert: müllbeutel."),
        ("klopapier ist auch alle schreib das mal auf", "Auf der Einkaufsliste notiert: klopapier."),
        ("milch doch nicht", "Von der Einkaufsliste gestrichen: milch."),
        ("hefe abhaken", "Von der Einkaufsliste gestrichen: hefe."),
        ("nimmst du das brot von der liste", "Von der Einkaufsliste gestrichen: brot."),
        ("liest du mir mal den zettel vor", "Auf der Einkaufsliste: müllbeutel und klopapier."),
        ("was brauchen wir noch", "Auf der Einkaufsliste: müllbeutel und klopapier."),
    ),
)
TALKS = [("en", talk) for talk in EN] + [("de", talk) for talk in DE]


@pytest.mark.parametrize(("language", "talk"), TALKS)
def test_lists_are_changed_as_people_say_it(tmp_path: Path, language: str, talk: tuple[tuple[str, str], ...]) -> None:
    with talk_in(tmp_path, language) as person:
        assert [(said, person.say(said)) for said, _ in talk] == list(talk)
        assert person.texts() == []


def test_a_reason_that_tells_something_is_kept(tmp_path: Path) -> None:
    with talk_in(tmp_path) as person:
        person.say_all("put milk and eggs on the shopping list", "take the eggs off. i hate eggs")
        assert any("hate" in text for text in person.texts())


def test_what_is_on_no_list_is_not_exchanged(tmp_path: Path) -> None:
    with talk_in(tmp_path) as person:
        person.say("put milk on the shopping list")
        person.say("swap the bananas for pears")
        assert person.say("what's on the shopping list") == "On the shopping list: milk."


@pytest.mark.parametrize(
    "said", ["ich schreib milch immer auf", "mein mann kommt doch nicht", "wir streichen das zimmer"]
)
def test_what_only_sounds_like_a_list_is_not_put_there(tmp_path: Path, said: str) -> None:
    with talk_in(tmp_path, "de") as person:
        person.say(said)
        assert person.say("was steht auf der einkaufsliste") == "Auf der Einkaufsliste steht nichts."
