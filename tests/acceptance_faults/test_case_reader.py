"""A case file that could mislead is refused, with the place and the reason."""

from __future__ import annotations

import pytest

from acceptance.cases.case_reader import parse_case_file, script_of
from acceptance.cases.memory_cases import InvalidCase, MemoryCase

TEST = "AT_Q12_MEM_TAGGING"
FRAME = "promise: p\ncases:\n  - {{id: a, why: w, {}}}\n"


def case_file(rest: str) -> str:
    return FRAME.format(rest)


@pytest.mark.parametrize(
    ("rest", "reason"),
    [
        ("turns: [{text: hello}]", "nothing is expected"),
        ("turns: []", "nobody says anything"),
        ("turns: [{text: hello, expect: {replies: [x]}}]", "unknown field"),
        ("turns: [{text: hello, expect: {question: true, question: false}}]", "stands twice"),
        ("turns: [{text: hello, expect: {question: perhaps}}]", "bool"),
        ("turns: [{text: hello, now: someday, expect: {question: true}}]", "moment"),
        ("turns: [{text: hello, expect: {question: true}}, {replay_of: 2}]", "not an earlier one"),
        ("turns: [{text: hello, expect: {same_as_turn: 1}}]", "not an earlier one"),
    ],
)
def test_a_case_that_misleads_is_refused(rest: str, reason: str) -> None:
    with pytest.raises(InvalidCase, match=reason):
        parse_case_file(TEST, case_file(rest))


def test_two_cases_cannot_share_a_name() -> None:
    text = case_file("turns: [{text: hello, expect: {question: true}}]")
    with pytest.raises(InvalidCase, match="one id"):
        parse_case_file(TEST, text + text.split("cases:\n")[1])


def test_a_file_must_belong_to_a_gate() -> None:
    with pytest.raises(InvalidCase, match="no gate"):
        parse_case_file("AT_Q99_MEM_TAGGING", case_file("turns: [{text: hello, expect: {question: true}}]"))


def test_words_that_other_readers_of_yaml_turn_into_values_stay_words() -> None:
    fixture = parse_case_file(TEST, case_file("turns: [{text: no, expect: {reply_has: [yes, 12, 2026-03-01]}}]"))
    (case,) = fixture.cases
    assert isinstance(case, MemoryCase)
    turn = case.turns[0]
    assert (turn.text, turn.expect.reply_has) == ("no", ("yes", "12", "2026-03-01"))


def test_time_moves_as_the_turns_say_and_a_replay_does_not_move_it() -> None:
    turns = (
        "turns: [{text: a}, {text: 'b{n}', times: 2, now: +1d}, {replay_of: 1}, {text: c, expect: {question: true}}]"
    )
    fixture = parse_case_file(TEST, case_file(f"now: 2026-03-02T09:00:00+00:00, {turns}"))
    (case,) = fixture.cases
    assert isinstance(case, MemoryCase)
    said = [(line.text, line.now[:19]) for line in script_of(case)]
    assert said == [
        ("a", "2026-03-02T09:00:00"),
        ("b1", "2026-03-03T09:00:00"),
        ("b2", "2026-03-04T09:00:00"),
        ("a", "2026-03-02T09:00:00"),
        ("c", "2026-03-04T09:00:20"),
    ]
