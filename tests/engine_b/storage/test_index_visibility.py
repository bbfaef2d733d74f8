"""Promise: what a gate hides is no candidate at any stage; the bits of the index say what
engine_b/storage/visibility_sql.py says."""

from __future__ import annotations

import itertools
from dataclasses import replace

from engine_b.storage.visibility_sql import REPLACED, gate_mask, visible_atoms, visible_lines
from engine_b.vault.search_queries import SearchQueries
from engine_b.vault.vault import Vault
from memory.model.atoms import Atom, Channel, Exposure, Recall, Speaker, Status
from memory.model.changes import Change, Rule, RuleKind, Scope
from memory.model.ports import DocumentPlace, Gate
from tests.memory.retrieval.talk_vault import ANA, BEN, TalkLine, find, vault_with_talk

GATES = [
    Gate(user, True, channel, asked, aloud)
    for user, channel, asked, aloud in itertools.product((ANA, BEN), tuple(Channel), (True, False), (True, False))
]


def committed(vault: Vault, at: int, user: str, **parts: object) -> None:
    """One change."""
    vault.commit(Change(Scope(user, "s-9", f"t-9{at}", at), **parts))  # type: ignore[arg-type]


def live(vault: Vault) -> list[Atom]:
    """Atoms of every exposure and recall, replies that used them, a topic that comes and goes, changes, a forget."""
    atoms: list[Atom] = []
    for number, (exposure, recall, user) in enumerate(itertools.product(Exposure, Recall, (ANA, BEN)), start=1):
        said = TalkLine(
            number, f"canary number{number} {'tulip' if number % 3 else 'rose'}", f"s-{number % 2}", user=user
        )
        made = replace(replace(said, atom=f"note:{number}").atoms[0], exposure=exposure, recall=recall)
        reply = replace(said.line, line_id=f"{said.turn_id}/reply", speaker=Speaker.SELENE, text="canary noted")
        scope = Scope(user, said.session, said.turn_id, number)
        vault.commit(
            Change(
                scope,
                lines=(said.line, reply),
                new_atoms=(made,),
                used_atoms=(atoms[-2].atom_id,) if number > 2 else (),
            )
        )
        atoms.append(made)
    return atoms


def compared(vault: Vault, gate: Gate) -> None:
    """The index's bits let through exactly what the gates let through."""
    for sql, gated, alias in (
        ("SELECT line_id FROM archive l", visible_lines(gate), "l.line_no = p.doc_no >> 1 AND p.doc_no & 1 = 0"),
        ("SELECT atom_id FROM atom a", visible_atoms(gate), "a.atom_no = p.doc_no >> 1 AND p.doc_no & 1 = 1"),
    ):
        condition, params = gated
        truth = {row[0] for row in vault.connection.execute(f"{sql} WHERE {condition}", params)}
        bits = f"{sql} JOIN place p ON {alias} WHERE p.bar & ? = 0 AND {alias[0]}.user_id = ?"
        found = {row[0] for row in vault.connection.execute(bits, (gate_mask(gate) | REPLACED, gate.user_id))}
        assert found == truth
    stray = "SELECT count(*) FROM posting q JOIN place p USING (doc_no) WHERE q.bar <> p.bar OR q.spot >> 9 <> p.pos"
    assert vault.connection.execute(stray).fetchone() == (0,)


def test_the_bits_follow_the_gates_through_every_sort_of_change() -> None:
    with vault_with_talk([]) as vault:
        atoms = live(vault)
        rule = Rule("r-1", ANA, RuleKind.DO_NOT_MENTION, "rose", 1, "USER_CONTROL")
        changes: list[dict[str, object]] = [
            {},
            {"new_rules": (rule,)},
            {"changed_atoms": (replace(atoms[0], version=2, exposure=Exposure.INTERNAL_ONLY),)},
            {"changed_atoms": (replace(atoms[2], version=2, status=Status.REPLACED),)},
            {"changed_atoms": (replace(atoms[4], version=2, text="canary of a rose"),)},
            {"drop_rules": ("r-1",)},
            {"changed_atoms": (replace(atoms[0], version=3, exposure=Exposure.SAFE_TO_SPEAK),)},
            {"forget_atoms": (atoms[6].atom_id,)},
        ]
        for at, parts in enumerate(changes, start=100):
            committed(vault, at, ANA, **parts)
            for gate in GATES:
                compared(vault, gate)


def test_nothing_hidden_is_in_a_list_or_among_the_candidates() -> None:
    with vault_with_talk([]) as vault:
        atoms = live(vault)
        for gate in GATES:
            atom_gate, line_gate = visible_atoms(gate), visible_lines(gate)
            seen = {
                r[0] for r in vault.connection.execute(f"SELECT atom_id FROM atom a WHERE {atom_gate[0]}", atom_gate[1])
            }
            seen |= {
                r[0]
                for r in vault.connection.execute(f"SELECT line_id FROM archive l WHERE {line_gate[0]}", line_gate[1])
            }
            found = {
                item.ref for text in ("canary tulip", "canary rose number1") for item in find(vault, text, gate).items
            }
            assert found
            assert found <= seen
            hits = SearchQueries(vault._opened.database).hits(gate, ("canari",))
            assert len(hits) == len(seen)
        assert {atom.exposure for atom in atoms} == set(Exposure)


def test_an_unidentified_speaker_is_told_nothing_by_any_method() -> None:
    with vault_with_talk([TalkLine(1, "canary tulip", atom="note:1")]) as vault:
        gate = Gate(ANA, identified=False)
        database = vault._opened.database
        place = DocumentPlace(1 << 20, 3_600_000, 2, 0, 1, 2)
        assert find(vault, "canary tulip", gate).items == ()
        assert SearchQueries(database).census(gate, ("canari",)).docs == 0
        assert SearchQueries(database).stems_like(gate, "c", 9) == ()
        assert SearchQueries(database).hits(gate, ("canari",)) == ()
        assert SearchQueries(database).newest_hits(gate, "canari", 9) == ()
        assert SearchQueries(database).holding(gate, ("canari",), (place,)) == frozenset()
        assert SearchQueries(database).places(gate, (1 << 20,)) == ()
        assert SearchQueries(database).positions(gate, "t-0001") == ()
        assert SearchQueries(database).voices(gate) == ()
        assert SearchQueries(database).found_lines(gate, (2,)) == ()
        assert SearchQueries(database).found_atoms(gate, (3,), ("t-0001",)) == ()
        assert SearchQueries(database).line_stems(gate, 2) == frozenset()


def test_another_persons_places_answer_to_no_method() -> None:
    with vault_with_talk([TalkLine(1, "canary tulip", atom="note:1")]) as vault:
        gate, database = Gate(BEN, identified=True), vault._opened.database
        place = DocumentPlace(1 << 20, 3_600_000, 2, 0, 1, 2)
        assert find(vault, "canary tulip", gate).items == ()
        assert SearchQueries(database).stems_like(gate, "c", 9) == ()
        assert SearchQueries(database).holding(gate, ("canari",), (place,)) == frozenset()
        assert SearchQueries(database).places(gate, (1 << 20,)) == ()
        assert SearchQueries(database).positions(gate, "t-0001") == ()
        assert SearchQueries(database).voices(gate) == ()
        assert SearchQueries(database).found_lines(gate, (2,)) == ()
        assert SearchQueries(database).found_atoms(gate, (3,), ("t-0001",)) == ()
        assert SearchQueries(database).line_stems(gate, 2) == frozenset()


def test_what_others_say_does_not_move_ones_own_order() -> None:
    mine = [
        TalkLine(1, "the tulip bed", "s-1"),
        TalkLine(2, "a rose and a tulip", "s-2"),
        TalkLine(3, "the rose", "s-3"),
    ]
    theirs = [TalkLine(n, "rose rose rose rose", f"s-{n}", user=BEN) for n in range(10, 30)]
    with vault_with_talk(mine) as alone, vault_with_talk(mine + theirs) as among:
        assert find(alone, "rose or tulip") == find(among, "rose or tulip")
