"""Promise: who makes an account for somebody need not name them again, and nothing that was said goes out of sight."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from acceptance.drivers.device_accounts import folder_contents
from device.cli.main import app
from engine_b.vault.vault import Vault
from memory.model import ids
from memory.model.changes import Change, Scope, Setting

ROOT = Path(__file__).resolve().parents[3]
ANA, OWNER = ids.user_id("Ana"), ids.user_id("owner")

Selene = Callable[..., Any]


@pytest.fixture
def state(tmp_path: Path) -> Path:
    return tmp_path / "state"


@pytest.fixture
def selene(state: Path) -> Selene:
    """A command on this vault, with what it printed as JSON."""

    def run(*words: str, env: dict[str, str] | None = None) -> Any:
        told = CliRunner().invoke(
            app, [*words, "--state", str(state), "--json"], env={"SELENE_USER": None, **(env or {})}
        )
        return json.loads(told.stdout)

    return run


def begin(selene: Selene, state: Path, *words: str, env: dict[str, str] | None = None) -> Any:
    return selene("init", *words, "--words-out", f"{state}.words", env=env)


def texts(found: Any) -> list[str]:
    return [atom["text"] for atom in found["atoms"]]


def test_after_init_for_somebody_a_command_without_a_name_means_them(selene: Selene, state: Path) -> None:
    assert begin(selene, state, "--user", "Ana")["user"] == "Ana"
    said = selene("say", "my name is Ana")
    assert texts(selene("memory", "list", "--user", "Ana")) == texts(selene("memory", "list")) == ["my name is Ana"]
    assert texts(selene("memory", "list", "--user", "owner")) == texts(selene("memory", "list", "--user", "Bo")) == []
    (atom_id,) = said["atoms_created"]
    selene("vocab", "signals", "--consent", "on")
    for words in (("memory", "show", atom_id), ("memory", "why", atom_id), ("vocab", "words"), ("vocab", "signals")):
        of_ana = selene(*words, "--user", "Ana")
        assert selene(*words) == of_ana != selene(*words, "--user", "Bo"), words
    assert selene("metrics")["metrics"] == selene("metrics", "--user", "Ana")["metrics"]
    assert selene("metrics")["metrics"] != selene("metrics", "--user", "Bo")["metrics"]
    assert selene("vocab", "build", "--mine")["terms"] == 1
    assert selene("vocab", "status")["own"] == selene("vocab", "status", "--user", "Ana")["own"]
    assert texts(selene("memory", "list", env={"SELENE_USER": "Bo"})) == []


def test_a_script_is_said_by_them_but_for_the_lines_of_others(selene: Selene, state: Path, tmp_path: Path) -> None:
    begin(selene, state, "--user", "Ana")
    script = tmp_path / "script.jsonl"
    script.write_text('{"text": "I like tea"}\n{"text": "I like coffee", "user": "Bo"}\n')
    CliRunner().invoke(app, ["say", "--script", str(script), "--state", str(state)])
    assert texts(selene("memory", "list", "--user", "Ana")) == ["I like tea"]
    assert texts(selene("memory", "list", "--user", "Bo")) == ["I like coffee"]


def test_a_talk_is_with_them(selene: Selene, state: Path) -> None:
    begin(selene, state, "--user", "Ana")
    words = ["run", "--state", str(state), "--mic", f"tape:{ROOT / 'fixtures/talks/brief.wav'}", "--speaker", "null:",
             "--fast", "--quiet"]  # fmt: skip
    assert CliRunner().invoke(app, words, env={"SELENE_USER": None}).exit_code == 0
    with Vault.open(state, now_ms=1, read_only=True) as vault:
        assert vault.ledger_events(user_id=ANA)
        assert not vault.ledger_events(user_id=OWNER)


@pytest.mark.parametrize("words", [(), ("--user", "owner")])
def test_who_makes_an_account_for_nobody_is_the_owner(selene: Selene, state: Path, words: tuple[str, ...]) -> None:
    assert begin(selene, state, *words)["user"] == "owner"
    selene("say", "my name is Ana")
    assert selene("memory", "list") == selene("memory", "list", "--user", "owner")
    assert texts(selene("memory", "list")) == ["my name is Ana"]
    assert selene("metrics")["user"] == "owner"


def test_the_name_in_the_environment_is_a_name(selene: Selene, state: Path) -> None:
    assert begin(selene, state, env={"SELENE_USER": "Ana"})["user"] == "Ana"
    selene("say", "my name is Ana")
    assert texts(selene("memory", "list", "--user", "Ana")) == ["my name is Ana"]


def test_what_was_said_before_there_was_an_account_stays_in_sight(selene: Selene, state: Path) -> None:
    selene("say", "my name is Ana")
    words = ["init", "--state", str(state), "--user", "Ana", "--words-out", f"{state}.words"]
    told = CliRunner().invoke(app, words, env={"SELENE_USER": None})
    assert "The account of owner is made" in told.stdout
    assert "--user Ana" in told.stdout
    assert texts(selene("memory", "list")) == ["my name is Ana"]
    selene("say", "I like tea")
    assert len(texts(selene("memory", "list", "--user", "owner"))) == 2


def test_what_somebody_else_said_before_keeps_nobody_from_an_account(selene: Selene, state: Path) -> None:
    selene("say", "my name is Bo", "--user", "Bo")
    assert begin(selene, state, "--user", "Ana")["user"] == "Ana"
    selene("say", "my name is Ana")
    assert texts(selene("memory", "list")) == ["my name is Ana"]


@pytest.mark.parametrize("noted", ["Ana", "u-", "u-93D5F7EF106DB9B3884213D0", f"{ANA}0", "none"])
def test_a_note_that_is_no_id_of_a_person_is_passed_over(selene: Selene, state: Path, noted: str) -> None:
    selene("say", "my name is Ana")
    with Vault.open(state, now_ms=1) as vault:
        vault.commit(Change(Scope("", "", "t-1", 1), settings=(Setting("account.user", noted),)))
    assert selene("memory", "list")["user"] == "owner"
    assert texts(selene("memory", "list")) == ["my name is Ana"]


def test_the_name_stands_nowhere_in_the_vault_and_its_files(selene: Selene, state: Path) -> None:
    begin(selene, state, "--user", "Zqanna")
    selene("say", "I like tea")
    with Vault.open(state, now_ms=1, read_only=True) as vault:
        tables = [row[0] for row in vault.database.rows("SELECT name FROM sqlite_master WHERE type = 'table'")]
        dump = repr([vault.database.rows(f'SELECT * FROM "{table}"') for table in tables])
        assert ids.user_id("Zqanna") in dump
    assert "zqanna" not in dump.casefold()
    assert not [path for path in state.rglob("*") if path.is_file() and b"Zqanna" in path.read_bytes()]


@pytest.mark.parametrize(
    "words",
    [("say", "hi"), ("memory", "list"), ("metrics",), ("vocab", "signals", "--consent", "on"), ("vocab", "status")],
)
def test_a_name_that_is_none_is_refused_and_nothing_changes(
    selene: Selene, state: Path, words: tuple[str, ...]
) -> None:
    begin(selene, state, "--user", "Ana")
    with Vault.open(state, now_ms=1) as vault:
        before = vault.head(), vault.current_state()
    assert selene(*words, "--user", "\x07")["error"]["code"] == "BAD_USER_NAME"
    with Vault.open(state, now_ms=1) as vault:
        assert (vault.head(), vault.current_state()) == before


def test_an_account_for_a_name_that_is_none_is_not_made(selene: Selene, state: Path, tmp_path: Path) -> None:
    assert begin(selene, state, "--user", "\x07")["error"]["code"] == "BAD_USER_NAME"
    assert folder_contents(tmp_path) == {}
