"""Promise: courtesies are answered with a sentence, of anyone, and nothing of them is kept."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.sim.assistant_talk import Talk, talk_in

SAID = {
    "en": {
        "who_are_you": (
            "who are you",
            "hello who are you",
            "hi, what's your name",
            "what are you",
            "tell me about yourself",
            "who am I talking to",
            "what should I call you",
            "are you a robot",
            "are you a real person",
            "introduce yourself please",
            "hey, who is this",
            "do you have a name",
            "what are you called",
            "hello, tell me who you are",
            "who are you again",
            "how old are you",
            "are you alive",
        ),
        "help": (
            "what can you do",
            "help",
            "how can you help me",
            "what are you good for",
            "what do you do",
            "what can I ask you to do",
            "what else can you do",
            "what are your skills",
            "I need help",
            "how do I use you",
        ),
        "how_are_you": (
            "how are you",
            "how are you feeling today",
            "how's it going",
            "are you okay",
            "how do you feel",
            "how's life",
            "how was your day",
            "hello, are you well",
        ),
        "break_off": (
            "let's stop here for now",
            "let's leave it there",
            "that's all for today",
            "let's carry on tomorrow",
            "let's call it a day",
        ),
        "thanks": (
            "thanks",
            "thank you so much",
            "thanks for your help",
            "thank you for telling me",
            "I appreciate it",
            "that was helpful",
            "thanks anyway",
            "thank you selene",
            "very helpful",
            "thanks love",
            "cheers mate",
            "ta duck",
        ),
        "not_for_you": (
            "sorry I wasn't talking to you",
            "I wasn't talking to you",
            "I'm not talking to you",
            "that wasn't for you",
            "oh sorry, that was not meant for you",
            "sorry, I was talking to my wife",
            "I was talking to someone else",
            "I'm talking to the dog",
            "I didn't mean you",
            "sorry I'm on the phone",
            "no, I was speaking with my mom",
            "we weren't talking to you",
            "sorry, wrong room",
            "oh sorry, not you",
            "ignore me",
        ),
        "kidding": (
            "I'm just kidding",
            "just kidding",
            "I was only joking",
            "only joking",
            "that was a joke",
            "I'm pulling your leg",
            "it's only a joke",
            "I'm messing with you",
            "I didn't mean it seriously",
            "I was teasing you",
        ),
    },
    "de": {
        "who_are_you": (
            "wer bist du",
            "hallo wer bist du",
            "wie heißt du eigentlich",
            "stell dich vor",
            "bist du ein Roboter",
            "mit wem spreche ich",
            "wie ist dein Name",
            "hast du einen Namen",
            "was bist du",
            "bist du ein echter Mensch",
        ),
        "help": ("was kannst du", "wobei kannst du mir helfen", "was kannst du alles", "wofür bist du da", "Hilfe"),
        "how_are_you": ("wie geht es dir", "wie geht's", "hallo wie geht es dir heute", "wie fühlst du dich"),
        "break_off": (
            "lass uns hier aufhören",
            "machen wir Schluss für heute",
            "das war's für heute",
            "wir machen morgen weiter",
        ),
        "thanks": (
            "danke",
            "danke Schatz",
            "danke dir mein Lieber",
            "danke für die Hilfe",
            "vielen Dank",
            "ich danke dir",
            "das war hilfreich",
        ),
        "not_for_you": (
            "entschuldigung ich habe nicht mit dir geredet",
            "ich rede nicht mit dir",
            "du warst nicht gemeint",
            "das war nicht für dich",
            "sorry, ich rede mit meiner Frau",
            "ich telefoniere gerade",
            "ich meinte nicht dich",
        ),
        "kidding": (
            "war nur Spaß",
            "ich mache nur Spaß",
            "nur ein Scherz",
            "das war nicht ernst gemeint",
            "kleiner Scherz",
        ),
    },
}
_FILES = Path(__file__).parent / "cases"


def _rows(name: str) -> list[str]:
    lines = (_FILES / name).read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


CASES = [
    (language, intent, words) for language, each in SAID.items() for intent, all_ in each.items() for words in all_
]


@pytest.fixture(scope="module")
def talks(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Talk]]:
    with talk_in(tmp_path_factory.mktemp("en")) as english, talk_in(tmp_path_factory.mktemp("de"), "de") as german:
        yield {"en": english, "de": german}


@pytest.fixture
def talk(tmp_path: Path) -> Iterator[Talk]:
    with talk_in(tmp_path) as one:
        yield one


@pytest.mark.parametrize(("language", "intent", "words"), CASES)
def test_a_courtesy_is_answered_and_not_kept(talks: dict[str, Talk], language: str, intent: str, words: str) -> None:
    talk = talks[language]
    talk.new_session()
    reply = talk.say(words)
    assert (words, talk.heard.intent) == (words, intent), reply
    assert reply
    assert not talk.heard.created


@pytest.mark.parametrize(("intent", "words"), [line.split(" | ") for line in _rows("courtesies.txt")])
def test_a_courtesy_has_a_head_and_a_tail(talks: dict[str, Talk], intent: str, words: str) -> None:
    test_a_courtesy_is_answered_and_not_kept(talks, "en", intent, words)


@pytest.mark.parametrize(("intent", "words"), [line.split(" | ") for line in _rows("hoeflich.txt")])
def test_a_german_courtesy_has_a_head_and_a_tail(talks: dict[str, Talk], intent: str, words: str) -> None:
    test_a_courtesy_is_answered_and_not_kept(talks, "de", intent, words)


@pytest.mark.parametrize("words", _rows("mit_gruss_erzaehlt.txt"))
def test_a_german_fact_with_words_of_a_courtesy_is_kept(talks: dict[str, Talk], words: str) -> None:
    talks["de"].new_session()
    talks["de"].say(words)
    assert talks["de"].heard.created, words


@pytest.mark.parametrize("words", _rows("told_with_courtesies.txt"))
def test_a_fact_with_words_of_a_courtesy_is_kept(talk: Talk, words: str) -> None:
    talk.say(words)
    assert talk.texts() == [words]


@pytest.mark.parametrize(("language", "words"), [(one, words) for one in SAID for words in SAID[one]["who_are_you"]])
def test_a_guest_is_told_who_she_is_and_nothing_else(talks: dict[str, Talk], language: str, words: str) -> None:
    talk = talks[language]
    before = talk.dump()
    assert "Selene" in talk.say(words, identified=False)
    assert talk.dump() == before


@pytest.mark.parametrize("words", ["hello", "how are you", "thanks", "goodbye", "sorry I wasn't talking to you"])
def test_a_guest_hears_a_courtesy_in_return(talk: Talk, words: str) -> None:
    talk.say("my aunt is called Zelda")
    before = talk.dump()
    reply = talk.say(words, identified=False)
    assert "don't know your voice" not in reply
    assert "Zelda" not in reply
    assert talk.dump() == before


def test_a_joke_is_taken_back(talk: Talk) -> None:
    talk.say_all("my aunt is called Zelda", "I live on the moon", "just kidding")
    assert "moon" not in talk.say("where do I live")
    assert "Zelda" in talk.say("what is my aunt called")


@pytest.mark.parametrize("words", ["just kidding", "never mind", "I wasn't talking to you"])
def test_a_joke_takes_back_nothing_that_was_told_before_something_else(talk: Talk, words: str) -> None:
    talk.say_all("my aunt is called Zelda", "what time is it")
    talk.say(words)
    assert "Zelda" in talk.say("what is my aunt called")


def test_forget_it_without_anything_mentioned_keeps_nothing(talk: Talk) -> None:
    talk.say("forget it")
    assert not talk.atoms()


@pytest.mark.parametrize("plan", ["we'll pick it up tomorrow", "we'll do the rest on monday"])
def test_a_plan_is_no_courtesy(tmp_path: Path, plan: str) -> None:
    with talk_in(tmp_path / "vault") as talk:
        talk.say(plan)
        assert talk.texts() == [plan]


@pytest.mark.parametrize("said", ["don't call me too early", "don't call me during dinner"])
def test_a_time_to_call_is_no_nickname(tmp_path: Path, said: str) -> None:
    with talk_in(tmp_path / "vault") as talk:
        assert "I won't call you" not in talk.say(said)
