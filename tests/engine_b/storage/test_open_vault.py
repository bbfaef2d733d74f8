"""Promise: each thing that can be wrong with a vault's files has its own error, and opening changes nothing then."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from engine_b.core import errors
from engine_b.storage import device_key, files
from engine_b.storage.database import Database
from engine_b.vault.vault import Vault
from memory.model.changes import Change, Note
from memory.model.ports import Gate
from tests.budgets import OPENING_STRIDE
from tests.engine_b.change_builders import ANA, in_child, remember_change, scope, state_fingerprint


@pytest.fixture
def state(tmp_path: Path) -> Path:
    """A closed vault with one memory."""
    folder = tmp_path / "state"
    with Vault.open(folder, now_ms=1) as vault:
        vault.commit(remember_change("my name is Ana"))
    return folder


def flip(path: Path, at: int) -> None:
    content = bytearray(path.read_bytes())
    content[at] ^= 1
    path.write_bytes(content)


def wrong_key(state: Path) -> None:
    (state / "device.key").write_text("ab" * 32)


def not_a_key(state: Path) -> None:
    (state / "device.key").write_text("hello")


def no_key(state: Path) -> None:
    (state / "device.key").unlink()


def loose_key(state: Path) -> None:
    (state / "device.key").chmod(0o640)


def linked_key(state: Path) -> None:
    (state / "device.key").rename(state / "other")
    (state / "device.key").symlink_to(state / "other")


def header_flipped(state: Path) -> None:
    flip(state / "vault.json", (state / "vault.json").read_bytes().index(b"wrapped_key") + 40)


def header_cut(state: Path) -> None:
    (state / "vault.json").write_bytes((state / "vault.json").read_bytes()[:-20])


def header_gone(state: Path) -> None:
    (state / "vault.json").unlink()


def header_foreign(state: Path) -> None:
    (state / "vault.json").write_text(json.dumps({"name": "something else"}))


def header_garbage(state: Path) -> None:
    (state / "vault.json").write_bytes(bytes(range(256)))


def plain_sqlite(state: Path) -> None:
    from sqlcipher3 import dbapi2

    (state / "vault.db").unlink()
    connection = dbapi2.connect(str(state / "vault.db"))
    connection.execute("CREATE TABLE t (x)")
    connection.close()


def text_file(state: Path) -> None:
    (state / "vault.db").write_text("Dear diary,\n" * 1_000)


def page_one_flipped(state: Path) -> None:
    flip(state / "vault.db", 1_000)


def last_page_flipped(state: Path) -> None:
    flip(state / "vault.db", (state / "vault.db").stat().st_size - 2_000)


def random_bytes(state: Path) -> None:
    (state / "vault.db").write_bytes(os.urandom(40_960))


def head_flipped(state: Path) -> None:
    content = (state / "vault.head").read_bytes()
    (state / "vault.head").write_bytes(bytes(b ^ 1 for b in content))


def head_gone(state: Path) -> None:
    (state / "vault.head").unlink()


def vault_gone(state: Path) -> None:
    (state / "vault.db").unlink()


def vault_emptied(state: Path) -> None:
    (state / "vault.db").write_bytes(b"")


TRIALS: list[tuple[Callable[[Path], None], type[errors.VaultError]]] = [
    (wrong_key, errors.WrongKey),
    (not_a_key, errors.WrongKey),
    (no_key, errors.KeyMissing),
    (loose_key, errors.KeyPermissions),
    (linked_key, errors.KeyPermissions),
    (header_flipped, errors.VaultDamaged),
    (header_cut, errors.VaultDamaged),
    (header_gone, errors.VaultDamaged),
    (header_foreign, errors.NotAVault),
    (header_garbage, errors.NotAVault),
    (plain_sqlite, errors.NotAVault),
    (text_file, errors.NotAVault),
    (page_one_flipped, errors.VaultDamaged),
    (last_page_flipped, errors.VaultDamaged),
    (random_bytes, errors.VaultDamaged),
    (head_flipped, errors.VaultDamaged),
    (head_gone, errors.VaultRolledBack),
    (vault_gone, errors.VaultRolledBack),
    (vault_emptied, errors.VaultRolledBack),
]


@pytest.mark.parametrize(("spoil", "expected"), TRIALS, ids=[trial[0].__name__ for trial in TRIALS])
def test_each_fault_has_its_own_error_and_nothing_is_touched(
    state: Path, spoil: Callable[[Path], None], expected: type[errors.VaultError]
) -> None:
    spoil(state)
    before = state_fingerprint(state)
    for _ in range(2):
        with pytest.raises(expected):
            Vault.open(state, now_ms=2)
    assert state_fingerprint(state) == before


def test_codes_and_exit_statuses_are_all_different() -> None:
    tree = errors.VaultError.__subclasses__()
    assert len({kind.code for kind in tree}) == len({kind.exit_status for kind in tree}) == len(tree) >= 12
    assert all(kind.code.startswith("VAULT_") and kind().args[0] for kind in tree)


def test_no_vault_is_made_where_none_is_wanted(tmp_path: Path) -> None:
    for read_only in (False, True):
        with pytest.raises(errors.VaultMissing):
            Vault.open(tmp_path / "none", now_ms=1, create=False, read_only=read_only)
        assert not (tmp_path / "none").exists()


def test_everything_in_the_state_folder_is_private(state: Path) -> None:
    with Vault.open(state, now_ms=2) as vault:
        vault.commit(remember_change("I like tea", 2_000))
        assert state.stat().st_mode & 0o777 == 0o700
        assert {path.stat().st_mode & 0o777 for path in state.iterdir()} == {0o600}


def test_a_key_from_systemd_is_taken_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / device_key.CREDENTIAL).write_bytes(bytes(range(32)))
    monkeypatch.setenv("CREDENTIALS_DIRECTORY", str(tmp_path))
    with Vault.open(tmp_path / "state", now_ms=1):
        pass
    assert not (tmp_path / "state" / "device.key").exists()
    with Vault.open(tmp_path / "state", now_ms=2) as vault:
        assert vault.verify().ok
    monkeypatch.delenv("CREDENTIALS_DIRECTORY")
    with pytest.raises(errors.KeyMissing):
        Vault.open(tmp_path / "state", now_ms=2)


def test_a_second_daemon_is_told_that_the_vault_is_busy(state: Path) -> None:
    with Vault.open(state, now_ms=2), pytest.raises(errors.VaultBusy):
        Vault.open(state, now_ms=2)
    with Vault.open(state, now_ms=2) as vault:
        assert vault.verify().ok


def test_a_reader_sees_commits_beside_the_daemon_and_cannot_write(state: Path) -> None:
    gate = Gate(ANA, identified=True)
    with Vault.open(state, now_ms=2) as daemon, Vault.open(state, now_ms=2, read_only=True) as beside:
        daemon.commit(remember_change("I like tea", 2_000))
        assert [atom.text for atom in beside.reader.atoms(gate, 9)] == [
            atom.text for atom in daemon.reader.atoms(gate, 9)
        ]
        assert len(beside.reader.atoms(gate, 9)) == 2
        with pytest.raises(errors.VaultReadOnly):
            beside.commit(remember_change("I like coffee", 3_000))
        assert beside.verify().ok
        assert daemon.commit(remember_change("I like water", 4_000)).scrubbed


def test_reading_writes_nothing_to_the_vault_with_no_daemon_there(state: Path) -> None:
    before = state_fingerprint(state)
    with Vault.open(state, now_ms=2, read_only=True) as reader:
        assert reader.counts().atoms == 1
    assert state_fingerprint(state) == before


def test_a_reader_sees_what_a_killed_daemon_left_in_the_journal(tmp_path: Path) -> None:
    state = tmp_path / "state"
    assert in_child(lambda: _commit_and_die(state)) == 9
    assert (state / "vault.db-wal").stat().st_size
    with Vault.open(state, now_ms=2, read_only=True) as reader:
        assert reader.counts().atoms == 1


def _commit_and_die(state: Path) -> None:
    vault = Vault.open(state, now_ms=1)
    vault.commit(remember_change("my name is Ana"))
    os._exit(9)


def test_a_vault_of_a_newer_selene_is_left_alone(state: Path) -> None:
    with Vault.open(state, now_ms=2) as vault:
        vault.connection.execute("PRAGMA user_version = 9999")
    before = state_fingerprint(state)
    with pytest.raises(errors.VaultTooNew):
        Vault.open(state, now_ms=3)
    with pytest.raises(errors.VaultTooNew):
        Vault.open(state, now_ms=3, read_only=True)
    assert state_fingerprint(state).keys() == before.keys()
    assert state_fingerprint(state)["vault.db"] == before["vault.db"]


def test_loss_can_be_accepted_by_the_person_and_the_ledger_says_so(state: Path) -> None:
    head_gone(state)
    with Vault.open(state, now_ms=2, accept_loss=True) as vault:
        assert vault.verify().ok
        assert vault.ledger_events()[-1].event == "LOSS_ACCEPTED"
    with Vault.open(state, now_ms=3) as vault:
        assert vault.counts().atoms == 1


def test_a_crash_at_any_step_of_the_first_opening_never_leaves_a_stuck_vault(tmp_path: Path) -> None:
    step, finished = 0, False
    while not finished:
        state = tmp_path / f"state{step}"
        finished = in_child(lambda state=state, step=step: _die_at(state, step)) == 0  # type: ignore[misc]
        with Vault.open(state, now_ms=2) as vault:
            vault.commit(Change(scope(), notes=(Note("STARTED", "TEST"),)))
            assert vault.verify().ok, step
        step += OPENING_STRIDE.now
    assert step > 60


def _die_at(state: Path, step: int) -> None:
    """Open a new vault, and end the process at the n-th call that touches the disk."""
    left = step

    def dying(call: Callable[..., object]) -> Callable[..., object]:
        def counted(*args: object, **options: object) -> object:
            nonlocal left
            left -= 1
            if left < 0:
                os._exit(137)
            return call(*args, **options)

        return counted

    for name in ("open", "write", "fsync", "replace", "pwrite", "fdatasync", "close", "fchmod"):
        setattr(os, name, dying(getattr(os, name)))
    Database.run = dying(Database.run)  # type: ignore[method-assign, assignment]
    files.sync_folder = dying(files.sync_folder)  # type: ignore[assignment]
    Vault.open(state, now_ms=1)
