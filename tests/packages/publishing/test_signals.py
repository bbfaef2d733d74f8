"""Derived signals (2.4.3): only with consent, only in groups, and shown as the very bytes that would leave."""

from __future__ import annotations

import json
from itertools import permutations

import pytest

from packages.core.policy import PackagePolicy
from packages.publishing.derived_signals import ObservedSignal, SignalKind, SignalRow, Signals, outgoing_signals

POLICY = PackagePolicy(min_group_people=3)
PEOPLE = ("ana", "ben", "cem", "dora")


def seen(
    key: str, people: tuple[str, ...] = PEOPLE, kind: SignalKind = SignalKind.WORD, count: int = 1
) -> list[ObservedSignal]:
    return [ObservedSignal(person, kind, key, count) for person in people]


def test_nothing_leaves_without_consent() -> None:
    assert outgoing_signals(seen("mandoline"), (), POLICY) == Signals((), 0)


def test_a_row_leaves_only_when_enough_consenting_people_are_behind_it() -> None:
    two = outgoing_signals(seen("mandoline"), PEOPLE[:2], POLICY)
    assert two == Signals((), 1)
    three = outgoing_signals(seen("mandoline"), PEOPLE[:3], POLICY)
    assert three.rows == (SignalRow(SignalKind.WORD, "mandoline", 3, 3),)


def test_one_person_who_says_it_a_thousand_times_is_one_person() -> None:
    assert outgoing_signals(seen("mandoline", ("ana",), count=1_000), PEOPLE, POLICY).rows == ()
    rows = outgoing_signals(seen("mandoline", PEOPLE[:3], count=1_000), PEOPLE, POLICY).rows
    assert rows[0].count == 3 * POLICY.max_count_per_person


def test_numbers_are_rounded_down_to_groups() -> None:
    assert outgoing_signals(seen("mandoline"), PEOPLE, POLICY).rows == (SignalRow(SignalKind.WORD, "mandoline", 3, 3),)


@pytest.mark.parametrize(
    "key",
    ["anna", "john smith", "4111 1111 1111 1111", "ana@example.org", "i live in the red house", "", "my pin is 1"],
)
def test_names_numbers_and_sentences_stay_however_many_people_said_them(key: str) -> None:
    assert outgoing_signals(seen(key), PEOPLE, POLICY) == Signals((), 1)


def test_what_is_shown_is_what_would_be_sent_and_names_no_person() -> None:
    signals = outgoing_signals(seen("wakes_falsely", kind=SignalKind.WAKE_ERROR), PEOPLE, POLICY)
    assert json.loads(signals.as_bytes())["rows"] == [["wake_error", "wakes_falsely", 3, 3]]
    assert not any(person.encode() in signals.as_bytes() for person in PEOPLE)


def test_the_order_of_observation_decides_nothing() -> None:
    observed = [*seen("one", PEOPLE[:3]), ObservedSignal("dora", SignalKind.SLANG, "two")]
    found = {outgoing_signals(order, PEOPLE, POLICY).as_bytes() for order in permutations(observed)}
    assert len(found) == 1


def test_the_number_of_rows_is_bounded() -> None:
    policy = PackagePolicy(min_group_people=1, max_signal_rows=2)
    observed = [one for key in ("aa", "bb", "cc") for one in seen(key)]
    found = outgoing_signals(observed, PEOPLE, policy)
    assert (len(found.rows), found.withheld) == (2, 1)
