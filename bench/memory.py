"""Composition: measures the memory and how it scales: `python bench/memory.py [--sizes 1000,10000,100000]`.

For each size a SQLCipher vault is filled with that many atoms, each from a turn of its own, as a restore fills it:
archive, ledger, ops and keys are there too. Measured are

- retrieval alone, as right after a turn was heard, against an OR query of the same words on a plain FTS5 index;
- the gate over 1,000 atoms, against counting them without it;
- all of `MemoryAssistant.hear`, from the words of a turn with two facts to the durable commit, and within the same
  turns its parts: understanding what the words ask for, extraction (secrets found, facts made), deciding (conflicts
  weighed) and the durable write of everything the turn writes; against a durable commit of the bare words into an
  SQLCipher file with one table. "Capture and extraction", steps 1 and 2 of the memory's pipeline, are extraction and
  the write.

Every figure comes with the machine, the commit and the ratio to the reference measured in the same run. `bars` says
which limits hold: for the 95th percentile of processor time, which a busy machine leaves comparable. `p95` is by the
wall clock, waiting for the disk included.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from random import Random
from time import perf_counter_ns, thread_time_ns
from typing import Any, TypeVar

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.cpu_timers import Parts
from bench.machine import describe, percentile
from device.assistant import assistant as hearing
from device.assistant import conversation
from device.assistant.assistant import Assistant
from device.nlu.intent_matcher import IntentMatcher
from device.session.session import Session
from device.skills.memory import fact_storage
from engine_b.apply.apply_ops import apply_ops
from engine_b.protocol.core_types import ATOM, LINE
from engine_b.protocol.op_decoder import OpenedOp, VerifiedOp
from engine_b.protocol.ops import OpBody
from engine_b.protocol.record_types import TypeName
from engine_b.protocol.row_mapping import atom_content, line_row
from engine_b.storage.record_contents import line_content
from engine_b.storage.visibility_sql import visible_atoms
from engine_b.vault.bulk_load import deferred_indexing
from engine_b.vault.vault import Vault
from memory.core.policy import MemoryPolicy
from memory.extraction import retraction
from memory.model.atoms import ArchivedLine, Atom, Channel, Kind, Moment, Source, Speaker, Turn
from memory.model.changes import Scope
from memory.model.ids import atom_id, turn_id
from memory.model.ports import Gate
from memory.retrieval.retrieve import retrieve
from memory.text.normalise import token_count
from memory.text.stemming import stems

T = TypeVar("T")
USER = "u-bench"
QUESTIONS = 300
WARMING, TURNS = 20, 180
TELLING = "My sister {} lives in {} and I prefer {}."
"""A turn with two facts."""
TALKING = "Well {} said {} again, {}."
"""A turn that tells nothing to keep."""
TURNS_A_SESSION, A_TRANSACTION = 20, 4_000
DEVICE = "d" * 32
RETRIEVAL_MS = {1_000: 5, 10_000: 8, 100_000: 20}
CAPTURE_MS = 5
PARTS = (
    ("understanding", IntentMatcher, "match_intent"),
    *(("extraction", conversation, name) for name in ("find_secrets", "mask_secrets")),
    *(
        ("extraction", fact_storage, name)
        for name in ("extract_facts", "extract_told", "extract_remembered", "facts_about_mentioned", "atom_from_fact")
    ),
    ("extraction", retraction, "extract_facts"),
    ("deciding", hearing, "decide_turn"),
    *(("durable write", owner, name) for owner, name in ((hearing, "heard_change"), (Vault, "commit"))),
)
"""The functions that each part of hearing a turn begins with."""
START_MS = 1_700_000_000_000
_CONSONANTS, _VOWELS = "bdfgklmnprtvz", "aiou"


@dataclass(frozen=True, slots=True)
class ZipfLanguage:
    """A made-up language in which, as in any other, few words are said often and many are said seldom."""

    words: list[str]
    stems: list[str]
    weights: list[float]


def zipf_language(size: int, chance: Random) -> ZipfLanguage:
    """`size` words with Zipf's weights."""
    made: dict[str, None] = {}
    while len(made) < size:
        syllables = (chance.choice(_CONSONANTS) + chance.choice(_VOWELS) for _ in range(chance.randint(2, 4)))
        made["".join(syllables) + chance.choice(_CONSONANTS)] = None
    words = list(made)
    return ZipfLanguage(words, [stems(word)[0] for word in words], [1 / (rank + 10) for rank in range(size)])


def fill(vault: Vault, atoms: int, language: ZipfLanguage, chance: Random) -> list[list[str]]:
    """So many turns with one atom each, taken in as another device's ops are; the words of every turn."""
    said = [chance.choices(language.words, language.weights, k=chance.randint(8, 24)) for _ in range(atoms)]
    records = (record for number, words in enumerate(said) for record in told(number, " ".join(words)))
    arrivals = (arrival(seq, *record) for seq, record in enumerate(records, start=1))
    with deferred_indexing(vault, START_MS):
        while batch := list(islice(arrivals, A_TRANSACTION)):
            with vault.recording(Scope("", "", "", START_MS)) as recorder:
                apply_ops(recorder, batch)
    return said


def told(number: int, text: str) -> tuple[tuple[TypeName, str, bytes], ...]:
    """One line, and the atom that it tells."""
    at, session = Moment(START_MS + number * 60_000), f"s-{number // TURNS_A_SESSION:06d}"
    turn = turn_id(USER, session, at.at_ms, text)
    line = ArchivedLine(turn, turn, session, USER, Speaker.USER, "", text, at, token_count(text))
    key, source = f"statement:{text}", Source(turn, 0, len(text))
    atom = Atom(
        atom_id(USER, "statement", key, turn, at.at_ms, 0), USER, Kind.STATEMENT, key, text, text, (source,), at.at_ms
    )
    return (LINE.name, turn, line_content(line_row(line), [])), (
        ATOM.name,
        atom.atom_id,
        atom_content(atom),
    )


def arrival(seq: int, sort: TypeName, subject_id: str, content: bytes) -> OpenedOp:
    """A record as another device's op, opened."""
    op = VerifiedOp(os.urandom(16).hex(), DEVICE, seq, seq, b"", bytes(32), (), os.urandom(32))
    return OpenedOp(op, OpBody(sort, subject_id, 1, DEVICE, seq, (), json.loads(content), (), final=False))


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
    wall = [wall for wall, _ in taken]
    clock = {"p50": round(percentile(wall, 50), 3), "p95": round(percentile(wall, 95), 3)}
    return {**clock, **cpu([spent for _, spent in taken])}


def cpu(taken: Sequence[float]) -> dict[str, float]:
    """Of CPU times alone."""
    return {"cpu_p50": round(percentile(taken, 50), 3), "cpu_p95": round(percentile(taken, 95), 3)}


def _ms(call: Callable[[], object]) -> tuple[float, float]:
    return _kept(call)[1:]


def _kept(call: Callable[[], T]) -> tuple[T, float, float]:
    """What a call returned, its wall time and its CPU time in milliseconds."""
    before, cpu_before = perf_counter_ns(), thread_time_ns()
    result = call()
    return result, (perf_counter_ns() - before) / 1e6, (thread_time_ns() - cpu_before) / 1e6


def retrieval(vault: Vault, said: list[list[str]], chance: Random) -> dict[str, Any]:
    """Retrieval and, for the same words, the plain index. A turn was just heard, so its words have no postings yet."""
    Session(Assistant(vault), USER).hear(turn_of(said, -1, TELLING))
    gate, policy, now = Gate(USER, True), MemoryPolicy(), Moment(START_MS)
    asked = list(questions(said, chance))
    vault.connection.execute(
        "CREATE VIRTUAL TABLE plain USING fts5 (text, content = 'archive', content_rowid = 'line_no')"
    )
    vault.connection.execute("INSERT INTO plain (plain) VALUES ('rebuild')")
    ours = timed(
        [partial(retrieve, vault.reader, gate, "What about " + " ".join(words), now, policy) for words in asked]
    )
    plain = timed([partial(plain_query, vault, words) for words in asked])
    vault.connection.execute("DROP TABLE plain")
    return {"retrieval_ms": ours, "fts5_or_ms": plain, "cpu_p95_to_fts5": round(ours["cpu_p95"] / plain["cpu_p95"], 2)}


def plain_query(vault: Vault, words: list[str]) -> object:
    """The reference: the 20 best lines of an OR over all words."""
    sql = "SELECT rowid FROM plain WHERE plain MATCH ? ORDER BY rank LIMIT 20"
    return vault.connection.execute(sql, (" OR ".join(words),)).fetchall()


def exposure(vault: Vault) -> dict[str, float]:
    """The gate of engine_b/storage/visibility_sql.py over the atoms of a vault, against counting them without it."""
    gated, params = visible_atoms(Gate(USER, True, Channel.VOICE, asked=False))
    count, plain = (f"SELECT count(*) FROM atom a WHERE {where}" for where in (gated, "a.user_id = ?"))
    with_gate = timed([lambda: vault.connection.execute(count, params).fetchone()] * 300)
    without = timed([lambda: vault.connection.execute(plain, params).fetchone()] * 300)
    return {**with_gate, "ungated_cpu_p95": without["cpu_p95"]}


def turn_of(said: list[list[str]], number: int, sentence: str) -> Turn:
    """A new turn after all that was said, of words that were."""
    words = said[number]
    text = sentence.format(words[0], words[1].title(), " ".join(words[2:9]))
    at_ms, session = START_MS + (len(said) + number + 2) * 60_000, f"s-capture-{len(sentence)}"
    return Turn(turn_id(USER, session, at_ms, text), session, USER, text, Moment(at_ms))


def capture(vault: Vault, said: list[list[str]], sentence: str) -> dict[str, Any]:
    """Turns through the assistant, each with Selene's reply after it. Timed is what a person waits for: understood,
    searched for facts, archived, committed with fsync.
    """
    session, parts, turns = (
        Session(Assistant(vault), USER),
        Parts(),
        [turn_of(said, at, sentence) for at in range(WARMING + TURNS)],
    )
    whole, split, facts = list[tuple[float, float]](), list[Counter[str]](), list[int]()
    with parts.around(PARTS):
        for turn in turns:
            parts.begin()
            heard, *times = _kept(partial(session.hear, turn))
            split.append(parts.taken_ms())
            whole.append((times[0], times[1]))
            facts.append(len(heard.created) + len(heard.updated))
            answer = session.answer(heard)
            session.record_spoken(answer, answer.reply)
    bare = bare_commits([turn.text for turn in turns])
    written = round(sum(facts[WARMING:]) / TURNS, 2)
    return {**of_turns(whole[WARMING:], split[WARMING:], bare), "atoms_written_a_turn": written}


def of_turns(
    whole: Sequence[tuple[float, float]], split: Sequence[Counter[str]], bare: dict[str, float]
) -> dict[str, Any]:
    """All of hearing, its parts, and what of them the bar of capture and extraction is for."""
    ours, names = summary(whole), dict.fromkeys(part for part, _, _ in PARTS)
    pipeline = [each["durable write"] + each["extraction"] for each in split]
    without = [ms - each["understanding"] for (_, ms), each in zip(whole, split, strict=True)]
    rest = [ms - each.total() for (_, ms), each in zip(whole, split, strict=True)]
    return {
        "hear_ms": ours,
        "hear_under_5_ms": ours["cpu_p95"] <= CAPTURE_MS,
        "hear_without_understanding_ms": cpu(without),
        "parts_ms": {**{name: cpu([each[name] for each in split]) for name in names}, "the rest": cpu(rest)},
        "capture_and_extraction_ms": cpu(pipeline),
        "bare_commit_ms": bare,
        "cpu_p95_to_bare": round(ours["cpu_p95"] / bare["cpu_p95"], 2),
    }


def bare_commits(texts: Sequence[str]) -> dict[str, float]:
    """The reference: each text as one row of one table, committed as durably and as encrypted as a turn."""
    from sqlcipher3 import dbapi2

    with tempfile.TemporaryDirectory() as folder:
        bare = dbapi2.connect(str(Path(folder) / "bare.db"), isolation_level=None)
        for pragma in (f"key = \"x'{os.urandom(48).hex()}'\"", "journal_mode = WAL", "synchronous = FULL"):
            bare.execute(f"PRAGMA {pragma}")
        bare.execute("CREATE TABLE line (line_no INTEGER PRIMARY KEY, text TEXT)")
        taken = [_ms(partial(bare.execute, "INSERT INTO line (text) VALUES (?)", (text,))) for text in texts]
        bare.close()
    return summary(taken[WARMING:])


def bar(what: str, at_most_ms: float, measured: dict[str, float]) -> dict[str, object]:
    """A limit, and whether it holds."""
    cpu = measured["cpu_p95"]
    return {
        "what": what,
        "at_most_ms": at_most_ms,
        "cpu_p95": cpu,
        "p95": measured.get("p95"),
        "met": cpu <= at_most_ms,
    }


def main() -> None:
    """Print one JSON object; the figures of each size, and which bars are met."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sizes", default="1000,10000,100000")
    sizes = [int(size) for size in parser.parse_args().sizes.split(",")]
    report: dict[str, Any] = {"machine": describe()}
    language, bars = zipf_language(20_000, Random(7)), list[dict[str, object]]()
    for size in sizes:
        with tempfile.TemporaryDirectory() as folder, Vault.open(Path(folder), now_ms=START_MS) as vault:
            said = fill(vault, size, language, Random(size))
            found = report[f"retrieval_at_{size}"] = retrieval(vault, said, Random(size + 1))
            if size == 1_000:
                report["exposure_of_1000_atoms_ms"] = exposure(vault)
                bars.append(bar("exposure filtering of 1000 atoms", 0.2, report["exposure_of_1000_atoms_ms"]))
            told = report[f"capture_at_{size}"] = capture(vault, said, TELLING)
            report[f"capture_of_small_talk_at_{size}"] = capture(vault, said, TALKING)
        if size in RETRIEVAL_MS:
            bars.append(bar(f"retrieval at {size}", RETRIEVAL_MS[size], found["retrieval_ms"]))
        bars.append(bar(f"capture and extraction at {size}", CAPTURE_MS, told["capture_and_extraction_ms"]))
        bars.append(bar(f"all of hearing, with understanding and deciding, at {size}", CAPTURE_MS, told["hear_ms"]))
    report["bars"] = bars
    print(json.dumps(report, indent=2))


if __name__ == "__main__":
    main()
