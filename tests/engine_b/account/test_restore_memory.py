"""Promise: however much an account holds, a restore loads at most 32 MiB of it, within 10 seconds for 10,000 memories,
and its index misses nothing (2.13, Q15).
"""

from __future__ import annotations

import resource
from pathlib import Path

import pytest

from engine_b.account import enrollment
from engine_b.account.restore import runs_of_ops
from engine_b.core.policy import RESTORE_BYTES, RUN_BYTES, RUN_OPS
from engine_b.crypto.recovery_phrase import phrase_from_entropy
from engine_b.protocol.sync_protocol import MirroredOp
from engine_b.vault import bulk_load
from engine_b.vault.digest import memory_digest
from engine_b.vault.vault import Vault
from engine_b.writes.apply_change import archive_line
from engine_b.writes.atom_writes import create_atom
from tests.budgets import RESTORED_ATOMS
from tests.engine_b.account.restore_steps import digest_of, pair
from tests.engine_b.change_builders import remember_change, scope
from tests.memory.retrieval.talk_vault import TalkLine, index_of, tell_lines
from tests.sim.mirror_process import RunningMirror
from tests.sim.peak_memory import peak_of

A_COMMIT = 50
TIMED_ATOMS, RESTORE_SECONDS = 10_000, 10
"""Q15: so many memories come back within so many seconds, of processor time here; more take longer in proportion."""
WORDS = [f"{first}{middle}{last}" for first in "bdfghklmn" for middle in ("a", "ei", "o", "u") for last in "kplnrst"]
"""Words of no meaning."""


def fill(vault: Vault) -> None:
    """Memories with their lines, each of other words, in as many commits as talks would make."""
    for first in range(0, RESTORED_ATOMS.now, A_COMMIT):
        with vault.recording(scope(1_000 * first + 1, turn=f"turn-{first}")) as recorder:
            for number in range(first, first + A_COMMIT):
                said = " ".join(WORDS[number * step % len(WORDS)] for step in range(1, 13))
                told = remember_change(f"{said} {number}", 1_000 * (number + 1), key=f"note:{number}")
                archive_line(recorder, told.lines[0])
                create_atom(recorder, told.new_atoms[0])


def restore_costs(folder: Path, mirror: RunningMirror, entropy: bytes, name: str) -> tuple[int, float]:
    """The most memory that `selene restore` has as a process of its own, and its seconds of processor time."""
    (folder / "token").write_text(mirror.invite())
    (folder / "phrase").write_text(" ".join(phrase_from_entropy(entropy)))
    options = ("--mirror", mirror.address, "--json", "--state", str(folder / name), "--device", name)
    files = ("--token-file", str(folder / "token"), "--words-file", str(folder / "phrase"))
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    peak = peak_of(folder / "peak", "device", "restore", *options, *files)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return peak, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def test_a_restore_costs_at_most_so_much(tmp_path: Path, shared: RunningMirror, entropy: bytes) -> None:
    with Vault.open(tmp_path / "a", now_ms=1) as old:
        old.commit(remember_change("i like tea"))
        pair(old, shared, entropy)
        enrollment.sync_once(old, 4)
        little, _ = restore_costs(tmp_path, shared, entropy, "little")
        enrollment.sync_once(old, 6)
        fill(old)
        enrollment.sync_once(old, 7)
        much, seconds = restore_costs(tmp_path, shared, entropy, "much")
        enrollment.sync_once(old, 8)
        assert old.counts().atoms == RESTORED_ATOMS.now + 1
        last = memory_digest(old.database)
    assert digest_of(tmp_path / "much") == last
    assert much - little <= RESTORE_BYTES, f"{(much - little) >> 10} KiB for {RESTORED_ATOMS.now} memories"
    assert seconds <= RESTORE_SECONDS * max(RESTORED_ATOMS.now / TIMED_ATOMS, 1)


@pytest.mark.parametrize(("sessions", "docs", "words"), [(1, 1, 1), (1, 2, 99), (2, 99, 5), (99, 3, 12)])
def test_an_index_made_in_parts_is_the_one_that_single_commits_make(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sessions: int, docs: int, words: int
) -> None:
    for name, limit in (("SESSIONS", sessions), ("DOCS", docs), ("WORDS", words)):
        monkeypatch.setattr(bulk_load, f"INDEXED_{name}", limit)
    talk = [
        TalkLine(1, "My bicycle is in the cellar", atom="bicycle"),
        TalkLine(3, "Where is the bicycle?", session="s-2"),
        TalkLine(2, "It was yesterday, I think", who="Ben"),
        TalkLine(4, "In the cellar", selene=True),
        TalkLine(5, "The cellar is dark", session="s-3"),
    ]
    with Vault.open(tmp_path / "one", now_ms=1) as one:
        tell_lines(one, talk)
        single = index_of(one)
        with bulk_load.deferred_indexing(one, 2):
            pass
        assert index_of(one) == single != []


def op(number: int, payload: bytes, *, ends: bool) -> MirroredOp:
    return MirroredOp(number.to_bytes(16, "big"), number, number, ends, payload, b"", (), False, b"")


@pytest.mark.parametrize(
    ("size", "transaction", "longest"),
    [(10, 1, RUN_OPS + 256), (10, 7, RUN_OPS + 256), (RUN_BYTES // 4, 1, 256), (10, 3 * RUN_OPS, 3 * RUN_OPS + 256)],
)
def test_a_run_is_short_and_of_whole_transactions(size: int, transaction: int, longest: int) -> None:
    """The mirror sends 256 ops at a time; a transaction is never cut, however long it is."""
    payload = bytes(size)
    ops = [op(number, payload, ends=number % transaction == 0) for number in range(1, 6 * RUN_OPS + 1)]
    segments = [(b"a", ops[first : first + 256]) for first in range(0, len(ops), 256)]
    runs = [list(run) for _, run in runs_of_ops(segments)]
    assert [each for run in runs for each in run] == ops
    assert all(run[-1].txn_end for run in runs[:-1])
    assert max(map(len, runs)) <= longest
