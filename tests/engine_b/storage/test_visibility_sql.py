"""Promise: what may not be seen is in no list, whatever is asked for and however it is asked (design.md section 6)."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from engine_b.storage.visibility_sql import visible_atoms, visible_lines
from engine_b.vault.vault import Vault
from memory.model.atoms import ArchivedLine, Atom, Channel, Exposure, Provenance, Recall, Status
from memory.model.changes import Change, Rule, RuleKind
from memory.model.ports import Gate
from memory.text.stemming import stems
from tests.engine_b.change_builders import (
    ANA,
    BEN,
    atom_of,
    next_atom_version,
    remember_change,
    scope,
    selene_line,
    user_line,
)

GATES = [
    Gate(user, identified, channel, asked, aloud)
    for user, identified, channel, asked, aloud in itertools.product(
        (ANA, BEN), (True, False), tuple(Channel), (True, False), (True, False)
    )
]
TOPICS = ("my ex-husband", "dentist's appointments")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Vault, list[Atom], list[ArchivedLine]]]:
    """Every exposure, recall and status, two people, and topics not to be mentioned, made before and after the rows."""
    atoms: list[Atom] = []
    lines: list[ArchivedLine] = []
    with Vault.open(tmp_path_factory.mktemp("house"), now_ms=1) as vault:
        vault.commit(Change(scope(1), new_rules=(_rule("r-0", TOPICS[0]),)))
        at = 10
        for user, exposure, recall, status, topic in itertools.product(
            (ANA, BEN), tuple(Exposure), tuple(Recall), (Status.ACTIVE, Status.UNCERTAIN, Status.REPLACED), range(3)
        ):
            at += 1
            words = ("nothing much", "My Ex-Husband called", "An appointment, Dentist!")[topic]
            line = user_line(f"{words} {at}", at, user)
            reply = selene_line("I see.", line)
            atom = replace(atom_of(line, f"key:{at}"), exposure=exposure, recall=recall, status=status)
            vault.commit(Change(scope(at, user, line.turn_id), lines=(line, reply), new_atoms=(atom,)))
            atoms.append(atom)
            lines += [line, reply]
        vault.commit(Change(scope(9_000), new_rules=(_rule("r-1", TOPICS[1]),)))
        yield vault, atoms, lines


def _rule(rule_id: str, topic: str) -> Rule:
    return Rule(rule_id, ANA, RuleKind.DO_NOT_MENTION, topic, 1, "USER_CONTROL")


def may_be_seen(atom: Atom, gate: Gate) -> bool:
    """The rule in plain words, written a second time."""
    said_stems = set(stems(f"{atom.key} {atom.text}"))
    suppressed = atom.user_id == ANA and any(set(stems(topic)) <= said_stems for topic in TOPICS)
    aloud = gate.channel is Channel.VOICE and not gate.text_allowed_aloud
    allowed = {Exposure.SAFE_TO_SPEAK} if aloud else {Exposure.SAFE_TO_SPEAK, Exposure.SAFE_TO_TEXT}
    return (
        gate.identified
        and atom.user_id == gate.user_id
        and not suppressed
        and atom.exposure in allowed
        and (gate.asked or atom.recall is not Recall.ONLY_IF_ASKED)
    )


@pytest.mark.parametrize("gate", GATES, ids=str)
def test_every_reading_method_shows_exactly_what_the_gate_lets_through(
    house: tuple[Vault, list[Atom], list[ArchivedLine]], gate: Gate
) -> None:
    vault, atoms, lines = house
    visible = {a.atom_id for a in atoms if may_be_seen(a, gate) and a.status is not Status.REPLACED}
    sources = {a.sources[0].turn_id for a in atoms if may_be_seen(a, gate)}
    ids = tuple(atom.atom_id for atom in atoms)
    assert {atom.atom_id for atom in vault.reader.atoms(gate, 10_000)} == visible
    assert {atom.atom_id for atom in vault.reader.atoms_by_id(gate, ids)} == visible
    by_key = itertools.chain.from_iterable(vault.reader.atoms_with_key(gate, atom.key) for atom in atoms)
    assert {atom.atom_id for atom in by_key} == visible
    keys = tuple(dict.fromkeys(atom.key for atom in atoms))
    together = vault.reader.atoms_with_keys(gate, (*keys, "no such key"))
    assert together == {key: vault.reader.atoms_with_key(gate, key) for key in (*keys, "no such key")}
    shown = {line.line_id for line in vault.reader.lines_by_id(gate, tuple(line.line_id for line in lines))}
    assert shown == {line.line_id for line in lines if line.turn_id in sources}


def test_the_fragments_hold_in_a_query_of_the_index(house: tuple[Vault, list[Atom], list[ArchivedLine]]) -> None:
    vault, _, _ = house
    gate = Gate(ANA, identified=True, channel=Channel.VOICE)
    gated, params = visible_atoms(gate)
    found = vault.connection.execute(
        "SELECT a.atom_id FROM stem s JOIN posting q USING (stem_no) JOIN atom a ON 2 * a.atom_no + 1 = q.doc_no"
        f" WHERE s.stem = 'dentist' AND {gated}",
        params,
    ).fetchall()
    assert found == []
    gated, params = visible_lines(gate)
    found = vault.connection.execute(
        "SELECT l.line_id FROM stem s JOIN posting q USING (stem_no) JOIN archive l ON 2 * l.line_no = q.doc_no"
        f" WHERE s.stem IN ('husband', 'dentist') AND {gated}",
        params,
    ).fetchall()
    assert found == []


def test_taking_a_topic_back_lets_its_memories_be_seen_again(tmp_path: Path) -> None:
    gate = Gate(ANA, identified=True)
    with Vault.open(tmp_path, now_ms=1) as vault:
        told = remember_change("I am afraid of dentists", 10)
        vault.commit(told)
        vault.commit(Change(scope(20), new_rules=(_rule("r-0", "dentist"), _rule("r-1", "afraid"))))
        assert vault.reader.atoms(gate, 9) == ()
        assert vault.reader.lines_by_id(gate, (told.lines[0].line_id,)) == ()
        vault.commit(Change(scope(30), drop_rules=("r-0",)))
        assert vault.reader.atoms(gate, 9) == ()
        vault.commit(Change(scope(40), drop_rules=("r-1",)))
        assert vault.reader.atoms(gate, 9) == told.new_atoms
        assert vault.reader.lines_by_id(gate, (told.lines[0].line_id,)) == told.lines


def test_a_memory_that_is_rewritten_into_a_topic_is_suppressed(tmp_path: Path) -> None:
    gate = Gate(ANA, identified=True)
    with Vault.open(tmp_path, now_ms=1) as vault:
        told = remember_change("I like tea", 10)
        vault.commit(Change(scope(5), new_rules=(_rule("r-0", "coffee"),)))
        vault.commit(told)
        after = next_atom_version(told.new_atoms[0], text="I like coffee", value="coffee")
        vault.commit(Change(scope(20), changed_atoms=(after,)))
        assert vault.reader.atoms(gate, 9) == ()
        vault.commit(Change(scope(30), changed_atoms=(next_atom_version(after, text="I like tea", value="tea"),)))
        assert len(vault.reader.atoms(gate, 9)) == 1


def test_selenes_reply_is_hidden_with_the_memory_that_was_used_in_it(tmp_path: Path) -> None:
    gate = Gate(ANA, identified=True)
    with Vault.open(tmp_path, now_ms=1) as vault:
        told = remember_change("the spare key is under the fern", 10)
        vault.commit(told)
        asked = user_line("where is it?", 20)
        answer = selene_line("Under the fern.", asked)
        used = (told.new_atoms[0].atom_id,)
        vault.commit(Change(scope(20, turn=asked.turn_id), lines=(asked, answer), used_atoms=used))
        ids = (asked.line_id, answer.line_id, told.lines[0].line_id)
        assert len(vault.reader.lines_by_id(gate, ids)) == 3
        (stored,) = vault.reader.atoms(gate, 9)
        vault.commit(Change(scope(30), changed_atoms=(next_atom_version(stored, exposure=Exposure.INTERNAL_ONLY),)))
        assert [line.line_id for line in vault.reader.lines_by_id(gate, ids)] == [asked.line_id]


def test_atoms_come_in_the_order_of_the_specification(tmp_path: Path) -> None:
    base = remember_change("order", 10).new_atoms[0]
    variants = [
        replace(base, pinned=True, confidence_bp=1),
        replace(base, provenance=Provenance.VERIFIED, confidence_bp=1),
        replace(base, confidence_bp=9_500),
        replace(base, last_used_at_ms=50),
        replace(base, last_used_at_ms=40, use_count=9),
        replace(base, use_count=3),
        base,
        replace(base, provenance=Provenance.TOOL_DERIVED, confidence_bp=10_000),
        replace(base, provenance=Provenance.INFERRED, confidence_bp=10_000),
    ]
    atoms = [replace(atom, atom_id=f"a-{9 - i}") for i, atom in enumerate(variants)]
    with Vault.open(tmp_path, now_ms=1) as vault:
        for at, atom in enumerate(reversed(atoms)):
            vault.commit(Change(scope(at), new_atoms=(atom,)))
        gate = Gate(ANA, identified=True)
        assert list(vault.reader.atoms(gate, 99)) == atoms
        assert list(vault.reader.atoms(gate, 3)) == atoms[:3]
