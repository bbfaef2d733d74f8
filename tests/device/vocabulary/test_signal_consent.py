"""Promise: nothing of a person is counted before they consented, and what may leave is shown as it is (2.4.3)."""

from __future__ import annotations

import json
import stat
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from device.cli.main import app
from device.vocabulary.signal_consent import collect_signals, has_signal_consent, record_signal_consent
from engine_b.vault.vault import Vault
from memory.model import ids
from memory.model.atoms import Recall
from packages.core.policy import PackagePolicy
from packages.publishing.derived_signals import SignalKind, SignalRow, Signals
from tests.engine_b.vocabulary.test_learned_words import named
from tests.sim.vault_contents import state_follows_ledger

PEOPLE = [f"Person{letter}" for letter in "ABCDE"]
USERS = [ids.user_id(name) for name in PEOPLE]
NOW = "2026-09-01T00:00:00Z"


def office(vault: Vault, *words: str, users: list[str] | None = None) -> None:
    """People who talk to one device, each taught the same words."""
    for number, user in enumerate(users or USERS):
        for other, word in enumerate(words):
            vault.commit(named(word, 1_000 + 100 * number + other, user)[0])


def agree(vault: Vault, users: list[str], *, given: bool = True) -> None:
    for user in users:
        record_signal_consent(vault, user, 9_000, given=given)


def test_nothing_is_counted_of_people_who_did_not_consent(tmp_path: Path) -> None:
    with Vault.open(tmp_path, now_ms=1) as vault:
        office(vault, "mandoline")
        assert collect_signals(vault) == Signals((), 0)
        agree(vault, USERS[:4])
        assert collect_signals(vault) == Signals((), 1)
        agree(vault, USERS[4:])
        assert collect_signals(vault).rows == (SignalRow(SignalKind.WORD, "mandoline", 5, 5),)
        agree(vault, USERS[:1], given=False)
        assert collect_signals(vault) == Signals((), 1)
        assert state_follows_ledger(vault.database)
        assert [has_signal_consent(vault, user) for user in USERS] == [False, True, True, True, True]


def test_a_word_of_one_person_or_one_that_may_not_be_said_is_in_no_row(tmp_path: Path) -> None:
    with Vault.open(tmp_path, now_ms=1) as vault:
        office(vault, "mandoline")
        agree(vault, USERS)
        office(vault, "spiralizer", users=USERS[:4])
        for number, user in enumerate(USERS):
            vault.commit(named("trivet", 5_000 + number, user, recall=Recall.ONLY_IF_ASKED)[0])
        assert [row.key for row in collect_signals(vault, PackagePolicy()).rows] == ["mandoline"]


def selene(state: Path, *words: str) -> dict[str, Any]:
    ended = CliRunner().invoke(app, ["vocab", "signals", "--state", str(state), "--now", NOW, *words, "--json"])
    found: dict[str, Any] = json.loads(ended.stdout.splitlines()[-1])
    return {**found, "status": ended.exit_code}


def test_consent_is_kept_and_the_file_is_what_was_shown_byte_for_byte(tmp_path: Path) -> None:
    state, out = tmp_path / "state", tmp_path / "signals.json"
    with Vault.open(state, now_ms=1) as vault:
        office(vault, "mandoline")
    assert [selene(state, "--user", name)["consent"] for name in PEOPLE] == [False] * 5
    for name in PEOPLE:
        assert selene(state, "--user", name, "--consent", "on")["consent"]
    shown = selene(state, "--user", PEOPLE[0])
    assert json.loads(shown["document"])["rows"] == [["word", "mandoline", 5, 5]]
    assert not out.exists()
    assert selene(state, "--user", PEOPLE[0], "--out", str(out))["document"] == shown["document"]
    assert out.read_text() == shown["document"]
    assert stat.S_IMODE(out.stat().st_mode) == 0o600
    assert selene(state, "--user", PEOPLE[0], "--out", str(out))["error"]["code"] == "FILE_EXISTS"
    assert selene(state, "--user", PEOPLE[0], "--consent", "perhaps")["error"]["code"] == "BAD_USAGE"
    assert selene(state, "--user", PEOPLE[0], "--consent", "off")["rows"] == []
