"""Promise: nothing is overwritten in silence; doubt costs exactly one question, and an ignored one is not repeated."""

from __future__ import annotations

from pathlib import Path

import pytest

from memory.core.policy import CONFIDENCE_DELTAS_BP, MemoryPolicy
from memory.model.atoms import Atom, Provenance, Status, Tag
from tests.sim.assistant_talk import Talk, echoed, talk_in, told

CRITICAL = [
    ("my name is Ana", "my name is Anna", "what is my name"),
    ("my phone number is 555 1234", "my phone number is 555 4321", "what is my phone number"),
    ("my budget is 500 euros", "my budget is 900 euros", "what is my budget"),
    ("my flight is on monday", "my flight is on tuesday", "when is my flight"),
    ("i live in Rome", "i live in Porto", "where do i live"),
    ("my favorite color is green", "my favorite color is blue", "what is my favorite color"),
]


def _atom(talk: Talk, text: str) -> Atom:
    return next(atom for atom in talk.atoms() if atom.text == text)


@pytest.mark.parametrize(("old", "new", "ask"), CRITICAL)
def test_a_different_value_costs_one_question_and_changes_nothing(talk: Talk, old: str, new: str, ask: str) -> None:
    talk.say(old)
    reply = talk.say(new)
    assert talk.answer.question
    assert reply.count("?") == 1
    assert _atom(talk, old).status is Status.ACTIVE
    assert _atom(talk, new).status is Status.UNCERTAIN
    tags = {atom.text: atom.tag for atom in talk.answer.bundle.atoms}
    assert tags[old] is tags[new] is Tag.CONFLICT


@pytest.mark.parametrize(("old", "new", "ask"), CRITICAL)
def test_yes_replaces_and_says_so(talk: Talk, old: str, new: str, ask: str) -> None:
    talk.say_all(old, new)
    assert echoed(new) in talk.say("yes")
    assert talk.texts() == [new]
    approved = _atom(talk, new)
    assert (approved.status, approved.provenance) == (Status.USER_APPROVED, Provenance.VERIFIED)
    assert approved.supersedes is not None
    reply = talk.say(ask)
    assert told(new) in reply
    assert not talk.answer.question


@pytest.mark.parametrize(("old", "new", "ask"), CRITICAL)
def test_no_keeps_the_old_and_drops_the_new(talk: Talk, old: str, new: str, ask: str) -> None:
    talk.say_all(old, new, "no")
    assert talk.texts() == [old]
    assert told(old) in talk.say(ask)


@pytest.mark.parametrize(("old", "new", "ask"), CRITICAL)
def test_an_ignored_question_is_not_repeated_and_neither_value_is_told_as_the_answer(
    talk: Talk, old: str, new: str, ask: str
) -> None:
    talk.say_all(old, new, "hello")
    for text in (ask, new, ask):
        reply = talk.say(text)
        assert not talk.answer.question
        assert "?" not in reply
    assert _atom(talk, old).status is Status.ACTIVE
    assert f"You told me: {old}. You also said: {new}. I'm not sure which is right." in talk.answer.reply


def test_another_session_may_ask_again_once(talk: Talk) -> None:
    talk.say_all("my name is Ana", "my name is Anna", "hello")
    talk.new_session(days=1)
    talk.say("what is my name")
    assert talk.answer.question
    assert talk.answer.reason_codes == ("CONFLICT",)
    talk.say_all("hello", "what is my name")
    assert not talk.answer.question


@pytest.mark.parametrize(
    ("answer", "left"),
    [
        ("Anna", "my name is Anna"),
        ("it's Anna", "my name is Anna"),
        ("the second one", "my name is Anna"),
        ("the new one", "my name is Anna"),
        ("Ana", "my name is Ana"),
        ("the first one", "my name is Ana"),
        ("keep the old one", "my name is Ana"),
        ("that's wrong", "my name is Ana"),
    ],
)
def test_the_question_may_be_answered_by_the_value_or_by_which(talk: Talk, answer: str, left: str) -> None:
    talk.say_all("my name is Ana", "my name is Anna", answer)
    assert talk.texts() == [left]


LIVES = ("my sister lives in hull", "my sister lives in leeds")
WOHNT = ("meine schwester wohnt in kassel", "meine schwester wohnt in fulda")


@pytest.mark.parametrize(
    ("language", "told_both", "answer", "left"),
    [
        ("en", LIVES, "yes please she moved", LIVES[1:]),
        ("en", LIVES, "yes she moved last month", LIVES[1:]),
        ("en", LIVES, "no she never moved", LIVES[:1]),
        ("en", LIVES, "the first one was right it's hull", LIVES[:1]),
        ("en", LIVES, "what i said first", LIVES[:1]),
        ("en", LIVES, "leave it as it was", LIVES[:1]),
        ("en", LIVES, "no that's my other sister", LIVES),
        ("en", LIVES, "no i meant my other sister", LIVES),
        ("en", LIVES, "no neither she's in york", ("my sister lives in york",)),
        ("de", WOHNT, "ja sie ist umgezogen", WOHNT[1:]),
        ("de", WOHNT, "nein sie ist nie umgezogen", WOHNT[:1]),
        ("de", WOHNT, "lass es wie es war", WOHNT[:1]),
        ("de", WOHNT, "nein das ist meine andere schwester", WOHNT),
        ("de", WOHNT, "weder noch sie wohnt in bonn", ("meine schwester wohnt in bonn",)),
    ],
)
def test_an_answer_may_go_on(
    tmp_path: Path, language: str, told_both: tuple[str, ...], answer: str, left: tuple[str, ...]
) -> None:
    with talk_in(tmp_path / "vault", language) as talk:
        talk.say_all(*told_both)
        assert talk.answer.question
        talk.say(answer)
        assert sorted(talk.texts()) == sorted(left)
        assert not talk.answer.question


def test_both_may_be_right(talk: Talk) -> None:
    talk.say_all("my friend is called Tom", "my friend is called Sam", "both")
    assert sorted(talk.texts()) == ["my friend is called Sam", "my friend is called Tom"]
    talk.say("who is my friend")
    assert not talk.answer.question


def test_what_ended_by_itself_is_no_conflict(talk: Talk) -> None:
    talk.say("my dentist appointment is on the fifth of march at nine")
    talk.new_session(days=60)
    talk.say("my dentist appointment is on the ninth of june at ten")
    assert not talk.answer.question
    assert "ninth of june" in talk.say("when is my dentist appointment")


def test_a_stale_memory_is_asked_about_once_before_it_is_used(talk: Talk) -> None:
    talk.say("my favorite color is green")
    talk.new_session(days=366)
    talk.say("what is my favorite color")
    assert talk.answer.question
    assert talk.answer.reason_codes == ("STALE",)
    assert talk.answer.bundle.atoms[0].tag is Tag.STALE
    talk.say("yes")
    reply = talk.say("what is my favorite color")
    assert told("my favorite color is green") in reply
    assert not talk.answer.question


def test_a_no_makes_it_outdated_and_it_is_not_used(talk: Talk) -> None:
    talk.say("my favorite color is green")
    talk.new_session(days=366)
    talk.say_all("what is my favorite color", "no")
    assert "green" not in talk.say("what is my favorite color")
    assert "green" not in talk.say("what do you remember about me")


def test_no_its_blue_answers_and_corrects(talk: Talk) -> None:
    talk.say("my favorite color is green")
    talk.new_session(days=366)
    talk.say_all("what is my favorite color", "no, it's blue")
    assert told("my favorite color is blue") in talk.say("what is my favorite color")


def test_a_clock_that_jumps_back_makes_nothing_stale(talk: Talk) -> None:
    talk.say("my favorite color is green")
    talk.new_session(days=-400)
    assert told("my favorite color is green") in talk.say("what is my favorite color")
    assert not talk.answer.question


def test_low_confidence_is_asked_about_once(talk: Talk) -> None:
    talk.say("I think my favorite color is green")
    talk.say("what is my favorite color")
    assert talk.answer.question
    assert talk.answer.reason_codes == ("LOW_CONFIDENCE",)
    talk.say("hello")
    reply = talk.say("what is my favorite color")
    assert not talk.answer.question
    assert "green" not in reply


def test_a_correction_that_names_both_words_changes_one_atom_by_a_fixed_delta(talk: Talk) -> None:
    talk.say("my sister's name is Anna")
    (before,) = talk.atoms()
    talk.say("no, it's Ana, not Anna")
    (after,) = talk.atoms()
    assert talk.heard.updated == (before.atom_id,)
    assert talk.heard.reason_codes == ("CORRECTED_BY_USER",)
    assert after.text == "my sister's name is Ana"
    assert after.confidence_bp == before.confidence_bp + CONFIDENCE_DELTAS_BP["CORRECTED_BY_USER"]
    (pair,) = talk.queries.corrections(after.user_id, 10)
    assert (pair.heard, pair.meant, pair.turn_id) == ("Anna", "Ana", talk.heard.turn.turn_id)


def test_a_critical_word_alone_is_corrected_at_once_when_it_is_announced(talk: Talk) -> None:
    talk.say_all("my sister's name is Anna", "who is my sister")
    assert "your sister's name is Eva" in talk.say("no, it's Eva")
    assert talk.heard.reason_codes == ("CORRECTED_BY_USER",)
    assert not talk.answer.question
    assert talk.texts() == ["my sister's name is Eva"]
    assert len(talk.queries.corrections(talk.gate().user_id, 10)) == 1


@pytest.mark.parametrize("said", ["no, it's Ana, not Anna", "I said Ana"])
def test_a_correction_said_twice_changes_nothing_twice(talk: Talk, said: str) -> None:
    talk.say_all("my sister's name is Anna", "no, it's Ana, not Anna")
    (before,) = talk.atoms()
    talk.say(said)
    assert talk.atoms() == (before,)
    assert not talk.heard.updated
    assert len(talk.queries.corrections(before.user_id, 10)) == 1


def test_a_correction_of_nothing_known_changes_nothing(talk: Talk) -> None:
    talk.say_all("my name is Ana", "no, it's Zoe, not Chloe")
    assert talk.heard.reason_codes == ("CORRECTION_UNCLEAR",)
    assert talk.texts() == ["my name is Ana"]


def test_change_my_name_to_is_an_explicit_order(talk: Talk) -> None:
    talk.say_all("my name is Ana", "my sister's name is Eva", "change my name to Anna")
    assert sorted(talk.texts()) == ["my name is Anna", "my sister's name is Eva"]


def test_a_stable_thing_is_asked_for_once_and_then_known(talk: Talk) -> None:
    talk.say("what is my name")
    assert talk.answer.question
    assert talk.answer.expects_reply
    talk.say("Ana")
    assert talk.heard.created
    talk.new_session(days=3)
    assert "Ana" in talk.say("what is my name")
    assert not talk.answer.question


def test_a_stable_thing_not_told_is_not_asked_again_in_the_session(talk: Talk) -> None:
    talk.say_all("what is my name", "hello")
    talk.say("what is my name")
    assert not talk.answer.question


def test_going_over_something_is_a_reason_to_ask_again(talk: Talk) -> None:
    talk.say_all("my name is Ana", "let's review my name")
    assert talk.answer.question
    assert "USER_REQUEST" in talk.answer.reason_codes
    talk.say("yes")
    assert talk.atoms()[0].status is Status.USER_APPROVED


def test_flags_have_a_limit_and_the_least_recently_touched_goes(tmp_path: Path) -> None:
    with talk_in(tmp_path, policy=MemoryPolicy(max_do_not_repeat_keys=8)) as talk:
        user_id = talk.gate().user_id
        talk.say("my name is Ana")
        for name in ("ash", "beech", "birch", "cedar", "elm", "larch", "maple", "oak", "pine", "willow"):
            talk.say(f"i am working on the project {name}")
        assert len(talk.queries.flags(user_id)) == 8
        assert talk.vault.reader.flag(user_id, "name") is None
        evicted = [event for event in talk.vault.ledger_events(limit=10_000) if event.event == "FLAG_EVICTED"]
        assert {event.reason_code for event in evicted} == {"LEAST_RECENTLY_USED"}
