"""The recogniser hears known sentences word for word, the same words in any order, and survives anything."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from device.core.policy import CATCH_UP_FRAMES
from device.core.ports import FRAME_BYTES, HintBundle, TermDetail
from device.engines.stt.pocketsphinx import PocketSphinx
from device.nlu.word_error_rate import term_errors, transcript_words
from device.platform.language_files import command_words, load_language
from device.session.doubtful_words import doubtful_words
from device.vocabulary.hint_evaluation import load_distractors
from tests.budgets import HEARD_STRIDE, SOAK
from tests.device.engines.sound_samples import QUIET, VOCABULARY, pad_with_silence, spoken

PLAIN = HintBundle()
DISTRACTORS = load_distractors(90, [term for row in VOCABULARY for term in row["terms"]])
HINTED = HintBundle("en", ("remember that", "thank you", "Kaczmarek", "Dentist  Appointment"))
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
    for frame in pad_with_silence(name):
        recogniser.hear(frame)
    return recogniser.finish().text


@cache
def never_hinted() -> PocketSphinx:
    """A recogniser that was never given a hint."""
    return PocketSphinx()


@cache
def heard_plainly(name: str) -> str:
    """What such a recogniser hears."""
    return hear(never_hinted(), name)


@pytest.mark.parametrize(("voice", "text"), KNOWN[:: HEARD_STRIDE.now])
def test_known_sentences_are_heard_word_for_word(recogniser: PocketSphinx, voice: str, text: str) -> None:
    assert hear(recogniser, f"{voice}/{text.replace(' ', '_')}") == text


@pytest.mark.parametrize(("name", "after"), [("rms/stop", 25), ("slt/what_is_my_favorite_color", 70)])
def test_what_was_heard_so_far_can_be_asked_and_changes_nothing(
    recogniser: PocketSphinx, name: str, after: int
) -> None:
    frames = list(pad_with_silence(name))
    recogniser.start(PLAIN)
    assert recogniser.preview().text == ""
    for number, frame in enumerate(frames):
        if number == after:
            recogniser.preview()
        recogniser.hear(frame)
    whole = heard_plainly(name)
    assert recogniser.preview().text == whole
    assert recogniser.finish().text == whole


def test_a_close_look_gives_the_words_of_the_end_and_the_utterance_goes_on(recogniser: PocketSphinx) -> None:
    name = "slt/what_is_my_favorite_color"
    frames, whole = list(pad_with_silence(name)), heard_plainly(name)
    recogniser.start(PLAIN)
    assert recogniser.look_closely().text == ""
    for number, frame in enumerate(frames):
        if number == 60:
            recogniser.look_closely()
        recogniser.hear(frame)
    assert recogniser.look_closely().text == whole
    for _ in range(10):
        recogniser.hear(bytes(FRAME_BYTES))
    assert recogniser.finish_as_looked().text == whole
    recogniser.start(PLAIN)
    assert recogniser.finish().text == "", "nothing of it is left for the next utterance"


def test_the_same_sound_gives_the_same_words_in_any_order_and_after_any_hints(recogniser: PocketSphinx) -> None:
    names = ["slt/help", "rms/thank_you", "slt/what_do_you_remember_about_me"][: 3 if SOAK else 2]
    first = [hear(recogniser, name) for name in names]
    hinted = [hear(recogniser, name, HINTED) for name in names]
    assert [hear(recogniser, name) for name in reversed(names)] == first[::-1]
    assert [hear(recogniser, name, HINTED) for name in reversed(names)] == hinted[::-1]
    assert [heard_plainly(name) for name in names] == first


@pytest.mark.parametrize(("name", "term"), [("rms/thank_you", "thank you"), ("slt/alexa", "alexa")])
def test_a_hint_recovers_what_is_heard_wrong_without_it(recogniser: PocketSphinx, name: str, term: str) -> None:
    assert hear(recogniser, name) != term
    assert hear(recogniser, name, HintBundle("en", (term,))) == term


@pytest.mark.parametrize(
    "terms",
    [
        ("", " ", "\0", "<s>", "</s>", "<sil>", "[noise]", "a(2)", "_", "'", "漢字", "\ud800"),
        ("one two three four five six seven eight nine",),
        ("x" * 4_000,),
    ],
)
def test_hints_with_nothing_usable_change_nothing(recogniser: PocketSphinx, terms: tuple[str, ...]) -> None:
    for name in ("rms/yes", "slt/help"):
        assert hear(recogniser, name, HintBundle("en", terms)) == heard_plainly(name)


@pytest.mark.parametrize("number", [7, 9, 23, 29, 73][:: HEARD_STRIDE.now])
def test_a_name_that_no_dictionary_knows_is_heard_from_its_spelling(recogniser: PocketSphinx, number: int) -> None:
    row = VOCABULARY[number]
    assert term_errors(row["terms"], transcript_words(hear(recogniser, f"vocab/{row['wav']}"))) == 1
    hinted = hear(recogniser, f"vocab/{row['wav']}", HintBundle("en", (*row["terms"], *DISTRACTORS)))
    assert term_errors(row["terms"], transcript_words(hinted)) == 0


def test_a_hundred_names_that_were_not_said_are_not_heard(recogniser: PocketSphinx) -> None:
    hinted = HintBundle("en", DISTRACTORS)
    for name in ("rms/what_is_my_name", "slt/what_is_my_favorite_color", "rms/my_favorite_color_is_green"):
        assert hear(recogniser, name, hinted) == name.split("/")[1].replace("_", " ")


def test_hints_of_one_bundle_are_unknown_to_the_next(recogniser: PocketSphinx) -> None:
    row = VOCABULARY[29]
    plain, others = hear(recogniser, f"vocab/{row['wav']}"), HintBundle("en", DISTRACTORS)
    before = hear(recogniser, f"vocab/{row['wav']}", others)
    assert hear(recogniser, f"vocab/{row['wav']}", HintBundle("en", tuple(row["terms"]))) not in (plain, before)
    assert hear(recogniser, f"vocab/{row['wav']}", others) == before
    assert hear(recogniser, f"vocab/{row['wav']}") == plain


def test_where_memory_has_no_files_hints_are_given_another_way(
    recogniser: PocketSphinx, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = VOCABULARY[29]
    hints = HintBundle("en", (*row["terms"], "Siobhan"))
    expected = hear(recogniser, f"vocab/{row['wav']}", hints)
    monkeypatch.delattr("os.memfd_create")
    assert hear(PocketSphinx(), f"vocab/{row['wav']}", hints) == expected


def test_a_hundred_hints_do_not_hide_the_words(recogniser: PocketSphinx) -> None:
    words = recogniser._words
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


ALEXA = "AH0 L EH1 K S AH0"


@pytest.mark.parametrize("detail", [TermDetail(pronunciations=(ALEXA,)), TermDetail(heard=("alexa",))])
def test_how_a_package_says_a_term_is_heard_and_so_is_what_it_was_misheard_as(
    recogniser: PocketSphinx, detail: TermDetail
) -> None:
    assert "quux" not in hear(recogniser, "slt/alexa", HintBundle("en", ("Quux",)))
    assert hear(recogniser, "slt/alexa", HintBundle("en", ("Quux",), {"Quux": detail})) == "quux"
    assert "quux" not in hear(recogniser, "slt/alexa", HintBundle("en", ("Quux",)))


@pytest.mark.parametrize("heavier", ["Quux", "Xyzzy"])
def test_of_two_terms_that_sound_alike_the_heavier_is_heard(recogniser: PocketSphinx, heavier: str) -> None:
    details = {term: TermDetail(300 if term == heavier else 30, (ALEXA,)) for term in ("Quux", "Xyzzy")}
    assert hear(recogniser, "slt/alexa", HintBundle("en", tuple(details), details)) == heavier.lower()


def test_no_word_of_a_command_is_lost_beside_hints(recogniser: PocketSphinx) -> None:
    everyday = {line.split()[0].partition(b"(")[0].decode() for line in recogniser._hinted._everyday.splitlines()}
    known = {word for word in command_words("en") if recogniser._known(word)}
    assert {"undo", "erased", "memorize", "forget"} <= known
    assert known <= everyday


@pytest.mark.parametrize(("voice", "loud"), [("slt", 500.0), ("rms", 350.0)])
def test_the_confidence_of_a_word_tells_whether_it_was_heard_surely(
    recogniser: PocketSphinx, voice: str, loud: float
) -> None:
    """In noise "forget" may still be right, and is not sure any more: then it is asked about."""
    words = doubtful_words("en", load_language("en").device["doubtful_words"])
    found = list[bool]()
    for noise in (0.0, loud):
        chance = np.random.default_rng(1)
        recogniser.start(PLAIN)
        for frame in pad_with_silence(f"{voice}/forget_that"):
            samples = np.frombuffer(frame, "<i2") + chance.standard_normal(FRAME_BYTES // 2) * noise
            recogniser.hear(np.clip(samples, -32_768, 32_767).astype("<i2").tobytes())
        heard = recogniser.finish()
        assert heard.words[0].word == heard.text.split()[0] == "forget"
        found.append(words.is_doubtful(heard))
    assert found == [False, True]
