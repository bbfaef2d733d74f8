"""The SQL keeps to the subset that distributed engines which speak PostgreSQL's protocol accept."""

from __future__ import annotations

import re
from pathlib import Path

import cloud_mirror
from cloud_mirror.stores import sql

ROOM = Path(cloud_mirror.__file__).parent
SCHEMA = [*sql.TABLES, sql.TOKEN_TABLE]
STATEMENTS = {name: value for name, value in vars(sql).items() if name.isupper() and isinstance(value, str)}
FORBIDDEN = (
    r"\bSERIAL\b|\bSEQUENCE\b|\bnextval\b|AUTOINCREMENT|\bIDENTITY\b|REFERENCES|FOREIGN|TRIGGER|SAVEPOINT|TRUNCATE"
    r"|\bTEMP|LISTEN|NOTIFY|advisory|EXTENSION|FUNCTION|COLLATE|now\(|CURRENT_|random|RETURNING|FOR UPDATE|;|%|--"
)


def statements() -> dict[str, str]:
    named = STATEMENTS | {f"DUMP {name}": value for name, value in sql.DUMP.items()}
    return named | {f"TABLE {number}": value for number, value in enumerate(SCHEMA)}


def test_no_statement_uses_what_those_engines_lack() -> None:
    assert len(statements()) > 40
    assert [name for name, text in statements().items() if re.search(FORBIDDEN, text, re.IGNORECASE)] == []


def test_every_query_of_more_than_one_row_has_an_order() -> None:
    by_key = {"VAULT", "ACCOUNT", "DEVICE", "INVITATION", "TOKEN", "HEAD"}
    queries = {name: text for name, text in statements().items() if "SELECT" in text}
    assert {name for name, text in queries.items() if "ORDER BY" not in text} == by_key


def test_every_table_has_a_key_of_the_caller_s_and_only_portable_types() -> None:
    for statement in SCHEMA:
        if statement.startswith("CREATE TABLE"):
            assert "PRIMARY KEY" in statement
            columns = re.findall(r"[(,]\s*(?!PRIMARY)(\w+) ([A-Z]+)", statement)
            assert columns
            assert {kind for _, kind in columns} <= {"BYTEA", "BIGINT"}


def test_every_statement_that_changes_a_vault_s_standing_takes_its_turn() -> None:
    for name in ("TAKE_TURN", "SET_ROSTER", "SET_EPOCH"):
        assert "turn = turn + 1" in STATEMENTS[name]


def test_sql_is_written_in_one_file_only() -> None:
    kept = re.compile(r"\b(SELECT|INSERT INTO|UPDATE \w+ SET|DELETE FROM|CREATE TABLE)\b")
    assert [path.name for path in ROOM.rglob("*.py") if kept.search(path.read_text(encoding="utf-8"))] == ["sql.py"]
