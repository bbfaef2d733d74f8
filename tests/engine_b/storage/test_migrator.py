"""Promise: a vault of an earlier Selene is brought up to date at its first open, loses nothing by it and leaks nothing.

A new vault is what the migrations would have made of an empty one, in its tables, rows and ledger. And a statement is
compiled once: what a turn does a second time it does not prepare a second time.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine_b.core.policy import KEPT_STATEMENTS
from engine_b.storage import migrator
from engine_b.vault.vault import Vault
from fixtures.regenerate_schema import SCHEMA, schema_of_migrations
from memory.model.atoms import Atom
from memory.model.changes import Change, Scope
from tests.engine_b.page_scanner import find_in_pages, page_needles
from tests.memory.retrieval.talk_vault import ANA, TalkLine, index_of, refs, vault_with_talk

EARLY_IDS = {1: "a-a97868cb752c4f84b7aeb0c7", 2: "a-6a1f70e6b8e1c5f9b4e23504"}


class Early(TalkLine):
    """Said when an atom's id did not begin with its moment yet."""

    __slots__ = ()

    @property
    def atoms(self) -> tuple[Atom, ...]:
        """The atom as it was named then."""
        return tuple(replace(atom, atom_id=EARLY_IDS[self.number]) for atom in super().atoms)


TALK = (
    Early(1, "My safe word is Quetzalcoatl", atom="safe word"),
    Early(2, "My bicycle is in the cellar", atom="bicycle"),
)

OLD = Path(__file__).resolve().parents[3] / "fixtures" / "vaults" / "v2"


def old_vault(path: Path) -> None:
    """A vault with full-text tables, as the first two migrations made it, that was told the talk."""
    for part in OLD.iterdir():
        shutil.copyfile(part, path / part.name)
        (path / part.name).chmod(0o600)


def test_an_old_vault_knows_and_finds_all_it_knew(tmp_path: Path) -> None:
    old_vault(tmp_path)
    with Vault.open(tmp_path, now_ms=2) as vault, vault_with_talk(TALK) as fresh:
        assert vault.verify().ok
        assert index_of(vault) == index_of(fresh)
        assert refs(vault, "Where is my bicycle?") == refs(fresh, "Where is my bicycle?") != []
        assert [event.event for event in vault.ledger_events()].count("MIGRATION_APPLIED") == len(migrator.migrations())


def test_an_old_vault_forgets_what_it_was_told_before(tmp_path: Path) -> None:
    old_vault(tmp_path)
    with Vault.open(tmp_path, now_ms=2) as vault:
        vault.commit(Change(Scope(ANA, "s-2", "t-2", 9_000_000), forget_atoms=(TALK[0].atoms[0].atom_id,)))
        assert vault.verify().ok
        key = vault._opened.key
    assert find_in_pages(tmp_path, key.key, page_needles("Quetzalcoatl")) == []


def test_no_full_text_table_is_left(tmp_path: Path) -> None:
    old_vault(tmp_path)
    with Vault.open(tmp_path, now_ms=2) as vault:
        left = vault.connection.execute("SELECT name FROM sqlite_master WHERE name LIKE '%fts%'").fetchall()
    assert left == []


def test_verifying_sees_a_word_that_is_missing_from_the_index_and_one_that_is_too_many(tmp_path: Path) -> None:
    for spoil in (
        "DELETE FROM posting WHERE stem_no = (SELECT stem_no FROM stem WHERE stem = 'bicycl')",
        "INSERT INTO posting VALUES ((SELECT max(stem_no) FROM stem), 1, 99, 0, 0)",
    ):
        with vault_with_talk(TALK) as vault:
            assert vault.verify().ok
            vault.connection.execute(spoil)
            assert vault.verify().problems == ("INDEX_DIFFERS",)


def test_there_is_room_for_every_statement_of_the_program() -> None:
    """The driver evicts the newest statements when it is full, and migrations alone have more than its default."""
    steps = sum(len(list(migrator.split_statements(step.sql))) for step in migrator.migrations())
    assert steps + 256 < KEPT_STATEMENTS


def test_each_step_has_a_number_of_its_own() -> None:
    """Two steps of one number: a crash between them would leave the second out for good."""
    assert [step.number for step in migrator.migrations()] == list(range(1, len(migrator.migrations()) + 1))


_OURS = "FROM sqlite_master WHERE name NOT LIKE 'sqlite_%'"


def _made_by(statements: Iterable[str]) -> dict[str, list[Any]]:
    """Everything in a plain database after these statements."""
    from sqlcipher3 import dbapi2

    database = dbapi2.connect(":memory:")
    for statement in statements:
        database.execute(statement)
    names = [name for (name,) in database.execute(f"SELECT name {_OURS} AND type = 'table'")]
    made = {name: database.execute(f"SELECT * FROM {name}").fetchall() for name in names}
    made["schema"] = sorted(database.execute(f"SELECT type, name, tbl_name, sql {_OURS}"))
    made["version"] = database.execute("PRAGMA user_version").fetchall()
    return made


def test_the_schema_of_a_new_vault_is_what_the_migrations_make() -> None:
    last = migrator.migrations()[-1].number
    steps = [statement for step in migrator.migrations() for statement in migrator.split_statements(step.sql)]
    whole = _made_by([*steps, f"PRAGMA user_version = {last}"])
    assert _made_by(migrator.new_vault_statements()) == whole
    assert len(whole["schema"]) > len(whole) > last
    assert SCHEMA.read_text(encoding="utf-8") == schema_of_migrations(), "python fixtures/regenerate_schema.py"


def test_a_new_vault_is_what_its_migrations_make_one_by_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where the schema at hand is older than the last migrations."""
    first = [statement for step in migrator.migrations()[:3] for statement in migrator.split_statements(step.sql)]
    made: list[tuple[list[Any], list[Any]]] = []
    for schema in (migrator.new_vault_statements(), ("PRAGMA user_version = 0",), (*first, "PRAGMA user_version = 3")):
        monkeypatch.setattr(migrator, "new_vault_statements", lambda schema=schema: schema)
        with Vault.open(tmp_path / str(len(made)), now_ms=1) as vault:
            assert vault.verify().ok
            tables = vault.connection.execute(f"SELECT name, sql {_OURS} ORDER BY name").fetchall()
            made.append((tables, [event[:10] for event in vault.ledger_events()]))
    assert made[0] == made[1] == made[2]
    assert [event[5] for event in made[0][1]] == ["MIGRATION_APPLIED"] * len(migrator.migrations())
