"""Promise: no bundle is above its caps, none holds what may not be seen, and its order is no accident (Q12)."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory.core.policy import MemoryPolicy
from memory.model.atoms import ArchivedLine, Atom, Channel, Exposure, Kind, Recall, Speaker, Tag
from memory.model.changes import Rule, RuleKind
from memory.model.ports import Gate
from memory.retrieval.context_bundle import BundleCandidates, compose_bundle
from memory.retrieval.hint_bundle import hint_terms
from memory.retrieval.recall_summary import summarise
from tests.memory.atom_builders import ENGLISH, NOW, POLICY, atom

GATE = Gate("u-1", True)
TEXTS = st.builds(lambda text, times: text * times, st.text('ab é漢😀\u202e\x00"', max_size=9), st.integers(1, 900))
ATOMS = st.builds(
    atom,
    st.integers(0, 10**6).map("a-{}".format),
    text=TEXTS,
    value=TEXTS,
    key=st.sampled_from(["name", "preference:tea", "x" * 90]),
    exposure=st.sampled_from(list(Exposure)),
    recall=st.sampled_from(list(Recall)),
    user_id=st.sampled_from(["u-1", "u-2"]),
)


def _line(text: str, number: int = 1) -> ArchivedLine:
    return ArchivedLine(f"t-{number}", f"t-{number}", "s", "u-1", Speaker.USER, "", text, NOW, 1)


@settings(max_examples=80, deadline=None)
@given(
    pushed=st.lists(ATOMS, max_size=12),
    ranked=st.lists(ATOMS, max_size=40),
    lines=st.lists(TEXTS.map(_line), max_size=9),
    channel=st.sampled_from(list(Channel)),
    asked=st.booleans(),
)
def test_no_bundle_is_above_its_caps_or_holds_what_may_not_be_seen(
    pushed: list[Atom], ranked: list[Atom], lines: list[ArchivedLine], channel: Channel, asked: bool
) -> None:
    gate = replace(GATE, channel=channel, asked=asked)
    bundle = compose_bundle(gate, BundleCandidates(pushed, ranked, lines), NOW.at_ms, POLICY, ENGLISH)
    assert len(bundle.payload) <= 32 * 1024
    assert len(bundle.items) <= 20
    assert len(bundle.excerpts) <= 2
    assert all(len(excerpt.text) <= 1_200 for excerpt in bundle.excerpts)
    assert all(len(piece) <= 240 for excerpt in bundle.excerpts for piece in excerpt.pieces)
    assert all(len({line.session_id for line in excerpt.lines}) == 1 for excerpt in bundle.excerpts)
    for item in bundle.items:
        assert item.atom.exposure is not Exposure.INTERNAL_ONLY
        assert item.atom.user_id == "u-1"
        assert channel is Channel.TEXT or item.atom.exposure is Exposure.SAFE_TO_SPEAK
        assert asked or item.atom.recall is not Recall.ONLY_IF_ASKED


@pytest.mark.parametrize("most", [0, 1, 7])
def test_a_smaller_cap_cuts_from_the_end(most: int) -> None:
    ranked = [atom(f"a-{number}") for number in range(9)]
    policy = MemoryPolicy(max_bundle_atoms=most)
    bundle = compose_bundle(GATE, BundleCandidates(ranked=ranked), NOW.at_ms, policy, ENGLISH)
    assert [item.atom.atom_id for item in bundle.items] == [one.atom_id for one in ranked[:most]]


def test_bytes_are_cut_from_the_end_and_nothing_in_half() -> None:
    ranked = [atom(f"a-{number}", text="é" * 1_000) for number in range(20)]
    bundle = compose_bundle(GATE, BundleCandidates(ranked=ranked, lines=[_line("x")]), NOW.at_ms, POLICY, ENGLISH)
    assert 0 < len(bundle.items) < 20
    assert bundle.excerpts == ()
    assert all(item.atom.text == "é" * 1_000 for item in bundle.items)


def test_the_same_candidates_give_the_same_bytes() -> None:
    ranked = [atom(f"a-{number}") for number in range(5)]
    same_key = {"preference:favorite color": ranked}
    first, second = (
        compose_bundle(GATE, BundleCandidates(ranked=ranked, same_key=same_key), NOW.at_ms, POLICY, ENGLISH)
        for _ in range(2)
    )
    assert first.payload == second.payload
    assert first.digest == second.digest


def test_what_is_pushed_comes_first_and_once() -> None:
    name = atom("a-9", kind=Kind.NAME, key="name")
    other = atom("a-1")
    bundle = compose_bundle(GATE, BundleCandidates(pushed=[name], ranked=[other, name]), NOW.at_ms, POLICY, ENGLISH)
    assert [(item.atom.atom_id, item.pushed) for item in bundle.items] == [("a-9", True), ("a-1", False)]


def test_an_unidentified_speaker_gets_an_empty_bundle() -> None:
    gate = replace(GATE, identified=False)
    bundle = compose_bundle(gate, BundleCandidates(ranked=[atom()], lines=[_line("x")]), NOW.at_ms, POLICY, ENGLISH)
    assert (bundle.items, bundle.excerpts, bundle.payload) == ((), (), b"{}")


def test_the_last_gate_knows_the_do_not_mention_rules_too() -> None:
    rule = Rule("r-1", "u-1", RuleKind.DO_NOT_MENTION, "favorite colors", 0, "USER_CONTROL")
    candidates = BundleCandidates(ranked=[atom()], lines=[_line("her favorite color")], rules=[rule])
    bundle = compose_bundle(GATE, candidates, NOW.at_ms, POLICY, ENGLISH)
    assert (bundle.items, bundle.excerpts, bundle.suppressed) == ((), (), 2)


def test_current_state_wins_over_memory() -> None:
    candidates = BundleCandidates(ranked=[atom(key="language", value="german")], state={"language": "english"})
    bundle = compose_bundle(GATE, candidates, NOW.at_ms, POLICY, ENGLISH)
    assert bundle.items[0].tag is Tag.CONFLICT
    agreeing = replace(candidates, state={"language": "German"})
    assert compose_bundle(GATE, agreeing, NOW.at_ms, POLICY, ENGLISH).items[0].tag is Tag.CONFIRMED


@given(st.lists(TEXTS, max_size=30))
def test_a_summary_has_at_most_ten_items_and_fits(texts: list[str]) -> None:
    shown = summarise([atom(f"a-{n}", text=text) for n, text in enumerate(texts)], 100, POLICY)
    assert len(shown) <= 10
    assert sum(len(one.text.encode("utf-8", "surrogatepass")) for one in shown) + 100 <= 1_024


@given(st.lists(st.text(max_size=80), max_size=150))
def test_hints_are_at_most_100_terms_and_4_kilobytes(values: list[str]) -> None:
    terms = hint_terms(values[:20], values[20:40], values[40:90], values[90:], POLICY)
    assert len(terms) <= 100
    assert sum(len(term.encode("utf-8", "surrogatepass")) + 1 for term in terms) <= 4 * 1_024
    assert len({term.casefold() for term in terms}) == len(terms)


def test_names_and_the_words_of_packages_share_what_corrections_leave() -> None:
    names, packaged = [f"name {n}" for n in range(500)], [f"product {n}" for n in range(500)]
    terms = hint_terms(["Ana", "ana"], ["product 7"], names, packaged, POLICY)
    assert terms[:4] == ("Ana", "product 7", "name 0", "product 0")
    assert len(terms) == 100
    assert sum(term.startswith("name") for term in terms) == 50
    assert hint_terms((), (), ["Porto"], (), POLICY) == ("Porto",)


def test_the_order_given_is_the_order_kept() -> None:
    """Retrieval decides the order; the composer adds no chance of its own."""
    ranked = [atom(f"a-{number}") for number in range(20)]
    random.Random(7).shuffle(ranked)
    bundle = compose_bundle(GATE, BundleCandidates(ranked=ranked), NOW.at_ms, POLICY, ENGLISH)
    assert [item.atom for item in bundle.items] == ranked
