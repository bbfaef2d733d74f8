"""Promise: a restore that was cut off half-way is gone on with, or is not there at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine_b.account import enrollment
from engine_b.account import restore as restoring
from engine_b.account.restore import restore_account
from engine_b.core.errors import DiskFull
from engine_b.core.sync_errors import (
    MirrorUnreachable,
    StateNotEmpty,
    TokenInvalid,
    TokenSpent,
)
from engine_b.crypto.certificates import parse_token
from engine_b.storage.promote_staging import COMPLETE, JOINING, RESTORING, promote_vault
from engine_b.sync import membership, outbox
from engine_b.vault.vault import Vault
from memory.model.ports import Gate
from tests.engine_b.account.restore_steps import (
    OTHERS,
    WORDS,
    come_back,
    cut_after_join,
    cut_after_push,
    cut_off,
    digest_of,
    pair,
    replied_story,
)
from tests.engine_b.change_builders import (
    ANA,
    remember_change,
    state_fingerprint,
)
from tests.sim.in_process_mirror import SimMirror
from tests.sim.mirror_process import RunningMirror
from tests.sim.tcp_proxy import Proxy


def test_a_restore_that_was_cut_off_is_gone_on_with_and_needs_no_new_token(
    tmp_path: Path, shared: RunningMirror, entropy: bytes
) -> None:
    with Vault.open(tmp_path / "a", now_ms=1) as old:
        for number in range(3):
            old.commit(replied_story(number))
        pair(old, shared, entropy)
        enrollment.sync_once(old, 4)

    token = parse_token(shared.invite())
    with pytest.raises(KeyboardInterrupt):
        restore_account(tmp_path / "b", shared.address, token, entropy, "laptop", 5, cut_off)
    assert [path.name for path in (tmp_path / "b").iterdir()] == [RESTORING], "there is no vault yet"
    restore_account(tmp_path / "b", shared.address, None, entropy, "laptop", 6)
    with Vault.open(tmp_path / "a", now_ms=7) as old:
        enrollment.sync_once(old, 8)
    assert digest_of(tmp_path / "b") == digest_of(tmp_path / "a")


def test_a_restore_that_was_cut_off_goes_on_where_the_mirror_answers_now(
    tmp_path: Path, shared: RunningMirror, entropy: bytes
) -> None:
    with Vault.open(tmp_path / "a", now_ms=1) as old:
        old.commit(remember_change("i like tea"))
        pair(old, shared, entropy)
        enrollment.sync_once(old, 4)

    with Proxy(shared.address) as proxy, pytest.raises(KeyboardInterrupt):
        restore_account(tmp_path / "b", proxy.address, parse_token(shared.invite()), entropy, "laptop", 5, cut_off)
    restore_account(tmp_path / "b", shared.address, None, entropy, "laptop", 6)
    with Vault.open(tmp_path / "b", now_ms=7) as new:
        found = membership.load_paired_mirror(new.database)
        assert found
        assert found.address == shared.address


def test_what_was_pushed_before_the_cut_does_not_wait_for_ever(tmp_path: Path, begun: SimMirror) -> None:
    begun.tamper = cut_after_push
    with pytest.raises(MirrorUnreachable):
        restore_account(tmp_path / "b", "sim", begun.invitation(), WORDS, "laptop", 5)
    begun.tamper = None
    restore_account(tmp_path / "b", "sim", None, WORDS, "laptop", 6)
    with Vault.open(tmp_path / "b", now_ms=7) as new:
        assert outbox.count_unacknowledged(new.database) == 0
        assert new.verify().ok


@pytest.mark.parametrize("tries", [1, 2])
def test_a_device_that_lost_the_answer_to_its_joining_comes_in_with_the_same_invitation(
    tmp_path: Path, begun: SimMirror, tries: int
) -> None:
    invitation = begun.invitation()
    begun.tamper = cut_after_join
    for at in range(tries):
        with pytest.raises(MirrorUnreachable):
            restore_account(tmp_path / "b", "sim", invitation, WORDS, "laptop", 5 + 600_000 * at)
    begun.tamper = None
    with pytest.raises(TokenInvalid, match="invitation is needed"):
        restore_account(tmp_path / "b", "sim", None, WORDS, "laptop", 6)
    with pytest.raises(TokenSpent):
        restore_account(tmp_path / "c", "sim", invitation, WORDS, "phone", 6)
    assert restore_account(tmp_path / "b", "sim", invitation, WORDS, "laptop", 6).memories == 1
    assert not {path.name for path in (tmp_path / "b").iterdir()} & {RESTORING, JOINING}
    assert digest_of(tmp_path / "b") == digest_of(tmp_path / "a")


def test_a_disk_that_is_full_after_the_joining_does_not_cost_the_invitation(
    tmp_path: Path, begun: SimMirror, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise DiskFull

    invitation = begun.invitation()
    with monkeypatch.context() as patch:
        patch.setattr(restoring, "store_mirror_state", full)
        with pytest.raises(DiskFull):
            restore_account(tmp_path / "b", "sim", invitation, WORDS, "laptop", 5)
    assert restore_account(tmp_path / "b", "sim", invitation, WORDS, "laptop", 6).memories == 1


def test_keys_that_were_kept_for_one_account_are_not_shown_for_another(tmp_path: Path, begun: SimMirror) -> None:
    with Vault.open(tmp_path / "ben", now_ms=1) as other:
        enrollment.begin_account(other, OTHERS, "study", 2)
        enrollment.pair_with_mirror(other, "sim", begun.invitation(), 3)
        enrollment.sync_once(other, 4)
    begun.tamper = cut_after_join
    with pytest.raises(MirrorUnreachable):
        restore_account(tmp_path / "b", "sim", begun.invitation(), WORDS, "laptop", 5)
    begun.tamper = None
    assert restore_account(tmp_path / "b", "sim", begun.invitation(), OTHERS, "laptop", 6).memories == 0


def test_a_whole_vault_that_was_not_moved_yet_is_moved(tmp_path: Path, shared: RunningMirror, entropy: bytes) -> None:
    with Vault.open(tmp_path / "a", now_ms=1) as old:
        old.commit(remember_change("i like tea"))
        pair(old, shared, entropy)
        enrollment.sync_once(old, 4)
    come_back(tmp_path / "b", shared, entropy)
    whole = digest_of(tmp_path / "b")
    (tmp_path / "c" / RESTORING).mkdir(parents=True, mode=0o700)
    (tmp_path / "c").chmod(0o700)
    for part in ("device.key", "vault.head", "vault.db", "vault.json"):
        (tmp_path / "b" / part).rename(tmp_path / "c" / RESTORING / part)
    (tmp_path / "c" / RESTORING / COMPLETE).touch()
    with pytest.raises(StateNotEmpty):
        come_back(tmp_path / "c", shared, entropy)
    assert digest_of(tmp_path / "c") == whole


@pytest.mark.parametrize("moved", range(4))
def test_who_opens_a_vault_whose_move_was_cut_off_finishes_it(tmp_path: Path, moved: int) -> None:
    """Otherwise a new vault would be made there, and the next restore would put the restored one over it."""
    with Vault.open(tmp_path / RESTORING, now_ms=1) as restored:
        restored.commit(remember_change("i like tea"))
    tmp_path.chmod(0o700)
    (tmp_path / RESTORING / COMPLETE).touch()
    for part in ("device.key", "vault.head", "vault.db")[:moved]:
        (tmp_path / RESTORING / part).rename(tmp_path / part)
    with Vault.open(tmp_path, now_ms=2) as vault:
        assert vault.counts().atoms == 1
    assert not (tmp_path / RESTORING).exists()


def test_a_vault_that_was_made_during_a_restore_is_not_put_away(tmp_path: Path) -> None:
    for state, text in ((tmp_path, "said meanwhile"), (tmp_path / RESTORING, "i like tea")):
        with Vault.open(state, now_ms=1) as vault:
            vault.commit(remember_change(text))
    before = state_fingerprint(tmp_path / RESTORING)
    with pytest.raises(StateNotEmpty):
        promote_vault(tmp_path, complete=True)
    assert state_fingerprint(tmp_path / RESTORING).items() >= before.items()
    with Vault.open(tmp_path, now_ms=2) as vault:
        assert [atom.text for atom in vault.reader.atoms(Gate(ANA, identified=True), 9)] == ["said meanwhile"]
