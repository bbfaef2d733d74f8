"""Promise: a code of the home is told when the code of that very thing is asked for, and for no other question."""

from __future__ import annotations

from pathlib import Path

import pytest

from memory.model.atoms import Channel
from tests.sim.assistant_talk import talk_in

TOLD = {
    "en": ("the gate code is 4471", "the garage code is 1212", "the front door code is 5512"),
    "de": ("der torcode ist 4471", "der garagencode ist 1212", "der haustürcode ist 5512"),
}
CODES = ("4471", "1212", "5512")

OTHER_QUESTIONS = [
    ("en", "what's my pin"),
    ("en", "is the gate open"),
    ("en", "what's on the gate"),
    ("en", "what's on the door"),
    ("en", "tell me everything you know about the front door"),
    ("en", "what do you know about the gate"),
    ("en", "tell me about the garage"),
    ("en", "how is the garage"),
    ("en", "where's the gate key"),
    ("en", "what's the phone number of the garage"),
    ("en", "how long does it take to open the gate"),
    ("en", "what's the cellar code"),
    ("de", "was ist meine pin"),
    ("de", "ist das tor offen"),
    ("de", "was ist am tor"),
    ("de", "was hängt an der tür"),
    ("de", "sag mir alles was du über die haustür weißt"),
    ("de", "was weißt du über das tor"),
    ("de", "erzähl mir von der garage"),
    ("de", "wo ist der schlüssel vom tor"),
    ("de", "was zahlen wir für das tor"),
    ("de", "wie ist der kellercode"),
]


@pytest.mark.parametrize(("language", "asked"), OTHER_QUESTIONS)
def test_another_question_about_a_thing_brings_no_code(tmp_path: Path, language: str, asked: str) -> None:
    with talk_in(tmp_path, language) as talk:
        talk.say_all(*TOLD[language])
        reply = talk.say(asked)
        assert not any(code in reply for code in CODES)
        assert not any(code in atom.text for atom in talk.answer.bundle.atoms for code in CODES)


ASKED = [
    ("en", "what's the gate code", "4471"),
    ("en", "what is it for the gate", "4471"),
    ("en", "do you remember the gate combination", "4471"),
    ("en", "how do i open the gate", "4471"),
    ("en", "what's the pin for the garage", "1212"),
    ("en", "tell me the garage code", "1212"),
    ("en", "what's the code of the front door", "5512"),
    ("de", "wie ist der torcode", "4471"),
    ("de", "was ist es für das tor", "4471"),
    ("de", "wie ist der code vom tor", "4471"),
    ("de", "wie ist der garagencode", "1212"),
    ("de", "wie ist der code der haustür", "5512"),
]


@pytest.mark.parametrize(("language", "asked", "code"), ASKED)
def test_the_code_that_is_asked_for_is_told_in_writing(tmp_path: Path, language: str, asked: str, code: str) -> None:
    with talk_in(tmp_path, language) as talk:
        talk.say_all(*TOLD[language])
        reply = talk.say(asked)
        assert [one for one in CODES if one in reply] == [code]
        assert code not in talk.say(asked, channel=Channel.VOICE)


@pytest.mark.parametrize(
    ("language", "told", "asked", "fact"),
    [
        ("en", "the gate is green", "what do you know about the gate", "green"),
        ("en", "the gate key is under the mat", "where's the gate key", "mat"),
        ("en", "the front door is red", "tell me everything you know about the front door", "red"),
        ("de", "die haustür ist rot", "sag mir alles was du über die haustür weißt", "rot"),
        ("de", "das tor ist grün", "was weißt du über das tor", "grün"),
    ],
)
def test_what_else_is_known_of_a_thing_is_told_alone(
    tmp_path: Path, language: str, told: str, asked: str, fact: str
) -> None:
    with talk_in(tmp_path, language) as talk:
        talk.say_all(*TOLD[language], told)
        reply = talk.say(asked)
        assert fact in reply
        assert not any(code in reply for code in CODES)
