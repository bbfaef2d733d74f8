"""Promise: a new fact never overwrites an old one in silence, and confidence moves by fixed deltas only (Q13)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.core.policy import CONFIDENCE_DELTAS_BP, DAY_MS, FRESHNESS_DAYS
from memory.extraction.correction_rules import correct_atom
from memory.model.atoms import Kind, Provenance, Status, Tag
from memory.rules.confidence import adjust_confidence, next_version
from memory.rules.conflict import confirm_atom, make_outdated, resolve_conflict, settle_conflict
from memory.rules.freshness import is_stale, tag_of
from tests.memory.atom_builders import ENGLISH, NOW, POLICY, atom, turn

OLD = atom()
NEW = atom("a-2", value="blue", text="my favorite color is blue")


def test_a_new_key_is_kept_as_it_is() -> None:
    weighed = resolve_conflict(NEW, (), NOW.at_ms, POLICY, ENGLISH)
    assert (weighed.new, weighed.changed, weighed.ask_about) == ((NEW,), (), ())


def test_a_different_value_leaves_the_old_one_untouched_and_asks() -> None:
    weighed = resolve_conflict(NEW, (OLD,), NOW.at_ms, POLICY, ENGLISH)
    assert weighed.changed == ()
    assert [(one.status, one.reason_code) for one in weighed.new] == [(Status.UNCERTAIN, "CONFLICT")]
    assert [one.atom_id for one in weighed.ask_about] == ["a-1", "a-2"]


@pytest.mark.parametrize("value", ["Green", " green ", "gréen", "the green"])
def test_the_same_value_is_a_restatement(value: str) -> None:
    weighed = resolve_conflict(atom("a-2", value=value), (OLD,), NOW.at_ms, POLICY, ENGLISH)
    assert weighed.new == ()
    assert [(one.atom_id, one.reason_code, one.version) for one in weighed.changed] == [("a-1", "RESTATED", 2)]


def test_a_yes_replaces_and_a_no_drops() -> None:
    replaced, approved = settle_conflict(OLD, NEW, True, NOW.at_ms, POLICY)
    assert (replaced.status, replaced.superseded_by) == (Status.REPLACED, "a-2")
    assert (approved.status, approved.provenance, approved.supersedes) == (
        Status.USER_APPROVED,
        Provenance.VERIFIED,
        "a-1",
    )
    kept, dropped = settle_conflict(OLD, NEW, False, NOW.at_ms, POLICY)
    assert (kept.status, kept.value) == (Status.USER_APPROVED, "green")
    assert dropped.status is Status.REPLACED


@given(st.integers(0, 10_000), st.sampled_from(sorted(CONFIDENCE_DELTAS_BP)), st.integers(0, 10**13))
def test_confidence_moves_by_its_reason_alone(start: int, reason: str, learned: int) -> None:
    """Whatever the clock says."""
    one = atom(confidence_bp=start, learned_at_ms=learned)
    after = next_version(one, reason, POLICY)
    assert after.confidence_bp == max(0, min(10_000, start + CONFIDENCE_DELTAS_BP[reason]))
    assert after.confidence_bp == adjust_confidence(start, reason, POLICY)
    assert (after.version, after.reason_code) == (2, reason)


@pytest.mark.parametrize("kind", list(Kind))
def test_every_kind_has_a_window_and_is_stale_past_it(kind: Kind) -> None:
    window = FRESHNESS_DAYS[kind] * DAY_MS
    one = atom(kind=kind, learned_at_ms=0)
    assert not is_stale(one, window, POLICY)
    assert is_stale(one, window + 1, POLICY)
    assert not is_stale(atom(kind=kind, learned_at_ms=0, last_used_at_ms=window), window + 1, POLICY)
    assert not is_stale(one, -window, POLICY)


def test_tags() -> None:
    now = NOW.at_ms
    assert tag_of(OLD, (OLD,), now, POLICY, ENGLISH) is Tag.CONFIRMED
    assert tag_of(OLD, (OLD, NEW), now, POLICY, ENGLISH) is Tag.CONFLICT
    assert tag_of(OLD, (OLD,), now + 366 * DAY_MS, POLICY, ENGLISH) is Tag.STALE
    assert tag_of(atom(confidence_bp=4_999), (), now, POLICY, ENGLISH) is Tag.TENTATIVE
    assert tag_of(atom(status=Status.UNCERTAIN), (), now, POLICY, ENGLISH) is Tag.TENTATIVE
    assert tag_of(atom(status=Status.CONTRADICTED), (), now, POLICY, ENGLISH) is Tag.CONFLICT
    assert tag_of(make_outdated(OLD, POLICY), (), now, POLICY, ENGLISH) is Tag.STALE
    assert tag_of(confirm_atom(atom(confidence_bp=4_500), now, POLICY), (), now, POLICY, ENGLISH) is Tag.CONFIRMED


def test_another_users_atom_is_no_contradiction() -> None:
    assert tag_of(OLD, (atom("a-2", value="blue", user_id="u-2"),), NOW.at_ms, POLICY, ENGLISH) is Tag.CONFIRMED


def test_what_is_over_contradicts_nothing() -> None:
    over = atom(kind=Kind.DATE, value="on monday", valid_from_ms=0, valid_until_ms=NOW.at_ms)
    coming = atom("a-2", kind=Kind.DATE, value="on friday", valid_from_ms=NOW.at_ms + 1, valid_until_ms=NOW.at_ms + 9)
    weighed = resolve_conflict(coming, (over,), NOW.at_ms, POLICY, ENGLISH)
    assert weighed.ask_about == ()
    assert weighed.new == (coming,)
    assert weighed.changed[0].status is Status.OUTDATED


def test_a_correction_changes_exactly_one_atom_and_keeps_the_rest_of_the_words() -> None:
    said = turn("no, it's blue, not green")
    done = correct_atom(said, "green", "blue", (9, 13), (OLD, NEW), POLICY, ENGLISH)
    assert done.atom is not None
    assert (done.atom.atom_id, done.atom.text) == ("a-1", "my favorite color is blue")
    assert done.pair is not None
    assert (done.pair.heard, done.pair.meant, done.pair.delta_bp) == ("green", "blue", 500)


def test_a_correction_touches_whole_words_only() -> None:
    one = atom(text="my aunt Ana lives in Havana", value="Havana")
    done = correct_atom(turn("no, Eva, not Ana"), "Ana", "Eva", (4, 7), (one,), POLICY, ENGLISH)
    assert done.atom is not None
    assert done.atom.text == "my aunt Eva lives in Havana"


@pytest.mark.parametrize("meant", ["17", "seventeen", "on friday", "500 euros", "Eva"])
def test_names_numbers_dates_and_amounts_alone_need_a_yes(meant: str) -> None:
    done = correct_atom(turn(f"no, it's {meant}"), "", meant, (9, 9 + len(meant)), (OLD,), POLICY, ENGLISH)
    assert done.atom is None
    assert done.ask == OLD
