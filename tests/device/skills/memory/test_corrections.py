"""Promise: what a person takes back or says otherwise, in whatever words, is changed or asked about, never restated."""

from __future__ import annotations

from pathlib import Path

import pytest

from memory.model.atoms import Moment, Status
from tests.sim.assistant_talk import Talk, talk_in

HOUR_MS = 3_600_000

ASKED = [
    ("my father is 70 years old", "he's 72", "my father is 72 years old"),
    ("my daughter is 5", "she turned 6 today", "my daughter is 6"),
    ("my wife is called Sara", "it's spelled Sarah", "my wife is called Sarah"),
    ("my wife is called Sara", "her name is Sarah", "my wife is called Sarah"),
    ("remember my gate is B12", "it's B14", "my gate is B14"),
    ("my brother Marc lives in Lyon", "change Marc to Lille", "my brother Lille lives in Lyon"),
    ("i live in Rome", "change Rome to 5", "i live in 5"),
]
"""Nothing in the words says that they correct, or the new word is of another sort."""

ANNOUNCED = [
    ("my father is 70", "actually he's 72", "my father is 72"),
    ("my father is seventy", "no he is seventy two", "my father is seventy two"),
    ("my brother lives in Berlin", "no wait he moved to Hamburg", "my brother lives in Hamburg"),
    ("my brother lives in Berlin", "nope, Hamburg", "my brother lives in Hamburg"),
    ("my brother lives in Berlin", "Hamburg, sorry", "my brother lives in Hamburg"),
    ("my dog is called Rex", "actually wait my dog is called Max", "my dog is called Max"),
    ("my name is Ana", "you got that wrong, it's Anna", "my name is Anna"),
    ("my name is Ana", "correction: Anna", "my name is Anna"),
    ("my budget is 500 euros", "make it 600", "my budget is 600 euros"),
    ("my budget is 500 euros", "actually 600 euros", "my budget is 600 euros"),
    ("my phone number is 555 1234", "no, 555 4321", "my phone number is 555 4321"),
    ("my appointment is on monday at 3", "sorry, 4 pm", "my appointment is on monday at 4 pm"),
    ("my appointment is on monday at 3", "no, it's on tuesday", "my appointment is on tuesday at 3"),
    ("my appointment is tomorrow at 3", "it's at 4 now", "my appointment is tomorrow at 4"),
    ("my appointment is on monday at 3", "it was moved to 5", "my appointment is on monday at 5"),
    ("we have a meeting on friday at ten", "it's on thursday instead", "we have a meeting on thursday at ten"),
    ("my car is red", "actually it's blue", "my car is blue"),
    ("remember I parked on level 3", "no, level 5", "I parked on level 5"),
    ("my brother lives in hull", "i was wrong before it's leeds", "my brother lives in leeds"),
    ("my brother lives in leeds", "no it was always hull", "my brother lives in hull"),
    ("my brother lives in hull", "no it's definitely leeds", "my brother lives in leeds"),
    ("we parked at the station", "no it was the town hall", "we parked at the town hall"),
    ("remember that Anna has the spare key", "no, Bob has the spare key", "Bob has the spare key"),
]

AT_ONCE = [
    ("i like jazz", "that's wrong, I like blues", "i like blues"),
    ("i like jazz", "i lied, i like blues", "i like blues"),
    ("i like jazz", "no, it's blues", "i like blues"),
    ("my favorite color is green", "wait no it's blue", "my favorite color is blue"),
    ("my car is red", "it's not red it's blue", "my car is blue"),
    ("my name is Ana", "not Ana, Anna", "my name is Anna"),
    ("my name is Ana", "Anna, not Ana", "my name is Anna"),
    ("my name is Ana", "my name is not Ana, it's Anna", "my name is Anna"),
    ("my brother lives in Berlin", "he isn't in Berlin, he's in Hamburg", "my brother lives in Hamburg"),
    ("my brother Marc lives in Lyon", "change Lyon to Lille", "my brother Marc lives in Lille"),
    ("i live in Rome", "i no longer live in Rome, i live in Porto", "i live in Porto"),
    *ANNOUNCED,
]

OVER = [
    ("i like olives", "i no longer like olives"),
    ("i like olives", "I don't like olives any more"),
    ("i live in Rome", "i don't live in Rome anymore"),
    ("i am vegetarian", "i'm not vegetarian anymore"),
    ("i play tennis", "i used to play tennis"),
    ("my dog is called Rex", "my dog isn't called Rex anymore"),
    ("my sister lives in Porto", "she no longer lives in Porto"),
    ("i'm allergic to nuts", "i'm not allergic to nuts"),
    ("my name is Ana", "my name is not Ana"),
]

NO_CORRECTION = [
    ("my favorite color is green", "that is great"),
    ("my favorite color is green", "it's late"),
    ("my favorite color is green", "it's cold now"),
    ("my dog is called Rex", "well he's nice"),
    ("i like dogs", "I love cats, not dogs"),
    ("my mother is 68", "he is 70"),
    ("i like olives", "i no longer like capers"),
]


@pytest.mark.parametrize(("told", "said", "after"), ASKED)
def test_a_critical_or_unsure_word_costs_one_question_and_then_one_atom(
    talk: Talk, told: str, said: str, after: str
) -> None:
    talk.say(told)
    (before,) = talk.atoms()
    reply = talk.say(said)
    assert talk.answer.question
    assert reply.count("?") == 1
    assert talk.atoms() == (before,)
    talk.say("yes")
    (changed,) = talk.atoms()
    assert (changed.text, changed.version, changed.reason_code) == (after, 2, "CORRECTED_BY_USER")
    assert len(talk.queries.corrections(changed.user_id, 10)) == 1


@pytest.mark.parametrize(("told", "said", "after"), ASKED)
def test_a_no_leaves_what_was(talk: Talk, told: str, said: str, after: str) -> None:
    talk.say(told)
    before = talk.atoms()
    talk.say_all(said, "no")
    assert talk.atoms() == before


@pytest.mark.parametrize(("told", "said", "after"), AT_ONCE)
def test_what_is_sure_is_changed_at_once_with_its_pair(talk: Talk, told: str, said: str, after: str) -> None:
    talk.say_all(told, said)
    (changed,) = talk.atoms()
    assert (changed.text, changed.version, changed.reason_code) == (after, 2, "CORRECTED_BY_USER")
    assert not talk.answer.question
    assert len(talk.queries.corrections(changed.user_id, 10)) == 1


@pytest.mark.parametrize(("told", "said"), OVER)
def test_what_is_over_is_not_relied_on_any_more(talk: Talk, told: str, said: str) -> None:
    talk.say_all(told, said)
    (atom,) = (each for each in talk.atoms() if each.text == told)
    assert atom.status is Status.OUTDATED
    assert not talk.answer.question
    assert len(talk.heard.created) <= 1
    assert told not in talk.say("what do you remember about me")


@pytest.mark.parametrize(("told", "said"), NO_CORRECTION)
def test_what_speaks_of_something_else_changes_and_asks_nothing(talk: Talk, told: str, said: str) -> None:
    talk.say(told)
    (before,) = talk.atoms()
    talk.say(said)
    assert before in talk.atoms()
    assert not talk.answer.question


def test_a_passing_state_is_no_new_value(talk: Talk) -> None:
    talk.say("my favorite color is green")
    before = talk.atoms()
    talk.say("it's cold now")
    assert talk.atoms() == before
    assert not talk.answer.question


def test_a_pronoun_speaks_of_whom_it_can(talk: Talk) -> None:
    talk.say_all("my mother is 68", "my father is 70", "she's 69", "yes")
    assert sorted(talk.texts()) == ["my father is 70", "my mother is 69"]


def test_a_corrected_liking_is_filed_under_what_it_is_about_now(talk: Talk) -> None:
    talk.say_all("i like jazz", "that's wrong, I like blues")
    assert talk.atoms()[0].key == "preference:blues"
    assert "like blues" in talk.say("do i like blues")


def test_what_is_left_of_a_date_counts_from_when_it_was_said(talk: Talk) -> None:
    talk.say("my appointment is tomorrow at 3")
    talk.now = Moment(talk.now.at_ms + 15 * HOUR_MS, talk.now.utc_offset_min)
    talk.say_all("it's at 4 now")
    assert "March 3, 2026, at 4:00" in talk.say("when is my appointment")


def test_wrong_without_what_is_right_asks_for_the_sentence(talk: Talk) -> None:
    talk.say_all("my name is Ana", "what a lovely day", "that's wrong, the thing was other")
    assert talk.heard.reason_codes == ("CORRECTION_UNCLEAR",)
    assert talk.texts() == ["my name is Ana"]


@pytest.mark.parametrize("between", ["what a lovely day", "i had soup for lunch", "hmm", "hello"])
@pytest.mark.parametrize(
    ("answer", "left"), [("yes", "my name is Anna"), ("no", "my name is Ana"), ("it's Anna", "my name is Anna")]
)
def test_a_question_waits_one_idle_turn_for_its_answer(talk: Talk, between: str, answer: str, left: str) -> None:
    talk.say_all("my name is Ana", "my name is Anna", between, answer)
    assert [atom.text for atom in talk.atoms() if atom.key == "name"] == [left]


@pytest.mark.parametrize(
    "between",
    [
        ("hello", "what a lovely day"),
        ("what time is it",),
        ("what is my name",),
        ("remember that the boiler makes a noise",),
        ("forget my sister",),
    ],
)
def test_it_waits_no_longer_than_that(talk: Talk, between: tuple[str, ...]) -> None:
    talk.say_all("my name is Ana", "my name is Anna", *between)
    before = [(atom.text, atom.status) for atom in talk.atoms()]
    talk.say("yes")
    assert [(atom.text, atom.status) for atom in talk.atoms()] == before
    assert "NOTHING_OPEN" in talk.heard.reason_codes


def test_forgetting_everything_does_not_wait(talk: Talk) -> None:
    talk.say_all("my name is Ana", "forget everything", "what a lovely day", "yes")
    assert talk.texts() == ["my name is Ana"]


@pytest.mark.parametrize("stray", ["yes", "no", "the second one", "both"])
def test_an_answer_to_nothing_is_told_so(talk: Talk, stray: str) -> None:
    assert "nothing open" in talk.say(stray)
    assert talk.heard.reason_codes == ("NOTHING_OPEN",)


@pytest.mark.parametrize(("answer", "left"), [("Eva", "Eva"), ("no, Anna", "Anna"), ("yes", "Eva"), ("no", "Anna")])
def test_a_proposed_correction_is_settled_by_either_word(talk: Talk, answer: str, left: str) -> None:
    talk.say_all("my sister's name is Anna", "her name is Eva", answer)
    assert talk.texts() == [f"my sister's name is {left}"]


def test_free_statements_that_differ_in_a_number_are_one_fact(talk: Talk) -> None:
    talk.say_all("remember I parked on level 3", "remember I parked on level 5")
    assert talk.answer.question
    talk.say("yes")
    assert talk.texts() == ["I parked on level 5"]
    assert "parked on level 5" in talk.say("where did i park")


def test_a_count_that_is_so_now_replaces_the_old_one_without_a_question(talk: Talk) -> None:
    reply = talk.say_all("i have two cats", "i have three cats now")
    assert not talk.answer.question
    assert "three cats" in reply
    assert "two cats" in reply
    assert {(atom.text, atom.status) for atom in talk.atoms()} == {
        ("i have two cats", Status.OUTDATED),
        ("i have three cats now", Status.ACTIVE),
    }
    assert "two" not in talk.say("how many cats do i have")


def test_free_statements_about_two_people_are_two_facts(talk: Talk) -> None:
    talk.say_all("remember that Anna likes tulips", "remember that Bob likes tulips")
    assert not talk.answer.question
    assert len(talk.atoms()) == 2


def test_a_remark_is_no_name(talk: Talk) -> None:
    talk.say_all("what is my name", "what a lovely day")
    assert not talk.atoms()


@pytest.mark.parametrize(
    ("told", "said", "after"),
    [
        ("mein vater ist 70", "eigentlich ist er 72", "mein vater ist 72"),
        ("mein bruder wohnt in Berlin", "nein, er wohnt in Hamburg", "mein bruder wohnt in Hamburg"),
        ("mein hund heißt Rex", "moment, mein hund heißt Max", "mein hund heißt Max"),
    ],
)
def test_it_works_in_german(tmp_path: Path, told: str, said: str, after: str) -> None:
    with talk_in(tmp_path, "de") as talk:
        talk.say(told)
        talk.say(said)
        assert not talk.answer.question
        (changed,) = talk.atoms()
        assert (changed.text, changed.reason_code) == (after, "CORRECTED_BY_USER")


def test_what_is_over_is_over_in_german(tmp_path: Path) -> None:
    with talk_in(tmp_path, "de") as talk:
        talk.say_all("ich mag oliven", "ich mag oliven nicht mehr")
        assert talk.atoms()[0].status is Status.OUTDATED
