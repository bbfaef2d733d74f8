"""Promise: over adversarial turns, 2,000 of them in `make soak`, what is INTERNAL_ONLY, silenced or another's is in no
bundle, reply, event, message or measurement, and readable in no file.
"""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from msgspec.structs import replace

from acceptance.cases.memory_cases import AtomExpectation, EndExpectation, MemoryCase
from acceptance.runner import CaseJob, run_case_jobs
from tests.acceptance_faults.all_faults import LAUNCH
from tests.budgets import ADVERSARIAL_VAULTS, PROCESSES
from tests.properties.adversary import CANARIES, INSIDE, OPENING, OTHERS, SEED, SILENCED, turns

VAULTS = ADVERSARIAL_VAULTS.now
TURNS = VAULTS * 500


def attack(number: int) -> MemoryCase:
    """Five hundred turns, on a vault of their own. At the end all of it is still there to be leaked."""
    each = TURNS // VAULTS
    kept = tuple(
        AtomExpectation(text_has=canary, user="bob" if canary in OTHERS else "")
        for canary in (*INSIDE, *SILENCED, *OTHERS)
    )
    return MemoryCase(
        id=f"attack_{number}",
        why="500 generated turns",
        seed=SEED,
        turns=(*OPENING, *turns(each, number * each)),
        canaries=CANARIES,
        after=EndExpectation(stored=kept, atoms_lack=(*INSIDE, *SILENCED)),
    )


ATTACKS = [attack(number) for number in range(VAULTS)]
LEAKS = {"internal_is_shown": INSIDE, "silence_is_not_kept": SILENCED, "everybody_is_the_owner": ("a voice",)}
"""What each broken gate brings out."""


@pytest.fixture(scope="module")
def wrong() -> Mapping[str, tuple[str, ...]]:
    """What is found wrong in each attack on Selene as she is, and with each gate broken."""
    few = replace(ATTACKS[0], turns=(*OPENING, *turns(60, 0)))
    whole = {case.id: CaseJob(case, ("none",)) for case in ATTACKS}
    jobs = whole | {fault: CaseJob(few, (fault,)) for fault in LEAKS}
    results = run_case_jobs(jobs.values(), LAUNCH, processes=PROCESSES)
    return {name: result.wrong for name, result in zip(jobs, results, strict=True)}


@pytest.mark.timeout(600)
def test_no_canary_comes_out_in_adversarial_turns(wrong: Mapping[str, tuple[str, ...]]) -> None:
    assert sum(len(case.turns) - len(OPENING) for case in ATTACKS) == TURNS
    assert {case.id: wrong[case.id] for case in ATTACKS if wrong[case.id]} == {}


@pytest.mark.parametrize("fault", LEAKS)
def test_the_same_turns_bring_it_out_when_a_gate_is_broken(wrong: Mapping[str, tuple[str, ...]], fault: str) -> None:
    assert any(leak in each for leak in LEAKS[fault] for each in wrong[fault]), wrong[fault]
