"""Promise: what ends or puts right a fact for one person or thing leaves it told of the others it is told of.

`talks_en.txt` and `talks_de.txt` hold the talks: `said ~ what the reply has ~! what it has not`, joined by `>>`.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from memory.core.policy import MemoryPolicy
from memory.model.atoms import Status
from tests.sim.assistant_talk import talk_in


def _talks() -> list[tuple[str, str]]:
    files = {code: Path(__file__).parent / f"talks_{code}.txt" for code in ("en", "de")}
    lines = [(code, line) for code, path in files.items() for line in path.read_text(encoding="utf-8").splitlines()]
    return [(code, line) for code, line in lines if line and not line.startswith("#")]


@pytest.mark.parametrize(("code", "line"), _talks())
def test_what_is_said_of_one_is_said_of_one(tmp_path: Path, code: str, line: str) -> None:
    with talk_in(tmp_path / "vault", code) as talk:
        for part in line.split(" >> "):
            said, _, expected = part.partition(" ~ ")
            right, _, wrong = expected.partition(" ~! ")
            reply = talk.say(said)
            assert re.search(right, reply, re.IGNORECASE), (said, reply)
            assert not wrong or not re.search(wrong, reply, re.IGNORECASE), (said, reply)


@pytest.mark.parametrize(("room", "stays"), [(1, "max and ella like broccoli"), (2, "max likes broccoli")])
def test_a_fact_without_room_for_its_rest_stays_whole(tmp_path: Path, room: int, stays: str) -> None:
    with talk_in(tmp_path / "vault", policy=MemoryPolicy(max_new_atoms_per_turn=room)) as talk:
        talk.say_all("max and ella like broccoli", "ella no longer likes broccoli")
        living = [atom.text for atom in talk.atoms() if atom.status is not Status.OUTDATED]
        assert stays in living
