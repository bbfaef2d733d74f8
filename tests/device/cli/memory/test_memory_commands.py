"""Promise: memories are named, changed and forgotten from the command line as in a talk; a refusal changes nothing."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from device.cli.main import app
from engine_b.vault.vault import Vault
from tests.device.portability.exported_chats import gpt_said, write_export

Run = Callable[..., Result]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """A command on this vault."""
    hour = 9

    def command(*words: str, typed: str | None = None, at: bool = True) -> Result:
        nonlocal hour
        hour += 1
        now = ("--now", f"2026-03-02T{hour}:00+01:00") if at else ()
        return CliRunner().invoke(app, [*words, "--state", str(tmp_path / "state"), *now], input=typed)

    return command


@pytest.fixture
def ids(run: Run) -> dict[str, str]:
    """Four memories, and their ids by a word of each."""
    for text in ("My dog is called Rex", "I like tea", "I like coffee", "remember that my locker is by the pool"):
        run("say", text)
    return {atom["text"].split()[-1]: atom["atom_id"] for atom in listed(run)}


def listed(run: Run) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(run("memory", "list", "--json", at=False).stdout)["atoms"]
    return found


def contents(tmp_path: Path) -> tuple[Any, ...]:
    with Vault.open(tmp_path / "state", now_ms=1, read_only=True) as vault:
        tables = [row[0] for row in vault.database.rows("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return vault.head(), [vault.database.rows(f'SELECT * FROM "{table}"') for table in tables]


def test_lists_show_the_day(run: Run, ids: dict[str, str]) -> None:
    rows = run("memory", "list", at=False).stdout.splitlines()
    assert all("  2026-03-02  " in row for row in rows)
    assert len(rows) == len(ids)


def test_a_memory_is_named_by_the_beginning_of_its_id(run: Run, ids: dict[str, str]) -> None:
    whole = ids["Rex"]
    for command in ("show", "why"):
        named = run("memory", command, whole[:-6], "--json", at=False).stdout
        assert named == run("memory", command, whole, "--json", at=False).stdout
        assert "Rex" in named


def test_an_edit_is_a_correction_with_its_history(run: Run, ids: dict[str, str]) -> None:
    told = json.loads(run("memory", "edit", ids["Rex"][:-4], "Max", "--json").stdout)
    assert (told["text"], told["before"], told["version"], told["changed"]) == (
        "My dog is called Max", "My dog is called Rex", 2, True,
    )  # fmt: skip
    assert run("memory", "edit", ids["Rex"], "My dog is called Bruno").exit_code == 0
    why = json.loads(run("memory", "why", ids["Rex"], "--json", at=False).stdout)
    assert why["corrections"] == [{"heard": "Rex", "meant": "Max"}, {"heard": "Max", "meant": "Bruno"}]
    assert [event["reason_code"] for event in why["ledger"]] == ["USER_STATED", *["CORRECTED_BY_USER"] * 2]
    assert "Bruno" in run("say", "what is my dog called?").stdout
    assert run("memory", "edit", ids["pool"], "my locker is by the door", "--yes").exit_code == 0
    assert "my locker is by the door" in [atom["text"] for atom in listed(run)]


def test_an_edit_asks_for_the_words_and_before_it_puts_a_number_for_a_name(run: Run, ids: dict[str, str]) -> None:
    assert run("memory", "edit", ids["Rex"], typed="Max\n").exit_code == 0
    assert run("memory", "edit", ids["Rex"], "12", typed="n\n").exit_code == 9
    assert run("memory", "edit", ids["Rex"], "12", typed="y\n").exit_code == 0
    assert "My dog is called 12" in [atom["text"] for atom in listed(run)]


def test_forgetting_by_id_erases_the_words_and_gives_a_receipt(run: Run, tmp_path: Path, ids: dict[str, str]) -> None:
    # Long words: three letters stand by chance in the random bytes of the tables.
    run("say", "My hedgehog is called Bartholomew")
    (hedgehog,) = {one["atom_id"] for one in listed(run)} - set(ids.values())
    run("memory", "edit", hedgehog, "Maximilian")
    told = json.loads(run("memory", "forget", hedgehog[:-3], "--json").stdout)
    assert told["forgotten"] == [hedgehog]
    assert told["lines"] >= 2
    head, rows = contents(tmp_path)
    assert told["receipt"] == {"head_seq": head.seq, "head_hash": head.hash.hex(), "scrubbed": True}
    assert not [word for word in ("hedgehog", "Bartholomew", "Maximilian") if word in repr(rows)]


def test_forgetting_by_words_asks_only_when_more_than_one_is_meant(run: Run, ids: dict[str, str]) -> None:
    run("say", "where is my locker?")
    assert run("memory", "forget", "the locker").exit_code == 0, "one memory, and a question with its name"
    told = run("memory", "forget", "like", typed="y\n")
    assert told.exit_code == 0
    assert "I like tea" in told.stdout
    assert [atom["text"] for atom in listed(run)] == ["My dog is called Rex"]


def test_yes_answers_beforehand(run: Run, ids: dict[str, str]) -> None:
    assert len(json.loads(run("memory", "forget", "like", "--yes", "--json").stdout)["forgotten"]) == 2


@pytest.mark.parametrize(
    ("words", "typed", "status", "code"),
    [
        (("forget", "like"), None, 9, "AMBIGUOUS_ATOM"),
        (("forget", "like"), "n\n", 9, "AMBIGUOUS_ATOM"),
        (("forget", "like", "--json"), "y\n", 9, "AMBIGUOUS_ATOM"),
        (("forget", "a-0"), None, 9, "AMBIGUOUS_ATOM"),
        (("forget", "a-ffff"), None, 9, "UNKNOWN_ATOM"),
        (("forget", "zebras"), None, 9, "UNKNOWN_ATOM"),
        (("edit", "a-0", "Max"), None, 9, "AMBIGUOUS_ATOM"),
        (("edit", "a-ffff", "Max"), None, 9, "UNKNOWN_ATOM"),
        (("show", "a-0"), None, 9, "AMBIGUOUS_ATOM"),
        (("why", "%"), None, 9, "UNKNOWN_ATOM"),
        (("edit", "DOG", "my pin is 8832"), None, 9, "EDIT_UNCLEAR"),
        (("edit", "DOG", "x" * 5_000), None, 9, "TEXT_TOO_LONG"),
        (("edit", "DOG"), None, 2, "BAD_USAGE"),
        (("edit", "DOG", " "), None, 2, "BAD_USAGE"),
        (("import", "FILE"), None, 6, "IMPORT_REFUSED"),
        (("import", "/nowhere/at/all"), None, 6, "FILE_REFUSED"),
        (("export", "FILE"), None, 6, "FILE_EXISTS"),
        (("export", "NEW", "--page", "FILE"), None, 6, "FILE_EXISTS"),
        (("export", "NEW", "--page", "NEW"), None, 2, "BAD_USAGE"),
    ],
)
def test_a_refusal_has_a_code_and_changes_nothing(
    run: Run, tmp_path: Path, ids: dict[str, str], words: tuple[str, ...], typed: str | None, status: int, code: str
) -> None:
    there = tmp_path / "there.json"
    there.write_text("[]")
    before = contents(tmp_path), sorted(tmp_path.iterdir())
    put = {"DOG": ids["Rex"], "FILE": str(there), "NEW": str(tmp_path / "new")}
    timed = words[0] not in ("show", "why")
    told = run("memory", *(put.get(word, word) for word in words), typed=typed, at=timed)
    assert (told.exit_code, f"[{code}]" in told.stderr) == (status, True)
    assert (contents(tmp_path), sorted(tmp_path.iterdir())) == before
    assert there.read_text() == "[]"


@pytest.mark.parametrize("words", [("forget", "tea"), ("edit", "a-0", "x"), ("export", "FILE"), ("search", "tea")])
def test_without_a_vault_none_is_made(run: Run, tmp_path: Path, words: tuple[str, ...]) -> None:
    put = (str(tmp_path / "new") if word == "FILE" else word for word in words)
    assert run("memory", *put).exit_code == 21
    assert list(tmp_path.iterdir()) == []


def test_a_search_finds_what_holds_the_words_and_shows_nothing_hidden(run: Run, ids: dict[str, str]) -> None:
    found = json.loads(run("memory", "search", "tea", "--json").stdout)
    assert (found["atoms"][0]["text"], found["atoms"][0]["tag"]) == ("I like tea", "CONFIRMED")
    assert "locker" in run("memory", "search", "pool").stdout
    assert "to myself" in run("say", "keep that secret").stdout
    for words in ("locker", "pool", "where is my locker"):
        assert "pool" not in run("memory", "search", words).stdout
    assert "Nothing is found." in run("memory", "search", "zebras").stdout


def test_a_path_is_told_from_the_root_as_beside_a_daemon(
    run: Run, tmp_path: Path, ids: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    told = json.loads(run("memory", "export", "me.jsonl", "--page", "me.html", "--json").stdout)
    assert (told["file"], told["page"]) == (str(tmp_path / "me.jsonl"), str(tmp_path / "me.html"))
    assert str(tmp_path / "none.json") in run("memory", "import", "none.json").stderr


def test_a_file_is_exported_imported_and_named(run: Run, tmp_path: Path, ids: dict[str, str]) -> None:
    new, page = tmp_path / "memory.jsonl", tmp_path / "memory.html"
    told = json.loads(run("memory", "export", str(new), "--page", str(page), "--json").stdout)
    assert (told["atoms"], told["left_out"]) == (4, {"atoms": 0, "lines": 0})
    assert {path.stat().st_mode & 0o777 for path in (new, page)} == {0o600}
    assert run("memory", "export", "-").stdout.count("\n") == new.read_text().count("\n")
    chats = write_export(tmp_path / "my chats.json", gpt_said("My cat is called Tom"))
    report = json.loads(run("memory", "import", str(chats), "--json").stdout)
    assert (report["imported"], report["atoms_created"], report["programs"]) == (1, 1, {"chatgpt": 1})
    (cat,) = (atom for atom in listed(run) if "cat" in atom["text"])
    assert "my chats.json says: My cat is called Tom" in run("memory", "why", cat["atom_id"], at=False).stdout
    assert json.loads(run("memory", "import", str(chats), "--json").stdout)["known"] == 1
    again = run("memory", "import", str(chats))
    assert "0 of 1 things" in again.stdout
    assert again.stderr == "", "a bar is for a terminal"


def test_changes_since_a_day_are_listed(run: Run, ids: dict[str, str]) -> None:
    run("say", "I moved my locker to the gym")
    run("memory", "edit", ids["Rex"], "Max", "--yes")
    told = json.loads(run("memory", "changes", "--since", "2026-03-01", "--json").stdout)
    assert told["since"].startswith("2026-03-01T00:00")
    assert [each["change"] for each in told["changes"]] == ["changed", "learned", "learned", "learned"]
    assert (told["changes"][0]["now"], told["changes"][0]["before"]) == (
        "I moved my locker to the gym", "my locker is by the pool",
    )  # fmt: skip
    later = run("memory", "changes", "--since", "yesterday", at=False)
    assert later.exit_code == 0
    assert later.stdout == "Nothing has changed.\n"
    plain = run("memory", "changes", "--since", "march first").stdout.splitlines()
    assert len(plain) == len(told["changes"])
    assert any("learned" in row and "My dog is called Max" in row for row in plain)


def test_changes_that_are_left_out_are_told_of(run: Run, ids: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("device.skills.recall.history.known_changes.MAX_CHANGES_READ", len(ids))
    assert json.loads(run("memory", "changes", "--since", "2026-03-01", "--json").stdout)["more"] is False
    monkeypatch.setattr("device.skills.recall.history.known_changes.MAX_CHANGES_READ", len(ids) - 1)
    told = json.loads(run("memory", "changes", "--since", "2026-03-01", "--json").stdout)
    assert (len(told["changes"]), told["more"]) == (len(ids) - 1, True)
    assert "There are earlier changes" in run("memory", "changes", "--since", "2026-03-01").stdout


@pytest.mark.parametrize("since", ["tomorrow", "soon", "2026-02-30", ""])
def test_a_day_that_is_none_is_refused(run: Run, ids: dict[str, str], tmp_path: Path, since: str) -> None:
    before = contents(tmp_path)
    refused = run("memory", "changes", "--since", since)
    assert refused.exit_code == 2
    assert "BAD_USAGE" in refused.stderr
    assert contents(tmp_path) == before
