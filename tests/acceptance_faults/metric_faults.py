"""Pure: faults in what is measured."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from memory.retrieval.metrics import COUNTS, metric_totals
from tests.acceptance_faults.fault_injection import swap, wrap
from tests.acceptance_faults.fault_registry import fault

RATES = tuple(name for name in metric_totals(()) if name.endswith("_bp"))


def _measured(change: Callable[[dict[str, int]], dict[str, int]]) -> None:
    """Every measurement of a turn goes through `change`."""
    from memory.retrieval import metrics

    wrap(metrics.measure_turn, lambda measure: lambda facts: tuple(change(dict(measure(facts))).items()))


def _always_zero(*names: str) -> None:
    _measured(lambda counts: {name: 0 if name in names else count for name, count in counts.items()})


def _register(name: str, does: str, apply: Callable[[], None]) -> None:
    apply.__name__, apply.__doc__ = name, does
    fault(Q17_METRICS_COUNTS="every_total_by_value")(apply)


def _never_counted(name: str) -> None:
    _register(f"{name}_is_always_zero", f"Whatever happens, {name} is 0.", lambda: _always_zero(name))


def _of_one_value(rate: str, value: int) -> None:
    def apply() -> None:
        from memory.retrieval import metrics

        wrap(metrics.metric_totals, lambda totals: lambda turns: {**totals(turns), rate: value})

    _register(f"{rate}_is_always_{value}", f"Whatever was counted, {rate} is {value}.", apply)


for _name in COUNTS:
    _never_counted(_name)
for _rate in RATES:
    _of_one_value(_rate, 0)
    _of_one_value(_rate, 10_000)


@fault(Q17_METRICS_COUNTS="all_are_there")
def measurements_have_no_size() -> None:
    """A turn's measurement may have any size, and is filled up with details."""
    from engine_b.writes import apply_change

    def around(measure: Callable[..., None]) -> Callable[..., None]:
        def more(recorder: Any, change: Any, policy: Any) -> None:
            wide = replace(policy, max_metrics_bytes=10**6)
            details = tuple((f"detail_{number}_count", number) for number in range(60 if change.metrics else 0))
            measure(recorder, replace(change, metrics=(*change.metrics, *details)), wide)

        return more

    wrap(apply_change._measure, around)


@fault(Q17_METRICS_STABLE="an_ordinary_talk")
def hash_seed_is_measured() -> None:
    """A count depends on the hash seed."""
    _measured(lambda counts: {**counts, "context_bundle_bytes": counts["context_bundle_bytes"] + hash("x") % 97})


@fault(Q17_METRICS_STABLE="time_travel")
def time_zone_is_measured() -> None:
    """A count depends on the machine's time zone."""
    import time

    _measured(lambda counts: {**counts, "stale_count": counts["stale_count"] + abs(time.timezone) // 3_600})


@fault(Q17_METRICS_STABLE="other_scripts")
def locale_is_measured() -> None:
    """A count depends on the locale."""
    import os

    wide = len(os.environ.get("LC_ALL", ""))
    _measured(lambda counts: {**counts, "atoms_created_count": counts["atoms_created_count"] + wide})


@fault(Q17_METRICS_COUNTS="all_are_there")
def zeros_are_left_out() -> None:
    """A turn leaves only the counts that are not zero."""
    from memory.retrieval import metrics

    _measured(lambda counts: {name: count for name, count in counts.items() if count})
    wrap(metrics.metric_totals, lambda totals: lambda turns: {name: n for name, n in totals(turns).items() if n})


@fault(Q17_METRICS_COUNTS="what_is_selected")
def tags_are_not_counted() -> None:
    """Tentative counts as confirmed."""
    _measured(lambda c: {**c, "confirmed_count": c["confirmed_count"] + c["tentative_count"], "tentative_count": 0})


@fault(Q17_METRICS_COUNTS="a_conflict_and_the_question_it_costs")
def questions_are_not_counted() -> None:
    """What a question costs is not seen."""
    _always_zero("clarification_due_to_memory_count")


@fault(Q17_METRICS_COUNTS="wrong_recall")
def wrong_recall_is_not_counted() -> None:
    """A recall that was corrected leaves no trace."""
    _always_zero("wrong_recall_count", "memory_correction_count")


@fault(Q17_METRICS_COUNTS="a_correction_that_no_recall_caused")
def every_correction_is_a_wrong_recall() -> None:
    """Correcting what was just said counts against the memory."""
    _measured(lambda c: {**c, "wrong_recall_count": c["atoms_updated_count"]})


@fault(Q17_METRICS_COUNTS="recall_that_failed")
def every_recall_succeeds() -> None:
    """What was not found is counted as found."""
    _measured(lambda c: {**c, "recall_answered_count": c["recall_asked_count"], "recall_missed_count": 0})


@fault(Q17_METRICS_COUNTS="invasive")
def discomfort_is_not_counted() -> None:
    """ "Stop mentioning that" is no sign."""
    _always_zero("invasiveness_count")


@fault(Q17_METRICS_COUNTS="silence_is_counted")
def silence_is_not_counted() -> None:
    """What was held back leaves no trace."""
    _always_zero("do_not_mention_hits_count")


@fault(Q17_METRICS_COUNTS="the_bundle_s_bytes")
def another_size_is_measured() -> None:
    """The size that is measured is not that of the bundle."""
    _measured(lambda c: {**c, "context_bundle_bytes": c["context_bundle_bytes"] + 1})


@fault(Q17_METRICS_NONAUTHORITATIVE="a_measurement_event_a_turn")
def measurements_leave_no_event() -> None:
    """A measurement is kept without the ledger knowing."""
    from engine_b.writes import apply_change

    def measure(recorder: Any, change: Any, policy: Any) -> None:
        if change.metrics:
            recorder.database.run(
                "INSERT OR IGNORE INTO metric VALUES (?, ?, ?, ?, ?)",
                (recorder.head.seq, change.scope.user_id, change.scope.turn_id, change.scope.at_ms, "{}"),
            )

    swap(apply_change._measure, measure)


@fault(Q17_METRICS_NONAUTHORITATIVE="counts_only")
def words_are_measured() -> None:
    """A measurement is named after what was said."""
    from device.assistant.assistant import Assistant

    heard: list[str] = []
    hear = Assistant.hear

    def listen(self: Any, turn: Any, *rest: Any) -> Any:
        heard[:] = [turn.text]
        return hear(self, turn, *rest)

    Assistant.hear = listen  # type: ignore[method-assign, assignment]
    _measured(lambda counts: {**counts, "".join(c if c.isalnum() else "_" for c in heard[0])[:60]: 1})


@fault(Q17_METRICS_NONAUTHORITATIVE="terrible_figures_change_no_answer")
def figures_decide_the_answer() -> None:
    """A device that measured many wrong recalls gives up answering."""
    from device.assistant.assistant import Assistant

    answer = Assistant.answer

    def ashamed(self: Any, *heard: Any) -> Any:
        found, after = answer(self, *heard)
        return (replace(found, reply="I would rather not say.") if _is_terrible(self) else found), after

    Assistant.answer = ashamed  # type: ignore[method-assign, assignment]


@fault(Q17_METRICS_NONAUTHORITATIVE="terrible_figures_change_no_question")
def figures_decide_the_question() -> None:
    """A device that measured many wrong recalls stops asking."""
    from device.assistant.assistant import Assistant

    answer = Assistant.answer

    def silent(self: Any, *heard: Any) -> Any:
        found, after = answer(self, *heard)
        return (replace(found, question=False) if _is_terrible(self) else found), after

    Assistant.answer = silent  # type: ignore[method-assign, assignment]


def _is_terrible(assistant: Any) -> bool:
    rows = assistant.vault.connection.execute("SELECT counts FROM metric")
    return any("999999" in row[0] for row in rows)


@fault(Q17_METRICS_NONAUTHORITATIVE="confidence_is_untouched")
def measuring_moves_confidence() -> None:
    """A sign of discomfort lowers the confidence of what was recalled."""
    from engine_b.writes import apply_change

    def around(measure: Callable[..., None]) -> Callable[..., None]:
        def punish(recorder: Any, change: Any, policy: Any) -> None:
            measure(recorder, change, policy)
            if dict(change.metrics).get("invasiveness_count"):
                recorder.database.run("UPDATE atom SET confidence_bp = confidence_bp - 100")

        return punish

    wrap(apply_change._measure, around)


@fault(Q17_METRICS_NONAUTHORITATIVE="terrible_figures_change_no_order")
def figures_decide_the_order() -> None:
    """A device that measured many wrong recalls turns its bundles round."""
    from device.assistant.assistant import Assistant

    answer = Assistant.answer

    def turned(self: Any, *heard: Any) -> Any:
        found, after = answer(self, *heard)
        bundle = replace(found.bundle, atoms=found.bundle.atoms[::-1])
        return (replace(found, bundle=bundle) if _is_terrible(self) else found), after

    Assistant.answer = turned  # type: ignore[method-assign, assignment]


@fault(Q17_METRICS_NONAUTHORITATIVE="current_state_is_untouched")
def measuring_sets_something() -> None:
    """A measurement changes a setting."""
    from engine_b.writes import apply_change

    def around(measure: Callable[..., None]) -> Callable[..., None]:
        def set_mode(recorder: Any, change: Any, policy: Any) -> None:
            measure(recorder, change, policy)
            recorder.database.run("UPDATE current_state SET value = 'loud' WHERE key = 'mode'")

        return set_mode

    wrap(apply_change._measure, around)
