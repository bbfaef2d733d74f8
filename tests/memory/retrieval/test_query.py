"""Promise: any text may be asked; what comes back is bounded, and a hostile text is a text."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memory.core.policy import MemoryPolicy
from memory.retrieval.retrieve import cut_excerpt, question_stems
from memory.text.stemming import stems
from tests.budgets import QUESTIONS
from tests.memory.retrieval.talk_vault import TalkLine, find, index_of, refs, vault_with_talk

TALK = [
    TalkLine(n, f'The {w} OR near* "{w}" is in the archive', f"s-{n % 3}", atom=f"n:{n}")
    for n, w in enumerate(
        ("tulip", "rose", "NOT", "NEAR", "caf\u00e9", "\u05e9\u05dc\u05d5\u05dd", "\U0001f600 smile"), start=1
    )
]

HOSTILE = [
    "",
    "   ",
    "?",
    '"',
    'tulip"',
    "tulip AND",
    "NEAR(tulip rose, 5)",
    "text:tulip",
    "tulip*",
    "^tulip",
    "-tulip",
    "(((",
    "'; DROP TABLE archive; --",
    "%_%",
    "\0tulip\0",
    "tulip\x1b[31m",
    "\U0001f600\U0001f600",
    "\u202etulip",
    "\ufdfa" * 50,
    "e\u0301" * 200,
    '["tulip","rose"]',
    '\\"\\\\',
    "\ud800 tulip",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_a_hostile_question_is_a_question(text: str) -> None:
    with vault_with_talk(TALK) as vault:
        before = index_of(vault)
        found = find(vault, text)
        assert index_of(vault) == before
        if "tulip" in stems(text):
            assert "t-0001" in {item.turn_id for item in found.items}


@settings(max_examples=QUESTIONS.now, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(max_size=60))
def test_any_question_gives_a_list_within_its_caps(text: str) -> None:
    with vault_with_talk(TALK[:2]) as vault:
        items = find(vault, text + " tulip").items
        assert len(items) <= MemoryPolicy().max_ranked_items
        assert [item.tier for item in items] == sorted(item.tier for item in items)
        assert len({item.ref for item in items}) == len(items)


def test_a_question_of_a_hundred_thousand_characters_is_answered() -> None:
    with vault_with_talk(TALK) as vault:
        assert refs(vault, "tulip " + "noise " * 16_660)[0] in ("t-0001", TALK[0].atoms[0].atom_id)
        assert find(vault, "\u0644" * 100_000).items == ()


def test_a_line_of_a_hundred_thousand_characters_is_found_and_excerpted() -> None:
    long = "filler words here " * 5_500 + "the plumber is called Ignatius"
    with vault_with_talk([TalkLine(1, long), TalkLine(2, "something else", "s-2")]) as vault:
        assert refs(vault, "What is the plumber called?")[0] == "t-0001"
    piece = cut_excerpt(long, question_stems("What is the plumber called?"), 200)
    assert "plumber is called Ignatius" in piece
    assert len(piece) <= 200


def test_no_more_than_the_policy_allows_is_named() -> None:
    policy = MemoryPolicy(max_ranked_items=5, max_ranked_documents=4, max_candidates=6, max_postings_read=6)
    talk = [TalkLine(n, f"tulip {n}", f"s-{n}", atom=f"n:{n}") for n in range(1, 15)]
    with vault_with_talk(talk) as vault:
        found = find(vault, "tulip", policy=policy).items
    assert 0 < len(found) <= 5


def test_a_word_too_common_to_be_read_still_counts_where_a_rare_one_points() -> None:
    policy = MemoryPolicy(max_postings_read=8)
    talk = [TalkLine(n, "tulip again", f"s-{n}") for n in range(1, 12)]
    talk += [TalkLine(20, "the gardener came", "s-20"), TalkLine(21, "the gardener planted a tulip", "s-21")]
    with vault_with_talk(talk) as vault:
        found = find(vault, "gardener tulip", policy=policy).items
    assert [item.ref for item in found] == ["t-0021", "t-0020"]


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=400), st.frozensets(st.sampled_from(("tulip", "rose", "a")), max_size=3), st.integers(0, 90))
def test_an_excerpt_is_no_longer_than_allowed_and_of_the_text(text: str, terms: frozenset[str], most: int) -> None:
    piece = cut_excerpt(text, terms, most)
    assert len(piece) <= most
    assert piece.removeprefix("\u2026").removesuffix("\u2026").strip() in text


def test_an_excerpt_shows_the_place_where_most_of_the_question_stands() -> None:
    text = "rose " + "x " * 300 + "here the tulip met the rose in May " + "y " * 300 + "tulip"
    assert "tulip met the rose" in cut_excerpt(text, frozenset({"tulip", "rose"}), 120)


def test_words_of_the_talk_itself_are_asked_for_only_when_nothing_else_is() -> None:
    assert question_stems("which harbour did I mention in our conversation") == question_stems("which harbour")
    assert question_stems("what did we discuss")


def test_what_selene_is_asked_to_do_is_not_asked_for() -> None:
    assert question_stems("Can you show me the harbour repairs?") == question_stems("the harbour repairs")
    assert question_stems("could you please sketch the harbour") == question_stems("the harbour")
    assert question_stems("can you swim?") == question_stems("swim")


def test_a_question_about_what_selene_said_finds_her_words_first() -> None:
    talk = [
        TalkLine(1, "a matt varnish on the oak bench", "s-1"),
        TalkLine(2, "an oak bench wants a matt varnish", "s-2", selene=True),
    ]
    with vault_with_talk(talk) as vault:
        assert refs(vault, "which varnish did I put on the oak bench")[0] == "t-0001"
        assert refs(vault, "which varnish did you recommend for the oak bench")[0] == "t-0002"
