"""Composition: measures `selene restore`: `python bench/restore.py [--sizes 10000] [--quota PERCENT]`.

For each size a vault is filled with that many atoms through the code of a live commit, once alone and once each with
the archived line that it came from, and pushed to a real mirror on loopback. Measured: `selene restore` as a process of
its own, from its start to its exit: joining, stream, verification, decryption, vault, index, roster, new epoch. The
memory is the most that its process had; the first line shows it for an account of one memory. The reference, in the
same run, is the bare work that no design can spare: inserting the same rows into an SQLCipher file of one table.
`--quota 25` gives the restoring process a quarter of one core, by a control group.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random
from time import perf_counter

sys.path[:1] = [str(Path(__file__).resolve().parent.parent)]  # bench/secrets.py hides another

from bench.machine import ROOT, describe
from bench.memory import ZipfLanguage, zipf_language
from engine_b.account import enrollment
from engine_b.crypto.certificates import parse_token
from engine_b.crypto.recovery_phrase import phrase_from_entropy
from engine_b.vault.vault import Vault
from engine_b.writes.apply_change import archive_line
from engine_b.writes.atom_writes import create_atom
from memory.model.atoms import ArchivedLine, Atom, Kind, Moment, Source, Speaker
from memory.model.changes import Scope
from tests.sim.mirror_process import RunningMirror, running_mirror
from tests.sim.peak_memory import measuring

USER = "u-bench"
START_MS = 1_700_000_000_000
A_TRANSACTION = 50
TURNS_A_SESSION = 20


def fill(vault: Vault, atoms: int, language: ZipfLanguage, chance: Random, *, lines: bool) -> list[str]:
    """So many atoms, and the `lines` that they came from; their words."""
    told = []
    for first in range(0, atoms, A_TRANSACTION):
        with vault.recording(Scope(USER, "s", f"t-{first}", START_MS + first)) as recorder:
            for number in range(first, min(atoms, first + A_TRANSACTION)):
                text = " ".join(chance.choices(language.words, language.weights, k=chance.randint(6, 14)))
                turn, at_ms = f"t-{number:08d}", START_MS + number * 60_000
                session = f"s-{number // TURNS_A_SESSION:06d}"
                line = ArchivedLine(turn, turn, session, USER, Speaker.USER, "", text, Moment(at_ms), 10)
                if lines:
                    archive_line(recorder, line)
                create_atom(recorder, _atom(number, turn, text, at_ms))
                told.append(text)
    return told


def _atom(number: int, turn: str, text: str, at_ms: int) -> Atom:
    source = Source(turn, 0, len(text))
    value = text.split()[0]
    return Atom(f"a-{number:08d}", USER, Kind.STATEMENT, f"statement:{number}", value, text, (source,), at_ms)


def push(vault: Vault, mirror: RunningMirror, entropy: bytes) -> float:
    """Seconds that it takes until the mirror has acknowledged everything."""
    enrollment.begin_account(vault, entropy, "kitchen", 1)
    enrollment.pair_with_mirror(vault, mirror.address, parse_token(mirror.invite()), 2)
    began = perf_counter()
    enrollment.sync_once(vault, 3)
    return perf_counter() - began


def restored(folder: Path, mirror: RunningMirror, quota: int) -> tuple[float, float, float]:
    """Seconds of wall, seconds of processor and MiB at most of one `selene restore`."""
    (folder / "token").write_text(mirror.invite())
    command = measuring(folder / "peak", "device", "restore", "--mirror", mirror.address, "--json")
    command += ["--token-file", str(folder / "token"), "--words-file", str(folder / "words")]
    command += ["--state", str(folder / "new")]
    if quota:
        command = ["sh", "-c", 'echo $$ > "$0"/cgroup.procs && exec "$@"', str(confined(quota)), *command]
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), perf_counter()
    subprocess.run(command, check=True, cwd=ROOT, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return perf_counter() - began, used, int((folder / "peak").read_text()) / (1 << 20)


def confined(quota: int) -> Path:
    """A control group that has so many per cent of one core; needs root."""
    period_us = 100_000
    first = Path("/sys/fs/cgroup/cpu")
    group = (first if first.exists() else first.parent) / "selene-bench"
    group.mkdir(exist_ok=True)
    if first.exists():
        (group / "cpu.cfs_period_us").write_text(str(period_us))
        (group / "cpu.cfs_quota_us").write_text(str(quota * period_us // 100))
    else:
        (group / "cpu.max").write_text(f"{quota * period_us // 100} {period_us}")
    return group


def bare(folder: Path, told: list[str]) -> float:
    """Seconds of inserting two rows for each of those words into an SQLCipher file with one table."""
    from sqlcipher3 import dbapi2

    began = perf_counter()
    connection = dbapi2.connect(str(folder / "bare.db"))
    connection.execute(f"PRAGMA key = \"x'{os.urandom(48).hex()}'\"")
    connection.execute("CREATE TABLE row (no INTEGER PRIMARY KEY, text TEXT)")
    with connection:
        connection.executemany("INSERT INTO row (text) VALUES (?)", ((text,) for text in told * 2))
    connection.close()
    return perf_counter() - began


def measure(size: int, quota: int, *, lines: bool) -> None:
    """One line of the table."""
    chance = Random(size)
    with tempfile.TemporaryDirectory() as made, running_mirror(Path(made) / "mirror") as mirror:
        folder, entropy = Path(made), os.urandom(32)
        (folder / "words").write_text(" ".join(phrase_from_entropy(entropy)))
        with Vault.open(folder / "old", now_ms=START_MS) as vault:
            told = fill(vault, size, zipf_language(8_000, chance), chance, lines=lines)
            pushed = push(vault, mirror, entropy)
        wall, used, most = restored(folder, mirror, quota)
        reference = bare(folder, told)
    print(
        f"{size:>8} {size * (1 + lines):>8} {pushed:>8.2f} {wall:>10.2f} {used:>10.2f} {most:>8.0f} {reference:>8.3f}"
        f" {used / reference:>8.1f}"
    )


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="How fast a vault is pushed and restored.")
    parser.add_argument("--sizes", default="1000,10000")
    parser.add_argument("--quota", type=int, default=0, help="per cent of one core for the restoring process")
    options = parser.parse_args()
    print(describe())
    print(f"quota {options.quota or 'none'}; seconds")
    print("   atoms      ops   pushed   restored        cpu  MiB max     bare cpu/bare")
    measure(1, options.quota, lines=False)
    for size in map(int, options.sizes.split(",")):
        for lines in (False, True):
            measure(size, options.quota, lines=lines)


if __name__ == "__main__":
    main()
