"""The first meeting moves as it should at every stage, and only an account that was checked is ever made."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.languages import known_languages, load_language
from device.onboarding.onboarding_loop import phrases_of
from device.onboarding.onboarding_machine import Do, End, Meeting, Phrases, Sign, Stage, Step, greeted, listens, step
from memory.text.language_file import table

GREETING, WRITING, CHECKING, PARTING, ENDED = Stage
SPOKEN, READY, LATER, RESTORE, RIGHT, WRONG, BROKEN_OFF = Sign
SHOW, CLEAR, MAKE, KEEP = Do.SHOW_WORDS, Do.CLEAR, Do.MAKE_ACCOUNT, Do.KEEP_LATER
AT = {stage: Meeting(stage) for stage in (GREETING, WRITING, CHECKING)} | {
    PARTING: Meeting(PARTING, end=End.MADE),
    ENDED: Meeting(ENDED, end=End.MADE),
}
MOVES = {
    (GREETING, SPOKEN): Step(Meeting(WRITING), (SHOW,), "write"),
    (GREETING, READY): Step(Meeting(WRITING), (SHOW,), "write"),
    (GREETING, LATER): Step(Meeting(PARTING, end=End.LATER), (KEEP,), "later"),
    (GREETING, RESTORE): Step(Meeting(PARTING, end=End.RESTORE), (), "restore"),
    (GREETING, BROKEN_OFF): Step(Meeting(ENDED, end=End.BROKEN_OFF)),
    (WRITING, READY): Step(Meeting(CHECKING), (CLEAR,), "check"),
    (WRITING, LATER): Step(Meeting(PARTING, end=End.LATER), (CLEAR, KEEP), "later"),
    (WRITING, RESTORE): Step(Meeting(PARTING, end=End.RESTORE), (CLEAR,), "restore"),
    (WRITING, BROKEN_OFF): Step(Meeting(ENDED, end=End.BROKEN_OFF), (CLEAR,)),
    (CHECKING, RIGHT): Step(Meeting(CHECKING, asked=1), (), "next"),
    (CHECKING, WRONG): Step(Meeting(CHECKING, wrong=1), (), "again"),
    (CHECKING, BROKEN_OFF): Step(Meeting(ENDED, end=End.BROKEN_OFF), (CLEAR,)),
    (PARTING, SPOKEN): Step(Meeting(ENDED, end=End.MADE)),
    (PARTING, BROKEN_OFF): Step(Meeting(ENDED, end=End.MADE)),
}


@pytest.mark.parametrize("stage", Stage)
@pytest.mark.parametrize("sign", Sign)
def test_every_sign_at_every_stage_does_what_is_written_here_or_nothing(stage: Stage, sign: Sign) -> None:
    assert step(AT[stage], sign) == MOVES.get((stage, sign), Step(AT[stage]))


def test_the_third_right_word_makes_the_account_after_the_screen_is_clear() -> None:
    last = Meeting(CHECKING, asked=2, wrong=2)
    assert step(last, RIGHT) == Step(Meeting(PARTING, end=End.MADE), (CLEAR, MAKE), "made")


def test_the_third_wrong_answer_to_one_word_ends_it_without_an_account() -> None:
    paper = Meeting(CHECKING, asked=1, wrong=2)
    assert step(paper, WRONG) == Step(Meeting(PARTING, end=End.UNCHECKED), (CLEAR,), "unchecked")


def test_wrong_answers_are_counted_for_each_word_anew() -> None:
    assert step(Meeting(CHECKING, asked=0, wrong=2), RIGHT).meeting == Meeting(CHECKING, asked=1)


@given(st.lists(st.sampled_from(Sign), max_size=30))
def test_whatever_happens_words_that_were_shown_are_taken_away_and_an_account_has_three_right_answers(
    signs: list[Sign],
) -> None:
    now, done, right = greeted(), list[Do](), 0
    for sign in signs:
        right += sign is RIGHT and now.meeting.stage is CHECKING
        now = step(now.meeting, sign)
        done += now.do
        assert (MAKE in done) == (now.meeting.end is End.MADE)
        assert MAKE not in done or right == 3
        assert (KEEP in done) == (now.meeting.end is End.LATER)
        assert done.count(SHOW) <= 1
        if now.meeting.stage in (CHECKING, PARTING, ENDED) and SHOW in done:
            assert CLEAR in done[done.index(SHOW) :]


def test_the_ear_is_open_while_the_words_are_written_down_and_at_no_other_time() -> None:
    assert [stage for stage in Stage if listens(AT[stage])] == [WRITING]


@pytest.mark.parametrize("code", known_languages())
def test_every_language_can_hold_the_first_meeting(code: str) -> None:
    section = table(load_language(code).device["welcome"])
    said = {step(AT[stage], sign).say for stage in Stage for sign in Sign} - {""}
    for name in said | {"hello", "made", "unchecked", "broken_off", "choices"}:
        assert str(section[name]).format(number=7, wake="okay nabu"), name
    phrases = phrases_of(section)
    every = [phrase for said in phrases.values() for phrase in said]
    assert len(every) == len(set(every))
    known = Phrases(phrases)
    for name, sign in (("ready", READY), ("later", LATER), ("restore", RESTORE)):
        assert {known.sign(phrase.capitalize() + "!") for phrase in phrases[name]} == {sign}


def test_only_the_whole_of_what_was_said_counts() -> None:
    known = Phrases(phrases_of(table(load_language("en").device["welcome"])))
    assert [known.sign(said) for said in ("we talk later about it", "already", "", "lay to")] == [None] * 4


def test_words_are_not_drawn_that_would_be_an_answer_when_read_out() -> None:
    known = Phrases(phrases_of(table(load_language("en").device["welcome"])))
    assert known.may_be_read_out(("zebra", "abandon"))
    assert not known.may_be_read_out(("zebra", "later"))
