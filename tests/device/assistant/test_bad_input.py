"""Promise: any text, clock or vault is handled or refused with a code; nothing is written half, nothing is claimed."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from device.assistant.assistant import Assistant
from engine_b.core.errors import DiskFull, VaultError
from engine_b.vault.vault import Vault
from engine_b.vault.vault_reader import VaultReader
from memory.model.atoms import Channel, Moment
from memory.model.changes import Change
from tests.budgets import BAD_TEXTS
from tests.sim.assistant_talk import START, Talk, talk_in, told

HOSTILE = [
    "",
    " ",
    "?",
    "\x00",
    "my name is A\x00na",
    "remember that \x1b[2J\x07 the sky is blue",
    "my name is \u202eanA",
    "שמי אנה ואני גרה בחיפה",
    "remember that שמי אנה",
    "my name is A\u0301\u0301\u0301\u0301na",
    "my dog is called 🐶👨‍👩‍👧‍👦",
    "remember that 🙂",
    "'; DROP TABLE atom; --",
    'remember that "a" OR NEAR(b c) * ^ : {x} -(',
    'what do you know about "a" OR NEAR(b c) * ^ : {x} -(',
    "forget '); DELETE FROM atom; --",
    "forget *",
    "forget %",
    "stop mentioning %",
    "don't remember -",
    "stop mentioning …",
    "\ud800 broken pair",
    "remember that \ud83d",
    "no, it's (a|b)*, not [x",
    "change my name to \\1",
    "my name is \\g<0>",
    "remember that {text} {count} {0}",
    "my {about} is {value}",
    "a" * 100_000,
    "remember that " + "b " * 40_000,
    "my name is " + "c" * 90_000,
    "no, it's " + "d" * 400,
    "\n" * 5_000 + "my name is Ana",
    ". " * 20_000,
    "my my my my is is is is " * 2_000,
    "1" * 50_000,
    "one " * 20_000,
    " " * 50_000 + "my name is Ana",
    "\n" * 50_000 + "don't mention work" + " " * 40_000 + "x",
]


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_text_is_handled(talk: Talk, text: str) -> None:
    talk.say("my favorite color is green")
    reply = talk.say(text)
    assert reply
    reply.encode()
    assert not any(character < " " for character in reply.replace("\n", ""))
    assert "favorite color is green" in talk.say("what is my favorite color")
    assert talk.vault.verify().ok


def test_a_turn_of_spaces_takes_no_longer_than_one_of_words(talk: Talk) -> None:
    talk.say("don't mention work x")
    began = time.process_time()
    assert talk.say("\n" * 50_000 + "don't mention work" + " " * 40_000 + "x")
    assert time.process_time() - began < 8, "twenty seconds where each space begins a search"


def test_braces_in_a_memory_are_only_letters(talk: Talk) -> None:
    talk.say("remember that {text} means {count}")
    assert "{text} means {count}" in talk.say("what do you remember about me")


def test_a_turn_above_the_limit_is_refused_whole(talk: Talk) -> None:
    before = talk.dump()
    reply = talk.say("x" * 100_001)
    assert talk.heard.failure == "TEXT_TOO_LONG"
    assert "kept nothing of it" in reply
    assert talk.dump() == before


def test_what_is_too_long_to_keep_word_for_word_is_not_claimed(talk: Talk) -> None:
    reply = talk.say("remember that " + "the shed is old and " * 200)
    assert "too long" in reply
    assert talk.atoms() == ()


@pytest.mark.parametrize("days", [-20_000, -400, 3_650, 2_900_000])
def test_a_clock_that_jumps_is_survived(talk: Talk, days: int) -> None:
    talk.say("my flight is next friday")
    talk.now = Moment(max(0, talk.now.at_ms + days * 86_400_000), 0)
    for text in ("when is my flight", "my train is tomorrow", "when is my train", "what do you remember about me"):
        assert talk.say(text)
    assert talk.vault.verify().ok


@pytest.mark.parametrize("session", ["s/../1", "s\x00", "", "ü" * 300, "'; --"])
def test_any_session_name_will_do(talk: Talk, session: str) -> None:
    talk.session = session
    talk.say("my name is Ana")
    assert "Ana" in talk.say("what is my name")
    assert talk.say("forget that") == "I forgot it."


@settings(max_examples=BAD_TEXTS.now, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=st.text(max_size=200), channel=st.sampled_from(list(Channel)))
def test_any_text_is_heard_and_answered(talk: Talk, text: str, channel: Channel) -> None:
    assert talk.say(text, channel=channel)
    assert talk.answer.bundle.size_bytes <= 32 * 1024


def test_a_vault_that_cannot_be_written_is_not_claimed_to_remember(tmp_path: Path) -> None:
    with talk_in(tmp_path) as talk:
        talk.say("my name is Ana")
    with Vault.open(tmp_path, now_ms=START.at_ms, create=False, read_only=True) as vault:
        talk = Talk(vault)
        reply = talk.say("remember that the key is blue")
        assert talk.heard.failure == "VAULT_READ_ONLY"
        assert reply == "I could not save that. My memory cannot be written at the moment."
        assert not talk.heard.created
        assert told("my name is Ana") in talk.say("what is my name")
        assert talk.say("forget that").startswith("I could not save that.")
        assert talk.say("help").startswith("You can say")


def test_a_full_disk_loses_the_turn_whole(talk: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    talk.say("my name is Ana")
    before = talk.dump()

    def full(self: Vault, change: Change, *, awaited: bool = False) -> None:
        raise DiskFull

    with monkeypatch.context() as patch:
        patch.setattr(Vault, "commit", full)
        reply = talk.say("my dog is called Rex")
    assert reply == "I could not save that. My disk is full."
    assert talk.dump() == before


def test_a_vault_that_cannot_be_read_is_said_to_be_so(talk: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    talk.say("my name is Ana")

    def broken(*_: object) -> None:
        raise VaultError

    monkeypatch.setattr(VaultReader, "atoms_with_key", broken)
    assert "cannot read my memory" in talk.say("what is my name")


def test_an_unknown_language_is_refused_with_a_code(talk: Talk) -> None:
    from device.core.errors import UnknownLanguage

    with pytest.raises(UnknownLanguage) as refused:
        Assistant(talk.vault, "xx")
    assert refused.value.code == "UNKNOWN_LANGUAGE"
