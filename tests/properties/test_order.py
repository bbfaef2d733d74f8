"""Promise: what is selected, and its order, are the same for any insertion order, hash seed, time zone and locale."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from acceptance.cases import After, Case, SeedAtom, Turn
from acceptance.judge import judge
from acceptance.play import WORLDS, Stage

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
def stage() -> Iterator[Stage]:
    stage = Stage()
    yield stage
    stage.close()


@settings(max_examples=12, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.lists(seeds, min_size=2, max_size=40))
def test_three_worlds_give_one_answer(stage: Stage, seed: list[SeedAtom]) -> None:
    turns = tuple(Turn(text=text, aloud=aloud) for text in QUESTIONS for aloud in (False, True))
    case = Case(id="any", why="any vault", seed=tuple(seed), turns=turns, after=After())
    first, *others = (stage.play(case, world) for world in WORLDS)
    assert judge(case, first, others) == ()
