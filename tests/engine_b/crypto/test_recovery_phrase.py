"""Promise: 24 words give back exactly their 32 bytes, or one of three errors that tells nobody what was typed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine_b.core.sync_errors import SyncError, WordChecksum, WordCount, WordUnknown
from engine_b.crypto.recovery_phrase import entropy_from_phrase, phrase_from_entropy, quiz_positions

ENTROPY = bytes(range(32))
WORDS = phrase_from_entropy(ENTROPY)


@given(st.binary(min_size=32, max_size=32))
def test_words_give_their_bytes_back(entropy: bytes) -> None:
    words = phrase_from_entropy(entropy)
    assert len(words) == 24
    assert entropy_from_phrase(" ".join(words)) == entropy


@pytest.mark.parametrize(
    "text",
    [
        "\n".join(f"{number}. {word.capitalize()}" for number, word in enumerate(WORDS, start=1)),
        "\r\n".join(f"{number:02d}) {word.upper()}\t" for number, word in enumerate(WORDS, start=1)),
        ", ".join(WORDS) + ".\n",
        "  " + " \u00a0 ".join(word[:4] for word in WORDS),
        " ".join(f"{number}.{word}" for number, word in enumerate(WORDS, start=1)),
        "\ufeff".join(["", "-".join(WORDS)]),
    ],
    ids=["list", "capitals", "commas", "four-letters", "glued-numbers", "byte-order-mark"],
)
def test_any_way_to_write_them_down_is_read(text: str) -> None:
    assert entropy_from_phrase(text) == ENTROPY


@pytest.mark.parametrize("count", [0, 1, 12, 23, 25, 300])
def test_another_count_is_its_own_error(count: int) -> None:
    with pytest.raises(WordCount) as caught:
        entropy_from_phrase(" ".join((WORDS * 13)[:count]))
    assert caught.value.found == count


@pytest.mark.parametrize("wrong", ["abandn", "aba", "hunter2hunter", "ünïcode", "z" * 100_000])
def test_a_word_that_is_none_is_told_by_its_position_and_never_repeated(wrong: str) -> None:
    with pytest.raises(WordUnknown) as caught:
        entropy_from_phrase(" ".join([*WORDS[:6], wrong, *WORDS[7:]]))
    assert caught.value.position == 7
    assert wrong not in str(caught.value) + repr(caught.value)
    assert caught.value.__cause__ is None


def test_a_slip_of_the_pen_is_shown_the_word_that_was_meant() -> None:
    with pytest.raises(WordUnknown) as caught:
        entropy_from_phrase(" ".join(["abandn", *WORDS[1:]]))
    assert "abandon" in caught.value.suggestions
    assert "abandon" in str(caught.value)


def test_words_in_another_order_fail_the_checksum() -> None:
    with pytest.raises(WordChecksum):
        entropy_from_phrase(" ".join([WORDS[1], WORDS[0], *WORDS[2:]]))


def test_the_three_errors_have_three_codes_and_statuses() -> None:
    kinds: list[type[SyncError]] = [WordUnknown, WordCount, WordChecksum]
    assert len({kind.code for kind in kinds}) == len({kind.exit_status for kind in kinds}) == 3


@pytest.mark.parametrize("size", [0, 16, 31, 33])
def test_only_32_bytes_have_24_words(size: int) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        phrase_from_entropy(bytes(size))


@given(st.binary(min_size=1, max_size=64))
def test_the_quiz_asks_for_three_different_words(seed: bytes) -> None:
    asked = quiz_positions(seed)
    assert asked == quiz_positions(seed)
    assert list(asked) == sorted(set(asked))
    assert all(1 <= position <= 24 for position in asked)


def test_the_quiz_asks_for_every_word_sometimes() -> None:
    asked = {position for seed in range(200) for position in quiz_positions(bytes([seed]))}
    assert asked == set(range(1, 25))
