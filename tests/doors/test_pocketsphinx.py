"""The recogniser hears known sentences word for word, the same words in any order, and survives anything."""

from __future__ import annotations

import pytest

from device.doors.pocketsphinx import CATCH_UP_FRAMES, PocketSphinx
from device.ports import HintBundle
from tests.doors.sound import QUIET, spoken, with_silence

PLAIN = HintBundle()
HINTED = HintBundle("en", ("remember that", "thank you", "zzyzx", "Dentist  Appointment"))
KNOWN = (
    ("rms", "what do you remember about me"), ("slt", "what do you remember about me"),
    ("rms", "when is my dentist appointment"), ("rms", "forget my dentist appointment"),
    ("slt", "forget my dentist appointment"), ("rms", "remember that the meeting is on monday at ten"),
    ("rms", "forget that"), ("slt", "forget that"), ("rms", "my favorite color is green"),
    ("slt", "what is my favorite color"), ("rms", "why did you say that"), ("slt", "do not remember this"),
    ("rms", "stop"), ("slt", "stop"), ("rms", "yes"), ("slt", "no"),
)  # fmt: skip


@pytest.fixture(scope="module")
def recogniser() -> PocketSphinx:
    return PocketSphinx()


def hear(recogniser: PocketSphinx, name: str, hints: HintBundle = PLAIN) -> str:
    recogniser.start(hints)
    for frame in with_silence(name):
        recogniser.hear(frame)
    return recogniser.finish().text


@pytest.mark.parametrize(("voice", "text"), KNOWN)
def test_known_sentences_are_heard_word_for_word(recogniser: PocketSphinx, voice: str, text: str) -> None:
    assert hear(recogniser, f"{voice}/{text.replace(' ', '_')}") == text


def test_the_same_sound_gives_the_same_words_in_any_order_and_after_any_hints(recogniser: PocketSphinx) -> None:
    names = ["slt/what_do_you_remember_about_me", "slt/help", "rms/thank_you"]
    first = [hear(recogniser, name) for name in names]
    hinted = [hear(recogniser, name, HINTED) for name in names]
    assert [hear(recogniser, name) for name in reversed(names)] == first[::-1]
    assert [hear(recogniser, name, HINTED) for name in reversed(names)] == hinted[::-1]
    other = PocketSphinx()
    assert [hear(other, name) for name in names] == first


@pytest.mark.parametrize(("name", "term"), [("rms/thank_you", "thank you"), ("slt/alexa", "alexa")])
def test_a_hint_recovers_what_is_heard_wrong_without_it(recogniser: PocketSphinx, name: str, term: str) -> None:
    assert hear(recogniser, name) != term
    assert hear(recogniser, name, HintBundle("en", (term,))) == term


@pytest.mark.parametrize(
    "terms",
    [
        ("zzyzx", "qwrtp"),
        ("", " ", "\0", "<s>", "</s>", "<sil>", "[noise]", "a(2)", "_", "'", "İstanbul", "漢字", "\ud800"),
        ("one two three four five six seven eight nine",),
        ("x" * 4_000,),
    ],
)
def test_hints_with_nothing_usable_change_nothing(recogniser: PocketSphinx, terms: tuple[str, ...]) -> None:
    assert recogniser._usable(HintBundle("en", terms)) == ()
    assert hear(recogniser, "rms/yes", HintBundle("en", terms)) == "yes"


def test_a_hundred_hints_do_not_hide_the_words(recogniser: PocketSphinx) -> None:
    words = recogniser._decoder.config["dict"]
    with open(words, encoding="utf-8") as dictionary:
        terms = tuple(line.split()[0] for number, line in enumerate(dictionary) if number % 900 == 450)
    assert hear(recogniser, "rms/what_is_my_name", HintBundle("en", terms[:100])) == "what is my name"


def test_silence_and_nothing_are_no_words(recogniser: PocketSphinx) -> None:
    recogniser.start(PLAIN)
    assert recogniser.finish().text == ""
    for frames in (1, 14, 65, 66, 300):
        recogniser.start(PLAIN)
        for _ in range(frames):
            recogniser.hear(QUIET)
        assert recogniser.finish().text == ""


def test_an_abandoned_utterance_leaves_no_trace(recogniser: PocketSphinx) -> None:
    for frames in (3, 100):
        recogniser.start(PLAIN)
        for frame in spoken("slt/monologue")[:frames]:
            recogniser.hear(frame)
        recogniser.abandon()
        recogniser.abandon()
        assert recogniser.finish().text == ""
        assert hear(recogniser, "rms/stop") == "stop"


def test_decoding_has_caught_up_when_a_long_utterance_ends(recogniser: PocketSphinx) -> None:
    recogniser.start(PLAIN)
    for frame in spoken("rms/monologue")[:300]:
        recogniser.hear(frame)
    assert len(recogniser._waiting) < CATCH_UP_FRAMES
    recogniser.abandon()
