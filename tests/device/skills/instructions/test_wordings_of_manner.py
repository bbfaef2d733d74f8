"""Promise: how Selene shall answer, and what is asked about the talk itself, is understood in many wordings."""

from __future__ import annotations

from pathlib import Path

import pytest

from device.nlu.intent_registry import load_intent_matcher
from memory.core.policy import MemoryPolicy
from tests.sim.assistant_talk import talk_in

SAID = {
    ("en", "answer_briefly"): (
        "keep your answers to one sentence please",
        "one sentence is enough",
        "from now on keep it to one line",
        "shorter",
        "a bit shorter please",
        "just the short version please",
        "make it shorter",
        "less detail please",
        "don't go on so long",
        "that's too long",
        "get to the point",
        "be brief from now on",
        "give me short answers",
        "in one sentence please",
        "limit your replies to two sentences",
    ),
    ("en", "answer_fully"): (
        "in full again",
        "back to full answers",
        "normal length again please",
        "you can give me the long version again",
        "longer again please",
        "you don't have to keep it short any more",
        "stop keeping it short",
        "more detail again please",
        "you can answer in full again",
        "a bit longer please",
    ),
    ("en", "call_me"): ("call me baz", "you can just call me captain", "i go by lizzie", "please use Robin as my name"),
    ("en", "speak_slower"): (
        "speak slower",
        "that was too fast for me",
        "could you talk a bit more slowly",
        "you talk too fast",
    ),
    ("en", "wait_longer"): (
        "you cut me off again",
        "stop cutting me off",
        "don't interrupt me",
        "let me finish",
        "give me a little more time to think",
        "please wait a bit longer before you answer",
        "I wasn't finished yet",
    ),
    ("en", "answer_sooner"): ("answer a bit sooner", "don't wait so long to answer", "you take too long to reply"),
    ("en", "wait_normally"): ("wait as long as usual again", "pause normally before you answer"),
    ("de", "wait_longer"): (
        "unterbrich mich nicht immer",
        "lass mich ausreden",
        "du fällst mir ständig ins Wort",
        "warte bitte etwas länger bevor du antwortest",
        "ich war noch nicht fertig",
    ),
    ("de", "answer_sooner"): ("antworte etwas schneller", "warte nicht so lange mit der Antwort"),
    ("de", "wait_normally"): ("warte wieder so lange wie sonst",),
    ("en", "recall_all"): (
        "what do you know about me then",
        "so what have you got on me so far",
        "what have you got on me",
        "what have you learned about me up to now",
        "what do you remember about me so far",
        "tell me everything you know about me now",
    ),
    ("en", "how_known"): (
        "how come you know that",
        "where did you get that from",
        "why do you think so",
        "how do you know that then",
    ),
    ("en", "when_told"): (
        "why do you think i like jazz",
        "what makes you think i'm allergic to nuts",
        "how do you know my sister lives in york",
        "who told you i moved to leeds",
        "when did i tell you that",
    ),
    ("en", "last_told"): ("what was i telling you just now", "what did i just say there"),
    ("en", "recall_about"): ("what have you got on jazz so far", "what did i say about my job then"),
    ("de", "answer_briefly"): (
        "halt deine antworten bitte auf einen satz",
        "ein satz reicht",
        "mach es kurz",
        "kürzer",
        "kurz und knapp bitte",
        "nur die kurzfassung bitte",
        "ab jetzt antworte in einem satz",
        "red nicht so lang",
        "komm zum punkt",
        "das war mir zu lang",
    ),
    ("de", "answer_fully"): (
        "wieder ausführlich bitte",
        "du darfst wieder länger antworten",
        "ausführlich bitte wieder",
        "jetzt wieder in ganzen sätzen",
        "du musst dich nicht mehr so kurz fassen",
        "mehr details bitte",
    ),
    ("de", "call_me"): ("nenn mich bitte lizzie", "du darfst mich ruhig bärbel nennen", "sag einfach tom zu mir"),
    ("de", "recall_all"): (
        "was weißt du denn so über mich",
        "also was weißt du bisher über mich",
        "was hast du dir alles über mich gemerkt",
        "was hab ich dir bisher über mich erzählt",
    ),
    ("de", "how_known"): (
        "woher weißt du das denn",
        "wie kommst du darauf",
        "wieso glaubst du das",
        "wo hast du das her",
    ),
    ("de", "when_told"): (
        "warum glaubst du dass ich jazz mag",
        "wer hat dir denn gesagt dass ich umziehe",
        "wann hab ich dir das gesagt",
    ),
    ("de", "last_told"): ("was hab ich dir gerade noch erzählt", "was hab ich eben gesagt"),
}
STATEMENTS = {
    "en": ("the answers are on one sheet", "my answer was too long", "the jacket is shorter", "i want a longer table"),
    "de": ("die hose ist kürzer", "mein satz war zu lang", "der weg ist länger geworden"),
}


@pytest.mark.parametrize(("language", "intent"), SAID)
def test_each_wording_is_understood(language: str, intent: str) -> None:
    """A wording is of the one intent and of no other."""
    matcher = load_intent_matcher(language, MemoryPolicy().max_command_chars)
    assert {said: matcher.match_intent(said).intent for said in SAID[language, intent]} == dict.fromkeys(
        SAID[language, intent], intent
    )


@pytest.mark.parametrize("language", STATEMENTS)
def test_what_is_told_in_such_words_is_no_instruction(language: str) -> None:
    """What somebody tells about answers and lengths changes nothing in how Selene answers."""
    matcher = load_intent_matcher(language, MemoryPolicy().max_command_chars)
    assert {matcher.match_intent(said).intent for said in STATEMENTS[language]} == {"statement"}


def test_a_reason_names_what_was_said_and_when(tmp_path: Path) -> None:
    """Why she thinks something is answered by the words and the moment, and the next question is about these."""
    with talk_in(tmp_path / "vault") as talk:
        talk.say("i like jazz")
        talk.say("my sister anna lives in york")
        assert talk.say("why do you think i like jazz").endswith("at 10:01: i like jazz")
        assert talk.say("how come you know that") == "You told me on Monday, March 2, 2026: i like jazz."
        assert talk.say("what makes you think i like opera") == "I don't know that yet. You can tell me."
