"""Composition: measures which utterances of fixtures/ the recogniser hears word for word, with and without hints.

Each is heard as in a turn: 300 ms of silence, the words, 700 ms of silence. The last line counts, with the word error
rate, and how long the words took after the last frame.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.machine import ROOT, describe, percentile
from device.core.ports import FRAME_BYTES, HintBundle, Recogniser
from device.engines import factory
from device.nlu.word_error_rate import word_errors
from device.platform.clock import monotonic_ns

SPEECH = ROOT / "fixtures" / "speech"
SILENCE = bytes(FRAME_BYTES)
HINTS = HintBundle(
    "en",
    (
        "remember that", "what do you remember", "about me", "forget that", "my favorite color", "my name is",
        "stop mentioning this", "do not remember this", "only recall this if i ask", "why did you say that",
        "what did you forget", "thank you", "help",
    ),
)  # fmt: skip


@dataclass
class Score:
    """How one voice was heard."""

    exact: int = 0
    errors: int = 0
    words: int = 0
    finish_ms: list[float] = field(default_factory=list)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="Which utterances the recogniser hears word for word.")
    parser.add_argument("--recogniser", default="pocketsphinx:")
    recogniser = factory.open_recogniser(parser.parse_args().recogniser)
    print(describe())
    for hints in (HintBundle(), HINTS):
        print(f"\n{len(hints.terms)} hints: voice, said, heard (when it differs)")
        scores: dict[str, Score] = {}
        for row in _spoken():
            heard = _hear(recogniser, hints, row["wav"], scores.setdefault(row["voice"], Score()), row["text"])
            differs = "" if heard == row["text"] else heard or "(nothing)"
            print(f"{row['voice']:<6} {row['text']:<60} {differs}")
        for voice, score in scores.items():
            _report(voice, score)


def _spoken() -> list[dict[str, str]]:
    rows = [json.loads(line) for line in (SPEECH / "manifest.jsonl").read_text(encoding="utf-8").splitlines()]
    return [row for row in rows if row["voice"]]


def _hear(recogniser: Recogniser, hints: HintBundle, wav: str, score: Score, said: str) -> str:
    recogniser.start(hints)
    tape = factory.open_microphone(f"tape:{SPEECH / wav}", fast=True)
    for frame in (*[SILENCE] * 15, *tape.frames(), *[SILENCE] * 35):
        recogniser.hear(frame)
    ended_ns = monotonic_ns()
    heard = recogniser.finish().text
    score.finish_ms.append((monotonic_ns() - ended_ns) / 1e6)
    score.exact += heard == said
    score.errors += word_errors(said.split(), heard.split())
    score.words += len(said.split())
    return heard


def _report(voice: str, score: Score) -> None:
    utterances = len(score.finish_ms)
    rate = 100 * score.errors / score.words
    p50, p95 = (percentile(score.finish_ms, share) for share in (50, 95))
    print(
        f"{voice}: {score.exact} of {utterances} word for word, word error rate {rate:.1f} %, "
        f"words after the last frame in p50 {p50:.0f} ms, p95 {p95:.0f} ms"
    )


if __name__ == "__main__":
    main()
