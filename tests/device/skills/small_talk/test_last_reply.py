"""Promise: "repeat that", "are you sure", "who told you" are answered from the last reply, and are never a fact."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.sim.assistant_talk import Talk, talk_in

REPEAT = {
    "en": (
        "repeat that",
        "say that again",
        "what did you say",
        "what did you just say",
        "can you repeat that please",
        "could you say it once more",
        "pardon me",
        "pardon",
        "eh",
        "what",
        "sorry what was that",
        "come again",
        "I didn't catch that",
        "sorry, I didn't hear you",
        "say again",
        "what was that again",
        "tell me that again",
        "one more time please",
        "repeat the answer",
        "I missed that",
    ),
    "de": (
        "wiederhole das",
        "sag das noch mal",
        "was hast du gesagt",
        "was hast du gerade gesagt",
        "wie bitte",
        "hä",
        "was",
        "noch mal bitte",
        "das habe ich nicht verstanden",
        "ich habe dich akustisch nicht verstanden",
        "kannst du das wiederholen",
        "wiederhole bitte die Antwort",
    ),
}
SURE = {
    "en": (
        "are you sure",
        "are you really sure",
        "are you sure about that",
        "is that right",
        "is that true",
        "is that really so",
        "you sure",
        "are you certain",
        "how sure are you",
        "was that correct",
        "are you absolutely positive about that",
        "did I really say that",
        "sure about that",
        "are you quite certain",
        "is it really true",
    ),
    "de": (
        "bist du sicher",
        "bist du dir da sicher",
        "stimmt das",
        "stimmt das wirklich",
        "ist das richtig",
        "ist das wirklich so",
        "wie sicher bist du",
        "wirklich",
        "ist das wahr",
        "habe ich das wirklich gesagt",
    ),
}
SOURCE = {
    "en": (
        "how do you know that",
        "how do you know",
        "who told you that",
        "who told you",
        "where do you know that from",
        "who said that",
        "where did you get that from",
        "how did you find out that",
        "who did you hear that from",
        "from whom do you know that",
        "how come you know that",
        "what's your source for that",
        "how would you know that",
        "where did you hear that",
        "who says so",
    ),
    "de": (
        "woher weißt du das",
        "woher hast du das",
        "wer hat dir das gesagt",
        "wer hat dir das denn erzählt",
        "von wem weißt du das",
        "wer sagt das",
        "wie kommst du darauf",
        "woher weißt du das eigentlich",
        "wieso weißt du das",
        "wer behauptet das",
    ),
}
TOLD = {"en": "my aunt is called Zelda", "de": "meine Tante heißt Zelda"}
ASKED = {"en": "what is my aunt called", "de": "wie heißt meine Tante"}


def cases(said: dict[str, tuple[str, ...]]) -> list[tuple[str, str]]:
    return [(language, words) for language, all_ in said.items() for words in all_]


@pytest.fixture(scope="module")
def talks(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Talk]]:
    with talk_in(tmp_path_factory.mktemp("en")) as english, talk_in(tmp_path_factory.mktemp("de"), "de") as german:
        for talk in (english, german):
            talk.say(TOLD["en" if talk is english else "de"])
        yield {"en": english, "de": german}


@pytest.fixture
def talk(tmp_path: Path) -> Iterator[Talk]:
    with talk_in(tmp_path) as one:
        yield one


def asked(talk: Talk, language: str) -> str:
    talk.new_session()
    return talk.say(ASKED[language])


@pytest.mark.parametrize(("language", "words"), cases(REPEAT))
def test_the_last_reply_is_said_again_in_the_same_words(talks: dict[str, Talk], language: str, words: str) -> None:
    before = asked(talks[language], language)
    assert (words, talks[language].say(words)) == (words, before)
    assert talks[language].say(words) == before
    assert len(talks[language].atoms()) == 1


@pytest.mark.parametrize(("language", "words"), cases(SURE))
def test_whether_it_is_sure_is_told_with_its_source(talks: dict[str, Talk], language: str, words: str) -> None:
    talk = talks[language]
    asked(talk, language)
    reply = talk.say(words)
    assert (words, talk.heard.intent) == (words, "are_you_sure")
    assert reply.startswith(("Yes", "Ja"))
    assert "Zelda" in reply
    assert "2026" in reply
    assert len(talk.atoms()) == 1


@pytest.mark.parametrize(("language", "words"), cases(SOURCE))
def test_who_told_it_is_told_with_the_day(talks: dict[str, Talk], language: str, words: str) -> None:
    talk = talks[language]
    asked(talk, language)
    reply = talk.say(words)
    assert (words, talk.heard.intent) == (words, "how_known")
    assert "Zelda" in reply
    assert "2026" in reply
    assert len(talk.atoms()) == 1


def test_one_question_about_it_may_follow_another(talk: Talk) -> None:
    talk.say_all("my aunt is called Zelda", "what is my aunt called")
    for words in ("are you sure", "who told you that", "repeat that", "how do you know", "when did i tell you that"):
        assert "Zelda" in talk.say(words), words


def test_without_a_reply_before_nothing_is_made_up(talk: Talk) -> None:
    talk.say("my aunt is called Zelda")
    talk.new_session()
    for words in ("repeat that", "are you sure", "who told you that"):
        talk.new_session()
        assert "Zelda" not in talk.say(words)


def test_what_came_from_no_memory_is_said_to_come_from_none(talk: Talk) -> None:
    talk.say("what time is it")
    assert talk.say("who told you that") == "That did not come from anything you told me."
    talk.say("what is my locker number")
    assert talk.say("are you sure") == "I have nothing more to go by; if it is wrong, tell me what is right."


def test_a_doubted_memory_is_not_called_sure(talk: Talk) -> None:
    talk.say_all("my favorite color is green", "my favorite color is blue", "let me think", "what is my favorite color")
    assert not talk.say("are you sure").startswith("Yes")


def test_a_guest_hears_nothing_of_the_last_reply(talk: Talk) -> None:
    talk.say_all("my aunt is called Zelda", "what is my aunt called")
    for words in ("repeat that", "are you sure", "who told you that"):
        assert "Zelda" not in talk.say(words, identified=False)


def test_after_them_forget_that_still_means_the_memory(talk: Talk) -> None:
    talk.say_all("my aunt is called Zelda", "what is my aunt called", "are you sure", "forget that")
    assert not talk.atoms()
