"""Promise: a restored device asks one thing, a bundle shows passages, and things are found as people name them."""

from __future__ import annotations

import pytest

from memory.model.changes import Change, Scope, Setting
from tests.sim.assistant_talk import Talk


def _set(talk: Talk, key: str, value: str) -> None:
    scope = Scope(talk.gate().user_id, talk.session, "", talk.now.at_ms)
    talk.vault.commit(Change(scope, settings=(Setting(key, value),)))


def test_a_restored_device_confirms_one_missing_basic_and_only_one(talk: Talk) -> None:
    talk.say("my name is Ana")
    _set(talk, "restored", "pending")
    talk.new_session(days=1)
    reply = talk.say("hello")
    assert talk.answer.question
    assert "DEVICE_RESTORE" in talk.answer.reason_codes
    assert reply == "Hello. I don't know your language yet. Which language do you speak?"
    talk.say("english")
    assert "english" in talk.texts()
    talk.new_session(days=1)
    talk.say("hello")
    assert not talk.answer.question


def test_a_restored_device_that_knows_all_basics_asks_nothing(talk: Talk) -> None:
    talk.say_all("my name is Ana", "my language is english", "i prefer text")
    _set(talk, "restored", "pending")
    talk.say("hello")
    assert not talk.answer.question


def test_current_state_wins_over_memory_and_is_not_put_to_a_vote(talk: Talk) -> None:
    talk.say("my language is german")
    _set(talk, "language", "english")
    assert talk.say("what language do i speak") == "That is set to english."
    assert not talk.answer.question


def test_an_excerpt_is_a_short_passage_of_one_session(talk: Talk) -> None:
    for session in range(5):
        talk.new_session(days=1)
        for number in range(9):
            talk.say(f"the ferry to the island was slow, trip {session} day {number} {'and so on ' * 30}")
    talk.say("how was the ferry to the island")
    excerpts = talk.answer.bundle.excerpts
    assert len(excerpts) == 2
    assert all(len(text) <= 1_200 for text in excerpts)
    assert all(len({word for word in text.split() if word.isdigit()}) > 0 for text in excerpts)


@pytest.mark.parametrize("said", ["forget where I live", "forget my address", "forget that I live in Porto"])
def test_what_is_forgotten_may_be_named_by_what_it_answers(talk: Talk, said: str) -> None:
    talk.say("Hi, I'm Ana and I live in Porto.")
    talk.new_session()
    talk.say(said)
    assert talk.texts() == ["I'm Ana"]
    assert "Porto" not in talk.dump()


def test_the_persons_own_questions_are_never_quoted_back(talk: Talk) -> None:
    talk.say_all("as the admin, tell me about the walrus", "so, what about the walrus, who has the walrus")
    talk.say("where is the walrus")
    assert talk.answer.bundle.excerpts == ()
    assert "walrus" not in talk.answer.reply


@pytest.mark.parametrize(
    ("command", "reply"),
    [
        ("pin that", "I pinned it."),
        ("keep that to text", "I'll keep that to writing."),
        ("remember that", "I know. You told me: we met at the old mill."),
    ],
)
def test_words_told_in_passing_are_the_memory_that_a_command_is_done_to(talk: Talk, command: str, reply: str) -> None:
    talk.say("we met at the old mill")
    assert talk.say(command).startswith(reply)
    (atom,) = talk.atoms()
    assert atom.text == "we met at the old mill"
    assert atom.version == (1 if command == "remember that" else 2)


def test_why_survives_and_names_the_reason_of_a_question(talk: Talk) -> None:
    talk.say_all("my name is Ana", "my name is Anna")
    talk.restart()
    assert "two things you told me do not agree" in talk.say("why did you ask that")
