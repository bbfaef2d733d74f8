"""Promise: every count of 2.12 is left by every turn, within 1 KB, the same for the same turns (Q17)."""

from __future__ import annotations

from memory.model.atoms import Tag
from memory.retrieval.context_bundle import BundleItem, ContextBundle
from memory.retrieval.metrics import COUNTS, TurnFacts, measure_turn, metric_totals, prometheus_text
from protos.canonical_json import canonical_bytes
from tests.memory.atom_builders import atom


def test_a_turn_leaves_every_count_within_a_kilobyte() -> None:
    items = tuple(BundleItem(atom(f"a-{n}"), tag) for n, tag in enumerate((*Tag, *[Tag.CONFIRMED] * 16)))
    huge = TurnFacts(ContextBundle(items, (), b"x" * 32_768), 20, 5, 5, 99, True, True, True, True, True, 9, True, True)
    for facts in (TurnFacts(), huge):
        counts = dict(measure_turn(facts))
        assert tuple(counts) == COUNTS
        assert len(canonical_bytes(counts)) <= 1_024
    assert (counts["confirmed_count"], counts["conflict_count"]) == (17, 1)


def test_rates_are_whole_and_zero_where_nothing_happened() -> None:
    assert metric_totals([])["wrong_recall_rate_bp"] == 0
    rows = [
        dict(measure_turn(TurnFacts(recall_asked=True, recall_answered=n != 0, corrected_recall=n == 1)))
        for n in range(4)
    ]
    sums = metric_totals(rows)
    assert (sums["turns"], sums["recall_missed_count"]) == (4, 1)
    assert (sums["wrong_recall_rate_bp"], sums["retrieval_recall_bp"]) == (3_333, 7_500)


def test_prometheus_lines_are_in_order() -> None:
    text = prometheus_text(metric_totals([]))
    names = [line.split()[0] for line in text.splitlines() if not line.startswith("#")]
    assert names == sorted(names)
    assert text.endswith("\n")
