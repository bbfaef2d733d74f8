"""Promise: what was told is kept and given back word for word; what is not worth keeping is not."""

from __future__ import annotations

import pytest

from memory.model.atoms import Channel, Status, Tag
from tests.sim.assistant_talk import Talk, told


def test_what_was_told_is_given_back_word_for_word(talk: Talk) -> None:
    talk.say("remember that my dentist appointment is on the third of march at four thirty")
    assert talk.heard.created
    reply = talk.say("when is my dentist appointment")
    assert told("my dentist appointment is on the third of march at four thirty") in reply
    assert "Tuesday, March 3, 2026, at 4:30" in reply


def test_it_is_there_after_a_restart(talk: Talk) -> None:
    talk.say("my favorite color is green")
    talk.restart()
    talk.new_session(days=2)
    assert talk.say("what is my favorite color") == f"{told('my favorite color is green')}."


def test_a_relative_date_means_the_day_that_it_meant_when_it_was_said(talk: Talk) -> None:
    talk.say("my eye exam is next friday")
    talk.new_session(days=3)
    assert "That is Friday, March 6, 2026" in talk.say("when is my eye exam")
    talk.new_session(days=30)
    assert "That was Friday, March 6, 2026" in talk.say("when is my eye exam")


def test_the_source_is_the_very_span_of_the_archived_line(talk: Talk) -> None:
    talk.say("Well, my name is Ana and my sister lives in Berlin, you know.")
    for atom in talk.atoms():
        source = atom.sources[0]
        (line,) = talk.vault.reader.lines_by_id(talk.gate(), (source.turn_id,))
        assert line.text[source.start : source.end] == atom.text


@pytest.mark.parametrize(
    "text",
    ["hello", "i'm tired", "it is raining", "what time is it", "i like it", "thanks", "that was a long day", "hm"],
)
def test_a_turn_with_nothing_worth_keeping_yields_nothing(talk: Talk, text: str) -> None:
    talk.say(text)
    assert not talk.heard.created
    assert talk.atoms() == ()


def test_five_new_atoms_a_turn_and_no_more(talk: Talk) -> None:
    talk.say(
        "my name is Ana. my dog is called Rex. i live in Rome. i work at Acme. my car is red. my bike is blue."
        " i like tea. i hate coffee."
    )
    assert len(talk.heard.created) == 5
    assert len(talk.atoms()) == 5


def test_the_same_thing_again_is_confirmed_and_not_kept_twice(talk: Talk) -> None:
    talk.say("my favorite color is green")
    (before,) = talk.atoms()
    talk.say("my favourite colour is Green.")
    (after,) = talk.atoms()
    assert not talk.heard.created
    assert talk.heard.updated == (before.atom_id,)
    assert (after.reason_code, after.confidence_bp) == ("RESTATED", before.confidence_bp + 200)


def test_everything_in_short_has_at_most_ten_items_and_one_kilobyte(talk: Talk) -> None:
    for number in range(30):
        talk.say(f"remember that box number {number} holds {'old paper ' * 8}and thing {number}")
    reply = talk.say("what do you remember about me")
    assert len(reply.encode()) <= 1_024
    assert len(talk.answer.used) <= 10
    assert f"{30 - len(talk.answer.used)} more" in reply


def test_a_question_by_its_words_finds_the_line_that_answers(talk: Talk) -> None:
    talk.say("the weather was lovely in Porto on our trip")
    reply = talk.say("where was the weather lovely")
    assert told("the weather was lovely in Porto on our trip") in reply
    assert talk.answer.used == tuple(atom.atom_id for atom in talk.atoms())


def test_what_is_not_known_is_said_plainly(talk: Talk) -> None:
    talk.say("my name is Ana")
    assert talk.say("what is the name of my boat") == "I don't know that yet. You can tell me."
    assert not talk.answer.used


def test_two_people_on_one_device_never_mix(talk: Talk) -> None:
    talk.say("my favorite color is green", user="Ana")
    assert "green" not in talk.say("what is my favorite color", user="Bea")
    assert "green" not in talk.say("what do you remember about me", user="Bea")
    assert "green" not in talk.say("what did Ana tell you about green", user="Bea")


def test_an_unknown_voice_gets_an_empty_bundle_and_leaves_nothing(talk: Talk) -> None:
    talk.say("my name is Ana")
    before = talk.dump()
    for text in ("what is my name", "remember that I was here", "what do you remember about me", "forget that"):
        reply = talk.say(text, identified=False)
        assert "I don't know your voice" in reply
        assert talk.answer.bundle.atoms == ()
        assert talk.answer.bundle.size_bytes <= 2
    assert talk.dump() == before


def test_a_second_voice_is_filed_under_its_own_name(talk: Talk) -> None:
    talk.say("my name is Ana")
    talk.say("my name is Tom", who="Tom")
    assert not talk.answer.question
    assert "Ana" in talk.say("what is my name")


def test_a_turn_that_comes_again_changes_nothing_twice(talk: Talk) -> None:
    talk.say("my sister's name is Anna")
    turn = talk.turn("no, it's Ana, not Anna")
    talk.again(turn)
    before = talk.dump()
    talk.restart()
    talk.again(turn)
    assert "REPLAYED_TURN" in talk.heard.reason_codes
    assert talk.dump() == before


def test_what_was_not_spoken_was_not_used(talk: Talk) -> None:
    talk.say_all("my name is Ana", "my dog is called Rex")
    talk.say("what do you remember about me", spoken="You told me 2 things: my dog is called Rex")
    used = {atom.text: atom.use_count for atom in talk.atoms()}
    assert used == {"my dog is called Rex": 1, "my name is Ana": 0}


def test_two_runs_give_the_same_bundles(tmp_path_factory: pytest.TempPathFactory) -> None:
    from tests.sim.assistant_talk import talk_in

    digests = []
    for run in ("one", "two"):
        with talk_in(tmp_path_factory.mktemp(run)) as talk:
            talk.say_all("my name is Ana", "i like tea", "my dog is called Rex", "what do i like")
            digests.append((talk.answer.bundle.digest, talk.answer.reply))
    assert digests[0] == digests[1]
    assert digests[0][0]


def test_push_memory_is_always_there_and_comes_first(talk: Talk) -> None:
    talk.say_all("my name is Ana", "i am working on the garden shed", "from now on answer briefly", "i like tea")
    talk.say("do i like tea")
    assert [atom.text for atom in talk.answer.bundle.atoms[:3]] == [
        "my name is Ana",
        "i am working on the garden shed",
        "from now on answer briefly",
    ]
    assert all(atom.tag is Tag.CONFIRMED for atom in talk.answer.bundle.atoms)


def test_hints_are_names_and_corrected_words(talk: Talk) -> None:
    assert talk.hints().terms == ()
    talk.say_all("my sister's name is Anna", "no, it's Ana, not Anna", "i live in Porto")
    assert talk.hints().terms == ("Ana", "Porto")


def test_hints_hold_nothing_that_may_not_be_spoken(talk: Talk) -> None:
    talk.say_all("my sister's name is Ana", "keep that to text", "my dog is called Rex", "stop mentioning Rex")
    assert talk.hints().terms == ()


def test_a_hedged_fact_is_uncertain(talk: Talk) -> None:
    talk.say("I think my favorite color is green")
    (atom,) = talk.atoms()
    assert (atom.status, atom.confidence_bp) == (Status.UNCERTAIN, 4_000)
    assert talk.answer.bundle.atoms[0].tag is Tag.TENTATIVE


def test_german_remembers_in_german(tmp_path_factory: pytest.TempPathFactory) -> None:
    from tests.sim.assistant_talk import talk_in

    with talk_in(tmp_path_factory.mktemp("de"), "de") as talk:
        talk.say("mein zahnarzttermin ist am dritten märz um 16 uhr")
        reply = talk.say("wann ist mein zahnarzttermin")
        assert "Dein zahnarzttermin ist am dritten märz um 16 uhr" in reply
        assert "Dienstag, 3. März 2026, um 16:00" in reply
        assert talk.say("vergiss das") == "Ich habe es vergessen."
        assert talk.atoms() == ()


def test_a_spoken_answer_holds_only_what_may_be_spoken(talk: Talk) -> None:
    talk.say_all("my salary is 5000 euros", "my dog is called Rex")
    aloud = talk.say("what do you remember about me", channel=Channel.VOICE)
    assert "5000" not in aloud
    assert "1 more in writing only" in aloud
    assert (
        talk.say("what is my salary", channel=Channel.VOICE) == "I can't say that aloud. I have that in writing only."
    )
    assert "5000" in talk.say("what is my salary")


def test_a_thing_named_alone_leaves_what_is_known_of_it(talk: Talk) -> None:
    talk.say("my address is 5 mill lane")
    assert talk.say("don't forget my address") == "I know. You told me: my address is 5 mill lane."
    assert talk.texts() == ["my address is 5 mill lane"]
