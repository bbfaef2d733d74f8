"""Promise: an instruction on how to answer is obeyed from then on, or declined in a sentence; asking back tells it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from device.platform.language_files import known_languages, load_language
from device.skills.instructions.manner import OBEYED, name_of, read_manner
from memory.model.atoms import Channel, Kind
from memory.text.language_file import table
from tests.device.skills.instructions.said_instructions import NAMED, NO_INSTRUCTIONS, SAID
from tests.sim.assistant_talk import Talk, talk_in

LANGUAGES = tuple(SAID)
CASES = [
    (language, intent, words) for language, said in SAID.items() for intent, all_ in said.items() for words in all_
]


@dataclass(frozen=True)
class Spoken:
    """One vault in one language for all phrases; each begins a session of its own."""

    talks: dict[str, Talk]

    def fresh(self, language: str) -> Talk:
        self.talks[language].new_session()
        return self.talks[language]


@pytest.fixture(scope="module")
def spoken(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Spoken]:
    with talk_in(tmp_path_factory.mktemp("en")) as english, talk_in(tmp_path_factory.mktemp("de"), "de") as german:
        yield Spoken({"en": english, "de": german})


def held(talk: Talk) -> set[str]:
    return {name_of(atom) for atom in read_manner(talk.queries, talk.gate()).atoms}


@pytest.mark.parametrize(("language", "intent", "words"), CASES)
def test_an_instruction_is_understood_in_many_words(spoken: Spoken, language: str, intent: str, words: str) -> None:
    talk = spoken.fresh(language)
    reply = talk.say(words)
    assert (words, talk.heard.intent) == (words, intent)
    assert (intent in OBEYED) <= (intent in held(talk))
    if intent in ("sound_otherwise", "answer_in_other", "use_units"):
        assert "can't" in reply or "kann" in reply
        assert talk.heard.reason_codes == ("CANNOT_DO",)


@pytest.mark.parametrize(
    ("language", "intent", "words", "name"),
    [(language, intent, *one) for language, said in NAMED.items() for intent, each in said.items() for one in each],
)
def test_a_form_of_address_is_understood(spoken: Spoken, language: str, intent: str, words: str, name: str) -> None:
    talk = spoken.fresh(language)
    reply = talk.say(words)
    assert (words, talk.heard.intent) == (words, intent)
    assert name in reply


@pytest.mark.parametrize(
    ("language", "words"), [(one, words) for one, all_ in NO_INSTRUCTIONS.items() for words in all_]
)
def test_what_is_told_of_others_is_no_instruction(spoken: Spoken, language: str, words: str) -> None:
    talk = spoken.fresh(language)
    before = held(talk)
    talk.say(words)
    assert (words, talk.heard.intent) == (words, "statement")
    assert held(talk) == before


def test_brief_answers_are_one_sentence_without_their_source(talk: Talk) -> None:
    talk.say("my dentist appointment is on friday")
    assert talk.say("when is my dentist appointment") == (
        "Your dentist appointment is on friday. That is Friday, March 6, 2026."
    )
    talk.say("keep your answers short")
    assert talk.say("when is my dentist appointment") == "Your dentist appointment is on friday."
    assert talk.say("what is my locker number") == "I don't know that yet."
    talk.say("longer answers again")
    assert "That is Friday" in talk.say("when is my dentist appointment")


def test_a_question_is_never_cut(talk: Talk) -> None:
    talk.say_all("be brief", "my favorite color is green")
    assert talk.say("my favorite color is blue").endswith("Should I change it?")


def test_a_memory_of_two_sentences_is_never_cut(talk: Talk) -> None:
    talk.say_all("be brief", "remember that the alarm code sheet is at Dr. Meier's. He has the key")
    assert "key" in talk.say("where is the alarm code sheet")


def test_the_source_is_left_out_until_it_is_wanted_again(talk: Talk) -> None:
    talk.say_all("my locker number is nine, not your nine", "stop saying you told me")
    assert talk.say("what is my locker number").startswith("my locker number is nine")
    talk.say("you can say you told me again")
    assert talk.say("what is my locker number").startswith("You told me")


def test_times_are_said_by_the_clock_that_was_asked_for(talk: Talk) -> None:
    assert "at 3 pm" in talk.say("set an alarm for 3 pm")
    talk.say("use the 24 hour clock")
    assert "at 15:00" in talk.say("when is my alarm")
    assert talk.say("which clock should you use") == "The 24-hour clock, as you asked."
    talk.say("use the 12 hour clock")
    assert "at 3 pm" in talk.say("when is my alarm")
    assert talk.say("what time is it").endswith("at 10:07 am.")


def test_what_is_due_is_said_by_the_clock_that_was_asked_for(talk: Talk) -> None:
    talk.say_all("set an alarm for 3 pm", "use the 24 hour clock")
    due = talk.assistant.due(
        talk.gate().user_id, type(talk.now)(talk.now.at_ms + 5 * 3_600_000, talk.now.utc_offset_min)
    )
    assert [one.text for one in due] == ["It is 15:00."]


def test_answers_come_in_another_language_where_they_are_written(talk: Talk) -> None:
    assert talk.say("answer in german") == "Ich antworte ab jetzt auf Deutsch."
    assert talk.say("my aunt is called Berta") == "Notiert: my aunt is called Berta."
    assert talk.say("what is my aunt called", channel=Channel.VOICE) == "Your aunt is called Berta."
    assert talk.say("answer in english again") == "I'll answer in English from now on."


def test_a_language_is_declined_where_it_cannot_be_spoken(talk: Talk) -> None:
    assert "can't speak that language aloud" in talk.say("answer in german", channel=Channel.VOICE)
    assert not talk.atoms()
    assert talk.say("answer in french") == "I can't answer in that language; I can answer in English and German."
    assert not talk.atoms()


@pytest.mark.parametrize("language", known_languages())
def test_every_installed_language_can_be_asked_for(language: str) -> None:
    data = load_language(language).device
    assert set(table(table(data["lists"])["tongue"])) == set(known_languages())
    assert set(table(table(data["replies"])["tongues"])) == set(known_languages())


def test_asking_back_tells_every_instruction_that_holds(talk: Talk) -> None:
    assert talk.say("how did i ask you to answer") == "I keep no wish of yours about how I answer."
    talk.say_all("use the 24 hour clock", "keep your answers short", "stop saying you told me")
    assert talk.say("how did i ask you to answer") == (
        "You asked me to answer briefly, use the 24-hour clock and leave out that you told me."
    )


def test_an_instruction_outlives_the_process_and_can_be_forgotten(talk: Talk) -> None:
    talk.say("keep your answers short")
    talk.restart()
    assert talk.say("what is my locker number") == "I don't know that yet."
    talk.say_all("keep it short", "forget that")
    assert talk.say("what is my locker number") == "I don't know that yet. You can tell me."
    assert not talk.atoms()


def test_the_instructions_of_one_person_are_not_those_of_another(talk: Talk) -> None:
    talk.say("keep your answers short", user="Ben")
    assert talk.say("what is my locker number") == "I don't know that yet. You can tell me."


def test_words_in_passing_and_guests_change_nothing(talk: Talk) -> None:
    talk.say_all("from now on manner_answer_briefly", "remember that you answer briefly")
    talk.say("keep your answers short", identified=False)
    talk.say("keep your answers short", who="Ben")
    assert held(talk) == set()


def test_a_nickname_stands_beside_the_name(talk: Talk) -> None:
    talk.say_all("my name is Deborah", "call me dee")
    reply = talk.say("what's my name")
    assert "Deborah" in reply
    assert "dee" in reply
    assert not talk.answer.question
    talk.say("stop calling me dee")
    assert "dee" not in talk.say("what's my name").casefold().replace("deborah", "")


def test_a_new_nickname_takes_the_place_of_the_old(talk: Talk) -> None:
    talk.say_all("call me dee", "call me Dodo")
    reply = talk.say("what should you call me")
    assert "Dodo" in reply
    assert "dee" not in reply
    talk.say("don't call me that")
    assert "Dodo" not in talk.say("what's my name")


def test_what_others_are_called_is_a_fact(talk: Talk) -> None:
    talk.say("from now on call my husband tommy")
    assert "tommy" in talk.say("what should you call my husband")
    assert len(talk.atoms()) == 1


def test_what_is_kept_and_not_obeyed_says_so(talk: Talk) -> None:
    assert "I'll keep that in mind, but I can't" in talk.say("from now on always greet me in latin")
    assert "I'll keep that in mind, but I can't" in talk.say("use miles instead of kilometers")
    assert [atom.kind for atom in talk.atoms()] == [Kind.INSTRUCTION, Kind.INSTRUCTION]
    talk.say("use kilometers instead of miles")
    assert "kilometers" in talk.say("what units should you use")


def test_a_reply_has_an_instruction_beside_a_fact(talk: Talk) -> None:
    talk.say("my aunt is called Berta. Keep your answers short")
    assert held(talk) == {"answer_briefly"}
    assert len(talk.atoms()) == 2


@pytest.fixture
def talk(tmp_path: Path) -> Iterator[Talk]:
    with talk_in(tmp_path) as one:
        yield one


@pytest.mark.parametrize(
    ("said", "intent"),
    [
        ("answer me in german from now on i'm practising", "answer_in"),
        ("from now on reply in german because i want to practise", "answer_in"),
        ("keep your answers short i'm always busy", "answer_briefly"),
        ("use the twenty four hour clock i'm in the army", "use_24_hours"),
    ],
)
def test_a_reason_may_follow_an_instruction(said: str, intent: str, tmp_path: Path) -> None:
    with talk_in(tmp_path) as talk:
        talk.say(said)
        assert any(atom.key.startswith(f"instruction:manner_{intent}") for atom in talk.atoms())
