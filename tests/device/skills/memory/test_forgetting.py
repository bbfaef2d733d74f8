"""Promise: whatever words ask for it, exactly what is meant is forgotten, and the reply says truly what was done."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from memory.model import ids
from memory.model.atoms import Channel, Exposure
from tests.engine_b.page_scanner import find_in_pages, page_needles
from tests.sim.assistant_talk import Talk, talk_in

DOG, CAT = "my dog is called Rexford", "my cat is called Tomasina"


@pytest.mark.parametrize(
    "said",
    [
        "forget i said that",
        "forget what i just said",
        "delete what i just told you",
        "you can forget it",
        "ignore that",
        "scratch that",
        "please disregard what I said",
        "I take that back",
        "pretend I never said that",
        "oh wait, forget that",
        "no, forget it",
        "could you please delete that from your memory",
        "forget the last thing I told you",
        "forget Rexford",
        "forget that I have a dog",
        "please forget everything about my dog",
        "I'd like you to forget what I told you about my dog",
        "remove my dog from your memory",
        "you should forget my dog's name",
        "that was a mistake, forget it",
        "you don't need to remember that",
        "forget I ever told you about my dog",
        "forget the one about my dog",
    ],
)
def test_it_may_be_said_in_many_ways(talk: Talk, said: str) -> None:
    talk.say_all(CAT, DOG)
    assert talk.say(said) == "I forgot it."
    assert talk.texts() == [CAT]
    assert "dog is called" not in talk.dump()


@pytest.mark.parametrize("said", ["vergiss was ich gerade gesagt habe", "ignoriere das", "vergiss das",
                                  "kannst du bitte meinen Hund vergessen", "das kannst du vergessen"])  # fmt: skip
def test_in_german_too(tmp_path: Path, said: str) -> None:
    with talk_in(tmp_path, "de") as talk:
        talk.say("mein Hund heißt Rex")
        assert talk.say(said) == "Ich habe es vergessen."
        assert talk.atoms() == ()


@pytest.mark.parametrize("said", ["ignore that", "scratch that", "forget i said that", "forget both",
                                  "forget the second one", "forget that"])  # fmt: skip
def test_after_nothing_there_is_nothing_to_forget(talk: Talk, said: str) -> None:
    assert talk.say(said) == "There is nothing to forget about that."


def test_ignore_that_means_what_i_said_and_not_what_selene_told(talk: Talk) -> None:
    talk.say_all(DOG, "who is my dog")
    assert talk.say("ignore that") == "There is nothing to forget about that."
    assert talk.texts() == [DOG]


@pytest.mark.parametrize("said", ["I always forget my keys", "I want to forget my dog", "he told me to ignore that"])
def test_talk_of_forgetting_forgets_nothing(talk: Talk, said: str) -> None:
    talk.say_all(DOG, said)
    assert DOG in talk.texts()


def test_both_are_the_two_told_last_or_mentioned_together(talk: Talk) -> None:
    talk.say_all("i like tea", DOG, CAT)
    assert talk.say("forget both") == "I forgot 2 memories."
    assert talk.texts() == ["i like tea"]
    talk.say_all("my exam is on june 12", "my exam is on june 14", "forget both")
    assert talk.texts() == ["i like tea"]


def test_all_of_them_are_those_of_the_last_reply(talk: Talk) -> None:
    talk.say_all(DOG, CAT, "what do you remember about me")
    assert talk.say("forget all of them") == "I forgot 2 memories."
    assert talk.atoms() == ()


@pytest.mark.parametrize(("said", "gone"), [("forget the first thing", 0), ("forget the second one", 1)])
def test_the_first_and_the_second_are_those_of_the_last_reply(talk: Talk, said: str, gone: int) -> None:
    talk.say_all(DOG, CAT)
    reply = talk.say("what do you remember about me")
    named = sorted((DOG, CAT), key=reply.index)
    assert talk.say(said) == "I forgot it."
    assert talk.texts() == [named[1 - gone]]


def test_a_number_without_a_list_is_asked_about(talk: Talk) -> None:
    talk.say_all(DOG, CAT, "forget the second one")
    assert talk.answer.question
    assert CAT in talk.answer.reply
    assert len(talk.atoms()) == 2
    talk.say("yes")
    assert talk.texts() == [DOG]


@pytest.mark.parametrize("said", ["forget my dog and my cat", "forget my dog and forget my cat"])
def test_two_things_named_at_once_both_go(talk: Talk, said: str) -> None:
    talk.say_all(DOG, CAT, "i like tea", said)
    assert talk.texts() == ["i like tea"]


@pytest.mark.parametrize(("answer", "left"), [("no", 1), ("yes", 0), ("yes, forget it", 0), ("hello", 1)])
def test_after_a_question_that_found_nothing_it_is_asked_what_that_means(talk: Talk, answer: str, left: int) -> None:
    talk.say_all(DOG, "what's my shoe size", "forget that")
    assert talk.texts() == [DOG]
    assert talk.answer.reply.count("?") == 1
    assert DOG in talk.answer.reply
    talk.say(answer)
    assert len(talk.atoms()) == left


def test_in_a_new_session_that_is_asked_about_too(talk: Talk) -> None:
    talk.say(DOG)
    talk.new_session(days=3)
    talk.say("forget that")
    assert talk.texts() == [DOG]
    assert talk.answer.question


def test_after_a_command_that_came_to_nothing_nothing_older_goes(talk: Talk) -> None:
    talk.say_all(DOG, "forget my dentist appointment", "forget that", "what a lovely day")
    assert talk.texts() == [DOG]


def test_what_may_not_be_said_is_asked_about_without_its_words(talk: Talk) -> None:
    talk.say_all("I insist, remember that my bank pin is 1234", "what's my shoe size")
    assert "1234" not in talk.say("forget that")
    assert talk.answer.question
    talk.say("yes")
    assert talk.queries.all_atom_ids(ids.user_id("Ana")) == ()


def test_that_is_what_was_changed_last(talk: Talk) -> None:
    talk.say_all(DOG, CAT, "pin my dog", "forget that")
    assert talk.texts() == [CAT]


def test_that_is_the_excerpt_that_was_told_last(talk: Talk) -> None:
    talk.say_all(DOG, "we met at the harbour on monday", "what a lovely day", "where did we meet on monday")
    assert "harbour" in talk.answer.reply
    assert talk.say("forget that") == "I forgot it."
    assert "harbour" not in talk.dump()
    assert talk.texts() == [DOG]


def test_of_an_old_and_a_new_value_that_is_asked_about_and_the_other_holds(talk: Talk) -> None:
    talk.say_all("my exam is on june 12", "my exam is on june 14", "forget that")
    assert talk.answer.question
    talk.say("the first one")
    assert "june 14" in talk.say("when is my exam")
    assert not talk.answer.question


@pytest.mark.parametrize("said", ["forget that", "ignore that", "forget my pin", "forget what I just said"])
def test_of_a_refused_secret_it_is_said_that_it_was_not_kept(talk: Talk, said: str) -> None:
    talk.say("my pin is 1234")
    assert talk.say(said) == "I had not kept it, and nothing is left of it."
    assert "my pin" not in talk.dump()


def test_a_question_about_it_was_nothing_to_forget(talk: Talk) -> None:
    talk.say_all("when is my dentist appointment")
    assert talk.say("forget my dentist appointment") == "There is nothing to forget about that."


# Two commands in one utterance.


@pytest.mark.parametrize(
    "said",
    [
        "remember that i'm vegan, forget that i like steak",
        "remember that i'm vegan and forget that i like steak",
        "remember that i'm vegan. Forget that i like steak",
        "forget that i like steak and remember that i'm vegan",
        "forget that i like steak, also please remember that i'm vegan",
    ],
)
def test_both_commands_are_done(talk: Talk, said: str) -> None:
    talk.say_all("i like steak", said)
    assert talk.texts() == ["i'm vegan"]
    assert "I'll remember: you're vegan." in talk.answer.reply
    assert "I forgot it." in talk.answer.reply
    assert "steak" not in talk.dump()


def test_the_second_command_may_cost_the_one_question(talk: Talk) -> None:
    talk.say_all("my appointment with Bob is on friday", "my appointment with Tom is on monday")
    talk.say("remember that i'm vegan, forget my appointment")
    assert talk.answer.reply.startswith("I'll remember: you're vegan.")
    assert talk.answer.reply.count("?") == 1
    talk.say("both")
    assert talk.texts() == ["i'm vegan"]


def test_a_command_is_never_kept_as_what_was_to_be_remembered(talk: Talk) -> None:
    talk.say("remember that i'm vegan, forget that i like steak")
    assert talk.texts() == ["i'm vegan"]
    assert "nothing to forget" in talk.answer.reply


def test_what_is_taken_back_at_once_is_not_kept(talk: Talk) -> None:
    talk.say(f"{DOG}, no, forget that")
    assert talk.atoms() == ()
    assert "Rexford" not in talk.dump()


def test_what_is_asked_is_answered_and_not_forgotten_in_one_breath(talk: Talk) -> None:
    talk.say_all(DOG, "who is my dog, and forget it")
    assert talk.texts() == [DOG]


def test_words_to_be_remembered_may_speak_of_forgetting(talk: Talk) -> None:
    talk.say("remember that lions sleep and forget the world")
    assert talk.texts() == ["lions sleep and forget the world"]


def test_words_to_be_remembered_may_hold_several_orders(talk: Talk) -> None:
    talk.say("remember that pin the boiler and unpin the zebra")
    assert talk.texts() == ["pin the boiler and unpin the zebra"]
    assert not talk.answer.question


# A secret that was refused, and wanted all the same.


@pytest.mark.parametrize(
    "said", ["remember it anyway", "keep it anyway", "I insist", "do it anyway", "yes remember it"]
)
@pytest.mark.parametrize("told", ["my bank pin is 1234", "remember that my bank pin is 1234"])
def test_a_refused_secret_may_be_kept_inside_after_all(talk: Talk, told: str, said: str) -> None:
    talk.say_all(told, said)
    assert talk.heard.reason_codes == ("SECRET_KEPT_INSIDE",)
    atom = talk.vault.reader.atom_for_control(ids.user_id("Ana"), talk.heard.created[0])
    assert atom is not None
    assert (atom.exposure, atom.text) == (Exposure.INTERNAL_ONLY, "my bank pin is 1234")
    for channel in Channel:
        assert "1234" not in talk.say("what is my bank pin", channel=channel)
    assert talk.say("forget my bank pin") == "I forgot it."
    assert not re.search(r"\b1234\b", talk.dump())


@pytest.mark.parametrize("between", [["what time is it"], []])
def test_there_must_be_one_right_before(talk: Talk, between: list[str]) -> None:
    if between:
        talk.say_all("my pin is 1234", *between)
    assert talk.say("remember it anyway").startswith("What should I remember?")
    assert talk.atoms() == ()
    assert not re.search(r"\b1234\b", talk.dump())


def test_another_persons_refused_secret_is_not_there_to_insist_on(talk: Talk) -> None:
    talk.say("my pin is 1234", user="Bea")
    talk.say("remember it anyway")
    assert not re.search(r"\b1234\b", talk.dump())


# Nothing of it is left.


def scan(talk: Talk, words: str) -> list[tuple[str, int, bytes]]:
    return find_in_pages(talk.vault._state, talk.vault._opened.key.key, page_needles(words))


REPEATED = [
    (["i live in Zanzibar", "i don't live in Zanzibar anymore, i live in Reykjavik"], "forget where i live",
     "Zanzibar Reykjavik"),
    (["i live in Zanzibar", "yes i really live in Zanzibar", "i live in Reykjavik", "yes"], "forget where i live",
     "Zanzibar Reykjavik"),
    (["my locker word is quokkasecret", "my locker word is wombatpin", "wombatpin"], "forget my locker word",
     "quokkasecret wombatpin"),
    (["my locker word is quokkasecret", "my locker word is wombatpin", "no"], "forget my locker word",
     "quokkasecret wombatpin"),
    (["my locker word is quokkasecret", "what is my locker word", "so my locker word is still quokkasecret, good"],
     "forget my locker word", "quokkasecret"),
    (["my sister is called Quarzita", "no, it's Granitella, not Quarzita", "who is my sister"], "forget my sister",
     "Quarzita Granitella"),
]  # fmt: skip


@pytest.mark.parametrize(("told", "said", "gone"), REPEATED)
def test_other_words_for_it_are_on_no_page_any_more(talk: Talk, told: list[str], said: str, gone: str) -> None:
    talk.say_all("my dog is called Rexford", *told)
    assert scan(talk, gone), "the scanner must find it first"
    assert talk.say(said).startswith("I forgot ")
    assert scan(talk, gone) == []
    assert talk.texts() == ["my dog is called Rexford"]
    assert talk.vault.verify().ok


def test_a_line_that_only_shares_a_word_stays(talk: Talk) -> None:
    others = ["Zanzibar is an island", "we ate a banana in the park", "i really love Zanzibar"]
    talk.say_all("i live in Zanzibar", *others, "forget where i live")
    lines = [row[0] for row in talk.vault.connection.execute("SELECT text FROM archive WHERE speaker = 'user'")]
    assert lines[:3] == others
    assert sorted(talk.texts()) == sorted(others)


def test_of_a_long_line_only_the_sentence_goes(talk: Talk) -> None:
    talk.say("i live in Zanzibar")
    talk.say("The weather was fine. And since i live in Zanzibar i went out. We saw a film.")
    talk.say("forget that i live in Zanzibar")
    assert "Zanzibar" not in talk.dump()


def test_a_line_that_a_living_memory_came_from_keeps_its_words(talk: Talk) -> None:
    talk.say_all("my friend is called Bob and i live in Zanzibar", "forget where i live")
    assert talk.texts() == ["my friend is called Bob"]
    (atom,) = talk.atoms()
    (line,) = talk.vault.reader.lines_by_id(talk.gate(), (atom.sources[0].turn_id,))
    assert line.text[atom.sources[0].start : atom.sources[0].end] == atom.text
    assert "Zanzibar" not in talk.dump()
