"""The invariants of the model, and how they are looked at; every assertion names its number.

 1. what was acknowledged to the person is there, on the device that said so at once, on all after quiet
 2. a forgotten word is nowhere on a device that knows of the forgetting, never returns, and after quiet is nowhere
 3. nothing leaves the outbox unacknowledged: outbox and mirror together hold every op
 4. the mirror has each op once
 5. chains agree: on every device, at the mirror, on a restored device
 6. a turn's line and atom are there both or neither, on every device, at every moment
 7. a device reads its own writes, and versions do not go back, except from a change that was taken back because its
    words were forgotten elsewhere: the memory then stands with other words, in their version
 8. all devices converge to one digest
 9. order makes no difference: ops in parts of any size, devices interleaved in any order, give the same digest
10. a restore gives the original's digest, also one that was cut off and gone on with
11. every forgetting left its event in an unbroken ledger, and after quiet no page waits for its new key, or has the
    key that it had when an op of it was forgotten; a device that was revoked knows no key that is in use; every
    device has the mirror's word on the last rotation
12. nothing grows without end: after quiet all outboxes are empty, and another exchange moves nothing
13. no word is in what the mirror stores or logs
14. nothing but a refusal with a code ever comes out, and without a fault not even that

Not played: merging and splitting threads (there are none), a vocabulary update (packages touch no vault), expiry of a
token, migration with a full outbox (tests/engine_b/storage/test_migrator.py: a vault from before there was sync is
queued
anew).
"""

from __future__ import annotations

import random
import re
import shutil

from hypothesis.stateful import invariant

from engine_b.account.restore import restore_account
from engine_b.apply.apply_ops import apply_ops
from engine_b.protocol.sync_protocol import ChainPosition
from engine_b.sync import membership, outbox
from engine_b.sync.epoch_rotation import pages_to_renew
from engine_b.sync.outbox import chain_at
from engine_b.vault.vault import Vault
from memory.model.changes import Scope
from tests.engine_b.change_builders import ANA
from tests.engine_b.sync.model.simulated_person import KEY, WORD, Person, code_of
from tests.sim.household import ENTROPY
from tests.sim.in_process_mirror import Fault
from tests.sim.knowledge_digest import knowledge_digest


class Watched(Person):
    """A household that is looked at after every step, and after quiet."""

    # After every step ----------------------------------------------------------------------------------------------

    @invariant()
    def holds_at_every_moment(self) -> None:
        for name, vault in self.house.vaults.items():
            self.check_outbox(vault)
            self.check_turns_are_whole(name, vault)
            self.check_words(name, vault)

    def check_outbox(self, vault: Vault) -> None:
        database, own = vault.database, vault.device_id
        acknowledged = outbox.load_chain_positions(database).get(own, ChainPosition()).seq
        waiting = {seq for (seq,) in database.rows("SELECT seq FROM outbox")}
        made = {seq for (seq,) in database.rows("SELECT seq FROM op WHERE device_id = ? ORDER BY seq", (own,))}
        assert made == set(range(1, len(made) + 1)), "3: gapless"
        if not self.lost_ops:
            assert waiting == {seq for seq in made if seq > acknowledged}, "3: nothing leaves the outbox unacknowledged"

    def check_turns_are_whole(self, name: str, vault: Vault) -> None:
        """Of turns that are known; of others a later change by another device may have been heard of first."""
        atoms, lines = set(self.house.texts(name)), set(self.house.lines(name))
        heard = {row[0] for row in vault.database.rows("SELECT subject_id FROM op WHERE sort = 'line'")}
        for atom_id, line_id in self.turns.items():
            if atom_id not in self.tombstones and line_id in heard:
                assert (atom_id in atoms) == (line_id in lines), "6: a turn is there whole or not at all"

    def check_words(self, name: str, vault: Vault) -> None:
        buried = {row[0] for row in vault.database.rows("SELECT subject_id FROM tombstone")}
        heard = {row[0] for row in vault.database.rows("SELECT op_id FROM op WHERE sort = 'atom' AND head = 0")}
        told = {w for w, op_id in self.forgotten.items() if op_id in heard}
        apart = self.stands.keys() | self.may_return() | (self.handled & self.forgotten.keys())
        dead = {w for w, s in self.subject.items() if s in buried and w not in apart} | told
        shown = self.shown(name)
        assert not buried & set(shown), "2: gone for good, and shown"
        assert not dead & set(shown.values()), "2: forgotten, and shown"
        for atom_id, version in vault.database.rows("SELECT atom_id, version FROM atom"):
            before = self.versions.get((name, atom_id), 0)
            assert version >= before or taken_back(vault, atom_id, before), "7: versions do not go back"
            self.versions[(name, atom_id)] = version

    # After quiet ---------------------------------------------------------------------------------------------------

    def teardown(self) -> None:
        try:
            self.house.mirror.deliver_late()
            self.settle()
            self.at_rest()
        finally:
            self._copied.__exit__(None, None, None)
            for name in ("backup", "newest", "shadow"):
                shutil.rmtree(self.disk / name, ignore_errors=True)

    def restored(self, name: str, *, cut: bool) -> None:
        house = self.house
        invitation = house.mirror.invitation()
        if cut:
            house.mirror.faults.extend([None, None, None, Fault.CUT])
            code = code_of(lambda: restore_account(house.state(name), "sim", invitation, ENTROPY, name, house.now()))
            assert code == "MIRROR_UNREACHABLE", f"14: {code}"
            house.mirror.faults.clear()
            assert not (house.state(name) / "vault.json").exists(), "10: half a restore is no vault"
        again = None if cut else invitation
        code = code_of(lambda: restore_account(house.state(name), "sim", again, ENTROPY, name, house.now()))
        assert not code, f"14: a restore was refused, {code}"

    def at_rest(self) -> None:
        house = self.house
        self.joined += 1
        self.restored(f"new-{self.joined}", cut=bool(self.seed % 2))
        restored = f"new-{self.joined}"
        house.open(restored)
        self.settle()
        house.require_equal()  # 8, 10 and 12
        for name, vault in house.vaults.items():
            self.check_final_words(name)
            self.check_chains(vault)
            self.check_keys(vault)
            assert {each.rule_id for each in vault.reader.rules(ANA)} == self.hushed, "1: rules hold, and no others"
        report = house.vaults[self.device(self.seed)].verify()
        assert report.ok, f"11: {report.problems}"
        self.check_mirror()
        self.check_order()

    def may_return(self) -> set[str]:
        """Words that were replaced on one device while another only handled them, or let them stand when it forgot the
        other side of a conflict: they are a memory of their own."""
        return self.replaced & (self.handled | self.stands.keys())

    def check_final_words(self, name: str) -> None:
        living = {w for w, s in self.subject.items() if s not in self.tombstones and w not in self.replaced}
        living |= {w for w, s in self.stands.items() if s not in self.tombstones and w not in self.replaced}
        living -= self.forgotten.keys()
        shown = set(self.shown(name).values())
        assert not self.forgotten.keys() & shown, f"2: forgotten, and back on {name}"
        assert living <= shown, f"1: missing on {name}: {living - shown}"
        more = shown - living
        assert more <= self.may_return(), f"2: returned on {name}: {more - self.may_return()}"
        held = _dump(self.house.vaults[name])
        gone = {w for w in self.forgotten if w not in shown}
        gone |= set(KEY.findall(held)) - {key for each in self.house.keys(name) for key in KEY.findall(each)}
        assert not {w for w in gone if w in held}, f"2: still on {name}: {[w for w in gone if w in held]}"

    def check_keys(self, vault: Vault) -> None:
        pages = membership.load_page_keys(vault.database)
        assert not pages_to_renew(vault.database, set(pages)), "11: a page waits for its new key"
        kept = {(who, page, held.key) for (who, page), held in pages.items()}
        assert not kept & self.torn, "11: a page has the key that opened what was forgotten"
        account = membership.load_account(vault.database)
        assert account.content_key not in self.outsiders, "11: who was revoked reads on"
        kept_word = vault.database.row("SELECT 1 FROM erasure WHERE epoch = ?", (account.epoch.number,))
        assert kept_word, "11: a device does not have the mirror's word that the epoch before is destroyed"

    def check_chains(self, vault: Vault) -> None:
        heads = self.house.mirror.read(lambda tx: tx.heads(vault.vault_id))
        told = outbox.load_chain_positions(vault.database)
        for head in heads:
            who = head.device_id.hex()
            assert told[who].seq == head.seq, "5: all were followed to their ends"
            assert told[who].chain == head.chain == chain_at(vault.database, who, head.seq), "5: chains agree"

    def check_mirror(self) -> None:
        files = b"".join(each.read_bytes() for each in self.house.mirror.folder.iterdir())
        logs = self.house.mirror.log.getvalue()
        assert not re.search(rb"[zk]q\d\d\d\d", files), "13: a word is in the mirror's files"
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
                    apply_ops(recorder, part)
            assert knowledge_digest(shadow.database) == self.house.digest(name), "9: order makes a difference"


def taken_back(vault: Vault, atom_id: str, version: int) -> bool:
    """Says whether a device knows that every op that ever said this version of an atom, or a later one, was erased with
    its words, be it itself or as the op that it repeats."""
    rows = vault.database.rows(
        "SELECT EXISTS (SELECT 1 FROM op a JOIN op_erased e USING (op_id)"
        " WHERE e.taken_back AND ifnull(a.repeats, a.op_id) = ifnull(o.repeats, o.op_id))"
        " FROM op o WHERE o.subject_id = ? AND o.version >= ? AND o.erases = '[]'",
        (atom_id, version),
    )
    return bool(rows) and all(row[0] for row in rows)


def _dump(vault: Vault) -> str:
    """Every cell of every table, decrypted."""
    tables = [row[0] for row in vault.database.rows("SELECT name FROM sqlite_master WHERE type = 'table'")]
    rows = (row for table in tables for row in vault.database.rows(f'SELECT * FROM "{table}"'))
    return "\n".join(
        cell.decode("utf-8", "replace") if isinstance(cell, bytes) else str(cell) for row in rows for cell in row
    )
