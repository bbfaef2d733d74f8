"""When a turn is over: after a silence that depends on what was said, and whatever talks softly behind the talker."""

from __future__ import annotations

import numpy as np
import pytest

from device.audio import endpointer as ep
from device.audio.audio_frontend import AudioFrontend
from device.audio.end_of_turn import Loudness, TalkerLevel, silence_needed
from device.audio.framing import level_db
from device.audio.policy import (
    FRAGMENT_SILENCE_MS,
    LEVEL_FRAMES,
    OPEN_SILENCE_MS,
    OTHERS_BELOW_DB,
    OTHERS_HEARD_MS,
    SOFT_END_MS,
    TALKER_RISES_DB,
)
from device.conversation.events import SpeechEnded, SpeechStarted
from device.conversation.turn_state import ConversationState
from device.conversation.turn_tables import EarState, MouthState, Origin
from device.conversation.turn_words import SaidSoFar, TurnWords, judge_words, turn_words
from device.core.policy import DevicePolicy
from device.core.ports import FRAME_MS
from device.engines.null_engines import NeverWake, NoEchoCanceller
from device.platform.language_files import load_language
from tests.device.session.test_voice_session import at, talk
from tests.sim.simulated_room import Room

POLICY = DevicePolicy()
SPEECH_BP = 9_000


class Always:
    """A speech detector that is as sure of every frame."""

    def __init__(self, speech_bp: int) -> None:
        self.speech_bp = speech_bp

    def hear(self, frame: bytes) -> int:
        return self.speech_bp

    def reset(self) -> None:
        """Keeps nothing."""


def words_of(language: str) -> TurnWords:
    return turn_words(language, load_language(language).device["turn_taking"])


def ended_ms(*parts: tuple[float, int]) -> int | None:
    """When a turn is over in which each power lasts for so long, all of it speech."""
    state, at_ms, loudness = ep.begin_utterance(ep.note_speech(0, 0)), 0, Loudness()
    for power, length_ms in parts:
        for _ in range(length_ms // FRAME_MS):
            at_ms += FRAME_MS
            state, event = ep.advance_endpointer(state, POLICY, SPEECH_BP, at_ms, loudness.add(power))
            if isinstance(event, SpeechEnded):
                return at_ms
    return None


TELEVISIONS = [(-30.0, 900), (-20.0, 900), (-10.0, 1_000)]


@pytest.mark.parametrize(("below_db", "within_ms"), TELEVISIONS)
def test_a_turn_ends_while_a_television_talks_on(below_db: float, within_ms: int) -> None:
    talker = 10**-2.6
    ended = ended_ms((talker, 1_600), (talker * 10 ** (below_db / 10), 5_000))
    assert ended is not None
    assert 1_600 + POLICY.end_silence_ms <= ended <= 1_600 + within_ms


@pytest.mark.parametrize("below_db", [-30.0, -10.0])
def test_a_television_that_talked_through_the_turn_is_no_new_speech_after_it(below_db: float) -> None:
    """It would stop the reply at its first sound."""
    talker, loudness = 10**-2.6, Loudness()
    state, events, at_ms = ep.begin_utterance(ep.note_speech(0, 0)), list[ep.EndpointerEvent](), 0

    def hear(power: float, length_ms: int, speech_bp: int = SPEECH_BP) -> None:
        nonlocal state, at_ms
        for _ in range(length_ms // FRAME_MS):
            at_ms += FRAME_MS
            state, event = ep.advance_endpointer(state, POLICY, speech_bp, at_ms, loudness.add(power))
            if event is not None:
                events.append(event)
                state = ep.close_ear(state, at_ms) if isinstance(event, SpeechEnded) else state

    hear(talker, 1_600)
    hear(talker * 10 ** (below_db / 10), 4_000)
    assert [type(event) for event in events] == [SpeechEnded]
    assert not state.background
    hear(0.0, 200, 100)
    hear(talker, 400)
    assert [type(event) for event in events] == [SpeechEnded, SpeechStarted], "whoever begins anew is heard"


def test_what_a_television_says_in_a_pause_is_too_soft_for_the_recogniser() -> None:
    ear = AudioFrontend(NoEchoCanceller(), NeverWake(), Always(SPEECH_BP), POLICY)
    loud, soft = (np.resize(np.array([level, -level], np.int16), 320).tobytes() for level in (8_000, 800))
    ear.open(after_wake=False)
    for _ in range(20):
        ear.hear(loud, None)
    ear.begin(0)
    for _ in range(40):
        ear.hear(loud, None)
    assert ear.latest_said == loud
    heard = []
    for _ in range(30):
        ear.hear(soft, None)
        heard.append(ear.latest_said)
    began = heard.index(next(frame for frame in heard if frame != soft))
    assert SOFT_END_MS // FRAME_MS <= began <= SOFT_END_MS // FRAME_MS + LEVEL_FRAMES
    assert level_db(heard[began]) == pytest.approx(level_db(soft) + OTHERS_BELOW_DB, abs=0.5)
    assert set(heard[began:]) == {heard[began]}
    assert ear.another_speaks
    ear.hear(loud, None)
    ear.hear(loud, None)
    assert ear.latest_said == loud


def test_the_talker_may_get_softer_or_louder() -> None:
    talker = 10**-2.6
    assert ended_ms((talker, 1_600), (talker / 5, 5_000)) is None
    assert ended_ms((talker, 600), (talker * 4, 1_000), (talker * 4, 5_000)) is None


def test_the_soft_end_of_a_sentence_is_the_talkers() -> None:
    """It falls by half a decibel in a frame to 11.5 dB below the beginning, and is heard to its end."""
    talker = 10**-2.6
    falling = [(talker * 10 ** (-step / 20), FRAME_MS) for step in range(24)]
    ended = ended_ms((talker, 1_200), *falling, (falling[-1][0], 300), (0.0, 5_000))
    assert ended is not None
    assert ended >= 1_200 + 24 * FRAME_MS + 300 + POLICY.end_silence_ms


def test_a_whisper_has_no_background() -> None:
    assert ended_ms((1e-7, 1_600), (1e-8, 5_000)) is None


def test_a_level_is_that_of_200_ms_and_the_talkers_is_that_of_the_first_second_or_a_little_more() -> None:
    loudness = Loudness()
    assert [loudness.add(1.0) for _ in range(LEVEL_FRAMES)][-1] == pytest.approx(1.0)
    assert loudness.add(0.0) == pytest.approx(0.9)
    first = TalkerLevel().heard(0.1, 100)
    assert first.heard(0.5, 900).peak == 0.5
    assert first.heard(0.15, 1_100).peak == 0.15
    assert first.heard(0.5, 1_100).peak == pytest.approx(0.1 * 10 ** (TALKER_RISES_DB / 10))
    assert first.heard(0.05, 1_100) == first


OPEN = {
    "en": ("my favorite color", "my name is", "remember that my sister", "i like tea and", "set a timer for", "um",
           "the meeting on monday", "what is my", "remember that the", "what do you"),
    "de": ("meine schwester", "meine lieblingsfarbe ist", "ich mag tee und", "stell einen timer für", "ähm",
           "merk dir dass meine schwester"),
}  # fmt: skip
CLOSED = {
    "en": ("stop", "what is my name", "my sister lives in boston", "remember that", "set a timer for ten minutes",
           "i like strong coffee", "no", "what time is it", "go on", ""),
    "de": ("stopp", "wie heiße ich", "meine schwester wohnt in ulm", "stell einen timer auf zehn minuten", "weiter"),
}  # fmt: skip


@pytest.mark.parametrize(("language", "text"), [(code, text) for code, texts in OPEN.items() for text in texts])
def test_more_must_follow_these(language: str, text: str) -> None:
    assert words_of(language).is_open(text, answers=False)


@pytest.mark.parametrize(("language", "text"), [(code, text) for code, texts in CLOSED.items() for text in texts])
def test_these_may_be_all(language: str, text: str) -> None:
    assert not words_of(language).is_open(text, answers=False)


def test_a_phrase_may_be_the_whole_answer_to_a_question() -> None:
    words = words_of("en")
    assert not words.is_open("my brother", answers=True)
    assert words.is_open("my brother and", answers=True)


BACKCHANNELS = [("en", "mhm"), ("en", "Yeah, right."), ("en", "uh huh okay"), ("de", "ach so"), ("de", "ja genau")]


@pytest.mark.parametrize(("language", "text"), BACKCHANNELS)
def test_these_only_say_that_somebody_listens(language: str, text: str) -> None:
    held = ConversationState(EarState.CAPTURING, MouthState.HELD, origin=Origin.SPEECH_OVER_PLAYBACK)
    assert judge_words(words_of(language), held, text) is SaidSoFar.NOT_MEANT
    assert judge_words(words_of(language), ConversationState(EarState.CAPTURING), text) is not SaidSoFar.NOT_MEANT


@pytest.mark.parametrize("text", ["stop", "yeah stop", "no", "wait", "okay forget that"])
def test_these_are_meant_for_her(text: str) -> None:
    assert not words_of("en").is_backchannel(text)


def test_words_that_are_no_sentence_wait_a_little_unless_they_answer_or_interrupt() -> None:
    words, called = words_of("en"), ConversationState(EarState.CAPTURING)
    assert judge_words(words, called, "cigarettes toddler") is SaidSoFar.FRAGMENT
    for origin in (Origin.FOLLOW_UP, Origin.SPEECH_OVER_PLAYBACK):
        state = ConversationState(EarState.CAPTURING, origin=origin)
        assert judge_words(words, state, "cigarettes toddler") is SaidSoFar.UNKNOWN
    for whole in ("help", "yes", "thank you", "good night"):
        assert judge_words(words, called, whole) in (SaidSoFar.UNKNOWN, SaidSoFar.COMPLETE), whole


SENTENCES = {
    "en": ("stop", "forget that", "my name is john", "what is my name", "ooh i like tea", "my sister lives in boston",
           "set a timer for ten minutes", "what do you remember about me", "do you remember my name",
           "do you remember that my sister lives in boston"),
    "de": ("stopp", "wie heiße ich", "meine schwester wohnt in ulm", "stell einen timer auf zehn minuten",
           "ich mag starken kaffee"),
}  # fmt: skip
UNFINISHED = {
    "en": ("i like", "ooh i like", "remember that the meeting", "um remember that meaning", "cigarettes toddler",
           "you remember that the meeting"),
    "de": ("ich mag", "merk dir dass meine schwester", "äh ich brauche"),
}  # fmt: skip


@pytest.mark.parametrize(("language", "text"), [(code, text) for code, texts in SENTENCES.items() for text in texts])
def test_after_a_sentence_less_is_waited(language: str, text: str) -> None:
    assert judge_words(words_of(language), ConversationState(EarState.CAPTURING), text) is SaidSoFar.COMPLETE


@pytest.mark.parametrize(("language", "text"), [(code, text) for code, texts in UNFINISHED.items() for text in texts])
def test_after_a_part_of_a_sentence_more_is_waited(language: str, text: str) -> None:
    said = judge_words(words_of(language), ConversationState(EarState.CAPTURING), text)
    assert silence_needed(said, 700) >= FRAGMENT_SILENCE_MS


def test_the_silence_that_is_needed() -> None:
    needed_ms = {said.name: silence_needed(said, 700) for said in SaidSoFar}
    assert (needed_ms["UNKNOWN"], needed_ms["COMPLETE"], needed_ms["NOT_MEANT"]) == (700, 500, 0)
    assert needed_ms["OPEN"] == needed_ms["PHRASE"] == OPEN_SILENCE_MS
    assert needed_ms["FRAGMENT"] == FRAGMENT_SILENCE_MS
    assert silence_needed(SaidSoFar.OPEN, 2_000) == 2_000


def test_a_pause_after_an_open_word_does_not_cut_the_turn() -> None:
    speech = [(1_500, 2_300, "my favorite color"), (3_300, 4_000, "is green")]
    assistant, lines = talk(Room(12_000, wakes=[1_000], speech=speech))
    assert [turn.text for turn in assistant.heard] == ["my favorite color is green"]
    assert at(lines, "reply") <= 4_000 + POLICY.end_silence_ms + 60


def test_a_pause_after_a_whole_sentence_ends_the_turn_as_always() -> None:
    speech = [(1_500, 2_300, "i like tea"), (3_300, 4_000, "and cake")]
    assistant, _ = talk(Room(12_000, wakes=[1_000], speech=speech))
    assert assistant.heard[0].text == "i like tea"


def test_what_stays_open_ends_after_its_time() -> None:
    _, lines = talk(Room(12_000, wakes=[1_000], speech=[(1_500, 2_300, "my name is")]))
    assert 2_300 + OPEN_SILENCE_MS <= at(lines, "transcript") <= 2_300 + OPEN_SILENCE_MS + 60


@pytest.mark.parametrize(
    ("others_ms", "expected_ms"),
    [(0, OPEN_SILENCE_MS), (OTHERS_HEARD_MS - 20, OPEN_SILENCE_MS), (OTHERS_HEARD_MS, 700)],
)
def test_a_pause_in_which_a_television_talks_is_not_waited_on(others_ms: int, expected_ms: int) -> None:
    """An open word there may be the television's, and its loud moments would hold the turn open."""
    talker, silence, powers = 10**-2.6, 0.0, list[float]()
    state, at_ms, loudness = ep.begin_utterance(ep.note_speech(0, 0)), 0, Loudness()
    soft_ms = SOFT_END_MS + 200
    powers += [talker] * (1_600 // FRAME_MS) + [silence] * (soft_ms // FRAME_MS)
    powers += [talker / 30] * (others_ms // FRAME_MS) + [silence] * (3_000 // FRAME_MS)
    for power in powers:
        at_ms += FRAME_MS
        heard_bp = SPEECH_BP if power else 0
        state, event = ep.advance_endpointer(state, POLICY, heard_bp, at_ms, loudness.add(power))
        if at_ms == 1_600 + soft_ms:
            state = ep.need_silence(state, state.last_voiced_ms, OPEN_SILENCE_MS)
        if isinstance(event, SpeechEnded):
            break
    assert at_ms - state.last_voiced_ms == expected_ms
