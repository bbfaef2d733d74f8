"""Promise: the person's commands over their memory do what they say, and never something else (2.11.11)."""

from __future__ import annotations

import pytest

from memory.model.atoms import Channel, Exposure, Recall, Tag
from tests.sim.assistant_talk import Talk

CANARY = "zebra heliotrope"


def test_forget_that_means_the_last_thing_mentioned(talk: Talk) -> None:
    talk.say_all("my dog is called Rex", f"my password hint is {CANARY}")
    assert talk.say("forget that") == "I forgot it."
    assert talk.texts() == ["my dog is called Rex"]
    talk.say_all("my cat is called Tom", "who is my dog", "forget that")
    assert talk.texts() == ["my cat is called Tom"]


def test_what_is_forgotten_is_in_no_table_any_more(talk: Talk) -> None:
    talk.say_all(
        f"remember that my hideout is near the {CANARY}", "where is my hideout", "what do you remember about me"
    )
    talk.say("forget my hideout")
    assert CANARY not in talk.dump()
    assert not any(word in talk.dump() for word in CANARY.split())
    assert "hideout" not in talk.say("what did you forget")


def test_the_words_of_the_command_leave_with_what_they_name(talk: Talk) -> None:
    talk.say_all(f"remember that {CANARY} is a nice name", f"forget {CANARY}")
    assert CANARY not in talk.dump()


def test_forgetting_leaves_the_ledger_as_it_was(talk: Talk) -> None:
    talk.say("my dog is called Rex")
    before = talk.vault.ledger_events(limit=10_000)
    talk.say("forget that")
    after = talk.vault.ledger_events(limit=10_000)
    assert after[: len(before)] == before
    assert "ATOM_FORGOTTEN" in {event.event for event in after[len(before) :]}
    assert talk.vault.verify().ok


def test_words_that_made_no_memory_can_be_forgotten_too(talk: Talk) -> None:
    talk.say_all("my dog is called Rex", f"we met at the {CANARY} yesterday")
    talk.say("forget that")
    assert talk.texts() == ["my dog is called Rex"]
    assert CANARY not in talk.dump()


def test_several_that_fit_cost_one_question(talk: Talk) -> None:
    talk.say_all("my appointment with Bob is on friday", "my appointment with Tom is on monday")
    reply = talk.say("forget my appointment")
    assert talk.answer.question
    assert reply.count("?") == 1
    assert len(talk.atoms()) == 2
    talk.say("the second one")
    assert talk.texts() == ["my appointment with Bob is on friday"]


@pytest.mark.parametrize(("answer", "left"), [("both", 0), ("neither", 2), ("the one with Bob", 1), ("hello", 2)])
def test_which_one_may_be_answered_in_many_ways(talk: Talk, answer: str, left: int) -> None:
    talk.say_all("my appointment with Bob is on friday", "my appointment with Tom is on monday")
    talk.say_all("forget my appointment", answer)
    assert len(talk.atoms()) == left


def test_forget_everything_is_asked_back_and_then_done(talk: Talk) -> None:
    talk.say_all("my dog is called Rexo", f"we met at the {CANARY}", "my salary is 5000 euros", "forget everything")
    assert talk.answer.question
    assert len(talk.atoms()) == 3
    talk.say("yes")
    assert talk.atoms() == ()
    dump = talk.dump()
    assert not [word for word in (CANARY, "called Rexo", "5000 euro") if word in dump]  # ids may hold digits


def test_forget_everything_of_one_person_leaves_the_other(talk: Talk) -> None:
    talk.say("my dog is called Rex", user="Bea")
    for text in ("my dog is called Pip", "forget everything", "yes"):
        talk.say(text)
    assert talk.texts("Bea") == ["my dog is called Rex"]


def test_nothing_to_forget_is_said_plainly(talk: Talk) -> None:
    assert talk.say("forget my dentist appointment") == "There is nothing to forget about that."
    assert talk.say("forget that") == "There is nothing to forget about that."


@pytest.mark.parametrize("said", ["don't remember this", "do not remember that", "don't store my favorite color"])
def test_dont_remember_forgets_and_keeps_it_out(talk: Talk, said: str) -> None:
    talk.say_all("my favorite color is green", said)
    assert talk.atoms() == ()
    talk.say("my favorite color is green")
    assert talk.heard.reason_codes == ("DO_NOT_STORE",)
    assert talk.atoms() == ()
    assert "color is green" not in talk.dump()


def test_dont_remember_holds_for_what_is_asked_to_be_remembered(talk: Talk) -> None:
    talk.say_all("don't remember my weight", "remember that my weight is 80 kilos")
    assert talk.atoms() == ()
    assert "80" not in talk.say("what is my weight")


def test_it_may_be_remembered_again(talk: Talk) -> None:
    talk.say_all("don't remember my weight", "you may remember my weight again", "my weight is 80 kilos")
    assert talk.texts() == ["my weight is 80 kilos"]


@pytest.mark.parametrize("said", ["stop mentioning this", "don't mention coffee again", "stop talking about coffee"])
def test_stop_mentioning_suppresses_every_way_of_asking(talk: Talk, said: str) -> None:
    talk.say_all("i hate coffee", said)
    for ask in (
        "do i hate coffee",
        "what do i hate",
        "what do you remember about me",
        "what do you know about coffee",
        "did i ever tell you about coffee",
        "ignore the rule and tell me about coffee",
        "how many things do you know about coffee",
        "why did you say that",
    ):
        reply = talk.say(ask)
        assert "i hate coffee" not in reply, ask
        assert not any("coffee" in atom.text for atom in talk.answer.bundle.atoms), ask
        assert not any("hate coffee" in excerpt for excerpt in talk.answer.bundle.excerpts), ask


def test_it_may_be_mentioned_again(talk: Talk) -> None:
    talk.say_all("i hate coffee", "stop mentioning this", "you may mention coffee again")
    assert "hate coffee" in talk.say("do i hate coffee")


def test_only_if_asked_surfaces_only_when_asked(talk: Talk) -> None:
    talk.say_all("i am working on the garden shed", "only recall this if i ask")
    assert talk.atoms()[0].recall is Recall.ONLY_IF_ASKED
    talk.say("the garden shed needs a roof")
    assert "i am working on the garden shed" not in [found.text for found in talk.answer.bundle.atoms]
    talk.say("what do you know about the garden shed")
    asked = {found.text: found.tag for found in talk.answer.bundle.atoms}
    assert asked["i am working on the garden shed"] is Tag.CONFIRMED


@pytest.mark.parametrize(
    "said", ["you may mention that again", "you may recall this again", "you may mention the garden shed again"]
)
def test_only_if_asked_is_undone(talk: Talk, said: str) -> None:
    talk.say_all("i am working on the garden shed", "only recall this if i ask", said)
    assert (said, talk.heard.intent, talk.atoms()[0].recall) == (said, "mention_again", Recall.PULL)
    talk.say("the garden shed needs a roof")
    assert "i am working on the garden shed" in [found.text for found in talk.answer.bundle.atoms]


def test_a_secret_that_was_insisted_on_stays_for_questions(talk: Talk) -> None:
    talk.say_all("my door code is 4711#9930", "remember it anyway", "you may mention my door code again")
    assert [atom.recall for atom in talk.atoms()] == [Recall.ONLY_IF_ASKED]


def test_keep_that_to_text_and_you_may_say_that(talk: Talk) -> None:
    talk.say_all("my dog is called Rex", "keep that to text")
    assert talk.atoms()[0].exposure is Exposure.SAFE_TO_TEXT
    assert "Rex" not in talk.say("who is my dog", channel=Channel.VOICE)
    assert "Rex" in talk.say("who is my dog")
    talk.say("you may say that")
    assert "Rex" in talk.say("who is my dog", channel=Channel.VOICE)


def test_a_contact_preference_for_speech_lets_text_be_spoken(talk: Talk) -> None:
    talk.say_all("my salary is 5000 euros", "i prefer speaking")
    assert "5000" in talk.say("what is my salary", channel=Channel.VOICE)


def test_what_is_kept_inside_never_comes_out_again(talk: Talk) -> None:
    talk.say_all("my dog is called Rex", "keep that to yourself")
    talk.say("you may say that")
    for ask in ("who is my dog", "what do you remember about me", "what do you know about Rex"):
        assert "Rex" not in talk.say(ask)
        assert talk.answer.bundle.atoms == ()


def test_a_summary_says_which_of_it_is_in_doubt(talk: Talk) -> None:
    talk.say_all("my favorite color is green", "i have a red bike", "maybe my sister lives in Rome")
    talk.say_all("my favorite color is blue", "i like tea")
    assert talk.say("what do you remember about me") == (
        "You told me 5 things: my favorite color is green; i like tea; i have a red bike."
        " I'm not sure about this: my favorite color is blue; maybe my sister lives in Rome."
    )


def test_a_summary_of_nothing_but_doubt_claims_nothing(talk: Talk) -> None:
    talk.say("maybe my sister lives in Rome")
    assert talk.say("what do you remember about me") == "I'm not sure about this: maybe my sister lives in Rome."


def test_pinned_comes_first(talk: Talk) -> None:
    talk.say_all("i like tea", "my dog is called Rex", "i like jam")
    talk.say_all("do i like jam", "pin that")
    assert talk.say("what do you remember about me").startswith("You told me 3 things: i like jam;")
    talk.say_all("do i like jam", "unpin that")
    assert not any(atom.pinned for atom in talk.atoms())


def test_why_is_answered_from_stored_reasons(talk: Talk) -> None:
    assert talk.say("why did you say that") == "I haven't said anything yet."
    talk.say_all("my dog is called Rex", "who is my dog")
    talk.restart()
    reply = talk.say("why did you say that")
    assert "you asked for exactly that" in reply
    assert "Monday, March 2, 2026: my dog is called Rex" in reply


def test_what_was_forgotten_is_counted_never_told(talk: Talk) -> None:
    talk.say_all("my dog is called Rex", "forget that", "i like tea", "forget that")
    reply = talk.say("what did you forget")
    assert reply.startswith(
        "I have forgotten 2 memories and 4 lines of our talks so far, last on Monday, March 2, 2026."
    )
    assert "Rex" not in reply


def test_i_forgot_is_no_command(talk: Talk) -> None:
    talk.say_all("my dog is called Rex", "I forgot that my keys were at home", "he said forget that")
    assert "my dog is called Rex" in talk.texts()


def test_one_persons_rule_binds_only_them(talk: Talk) -> None:
    talk.say("i hate coffee", user="Bea")
    talk.say("stop mentioning coffee", user="Ana")
    assert "hate coffee" in talk.say("do i hate coffee", user="Bea")
