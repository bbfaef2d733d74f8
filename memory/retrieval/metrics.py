"""Pure: measures the memory (2.12, Q17): counts per turn and sums over turns. No rule reads them.

A measurement holds names and whole numbers only. The same turns give the same counts; no clock is read.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from memory.model.atoms import Tag
from memory.retrieval.context_bundle import ContextBundle

COUNTS: tuple[str, ...] = (
    "context_bundle_bytes",
    "atoms_selected_count",
    "excerpts_selected_count",
    "confirmed_count",
    "tentative_count",
    "stale_count",
    "conflict_count",
    "conflict_trigger_count",
    "clarification_due_to_memory_count",
    "do_not_mention_hits_count",
    "atoms_created_count",
    "atoms_updated_count",
    "atoms_forgotten_count",
    "atoms_used_count",
    "recall_asked_count",
    "recall_answered_count",
    "recall_missed_count",
    "wrong_recall_count",
    "repeated_question_count",
    "memory_correction_count",
    "invasiveness_count",
)
"""The names of all counts, in order. A turn stores every one, zeros too."""


@dataclass(frozen=True, slots=True)
class TurnFacts:
    """The numbers of a turn that are counted."""

    bundle: ContextBundle = field(default_factory=ContextBundle)
    used: int = 0
    created: int = 0
    updated: int = 0
    forgotten: int = 0
    conflict: bool = False
    clarification: bool = False
    repeated: bool = False
    recall_asked: bool = False
    recall_answered: bool = False
    do_not_mention: int = 0
    corrected_recall: bool = False
    unwanted_recall: bool = False


def measure_turn(turn: TurnFacts) -> tuple[tuple[str, int], ...]:
    """Returns the counts of one turn, one for each name in `COUNTS`."""
    tags = [item.tag for item in turn.bundle.items]
    counts = {
        "context_bundle_bytes": len(turn.bundle.payload),
        "atoms_selected_count": len(tags),
        "excerpts_selected_count": len(turn.bundle.excerpts),
        "confirmed_count": tags.count(Tag.CONFIRMED),
        "tentative_count": tags.count(Tag.TENTATIVE),
        "stale_count": tags.count(Tag.STALE),
        "conflict_count": tags.count(Tag.CONFLICT),
        "conflict_trigger_count": int(turn.conflict),
        "clarification_due_to_memory_count": int(turn.clarification),
        "do_not_mention_hits_count": turn.bundle.suppressed + turn.do_not_mention,
        "atoms_created_count": turn.created,
        "atoms_updated_count": turn.updated,
        "atoms_forgotten_count": turn.forgotten,
        "atoms_used_count": turn.used,
        "recall_asked_count": int(turn.recall_asked),
        "recall_answered_count": int(turn.recall_answered),
        "recall_missed_count": int(turn.recall_asked and not turn.recall_answered),
        "wrong_recall_count": int(turn.corrected_recall),
        "repeated_question_count": int(turn.repeated),
        "memory_correction_count": int(turn.corrected_recall),
        "invasiveness_count": int(turn.unwanted_recall),
    }
    return tuple((name, counts[name]) for name in COUNTS)


def metric_totals(turns: Iterable[Mapping[str, int]]) -> dict[str, int]:
    """Returns the sums of all counts, the number of turns, and the rates of 2.12 in basis points (0 without any
    case).
    """
    rows = list(turns)
    sums = {name: sum(row.get(name, 0) for row in rows) for name in COUNTS}
    return {
        "turns": len(rows),
        **sums,
        "wrong_recall_rate_bp": _rate(sums["wrong_recall_count"], sums["recall_answered_count"]),
        "redundancy_rate_bp": _rate(sums["repeated_question_count"], sums["clarification_due_to_memory_count"]),
        "retrieval_precision_bp": _rate(sums["atoms_used_count"], sums["atoms_selected_count"]),
        "retrieval_recall_bp": _rate(sums["recall_answered_count"], sums["recall_asked_count"]),
        "memory_correction_rate_bp": _rate(sums["memory_correction_count"], len(rows)),
        "invasiveness_rate_bp": _rate(sums["invasiveness_count"], len(rows)),
    }


def prometheus_text(sums: Mapping[str, int]) -> str:
    """Formats the totals as Prometheus text, names in order."""
    lines = []
    for name in sorted(sums):
        kind = "gauge" if name.endswith("_bp") else "counter"
        lines += [f"# TYPE selene_memory_{name} {kind}", f"selene_memory_{name} {sums[name]}"]
    return "\n".join([*lines, ""])


def _rate(part: int, whole: int) -> int:
    return part * 10_000 // whole if whole else 0
