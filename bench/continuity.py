"""Composition: measures what many threads cost: `python bench/continuity.py [--threads 10000] [--atoms 100000]
[--only closing,graph_rebuild]`.

A SQLCipher vault is filled with so many atoms, each from a turn of its own, and with so many threads over these turns.
Measured in processor time, which a busy machine leaves comparable, are

- the Resume Bundle of a session open, at moments over all the time of the threads;
- closing: five turns of a conversation that is over are digested into its thread;
- the session open: closing and the bundle together;
- the list of threads, and "where did we leave off", each from the question as it was understood to the reply;
- the graph, dropped and made again from all atoms and threads, with the same digest.

The reference is measured in the same run: the plain walk over all threads of the person, which ranks them in Python
(tests/memory/continuity/generated_threads.py). Prints JSON Lines, each as soon as it is known: the machine with the
commit, how long the vault took to fill, and each figure with its bar and the ratio to the reference. Exits with 1 when
a bar is not met. `--only` measures some of the figures.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from random import Random
from time import thread_time_ns
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.machine import describe
from bench.memory import START_MS, USER, bar, cpu, fill, zipf_language
from device.assistant.assistant import Assistant
from device.session.session import Session
from engine_b.vault.graph_rows import graph_digest, rebuild_graph
from engine_b.vault.vault import Vault
from memory.continuity.resume import build_resume_bundle
from memory.continuity.thread_words import read_threads
from memory.model.atoms import Moment, Turn
from memory.model.changes import Change, Scope
from memory.model.ids import turn_id
from memory.model.ports import Gate
from memory.retrieval.context_builder import MemoryAccess
from tests.memory.continuity.generated_threads import in_order, random_threads, walked_bundle, walked_latest

BARS = {"session_open": 30, "bundle": 30, "closing": 10, "thread_list": 30, "left_off": 30, "graph_rebuild": 10_000}
"""The most milliseconds of processor time of each, as the 95th percentile."""
ROUNDS, WALKS, OPENS, WARMING, A_TRANSACTION = 120, 8, 80, 10, 500
GATE = Gate(USER, identified=True, asked=False)
TALK = (
    "the garden needs a new fence",
    "we decided on cedar for the fence",
    "I still don't know which gate fits the garden",
    "next I will call the carpenter",
    "my cat is called Mia",
)
LISTED, LEFT_OFF = "what threads do we have", "where did we leave off"
MINUTE = 60_000
Figures = dict[str, dict[str, Any]]


def fill_threads(vault: Vault, count: int) -> int:
    """So many threads over all turns of the vault, as many turns each; returns the moment after the last."""
    turns = [row[0] for row in vault.connection.execute("SELECT turn_id FROM archive ORDER BY line_no")]
    each = max(1, len(turns) // count)
    step = each * MINUTE
    made = random_threads(USER, turns[: each * count], each, Random(5), step_ms=step, start_ms=START_MS)
    for at in range(0, len(made), A_TRANSACTION):
        scope = Scope(USER, "s-threads", f"t-threads-{at}", START_MS)
        vault.commit(Change(scope, records=tuple(one.record() for one in made[at : at + A_TRANSACTION])))
    return START_MS + (len(made) + 2) * step


def fill_vault(vault: Vault, atoms: int, threads: int) -> int:
    """So many atoms, and threads over their turns; returns the moment after the last."""
    fill(vault, atoms, zipf_language(20_000, Random(7)), Random(atoms))
    return fill_threads(vault, threads)


def spent_ms(call: Callable[[], object]) -> float:
    """Processor time of one call."""
    began = thread_time_ns()
    call()
    return (thread_time_ns() - began) / 1e6


def measured(call: Callable[[int], object], moments: Sequence[int]) -> dict[str, float]:
    """A call at each moment, after the first few have warmed the cache."""
    for moment in moments[: min(WARMING, len(moments) // 4)]:
        call(moment)
    return cpu([spent_ms(partial(call, moment)) for moment in moments])


def compared(ours: Callable[[int], object], walk: Callable[[int], object], moments: Sequence[int]) -> dict[str, Any]:
    """A call, the walk in its place at some of the moments, and the ratio."""
    mine, walked = measured(ours, moments), measured(walk, moments[:: len(moments) // WALKS])
    return {**mine, "walk": walked, "cpu_p95_to_walk": round(mine["cpu_p95"] / walked["cpu_p95"], 3)}


def opened(assistant: Assistant, after_ms: int) -> dict[str, dict[str, float]]:
    """Session opens: each after a conversation of five turns, which is digested then."""
    closing, bundles = list[float](), list[float]()
    for number in range(OPENS):
        session, at_ms = Session(assistant, USER), after_ms + number * 60 * MINUTE
        for place, text in enumerate(TALK):
            session.hear(turn_of(f"s-open-{number}", at_ms + place * MINUTE, text))
        now = Moment(at_ms + 50 * MINUTE)
        closing.append(spent_ms(partial(assistant.close_silent, USER, now)))
        bundles.append(spent_ms(partial(build_resume_bundle, assistant.memory, GATE, now.at_ms)))
    whole = [one + other for one, other in zip(closing, bundles, strict=True)]
    return {"closing": cpu(closing[OPENS // 4 :]), "session_open": cpu(whole[OPENS // 4 :])}


def rebuilt(vault: Vault) -> dict[str, float]:
    """The graph made again, which must be the same one."""
    database = vault.database
    before = graph_digest(database)

    def rebuild() -> None:
        with database.transaction():
            rebuild_graph(database)

    spent = spent_ms(rebuild)
    assert graph_digest(database) == before
    return cpu([spent])


def turn_of(session_id: str, at_ms: int, text: str) -> Turn:
    """What the person says then."""
    return Turn(turn_id(USER, session_id, at_ms, text), session_id, USER, text, Moment(at_ms))


def answered(assistant: Assistant, text: str, after_ms: int) -> Callable[[int], object]:
    """The reply to a question, which was heard before."""
    session = Session(assistant, USER)
    heard = session.hear(turn_of("s-asked", after_ms, text))
    return lambda _: session.answer(heard)


def figures(assistant: Assistant, vault: Vault, after_ms: int, only: Collection[str]) -> Iterator[Figures]:
    """The figures of each part that is asked for: those that only read before those that write."""
    memory = assistant.memory
    moments = [START_MS + (after_ms - START_MS) * each // ROUNDS for each in range(1, ROUNDS + 1)]
    if "bundle" in only:
        yield {
            "bundle": compared(
                partial(build_resume_bundle, memory, GATE), partial(walked_bundle, memory, GATE), moments
            )
        }
    if "thread_list" in only:
        listed = answered(assistant, LISTED, after_ms)
        yield {"thread_list": compared(listed, lambda _: walked_latest(memory, GATE), moments)}
    if "left_off" in only:
        told = answered(assistant, LEFT_OFF, after_ms + 40 * MINUTE)
        yield {"left_off": compared(told, partial(walked_left_off, memory), moments)}
    if "closing" in only or "session_open" in only:
        yield {name: spent for name, spent in opened(assistant, after_ms + 24 * 60 * MINUTE).items() if name in only}
    if "graph_rebuild" in only:
        yield {"graph_rebuild": rebuilt(vault)}


def walked_left_off(memory: MemoryAccess, _: int) -> object:
    """The latest thread of all, read as "where did we leave off" reads it."""
    return read_threads(memory, GATE, in_order(memory, GATE)[:1])


def show(line: Mapping[str, object]) -> None:
    """Print one JSON object as a line, at once."""
    print(json.dumps(line), flush=True)


def main() -> None:
    """Print each figure as soon as it is known; exit with 1 when a bar is not met."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--threads", type=int, default=10_000)
    parser.add_argument("--atoms", type=int, default=100_000)
    parser.add_argument("--only", default=",".join(BARS), help="the figures to measure, with commas between them")
    how = parser.parse_args()
    only = frozenset(how.only.split(","))
    if unknown := only - set(BARS):
        parser.error(f"no figure is called {', '.join(sorted(unknown))}; there are {', '.join(BARS)}")
    show({"machine": describe(), "threads": how.threads, "atoms": how.atoms})
    missed = 0
    with tempfile.TemporaryDirectory() as folder, Vault.open(Path(folder), now_ms=START_MS) as vault:
        filled = list[int]()
        spent = spent_ms(lambda: filled.append(fill_vault(vault, how.atoms, how.threads)))
        show({"what": "fill", "cpu_ms": round(spent)})
        for part in figures(Assistant(vault), vault, filled[0], only):
            for name, figure in part.items():
                limit = bar(name, BARS[name], figure)
                show({"what": name, "at_most_ms": BARS[name], "met": limit["met"], **figure})
                missed += not limit["met"]
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
