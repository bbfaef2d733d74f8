"""Plays episodes in which people tell, confide and have things forgotten, and counts what the questions after it bring.

A set is a file of `fixtures/forgetting/`, in the form of `fixtures/talk/`; the `kind` of an expectation says what its
question asks: `use` for what was told, `kept` for what a sentence that only mentions forgetting must leave, `gone` for
what was forgotten, `access` as a stranger.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

from tests.sim.talk_exam import holds, said_in

FORGETTING = Path(__file__).parents[2] / "fixtures" / "forgetting"


def count_leaks(name: str, stride: int = 1) -> Counter[str]:
    """Counts the questions of a set by kind, and what came of them, in every episode or one in `stride`."""
    count: Counter[str] = Counter()
    language = name[:2]
    for line in (FORGETTING / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()[::stride]:
        for turn, said in said_in(json.loads(line), language):
            expect, reply = turn.get("expect", {}), str(said["reply"])
            kind, known = expect.get("kind", ""), f"{reply}\n{said['bundle']}"
            count[kind] += 1
            count[f"{kind} told"] += all(holds(each, reply, language) for each in expect.get("all", []))
            count[f"{kind} there"] += all(holds(each, known, language) for each in expect.get("all", []))
            count[f"{kind} reply"] += any(holds(each, reply, language) for each in expect.get("not", []))
            count[f"{kind} known"] += any(holds(each, known, language) for each in expect.get("not", []))
    return count
