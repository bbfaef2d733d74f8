"""Promise: who is cut off says so once, and is waited for from then on; who waits too long is answered sooner."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path

import pytest

from device.audio.end_of_turn import PersonsPauses, usual_silence
from device.audio.policy import LEAST_SILENCE_MS, MOST_SILENCE_MS, PREVIEW_MS, SENTENCE_SOONER_MS
from device.core.policy import LONGER_PERCENT, SOONER_PERCENT, USUAL_PERCENT, DevicePolicy
from device.core.ports import FRAME_MS
from device.session.known_voice import pause_reader
from device.session.session import Session
from memory.model import ids
from memory.model.ports import Gate
from tests.sim.assistant_talk import START, talk_in
from tests.sim.simulated_room import Room, ScriptedMicrophone, voice_session

USUAL_MS = DevicePolicy().end_silence_ms


def waits(folder: Path, *said: str) -> tuple[list[int], list[str]]:
    """Returns how long she waited after each of these things, said one every eight seconds, and her replies."""
    speech = [(8_000 * at + 1_500, 8_000 * at + 2_500, words) for at, words in enumerate(said)]
    room = Room(8_000 * len(said) + 1_000, wakes=[start - 500 for start, _, _ in speech], speech=speech)
    with talk_in(folder) as talk:
        user_id = ids.user_id("Ana")
        session, lines = voice_session(room, Session(talk.assistant, user_id))
        session.pauses.known = pause_reader(lambda: nullcontext(talk.vault), Gate(user_id, True), lambda: START.at_ms)
        session.begin()
        for frame in ScriptedMicrophone(room).frames():
            session.feed(frame)
        session.finish(lambda: None)
        session.close()
    heard = [int(str(line["at_audio_ms"])) for line in lines if line["type"] == "transcript"]
    replies = [str(line["text"]) for line in lines if line["type"] == "reply"]
    return [at - end for at, (_, end, _) in zip(heard, speech, strict=True)], replies


@pytest.mark.parametrize(
    ("words", "percent", "reply"),
    [
        ("don't cut me off", LONGER_PERCENT, "I'll wait longer before I answer."),
        ("you take too long to answer", SOONER_PERCENT, "I'll answer sooner."),
    ],
)
def test_she_waits_as_she_was_asked_to_and_is_reset(tmp_path: Path, words: str, percent: int, reply: str) -> None:
    said = ("what time is it", words, "what time is it", "wait as long as usual", "what time is it")
    (before, asked, wished, _, after), replies = waits(tmp_path, *said)
    assert before == asked == after
    sooner_ms = SENTENCE_SOONER_MS if percent < USUAL_PERCENT else 0  # who wants more time gets it after a sentence too
    known_ms = PREVIEW_MS + FRAME_MS  # that a sentence is whole is known one frame after it was asked
    assert 0 <= wished - max(USUAL_MS * percent // 100 - sooner_ms, known_ms) < FRAME_MS
    assert replies[1] == reply


def test_the_first_turn_of_a_run_is_waited_for_as_the_person_asked(tmp_path: Path) -> None:
    with talk_in(tmp_path / "before") as talk:
        talk.say("don't cut me off")
        room = Room(9_000, wakes=[1_000], speech=[(1_500, 2_500, "what time is it")])
        session, lines = voice_session(room, Session(talk.assistant, ids.user_id("Ana")))
        gate = Gate(ids.user_id("Ana"), True)
        session.pauses.known = pause_reader(lambda: nullcontext(talk.vault), gate, lambda: START.at_ms)
        session.begin()
        for frame in ScriptedMicrophone(room).frames():
            session.feed(frame)
        session.finish(lambda: None)
    heard = next(int(str(line["at_audio_ms"])) for line in lines if line["type"] == "transcript")
    assert heard - 2_500 >= USUAL_MS * LONGER_PERCENT // 100


def test_the_wish_is_kept_told_and_forgotten_with_the_person(tmp_path: Path) -> None:
    with talk_in(tmp_path) as talk:
        talk.say("let me finish")
        assert talk.say("how did i ask you to answer").endswith("wait longer before I answer.")
        talk.restart()
        assert len(talk.texts()) == 1
        talk.say("forget everything about me")
        talk.say("yes")
        assert talk.texts() == []


@pytest.mark.parametrize(
    ("usual_ms", "percent", "expected_ms"),
    [
        (700, USUAL_PERCENT, 700), (700, LONGER_PERCENT, 1_400), (700, SOONER_PERCENT, 490),
        (1_500, LONGER_PERCENT, MOST_SILENCE_MS), (300, SOONER_PERCENT, LEAST_SILENCE_MS),
    ],
)  # fmt: skip
def test_no_wish_leaves_the_bounds(usual_ms: int, percent: int, expected_ms: int) -> None:
    assert usual_silence(DevicePolicy(end_silence_ms=usual_ms), PersonsPauses(percent)) == expected_ms
