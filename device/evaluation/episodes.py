"""Adapter: reads episodes for evaluation in a neutral form, and sums up their measures.

One episode a line: `{"episode_id", "source", "turns": [{"turn_id", "session_id", "at", "speaker", "text"}],
"questions": [{"question_id", "kind", "text", "asked_at", "gold_turn_ids", "answer"}]}`. Times are ISO 8601, in UTC
without an offset. A file is data: nothing in it decides how it is retrieved.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from device.core.errors import BadScript
from memory.model.atoms import Moment

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class EpisodeTurn:
    """One turn of an episode. The speaker `user` is the owner, `assistant` is Selene, any other name is that voice."""

    turn_id: str
    session_id: str
    at: Moment
    speaker: str
    text: str


@dataclass(frozen=True, slots=True)
class GoldQuestion:
    """One question and the turns that hold its answer."""

    question_id: str
    kind: str
    text: str
    asked_at: Moment
    gold: frozenset[str]


@dataclass(frozen=True, slots=True)
class Episode:
    """One conversation and the questions about it."""

    episode_id: str
    turns: tuple[EpisodeTurn, ...]
    questions: tuple[GoldQuestion, ...]


@dataclass(frozen=True, slots=True)
class RetrievalRow:
    """The result of one question."""

    episode_id: str
    question: GoldQuestion
    ranked: tuple[str, ...]
    """Turns in the order in which they were found, each once."""
    in_bundle: frozenset[str]
    """Gold turns whose words are in the Context Bundle."""
    ms: float
    bundle_bytes: int = 0
    items: int = 0
    """Atoms and pieces of lines in the bundle."""
    gold_items: int = 0
    """Those of them that come from a gold turn."""

    def recall(self, most: int) -> float:
        """Returns the share of the gold turns among the first `most`."""
        return len(self.question.gold.intersection(self.ranked[:most])) / len(self.question.gold)

    @property
    def bundle_recall(self) -> float:
        """Returns the share of the gold turns whose words are in the bundle."""
        return len(self.in_bundle) / len(self.question.gold)


def parse_episode(line: str, number: int) -> Episode:
    """Parses a line of the file. Raises `BadScript` naming the line, never its words."""
    try:
        plain = json.loads(line)
        turns = tuple(_turn(turn, offset) for turn, offset in _with_turn_offsets(plain["turns"]))
        last = turns[-1].at if turns else Moment(0)
        questions = tuple(_question(question, last) for question in plain["questions"])
        return Episode(str(plain["episode_id"]), turns, questions)
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError) as error:
        raise BadScript(f"Line {number} is not an episode. Nothing was evaluated.") from error


def summarise_rows(rows: Sequence[RetrievalRow]) -> dict[str, float | int]:
    """Returns the means over all rows as fractions, and the milliseconds of retrieval alone."""
    measures: dict[str, float | int] = {"n": len(rows)}
    for most in (1, 5, 10, 20):
        measures[f"r_at_{most}"] = _mean(row.recall(most) for row in rows)
    measures["hit_at_20"] = _mean(float(row.recall(20) > 0) for row in rows)
    measures["all_at_20"] = _mean(float(row.recall(20) == 1) for row in rows)
    measures["bundle_recall"] = _mean(row.bundle_recall for row in rows)
    measures["bundle_bytes"] = round(_mean(row.bundle_bytes for row in rows))
    items = sum(row.items for row in rows)
    measures["gold_share"] = round(sum(row.gold_items for row in rows) / items, 4) if items else 0.0
    times = sorted(row.ms for row in rows)
    measures["ms_p50"] = _percentile(times, 50)
    measures["ms_p95"] = _percentile(times, 95)
    return measures


def row_object(row: RetrievalRow) -> dict[str, object]:
    """Returns one row for printing: ids and figures."""
    return {
        "episode_id": row.episode_id,
        "question_id": row.question.question_id,
        "kind": row.question.kind,
        "gold_turn_ids": sorted(row.question.gold),
        "ranked_turn_ids": list(row.ranked[:20]),
        "r_at_20": round(row.recall(20), 4),
        "bundle_recall": round(row.bundle_recall, 4),
        "bundle_bytes": row.bundle_bytes,
        "bundle_items": row.items,
        "gold_items": row.gold_items,
        "ms": round(row.ms, 3),
    }


def _with_turn_offsets(turns: list[dict[str, str]]) -> Iterable[tuple[dict[str, str], int]]:
    """Returns each turn with milliseconds to add, so that turns of one moment keep their order."""
    seen: dict[tuple[str, str], int] = {}
    for turn in turns:
        moment = (turn["session_id"], turn["at"])
        seen[moment] = seen.get(moment, -1) + 1
        yield turn, seen[moment]


def _turn(plain: dict[str, str], offset_ms: int) -> EpisodeTurn:
    at = _moment(plain["at"])
    later = Moment(at.at_ms + offset_ms, at.utc_offset_min)
    return EpisodeTurn(
        str(plain["turn_id"]), str(plain["session_id"]), later, str(plain["speaker"]), str(plain["text"])
    )


def _question(plain: dict[str, object], last: Moment) -> GoldQuestion:
    asked, gold = plain["asked_at"], plain["gold_turn_ids"]
    if not isinstance(gold, list):
        raise TypeError("gold_turn_ids is a list")
    asked_at = last if asked is None else _moment(str(asked))
    ids = frozenset(map(str, gold))
    return GoldQuestion(str(plain["question_id"]), str(plain["kind"]), str(plain["text"]), asked_at, ids)


def _moment(text: str) -> Moment:
    """Returns the moment of an ISO 8601 time, to the millisecond."""
    at = datetime.fromisoformat(text)
    offset = at.utcoffset()
    aware = at.replace(tzinfo=UTC) if offset is None else at
    return Moment(
        (aware - _EPOCH) // timedelta(milliseconds=1), 0 if offset is None else offset // timedelta(minutes=1)
    )


def _mean(values: Iterable[float]) -> float:
    listed = list(values)
    return round(sum(listed) / len(listed), 4) if listed else 0.0


def _percentile(ordered: Sequence[float], share: int) -> float:
    """Returns the value below which `share` per cent of the values lie (nearest rank)."""
    return round(ordered[-(-len(ordered) * share // 100) - 1], 3) if ordered else 0.0
