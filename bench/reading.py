"""Composition: measures the reader of meaning: `python bench/reading.py [--atoms 10000]`.

Measured in processor time, which a busy machine leaves comparable, are

- reading an utterance of generated talk (tests/sim/talk_stories.py), against splitting the same words into stems;
- reading a text of 160 words;
- capture of a turn: all of `MemoryAssistant.hear`, from the words to the durable commit, in a vault with so many atoms,
  against a durable commit of the bare words into an SQLCipher file with one table;
- the first reading of a process, which loads the word tables, and how large these are.

Prints one JSON object with the machine, the commit, the ratios to the references and which bars are met; 1 when one is
not met.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from random import Random
from time import thread_time_ns

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.machine import ROOT, describe
from bench.memory import START_MS, USER, bar, bare_commits, cpu, fill, zipf_language
from device.assistant.assistant import Assistant
from device.platform.cycle_search import search_cycles_seldom
from device.session.session import Session
from engine_b.vault.vault import Vault
from memory.model.atoms import Moment, Turn
from memory.model.ids import turn_id
from memory.reading.grammar.reader import read
from memory.text.stemming import stems
from tests.sim.talk_stories import story_of

READ_MS, LONG_MS, CAPTURE_MS, LOAD_MS, TABLE_MB = 2, 20, 6, 200, 1
STORIES, WARMING, LONG_WORDS = 40, 20, 160
LOADING = """
import time
from memory.reading.grammar import reader
began = time.process_time()
reader.read("my aunt lives in oslo", "en")
print(1000 * (time.process_time() - began))
"""


def talk(stories: int) -> list[str]:
    """Turns and questions of stories, each once."""
    told = (story_of(f"bench {number}") for number in range(stories))
    return list(dict.fromkeys(text for story in told for text in (*story.turns, *(each.text for each in story.asked))))


def spent_ms(call: Callable[[], object]) -> float:
    """Processor time of one call."""
    began = thread_time_ns()
    call()
    return (thread_time_ns() - began) / 1e6


def readings(texts: Sequence[str]) -> dict[str, float]:
    """Reading each text for the first time, after some that warm the tables."""
    for text in texts[:WARMING]:
        read(text, "en")
    read.cache_clear()
    return cpu([spent_ms(partial(read, text, "en")) for text in texts])


def long_texts(texts: Sequence[str]) -> list[str]:
    """The same talk in pieces of so many words."""
    words = " ".join(texts).split()
    return [" ".join(words[at : at + LONG_WORDS]) for at in range(0, len(words) - LONG_WORDS, LONG_WORDS)]


def turns(texts: Sequence[str], after_ms: int) -> Iterator[Turn]:
    """A turn a minute."""
    for number, text in enumerate(texts):
        at = Moment(after_ms + number * 60_000)
        yield Turn(turn_id(USER, "s-reading", at.at_ms, text), "s-reading", USER, text, at)


def capture(atoms: int, texts: Sequence[str]) -> dict[str, object]:
    """Turns through the assistant in a vault of so many atoms, each with Selene's reply after it, as a daemon that was
    just started hears them.
    """
    spent: list[float] = []
    with tempfile.TemporaryDirectory() as folder, Vault.open(Path(folder), now_ms=START_MS) as vault:
        fill(vault, atoms, zipf_language(20_000, Random(7)), Random(atoms))
        assistant = Assistant(vault)
        assistant.warm_up()
        search_cycles_seldom()
        session = Session(assistant, USER)
        for turn in turns(texts, START_MS + (atoms + 10) * 60_000):
            began = thread_time_ns()
            heard = session.hear(turn)
            spent.append((thread_time_ns() - began) / 1e6)
            answer = session.answer(heard)
            session.record_spoken(answer, answer.reply)
    ours, bare = cpu(spent[WARMING:]), bare_commits(texts)
    return {"hear_ms": ours, "bare_commit_ms": bare, "cpu_p95_to_bare": round(ours["cpu_p95"] / bare["cpu_p95"], 2)}


def loading() -> dict[str, float]:
    """The first reading of a new process."""
    done = subprocess.run([sys.executable, "-c", LOADING], cwd=ROOT, capture_output=True, text=True, check=True)
    sizes = sum(path.stat().st_size for path in (ROOT / "memory" / "languages").glob("*_en.tsv"))
    return {"first_reading_ms": round(float(done.stdout), 1), "files_mb": round(sizes / 1e6, 2)}


def main() -> int:
    """Print the figures; 1 when a bar is not met."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--atoms", type=int, default=10_000)
    atoms = parser.parse_args().atoms
    texts = talk(STORIES)
    short, long, loaded = readings(texts), readings(long_texts(texts)), loading()
    reference = cpu([spent_ms(partial(stems, text)) for text in texts])
    captured = capture(atoms, talk(STORIES // 4))
    hear = captured["hear_ms"]
    assert isinstance(hear, dict)
    bars = [
        bar("reading an utterance", READ_MS, short),
        bar(f"reading {LONG_WORDS} words", LONG_MS, long),
        bar(f"capture of a turn at {atoms} atoms", CAPTURE_MS, hear),
        {"what": "first reading", "at_most_ms": LOAD_MS, "met": loaded["first_reading_ms"] <= LOAD_MS},
        {"what": "word tables", "at_most_mb": TABLE_MB, "met": loaded["files_mb"] <= TABLE_MB},
    ]
    report = {
        "machine": describe(),
        "utterances": len(texts),
        "reading_ms": short,
        "stems_ms": reference,
        "cpu_p95_to_stems": round(short["cpu_p95"] / reference["cpu_p95"], 1),
        "reading_long_ms": long,
        "loading": loaded,
        f"capture_at_{atoms}": captured,
        "bars": bars,
    }
    print(json.dumps(report, indent=2))
    return int(not all(each["met"] for each in bars))


if __name__ == "__main__":
    raise SystemExit(main())
