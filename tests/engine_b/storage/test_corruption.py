"""Promise: a vault that lost something, or was put back to an older state, is never opened as if nothing had happened.

SQLCipher itself opens all but one of these without a word (research: reliability 0.1).
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from engine_b.core.errors import LedgerChainBroken, VaultDamaged, VaultError, VaultRolledBack
from engine_b.vault.vault import Vault
from memory.model.changes import Change, Setting
from tests.engine_b.change_builders import in_child, remember_change, scope, state_fingerprint

PAGE = 4_096
FRAME = 24 + PAGE


def commits(vault: Vault, first: int, count: int) -> None:
    for at in range(first, first + count):
        vault.commit(remember_change(f"memory {at} is about gardening and boats", at, key=f"k:{at}"))
        vault.commit(Change(scope(at), settings=(Setting("turn.count", str(at)),)))


def closed(state: Path, first: int = 100, count: int = 10) -> Path:
    """A vault that was closed in good order."""
    with Vault.open(state, now_ms=1) as vault:
        commits(vault, first, count)
    return state


def killed(
    state: Path, first: int = 200, count: int = 10, *, checkpoint: bool = False, forge: int = 0, unsettled: str = ""
) -> Path:
    """A vault whose daemon died; what it had acknowledged lies in the journal, or was just checkpointed."""

    def work() -> None:
        vault = Vault.open(state, now_ms=1)
        commits(vault, first, count)
        if forge:
            vault.connection.execute("DROP TRIGGER ledger_refuses_update")
            vault.connection.execute("UPDATE ledger SET reason_code = 'FORGED' WHERE seq = ?", (forge,))
        if unsettled:
            vault.connection.execute(unsettled)
            opened = vault._opened
            assert opened.head_file
            opened.head_file.write(replace(opened.head_file.mark, settled=False))
        if checkpoint:
            assert vault.verify().ok
        os._exit(9)

    assert in_child(work) == 9
    return state


@pytest.fixture
def state(tmp_path: Path) -> Path:
    return killed(closed(tmp_path / "state"))


def refused(state: Path, *, settled: bool = True) -> str:
    """The code with which the vault refuses to open; refusing leaves every byte as it was, and is repeatable."""
    before = state_fingerprint(state)
    for _ in range(2):
        with pytest.raises(VaultError) as refusal:
            Vault.open(state, now_ms=3).close()
        assert state_fingerprint(state) == before or not settled
    return refusal.value.code


def test_a_killed_daemons_vault_opens_whole(state: Path) -> None:
    with Vault.open(state, now_ms=3) as vault:
        assert vault.counts().atoms == 20
        assert vault.verify().ok


def test_a_missing_journal_is_noticed(state: Path) -> None:
    (state / "vault.db-wal").unlink()
    assert refused(state) == VaultRolledBack.code


def test_a_journal_cut_anywhere_is_noticed(state: Path, tmp_path: Path) -> None:
    content = (state / "vault.db-wal").read_bytes()
    cuts = [*range(0, len(content), 5 * FRAME), len(content) - 1, len(content) - FRAME]
    for at in cuts:
        copy = fresh_copy(state, tmp_path)
        (copy / "vault.db-wal").write_bytes(content[:at])
        assert refused(copy) == VaultRolledBack.code, at


def test_a_bit_flipped_anywhere_in_the_journal_is_noticed(state: Path, tmp_path: Path) -> None:
    content = (state / "vault.db-wal").read_bytes()
    places = [
        0,
        9,
        17,
        *range(32, len(content), 7 * FRAME),
        *range(40 + 1_000, len(content), 7 * FRAME),
        len(content) - 9,
    ]
    for at in places:
        copy = fresh_copy(state, tmp_path)
        flipped = bytearray(content)
        flipped[at] ^= 16
        (copy / "vault.db-wal").write_bytes(flipped)
        assert refused(copy) == VaultRolledBack.code, at


def test_an_old_copy_of_the_whole_file_is_noticed(tmp_path: Path) -> None:
    state = closed(tmp_path / "state")
    old = (state / "vault.db").read_bytes()
    closed(state, 200)
    (state / "vault.db").write_bytes(old)
    assert refused(state) == VaultRolledBack.code


def test_an_old_copy_of_any_page_is_noticed_after_a_close(tmp_path: Path) -> None:
    state = closed(tmp_path / "state")
    old = (state / "vault.db").read_bytes()
    closed(state, 200)
    silent = [page for page, copy in replays(state, old, tmp_path) if opens(copy)]
    assert silent == []


def test_an_old_copy_of_any_page_is_noticed_after_a_kill(tmp_path: Path) -> None:
    state = closed(tmp_path / "state")
    old = (state / "vault.db").read_bytes()
    killed(state, checkpoint=True)
    silent = [page for page, copy in replays(state, old, tmp_path) if opens(copy)]
    assert silent == []


def test_a_bit_flipped_in_any_page_is_noticed(tmp_path: Path) -> None:
    state = closed(tmp_path / "state")
    size = (state / "vault.db").stat().st_size
    for at in (*range(700, size, 9 * PAGE), size - 1, size - 70):
        copy = fresh_copy(state, tmp_path)
        content = bytearray((copy / "vault.db").read_bytes())
        content[at] ^= 1
        (copy / "vault.db").write_bytes(content)
        assert refused(copy) == VaultDamaged.code, at


def test_a_file_that_lost_its_end_is_noticed(tmp_path: Path) -> None:
    for state in (closed(tmp_path / "closed"), killed(closed(tmp_path / "killed"), checkpoint=True)):
        content = (state / "vault.db").read_bytes()
        (state / "vault.db").write_bytes(content[: -3 * PAGE])
        assert refused(state) == VaultDamaged.code


def test_a_damaged_salt_is_put_back_from_the_header_and_the_ledger_says_so(tmp_path: Path) -> None:
    state = closed(tmp_path / "state")
    whole = (state / "vault.db").read_bytes()
    (state / "vault.db").write_bytes(bytes(16) + whole[16:])
    with Vault.open(state, now_ms=3) as vault:
        assert vault.ledger_events()[-1].event == "VAULT_HEALED"
        assert vault.verify().ok
        assert vault.counts().atoms == 10
    assert (state / "vault.db").read_bytes()[:16] == whole[:16]


def test_an_old_journal_put_beside_a_closed_vault_changes_nothing(state: Path) -> None:
    journal = (state / "vault.db-wal").read_bytes()
    closed(state, 300)
    with Vault.open(state, now_ms=3) as vault:
        before = vault.counts()
    (state / "vault.db-wal").write_bytes(journal)
    try:
        with Vault.open(state, now_ms=3) as vault:
            assert vault.counts() == before
            assert vault.verify().ok
    except VaultError as error:
        assert error.code in {VaultRolledBack.code, LedgerChainBroken.code, VaultDamaged.code}  # noqa: PT017


def test_after_a_kill_the_newest_events_are_verified_and_the_old_ones_on_demand(tmp_path: Path) -> None:
    state = killed(closed(tmp_path / "new"), forge=70)
    assert refused(state) == LedgerChainBroken.code
    with Vault.open(killed(closed(tmp_path / "old"), forge=4), now_ms=3) as vault:
        assert vault.verify().problems == (LedgerChainBroken.code,)


def test_a_crash_while_the_journal_was_moved_is_read_through(tmp_path: Path) -> None:
    """The head file does not vouch for the file then, so records are compared with the ledger."""
    state = killed(closed(tmp_path / "state"), unsettled="UPDATE atom SET text = 'forged' WHERE atom_no = 3")
    assert refused(state, settled=False) == VaultDamaged.code
    state = killed(closed(tmp_path / "other"), unsettled="SELECT 1")
    with Vault.open(state, now_ms=3) as vault:
        assert vault.counts().atoms == 20
        assert vault.verify().ok


def fresh_copy(state: Path, tmp_path: Path) -> Path:
    copy = tmp_path / "copy"
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(state, copy)
    return copy


def replays(state: Path, old: bytes, tmp_path: Path) -> Iterator[tuple[int, Path]]:
    """The vault with one page put back to what it was, for each page that has changed since."""
    new = (state / "vault.db").read_bytes()
    for at in range(0, min(len(old), len(new)), PAGE):
        if old[at : at + PAGE] != new[at : at + PAGE]:
            copy = fresh_copy(state, tmp_path)
            (copy / "vault.db").write_bytes(new[:at] + old[at : at + PAGE] + new[at + PAGE :])
            yield at // PAGE + 1, copy


def opens(state: Path) -> bool:
    try:
        Vault.open(state, now_ms=3).close()
    except VaultError:
        return False
    return True
