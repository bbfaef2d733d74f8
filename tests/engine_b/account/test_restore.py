"""Promise: 24 words bring back what was there; what was cut off half-way is gone on with, or is not there at all.

A real mirror in its own process, real vaults, real certificates.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from engine_b.account import enrollment
from engine_b.account.restore import restore_account
from engine_b.core.errors import ChangeRefused
from engine_b.core.sync_errors import (
    AccountExists,
    AccountMissing,
    AccountWrong,
    DeviceAmbiguous,
    DeviceRevoked,
    StateNotEmpty,
    SyncError,
    TokenInvalid,
    TokenSpent,
)
from engine_b.crypto.certificates import parse_token
from engine_b.sync import membership, outbox
from engine_b.vault.bulk_load import deferred_indexing
from engine_b.vault.digest import memory_digest
from engine_b.vault.vault import Vault
from memory.model.atoms import Exposure
from memory.model.changes import Change, Rule, RuleKind, Setting
from tests.engine_b.account.restore_steps import OTHERS, WORDS, come_back, pair
from tests.engine_b.change_builders import (
    ANA,
    forget_change,
    next_atom_version,
    remember_change,
    scope,
    state_fingerprint,
)
from tests.engine_b.writes.test_transaction import dump, everything
from tests.memory.retrieval.talk_vault import TalkLine, index_of, tell_lines
from tests.sim.mirror_process import RunningMirror, running_mirror
from tests.sim.vault_contents import state_follows_ledger


def test_everything_that_must_survive_survives(tmp_path: Path, shared: RunningMirror, entropy: bytes) -> None:
    with Vault.open(tmp_path / "a", now_ms=1) as old:
        story = everything()
        old.commit(story)
        hidden = next_atom_version(
            story.new_atoms[0], exposure=Exposure.INTERNAL_ONLY, pinned=True, confidence_bp=4_321
        )
        old.commit(Change(scope(2_000), changed_atoms=(hidden,)))
        pair(old, shared, entropy)
        assert enrollment.sync_once(old, 4).pushed == outbox.last_op_seq(old.database, old.device_id)
        assert outbox.count_unacknowledged(old.database) == 0
        last = memory_digest(old.database)
    done = come_back(tmp_path / "b", shared, entropy)
    assert (done.memories, done.lines, done.saved_by, done.device) == (1, 2, "kitchen", "laptop")
    with Vault.open(tmp_path / "b", now_ms=6) as new, Vault.open(tmp_path / "a", now_ms=6) as old:
        assert memory_digest(new.database) == last, "the lost device shows nothing any more but what it showed last"
        enrollment.sync_once(old, 7)
        assert memory_digest(new.database) == memory_digest(old.database)
        found = new.reader.atom_for_control(ANA, hidden.atom_id)
        assert found
        assert replace(found, use_count=1, last_used_at_ms=1_000) == replace(
            hidden, use_count=1, last_used_at_ms=1_000, version=2
        )
        assert Setting("restored", "pending") in new.current_state()
        assert Setting("restored", "pending") not in old.current_state()
        assert state_follows_ledger(new.database)
        assert [d.name for d in enrollment.account_devices(new) if d.this] == ["laptop"]


def test_the_index_of_a_restored_vault_is_the_one_that_single_commits_make(tmp_path: Path) -> None:
    talk = [
        TalkLine(1, "My bicycle is in the cellar", atom="bicycle"),
        TalkLine(3, "Where is it?", session="s-2"),
        TalkLine(2, "It was yesterday, I think", who="Ben"),
        TalkLine(4, "In the cellar", selene=True),
    ]
    with Vault.open(tmp_path / "one", now_ms=1) as one, Vault.open(tmp_path / "all", now_ms=1) as every:
        tell_lines(one, talk)
        one.commit(
            Change(scope(9), new_rules=(Rule("r-1", ANA, RuleKind.DO_NOT_MENTION, "cellar", 9, "USER_CONTROL"),))
        )
        with deferred_indexing(every, 2):
            tell_lines(every, talk)
            every.commit(
                Change(scope(9), new_rules=(Rule("r-1", ANA, RuleKind.DO_NOT_MENTION, "cellar", 9, "USER_CONTROL"),))
            )
        assert index_of(every) == index_of(one) != []
        triggers = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' ORDER BY name"
        assert every.connection.execute(triggers).fetchall() == one.connection.execute(triggers).fetchall()


def test_what_was_forgotten_does_not_come_back(tmp_path: Path, shared: RunningMirror, entropy: bytes) -> None:
    with Vault.open(tmp_path / "a", now_ms=1) as old:
        secret = remember_change("the cellar key lies under the blue stone")
        old.commit(secret)
        old.commit(remember_change("i like tea", 2_000))
        pair(old, shared, entropy)
        enrollment.sync_once(old, 4)
        old.commit(forget_change(*secret.new_atoms))
        report = enrollment.sync_once(old, 10)
        assert report.rotated
        assert report.erased == 2
    assert come_back(tmp_path / "b", shared, entropy).memories == 1
    with Vault.open(tmp_path / "b", now_ms=6) as new:
        assert new.reader.atom_for_control(ANA, secret.new_atoms[0].atom_id) is None
        new.commit(secret)
        assert new.counts().atoms == 1, "its tombstone came along"


def test_two_devices_converge_and_a_revoked_one_is_refused(
    tmp_path: Path, shared: RunningMirror, entropy: bytes
) -> None:
    with Vault.open(tmp_path / "a", now_ms=1) as pi:
        pi.commit(remember_change("i live in Rome"))
        pair(pi, shared, entropy)
        enrollment.sync_once(pi, 4)
        come_back(tmp_path / "b", shared, entropy)
        with Vault.open(tmp_path / "b", now_ms=6) as laptop:
            rule = Rule("r-1", ANA, RuleKind.DO_NOT_MENTION, "rome", 7, "USER_CONTROL")
            laptop.commit(Change(scope(7), new_rules=(rule,)))
            pi.commit(remember_change("i like tea", 2_000))
            for vault, now in ((laptop, 8), (pi, 9), (laptop, 10)):
                enrollment.sync_once(vault, now)
            assert pi.reader.rules(ANA) == (rule,)
            assert memory_digest(pi.database) == memory_digest(laptop.database)
            assert pi.connection.execute("SELECT dnm FROM atom ORDER BY atom_no").fetchone() == (1,)
            enrollment.revoke_account_device(pi, "laptop", entropy, 11)
            laptop.commit(remember_change("the thief was here", 3_000))
            before = memory_digest(laptop.database)
            with pytest.raises(DeviceRevoked):
                enrollment.sync_once(laptop, 12)
            assert memory_digest(laptop.database) == before
            pi.commit(remember_change("after it", 4_000))
            enrollment.sync_once(pi, 13)
            assert pi.counts().atoms == 3


def test_a_new_machine_that_is_called_as_the_lost_one_gets_a_number_until_that_one_is_revoked(
    tmp_path: Path, shared: RunningMirror, entropy: bytes
) -> None:
    with Vault.open(tmp_path / "a", now_ms=1) as lost:
        pair(lost, shared, entropy, "raspberrypi")
        enrollment.sync_once(lost, 4)
    assert [come_back(tmp_path / each, shared, entropy, "raspberrypi").device for each in ("b", "c")] == [
        "raspberrypi-2",
        "raspberrypi-3",
    ]
    with Vault.open(tmp_path / "c", now_ms=6) as new:
        assert [d.name for d in enrollment.account_devices(new) if d.this] == ["raspberrypi-3"]
        gone = enrollment.revoke_account_device(new, "raspberrypi", entropy, 7)
        assert not gone.this
    assert come_back(tmp_path / "d", shared, entropy, "raspberrypi").device == "raspberrypi"


def test_a_name_of_two_devices_revokes_neither(tmp_path: Path, shared: RunningMirror, entropy: bytes) -> None:
    with Vault.open(tmp_path / "a", now_ms=1) as old:
        pair(old, shared, entropy)
        enrollment.sync_once(old, 4)
        come_back(tmp_path / "b", shared, entropy)
        with Vault.open(tmp_path / "b", now_ms=6) as new:
            with new.recording(scope(7)) as recorder:
                enrollment.name_device(recorder, "kitchen")
            enrollment.sync_once(new, 7)
            enrollment.sync_once(old, 8)
            before = [membership.load_account(vault.database).roster for vault in (old, new)]
            with pytest.raises(DeviceAmbiguous):
                enrollment.revoke_account_device(new, "kitchen", entropy, 9)
            enrollment.sync_once(old, 10)
            assert [membership.load_account(vault.database).roster for vault in (old, new)] == before
            enrollment.revoke_account_device(new, old.device_id, entropy, 11)
            with pytest.raises(DeviceRevoked):
                enrollment.revoke_account_device(new, old.device_id, entropy, 12)
            assert enrollment.find_device(new, "kitchen").this, "of several the one that is not revoked"


def test_a_mirror_that_is_lost_is_replaced_by_a_new_one(tmp_path: Path, shared: RunningMirror, entropy: bytes) -> None:
    with Vault.open(tmp_path / "a", now_ms=1) as pi:
        secret = remember_change("the cellar key lies under the blue stone")
        pi.commit(secret)
        pi.commit(remember_change("i like tea", 2_000))
        with running_mirror(tmp_path / "lost") as lost:
            pair(pi, lost, entropy)
            enrollment.sync_once(pi, 4)
            come_back(tmp_path / "b", lost, entropy)
            enrollment.sync_once(pi, 5)
            pi.commit(forget_change(*secret.new_atoms))
            enrollment.sync_once(pi, 6)
        enrollment.pair_with_mirror(pi, shared.address, parse_token(shared.invite()), 7)
        enrollment.sync_once(pi, 8)
        assert outbox.count_unacknowledged(pi.database) == 0
        come_back(tmp_path / "c", shared, entropy, "phone")
        enrollment.sync_once(pi, 9)
        assert pi.verify().ok
        with Vault.open(tmp_path / "c", now_ms=10) as phone:
            enrollment.sync_once(phone, 11)
            assert memory_digest(phone.database) == memory_digest(pi.database)
            assert phone.reader.atom_for_control(ANA, secret.new_atoms[0].atom_id) is None


def test_an_account_and_what_it_notes_are_made_together_or_not_at_all(tmp_path: Path) -> None:
    with Vault.open(tmp_path / "a", now_ms=1) as vault:
        before = dump(vault)
        with pytest.raises(ChangeRefused):
            enrollment.begin_account(vault, WORDS, "kitchen", 2, (Setting("account.user", "Ana Maria"),))
        assert dump(vault) == before
        enrollment.begin_account(vault, WORDS, "kitchen", 2, (Setting("account.user", ANA),))
        assert Setting("account.user", ANA) in vault.current_state()
        assert state_follows_ledger(vault.database)


def test_what_is_refused_leaves_everything_as_it_was(tmp_path: Path, shared: RunningMirror, entropy: bytes) -> None:
    with Vault.open(tmp_path / "a", now_ms=1) as old:
        old.commit(remember_change("i like tea"))
        with pytest.raises(AccountMissing):
            enrollment.pair_with_mirror(old, shared.address, parse_token(shared.invite()), 2)
        token = shared.invite()
        enrollment.begin_account(old, entropy, "kitchen", 2)
        enrollment.pair_with_mirror(old, shared.address, parse_token(token), 3)
        enrollment.sync_once(old, 4)
        with pytest.raises(AccountExists):
            enrollment.begin_account(old, OTHERS, "again", 5)
        with pytest.raises(AccountWrong):
            enrollment.revoke_account_device(old, "kitchen", OTHERS, 6)
    before = state_fingerprint(tmp_path / "a")
    refused: list[tuple[type[SyncError], Path, str | None, bytes]] = [
        (TokenSpent, tmp_path / "b", token, entropy),
        (AccountWrong, tmp_path / "b", shared.invite(), OTHERS[:-1] + b"x"),
        (TokenInvalid, tmp_path / "b", None, entropy),
        (StateNotEmpty, tmp_path / "a", shared.invite(), entropy),
    ]
    for error, state, each, words in refused:
        with pytest.raises(error):
            restore_account(state, shared.address, parse_token(each) if each else None, words, "x", 5)
    assert state_fingerprint(tmp_path / "a") == before
    assert list((tmp_path / "b").iterdir()) == []
