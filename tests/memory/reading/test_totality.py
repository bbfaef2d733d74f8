"""Promise: any text is read without a loss: in order, the same each time, in time."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from random import Random
from time import process_time_ns

import pytest

from memory.reading.grammar.clause import Act, Reading
from memory.reading.grammar.reader import line_of, read
from tests.memory.reading.salad import long_text_of, salad_of, utterance_of

LONG_AT_MOST_MS = 20.0
LONG_WORDS = 160
TALK_SHARE = 4
"""So many word salads for each text of talk."""
ROOT = Path(__file__).resolve().parents[3]


def read_anew(text: str) -> Reading:
    """Reads a text that may have been read before."""
    read.cache_clear()
    return read(text, "en")


def _texts(count: int) -> Iterator[str]:
    for number in range(count):
        yield salad_of(Random(f"salad {number}"))
    for number in range(count // TALK_SHARE):
        yield utterance_of(Random(f"talk {number}"))


def _losses(text: str) -> list[str]:
    """Returns what is wrong with the spans of a reading."""
    reading, tokens = read_anew(text), line_of(text, "en").tokens
    spans = [(act.start, act.end) for act in reading.acts]
    every = sorted([*spans, *reading.unread])
    wrong = [f"outside: {span}" for span in every if not 0 <= span[0] < span[1] <= len(text)]
    wrong += [f"out of order: {one} {two}" for one, two in pairwise(spans) if one[1] > two[0]]
    wrong += [f"twice: {one} {two}" for one, two in pairwise(every) if one[1] > two[0]]
    wrong += [f"lost: {word}" for word in _words_outside(text, every)]
    return wrong + [f"clause: {act.clause}" for act in reading.acts if not _fits(act, len(tokens))]


def _words_outside(text: str, spans: list[tuple[int, int]]) -> Iterator[str]:
    for word in re.finditer(r"\w+", text):
        if not any(start <= word.start() and word.end() <= end for start, end in spans):
            yield word[0]


def _fits(act: Act, tokens: int) -> bool:
    clause = act.clause
    spans = ((clause.first, clause.last), clause.subject, clause.shared, clause.sort)
    inside = all(0 <= start <= end <= tokens for start, end in spans)
    return (
        inside
        and act.start <= clause.start <= clause.end <= act.end
        and max(clause.verb, clause.main) < tokens >= clause.rest
    )


@pytest.mark.parametrize(
    "text", ["", " ", "?", "'", "and", "which", "what time", "the", "not", "\n\n", "do you know", "🙂"]
)
def test_what_is_hardly_a_text_is_read(text: str) -> None:
    assert _losses(text) == []


def test_reading_twice_gives_the_same() -> None:
    assert [text for text in _texts(300) if read_anew(text) != read_anew(text)] == []


def digest_of_readings() -> str:
    """Returns one number for many readings."""
    return sha256("\n".join(repr(_plain(read(text, "en"))) for text in _texts(150)).encode()).hexdigest()


def _plain(reading: Reading) -> object:
    """A reading without sets, whose order may differ."""
    return [
        (
            act.kind,
            act.start,
            act.end,
            sorted(mark.name for mark in act.clause.marks),
            act.clause.subject,
            act.clause.asks,
        )
        for act in reading.acts
    ], reading.unread


def test_another_hash_seed_gives_the_same() -> None:
    program = "from tests.memory.reading.test_totality import digest_of_readings; print(digest_of_readings())"
    found = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": "."},
            capture_output=True,
            text=True,
            check=True,
            cwd=ROOT,
        ).stdout.strip()
        for seed in ("1", "77")
    }
    assert found == {digest_of_readings()}


def _spent_ms(text: str) -> float:
    """Returns the least of three times, since a busy machine adds to each."""
    taken = []
    for _ in range(3):
        began = process_time_ns()
        read_anew(text)
        taken.append((process_time_ns() - began) / 1e6)
    return min(taken)


def test_a_long_text_takes_twenty_milliseconds_at_most() -> None:
    spent = [_spent_ms(long_text_of(Random(f"long {number}"), LONG_WORDS)) for number in range(20)]
    assert max(spent) <= LONG_AT_MOST_MS
