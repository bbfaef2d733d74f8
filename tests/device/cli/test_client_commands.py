"""Promise: whoever lets a program in reads whose memory it gets: by the name that was given, of which none is kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from device.cli.account.cmd_client import add_client, list_clients
from device.cli.talk.cmd_say import SayOptions, run_turns
from memory.model import ids


@pytest.fixture
def state(tmp_path: Path) -> Path:
    run_turns(SayOptions(tmp_path / "state", "Ana", None, None, False, False, "en", True), "hello", None)
    return tmp_path / "state"


def test_the_name_is_told_and_not_kept(state: Path, capsys: pytest.CaptureFixture[str]) -> None:
    add_client(state, "lamp", "Ana", "talk", None, guest=False, as_json=False)
    told = capsys.readouterr().out
    assert "lamp may talk as Ana." in told
    assert ids.user_id("Ana") not in told
    assert "Ana" not in (state / "clients.json").read_text(encoding="utf-8")
    list_clients(state, as_json=False)
    assert f"lamp: may talk as {ids.user_id('Ana')}" in capsys.readouterr().out


def test_a_person_of_whom_nothing_was_heard_is_noted(state: Path, capsys: pytest.CaptureFixture[str]) -> None:
    add_client(state, "lamp", "Ana", "talk", None, guest=False, as_json=False)
    add_client(state, "door", "anna", "talk", None, guest=True, as_json=False)
    assert capsys.readouterr().err == ""
    add_client(state, "kettle", "ana", "talk", None, guest=False, as_json=False)
    assert capsys.readouterr().err == "ana has told Selene nothing yet. In a name capitals count.\n"


def test_without_a_name_it_is_the_owner(state: Path, capsys: pytest.CaptureFixture[str]) -> None:
    add_client(state, "lamp", None, "talk", None, guest=False, as_json=False)
    assert "lamp may talk as owner." in capsys.readouterr().out
    list_clients(state, as_json=False)
    assert "lamp: may talk as owner" in capsys.readouterr().out
