"""Promise: what is known is not asked again but for five reasons, and an ignored question not in the session (Q14)."""

from __future__ import annotations

import pytest

from memory.model.atoms import Kind
from memory.model.changes import Flag
from memory.rules.clarification import (
    REASK_REASONS,
    close_question,
    flags_for,
    flags_to_evict,
    may_ask,
    new_question,
    waiting_question,
)
from tests.memory.atom_builders import NOW, atom, turn

FLAG = Flag("u-1", "name", NOW.at_ms, "USER_STATED")
QUESTION = new_question(turn("what is my name"), "name", "UNKNOWN_STABLE_FACT", ())


@pytest.mark.parametrize("reason", sorted(REASK_REASONS))
def test_the_five_reasons_allow_asking_what_is_known(reason: str) -> None:
    assert may_ask("name", reason, FLAG, ())


@pytest.mark.parametrize("reason", ["UNKNOWN_STABLE_FACT", "CURIOUS", "", "RELEVANT"])
def test_nothing_else_does(reason: str) -> None:
    assert not may_ask("name", reason, FLAG, ())
    assert may_ask("name", reason, None, ())


@pytest.mark.parametrize("reason", sorted(REASK_REASONS - {"USER_REQUEST"}))
@pytest.mark.parametrize("asked", [QUESTION, close_question(QUESTION, answered=False)])
def test_open_or_ignored_it_is_not_repeated(reason: str, asked: object) -> None:
    assert not may_ask("name", reason, None, (asked,))  # type: ignore[arg-type]
    assert may_ask("language", reason, None, (asked,))  # type: ignore[arg-type]


def test_there_are_exactly_five_reasons() -> None:
    assert len(REASK_REASONS) == 5


def test_the_same_turn_asks_the_same_question() -> None:
    again = new_question(turn("what is my name"), "name", "UNKNOWN_STABLE_FACT", ())
    assert again == QUESTION
    assert waiting_question((close_question(QUESTION, answered=False), QUESTION)) is QUESTION
    assert waiting_question((close_question(QUESTION, answered=True),)) is None


def test_a_closed_question_keeps_no_words() -> None:
    asked = new_question(turn("x"), "name", "CORRECTION_NEEDS_CONFIRMATION", (), proposal="Ana")
    assert close_question(asked, answered=True).proposal == ""


def test_only_stable_facts_are_flagged() -> None:
    stable = {kind for kind in Kind if flags_for([atom(kind=kind)], 1)}
    assert stable == {Kind.NAME, Kind.LANGUAGE, Kind.CONTACT_PREFERENCE, Kind.PROJECT}


def test_the_129th_flag_sends_the_least_recently_touched_away() -> None:
    flags = [Flag("u-1", f"project:{n:03}", 1_000 - n if n != 60 else 1, "USER_STATED") for n in range(128)]
    coming = [Flag("u-1", "name", 5_000, "USER_STATED")]
    assert flags_to_evict(flags, coming, 128) == (("u-1", "project:060"),)
    assert flags_to_evict(flags, flags[:1], 128) == ()
    assert flags_to_evict(flags[:127], coming, 128) == ()
