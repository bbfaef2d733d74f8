"""Nearness is a whole number: the whole share for the same words, nothing for others, and no machine decides."""

from __future__ import annotations

import numpy as np

from memory.nearness.near_documents import nearest_positions, nearness_by_position
from memory.nearness.policy import FULL_LENGTH, MAX_NEAR_DOCUMENTS, VECTOR_SHARE_MILLI


def vector(*numbers: int) -> bytes:
    return np.array(numbers, np.int8).tobytes()


ASKED = vector(FULL_LENGTH, 0)


def test_the_same_words_add_the_whole_share_and_others_nothing() -> None:
    found = nearness_by_position(ASKED, ((1, ASKED), (2, vector(0, FULL_LENGTH)), (3, vector(-FULL_LENGTH, 0))))
    assert found == {1: VECTOR_SHARE_MILLI}


def test_it_grows_with_nearness_and_is_whole() -> None:
    found = nearness_by_position(ASKED, [(at, vector(at, 0)) for at in range(FULL_LENGTH + 1)])
    assert [found[at] for at in sorted(found)] == sorted(found.values())
    assert found == {at: at * VECTOR_SHARE_MILLI // FULL_LENGTH for at in range(FULL_LENGTH + 1) if at in found}
    assert 0 not in found
    assert all(isinstance(gain, int) for gain in found.values())


def test_vectors_of_another_length_and_waiting_ones_are_left_out() -> None:
    assert nearness_by_position(ASKED, ((1, vector(FULL_LENGTH)), (2, b""))) == {}
    assert nearness_by_position(b"", ((1, b""),)) == {}
    assert nearness_by_position(ASKED, ()) == {}


def test_the_nearest_that_are_not_known_come_the_later_first_among_equals() -> None:
    gains = dict.fromkeys(range(2 * MAX_NEAR_DOCUMENTS), 5) | {7: 9}
    found = nearest_positions(gains, (8,))
    assert len(found) == MAX_NEAR_DOCUMENTS
    assert found[:3] == (7, 2 * MAX_NEAR_DOCUMENTS - 1, 2 * MAX_NEAR_DOCUMENTS - 2)
    assert nearest_positions({8: 5}, (8,)) == ()
