"""Promise: whatever happens to devices, mirror and network, in whatever order, the devices end up of one mind, with
all that was said and nothing that was forgotten (research: reliability 3.2).

A Hypothesis state machine plays a household against a model of what a person may expect. Every atom, and every change
of one, has a word that occurs nowhere else, so the model is: which words live, which were replaced, which forgotten.

The invariants; every assertion below names its number:

 1. what was acknowledged to the person is there, on the device that said so at once, on all after quiet
 2. a forgotten word is nowhere on a device that knows of the forgetting, never returns, and after quiet is nowhere
 3. nothing leaves the outbox unacknowledged: outbox and mirror together hold every op
 4. the mirror has each op once
 5. chains agree: on every device, at the mirror, on a restored device
 6. a turn's line and atom are there both or neither, on every device, at every moment
 7. a device reads its own writes, and versions do not go back
 8. all devices converge to one digest
 9. order makes no difference: ops in parts of any size, devices interleaved in any order, give the same digest
10. a restore gives the original's digest, also one that was cut off and gone on with
11. every forgetting left its event in an unbroken ledger, and after quiet no page waits for its new key
12. nothing grows without end: after quiet all outboxes are empty, and another exchange moves nothing
13. no word is in what the mirror stores or logs
14. nothing but a refusal with a code ever comes out, and without a fault not even that

Not played: merging and splitting threads (there are none), a vocabulary update (packages touch no vault), expiry of a
token, migration with a full outbox (tests/engine_b/test_migrations.py: a vault from before there was sync is queued
anew).

`make soak` plays 5,000 examples instead of 200; a failure prints the blob that reproduces it.
"""

from __future__ import annotations

import os
import random
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from engine_b import membership, outbox
from engine_b.apply import take_in
from engine_b.digest import memory_digest
from engine_b.errors import DiskFull
from engine_b.exchange import Reached
from engine_b.healing import _chain_at
from engine_b.joining import revoke
from engine_b.restore import restore
from engine_b.rotation import torn_pages
from engine_b.sync_errors import SyncError
from engine_b.vault import Vault
from memory.changes import Scope
from tests.engine_b.builders import ANA
from tests.sim.household import ENTROPY, Household, copied
from tests.sim.mirrors import Fault

SOAK = bool(os.environ.get("SELENE_SOAK"))
EXAMPLES = int(os.environ.get("SELENE_EXAMPLES", "5000" if SOAK else "200"))
STEPS = 40
MOST_DEVICES = 4
TEN_YEARS_MS = 10 * 365 * 86_400_000
WORD = re.compile(r"zq\d+")
WHO = st.integers(min_value=0, max_value=MOST_DEVICES - 1)
WHICH = st.integers(min_value=0, max_value=30)
FAULTS = st.lists(st.one_of(st.none(), st.sampled_from(list(Fault))), max_size=6)
TOPICS = ("the party", "the doctor", "money")
KEYS = ("voice", "pace", "units")


class PowerCut(Exception):
    """The device is gone in the middle of an exchange."""


class Devices(RuleBasedStateMachine):
    """One person's household."""

    template: Path
    disk: Path

    def __init__(self) -> None:
        super().__init__()
        self._copied = copied(self.template, self.disk / "model")
        self.house: Household = self._copied.__enter__()
        self.count = 0
        self.joined = 0
        self.subject: dict[str, str] = {}
        """Word to the atom that it was said of."""
        self.replaced: set[str] = set()
        self.forgotten: set[str] = set()
        self.tombstones: set[str] = set()
        self.stands: dict[str, str] = {}
        """Words that live on by themselves, as the other side of a conflict whose one side was forgotten."""
        self.hushed: set[str] = set()
        self.turns: dict[str, str] = {}
        """Atom to the line of its turn."""
        self.versions: dict[tuple[str, str], int] = {}
        self.backup: Path | None = None
        self.lost_ops = False
        self.seed = 0

    # Names and words -----------------------------------------------------------------------------------------------

    def device(self, who: int) -> str:
        names = sorted(self.house.vaults)
        return names[who % len(names)]

    def word(self) -> str:
        self.count += 1
        return f"zq{self.count:04d}"

    def shown(self, name: str) -> dict[str, str]:
        """Atom to its word, on a device."""
        return {atom: WORD.findall(text)[0] for atom, text in self.house.texts(name).items()}

    def some_atom(self, name: str, which: int) -> tuple[str, str] | None:
        shown = sorted(self.shown(name).items())
        return shown[which % len(shown)] if shown else None

    @initialize(seed=st.integers(min_value=0, max_value=1 << 16))
    def begin(self, seed: int) -> None:
        """Something is known to all from the start, or half the steps would have nothing to change."""
        self.seed = seed
        for who in range(seed % 4):
            self.remember(who, twice=False)
        self.house.settle()

    # What a person does --------------------------------------------------------------------------------------------

    @rule(who=WHO, twice=st.booleans())
    def remember(self, who: int, twice: bool) -> None:
        for _ in range(1 + twice):
            name, word = self.device(who), self.word()
            atom = self.house.remember(name, f"About {word} it is so", f"key:{word}", word, reply="Noted.")
            self.subject[word] = atom.atom_id
            self.turns[atom.atom_id] = atom.sources[0].turn_id
            assert word in self.shown(name).values(), "1 and 7: what was just said is there"

    @rule(who=WHO, which=WHICH, told=st.booleans())
    def correct(self, who: int, which: int, told: bool) -> None:
        name = self.device(who)
        found = self.some_atom(name, which)
        if found is None:
            return
        (atom_id, before), word = found, self.word()
        if told:
            self.house.correct(name, atom_id, before, f"Now about {word}")
        else:
            self.house.edit(name, atom_id, text=f"Now about {word}", value=word)
        self.subject[word] = atom_id
        self.replaced.add(before)
        assert self.shown(name)[atom_id] == word, "7: a device reads its own writes"

    @rule(who=WHO, which=WHICH)
    def forget(self, who: int, which: int) -> None:
        name = self.device(who)
        found = self.some_atom(name, which)
        if found is None:
            return
        atom_id, word = found
        rivals = self.house.vaults[name].database.rows("SELECT rival_id FROM rival WHERE atom_id = ?", (atom_id,))
        for (rival_id,) in rivals:
            self.stands[self.shown(name)[rival_id]] = rival_id
        self.house.forget(name, atom_id)
        self.forgotten.add(word)
        self.tombstones.add(atom_id)
        assert atom_id not in self.house.texts(name)

    @rule(who=WHO, topic=st.sampled_from(TOPICS))
    def do_not_mention(self, who: int, topic: str) -> None:
        self.hushed.add(self.house.hush(self.device(who), topic))

    @rule(who=WHO, which=WHICH)
    def mention_again(self, who: int, which: int) -> None:
        name = self.device(who)
        held = sorted(each.rule_id for each in self.house.vaults[name].rules(ANA))
        if held:
            self.house.unhush(name, held[which % len(held)])
            self.hushed.discard(held[which % len(held)])

    @rule(who=WHO, key=st.sampled_from(KEYS), value=st.sampled_from(("soft", "clear")))
    def set(self, who: int, key: str, value: str) -> None:
        self.house.set(self.device(who), key, value)

    @rule(who=WHO, key=st.sampled_from(KEYS), up=st.booleans())
    def flag(self, who: int, key: str, up: bool) -> None:
        (self.house.flag if up else self.house.drop_flag)(self.device(who), key)

    # Syncing -------------------------------------------------------------------------------------------------------

    def tick(self, name: str, faults: list[Fault | None]) -> None:
        """An exchange; its refusal is only that the mirror was not reached, and only when there was a fault."""
        self.house.mirror.faults.clear()
        self.house.mirror.faults.extend(faults)
        refused = ""
        try:
            self.house.sync(name)
        except SyncError as error:
            refused = error.code
        finally:
            self.house.mirror.faults.clear()
        assert refused in (("", "MIRROR_UNREACHABLE") if any(faults) else ("",)), f"14: {refused}"

    @rule(who=WHO)
    def sync(self, who: int) -> None:
        self.tick(self.device(who), [])

    @rule(who=WHO, faults=FAULTS)
    def sync_with_faults(self, who: int, faults: list[Fault | None]) -> None:
        self.tick(self.device(who), faults)

    @rule()
    def late_requests_arrive(self) -> None:
        self.house.mirror.deliver_late()

    @rule(who=WHO, requests=st.integers(min_value=0, max_value=5))
    def power_cut_while_syncing(self, who: int, requests: int) -> None:
        name, left = self.device(who), [requests]

        def cut(request: Any, told: Any) -> Any:
            del request
            left[0] -= 1
            if left[0] < 0:
                raise PowerCut
            return told

        self.house.mirror.tamper = cut
        try:
            self.house.sync(name)
        except PowerCut:
            pass
        finally:
            self.house.mirror.tamper = None
        self.house.kill(name)
        self.house.open(name)

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
            account = membership.account(vault.database)
            if (account.roster_signed.body, account.epoch_signed.body) == today:
                self.refused(name)
        self.house.mirror.come_back_from(newest)

    def refused(self, name: str) -> None:
        before = self.state(name)
        with pytest.raises(SyncError) as error:
            self.house.sync(name)
        assert error.value.code in ("EPOCH_ROLLBACK", "ROSTER_ROLLBACK", "MIRROR_EMPTY_REFUSED", "DEVICE_UNKNOWN"), "14"
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
            if outbox.reached(vault.database).get(vault.device_id, Reached()).seq
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

    def restored(self, name: str, *, cut: bool) -> None:
        house = self.house
        invitation = house.mirror.invitation()
        if cut:
            house.mirror.faults.extend([None, None, None, Fault.CUT])
            with pytest.raises(SyncError) as error:
                restore(house.state(name), "sim", invitation, ENTROPY, name, house.now())
            assert error.value.code == "MIRROR_UNREACHABLE", "14"
            house.mirror.faults.clear()
            assert not (house.state(name) / "vault.json").exists(), "10: half a restore is no vault"
        restore(house.state(name), "sim", None if cut else invitation, ENTROPY, name, house.now())

    @precondition(lambda self: len(self.house.vaults) > 2)
    @rule(by=WHO, who=WHO)
    def revoke(self, by: int, who: int) -> None:
        name, lost = self.device(by), self.device(who)
        if name == lost:
            return
        self.tick(lost, [])
        revoke(self.house.vaults[name], lost, ENTROPY, self.house.now())
        with pytest.raises(SyncError) as error:
            self.house.sync(lost)
        assert error.value.code == "DEVICE_REVOKED", "14"
        self.house.vaults.pop(lost).close()
        shutil.rmtree(self.house.state(lost))
        self.backup = None

    @rule(who=WHO)
    def image_is_cloned(self, who: int) -> None:
        """A copy of a device's disk wakes up elsewhere: it is found out, and disturbs nobody."""
        name = self.device(who)
        self.house.kill(name)
        twin = self.house.folder / "twin"
        shutil.copytree(self.house.state(name), twin)
        self.house.open(name)
        self.remember(who, twice=False)
        self.tick(name, [])
        vault = Vault.open(twin, now_ms=self.house.now())
        self.house.vaults["twin"] = vault
        try:
            self.house.remember("twin", "Said to the twin alone")
            with pytest.raises(SyncError) as error:
                self.house.sync("twin")
            assert error.value.code == "HEAD_FORK", f"14: {error.value.code}"
        finally:
            self.house.vaults.pop("twin").close()
            shutil.rmtree(twin)

    # After every step ----------------------------------------------------------------------------------------------

    @invariant()
    def holds_at_every_moment(self) -> None:
        for name, vault in self.house.vaults.items():
            self.check_outbox(vault)
            self.check_turns_are_whole(name, vault)
            self.check_words(name, vault)

    def check_outbox(self, vault: Vault) -> None:
        database, own = vault.database, vault.device_id
        acknowledged = outbox.reached(database).get(own, Reached()).seq
        waiting = {seq for (seq,) in database.rows("SELECT seq FROM outbox")}
        made = {seq for (seq,) in database.rows("SELECT seq FROM op WHERE device_id = ? ORDER BY seq", (own,))}
        assert made == set(range(1, len(made) + 1)), "3: gapless"
        if not self.lost_ops:
            assert waiting == {seq for seq in made if seq > acknowledged}, "3: nothing leaves the outbox unacknowledged"

    def check_turns_are_whole(self, name: str, vault: Vault) -> None:
        atoms, lines = set(self.house.texts(name)), set(self.house.lines(name))
        del vault
        for atom_id, line_id in self.turns.items():
            if atom_id not in self.tombstones:
                assert (atom_id in atoms) == (line_id in lines), "6: a turn is there whole or not at all"

    def check_words(self, name: str, vault: Vault) -> None:
        buried = {row[0] for row in vault.database.rows("SELECT subject_id FROM tombstone")}
        dead = {w for w, s in self.subject.items() if s in buried and w not in self.stands}
        shown = self.shown(name)
        assert not dead & set(shown.values()), "2: forgotten, and shown"
        for atom_id, _ in shown.items():
            version = vault.database.rows("SELECT version FROM atom WHERE atom_id = ?", (atom_id,))[0][0]
            assert version >= self.versions.get((name, atom_id), 0), "7: versions do not go back"
            self.versions[(name, atom_id)] = version

    # After quiet ---------------------------------------------------------------------------------------------------

    def teardown(self) -> None:
        try:
            self.house.mirror.deliver_late()
            self.house.settle()
            self.at_rest()
        finally:
            self._copied.__exit__(None, None, None)
            for name in ("backup", "newest", "shadow"):
                shutil.rmtree(self.disk / name, ignore_errors=True)

    def at_rest(self) -> None:
        house = self.house
        self.joined += 1
        self.restored(f"new-{self.joined}", cut=bool(self.seed % 2))
        restored = f"new-{self.joined}"
        house.open(restored)
        house.settle()
        house.require_equal()  # 8, 10 and 12
        for name, vault in house.vaults.items():
            self.check_final_words(name)
            self.check_chains(vault)
            assert not torn_pages(vault.database, set(membership.page_keys(vault.database))), "11"
            assert {each.rule_id for each in vault.rules(ANA)} >= self.hushed, "1: rules hold"
            if not self.lost_ops:
                assert {each.rule_id for each in vault.rules(ANA)} == self.hushed
        report = house.vaults[self.device(self.seed)].verify()
        assert report.ok, f"11: {report.problems}"
        self.check_mirror()
        self.check_order()

    def check_final_words(self, name: str) -> None:
        living = {w for w, s in self.subject.items() if s not in self.tombstones and w not in self.replaced}
        living |= {w for w, s in self.stands.items() if s not in self.tombstones and w not in self.replaced}
        shown = set(self.shown(name).values())
        assert living <= shown, f"1: missing on {name}: {living - shown}"
        more = shown - living
        assert not more or (self.lost_ops and more <= self.replaced), f"2: returned on {name}: {more}"
        held = _dump(self.house.vaults[name])
        gone = {w for w in self.forgotten if w not in shown}
        assert not {w for w in gone if w in held}, f"2: still on {name}: {[w for w in gone if w in held]}"

    def check_chains(self, vault: Vault) -> None:
        heads = self.house.mirror.read(lambda tx: tx.heads(vault.vault_id))
        told = outbox.reached(vault.database)
        for head in heads:
            who = head.device_id.hex()
            assert told[who].seq == head.seq, "5: all were followed to their ends"
            assert told[who].chain == head.chain == _chain_at(vault.database, who, head.seq), "5"

    def check_mirror(self) -> None:
        files = b"".join(each.read_bytes() for each in self.house.mirror.folder.iterdir())
        logs = self.house.mirror.log.getvalue()
        assert not re.search(rb"zq\d\d\d\d", files), "13: a word is in the mirror's files"
        assert not WORD.search(logs), "13: a word is in the mirror's log"
        counted = self.house.mirror.ops()
        assert len(counted) == len(set(counted)), "4: each op once"

    def check_order(self) -> None:
        """9: a vault that takes in the same ops, cut and interleaved otherwise, ends at the same digest."""
        name = sorted(self.house.vaults)[0]
        vault, chance = self.house.vaults[name], random.Random(self.seed)
        streams = self.house.streams(name)
        with Vault.open(self.disk / "shadow", now_ms=self.house.now(), vault_id=vault.vault_id) as shadow:
            while streams:
                who = chance.choice(sorted(streams))
                size = chance.randint(1, 12)
                part, streams[who] = streams[who][:size], streams[who][size:]
                if not streams[who]:
                    del streams[who]
                with shadow.recording(Scope("", "", "", self.house.now())) as recorder:
                    take_in(recorder, part)
            assert memory_digest(shadow.database) == self.house.digest(name), "9: order makes a difference"


def _dump(vault: Vault) -> str:
    """Every cell of every table, decrypted."""
    tables = [row[0] for row in vault.database.rows("SELECT name FROM sqlite_master WHERE type = 'table'")]
    rows = (row for table in tables for row in vault.database.rows(f'SELECT * FROM "{table}"'))
    return "\n".join(
        cell.decode("utf-8", "replace") if isinstance(cell, bytes) else str(cell) for row in rows for cell in row
    )


@pytest.fixture
def machine(pair_template: Path, quick_disk: Path) -> type[Devices]:
    class Played(Devices):
        template, disk = pair_template, quick_disk

    return Played


@pytest.mark.timeout(36_000 if SOAK else 900)
def test_a_household_under_every_fault_ends_of_one_mind(machine: type[Devices]) -> None:
    profile = settings(
        max_examples=EXAMPLES,
        stateful_step_count=STEPS,
        derandomize=not SOAK,
        database=None,
        deadline=None,
        print_blob=True,
        report_multiple_bugs=False,
        suppress_health_check=list(HealthCheck),
    )
    run_state_machine_as_test(machine, settings=profile)
