"""Promise: an encoder brings what says it in other words, hides nothing less, and without one the list is today's."""

from __future__ import annotations

from pathlib import Path

import pytest

from memory.model.changes import Change, Rule, RuleKind, Scope
from memory.model.ports import Gate
from tests.memory.retrieval.talk_vault import ANA, TalkLine, refs, tell_lines, vault_with_talk
from tests.sim.tiny_encoder import CountingEncoder, tiny_table

SAID = (
    TalkLine(1, "the attic is full of boxes", session="s-1", atom="note:1"),
    TalkLine(2, "my car is red", session="s-2"),
    TalkLine(3, "i washed my hair", session="s-3"),
    TalkLine(4, "the ladder stands beside the car", session="s-4"),
    TalkLine(5, "the van needs petrol", session="s-5"),
)
ASKED = "where is my ladder"


@pytest.fixture
def encoder(tmp_path: Path) -> CountingEncoder:
    return CountingEncoder(tiny_table(tmp_path))


def test_it_brings_what_says_it_in_other_words_after_what_has_the_word(encoder: CountingEncoder) -> None:
    with vault_with_talk(SAID) as vault:
        plain = refs(vault, ASKED)
        assert plain == ["t-0004"]
        vault.use_encoder(encoder)
        found = refs(vault, ASKED)
        assert found[0] == "t-0004"
        assert "t-0001" in found
        assert not {"t-0002", "t-0003"} & set(found)
        vault.use_encoder(None)
        assert refs(vault, ASKED) == plain


def test_equal_models_give_equal_lists_however_far_the_vectors_are_made(
    encoder: CountingEncoder, tmp_path: Path
) -> None:
    again = CountingEncoder(tiny_table(tmp_path))
    with vault_with_talk(SAID) as vault, vault_with_talk(()) as other:
        vault.use_encoder(encoder)
        waiting = refs(vault, ASKED)
        vault.make_vectors()
        other.use_encoder(again)
        tell_lines(other, SAID)
        assert refs(vault, ASKED) == waiting == refs(other, ASKED)


def test_a_hidden_thing_is_not_near_and_a_stranger_finds_nothing(encoder: CountingEncoder) -> None:
    with vault_with_talk(SAID) as vault:
        vault.use_encoder(encoder)
        vault.make_vectors()
        assert "t-0001" in refs(vault, ASKED)
        assert (
            refs(vault, ASKED, Gate(ANA, identified=False)) == refs(vault, ASKED, Gate("u-ben", identified=True)) == []
        )
        rule = Rule("rule-1", ANA, RuleKind.DO_NOT_MENTION, "attic", 9, "SAID")
        vault.commit(Change(Scope(ANA, "s-9", "t-9", 9), new_rules=(rule,)))
        assert "t-0001" not in refs(vault, ASKED)


def test_the_turn_that_asks_is_not_near_itself(encoder: CountingEncoder) -> None:
    from memory.core.policy import MemoryPolicy
    from memory.model.atoms import Moment
    from memory.retrieval.retrieve import retrieve

    with vault_with_talk((*SAID, TalkLine(9, "is the attic dry", session="s-9"))) as vault:
        vault.use_encoder(encoder)
        gate = Gate(ANA, identified=True)
        found = retrieve(vault.reader, gate, ASKED, Moment(0), MemoryPolicy(), "t-0009")
        assert "t-0009" not in {item.turn_id for item in found.items}
