"""Promise: what a person asks not to keep is not archived and makes no memory, and the reply says so."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from memory.model.atoms import Atom
from tests.sim.assistant_talk import Talk, talk_in

NEXT = {
    "en": (
        "don't save what i say now",
        "don't keep the next thing i say",
        "please don't record the next sentence",
        "don't remember what I'm about to tell you",
        "what I say next is off the record",
        "the next thing I say is off the record",
        "off the record",
        "this is off the record",
        "I want to tell you something off the record",
        "between you and me",
        "forget what I'm about to say",
        "do not store what I say next",
        "never write down what i'm going to say now",
        "what I tell you now stays between us",
        "in confidence",
    ),
    "de": (
        "merk dir nicht was ich jetzt sage",
        "speichere nicht was ich dir jetzt erzähle",
        "merk dir den nächsten Satz nicht",
        "behalte nicht was ich gleich sage",
        "was ich jetzt sage bleibt unter uns",
        "das folgende bleibt unter uns",
        "unter uns",
        "ganz im Vertrauen",
        "ich sage dir jetzt etwas im Vertrauen",
        "zeichne nicht auf was ich jetzt sage",
        "speicher nicht was ich gleich sag",
        "was ich dir jetzt erzähl merkst du dir bitte nicht",
        "das nächste behältst du nicht",
        "das was ich jetzt sag musst du dir nicht merken",
    ),
}
MORE = {
    "en": (
        "don't remember this conversation",
        "don't save any of this conversation",
        "stop recording what I say",
        "stop recording for a while",
        "please stop listening for now",
        "don't store anything I say from now on",
        "everything from now on is off the record",
        "let's go off the record",
        "this conversation is off the record",
        "private mode",
        "don't record what I say",
        "don't keep anything I tell you",
        "stop saving things",
        "this conversation stays between us",
        "don't listen to this for a moment",
    ),
    "de": (
        "merk dir nichts von diesem Gespräch",
        "merk dir dieses Gespräch nicht",
        "hör auf mitzuschreiben",
        "hör bitte auf dir alles zu merken",
        "speichere ab jetzt nichts mehr",
        "dieses Gespräch bleibt unter uns",
        "ab jetzt bleibt alles unter uns",
        "zeichne nicht auf was ich sage",
        "hör mal weg",
        "schreib jetzt nicht mit",
    ),
}
AGAIN = {
    "en": ("you can listen again", "you may record again", "start recording again", "we're back on the record"),
    "de": ("du darfst wieder zuhören", "du kannst dir wieder alles merken", "hör wieder zu"),
}
EVERYTHING = {
    "en": ("remember everything going forward", "remember everything I say from now on", "save everything I tell you"),
    "de": (
        "merk dir ab jetzt alles was ich sage",
        "merk dir alles",
        "speichere ab jetzt alles",
        "ab jetzt merkst du dir alles was ich sag",
        "merk dir bitte was ich jetzt sag",
    ),
}
PRIVACY = {
    "en": (
        "are you recording everything I say",
        "who can hear this",
        "what do you do with what I say",
        "are you always listening",
        "do you share my data with anyone",
        "is this private",
        "is our conversation being recorded",
        "who else can read my memories",
        "where does what I say go",
        "where do you store my data",
        "can I trust you with my secrets",
        "does anyone else hear this",
        "do you spy on me",
        "what happens to my data",
        "are my secrets safe with you",
    ),
    "de": (
        "nimmst du alles auf",
        "wer kann das hören",
        "was machst du mit dem was ich sage",
        "hörst du immer mit",
        "ist das hier privat",
        "wer liest meine Daten",
        "wo speicherst du meine Daten",
        "was passiert mit meinen Daten",
        "sind meine Geheimnisse sicher",
        "kann ich dir vertrauen",
        "zeichnest du eigentlich auf was ich sag",
        "wird das hier alles mitgeschnitten",
        "merkst du dir alles was ich erzähl",
    ),
}
TOLD = {"en": "my aunt is called Zelda", "de": "meine Tante heißt Zelda"}
ASKED = {"en": "what is my aunt called", "de": "wie heißt meine Tante"}


def cases(said: Mapping[str, tuple[str, ...]]) -> list[tuple[str, str]]:
    return [(language, words) for language, all_ in said.items() for words in all_]


@pytest.fixture(scope="module")
def talks(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Talk]]:
    with talk_in(tmp_path_factory.mktemp("en")) as english, talk_in(tmp_path_factory.mktemp("de"), "de") as german:
        yield {"en": english, "de": german}


@pytest.fixture
def talk(tmp_path: Path) -> Iterator[Talk]:
    with talk_in(tmp_path) as one:
        yield one


def atoms(talk: Talk) -> tuple[Atom, ...]:
    return talk.atoms()


@pytest.mark.parametrize(("language", "words"), cases(NEXT))
def test_nothing_of_the_next_words_is_kept(talks: dict[str, Talk], language: str, words: str) -> None:
    talk = talks[language]
    talk.new_session()
    reply = talk.say(words)
    assert (words, talk.heard.intent) == (words, "keep_nothing_next"), reply
    talk.say(TOLD[language])
    assert talk.heard.reason_codes == ("OFF_THE_RECORD",)
    assert not atoms(talk)
    assert "Zelda" not in talk.dump()


@pytest.mark.parametrize(("language", "words"), cases(MORE))
def test_nothing_more_of_the_conversation_is_kept(talks: dict[str, Talk], language: str, words: str) -> None:
    talk = talks[language]
    talk.new_session()
    talk.say(words)
    assert (words, talk.heard.intent) == (words, "keep_nothing_more")
    for _ in range(3):
        talk.say(TOLD[language])
        assert talk.heard.reason_codes == ("OFF_THE_RECORD",)
    assert not atoms(talk)
    assert "Zelda" not in talk.dump()


@pytest.mark.parametrize(("language", "words"), cases(AGAIN))
def test_it_is_kept_again_when_the_person_says_so(talks: dict[str, Talk], language: str, words: str) -> None:
    talk = talks[language]
    talk.new_session()
    talk.say_all(MORE[language][0], TOLD[language])
    talk.say(words)
    assert (words, talk.heard.intent) == (words, "keep_again")
    talk.say(TOLD[language])
    assert len(talk.heard.created) == 1
    assert "Zelda" in talk.say(ASKED[language])
    talk.say({"en": "forget my aunt", "de": "vergiss meine Tante"}[language])
    assert not atoms(talk)


@pytest.mark.parametrize(("language", "words"), cases(EVERYTHING))
def test_what_is_kept_is_said_in_a_sentence(talks: dict[str, Talk], language: str, words: str) -> None:
    talk = talks[language]
    talk.new_session()
    talk.say(words)
    assert (words, talk.heard.intent) == (words, "remember_everything")
    assert not talk.heard.created


@pytest.mark.parametrize(("language", "words"), cases(PRIVACY))
def test_a_question_about_privacy_has_one_honest_sentence(talks: dict[str, Talk], language: str, words: str) -> None:
    talk = talks[language]
    talk.new_session()
    reply = talk.say(words)
    assert (words, talk.heard.intent) == (words, "tell_privacy")
    assert "encrypted" in reply or "verschlüsselt" in reply
    assert not talk.heard.created


def _rows(name: str) -> list[str]:
    lines = (Path(__file__).parent / "cases" / name).read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


@pytest.mark.parametrize("words", _rows("asked_privacy.txt"))
def test_who_gets_to_know_is_a_question_about_privacy(talks: dict[str, Talk], words: str) -> None:
    test_a_question_about_privacy_has_one_honest_sentence(talks, "en", words)


@pytest.mark.parametrize("words", _rows("asked_of_others.txt"))
def test_a_question_about_the_world_is_none_about_privacy(talks: dict[str, Talk], words: str) -> None:
    talk = talks["en"]
    talk.new_session()
    assert "encrypted" not in talk.say(words)


@pytest.mark.parametrize("words", _rows("privates_gefragt.txt"))
def test_where_german_words_go_is_a_question_about_privacy(talks: dict[str, Talk], words: str) -> None:
    test_a_question_about_privacy_has_one_honest_sentence(talks, "de", words)


@pytest.mark.parametrize("words", _rows("anderes_gefragt.txt"))
def test_another_german_question_is_none_about_privacy(talks: dict[str, Talk], words: str) -> None:
    talk = talks["de"]
    talk.new_session()
    assert "verschlüsselt" not in talk.say(words)
    assert not talk.heard.created


def test_only_the_next_words_are_left_out(talk: Talk) -> None:
    talk.say_all("don't save what I say now", "thanks", "my boss is called Igor", "my aunt is called Zelda")
    assert [atom.value for atom in talk.atoms()] == ["Zelda"]
    assert "Igor" not in talk.dump()


def test_another_conversation_is_kept(talk: Talk) -> None:
    talk.say("don't remember this conversation")
    talk.new_session()
    talk.say("my aunt is called Zelda")
    assert len(talk.atoms()) == 1


def test_it_holds_for_this_person_and_after_a_restart(talk: Talk) -> None:
    talk.say("don't remember this conversation")
    talk.restart()
    talk.say("my aunt is called Zelda")
    assert not talk.atoms()
    talk.say("my aunt is called Zelda", user="Ben")
    assert len(talk.atoms("Ben")) == 1


def test_a_command_is_still_done_and_its_words_are_not_kept(talk: Talk) -> None:
    talk.say("don't remember this conversation")
    assert "Zelda cake" in talk.say("put Zelda cake on my shopping list")
    archived = "SELECT text FROM archive WHERE speaker = 'user'"
    assert not any("Zelda" in row[0] for row in talk.vault.connection.execute(archived))


def test_what_she_is_asked_to_remember_meanwhile_is_declined_with_the_way_out(talk: Talk) -> None:
    talk.say("don't remember this conversation")
    assert talk.say("remember that my aunt is called Zelda").startswith("You asked me to keep nothing now")
    assert not talk.atoms()


@pytest.mark.parametrize("words", ["keep your answers short", "use celsius", "call me Zelda"])
def test_an_instruction_meanwhile_is_not_said_to_be_kept(talk: Talk, words: str) -> None:
    talk.say("don't remember this conversation")
    assert talk.say(words).startswith("You asked me to keep nothing now")
    assert not talk.atoms()


def test_off_the_record_right_after_telling_takes_that_back(talk: Talk) -> None:
    talk.say_all("my aunt is called Zelda", "off the record")
    assert not talk.atoms()
    talk.say("my uncle is called Bruno")
    assert [atom.value for atom in talk.atoms()] == ["Bruno"]


def test_a_guest_is_told_of_privacy_and_changes_nothing(talk: Talk) -> None:
    assert "encrypted" in talk.say("who can hear this", identified=False)
    talk.say("don't remember this conversation", identified=False)
    talk.say("my aunt is called Zelda")
    assert len(talk.atoms()) == 1
