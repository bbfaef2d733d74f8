"""Promise: vectors are derived: made after the commit, gated, gone with their words, never synced, and of one model."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from engine_b.core.errors import DiskFull
from engine_b.core.policy import MAX_UNMADE_VECTORS, VECTORS_AFTER_COMMIT
from engine_b.vault.digest import memory_digest
from engine_b.vault.vault import Vault
from memory.model.atoms import Channel, Exposure, Recall
from memory.model.changes import Change, Rule, RuleKind
from memory.model.ports import Gate
from tests.engine_b.change_builders import (
    ANA,
    BEN,
    atom_of,
    forget_change,
    next_atom_version,
    remember_change,
    scope,
    user_line,
)
from tests.engine_b.page_scanner import decrypted_pages
from tests.sim.tiny_encoder import CountingEncoder, tiny_table

GATE = Gate(ANA, identified=True)
TOLD = ("the doctor is ada", "our car is a van", "the dog eats")


@pytest.fixture
def encoder(tmp_path: Path) -> CountingEncoder:
    return CountingEncoder(tiny_table(tmp_path))


@pytest.fixture
def vault(tmp_path: Path, encoder: CountingEncoder) -> Iterator[Vault]:
    with Vault.open(tmp_path / "a", now_ms=1) as made:
        made.use_encoder(encoder)
        for number, text in enumerate(TOLD):
            made.commit(remember_change(text, 1_000 * (number + 1), key=f"statement:{number}"))
        yield made


def rows(vault: Vault) -> dict[tuple[int, int], bytes]:
    found = vault.connection.execute("SELECT sort, number, numbers FROM vector ORDER BY 1, 2").fetchall()
    return {(sort, number): bytes(numbers) for sort, number, numbers in found}


def seen(vault: Vault, gate: Gate = GATE) -> set[bytes]:
    return {numbers for _, numbers in vault.reader.vectors(gate, 100)}


def test_they_are_made_after_the_commit_and_by_nobody_who_waits(vault: Vault, encoder: CountingEncoder) -> None:
    made = dict(zip(TOLD, encoder.real.encode(TOLD), strict=True))
    assert rows(vault) == {(sort, at + 1): made[text] for sort in (0, 1) for at, text in enumerate(TOLD)}
    vault.commit(remember_change("my salary is paid", 9_000, key="statement:9"), awaited=True)
    assert len(rows(vault)) == 2 * len(TOLD)
    assert len(seen(vault)) == len(TOLD) + 1, "what has none yet is read all the same"
    assert len(rows(vault)) == 2 * len(TOLD), "reading writes nothing"
    assert not vault.make_vectors()
    assert len(rows(vault)) == 2 * len(TOLD) + 2
    assert not vault.make_vectors()


def test_without_an_encoder_there_is_nothing(tmp_path: Path) -> None:
    with Vault.open(tmp_path / "b", now_ms=1) as plain:
        plain.commit(remember_change(TOLD[0]))
        assert (rows(plain), plain.make_vectors(), plain.reader.encoded("doctor")) == ({}, False, b"")
        assert plain.reader.vectors(GATE, 9) == ()


def test_a_vector_is_forgotten_with_its_words_in_the_same_transaction(vault: Vault, encoder: CountingEncoder) -> None:
    doomed = vault.reader.atoms_by_id(GATE, (atom_of(user_line(TOLD[0]), "statement:0").atom_id,))
    gone = encoder.real.encode((TOLD[0],))[0]
    assert any(gone in page for _, _, page in decrypted_pages(vault._state, vault._opened.key.key))
    vault.commit(forget_change(*doomed), awaited=True)
    assert gone not in rows(vault).values()
    assert len(rows(vault)) == 2 * len(TOLD) - 2
    pages = decrypted_pages(vault._state, vault._opened.key.key)
    assert [place for place, _, page in pages if gone in page] == []
    assert vault.verify().problems == ()


def test_of_words_that_were_cut_the_old_vector_goes_at_once(vault: Vault, encoder: CountingEncoder) -> None:
    line = user_line("my dog eats and the car is washed", 20_000)
    told = (atom_of(line, "statement:a", part="my dog eats"), atom_of(line, "statement:b", part="the car is washed"))
    vault.commit(Change(scope(20_000, turn=line.turn_id), lines=(line,), new_atoms=told))
    before = rows(vault)
    vault.commit(forget_change(told[0], at_ms=30_000), awaited=True)
    number = len(TOLD) + 1
    assert rows(vault)[0, number] == b""
    assert len(seen(vault)) == len(TOLD) + 1
    vault.make_vectors()
    assert rows(vault)[0, number] not in (b"", before[0, number])
    changed = next_atom_version(told[1], text="the van is washed", value="the van is washed")
    vault.commit(Change(scope(40_000), changed_atoms=(changed,)), awaited=True)
    assert rows(vault)[1, number + 1] == b""


def test_what_the_gate_hides_has_no_vector_here_stored_or_not(vault: Vault, encoder: CountingEncoder) -> None:
    numbers, aloud = encoder.real.encode(("my salary is low",))[0], replace(GATE, channel=Channel.VOICE, asked=False)
    hidden: tuple[dict[str, Exposure | Recall], ...] = (
        {"exposure": Exposure.INTERNAL_ONLY},
        {"exposure": Exposure.SAFE_TO_TEXT},
        {"recall": Recall.ONLY_IF_ASKED},
    )
    for at, parts in enumerate(hidden):
        line = user_line("my salary is low", 20_000 + at)
        atom = replace(atom_of(line, f"k:{at}"), **parts)  # type: ignore[arg-type]
        vault.commit(Change(scope(20_000 + at, turn=line.turn_id), lines=(line,), new_atoms=(atom,)), awaited=True)
        for _ in range(2):
            assert numbers not in seen(vault, aloud)
            assert (numbers in seen(vault)) is (atom.exposure is not Exposure.INTERNAL_ONLY)
            vault.make_vectors()
        vault.commit(forget_change(atom, at_ms=30_000 + at))
    assert not {*seen(vault, replace(GATE, identified=False)), *seen(vault, replace(GATE, user_id=BEN))}
    assert len(seen(vault)) == len(TOLD)
    vault.commit(
        Change(scope(50_000), new_rules=(Rule("rule-1", ANA, RuleKind.DO_NOT_MENTION, "doctor", 50_000, "SAID"),))
    )
    assert encoder.real.encode((TOLD[0],))[0] not in seen(vault)
    assert len(seen(vault)) == len(TOLD) - 1


def test_another_model_makes_all_of_them_anew(vault: Vault, tmp_path: Path) -> None:
    other = CountingEncoder(tiny_table(tmp_path, turned=True))
    with vault.open_beside() as beside:
        assert beside.reader.encoded("doctor")
        beside.use_encoder(other)
        assert beside.reader.encoded("doctor") == b"", "a reader writes nothing, and compares no two models"
    before = rows(vault)
    vault.use_encoder(other)
    assert rows(vault) == {}
    vault.make_vectors()
    assert rows(vault).keys() == before.keys()
    assert set(rows(vault).values()).isdisjoint(before.values())
    vault.use_encoder(other)
    assert len(rows(vault)) == len(before)


def test_many_that_are_missing_are_not_waited_for(vault: Vault, tmp_path: Path) -> None:
    lines = tuple(user_line(f"car {at}", 20_000 + at) for at in range(MAX_UNMADE_VECTORS))
    vault.commit(Change(scope(30_000), lines=lines), awaited=True)
    assert vault.reader.encoded("doctor")
    vault.commit(Change(scope(40_000), lines=(user_line("one more", 40_000),)), awaited=True)
    assert vault.reader.encoded("doctor") == b""
    assert vault.make_vectors(limit=5)
    assert vault.reader.encoded("doctor")
    assert VECTORS_AFTER_COMMIT > MAX_UNMADE_VECTORS, "a turn makes more than one leaves"


def test_a_model_that_fails_and_a_full_disk_cost_no_commit(
    vault: Vault, encoder: CountingEncoder, monkeypatch: pytest.MonkeyPatch
) -> None:
    encoder.fails = True
    assert vault.reader.encoded("doctor") == b""
    vault.commit(remember_change("my salary is paid", 9_000, key="statement:9"))
    assert len(rows(vault)) == 2 * len(TOLD)
    assert not vault.make_vectors()

    def full(limit: int) -> bool:
        raise DiskFull

    monkeypatch.setattr(vault, "make_vectors", full)
    vault.commit(remember_change("the garden is green", 10_000, key="statement:10"))
    assert "the garden is green" in [atom.text for atom in vault.reader.atoms(GATE, 9)]


def test_they_are_in_no_op_no_event_and_no_digest(vault: Vault, tmp_path: Path) -> None:
    with Vault.open(tmp_path / "plain", now_ms=1) as plain:
        for number, text in enumerate(TOLD):
            plain.commit(remember_change(text, 1_000 * (number + 1), key=f"statement:{number}"))
        assert memory_digest(plain.database) == memory_digest(vault.database)
        assert plain.counts() == vault.counts()


def test_a_vector_without_words_is_found_by_the_check(vault: Vault) -> None:
    with vault.database.transaction():
        vault.database.run("INSERT INTO vector VALUES (0, 999, x'01')")
    assert vault.verify().problems == ("VECTORS_DIFFER",)
