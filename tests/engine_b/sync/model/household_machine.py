"""Rules of everything else that happens to the model's household: syncing, faults, power cuts, a mirror that goes back
or lies, and devices that come and go.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Any
from unittest import mock

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from cloud_mirror.server.authority import FolderAuthority
from engine_b.account.enrollment import revoke_account_device
from engine_b.core.errors import DiskFull
from engine_b.crypto.certificates import certificate_pem
from engine_b.protocol.sync_protocol import ChainPosition
from engine_b.sync import membership, outbox
from engine_b.vault.vault import Vault
from memory.model.changes import Scope
from protos.selene.mirror.v1 import mirror_service_pb2 as pb
from protos.wire import Domain
from tests.engine_b.sync.model.invariants import Watched
from tests.engine_b.sync.model.simulated_person import MOST_DEVICES, WHICH, WHO, code_of
from tests.sim.household import ENTROPY
from tests.sim.in_process_mirror import Fault, Tamper

TEN_YEARS_MS = 10 * 365 * 86_400_000
FAULTS = st.lists(st.one_of(st.none(), st.sampled_from(list(Fault))), max_size=6)


_RECORDING = Vault.recording


class PowerCut(Exception):
    """The device is gone in the middle of an exchange."""


class Lie(StrEnum):
    """What a mirror may say that is not so, by the code of its refusal."""

    ANOTHER_CHAIN = "HEAD_FORK"
    NEVER_SENT = "ACK_FROM_FUTURE"
    HELD_BACK = "CHAIN_GAP"


def lied_to(lie: Lie, told: Any, own: bytes, authority: FolderAuthority) -> Any:
    """The answer with the lie in it; None when it has nothing to lie about. `own` is the device that hears it."""
    if isinstance(told, list):
        made = [pb.PullResponse.FromString(each.SerializeToString()) for each in told]
        longest = max((each for each in made if each.device_id != own), key=lambda each: len(each.ops), default=None)
        if lie is not Lie.HELD_BACK or longest is None or len(longest.ops) < 2:
            return None
        del longest.ops[-2]
        return made
    if lie is Lie.HELD_BACK or not isinstance(told, pb.PushResponse):
        return None
    ack = pb.Ack.FromString(told.ack.body)
    if lie is Lie.ANOTHER_CHAIN:
        ack.chain = bytes(32)
    else:
        ack.seq += 1_000
    return pb.PushResponse(ack=authority.signed(Domain.ACK, ack.SerializeToString(deterministic=True)))


class Devices(Watched):
    """One person's household, under every fault."""

    # Syncing -------------------------------------------------------------------------------------------------------

    @rule(who=WHO)
    def sync(self, who: int) -> None:
        self.tick(self.device(who), [])

    @rule(who=WHO, faults=FAULTS)
    def sync_with_faults(self, who: int, faults: list[Fault | None]) -> None:
        self.tick(self.device(who), faults)

    @rule()
    def late_requests_arrive(self) -> None:
        self.house.mirror.deliver_late()

    @rule(who=WHO, steps=st.integers(min_value=0, max_value=11))
    def power_cut_while_syncing(self, who: int, steps: int) -> None:
        """A step is an answer that comes, or a transaction that begins."""
        left = [steps]

        def step() -> None:
            left[0] -= 1
            if left[0] < 0:
                raise PowerCut

        def cut(request: Any, told: Any) -> Any:
            del request
            step()
            return told

        def recording(vault: Vault, scope: Scope) -> Any:
            step()
            return _RECORDING(vault, scope)

        self.cut_off(self.device(who), cut, recording)

    def cut_off(self, name: str, tamper: Tamper, recording: Callable[[Vault, Scope], Any]) -> None:
        """Sync until a PowerCut, which leaves what was committed."""
        self.house.mirror.tamper = tamper
        try:
            with mock.patch.object(Vault, "recording", recording):
                self.house.sync(name)
        except PowerCut:
            pass
        finally:
            self.house.mirror.tamper = None
        self.house.kill(name)
        self.house.open(name)

    @rule(who=WHO, other=WHO, transactions=st.integers(min_value=0, max_value=4))
    def power_cut_while_taking_in(self, who: int, other: int, transactions: int) -> None:
        """The other device had something to tell, and the power goes before so many parts of it are taken in."""
        self.remember(other, twice=False)
        self.tick(self.device(other), [])
        name, left = self.device(who), list[int]()

        def pulled(request: Any, told: Any) -> Any:
            left.extend([transactions] if isinstance(request, pb.PullRequest) else [])
            return told

        def recording(vault: Vault, scope: Scope) -> Any:
            left[:] = [each - 1 for each in left]
            if left and left[0] < 0:
                raise PowerCut
            return _RECORDING(vault, scope)

        self.cut_off(name, pulled, recording)

    @rule(who=WHO, lie=st.sampled_from(Lie))
    def mirror_lies(self, who: int, lie: Lie) -> None:
        """A lie about what there was to tell of is not believed."""
        name, lies = self.device(who), list[Any]()
        own = bytes.fromhex(self.house.vaults[name].device_id)

        def tamper(request: Any, honest: Any) -> Any:
            del request
            lied = lied_to(lie, honest, own, self.house.mirror.authority)
            if lied is None:
                return honest
            lies.append(lied)
            return lied

        self.house.mirror.tamper = tamper
        try:
            code = code_of(lambda: self.house.sync(name))
        finally:
            self.house.mirror.tamper = None
        assert code == (lie.value if lies else ""), f"14: a lie was believed, or refused as {code}"

    @rule(who=WHO, other=WHO, which=WHICH)
    def push_arrives_after_the_keys_were_changed(self, who: int, other: int, which: int) -> None:
        """What was sealed for the epoch before, and was long under way, is not what the new one opens."""
        self.remember(who, twice=False)
        self.tick(self.device(who), [None, Fault.LATE])
        self.forget(other, which)
        self.tick(self.device(other), [])
        self.house.mirror.deliver_late()

    @rule(who=WHO)
    def kill(self, who: int) -> None:
        name = self.device(who)
        before = self.house.digest(name)
        self.house.kill(name)
        self.house.open(name)
        assert self.house.digest(name) == before, "1: what was acknowledged outlives the power"

    @rule(who=WHO, faults=st.just([]))
    def disk_full(self, who: int, faults: list[Fault | None]) -> None:
        name = self.device(who)
        database, before = self.house.vaults[name].database, self.house.digest(name)
        database.run(f"PRAGMA max_page_count = {database.rows('PRAGMA page_count')[0][0]}")
        try:
            self.house.remember(name, "No room for " + "this " * 4_000)
        except DiskFull:
            assert self.house.digest(name) == before, "6: all or nothing"
        else:
            raise AssertionError("the disk was not full")
        try:
            self.tick(name, faults)
        except DiskFull:
            pass
        finally:
            database.run("PRAGMA max_page_count = 1073741823")

    @rule(sign=st.sampled_from((-1, 1)))
    def clocks_jump(self, sign: int) -> None:
        self.house.at_ms += sign * TEN_YEARS_MS

    # The mirror's store --------------------------------------------------------------------------------------------

    @rule()
    def back_up(self) -> None:
        self.backup = self.disk / "backup"
        self.house.mirror.back_up(self.backup)

    @precondition(lambda self: self.backup is not None)
    @rule()
    def come_back_from_backup(self) -> None:
        """With the keys and devices of today the devices tell it again; with older ones those who know refuse."""
        assert self.backup
        today, newest = self.standing(), self.disk / "newest"
        self.house.mirror.back_up(newest)
        self.house.mirror.come_back_from(self.backup)
        if self.standing() == today and self.all_known():
            self.lost_ops = True
            return
        for name, vault in sorted(self.house.vaults.items()):
            account = membership.load_account(vault.database)
            if (account.roster_signed.body, account.epoch_signed.body) == today:
                self.refused(name)
        self.house.mirror.come_back_from(newest)

    @rule(who=WHO, other=WHO, which=WHICH)
    def mirror_loses_what_it_was_just_told(self, who: int, other: int, which: int) -> None:
        """Something new, and perhaps two things about one memory."""
        self.back_up()
        self.say_two_things(who, other, which)
        self.remember(who, twice=False)
        self.tick(self.device(who), [])
        self.come_back_from_backup()

    @rule(who=WHO, other=WHO, which=WHICH, forgotten=st.booleans())
    def what_the_mirror_lost_was_changed_elsewhere(self, who: int, other: int, which: int, forgotten: bool) -> None:
        """Another device heard of a change before the mirror lost it, and changes the same again, away."""
        self.back_up()
        self.correct(who, which, told=False)
        for name in (self.device(who), self.device(other)):
            self.tick(name, [])
        self.come_back_from_backup()
        if forgotten:
            self.forget(other, which)
        else:
            self.correct(other, which, told=True)
        self.tick(self.device(who), [])

    def refused(self, name: str) -> None:
        before = self.state(name)
        code = code_of(lambda: self.house.sync(name))
        known = ("EPOCH_ROLLBACK", "ROSTER_ROLLBACK", "MIRROR_EMPTY_REFUSED", "DEVICE_UNKNOWN")
        assert code in known, f"14: a mirror that went back is refused, not {code}"
        assert self.state(name) == before, "a refusal changes nothing"

    def state(self, name: str) -> tuple[Any, ...]:
        vault = self.house.vaults[name]
        peers = vault.database.rows("SELECT * FROM peer ORDER BY 1")
        return self.house.digest(name), vault.head(), self.house.waiting(name), peers

    def standing(self) -> tuple[bytes, bytes]:
        """Roster and epoch of the mirror."""
        vault_id = next(iter(self.house.vaults.values())).vault_id
        kept = self.house.mirror.read(lambda tx: tx.vault(vault_id))
        assert kept
        return kept.roster.body, kept.epoch.body

    def all_known(self) -> bool:
        """Whether the mirror has heard of every device that it once acknowledged."""
        vault_id = next(iter(self.house.vaults.values())).vault_id
        heads = {head.device_id.hex() for head in self.house.mirror.read(lambda tx: tx.heads(vault_id))}
        return all(
            vault.device_id in heads
            for vault in self.house.vaults.values()
            if outbox.load_chain_positions(vault.database).get(vault.device_id, ChainPosition()).seq
        )

    # Devices come and go -------------------------------------------------------------------------------------------

    @precondition(lambda self: len(self.house.vaults) < MOST_DEVICES)
    @rule(cut=st.booleans())
    def enrol(self, cut: bool) -> None:
        """A restore from the words, at the second try when it was cut off."""
        self.joined += 1
        name = f"new-{self.joined}"
        self.restored(name, cut=cut)
        self.house.open(name)

    @precondition(lambda self: len(self.house.vaults) > 2)
    @rule(by=WHO, who=WHO)
    def revoke(self, by: int, who: int) -> None:
        name, lost = self.device(by), self.device(who)
        if name == lost:
            return
        self.tick(lost, [])
        self.outsiders.add(membership.load_account(self.house.vaults[lost].database).content_key)
        revoke_account_device(self.house.vaults[name], lost, ENTROPY, self.house.now())
        kept = membership.load_account(self.house.vaults[name].database).content_key
        assert kept not in self.outsiders, "11: who was revoked reads on"
        assert code_of(lambda: self.house.sync(lost)) == "DEVICE_REVOKED", "14"
        self.turned_away(lost)
        self.house.vaults.pop(lost).close()
        shutil.rmtree(self.house.state(lost))
        self.backup = None

    def turned_away(self, lost: str) -> None:
        """The mirror itself refuses a revoked device, whatever that one thinks of it."""
        known = membership.load_paired_mirror(self.house.vaults[lost].database)
        assert known
        for request in (pb.PushRequest(), pb.PullRequest(), pb.GetBundleRequest()):
            code = code_of(partial(self.house.mirror.answer, request, certificate_pem(known.certificate)))
            assert code == "DEVICE_REVOKED", "14: the mirror heard one who was revoked"

    @rule(who=WHO, turns=st.integers(min_value=0, max_value=2), late=st.booleans())
    def image_is_cloned(self, who: int, turns: int, late: bool) -> None:
        """A copy of a device's disk wakes up elsewhere: it is found out, and disturbs nobody, nor does what it sends
        `late`, when the device itself has said something else under the same numbers."""
        name = self.device(who)
        self.house.kill(name)
        twin = self.house.folder / "twin"
        shutil.copytree(self.house.state(name), twin)
        self.house.open(name)
        with self.awake(twin):
            for _ in range(turns):
                self.house.remember("twin", "Said to the twin alone", reply="Noted.")
            if late:
                self.tick("twin", [None, Fault.LATE])
        self.remember(who, twice=False)
        self.tick(name, [])
        self.house.mirror.deliver_late()
        with self.awake(twin):
            code = code_of(lambda: self.house.sync("twin"))
            assert code == "HEAD_FORK", f"14: a copy of a device is found out, not {code}"
        shutil.rmtree(twin)

    @contextmanager
    def awake(self, twin: Path) -> Iterator[None]:
        self.house.vaults["twin"] = Vault.open(twin, now_ms=self.house.now())
        try:
            yield
        finally:
            self.house.vaults.pop("twin").close()
