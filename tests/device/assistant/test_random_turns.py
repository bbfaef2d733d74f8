"""Promise: whatever is said in whatever order, every turn is saved, asks at most once, and leaves a sound vault."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest

from memory.model.atoms import Channel, Status
from tests.budgets import RANDOM_TURNS
from tests.sim.assistant_talk import Talk, talk_in
from tests.sim.vault_contents import state_follows_ledger

SAID = [
    "my name is Ana",
    "my name is Anna",
    "call me bob",
    "my sister is called Ana",
    "my sister is called Eva",
    "no, it's Ana, not Anna",
    "no, it's Eva",
    "yes",
    "no",
    "both",
    "neither",
    "the first one",
    "number 3",
    "forget that",
    "forget my sister",
    "forget everything",
    "forget everything about ana",
    "don't remember this",
    "don't remember my car",
    "you may remember my car again",
    "stop mentioning ana",
    "you may mention ana again",
    "only recall this if i ask",
    "pin that",
    "unpin that",
    "keep that to text",
    "you may say that",
    "keep that to yourself",
    "my car is red",
    "my car is blue",
    "i like tea",
    "i hate tea",
    "what do i like",
    "what is my name",
    "who is my sister",
    "what do you remember about me",
    "why did you say that",
    "what did you forget",
    "i think my car is green",
    "change my name to Zoe",
    "let's review my name",
    "that's wrong",
    "remember that",
    "i insist, remember that my pin is 1234",
    "my meeting is on monday",
    "my meeting is on tuesday",
    "when is my meeting",
    "we went to the lake",
    "hello",
    "what should you call me",
    "English",
    "my friend is called Tom",
    "my friend is called Sam",
    "from now on answer briefly",
    "my dog is called Rex. my cat is called Tom. my car is red. my bike is blue. i like jam. i live in Bonn.",
]


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_any_order_of_anything(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    with talk_in(tmp_path) as talk:
        for _ in range(RANDOM_TURNS.now):
            if chance.random() < 0.05:
                talk.new_session(days=chance.choice([0, 1, 40, 400, -30]))
            if chance.random() < 0.05:
                talk.restart()
            reply = talk.say(
                chance.choice(SAID),
                user=chance.choice(["Ana", "Ana", "Bea"]),
                channel=chance.choice(list(Channel)),
                spoken=None if chance.random() < 0.8 else "",
            )
            assert not talk.heard.failure
            assert reply.count("?") <= 1
            assert len(talk.heard.created) <= 5
            assert len(talk.heard.updated) <= 5
        assert talk.vault.verify().ok
        assert state_follows_ledger(talk.vault.database)


def test_a_rule_made_twice_is_one_rule(talk: Talk) -> None:
    talk.say_all("i hate coffee", "stop mentioning coffee", "stop mentioning my coffee")
    assert not talk.heard.failure
    assert len(talk.vault.reader.rules(talk.gate().user_id)) == 1


def test_what_was_said_again_is_one_memory_with_two_sources(talk: Talk) -> None:
    talk.say_all("my dog is called Rexford", "my dog is called Rexford", "pin that")
    (atom,) = talk.atoms()
    assert len(atom.sources) == 2
    assert atom.pinned
    talk.say("forget that")
    assert "Rexford" not in talk.dump()


def test_a_hidden_memory_is_neither_doubled_nor_given_away(talk: Talk) -> None:
    talk.say_all("my dog is called Rex", "keep that to yourself")
    talk.say("my dog is called Rex")
    assert not talk.heard.created
    reply = talk.say("my dog is called Pip")
    assert not talk.answer.question
    assert "Rex" not in reply
    living = Counter(atom.key for atom in talk.atoms() if atom.status is Status.ACTIVE)
    assert living == {"relationship:dog": 1}
