"""The first meeting moves as it should at every stage, and only an account that was checked is ever made."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.onboarding.onboarding_loop import read_phrases
from device.onboarding.onboarding_machine import (
    OnboardingAction,
    OnboardingEnd,
    OnboardingPhrases,
    OnboardingSignal,
    OnboardingStage,
    OnboardingState,
    OnboardingStep,
    advance_onboarding,
    first_onboarding_step,
    is_ear_open,
)
from device.platform.language_files import known_languages, load_language
from memory.text.language_file import table

GREETING, WRITING, CHECKING, PARTING, ENDED = OnboardingStage
SPOKEN, READY, LATER, RESTORE, RIGHT, WRONG, BROKEN_OFF = OnboardingSignal
SHOW, CLEAR, MAKE, KEEP = (
    OnboardingAction.SHOW_WORDS,
    OnboardingAction.CLEAR,
    OnboardingAction.MAKE_ACCOUNT,
    OnboardingAction.KEEP_LATER,
)
AT = {stage: OnboardingState(stage) for stage in (GREETING, WRITING, CHECKING)} | {
    PARTING: OnboardingState(PARTING, end=OnboardingEnd.MADE),
    ENDED: OnboardingState(ENDED, end=OnboardingEnd.MADE),
}
MOVES = {
    (GREETING, SPOKEN): OnboardingStep(OnboardingState(WRITING), (SHOW,), "write"),
    (GREETING, READY): OnboardingStep(OnboardingState(WRITING), (SHOW,), "write"),
    (GREETING, LATER): OnboardingStep(OnboardingState(PARTING, end=OnboardingEnd.LATER), (KEEP,), "later"),
    (GREETING, RESTORE): OnboardingStep(OnboardingState(PARTING, end=OnboardingEnd.RESTORE), (), "restore"),
    (GREETING, BROKEN_OFF): OnboardingStep(OnboardingState(ENDED, end=OnboardingEnd.BROKEN_OFF)),
    (WRITING, READY): OnboardingStep(OnboardingState(CHECKING), (CLEAR,), "check"),
    (WRITING, LATER): OnboardingStep(OnboardingState(PARTING, end=OnboardingEnd.LATER), (CLEAR, KEEP), "later"),
    (WRITING, RESTORE): OnboardingStep(OnboardingState(PARTING, end=OnboardingEnd.RESTORE), (CLEAR,), "restore"),
    (WRITING, BROKEN_OFF): OnboardingStep(OnboardingState(ENDED, end=OnboardingEnd.BROKEN_OFF), (CLEAR,)),
    (CHECKING, RIGHT): OnboardingStep(OnboardingState(CHECKING, asked=1), (), "next"),
    (CHECKING, WRONG): OnboardingStep(OnboardingState(CHECKING, wrong=1), (), "again"),
    (CHECKING, BROKEN_OFF): OnboardingStep(OnboardingState(ENDED, end=OnboardingEnd.BROKEN_OFF), (CLEAR,)),
    (PARTING, SPOKEN): OnboardingStep(OnboardingState(ENDED, end=OnboardingEnd.MADE)),
    (PARTING, BROKEN_OFF): OnboardingStep(OnboardingState(ENDED, end=OnboardingEnd.MADE)),
}


@pytest.mark.parametrize("stage", OnboardingStage)
@pytest.mark.parametrize("sign", OnboardingSignal)
def test_every_sign_at_every_stage_does_what_is_written_here_or_nothing(
    stage: OnboardingStage, sign: OnboardingSignal
) -> None:
    assert advance_onboarding(AT[stage], sign) == MOVES.get((stage, sign), OnboardingStep(AT[stage]))


def test_the_third_right_word_makes_the_account_after_the_screen_is_clear() -> None:
    last = OnboardingState(CHECKING, asked=2, wrong=2)
    assert advance_onboarding(last, RIGHT) == OnboardingStep(
        OnboardingState(PARTING, end=OnboardingEnd.MADE), (CLEAR, MAKE), "made"
    )


def test_the_third_wrong_answer_to_one_word_ends_it_without_an_account() -> None:
    paper = OnboardingState(CHECKING, asked=1, wrong=2)
    assert advance_onboarding(paper, WRONG) == OnboardingStep(
        OnboardingState(PARTING, end=OnboardingEnd.UNCHECKED), (CLEAR,), "unchecked"
    )


def test_wrong_answers_are_counted_for_each_word_anew() -> None:
    assert advance_onboarding(OnboardingState(CHECKING, asked=0, wrong=2), RIGHT).meeting == OnboardingState(
        CHECKING, asked=1
    )


@given(st.lists(st.sampled_from(OnboardingSignal), max_size=30))
def test_whatever_happens_words_that_were_shown_are_taken_away_and_an_account_has_three_right_answers(
    signs: list[OnboardingSignal],
) -> None:
    now, done, right = first_onboarding_step(), list[OnboardingAction](), 0
    for sign in signs:
        right += sign is RIGHT and now.meeting.stage is CHECKING
        now = advance_onboarding(now.meeting, sign)
        done += now.do
        assert (MAKE in done) == (now.meeting.end is OnboardingEnd.MADE)
        assert MAKE not in done or right == 3
        assert (KEEP in done) == (now.meeting.end is OnboardingEnd.LATER)
        assert done.count(SHOW) <= 1
        if now.meeting.stage in (CHECKING, PARTING, ENDED) and SHOW in done:
            assert CLEAR in done[done.index(SHOW) :]


def test_the_ear_is_open_while_the_words_are_written_down_and_at_no_other_time() -> None:
    assert [stage for stage in OnboardingStage if is_ear_open(AT[stage])] == [WRITING]


@pytest.mark.parametrize("code", known_languages())
def test_every_language_can_hold_the_first_meeting(code: str) -> None:
    section = table(load_language(code).device["welcome"])
    said = {advance_onboarding(AT[stage], sign).say for stage in OnboardingStage for sign in OnboardingSignal} - {""}
    for name in said | {"hello", "made", "unchecked", "broken_off", "choices"}:
        assert str(section[name]).format(number=7, wake="okay nabu"), name
    phrases = read_phrases(section)
    every = [phrase for said in phrases.values() for phrase in said]
    assert len(every) == len(set(every))
    known = OnboardingPhrases(phrases)
    for name, sign in (("ready", READY), ("later", LATER), ("restore", RESTORE)):
        assert {known.sign(phrase.capitalize() + "!") for phrase in phrases[name]} == {sign}


def test_only_the_whole_of_what_was_said_counts() -> None:
    known = OnboardingPhrases(read_phrases(table(load_language("en").device["welcome"])))
    assert [known.sign(said) for said in ("we talk later about it", "already", "", "lay to")] == [None] * 4


def test_words_are_not_drawn_that_would_be_an_answer_when_read_out() -> None:
    known = OnboardingPhrases(read_phrases(table(load_language("en").device["welcome"])))
    assert known.may_be_read_out(("zebra", "abandon"))
    assert not known.may_be_read_out(("zebra", "later"))
