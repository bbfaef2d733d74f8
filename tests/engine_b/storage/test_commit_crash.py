"""Promise: what was acknowledged is in the vault after SIGKILL at any moment, and nothing is there by halves."""

from __future__ import annotations

import errno
import os
import random
import select
import signal
from pathlib import Path

import pytest

from engine_b.core.errors import IoFailed
from engine_b.core.policy import VaultPolicy
from engine_b.storage import head
from engine_b.storage.files import replace_file_durably
from engine_b.vault.vault import Vault, VaultPolicies
from memory.model.changes import Change, Setting
from memory.model.ids import turn_id
from memory.model.ports import Gate
from tests.budgets import COMMIT_KILLS
from tests.engine_b.change_builders import (
    ANA,
    atom_of,
    forget_change,
    next_atom_version,
    remember_change,
    scope,
    selene_line,
    user_line,
)
from tests.sim.vault_contents import state_follows_ledger

KILLS = COMMIT_KILLS.now
SMALL = VaultPolicies(VaultPolicy(journal_bytes=300_000))
"""A small journal, so that kills also fall into the moving of it."""
GATE = Gate(ANA, identified=True)


def text_of(number: int) -> str:
    return f"fact {number} is about gardening and boats"


def turn(number: int) -> Change:
    """A turn that writes a line, a reply, an atom and a setting."""
    line = user_line(text_of(number), number)
    return Change(
        scope(number, turn=line.turn_id),
        lines=(line, selene_line("I'll remember that.", line)),
        new_atoms=(atom_of(line, f"fact:{number}"),),
        settings=(Setting("turn.count", str(number)),),
    )


def write_until_killed(state: Path, first: int, acknowledgements: int) -> None:
    """Commit turn after turn; after each COMMIT write its number to the pipe. Every fourth is changed or forgotten."""
    vault = Vault.open(state, now_ms=1, policy=SMALL)
    for number in range(first, first + 100_000):
        change = turn(number)
        vault.commit(change)
        os.write(acknowledgements, f"+{number}\n".encode())
        if number % 4 == 1:
            vault.commit(Change(scope(number), changed_atoms=(next_atom_version(change.new_atoms[0], pinned=True),)))
        if number % 4 == 3:
            os.write(acknowledgements, f"?{number}\n".encode())
            vault.commit(forget_change(change.new_atoms[0], at_ms=number))
            os.write(acknowledgements, f"-{number}\n".encode())


def killed_writer(state: Path, first: int, chance: random.Random) -> list[str]:
    """What a writer acknowledged before it was killed at a random moment."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        try:
            write_until_killed(state, first, writing)
        finally:
            os._exit(1)
    os.close(writing)
    heard = b""
    for _ in range(chance.randrange(12)):
        heard += os.read(reading, 1)
    select.select([], [], [], chance.random() * 0.02)
    os.kill(child, signal.SIGKILL)
    while more := os.read(reading, 65_536):
        heard += more
    os.close(reading)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL
    return [line for line in heard.decode().splitlines(keepends=False) if line[1:].isdigit()]


def test_every_acknowledged_commit_survives_a_kill_at_a_random_moment(tmp_path: Path) -> None:
    chance = random.Random(20_260_101)
    told: set[int] = set()
    doubtful: set[int] = set()
    forgotten: set[int] = set()
    first = 1
    for kill in range(KILLS):
        heard = killed_writer(tmp_path / "state", first, chance)
        for word, number in ((line[0], int(line[1:])) for line in heard):
            {"+": told, "?": doubtful, "-": forgotten}[word].add(number)
        with Vault.open(tmp_path / "state", now_ms=2, policy=SMALL) as vault:
            stored = {atom.text for atom in vault.reader.atoms(GATE, 100_000)}
            missing = [n for n in told - doubtful - forgotten if text_of(n) not in stored]
            returned = [n for n in forgotten if text_of(n) in stored]
            assert (missing, returned) == ([], []), kill
            assert halves(vault) == [], kill
            first = vault.counts().events + 1_000 * (kill + 1)
            if kill % 10 == 0:
                assert vault.verify().ok, kill
    assert len(told) > KILLS
    with Vault.open(tmp_path / "state", now_ms=2) as vault:
        assert vault.verify().ok
        assert state_follows_ledger(vault.database)


def halves(vault: Vault) -> list[str]:
    """Atoms without their line, their index entry, their key, their op or their event; and the other way round."""
    sql = """
    SELECT a.text FROM atom a WHERE
        (SELECT count(*) FROM archive l JOIN atom_source s ON s.turn_id = l.turn_id WHERE s.atom_id = a.atom_id) <> 2
        OR (SELECT count(*) FROM ledger g WHERE g.subject_id = a.atom_id) <> a.version
        OR (SELECT count(*) FROM outbox b JOIN op o USING (seq) WHERE o.subject_id = a.atom_id) <> a.version
        OR (SELECT count(*) FROM atom_key k WHERE k.atom_id = a.atom_id) <> a.version
        OR 2 * a.atom_no + 1 NOT IN (SELECT q.doc_no FROM posting q JOIN stem s USING (stem_no) WHERE s.stem = 'garden')
    UNION ALL SELECT l.text FROM archive l WHERE l.turn_id NOT IN (SELECT s.turn_id FROM atom_source s)
        AND l.speaker = 'user'
    """
    return [row[0] for row in vault.connection.execute(sql)]


def test_a_turn_that_was_cut_off_can_simply_be_committed_again(tmp_path: Path) -> None:
    """A retry after a crash, whether or not the first try had come through, leaves one memory."""
    for committed in (False, True):
        with Vault.open(tmp_path / str(committed), now_ms=1) as vault:
            if committed:
                vault.commit(remember_change("my name is Ana"))
        with Vault.open(tmp_path / str(committed), now_ms=2) as vault:
            vault.commit(remember_change("my name is Ana"))
            assert vault.counts().atoms == vault.counts().lines == 1
            events = [
                event.event for event in vault.ledger_events(turn_id=turn_id(ANA, "s-1", 1_000, "my name is Ana"))
            ]
            assert events == ["LINE_ARCHIVED", "ATOM_CREATED", "TURN_UNDERSTOOD"]


def test_a_disk_that_fails_while_the_vault_is_closed_costs_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the head file vouches for stays as it is: SQLite would move the journal into it when it closes."""
    vault = Vault.open(tmp_path, now_ms=1)
    vault.commit(remember_change("my name is Ana"))

    def failing(*_: object) -> None:
        raise OSError(errno.EIO, "")

    with monkeypatch.context() as broken:
        broken.setattr(head, "write_fully", failing)
        with pytest.raises(IoFailed):
            vault.close()
    with Vault.open(tmp_path, now_ms=2) as again:
        assert again.verify().ok
        assert again.counts().atoms == 1


def test_a_part_that_a_full_disk_takes_is_not_taken_for_the_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = os.pwrite
    monkeypatch.setattr(os, "pwrite", lambda fd, content, at: real(fd, bytes(content[:7]), at))
    replace_file_durably(tmp_path / "file", b"more than seven bytes")
    assert (tmp_path / "file").read_bytes() == b"more than seven bytes"
