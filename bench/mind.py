"""Composition: measures what a mind costs beside the model: CPU time to its first sentence, and how much of its prompt
stays the same from turn to turn.

A mind that replies at once is asked in a memory of some hundred facts, by the very path of the daemon: the request, the
thread, the reader, the guard. The limit: 20 ms for 95 of 100 turns. `--model FILE.gguf` also asks a model of llama.cpp,
which says how many tokens of each prompt it did not read again.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.machine import describe, percentile
from device.assistant.assistant import Assistant
from device.assistant.conversation import Conversation
from device.core.messages import MindRequest
from device.core.ports import MindPrompt
from device.engines.mind.chat_request import chat_messages, chat_request
from device.engines.mind.llama_file import LlamaFile
from device.session.executor import JobThread
from device.session.minds.mind_desk import MindDesk
from device.session.session import Session
from engine_b.vault.vault import Vault
from memory.model import ids
from memory.model.atoms import Channel, Moment, Turn
from memory.model.timestamps import from_iso

BOUND_MS = 20.0
NOW = from_iso("2026-02-20T09:00:00+00:00")
USER = ids.user_id("bench")
NAMES = ("anna", "ben", "carla", "david", "emma", "finn", "gina", "hugo", "ida", "jonas", "kim", "leo")
FACTS = (
    "my friend {} lives in kiel",
    "{} likes apples",
    "{}'s birthday is in may",
    "{} works at the bakery",
    "{} has a boat",
)
TOPICS = ("odyssey", "bible", "iliad", "moon", "sky", "sun", "ocean", "rain", "planet", "news", "world", "internet")
QUESTIONS = (
    "who wrote the {}",
    "what is the weather like on the {}",
    "why is the {} blue",
    "how many legs does a {} have",
)


class PromptMind:
    """Replies at once, the first sentence with its first piece."""

    place = ""

    def begin(self, prompt: MindPrompt) -> PromptMind:
        """Begins the only reply that it knows."""
        return self

    def pieces(self) -> Iterator[str]:
        """Yields two sentences."""
        yield json.dumps({"parts": [{"say": "It is said to be so since long ago."}]})[:-1]
        yield ', {"say": "More is not known."}]}'

    def stop(self) -> None:
        """Nothing runs."""


def _turn(number: int, text: str) -> Turn:
    at = Moment(NOW.at_ms + number * 60_000, NOW.utc_offset_min)
    return Turn(ids.turn_id(USER, "s-1", at.at_ms, text), "s-1", USER, text, at, Channel.TEXT)


def _tell_facts(assistant: Assistant) -> int:
    session = Session(assistant, USER, "s-1")
    told = [fact.format(name) for fact in FACTS for name in NAMES]
    for number, text in enumerate(told):
        session.take_turn(_turn(number, text))
    return len(told)


def measure(folder: Path) -> tuple[list[float], list[float], list[MindRequest]]:
    """Returns by turn the time that the mind adds, in ms of CPU and of the clock, and what it was asked."""
    cpu_ms, wall_ms, requests = list[float](), list[float](), list[MindRequest]()
    thread = JobThread("bench-mind")
    with Vault.open(folder, now_ms=NOW.at_ms) as vault:
        alone, minded = Assistant(vault), Assistant(vault, with_mind=True)
        number, desk = _tell_facts(alone), MindDesk(PromptMind(), thread)
        session = Session(minded, USER, "s-1")
        for text in [question.format(topic) for topic in TOPICS for question in QUESTIONS]:
            number += 1
            heard = session.hear(_turn(number, text))
            alone.answer(heard, Conversation(USER))  # what both read is in the caches
            before = _clock()
            alone.answer(heard, session.conversation)
            between = _clock()
            answer = session.answer(heard)
            asked = None if answer.request is None else desk.begin(answer.request)
            while asked is not None and not asked.said.sentences and not asked.over:
                asked.take(1.0)
            after = _clock()
            if asked is None or answer.request is None:
                continue
            while not asked.over:
                asked.take(1.0)
            requests.append(answer.request)
            cpu_ms.append(((after[0] - between[0]) - (between[0] - before[0])) / 1e6)
            wall_ms.append(((after[1] - between[1]) - (between[1] - before[1])) / 1e6)
            session.record_spoken(desk.ask(answer), " ".join(asked.said.sentences))
    thread.shutdown()
    return cpu_ms, wall_ms, requests


def _clock() -> tuple[int, int]:
    return time.process_time_ns(), time.perf_counter_ns()


def kept_shares(requests: list[MindRequest]) -> list[float]:
    """Returns which share of each prompt, in per cent, begins like the one before it."""
    texts = [
        "\n".join(f"{one['role']}:{one['content']}" for one in chat_messages(request.prompt)) for request in requests
    ]
    return [100 * _alike(before, after) / len(after) for before, after in pairwise(texts)]


def _alike(before: str, after: str) -> int:
    """Returns how many characters two texts begin with alike."""
    return next((at for at, (one, other) in enumerate(zip(before, after, strict=False)) if one != other), len(before))


def ask_model(path: str, requests: list[MindRequest]) -> None:
    """Prints what a model did not have to read again, and when its first piece came."""
    mind = LlamaFile(path)
    for request in requests[:10]:
        chunks, began, first_ms = list[dict[str, dict[str, int]]](), time.perf_counter(), 0.0

        def take(chunk: dict[str, dict[str, int]], began: float = began) -> bool:
            nonlocal first_ms
            first_ms = first_ms or (time.perf_counter() - began) * 1_000
            chunks.append(chunk)  # noqa: B023
            return False

        mind._server.handle_chat_completions(chat_request(request.prompt, ""), take)
        times = next((chunk["timings"] for chunk in chunks if "timings" in chunk), {})
        print(
            f"  kept {times.get('cache_n')} tokens, read {times.get('prompt_n')}, first piece after {first_ms:.0f} ms"
        )


def main() -> int:
    """Print the figures; 1 when the time beside the model passes its bound."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", metavar="FILE", help="a GGUF file to ask, too")
    how = parser.parse_args()
    print(describe())
    with tempfile.TemporaryDirectory() as folder:
        cpu_ms, wall_ms, requests = measure(Path(folder))
    kept, shares = kept_shares(requests), [(percentile(each, 50), percentile(each, 95)) for each in (cpu_ms, wall_ms)]
    print(f"{len(requests)} turns that asked the mind, {len(FACTS) * len(NAMES)} facts")
    for name, (half, most) in zip(("CPU time", "by the clock"), shares, strict=True):
        print(f"to the first sentence, beside the model, {name}: p50 {half:.1f} ms, p95 {most:.1f} ms")
    print(f"the bound is {BOUND_MS} ms of CPU time")
    print(f"of a prompt, begins like the one before: p50 {percentile(kept, 50):.0f} %, least {min(kept):.0f} %")
    if how.model:
        ask_model(how.model, requests)
    return int(percentile(cpu_ms, 95) > BOUND_MS)


if __name__ == "__main__":
    raise SystemExit(main())
