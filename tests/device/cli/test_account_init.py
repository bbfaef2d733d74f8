"""Promise: the words are safe with the person before anything is made, and gone again only where nothing was made."""

from __future__ import annotations

from pathlib import Path

import pytest

from device.cli.account.cmd_account import create_account, list_devices
from device.cli.account.cmd_sync import show_sync_status
from device.daemon.vault_access import open_for_reading
from engine_b.core.errors import IoFailed, VaultMissing
from engine_b.core.sync_errors import AccountMissing
from engine_b.crypto.account_keys import derive_account_keys
from engine_b.crypto.recovery_phrase import entropy_from_phrase
from engine_b.storage.database import Database, Value
from engine_b.sync import membership
from engine_b.vault import vault
from engine_b.vault.open_vault import close_vault
from memory.model.atoms import Moment

NOW = Moment(1_790_000_000_000)
TRANSACTIONS = 2
"""Of a new vault with its account: one for its tables, and the account."""


def begun(folder: Path) -> None:
    create_account(folder / "state", "Ana", folder / "words", "kitchen", NOW, as_json=True)


def account_key(folder: Path) -> bytes | None:
    """Whose account is in the vault."""
    try:
        with open_for_reading(folder / "state", NOW) as found:
            return membership.load_account(found.database).roster.account_key
    except (VaultMissing, AccountMissing):
        return None


def require_both_or_neither(folder: Path) -> bool:
    """Whether both are there, the words and their account."""
    words, key = folder / "words", account_key(folder)
    assert words.exists() == (key is not None)
    if key is None:
        return False
    assert bytes(derive_account_keys(entropy_from_phrase(words.read_text())).account.verify_key) == key
    return True


class Interrupting:
    """Ctrl-C comes right before or right after the end of a transaction of a vault in `folder`.

    The end of another's does not count: threads of tests before may still close their vaults.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch, folder: Path, at: int, *, after: bool) -> None:
        self.count, self._at, self._after, self._run = 0, at, after, Database.run
        self._folder = folder
        monkeypatch.setattr(Database, "run", lambda *given: self.run(*given))

    def run(self, database: Database, sql: str, params: tuple[Value, ...] = ()) -> int:
        ends = sql == "COMMIT" and database.path.is_relative_to(self._folder)
        self.count += ends
        now = ends and self.count == self._at
        if now and not self._after:
            raise KeyboardInterrupt
        done = self._run(database, sql, params)
        if now:
            raise KeyboardInterrupt
        return done


@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize("at", range(1, TRANSACTIONS + 1))
def test_whenever_ctrl_c_comes_words_and_account_are_both_there_or_neither(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at: int, after: bool
) -> None:
    with monkeypatch.context() as patched:
        Interrupting(patched, tmp_path, at, after=after)
        with pytest.raises(KeyboardInterrupt):
            begun(tmp_path)
    assert require_both_or_neither(tmp_path) == (at == TRANSACTIONS and after)
    if not (tmp_path / "words").exists():
        begun(tmp_path)
        assert require_both_or_neither(tmp_path)


@pytest.mark.parametrize("closed", [False, True])
def test_ctrl_c_while_the_vault_closes_leaves_the_words_with_their_account(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, closed: bool
) -> None:
    def broken_off(*given: object) -> None:
        if closed:
            close_vault(*given)  # type: ignore[arg-type]
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(vault, "close_vault", broken_off)
        with pytest.raises(KeyboardInterrupt):
            begun(tmp_path)
    assert require_both_or_neither(tmp_path)


def test_words_are_kept_while_the_vault_does_not_tell_whether_they_are_needed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unreadable(*_: object) -> None:
        raise IoFailed

    with monkeypatch.context() as patched:
        patched.setattr(vault, "close_vault", unreadable)
        patched.setattr(vault, "open_read_only", unreadable)
        with pytest.raises(IoFailed):
            begun(tmp_path)
    assert require_both_or_neither(tmp_path)


@pytest.mark.parametrize("at", range(1, TRANSACTIONS))
def test_a_vault_whose_making_was_cut_off_is_read_as_one_without_an_account(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at: int
) -> None:
    with monkeypatch.context() as patched:
        Interrupting(patched, tmp_path, at, after=True)
        with pytest.raises(KeyboardInterrupt):
            begun(tmp_path)
    with pytest.raises(AccountMissing):
        list_devices(tmp_path / "state", NOW, as_json=True)
    with pytest.raises(AccountMissing):
        show_sync_status(tmp_path / "state", as_json=True)
