"""Who goes on before the reply can be understood was cut off: both parts are one, and the pause is learned."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from device.audio.end_of_turn import NO_PAUSES, PersonsPauses, TurnPauses
from device.audio.policy import CONTINUED_MS, REACTION_MS
from device.conversation.events import Addressing, HearingAct
from device.conversation.turn_tables import Origin
from device.core.messages import TurnResult
from device.core.ports import Transcript
from device.session.cut_turns import CutTurns
from device.session.session import Session
from device.session.voice_session import VoiceSession
from device.skills.voices.pause_profile import pause_profiles
from memory.model.atoms import Channel, Moment, Turn
from memory.model.ports import Gate
from tests.sim.assistant_talk import Talk, talk_in
from tests.sim.simulated_room import WORDS, Room, ScriptedMicrophone, voice_session

COLOUR, IS_GREEN = "my favorite color", "is green"
OVER = Origin.SPEECH_OVER_PLAYBACK


def result_of(text: str, *, created: tuple[str, ...] = (), identified: bool = True) -> TurnResult:
    turn = Turn("t-1", "s", "u-1", text, Moment(0), Channel.VOICE, identified=identified)
    return TurnResult(turn, "statement", created=created)


def gone_on(
    text: str, *, first: TurnResult, onset_ms: int = 3_300, replied_ms: int | None = 3_100, origin: Origin = OVER
) -> tuple[str, TurnPauses]:
    """What is heard after a first part that was over at 2,300 ms, and how it paused."""
    cuts = CutTurns()
    cuts.began(1_000, Origin.WAKE_WORD)
    cuts.ended(2_300, 0)
    cuts.understood(first, WORDS)
    if replied_ms is not None:
        cuts.replied(replied_ms)
    cuts.began(onset_ms, origin)
    transcript = cuts.joined(Transcript(text), cuts.ended(onset_ms + 900, 240), WORDS)
    cuts.decided(Addressing())
    return transcript.text, cuts.heard


@pytest.mark.parametrize(("first", "second", "whole"), [
    (COLOUR, IS_GREEN, "my favorite color is green"),
    ("remember that the meeting", "is on monday at ten", "remember that the meeting is on monday at ten"),
    ("my name is", "john", "my name is john"),
])  # fmt: skip
def test_two_parts_of_one_sentence_are_heard_as_one(first: str, second: str, whole: str) -> None:
    assert gone_on(second, first=result_of(first)) == (whole, TurnPauses(240, 1_000))


@pytest.mark.parametrize("first", [
    result_of("i like strong coffee", created=("a-1",)), result_of("what time is it"),
    result_of(COLOUR, created=("a-1",)), result_of(COLOUR, identified=False),
], ids=["a fact", "a question", "kept already", "a guest's"])  # fmt: skip
def test_what_is_whole_or_was_kept_is_not_said_twice_but_teaches_its_pause(first: TurnResult) -> None:
    assert gone_on(IS_GREEN, first=first) == (IS_GREEN, TurnPauses(240, 1_000))


@pytest.mark.parametrize(("second", "when", "pauses"), [
    ("mhm", {}, TurnPauses(240)),
    ("stop", {}, TurnPauses(240)),
    ("", {}, TurnPauses(240)),
    (IS_GREEN, {"origin": Origin.WAKE_WORD}, TurnPauses(240)),
    (IS_GREEN, {"onset_ms": 3_100 + REACTION_MS}, TurnPauses(240)),
    (IS_GREEN, {"onset_ms": 2_300 + CONTINUED_MS + 20, "replied_ms": None}, TurnPauses(240)),
], ids=["backchannel", "stop", "nothing", "a new turn", "an answer to the reply", "later"])  # fmt: skip
def test_what_does_not_go_on_teaches_nothing(second: str, when: dict[str, object], pauses: TurnPauses) -> None:
    assert gone_on(second, first=result_of(COLOUR), **when) == (second, pauses)  # type: ignore[arg-type]


@pytest.mark.parametrize("act", [act for act in HearingAct if act is not HearingAct.ACT])
def test_who_may_be_another_teaches_nothing(act: HearingAct) -> None:
    cuts = CutTurns()
    cuts.ended(2_300, 0)
    cuts.began(3_300, OVER)
    cuts.joined(Transcript(IS_GREEN), cuts.ended(4_000, 0), WORDS)
    assert cuts.heard.cut_ms == 1_000
    cuts.decided(Addressing(act))
    assert cuts.heard == NO_PAUSES


@pytest.fixture
def talk(tmp_path: Path) -> Iterator[Talk]:
    with talk_in(tmp_path) as opened:
        yield opened


def spoken(talk: Talk, room: Room, person: PersonsPauses | None = None) -> VoiceSession:
    """Plays a room for Ana, and returns the session after it."""
    session, _ = voice_session(room, Session(talk.assistant, "u-1"))
    if person:
        session.pauses.known = lambda: person
    session.begin()
    for frame in ScriptedMicrophone(room).frames():
        session.feed(frame)
    session.finish(lambda: None)
    return session


def heard_in(talk: Talk) -> list[str]:
    return [atom.text for atom in talk.vault.reader.atoms(Gate("u-1", True), 9)]


def paused_room(pause_ms: int) -> Room:
    first = (1_500, 2_300, COLOUR)
    return Room(12_000, wakes=[1_000], speech=[first, (2_300 + pause_ms, 3_100 + pause_ms, IS_GREEN)])


def test_a_sentence_that_was_cut_off_is_kept_whole_and_the_pause_is_learned(talk: Talk) -> None:
    spoken(talk, paused_room(1_500))
    assert heard_in(talk) == ["my favorite color is green"]
    (learned,) = pause_profiles(talk.vault.reader, "u-1")
    assert (learned.wait_ms, learned.cuts) == (700 + (1_650 - 700) // 2, 1)


def test_a_person_who_pauses_long_is_waited_for(talk: Talk) -> None:
    room = Room(12_000, wakes=[1_000], speech=[(1_500, 2_300, "i like tea"), (3_300, 4_100, "in the morning")])
    spoken(talk, room, PersonsPauses(wait_ms=1_200))
    assert heard_in(talk) == ["i like tea in the morning"]
    assert pause_profiles(talk.vault.reader, "u-1") == ()
