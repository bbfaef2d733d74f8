"""Promise: whatever a code of the home is told with stays apart from it, and words that ask about it store none.

A list, a fact beside it and the name of its network are told openly, and never the code with them.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from memory.model.atoms import ArchivedLine, Channel
from tests.sim.assistant_talk import Talk, talk_in


def _stands_in(word: str, dump: str) -> bool:
    """Says whether a word is in a dump; digits inside a random id are none."""
    return re.search(rf"(?<![0-9a-f]){re.escape(word)}(?![0-9a-f])", dump) is not None


def _lines(talk: Talk) -> tuple[ArchivedLine, ...]:
    turns = talk.vault.connection.execute("SELECT turn_id FROM archive")
    return talk.vault.reader.lines_by_id(talk.gate(), tuple(row[0] for row in turns))


BESIDE = [
    (
        "en",
        "the wifi's called skynet and the password's fluffycat",
        ("what's the wifi called", "what's the name of the wifi"),
        "skynet",
        "what's the wifi password",
        "fluffycat",
    ),
    (
        "en",
        "the gate code is 4471 and my sister's coming on friday",
        ("when's my sister coming",),
        "friday",
        "what's the gate code",
        "4471",
    ),
    (
        "de",
        "das wlan heißt skynet und das passwort ist fluffycat",
        ("wie heißt das wlan", "wie ist der name vom wlan"),
        "skynet",
        "wie ist das wlan passwort",
        "fluffycat",
    ),
    (
        "de",
        "der torcode ist 4471 und meine schwester kommt am freitag",
        ("wann kommt meine schwester",),
        "freitag",
        "wie ist der torcode",
        "4471",
    ),
]


@pytest.mark.parametrize(("language", "told", "asked", "fact", "for_code", "code"), BESIDE)
def test_a_question_for_what_is_told_beside_a_code_brings_no_code(
    tmp_path: Path, language: str, told: str, asked: tuple[str, ...], fact: str, for_code: str, code: str
) -> None:
    with talk_in(tmp_path, language) as talk:
        talk.say(told)
        for question in asked:
            for channel in Channel:
                reply = talk.say(question, channel=channel)
                assert fact in reply
                assert code not in reply
                assert not any(code in atom.text for atom in talk.answer.bundle.atoms)
        assert code in talk.say(for_code)
        assert "friday" not in talk.say(for_code)


@pytest.mark.parametrize(
    ("language", "told", "asks"),
    [
        ("en", "the gate code is 4471", "the gate code is 4471 isn't it"),
        ("en", "the gate code is 4471", "the gate code is 4472 right"),
        ("en", "the gate code is 4471", "is the gate code 4472"),
        ("de", "der torcode ist 4471", "der torcode ist 4471 oder"),
        ("de", "der torcode ist 4471", "der torcode ist 4472 stimmt's"),
        ("de", "der torcode ist 4471", "ist der torcode 4472"),
    ],
)
def test_words_that_ask_whether_it_is_right_store_nothing(tmp_path: Path, language: str, told: str, asks: str) -> None:
    with talk_in(tmp_path, language) as talk:
        talk.say(asks)
        assert not talk.atoms()
        talk.say(told)
        assert "4471" in talk.say(asks)
        assert not talk.answer.question
        assert len(talk.atoms()) == 1
        assert "4471" not in talk.say(asks, channel=Channel.VOICE)
        assert not _stands_in("4472", talk.dump())


@pytest.mark.parametrize(
    ("language", "told", "asked"),
    [
        ("en", "put the wifi password sunflower on my list", "what's on my list"),
        ("en", "put my bank pin 8822 on the list", "what's on my list"),
        ("de", "setz das wlan passwort sonnenblume auf meine liste", "was steht auf meiner liste"),
    ],
)
def test_a_code_is_on_no_list(tmp_path: Path, language: str, told: str, asked: str) -> None:
    with talk_in(tmp_path, language) as talk:
        talk.say(told)
        reply = talk.say(asked)
        assert "sunflower" not in reply
        assert "sonnenblume" not in reply
        assert "[" not in reply
        lists = [str(cell) for row in talk.vault.connection.execute("SELECT * FROM list_item") for cell in row]
        assert not lists


@pytest.mark.parametrize("told", ["the garage code is 1212 no 1313", "the padlock is 1212 no wait 1313"])
def test_a_code_that_is_put_right_while_it_is_said_leaves_nothing_of_the_first(talk: Talk, told: str) -> None:
    talk.say(told)
    assert not _stands_in("1212", talk.dump())
    assert not any("1313" in line.text for line in _lines(talk))


def test_what_is_insisted_on_after_an_order_to_note_it_is_never_told(talk: Talk) -> None:
    talk.say_all("remember my email password sunflower", "keep it anyway")
    assert talk.heard.reason_codes == ("SECRET_KEPT_INSIDE",)
    assert "sunflower" not in talk.say("what's my email password")
