"""Promise: lists are kept as people say them: without commas, begun under any name, and gone on with as "it"."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from device.nlu.intent_registry import load_intent_matcher
from device.skills.lists.list_items import split_items
from memory.core.policy import MemoryPolicy
from tests.sim.assistant_talk import talk_in

RUNS = {
    "en": {
        "eggs bin bags and cheddar": ("eggs", "bin bags", "cheddar"),
        "half and half and paper towels": ("half and half", "paper towels"),
        "salt and vinegar crisps and mac and cheese": ("salt and vinegar crisps", "mac and cheese"),
        "milk bread and washing up liquid": ("milk", "bread", "washing up liquid"),
        "dog food tomatoes and olive oil": ("dog food", "tomatoes", "olive oil"),
        "peanut butter jam and kitchen roll": ("peanut butter", "jam", "kitchen roll"),
        "balloons paper plates and crisps": ("balloons", "paper plates", "crisps"),
        "screws sandpaper and white spirit": ("screws", "sandpaper", "white spirit"),
        "6 eggs 2 pints of milk and a loaf of bread": ("6 eggs", "2 pints of milk", "loaf of bread"),
        "onions milk bin bags": ("onions", "milk", "bin bags"),
        "carrots some rice a cucumber": ("carrots", "rice", "cucumber"),
        "bread rolls": ("bread rolls",),
        "cream cheese": ("cream cheese",),
        "chocolate milk and butter beans": ("chocolate milk", "butter beans"),
        "sports drink": ("sports drink",),
        "tomato soup": ("tomato soup",),
        "kelloggs cornflakes": ("kelloggs cornflakes",),
        "birthday card for my nephew": ("birthday card for my nephew",),
        "call the plumber": ("call the plumber",),
        "tin opener": ("tin opener",),
        "coffee filters": ("coffee filters",),
        "rice pudding": ("rice pudding",),
    },
    "de": {
        "Eier Mülltüten und Käse": ("Eier", "Mülltüten", "Käse"),
        "milch brot und spülmittel": ("milch", "brot", "spülmittel"),
        "Hundefutter Tomaten und Olivenöl": ("Hundefutter", "Tomaten", "Olivenöl"),
        "luftballons pappteller und chips": ("luftballons", "pappteller", "chips"),
        "6 Eier 2 Liter Milch und ein Pfund Butter": ("6 Eier", "2 Liter Milch", "Pfund Butter"),
        "äpfel birnen bananen": ("äpfel", "birnen", "bananen"),
        "Nudeln Tomatensoße Reis": ("Nudeln", "Tomatensoße", "Reis"),
        "Flasche Wein": ("Flasche Wein",),
        "klempner anrufen": ("klempner anrufen",),
        "Schal für Mama": ("Schal für Mama",),
        "frische Eier": ("frische Eier",),
        "Bund Petersilie": ("Bund Petersilie",),
        "Coca Cola": ("Coca Cola",),
        "Geschenk für die Lehrerin": ("Geschenk für die Lehrerin",),
        "Brot Butter Marmelade": ("Brot", "Butter", "Marmelade"),
    },
}
TALKS: dict[str, tuple[Any, ...]] = {
    "a list in one breath": (
        "en",
        (
            "shopping list bananas oat milk and bin bags",
            "I put bananas, oat milk and bin bags on the shopping list.",
        ),
        ("take the bananas off the list", "Crossed off the shopping list: bananas."),
        ("add jam", "I put jam on the shopping list."),
        ("remove the last thing", "Crossed off the shopping list: jam."),
        ("i've bought everything on the list", "I emptied the shopping list. Say undo to have it back."),
        ("undo", "Back on the shopping list: oat milk and bin bags."),
        ("the shopping list is on the fridge", "Noted: the shopping list is on the fridge."),
    ),
    "Liste in einem Atem": (
        "de",
        (
            "Einkaufsliste Bananen Hafermilch Müllbeutel",
            "Auf der Einkaufsliste notiert: Bananen, Hafermilch und Müllbeutel.",
        ),
        (
            "wir brauchen Eier Dosentomaten und Spülmittel setz das auf die Einkaufsliste",
            "Auf der Einkaufsliste notiert: Eier, Dosentomaten und Spülmittel.",
        ),
        ("Eier hab ich schon kannst du streichen", "Von der Einkaufsliste gestrichen: Eier."),
        (
            "lies uns die Einkaufsliste vor",
            "Auf der Einkaufsliste: Bananen, Hafermilch, Müllbeutel, Dosentomaten und Spülmittel.",
        ),
        ("kannst du Brot auf meine Einkaufsliste setzen", "Auf der Einkaufsliste notiert: Brot."),
        ("setz auf meine Einkaufsliste Käse und Reis", "Auf der Einkaufsliste notiert: Käse und Reis."),
        ("Brot hab ich", "Von der Einkaufsliste gestrichen: Brot."),
        (
            "ich hab alles von der Liste gekauft",
            "Auf der Einkaufsliste steht jetzt nichts mehr. Sag rückgängig, um alles zurückzuholen.",
        ),
    ),
    "für den einkauf": (
        "de",
        ("notier für den einkauf eier", "Auf der Einkaufsliste notiert: eier."),
        ("setz bitte für den einkauf brot dazu", "Auf der Einkaufsliste notiert: brot."),
        ("was steht auf der einkaufsliste", "Auf der Einkaufsliste: eier und brot."),
    ),
    "named in part": (
        "en",
        (
            "put eggs bin bags and cheddar on the shopping list",
            "I put eggs, bin bags and cheddar on the shopping list.",
        ),
        ("take the eggs off", "Crossed off the shopping list: eggs."),
        ("what's on the list", "On the shopping list: bin bags and cheddar."),
    ),
    "camping": (
        "en",
        ("start a packing list for camping", "I started the camping packing list."),
        ("put tent pegs on it", "I put tent pegs on the camping packing list."),
        ("and sleeping bags", "I put sleeping bags on the camping packing list."),
        ("tin opener as well", "I put tin opener on the camping packing list."),
        ("oh and matches", "I put matches on the camping packing list."),
        ("we need plasters too", "I put plasters on the camping packing list."),
        ("did i put matches on", "Yes, on the camping packing list: matches."),
        (
            "how many things are on it",
            "On the camping packing list: tent pegs, sleeping bags, tin opener, matches and plasters.",
        ),
        ("put milk on the shopping list", "I put milk on the shopping list."),
        (
            "read me the camping list",
            "On the camping packing list: tent pegs, sleeping bags, tin opener, matches and plasters.",
        ),
        ("take the matches off it", "Crossed off the camping packing list: matches."),
    ),
    "party": (
        "en",
        ("make a list for the party", "I started the party list."),
        ("balloons paper plates and crisps", "I put balloons, paper plates and crisps on the party list."),
        ("take off the balloons", "Crossed off the party list: balloons."),
        ("undo", "Back on the party list: balloons."),
    ),
    "garden": (
        "en",
        ("make a new list called garden", "I started the garden list."),
        ("add compost to it", "I put compost on the garden list."),
        ("and a trowel", "I put trowel on the garden list."),
        ("take that off the list", "Crossed off the garden list: trowel."),
        ("what's left", "On the garden list: compost."),
        ("clear it", "I emptied the garden list. Say undo to have it back."),
    ),
    "presents": (
        "en",
        ("can you start me a list of presents", "I started the presents list."),
        ("put a scarf for mum on it", "I put scarf for mum on the presents list."),
        ("start a list of presents", "There is the presents list already."),
    ),
    "what is missing": (
        "en",
        ("we're out of washing powder", "Noted: you're out of washing powder."),
        ("put it on the list", "I put washing powder on the shopping list."),
    ),
    "no list is spoken of": (
        "en",
        ("put milk on the list", "I put milk on the shopping list."),
        ("my sister is called marie", "Noted: your sister is called marie."),
        ("and sleeping bags", "Noted: sleeping bags."),
        ("what's on the list", "On the shopping list: milk."),
    ),
    "nothing to point at": (
        "en",
        ("put it on the list", "Tell me what to put there, and I put it on the shopping list."),
        ("what's on the list", "There is nothing on the shopping list."),
    ),
    "several to point at": (
        "en",
        ("put milk and eggs on the list", "I put milk and eggs on the shopping list."),
        ("what's on the list", "On the shopping list: milk and eggs."),
        ("take that off the list", "Say its name, and I cross it off the shopping list."),
        ("read it out", "On the shopping list: milk and eggs."),
    ),
    "the noun of a thing": (
        "en",
        ("put oat milk and milk chocolate on the list", "I put oat milk and milk chocolate on the shopping list."),
        ("take the milk off", "Crossed off the shopping list: oat milk."),
    ),
    "another thing of the same word": (
        "en",
        (
            "put milk powder and call the plumber on the list",
            "I put milk powder and call the plumber on the shopping list.",
        ),
        ("take the milk off", "Milk is not on the shopping list."),
        ("take the plumber off", "Crossed off the shopping list: call the plumber."),
        ("what's on the list", "On the shopping list: milk powder."),
    ),
    "Camping": (
        "de",
        ("leg eine Packliste fürs Camping an", "Angelegt: Packliste für Camping."),
        ("setz Heringe drauf", "Auf der Packliste für Camping notiert: Heringe."),
        ("und Schlafsäcke", "Auf der Packliste für Camping notiert: Schlafsäcke."),
        ("Dosenöffner auch noch", "Auf der Packliste für Camping notiert: Dosenöffner."),
        ("wir brauchen auch Pflaster", "Auf der Packliste für Camping notiert: Pflaster."),
        ("hab ich Streichhölzer drauf", "Streichhölzer: steht nicht auf der Packliste für Camping."),
        ("nimm die Heringe runter", "Von der Packliste für Camping gestrichen: Heringe."),
        ("setz Milch auf die Einkaufsliste", "Auf der Einkaufsliste notiert: Milch."),
        ("lies mir die Campingliste vor", "Auf der Packliste für Camping: Schlafsäcke, Dosenöffner und Pflaster."),
    ),
    "Party": (
        "de",
        ("mach eine Liste für die Party", "Angelegt: Liste für Party."),
        ("luftballons pappteller und chips", "Auf der Liste für Party notiert: luftballons, pappteller und chips."),
        ("was steht auf der Partyliste", "Auf der Liste für Party: luftballons, pappteller und chips."),
    ),
    "ohne Komma": (
        "de",
        (
            "setz Eier Mülltüten und Käse auf die Einkaufsliste",
            "Auf der Einkaufsliste notiert: Eier, Mülltüten und Käse.",
        ),
        ("nimm die Eier runter", "Von der Einkaufsliste gestrichen: Eier."),
        ("was ist noch übrig", "Auf der Einkaufsliste: Mülltüten und Käse."),
    ),
    "was fehlt": (
        "de",
        ("wir haben keine Milch mehr", "Notiert: ihr habt keine Milch mehr."),
        ("setz sie auf die Liste", "Auf der Einkaufsliste notiert: Milch."),
    ),
}


@pytest.mark.parametrize(("language", "said"), [(one, said) for one in RUNS for said in RUNS[one]])
def test_things_without_a_comma(language: str, said: str) -> None:
    """A name is cut only where it is sure that another thing begins."""
    words = load_intent_matcher(language, MemoryPolicy().max_command_chars).list_words
    assert split_items(said, words) == RUNS[language][said]


@pytest.mark.parametrize("name", TALKS)
def test_a_talk_that_goes_on_with_a_list(name: str, tmp_path: Path) -> None:
    """Each turn is about the list that is spoken of, and about no other."""
    language, *turns = TALKS[name]
    with talk_in(tmp_path / "vault", str(language)) as talk:
        assert [(said, talk.say(said)) for said, _ in turns] == turns
