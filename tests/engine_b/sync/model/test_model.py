"""Promise: whatever happens to devices, mirror and network, in whatever order, the devices end up of one mind, with
all that was said and nothing that was forgotten (research: reliability 3.2). And the model that says so can fail.

A Hypothesis state machine plays a household against a model of what a person may expect. `person.py` is what the person
does, `machine.py` all that else happens, `invariants.py` what holds; `faults.py` breaks rules of the program one by
one, and the model alone must see each.

How many it plays says `tests/budgets.py`; a failure prints the blob that reproduces it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.errors import Flaky
from hypothesis.stateful import run_state_machine_as_test

from memory.model.atoms import Exposure
from tests.budgets import HOUSEHOLDS, SOAK, Share
from tests.engine_b.sync.model.household_machine import Devices
from tests.engine_b.sync.model.model_faults import FAULTS, Fault
from tests.sim.household import FIRST, SECOND

STEPS = 40
FAULT_EXAMPLES = 200
"""A fault that so many households do not show is one that the model does not see."""
MOST_REPEATS = 3


@pytest.fixture
def machine(pair_template: Path, quick_disk: Path) -> type[Devices]:
    class Played(Devices):
        template, disk = pair_template, quick_disk

    return Played


def _profile(examples: int, phases: tuple[Phase, ...], *, derandomize: bool) -> settings:
    return settings(
        max_examples=examples,
        stateful_step_count=STEPS,
        phases=phases,
        derandomize=derandomize,
        database=None,
        deadline=None,
        print_blob=True,
        report_multiple_bugs=False,
        suppress_health_check=list(HealthCheck),
    )


@pytest.mark.timeout(3_600 if SOAK else 900)
@pytest.mark.parametrize("share", HOUSEHOLDS.shares, ids=str)
def test_a_household_under_every_fault_ends_of_one_mind(machine: type[Devices], share: Share) -> None:
    households = len(share.of(range(HOUSEHOLDS.now)))
    run_state_machine_as_test(machine, settings=_profile(households, tuple(Phase), derandomize=not SOAK))


@pytest.mark.timeout(900)
@pytest.mark.parametrize("fault", [fault for fault in FAULTS if SOAK or fault.in_ci], ids=str)
def test_a_broken_rule_is_seen_by_the_model(
    fault: Fault, machine: type[Devices], monkeypatch: pytest.MonkeyPatch
) -> None:
    fault.apply(monkeypatch)
    for _ in range(MOST_REPEATS):
        with pytest.raises(Exception) as found:  # noqa: PT011 - what it is, is asserted below
            run_state_machine_as_test(machine, settings=_profile(FAULT_EXAMPLES, (Phase.generate,), derandomize=True))
        if not _went_another_way(found.value):
            break
    seen = [str(error) for error in _assertions(found.value)]
    assert seen, f"the fault crashes instead of breaking a rule: {found.value!r}"
    assert any(re.search(fault.seen_as, each) for each in seen), seen


def test_an_op_that_only_erases_is_not_what_was_forgotten(machine: type[Devices]) -> None:
    """The other side of a conflict was refused on one device and has changed on another: forgotten later, it leaves the
    op of that refusal, and the page of that one keeps its key."""
    state = machine()
    state.begin(seed=1)
    state.enrol(cut=False)
    state.correct(who=0, which=0, told=False)
    for _ in range(2):
        state.correct(who=1, which=0, told=False)
    for who in (0, 2, 1, 0):
        state.sync(who)
    (side,) = state.shown(FIRST).keys() - state.shown("new-1").keys()
    which = sorted(state.shown(FIRST)).index(side)
    state.handle_otherwise(who=0, which=which, exposure=Exposure.SAFE_TO_SPEAK, pinned=True)
    state.correct(who=0, which=which, told=False)
    state.forget(who=2, which=0)
    state.settle()
    state.forget(who=0, which=0)
    state.teardown()


def test_a_version_goes_back_with_the_words_that_were_forgotten_elsewhere(machine: type[Devices]) -> None:
    """What one device had corrected, another one pinned, and pinned again when its words were already forgotten on the
    first: its last version is taken back, and the memory is the corrected one."""
    state = machine()
    state.begin(seed=1)
    state.set(who=0, key="pace", value="clear")
    state.correct(who=0, which=0, told=False)
    state.handle_otherwise(who=1, which=0, exposure=Exposure.SAFE_TO_SPEAK, pinned=True)
    for who in (1, 0):
        state.sync(who)
    (side,) = state.shown(FIRST).keys() - state.shown(SECOND).keys()
    state.forget(who=0, which=sorted(state.shown(FIRST)).index(side))
    state.handle_otherwise(who=1, which=0, exposure=Exposure.SAFE_TO_TEXT, pinned=True)
    state.holds_at_every_moment()
    assert set(state.versions.values()) == {2, 3}
    for who in (0, 1):
        state.sync(who)
        state.holds_at_every_moment()
    assert set(state.versions.values()) == {2}
    state.teardown()


def test_a_version_that_goes_back_by_itself_is_seen(machine: type[Devices]) -> None:
    state = machine()
    state.begin(seed=1)
    state.correct(who=0, which=0, told=False)
    state.holds_at_every_moment()
    state.house.vaults[FIRST].database.run("UPDATE atom SET version = 1")
    with pytest.raises(AssertionError, match="versions do not go back"):
        state.holds_at_every_moment()
    state.house.vaults[FIRST].database.run("UPDATE atom SET version = 2")
    state.teardown()


def _went_another_way(error: BaseException) -> bool:
    """Whether Hypothesis could not repeat what it had found, because ids are random: it keeps back what it saw."""
    return isinstance(error, Flaky) and not isinstance(error, BaseExceptionGroup)


def _assertions(error: BaseException) -> Iterator[AssertionError]:
    """What an invariant said, alone or in a group."""
    if isinstance(error, BaseExceptionGroup):
        for each in error.exceptions:
            yield from _assertions(each)
    elif isinstance(error, AssertionError):
        yield error
