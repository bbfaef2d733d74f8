"""Promise: atoms have one order of retrieval and one of conflicts, equal as a key and as SQL, written in one module."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine_b.vault.vault import Vault
from memory.model.atoms import Atom, Provenance, Status
from memory.model.changes import Change, Scope
from memory.model.ports import Gate
from memory.rules.conflict import resolve_conflict
from memory.rules.order import (
    RETRIEVAL_ORDER_SQL,
    conflict_order,
    preferred_atom,
    retrieval_order,
)
from tests.memory.atom_builders import ENGLISH, NOW, POLICY, atom

ROOT = Path(__file__).resolve().parents[3]
ROOMS = ("device", "engine_b", "memory", "packages", "cloud_mirror")
_SIGNALS = "pinned|provenance|confidence_bp|last_used_at_ms|use_count|last_confirmed_at_ms"
_SIGNAL = re.compile(_SIGNALS)
_SQL = re.compile(rf"ORDER BY[^()]*\b(?:{_SIGNALS})\b|\b(?:{_SIGNALS})\b\s+(?:DESC|ASC)\b")
DAY_MS = 86_400_000
KEY = atom().key
USERS = count()

RETRIEVAL = (
    atom("z-pinned", pinned=True, provenance=Provenance.INFERRED, confidence_bp=0),
    atom("z-verified", provenance=Provenance.VERIFIED, confidence_bp=0),
    atom("z-sure", confidence_bp=9_500),
    atom("z-used", last_used_at_ms=5),
    atom("z-used-before", last_used_at_ms=4, use_count=3),
    atom("z-used-at-zero", last_used_at_ms=0),
    atom("z-often", use_count=3),
    atom("a-plain"),
    atom("b-plain"),
    atom("a-tool", provenance=Provenance.TOOL_DERIVED),
    atom("a-inferred", provenance=Provenance.INFERRED, use_count=9),
)
"""2.11.9: each stands before the next for one reason."""

CONFLICT = (
    atom("z-pinned", pinned=True, confidence_bp=0, learned_at_ms=1, provenance=Provenance.INFERRED),
    atom("z-verified", provenance=Provenance.VERIFIED, confidence_bp=0, learned_at_ms=1),
    atom("z-confirmed", last_confirmed_at_ms=NOW.at_ms + 3, learned_at_ms=1, confidence_bp=0),
    atom("z-newer", learned_at_ms=NOW.at_ms + 2, confidence_bp=0, provenance=Provenance.INFERRED),
    atom("z-sure", confidence_bp=9_500, provenance=Provenance.INFERRED),
    atom("a-used", last_used_at_ms=NOW.at_ms + DAY_MS, use_count=99),
    atom("b-plain", last_confirmed_at_ms=NOW.at_ms - 1),
    atom("a-tool", provenance=Provenance.TOOL_DERIVED),
    atom("a-inferred", provenance=Provenance.INFERRED),
    atom("a-older", learned_at_ms=NOW.at_ms - 1),
)
"""2.11.10: each stands before the next for one reason. Uses, which one device alone counts, are none."""

TIMES = st.sampled_from((0, 1, 2, 1_000))
ATOMS = st.lists(
    st.builds(
        atom,
        st.integers(0, 999).map(str),
        pinned=st.booleans(),
        provenance=st.sampled_from(Provenance),
        confidence_bp=st.sampled_from((0, 5_000, 9_000)),
        learned_at_ms=TIMES,
        last_confirmed_at_ms=st.none() | TIMES,
        last_used_at_ms=st.none() | TIMES,
        use_count=st.integers(0, 2),
    ),
    max_size=12,
    unique_by=lambda one: one.atom_id,
)


@pytest.fixture(scope="module")
def vault() -> Iterator[Vault]:
    with TemporaryDirectory() as folder, Vault.open(Path(folder), now_ms=1) as vault:
        yield vault


def test_the_keys_sort_as_the_specification_says() -> None:
    assert sorted(set(RETRIEVAL), key=retrieval_order) == list(RETRIEVAL)
    assert sorted(set(CONFLICT), key=conflict_order) == list(CONFLICT)


def test_a_vault_sorts_as_the_specification_says(vault: Vault) -> None:
    assert _ids(vault.reader.atoms(_told(vault, RETRIEVAL), 99)) == _ids(RETRIEVAL)
    assert _ids(vault.reader.atoms_with_key(_told(vault, CONFLICT), KEY)) == _ids(CONFLICT)


@settings(max_examples=40, deadline=None, derandomize=True)
@given(ATOMS)
def test_key_and_vault_sort_any_atoms_alike(vault: Vault, atoms: list[Atom]) -> None:
    gate = _told(vault, atoms)
    assert _ids(vault.reader.atoms(gate, 99)) == _ids(sorted(atoms, key=retrieval_order))
    assert _ids(vault.reader.atoms_with_key(gate, KEY)) == _ids(sorted(atoms, key=conflict_order))


def test_a_list_of_a_vault_is_read_in_order_without_sorting(vault: Vault) -> None:
    sql = f"EXPLAIN QUERY PLAN SELECT a.atom_id FROM atom a WHERE a.user_id = ? ORDER BY {RETRIEVAL_ORDER_SQL} LIMIT 9"
    plan = " ".join(str(row[3]) for row in vault.database.rows(sql, ("u-1",)))
    assert "atom_by_rank" in plan
    assert "TEMP B-TREE" not in plan


def test_what_is_in_doubt_or_over_does_not_stand() -> None:
    stands = atom("z", confidence_bp=1, learned_at_ms=1)
    doubted = atom("a", status=Status.UNCERTAIN, pinned=True)
    ended = atom("b", valid_from_ms=1, valid_until_ms=2, pinned=True)
    assert preferred_atom((doubted, ended, stands), NOW.at_ms) == stands
    assert preferred_atom((ended, doubted), NOW.at_ms) == doubted


def test_a_contradiction_is_asked_about_from_the_more_recent_fact() -> None:
    older, newer = atom("a-1", value="green"), atom("z-2", value="blue", learned_at_ms=NOW.at_ms + 1)
    told = replace(atom("a-3", value="red"), learned_at_ms=NOW.at_ms + 2)
    weighed = resolve_conflict(told, (older, newer), NOW.at_ms + 2, POLICY, ENGLISH)
    assert [one.atom_id for one in weighed.ask_about] == ["z-2", "a-3"]


_OTHERS = (
    ROOT / "memory" / "continuity" / "tiers.py",
    ROOT / "engine_b" / "storage" / "thread_rows.py",
    ROOT / "engine_b" / "vault" / "graph_rows.py",
)
"""Threads have an order of their own (2.21A), and so has what the graph leads to (2.19)."""


def test_no_other_product_file_orders_by_these_signals() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}"
        for room in ROOMS
        for path in sorted((ROOT / room).rglob("*.py"))
        if path not in (ROOT / "memory" / "rules" / "order.py", *_OTHERS)
        for line in _orders_of_its_own(path.read_text(encoding="utf-8"))
    ]
    assert found == []


@pytest.mark.parametrize(
    "code",
    [
        'SQL = "SELECT 1 FROM atom a ORDER BY a.learned_at_ms, a.pinned"',
        'ORDER = "a.confidence_bp DESC, a.atom_id"',
        "sorted(atoms, key=lambda atom: (-atom.provenance, atom.atom_id))",
        "min(atoms, key=lambda atom: (not atom.pinned, atom.atom_id))",
        "max(atoms, key=lambda atom: (atom.use_count, atom.atom_id))",
    ],
)
def test_an_order_of_its_own_would_be_found(code: str) -> None:
    assert _orders_of_its_own(code) == [1]


def _told(vault: Vault, atoms: Iterable[Atom]) -> Gate:
    """Commit the atoms, in the order of their ids, as those of a person of their own; as many a turn as it may have."""
    user = f"u-{next(USERS)}"
    told = sorted(
        (replace(one, user_id=user, atom_id=f"{one.atom_id}/{user}") for one in atoms), key=lambda one: one.atom_id
    )
    for at in range(0, len(told), POLICY.max_new_atoms_per_turn):
        turn = tuple(told[at : at + POLICY.max_new_atoms_per_turn])
        vault.commit(Change(Scope(user, "s-1", f"t-{user}-{at}", 1), new_atoms=turn))
    return Gate(user, identified=True)


def _ids(atoms: Iterable[Atom]) -> list[str]:
    """The ids that the atoms had before they were told."""
    return [one.atom_id.partition("/")[0] for one in atoms]


def _orders_of_its_own(code: str) -> list[int]:
    """Lines of a module that sort by a signal of section 2.11.9 in SQL text, or in the key of a sort."""
    found = set()
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and _SQL.search(node.value):
            found.add(node.lineno)
        if isinstance(node, ast.keyword) and node.arg == "key":
            names = [inner.attr for inner in ast.walk(node.value) if isinstance(inner, ast.Attribute)]
            found |= {node.value.lineno} if any(map(_SIGNAL.fullmatch, names)) else set()
    return sorted(found)
