"""Promise: the graph is an index: bounded, in one order, gated, gone with its memory, made again with one digest."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from engine_b.core.policy import GRAPH_ROWS_AT_ONCE
from engine_b.storage.database import Database
from engine_b.vault.graph_rows import graph_digest, graph_is_made, linked_atoms, rebuild_graph
from engine_b.vault.vault import Vault
from memory.continuity.thread import Pointer, Thread
from memory.core.policy import GRAPH_FAN_OUT, MAX_GRAPH_NODES
from memory.model.atoms import Exposure
from memory.model.changes import Change
from memory.model.ports import Gate
from tests.engine_b.change_builders import ANA, forget_change, next_atom_version, remember_change, scope

GATE = Gate(ANA, identified=True)
TOLD = (
    "my sister is called Maria",
    "Maria works with Brinkmann",
    "Brinkmann lives near Paulsen",
    "Paulsen owns a zeppelin",
)


@pytest.fixture
def vault(tmp_path: Path) -> Iterator[Vault]:
    with Vault.open(tmp_path / "a", now_ms=1) as made:
        for number, text in enumerate(TOLD):
            made.commit(remember_change(text, 1_000 * (number + 1), key=f"statement:{number}"))
        yield made


def database(vault: Vault) -> Database:
    return vault.reader._database


def linked(vault: Vault, *nodes: str, gate: Gate = GATE) -> list[str]:
    return [atom.text for atom in vault.reader.atoms_by_id(gate, linked_atoms(database(vault), gate, nodes))]


def test_two_steps_the_nearest_first(vault: Vault) -> None:
    assert linked(vault, "sister") == list(TOLD[:2])
    assert linked(vault, "zeppelin") == [TOLD[3], TOLD[2]]
    assert linked(vault, "nobody") == []
    assert linked(vault, "sister", gate=replace(GATE, identified=False)) == []
    assert linked(vault, "sister", gate=replace(GATE, user_id="u-ben")) == []


def test_it_is_dropped_and_made_again_with_the_same_digest(vault: Vault) -> None:
    thread = Thread("thread-1", ANA, "s-1", 1_000, 2_000, decisions=(Pointer("t-1", 0, 9), Pointer("t-2", 0, 9)))
    vault.commit(Change(scope(9_000), records=(thread.record(),)))
    made = graph_digest(database(vault))
    with database(vault).transaction():
        database(vault).run("DELETE FROM graph_edge")
        assert graph_digest(database(vault)) != made
        rebuild_graph(database(vault))
    assert graph_digest(database(vault)) == made
    assert graph_is_made(database(vault))


def test_many_edges_are_made_again_as_they_were(vault: Vault) -> None:
    for number in range(GRAPH_ROWS_AT_ONCE // 2):
        text = f"Berger{'abcdefghij'[number % 10]} knows Paulsen{'klmnopqrst'[number // 10]}, Brinkmann and Nordlicht"
        vault.commit(remember_change(text, 10_000 + number, key=f"statement:{number + 9}"))
    every = "SELECT * FROM graph_edge ORDER BY owner_id, ordinal"
    made = database(vault).rows(every)
    assert len(made) > GRAPH_ROWS_AT_ONCE
    with database(vault).transaction():
        rebuild_graph(database(vault))
    assert database(vault).rows(every) == made


def test_a_vault_without_a_graph_gets_it_when_it_is_opened(vault: Vault, tmp_path: Path) -> None:
    made = graph_digest(database(vault))
    with database(vault).transaction():
        database(vault).run("DELETE FROM graph_edge")
        database(vault).run("UPDATE graph_state SET version = 0")
    vault.close()
    with Vault.open(tmp_path / "a", now_ms=9_000) as again:
        assert graph_digest(database(again)) == made


def test_what_is_changed_hidden_or_forgotten(vault: Vault) -> None:
    atoms = {atom.text: atom for atom in vault.reader.atoms(GATE, 9)}
    maria, brinkmann = atoms[TOLD[0]], atoms[TOLD[1]]
    vault.commit(Change(scope(9_000), changed_atoms=(next_atom_version(brinkmann, exposure=Exposure.INTERNAL_ONLY),)))
    assert linked(vault, "sister") == [TOLD[0]], "nothing leads through what is hidden"
    changed = next_atom_version(maria, text="my aunt is called Maria", value="my aunt is called Maria")
    vault.commit(Change(scope(10_000), changed_atoms=(changed,)))
    assert linked(vault, "sister") == []
    assert linked(vault, "aunt") == ["my aunt is called Maria"]
    vault.commit(forget_change(changed, at_ms=11_000))
    assert linked(vault, "aunt") == []
    assert database(vault).rows("SELECT 1 FROM graph_edge WHERE owner_id = ?", (maria.atom_id,)) == []


def test_a_hub_costs_no_more_than_another_node(tmp_path: Path) -> None:
    with Vault.open(tmp_path / "b", now_ms=1) as vault:
        for number, letter in enumerate("abcdefghijklmnopqrstuvwx"):
            vault.commit(remember_change(f"Hamburg has {letter}orfak", 1_000 * (number + 1)))
        found = linked(vault, "hamburg")
        assert found == [f"Hamburg has {letter}orfak" for letter in "xwvutsrq"], "the latest of equals"
        assert len(found) == GRAPH_FAN_OUT < MAX_GRAPH_NODES


def test_decisions_that_were_taken_together(vault: Vault) -> None:
    by_text = {atom.text: atom.sources[0].turn_id for atom in vault.reader.atoms(GATE, 9)}
    places = (Pointer(by_text[TOLD[0]], 0, 9), Pointer(by_text[TOLD[3]], 0, 9))
    vault.commit(Change(scope(9_000), records=(Thread("thread-1", ANA, "s-1", 1, 2, decisions=places).record(),)))
    assert set(vault.reader.linked_decisions(GATE, ("sister",))) == {by_text[TOLD[0]], by_text[TOLD[3]]}
    assert vault.reader.linked_decisions(GATE, ("brinkmann",)) == ()
    vault.commit(Change(scope(10_000), drop_records=(("thread", "thread-1"),)))
    assert vault.reader.linked_decisions(GATE, ("sister",)) == ()
