"""Promise: lists are kept as people talk of them: by name, in singular and plural, once each, and with an undo."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from device.assistant.assistant import Assistant
from device.nlu.thing_names import is_same_name, names_same
from device.session.session import Session
from tests.engine_b.change_builders import ANA, BEN
from tests.sim.assistant_talk import Talk, talk_in
from tests.sim.household import FIRST, SECOND, Household, raise_household

TALKS = {
    "en": (
        ("put oats and apples on the shopping list", "I put oats and apples on the shopping list."),
        ("add milk to the list", "I put milk on the shopping list."),
        ("put some more milk on my shopping list please", "Already on the shopping list: milk."),
        ("read me the list", "On the shopping list: oats, apples and milk."),
        ("what's on my shopping list", "On the shopping list: oats, apples and milk."),
        ("is milk on the list", "Yes, on the shopping list: milk."),
        ("are bananas on the shopping list", "Bananas: not on the shopping list."),
        ("cross off the oat", "Crossed off the shopping list: oats."),
        ("cross the apple off the shopping list", "Crossed off the shopping list: apples."),
        ("take bread off the list", "Bread is not on the shopping list."),
        ("undo", "There is nothing to undo."),
        ("put a drill and some screws on the hardware list", "I put drill and screws on the hardware list."),
        ("what lists do I have", "Your lists: the shopping list (1) and the hardware list (2)."),
        ("what's on the hardware list", "On the hardware list: drill and screws."),
        ("empty it", "I emptied the hardware list. Say undo to have it back."),
        ("undo that", "Back on the hardware list: drill and screws."),
        ("clear the hardware list", "I emptied the hardware list. Say undo to have it back."),
        ("put bread on the shopping list", "I put bread on the shopping list."),
        ("undo", "I took it off the list again."),
        ("how many things are on the list", "On the shopping list: milk."),
        ("remove everything from the shopping list", "I emptied the shopping list. Say undo to have it back."),
        ("what's on the list", "There is nothing on the shopping list."),
        ("what lists do I have", "There is nothing on any list."),
    ),
    "de": (
        ("setz Hafer und Äpfel auf die Einkaufsliste", "Auf der Einkaufsliste notiert: Hafer und Äpfel."),
        ("schreib bitte Milch auf die Liste", "Auf der Einkaufsliste notiert: Milch."),
        ("was steht auf der Einkaufsliste", "Auf der Einkaufsliste: Hafer, Äpfel und Milch."),
        ("steht Milch auf der Einkaufsliste", "Ja, auf der Einkaufsliste: Milch."),
        ("streich die Milch von der Liste", "Von der Einkaufsliste gestrichen: Milch."),
        ("lies mir die Einkaufsliste vor", "Auf der Einkaufsliste: Hafer und Äpfel."),
        ("setz Schrauben auf die Baumarktliste", "Auf der Baumarktliste notiert: Schrauben."),
        ("streich die Schraube von der Baumarktliste", "Von der Baumarktliste gestrichen: Schrauben."),
        ("leere die Einkaufsliste", "Auf der Einkaufsliste steht jetzt nichts mehr."),
        ("rückgängig", "Wieder auf der Einkaufsliste: Hafer und Äpfel."),
    ),
}
GOES_ON = {
    "en": (
        ("put milk, bread and eggs on the shopping list", "I put milk, bread and eggs on the shopping list."),
        ("remove milk and bread", "Crossed off the shopping list: milk and bread."),
        ("we need rice and butter", "I put rice and butter on the shopping list."),
        ("also eggs", "Already on the shopping list: eggs."),
        ("and some cheese", "I put cheese on the shopping list."),
        ("what's on my shopping list", "On the shopping list: eggs, rice, butter and cheese."),
        ("plus two onions, a lemon and salt", "I put two onions, lemon and salt on the shopping list."),
        ("hello", "Hello."),
        ("also sugar", "I'm not sure what you mean."),
        ("we need a holiday", "I see."),
        ("delete the cheese", "Crossed off the shopping list: cheese."),
    ),
    "de": (
        ("setz Milch, Brot und Eier auf die Einkaufsliste", "Auf der Einkaufsliste notiert: Milch, Brot und Eier."),
        ("entferne Milch und Brot", "Von der Einkaufsliste gestrichen: Milch und Brot."),
        ("wir brauchen Reis und Butter", "Auf der Einkaufsliste notiert: Reis und Butter."),
        ("auch Eier", "Schon auf der Einkaufsliste: Eier."),
        ("und noch Käse", "Auf der Einkaufsliste notiert: Käse."),
        ("hallo", "Hallo."),
        ("auch Zucker", "Ich weiß nicht, was du meinst."),
        ("lösche den Käse", "Von der Einkaufsliste gestrichen: Käse."),
    ),
}
NO_LISTS = (
    "my shopping list is on the fridge",
    "I put oats on the table",
    "I like lists",
    "remember that the list is in the drawer",
    "what is my shopping list app called",
)


@pytest.mark.parametrize("language", TALKS)
def test_a_talk_about_lists(tmp_path: Path, language: str) -> None:
    with talk_in(tmp_path) as held:
        talk = Talk(held.vault, language)
        for words, expected in TALKS[language]:
            assert talk.say(words).startswith(expected), (words, talk.answer.reply)
        assert held.vault.counts().atoms == 0


@pytest.mark.parametrize("language", GOES_ON)
def test_what_goes_on_with_a_list_needs_not_name_it(tmp_path: Path, language: str) -> None:
    said = GOES_ON[language]
    with talk_in(tmp_path) as held:
        talk = Talk(held.vault, language)
        assert [(words, talk.say(words)) for words, _ in said] == list(said)
        assert held.vault.counts().atoms == 0


def test_what_is_told_after_a_list_is_no_thing_on_it(tmp_path: Path) -> None:
    with talk_in(tmp_path) as talk:
        talk.say("put milk on the shopping list")
        for words in ("and my sister is called Anna", "and then I went home", "we need to leave at six", "remind me"):
            talk.say(words)
        assert talk.vault.counts().atoms > 0
        assert talk.say("what's on the shopping list") == "On the shopping list: milk."


def test_a_memory_is_forgotten_and_not_crossed_off_where_no_list_has_it(tmp_path: Path) -> None:
    with talk_in(tmp_path) as talk:
        talk.say("put bread on the shopping list")
        talk.say("my favourite milk is oat milk")
        assert talk.say("remove milk") == "I forgot it."
        assert talk.say("what's on the shopping list") == "On the shopping list: bread."


def test_what_stands_on_a_list_alone_is_forgotten_there(tmp_path: Path) -> None:
    """ "There is nothing to forget" is never said while what was named stands anywhere."""
    with talk_in(tmp_path) as talk:
        talk.say("put bread on the shopping list")
        assert talk.say("forget the bread") == "I forgot it."
        assert talk.say("what's on the shopping list") == "There is nothing on the shopping list."


@pytest.fixture(scope="module")
def talk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Talk]:
    with talk_in(tmp_path_factory.mktemp("lists")) as talk:
        yield talk


@pytest.mark.parametrize("words", NO_LISTS)
def test_what_is_no_request_puts_nothing_on_a_list(talk: Talk, words: str) -> None:
    talk.say(words)
    assert not talk.heard.intent.endswith("_list")
    assert talk.vault.reader.records(ANA, "list_item") == ()


@pytest.mark.parametrize(
    ("said", "name", "same"),
    [
        ("oat", "oats", True),
        ("tomatoes", "tomato", True),
        ("Tomate", "Tomaten", True),
        ("Ei", "Eier", True),
        ("green apples", "green apple", True),
        ("apple", "apple juice", False),
        ("ham", "hammer", False),
        ("milk", "oats", False),
    ],
)
def test_singular_and_plural_are_one_thing(said: str, name: str, same: bool) -> None:
    assert is_same_name(said, name) is same


def test_a_word_of_a_name_finds_it_and_an_empty_name_finds_nothing() -> None:
    assert names_same("apple", "apple juice")
    assert not names_same("", "apple juice")


def test_another_person_has_lists_of_their_own(talk: Talk) -> None:
    talk.say("put oats on the shopping list")
    assert talk.say("what's on the shopping list", user="Ben") == "There is nothing on the shopping list."
    talk.say("empty the shopping list")


def test_a_list_reaches_the_other_device_and_is_crossed_off_there(tmp_path: Path) -> None:
    from memory.model.atoms import Moment

    noon = 1_772_366_400_000
    raise_household(tmp_path / "house", FIRST, SECOND)
    with closing(Household(tmp_path / "house")) as house:

        def say(name: str, words: str, minutes: int, user: str = ANA) -> str:
            session = Session(Assistant(house.vaults[name]), user, "kitchen")
            return session.say(words, Moment(noon + minutes * 60_000))[1].reply

        say(FIRST, "put oats and milk on the shopping list", 0)
        house.settle()
        house.require_equal()
        assert say(SECOND, "cross off the oats", 1) == "Crossed off the shopping list: oats."
        house.settle()
        house.require_equal()
        assert say(FIRST, "read me the list", 2) == "On the shopping list: milk."
        assert say(FIRST, "read me the list", 3, BEN) == "There is nothing on the shopping list."


@pytest.mark.parametrize(
    ("said", "listed"),
    [
        (("i need bleach and a mop adding to the shopping list",), "bleach and mop"),
        (("eggs want putting on the shopping list",), "eggs"),
        (("whack some gravy on the shopping list",), "gravy"),
        (("add rosin and gut strings to my shopping list",), "rosin and gut strings"),
        (("add candles, jam and paper plates to the shopping list",), "candles, jam and paper plates"),
        (("add milk and add bread to the shopping list",), "milk and bread"),
        (("add milk and tea to the shopping list", "i've got the milk"), "tea."),
    ],
)
def test_a_list_in_everyday_wordings(said: tuple[str, ...], listed: str, tmp_path: Path) -> None:
    with talk_in(tmp_path) as talk:
        talk.say_all(*said)
        assert talk.say("read us the shopping list").endswith(f": {listed.removesuffix('.')}.")
