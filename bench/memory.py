"""Wiring: how fast the memory is, and how it grows: `python bench/memory.py [--sizes 1000,10000,100000]`.

For each size a SQLCipher vault is filled with that many atoms, each from a turn of its own, through the same triggers
as a live commit. Measured: retrieval alone, against an OR query of the same words on a plain FTS5 index of the same
vault; the gate over 1,000 atoms; capture and extraction of a turn by the brain, commit included. Every figure comes
with the machine, the commit and the ratio to the reference measured in the same run.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from time import perf_counter_ns, thread_time_ns
from typing import TypeVar, cast

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.machine import describe, percentile
from bench.timed import Timed
from device.brain import MemoryBrain
from device.understand import Understanding
from engine_b.gates import visible_atoms
from engine_b.vault import Vault
from memory.ids import turn_id
from memory.policy import MemoryPolicy
from memory.ports import Gate
from memory.records import Channel, Moment, Turn
from memory.retrieve import retrieve
from memory.words import stems

T = TypeVar("T")
USER = "u-bench"
QUESTIONS = 300
WARMING, TURNS = 20, 180
TELLING = "My sister {} lives in {} and I prefer {}."
"""A turn with two facts."""
TALKING = "Well {} said {} again, {}."
"""A turn that tells nothing to keep."""
TURNS_A_SESSION = 20
START_MS = 1_700_000_000_000
_CONSONANTS, _VOWELS = "bdfgklmnprtvz", "aiou"


@dataclass(frozen=True, slots=True)
class Words:
    """A made-up language in which, as in any other, few words are said often and many are said seldom."""

    words: list[str]
    stems: list[str]
    weights: list[float]


def vocabulary(size: int, chance: Random) -> Words:
    """`size` words with Zipf's weights."""
    made: dict[str, None] = {}
    while len(made) < size:
        syllables = (chance.choice(_CONSONANTS) + chance.choice(_VOWELS) for _ in range(chance.randint(2, 4)))
        made["".join(syllables) + chance.choice(_CONSONANTS)] = None
    words = list(made)
    return Words(words, [stems(word)[0] for word in words], [1 / (rank + 10) for rank in range(size)])


def fill(vault: Vault, atoms: int, language: Words, chance: Random) -> list[list[str]]:
    """A vault of so many turns with one atom each; the words of every turn."""
    said = []
    connection = vault.connection
    connection.execute("BEGIN IMMEDIATE")
    for number in range(atoms):
        picked = chance.choices(range(len(language.words)), language.weights, k=chance.randint(8, 24))
        said.append([language.words[at] for at in picked])
        stem_text = " " + " ".join(sorted({language.stems[at] for at in picked})) + " "
        insert_turn(vault, number, " ".join(said[-1]), stem_text)
    connection.execute("COMMIT")
    return said


def insert_turn(vault: Vault, number: int, text: str, stem_text: str) -> None:
    """One line and the atom that it tells, as rows."""
    turn, at_ms = f"t-{number:08d}", START_MS + number * 60_000
    session = f"s-{number // TURNS_A_SESSION:06d}"
    vault.connection.execute(
        "INSERT INTO archive (line_id, turn_id, session_id, user_id, speaker, who, text, at_ms, utc_offset_min,"
        " tokens, stems) VALUES (?, ?, ?, ?, 'user', '', ?, ?, 0, 1, ?)",
        (turn, turn, session, USER, text, at_ms, stem_text),
    )
    vault.connection.execute(
        "INSERT INTO atom (atom_id, user_id, kind, key, value, text, learned_at_ms, provenance, confidence_bp,"
        " status, exposure, recall, pinned, use_count, version, reason_code, stems)"
        " VALUES (?, ?, 'statement', ?, ?, ?, ?, 2, 9000, 'active', 'SAFE_TO_SPEAK', 'pull', 0, 0, 1, 'BENCH', ?)",
        (f"a-{number:08d}", USER, f"statement:{number}", text, text, at_ms, stem_text),
    )
    vault.connection.execute("INSERT INTO atom_source VALUES (?, 0, ?, 0, ?)", (f"a-{number:08d}", turn, len(text)))


def questions(said: list[list[str]], chance: Random) -> Iterator[list[str]]:
    """Three to seven words of a turn that was really said."""
    for _ in range(QUESTIONS):
        words = chance.choice(said)
        yield chance.sample(words, min(len(words), chance.randint(3, 7)))


def timed(calls: Sequence[Callable[[], object]]) -> dict[str, float]:
    """Median and 95th percentile in milliseconds, after a first round that warms the cache; and of CPU time alone,
    which is what remains of it when the machine is busy with other things.
    """
    for call in calls[:20]:
        call()
    return summary([_ms(call) for call in calls])


def summary(taken: Sequence[tuple[float, float]]) -> dict[str, float]:
    """Of wall and CPU times in milliseconds."""
    wall, cpu = [wall for wall, _ in taken], [cpu for _, cpu in taken]
    return {
        "p50": round(percentile(wall, 50), 3),
        "p95": round(percentile(wall, 95), 3),
        "cpu_p50": round(percentile(cpu, 50), 3),
        "cpu_p95": round(percentile(cpu, 95), 3),
    }


def _ms(call: Callable[[], object]) -> tuple[float, float]:
    return _kept(call)[1:]


def _kept(call: Callable[[], T]) -> tuple[T, float, float]:
    """What a call returned, its wall time and its CPU time in milliseconds."""
    before, cpu_before = perf_counter_ns(), thread_time_ns()
    result = call()
    return result, (perf_counter_ns() - before) / 1e6, (thread_time_ns() - cpu_before) / 1e6


def retrieval(vault: Vault, said: list[list[str]], chance: Random) -> dict[str, object]:
    """Retrieval and, for the same words, the plain index."""
    gate, policy, now = Gate(USER, True), MemoryPolicy(), Moment(START_MS)
    asked = list(questions(said, chance))
    vault.connection.execute(
        "CREATE VIRTUAL TABLE plain USING fts5 (text, content = 'archive', content_rowid = 'line_no')"
    )
    vault.connection.execute("INSERT INTO plain (plain) VALUES ('rebuild')")
    ours = timed([partial(retrieve, vault, gate, "What about " + " ".join(words), now, policy) for words in asked])
    plain = timed([partial(plain_query, vault, words) for words in asked])
    vault.connection.execute("DROP TABLE plain")
    return {"retrieval_ms": ours, "fts5_or_ms": plain, "cpu_p95_to_fts5": round(ours["cpu_p95"] / plain["cpu_p95"], 2)}


def plain_query(vault: Vault, words: list[str]) -> object:
    """The reference: the 20 best lines of an OR over all words."""
    sql = "SELECT rowid FROM plain WHERE plain MATCH ? ORDER BY rank LIMIT 20"
    return vault.connection.execute(sql, (" OR ".join(words),)).fetchall()


def exposure(vault: Vault) -> dict[str, float]:
    """The gate of engine_b/gates.py over the atoms of a vault, against counting them without it."""
    gated, params = visible_atoms(Gate(USER, True, Channel.VOICE, asked=False))
    count, plain = (f"SELECT count(*) FROM atom a WHERE {where}" for where in (gated, "a.user_id = ?"))
    with_gate = timed([lambda: vault.connection.execute(count, params).fetchone()] * 300)
    without = timed([lambda: vault.connection.execute(plain, params).fetchone()] * 300)
    return {**with_gate, "ungated_cpu_p95": without["cpu_p95"]}


def capture(vault: Vault, said: list[list[str]], sentence: str) -> dict[str, object]:
    """Turns through the brain, each with Selene's reply after it. Timed is what a person waits for: understood,
    searched for facts, archived, committed with fsync; and of that the part of understanding, which is no capture.
    """
    brain = MemoryBrain(vault)
    understanding = Timed(brain._understanding, "understand")
    brain._understanding = cast(Understanding, understanding)
    whole, facts = list[tuple[float, float]](), 0
    for number, words in enumerate(said[: WARMING + TURNS]):
        text = sentence.format(words[0], words[1].title(), " ".join(words[2:9]))
        at_ms, session = START_MS + (len(said) + number) * 60_000, f"s-capture-{len(sentence)}"
        turn = Turn(turn_id(USER, session, at_ms, text), session, USER, text, Moment(at_ms))
        heard, *times = _kept(partial(brain.hear, turn))
        whole.append((times[0], times[1]))
        facts += len(heard.created) + len(heard.updated) if number >= WARMING else 0
        answer = brain.answer(heard)
        brain.said(answer, answer.reply)
    without = [cpu - understood for (_, cpu), understood in zip(whole, understanding.calls_ms, strict=True)]
    return {
        **summary(whole[WARMING:]),
        "cpu_p50_without_understanding": round(percentile(without[WARMING:], 50), 3),
        "cpu_p95_without_understanding": round(percentile(without[WARMING:], 95), 3),
        "atoms_written_a_turn": round(facts / TURNS, 2),
    }


def main() -> None:
    """Print one JSON object, a key for each size."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sizes", default="1000,10000,100000")
    sizes = [int(size) for size in parser.parse_args().sizes.split(",")]
    report: dict[str, object] = {"machine": describe()}
    language = vocabulary(20_000, Random(7))
    for size in sizes:
        with tempfile.TemporaryDirectory() as folder, Vault.open(Path(folder), now_ms=START_MS) as vault:
            said = fill(vault, size, language, Random(size))
            report[str(size)] = retrieval(vault, said, Random(size + 1))
            if size == 1_000:
                report["exposure_of_1000_atoms_ms"] = exposure(vault)
            report[f"capture_at_{size}_ms"] = capture(vault, said, TELLING)
            report[f"capture_of_small_talk_at_{size}_ms"] = capture(vault, said, TALKING)
    print(json.dumps(report, indent=2))


if __name__ == "__main__":
    main()
