"""A device in a process of its own: it remembers, forgets and syncs until it is stopped or killed.

`python -m tests.sim.device_process STATE JOURNAL SEED`. What was acknowledged to the person is in the journal, a JSON
object a line: `said` and `forgot` after the commit, `saying` and `forgetting` before it, `refused` with the code of a
sync. It stops when the file `JOURNAL.stop` exists.
"""

from __future__ import annotations

import json
import random
import re
import sys
import time
from collections.abc import Callable
from pathlib import Path

from engine_b.account.enrollment import sync_once
from engine_b.core.sync_errors import SyncError
from engine_b.vault.vault import Vault
from memory.model.changes import Change
from tests.engine_b.change_builders import ANA, atom_of, scope, user_line

WORD = re.compile(r"zq[0-9a-z]+q")


def shown(vault: Vault) -> dict[str, list[str]]:
    """Returns every remembered text, with its atoms."""
    found: dict[str, list[str]] = {}
    for atom_id, text in vault.database.rows("SELECT atom_id, text FROM atom"):
        for word in WORD.findall(text):
            found.setdefault(word, []).append(atom_id)
    return found


def live(state: Path, journal: Path, seed: int) -> None:
    """Runs until it is stopped."""
    chance, count = random.Random(seed), 0
    with Vault.open(state, now_ms=_now()) as vault, journal.open("a", buffering=1) as told:

        def tell(**what: str) -> None:
            told.write(json.dumps(what) + "\n")

        while not journal.with_suffix(".stop").exists():
            for _ in range(chance.randint(1, 3)):
                count += 1
                _remember(vault, f"zq{seed}x{count}q", tell)
            if chance.random() < 0.3:
                _forget(vault, chance, tell)
            try:
                sync_once(vault, _now())
            except SyncError as error:
                tell(refused=error.code)


def _remember(vault: Vault, word: str, tell: Callable[..., None]) -> None:
    tell(saying=word)
    at_ms = _now()
    line = user_line(f"About {word} it is so", at_ms)
    vault.commit(
        Change(scope(at_ms, turn=line.turn_id), lines=(line,), new_atoms=(atom_of(line, f"key:{word}", word),))
    )
    tell(said=word)


def _forget(vault: Vault, chance: random.Random, tell: Callable[..., None]) -> None:
    known = sorted(shown(vault).items())
    if known:
        word, atoms = chance.choice(known)
        tell(forgetting=word)
        vault.commit(Change(scope(_now(), ANA), forget_atoms=tuple(atoms)))
        tell(forgot=word)


def _now() -> int:
    return time.time_ns() // 1_000_000


if __name__ == "__main__":
    live(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]))
