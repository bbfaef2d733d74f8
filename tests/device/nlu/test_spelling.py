"""Promise: a word that was misheard is corrected by voice alone, letter by letter, and never without a yes."""

from __future__ import annotations

from pathlib import Path

import pytest

from device.nlu.alphabet import SpellingAlphabet, spell_out
from device.platform.language_files import known_languages, load_language
from memory.core.policy import MemoryPolicy
from memory.text.language_file import table, texts
from tests.sim.assistant_talk import Talk, talk_in

TOLD = "my teacher is called benchmark"
SPELLED = "kilo alpha charlie zulu mike alfa romeo echo kilo"


def alphabet(code: str) -> SpellingAlphabet:
    return SpellingAlphabet(table(load_language(code).device["spelling"]))


def test_a_name_is_spelled_read_back_and_changed_on_yes_with_its_correction_pair(talk: Talk) -> None:
    talk.say(TOLD)
    assert "benchmark" in talk.say("no, let me spell it")
    assert talk.answer.expects_reply
    assert talk.say(SPELLED) == "K, A, C, Z, M, A, R, E, K. Should I change benchmark to Kaczmarek?"
    assert talk.texts() == [TOLD], "a name changes only when the person says so"
    talk.say("yes")
    assert talk.texts() == ["my teacher is called Kaczmarek"]
    pair = talk.queries.corrections(talk.heard.turn.user_id, 9)[0]
    assert (pair.heard, pair.meant) == ("benchmark", "Kaczmarek")
    assert "Kaczmarek" in talk.hints().terms


@pytest.mark.parametrize(
    "said",
    ["no, it's spelled K A C Z M A R E K", "it's spelled k-a-c-z-m-a-r-e-k", f"no it's spelled {SPELLED}",
     "No, spelled K, A, C, Z, M, A, R, E, K."],
)  # fmt: skip
def test_it_can_be_spelled_in_one_sentence(talk: Talk, said: str) -> None:
    talk.say(TOLD)
    assert talk.say(said).endswith("Should I change benchmark to Kaczmarek?")
    talk.say("yes")
    assert talk.texts() == ["my teacher is called Kaczmarek"]


def test_no_leaves_it_and_it_can_be_spelled_again(talk: Talk) -> None:
    talk.say(TOLD)
    talk.say("let me spell it")
    talk.say("kilo alpha")
    talk.say("no")
    assert talk.texts() == [TOLD]
    talk.say("no, let me spell it")
    assert "Kaczmarek" in talk.say(SPELLED)


@pytest.mark.parametrize("said", ["what time is it", "stop", "my dog is called Rex", "kilo and then something"])
def test_what_is_no_spelling_leaves_the_memory_as_it_was(talk: Talk, said: str) -> None:
    talk.say(TOLD)
    talk.say("let me spell it")
    talk.say(said)
    talk.say("yes")
    assert TOLD in talk.texts()


def test_letters_without_a_memory_that_they_could_be_about_change_nothing(talk: Talk) -> None:
    for said in ("let me spell it", "no, it's spelled K A C Z"):
        talk.say(said)
        assert talk.heard.reason_codes == ("CORRECTION_UNCLEAR",)
    assert talk.texts() == []


def test_when_two_things_were_mentioned_neither_is_changed(talk: Talk) -> None:
    talk.say_all("my name is Ana", TOLD, "what do you remember about me")
    talk.say(f"no, it's spelled {SPELLED}")
    assert talk.heard.reason_codes == ("CORRECTION_UNCLEAR",)
    talk.say("yes")
    assert set(talk.texts()) == {"my name is Ana", TOLD}


def test_the_letters_are_in_no_archive(tmp_path: Path) -> None:
    """They would outlive the memory that they correct, when that is forgotten."""
    with talk_in(tmp_path) as talk:
        for said in (TOLD, "let me spell it", SPELLED, "yes", "no, it's spelled B O B", "no"):
            talk.say(said)
        lines = [row[0] for row in talk.vault.database.rows("SELECT text FROM archive WHERE speaker = 'user'")]
        assert lines
        assert not [line for line in lines if "kilo" in line or "B O B" in line]


def test_the_recogniser_is_given_the_alphabet_while_a_word_is_spelled_and_at_no_other_time(talk: Talk) -> None:
    talk.say(TOLD)
    assert talk.hints().only == ()
    talk.say("let me spell it")
    only = talk.hints().only
    assert {"kilo", "zulu", "stop"} <= set(only)
    policy = MemoryPolicy()
    assert len(only) <= policy.max_hint_terms
    assert len("".join(only).encode()) <= policy.max_hint_bytes
    talk.say(SPELLED)
    assert talk.hints().only == ()


@pytest.mark.parametrize("code", known_languages())
def test_every_language_has_a_word_for_every_letter(code: str) -> None:
    known = alphabet(code)
    for letter, names in table(table(load_language(code).device["spelling"])["letters"]).items():
        assert {known.word(f"{name} {name}") for name in texts(names)} == {(letter * 2).capitalize()}
    assert {chr(code) for code in range(97, 123)} <= {known.word(f"{chr(c)} a")[0].lower() for c in range(97, 123)}


def test_german_letters_keep_their_dots() -> None:
    assert alphabet("de").word("Martha, Übermut, Ludwig, Ludwig, Emil, Richard") == "Müller"
    assert alphabet("de").word("m ü l l e r") == "Müller"


@pytest.mark.parametrize("said", ["", "k", "kilo", "kilo alpha house", "a " * 41, "space space"])
def test_what_is_no_spelled_word_is_none(said: str) -> None:
    assert alphabet("en").word(said) == ""


def test_words_of_two_parts_are_spelled_and_read_back() -> None:
    assert alphabet("en").word("x-ray i space x ray u") == "Xi Xu"
    assert spell_out("Xi Xu") == "X, I, X, U"
