"""Promise: commands are understood in any polite wording, typed or spoken, and nothing else is a command."""

from __future__ import annotations

import time

import pytest

from device.nlu.intent_matcher import IntentMatcher
from device.platform.language_files import known_languages, load_language
from memory.core.policy import MemoryPolicy
from memory.text.language_rules import Language

POLITE = ("{}", "please {}", "{} please", "hey selene {}", "could you please {}", "would you {} for me", "{}, thanks")
COMMANDS = {
    "forget that": "forget",
    "delete that memory": "forget",
    "don't remember this": "dont_remember",
    "do not remember this": "dont_remember",
    "only recall this if i ask": "only_if_asked",
    "stop mentioning this": "stop_mentioning",
    "pin that": "pin",
    "keep that to text": "keep_to_text",
}
WHOLE = {
    "What do you remember about me?": "recall_all",
    "what do you know about me": "recall_all",
    "When is my dentist appointment?": "recall_one",
    "where does my sister live": "recall_one",
    "what do i like": "recall_one",
    "Stop!": "stop",
    "help": "help",
    "Thank you.": "thanks",
    "yes please": "confirm",
    "no thanks": "deny",
    "No, it's Ana, not Anna.": "correct",
    "no it is green not blue": "correct",
    "I said Ana": "correct",
    "that's wrong": "not_so",
    "why did you say that?": "why",
    "what did you forget": "what_forgotten",
    "you may say that": "may_say",
    "forget my dentist appointment": "forget_topic",
    "the second one": "choose",
    "change my name to Anna": "change",
    "I forgot that thing at home": "statement",
    "I forgot my keys": "statement",
    "my name is Ana": "statement",
    "he told me to forget that": "statement",
    "stop signs are red": "statement",
    "help is on its way": "statement",
    "why not go": "question",
    "what time is it": "tell_time",
    "turn on the light": "cannot_switch",
    "switch the radio off please": "cannot_switch",
    "play some music": "cannot_play",
    "turn of the century": "statement",
    "which day is it today": "tell_time",
    "remember when we met?": "question",
    "": "nothing",
    "  ?! ": "nothing",
}


@pytest.fixture(scope="module")
def english() -> IntentMatcher:
    files = load_language("en")
    return IntentMatcher(files.device, lambda: files.memory, MemoryPolicy().max_command_chars)


@pytest.mark.parametrize("wording", POLITE)
@pytest.mark.parametrize(("said", "intent"), COMMANDS.items())
def test_a_command_is_understood_in_any_polite_wording(
    english: IntentMatcher, said: str, intent: str, wording: str
) -> None:
    assert english.match_intent(wording.format(said)).intent == intent
    assert english.match_intent(wording.format(said).replace(",", "").lower()).intent == intent


@pytest.mark.parametrize(("said", "intent"), WHOLE.items())
def test_a_command_matches_whole_or_not_at_all(english: IntentMatcher, said: str, intent: str) -> None:
    assert english.match_intent(said).intent == intent


@pytest.mark.parametrize(
    "said",
    [
        "remember that my dentist appointment is on the third of march at four thirty",
        "Please remember that my dentist appointment is on the third of march at four thirty.",
        "could you remember my dentist appointment is on the third of march at four thirty for me",
        "Don't forget that my dentist appointment is on the third of march at four thirty, thanks!",
    ],
)
def test_what_is_to_be_remembered_is_taken_word_for_word(english: IntentMatcher, said: str) -> None:
    understood = english.match_intent(said)
    start, end = understood.span("statement")
    assert understood.intent == "remember"
    assert said[start:end] == "my dentist appointment is on the third of march at four thirty"


def test_a_correction_gives_both_words(english: IntentMatcher) -> None:
    understood = english.match_intent("no, it's Ana, not Anna")
    assert (understood.slot("meant"), understood.slot("heard")) == ("Ana", "Anna")


@pytest.mark.parametrize("chars", [301, 2_000, 100_000])
@pytest.mark.parametrize("words", ["no it is not ", "forget ", "that this it ", "a ", "stop mentioning my ", "({[<|"])
def test_long_text_is_no_command_and_costs_little(english: IntentMatcher, words: str, chars: int) -> None:
    began = time.process_time()
    understood = english.match_intent((words * (chars // len(words) + 1))[:chars])
    assert understood.intent in ("statement", "question")
    assert time.process_time() - began < 0.5


def test_only_what_is_to_be_remembered_may_run_on(english: IntentMatcher) -> None:
    said = "remember that " + "the shed needs paint and " * 40
    understood = english.match_intent(said)
    start, end = understood.span("statement")
    assert understood.intent == "remember"
    assert said[start:end] == said.removeprefix("remember that ").strip()


@pytest.mark.parametrize(
    ("said", "intent"),
    [
        ("Merk dir bitte, dass Ana Tulpen mag.", "remember"),
        ("was weißt du über mich", "recall_all"),
        ("vergiss das", "forget"),
        ("nein, sie heißt Ana, nicht Anna", "correct"),
        ("Ich habe das vergessen", "statement"),
        ("welche wecker hab ich denn an", "list_schedules"),
        ("hab ich noch einen timer laufen", "list_schedules"),
        ("wie lang noch", "time_left"),
        ("was ist noch auf dem timer", "time_left"),
        ("um wie viel uhr klingelt mein wecker morgen", "time_left"),
        ("alle timer weg", "cancel_schedule"),
        ("machst du mal den wecker aus", "cancel_schedule"),
        ("den timer brauch ich nicht mehr", "cancel_schedule"),
        ("der wecker ist weg", "statement"),
        ("kannst du den wecker ne stunde später stellen", "more_time"),
        ("verlänger den timer mal um fünf minuten", "more_time"),
        ("lass mich noch fünf minuten liegen", "snooze"),
        ("ich steh ja schon auf", "stop_ringing"),
        ("ich steh jeden morgen um sechs auf", "statement"),
        ("timer nochmal starten", "restart_timer"),
        ("red mal lauter", "sound_otherwise"),
        ("mein chef redet zu laut", "statement"),
        ("kannst du das noch mal langsamer sagen", "speak_slower"),
        ("psst", "stop"),
        ("hör mal auf", "stop"),
        ("ich hör immer um fünf auf", "statement"),
        ("kannst du mir mal sagen wie spät es ist", "tell_time"),
        ("wir haben schon acht katzen", "statement"),
        ("erklär mal was du kannst", "help"),
    ],
)
def test_a_second_language_is_two_files(said: str, intent: str) -> None:
    files = load_language("de")
    german = IntentMatcher(files.device, lambda: files.memory, MemoryPolicy().max_command_chars)
    assert german.match_intent(said).intent == intent


def test_every_language_has_every_reply_and_every_intent() -> None:
    english = load_language("en").device
    for code in known_languages():
        other = load_language(code).device
        for part in ("replies", "intents"):
            missing = set(english[part]) - set(other[part])  # type: ignore[arg-type]
            assert not missing, (code, part)


def test_what_no_command_begins_with_is_told_from_one_without_the_memory_s_patterns() -> None:
    """They are two hundred, and of every language: a package's first thousand phrases would wait for them."""
    asked = list[str]()
    files = load_language("de")

    def memory() -> Language:
        asked.append(files.code)
        return files.memory

    german = IntentMatcher(files.device, memory, MemoryPolicy().max_command_chars)
    assert not german.is_command("Brozik 12 Wasserkocher")
    assert asked == []
    assert german.is_command("vergiss das")
    assert asked == ["de"]


@pytest.mark.parametrize(
    ("said", "items"),
    [
        ("please put eggs on the shopping list", "eggs"),
        ("okay put oat milk on the shopping list", "oat milk"),
        ("put eggs on the shopping list", "eggs"),
    ],
)
def test_a_slot_has_its_own_words_after_words_that_are_skipped(english: IntentMatcher, said: str, items: str) -> None:
    found = english.match_intent(said)
    assert found.slot("items") == items
    assert said[slice(*found.span("items"))] == items


@pytest.mark.parametrize("language", known_languages())
def test_a_beginning_of_no_command_begins_none(language: str) -> None:
    """Of each text of which no beginning may be a command of an intent, none is: else a command would be missed."""
    matcher = IntentMatcher(load_language(language).device, lambda: load_language(language).memory, 400)
    intents = frozenset({"answer_briefly", "call_me", "use_units", "answer_in_other", "stop", "recall_all"})
    ruled_out = begun = 0
    for said in _BEGINNINGS[language]:
        for rest in (
            " from now on i'm practising",
            ", weil ich das übe",
            " because i want to",
            ". my sister lives in ulm",
        ):
            words = f"{said}{rest}".split(" ")
            text = " ".join(words)
            found = {matcher.match_intent(" ".join(words[:end])).intent for end in range(1, len(words) + 1)}
            may = matcher.may_begin_with(text, intents)
            assert may or not found & intents, (text, found & intents)
            ruled_out, begun = ruled_out + (not may), begun + bool(found & intents)
    assert ruled_out
    assert begun


_BEGINNINGS = {
    "en": ("answer me in german", "please call me ana", "call me al", "use miles", "stop", "so stop", "my dog is old"),
    "de": (
        "antworte mir auf englisch",
        "bitte nenn mich ana",
        "nenn mich al",
        "stopp",
        "also stopp",
        "mein hund ist alt",
    ),
}
