"""Promise: a command and what is told in the same breath are both done: nothing of either is taken into the other."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.sim.assistant_talk import Talk, talk_in

ENGLISH = [
    ("put milk on the list and my mum's coming on friday", ["my mum's coming on friday"], "put milk on"),
    ("my mum hates fish and put milk on the list", ["my mum hates fish"], "put milk on"),
    ("set a timer for ten minutes and my boss is called ruth", ["my boss is called ruth"], "ten minutes. "),
    ("remember my boss is called ruth and set a timer for ten minutes", ["my boss is called ruth"], "ten minutes."),
    ("cancel the timer and my boss is called ruth", ["my boss is called ruth"], "no timer"),
    ("remind me to call mum at five and my dad is coming tomorrow", ["my dad is coming tomorrow"], "call mum. "),
    ("what's the weather like and my sister lives in leeds", ["my sister lives in leeds"], "can't help"),
    ("wake me at seven and i work at the bank now", ["i work at the bank now"], "at 7 am"),
    (
        "set a timer for ten minutes and put milk on the list and my boss is called ruth",
        ["my boss is called ruth"],
        "ten minutes. i put milk on",
    ),
]
ASKED = [
    ("set a timer for ten minutes and when is my mum coming", "ten minutes. your mum's coming on friday"),
    ("what's the weather like and when is my mum coming", "keep lists. your mum's coming on friday"),
    ("when is my mum coming and set a timer for five minutes", "on friday. that is friday"),
    ("thanks and put bread on the list", "i put bread on"),
]
GERMAN = [
    ("setz milch auf die liste und meine mutter kommt am freitag", ["meine mutter kommt am freitag"], "milch. "),
    ("meine mutter mag keinen fisch und setz milch auf die liste", ["meine mutter mag keinen fisch"], "milch."),
    ("stell einen timer auf zehn minuten und meine chefin heißt ruth", ["meine chefin heißt ruth"], "minuten. "),
    ("merk dir meine chefin heißt ruth und stell einen timer auf zehn minuten", ["meine chefin heißt ruth"], "timer"),
    ("wie wird das wetter und meine schwester wohnt in kiel", ["meine schwester wohnt in kiel"], "kann ich nicht"),
]


@pytest.mark.parametrize(("said", "kept", "reply"), ENGLISH)
def test_both_are_done(talk: Talk, said: str, kept: list[str], reply: str) -> None:
    assert reply in talk.say(said).casefold()
    assert talk.texts() == kept


@pytest.mark.parametrize(("said", "reply"), ASKED)
def test_what_is_asked_beside_a_command_is_answered(talk: Talk, said: str, reply: str) -> None:
    talk.say("my mum's coming on friday")
    assert reply in talk.say(said).casefold()
    assert talk.texts() == ["my mum's coming on friday"]


@pytest.mark.parametrize(("said", "kept", "reply"), GERMAN)
def test_both_are_done_in_german(tmp_path: Path, said: str, kept: list[str], reply: str) -> None:
    with talk_in(tmp_path, "de") as talk:
        assert reply in talk.say(said).casefold()
        assert talk.texts() == kept


@pytest.mark.parametrize(
    ("said", "reply"),
    [
        ("add eggs and my favourite biscuits to the list", "eggs and favourite biscuits"),
        ("put milk and bread on the list", "milk and bread"),
        ("remind me at five to call mum and feed the cat", "call mum and feed the cat"),
    ],
)
def test_things_of_one_command_stay_together(talk: Talk, said: str, reply: str) -> None:
    assert reply in talk.say(said)
    assert talk.texts() == []
