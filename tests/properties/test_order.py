"""Promise: what is selected, and its order, are the same for any insertion order, hash seed, time zone and locale."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from acceptance.cases.memory_cases import CaseTurn, EndExpectation, MemoryCase, SeedAtom
from acceptance.drivers.case_driver import CaseDriver
from acceptance.drivers.host_environment import HOST_ENVIRONMENTS
from acceptance.judges.memory_judge import judge_memory_case
from tests.budgets import WORLDS

WORDS = ("tulip", "bed", "harbour", "İstanbul", "ılık", "Straße", "STRASSE", "пион", "牡丹", "no", "1", "2")
QUESTIONS = (
    "what do you know about the tulip bed",
    "what do you remember about me",
    "tell me about istanbul strasse",
)

seeds = st.builds(
    SeedAtom,
    text=st.lists(st.sampled_from(WORDS), min_size=1, max_size=5).map(lambda words: " ".join((*words, "tulip"))),
    kind=st.sampled_from(("statement", "preference", "place")),
    provenance=st.sampled_from(("verified", "user_stated", "tool_derived", "inferred")),
    confidence_bp=st.sampled_from((3_000, 5_000, 9_000)),
    exposure=st.sampled_from(("SAFE_TO_SPEAK", "SAFE_TO_TEXT", "INTERNAL_ONLY")),
    pinned=st.booleans(),
    used_at=st.sampled_from(("", "2026-02-01", "2026-02-02")),
    use_count=st.integers(0, 2),
)


@pytest.fixture(scope="module")
def stage() -> Iterator[CaseDriver]:
    stage = CaseDriver(shared=True)
    yield stage
    stage.close()


@pytest.mark.timeout(900)
@settings(
    max_examples=WORLDS.now,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(seed=st.lists(seeds, min_size=2, max_size=40))
def test_three_worlds_give_one_answer(stage: CaseDriver, seed: list[SeedAtom]) -> None:
    turns = tuple(CaseTurn(text=text, aloud=aloud) for text in QUESTIONS for aloud in (False, True))
    case = MemoryCase(id="any", why="any vault", seed=tuple(seed), turns=turns, after=EndExpectation())
    first, *others = (stage.run_case(case, world) for world in HOST_ENVIRONMENTS)
    assert judge_memory_case(case, first, others) == ()
