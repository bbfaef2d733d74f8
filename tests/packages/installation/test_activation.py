"""Promise: a vocabulary on trial is committed or taken back out by what happens to it, and by nothing else (V25)."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from packages.core.policy import PackagePolicy
from packages.installation.activation import (
    NONE,
    ActivationPointers,
    ActivationStep,
    HealthVerdict,
    activate_vocabulary,
    record_clean_end,
    record_failure,
    record_listening,
    record_recognition,
    record_silence,
    record_start,
)

POLICY = PackagePolicy()
NEW = activate_vocabulary(ActivationPointers("old", "old"), "new")


def after(pointers: ActivationPointers, *what: str) -> ActivationStep:
    step = ActivationStep(pointers)
    for one in what:
        if one == "start":
            step = record_start(step.pointers, POLICY)
        elif one == "hear":
            step = record_recognition(step.pointers, POLICY)
        elif one == "sound":
            step = record_listening(step.pointers)
        elif one == "quiet":
            step = record_silence(step.pointers)
        elif one == "fail":
            step = record_failure(step.pointers)
        else:
            step = record_clean_end(step.pointers)
    return step


def test_a_flip_is_a_trial_with_the_old_one_to_fall_back_to() -> None:
    assert ActivationPointers("new", "old") == NEW
    assert NEW.on_trial


def test_three_starts_that_came_to_nothing_are_counted_and_the_fourth_takes_it_back_out() -> None:
    third = after(NEW, "start", "start", "start")
    assert (third.verdict, third.pointers.starts, third.pointers.active) == (None, 3, "new")
    assert after(third.pointers, "start") == ActivationStep(
        ActivationPointers("old", "old"), HealthVerdict.FAILED_STARTS
    )


def test_a_start_that_recognised_something_did_not_fail() -> None:
    assert after(NEW, "start", "start", "hear", "start", "start").pointers.starts == 2


def test_enough_utterances_commit_it() -> None:
    step = after(NEW, "start", *["hear"] * POLICY.health_utterances)
    assert step == ActivationStep(ActivationPointers("new", "new"), HealthVerdict.HEALTHY)


def test_a_restart_after_a_good_end_commits_it() -> None:
    assert after(NEW, "start", "end", "start") == ActivationStep(
        ActivationPointers("new", "new"), HealthVerdict.RESTARTED
    )


def test_a_failing_recogniser_takes_it_back_out_at_once() -> None:
    assert after(NEW, "start", "hear", "fail") == ActivationStep(
        ActivationPointers("old", "old"), HealthVerdict.HEALTH_FAILED
    )


def test_an_utterance_that_the_recogniser_never_came_back_from_takes_it_back_out_at_the_next_start() -> None:
    died = after(NEW, "start", "sound", "hear", "sound")
    assert after(died.pointers, "start") == ActivationStep(
        ActivationPointers("old", "old"), HealthVerdict.HEALTH_FAILED
    )
    for came_back in ("hear", "quiet", "end"):
        step = after(NEW, "start", "sound", came_back, "start")
        assert step.verdict is not HealthVerdict.HEALTH_FAILED


def test_what_is_committed_is_never_taken_back_by_itself() -> None:
    for committed in (ActivationPointers("new", "new"), ActivationPointers()):
        for what in ("start", "sound", "quiet", "hear", "fail", "end"):
            assert after(committed, *[what] * 9) == ActivationStep(committed)


@given(st.lists(st.sampled_from(["start", "hear", "fail", "end"]), max_size=30))
def test_whatever_happens_the_old_or_the_new_one_is_in_use_and_a_verdict_ends_the_trial(what: list[str]) -> None:
    pointers = NEW
    for one in what:
        step = after(pointers, one)
        pointers = step.pointers
        assert pointers.active in ("old", "new")
        assert pointers.committed in ("old", "new")
        assert pointers.starts <= POLICY.max_failed_starts
        assert (step.verdict is not None) <= (not pointers.on_trial)
        if step.verdict is not None:
            assert pointers.active == ("new" if step.verdict.good else "old")
    assert NONE not in (pointers.active, pointers.committed)
