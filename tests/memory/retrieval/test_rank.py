"""Promise: scores are BM25 as the books have it, against a second implementation in plain fractions."""

from __future__ import annotations

import math
from fractions import Fraction

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memory.retrieval.query import parse_query
from memory.retrieval.rank import concept_impact
from memory.retrieval.scored_document import tier_of, weight_of
from tests.budgets import RANKINGS
from tests.memory.retrieval.talk_vault import TalkLine, find, vault_with_talk

WORDS = ("heron", "basalt", "quince", "lantern", "meadow", "cobalt")
K1, B, USUAL = Fraction(12, 10), Fraction(65, 100), 30


def bm25(question: set[str], documents: dict[str, set[str]]) -> dict[str, float]:
    """The share of the question's weight that each document carries, by the formula."""

    def idf(word: str) -> float:
        holding = sum(word in words for words in documents.values())
        return math.log(1 + (len(documents) - holding + 0.5) / (holding + 0.5))

    whole = sum(idf(word) for word in question)
    return {
        name: sum(idf(word) for word in question & words)
        * float((K1 + 1) / (1 + K1 * (1 - B + B * len(words) / USUAL)))
        / whole
        for name, words in documents.items()
    }


@settings(max_examples=RANKINGS.now, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.lists(st.sets(st.sampled_from(WORDS), min_size=1), min_size=2, max_size=6),
    st.sets(st.sampled_from(WORDS), min_size=1),
)
def test_lines_without_neighbours_are_ordered_by_bm25(documents: list[set[str]], question: set[str]) -> None:
    said = [TalkLine(n, " ".join(sorted(words)), f"s-{n}") for n, words in enumerate(documents)]
    expected = bm25(question, {one.turn_id: words for one, words in zip(said, documents, strict=True)})
    with vault_with_talk(said) as vault:
        found = {item.ref: item.score_milli for item in find(vault, " ".join(sorted(question))).items}
    for name, share in expected.items():
        session_share = 100
        assert share == 0 or name in found
        if name in found:
            assert -12 <= found[name] - share * 1_000 <= session_share + 12


def test_a_rarer_word_weighs_more_and_nothing_weighs_less_than_nothing() -> None:
    weights = [weight_of(docs, 1_000) for docs in range(1_001)]
    assert weights == sorted(weights, reverse=True)
    assert min(weights) >= 0
    assert weight_of(5_000, 10) == weight_of(10, 10)


def test_a_longer_document_gains_less_from_the_same_word() -> None:
    gains = [concept_impact(1_000, words) for words in range(1, 255)]
    assert gains == sorted(gains, reverse=True)


def test_tiers_are_steps_below_the_best() -> None:
    assert [tier_of(score, 1_000) for score in (1_000, 951, 950, 500, 1)] == [0, 0, 1, 10, 19]


def test_questions_about_the_past_have_no_present_subject() -> None:
    assert parse_query("What database does Sterling Logic use?").subject == {"sterl", "logic"}
    assert parse_query("What CRM does Keystone Labs use?").subject == {"keyston", "lab"}
    assert parse_query("What database did Sterling Logic use?").subject == frozenset()
    assert parse_query("what database does sterling logic use").subject == frozenset()
