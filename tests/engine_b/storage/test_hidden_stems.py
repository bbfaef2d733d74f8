"""Promise: the words of hidden memories are those that going through all memories finds, posted or waiting."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import product
from random import Random

import pytest

from engine_b.storage.postings import write_pending_postings
from engine_b.vault import control_queries
from engine_b.vault.control_queries import VaultControlQueries
from engine_b.vault.vault import Vault
from memory.model.atoms import Atom, Channel, Exposure, Recall, Status
from memory.model.changes import Change, Rule, RuleKind, Scope
from memory.model.ports import Gate
from memory.text.stemming import stems
from tests.memory.retrieval.talk_vault import ANA, BEN, TalkLine, vault_with_talk

WORDS = ("heron", "mill", "garden", "violin", "lisbon", "zeppelin", "tulip", "parcel", "kestrel", "anchor")
GATES = tuple(
    Gate(user, identified=True, channel=channel, asked=asked)
    for user, channel, asked in product((ANA, BEN), (Channel.TEXT, Channel.VOICE), (True, False))
)
FEW = 9
"""A word of more lines and memories is everywhere, here."""


def talk(random: Random) -> list[TalkLine]:
    """Thirty lines of two people, most of them memories."""
    return [
        TalkLine(
            number,
            " ".join(random.sample(WORDS, random.randint(1, 3))),
            user=random.choice((ANA, BEN)),
            atom=f"n:{number}" if random.random() < 0.8 else "",
        )
        for number in range(1, 31)
    ]


def kept(one: TalkLine, random: Random) -> tuple[Atom, ...]:
    """Its memory, with any exposure and recall."""
    shown, told = random.choice(list(Exposure)), random.choice(list(Recall))
    return tuple(replace(atom, exposure=shown, recall=told) for atom in one.atoms)


def tell(vault: Vault, said: Iterable[TalkLine], random: Random, *, waits: bool) -> list[Atom]:
    """Commit each; returns the memories as they are kept. Some are replaced at once."""
    made: list[Atom] = []
    for one in said:
        scope = Scope(one.user, one.session, one.turn_id, one.line.at.at_ms)
        atoms = kept(one, random)
        vault.commit(Change(scope, lines=(one.line,), new_atoms=atoms), awaited=waits)
        if atoms and random.random() < 0.2:
            atoms = (replace(atoms[0], version=2, status=Status.REPLACED),)
            vault.commit(Change(replace(scope, turn_id=f"{one.turn_id}b"), changed_atoms=atoms), awaited=waits)
        made += atoms
    return made


def walked(said: Sequence[TalkLine], atoms: Sequence[Atom], gate: Gate) -> frozenset[str]:
    """The same by going through everything."""
    docs = [frozenset(stems(one.text)) for one in said if one.user == gate.user_id]
    docs += [frozenset(stems(one.text)) for one in atoms if one.user_id == gate.user_id]
    few = {stem for word in WORDS for stem in stems(word) if sum(stem in doc for doc in docs) <= FEW}
    hidden = [
        atom
        for atom in atoms
        if atom.user_id == gate.user_id
        and atom.status is not Status.REPLACED
        and (
            atom.exposure is Exposure.INTERNAL_ONLY
            or (atom.exposure is Exposure.SAFE_TO_TEXT and gate.channel is Channel.VOICE)
            or (atom.recall is Recall.ONLY_IF_ASKED and not gate.asked)
        )
    ]
    return frozenset(few & {stem for atom in hidden for stem in stems(atom.text)})


@pytest.mark.parametrize("waits", [False, True], ids=["posted", "waiting"])
@pytest.mark.parametrize("seed", range(4))
def test_they_are_found_as_by_going_through_all(seed: int, *, waits: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(control_queries, "MAX_TELLING_DOCS", FEW)
    random, asked = Random(seed), tuple(stem for word in WORDS for stem in stems(word))
    said = talk(random)
    with vault_with_talk([]) as vault:
        atoms = tell(vault, said, random, waits=waits)
        topic = Rule("r-1", ANA, RuleKind.DO_NOT_MENTION, WORDS[seed], 1, "USER_CONTROL")
        vault.commit(Change(Scope(ANA, "s-9", "t-9", 9), new_rules=(topic,)), awaited=waits)
        if not waits:
            write_pending_postings(vault.database)
        found = [VaultControlQueries(vault).hidden_stems(gate, asked) for gate in GATES]
    assert found == [walked(said, atoms, gate) for gate in GATES]
    assert len(set(found)) > 2


def test_where_nothing_is_hidden_no_word_is_looked_up() -> None:
    with vault_with_talk([TalkLine(1, "the heron stands by the mill", atom="n:1")]) as vault:
        write_pending_postings(vault.database)
        plan = vault.connection.execute(
            f"EXPLAIN QUERY PLAN {control_queries._HIDDEN}", (ANA, '["heron"]', FEW, 0, 1)
        ).fetchall()
        assert VaultControlQueries(vault).hidden_stems(GATES[0], stems("heron mill")) == frozenset()
    assert "SCAN posting USING INDEX posting_hidden" in str(plan)
    assert "SEARCH q USING INDEX posting_hidden (stem_no=?)" in str(plan)
