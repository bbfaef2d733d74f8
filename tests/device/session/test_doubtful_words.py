"""Promise: a word that destroys, opens or spends, and an amount, is asked about when it was not heard surely; until the
person agrees nothing is done, and nothing of it is kept.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from device.addressing.policy import HELD_WORDS_MS, MIN_CRITICAL_BP, MIN_CRITICAL_WORD_BP
from device.addressing.talker_watch import Snapshot
from device.conversation.events import HearingAct
from device.conversation.turn_tables import Origin
from device.conversation.turn_words import turn_words
from device.core.ports import HeardWord, Transcript
from device.daemon.shared_assistant import SharedAssistant
from device.daemon.shared_vault import SharedVault
from device.platform.language_files import load_language
from device.session.doubtful_words import DoubtfulWords, doubtful_words
from device.session.session import Session
from device.session.utterance_judge import UtteranceJudge
from device.session.voice_turns import VoiceTurns
from memory.model import ids
from memory.model.atoms import Channel, Moment, Turn
from tests.sim.assistant_talk import START, Talk, talk_in

WORDS = turn_words("en", load_language("en").device["turn_taking"])
FACT = "my dentist appointment is on Monday"


def words_of(language: str = "en") -> DoubtfulWords:
    return doubtful_words(language, load_language(language).device["doubtful_words"])


def heard(text: str, unsure: str = "", bp: int = MIN_CRITICAL_WORD_BP - 1) -> Transcript:
    """A transcript in which one word was not heard surely."""
    return Transcript(text, words=tuple(HeardWord(word, bp if word == unsure else 9_000) for word in text.split()))


DOUBTED = [
    ("en", "forget my dentist appointment", "forget"), ("en", "please delete the list", "delete"),
    ("en", "unlock the door", "unlock"), ("en", "pay anna thirty euros", "pay"),
    ("en", "pay anna thirty euros", "thirty"),
    ("en", "a timer for 15 minutes", "15"), ("de", "vergiss meinen Termin", "vergiss"),
    ("de", "lösche alles", "lösche"),
    ("de", "stell den Timer auf fünfzehn Minuten", "fünfzehn"), ("de", "Öffne die Tür", "Öffne"),
]  # fmt: skip
TAKEN = [
    ("en", "forget my dentist appointment", "dentist"), ("en", "the one on the left", "one"),
    ("en", "my favourite colour is green", "green"), ("en", "what did you say", "did"),
    ("de", "wie spät ist es", "spät"),
]  # fmt: skip


@pytest.mark.parametrize(("language", "text", "unsure"), DOUBTED)
def test_critical_words_are_doubted_when_they_were_not_heard_surely(language: str, text: str, unsure: str) -> None:
    words = words_of(language)
    assert words.is_doubtful(heard(text, unsure))
    assert not words.is_doubtful(heard(text, unsure, MIN_CRITICAL_WORD_BP))
    assert words.is_doubtful(Transcript(text, MIN_CRITICAL_BP - 1))
    assert not words.is_doubtful(Transcript(text, MIN_CRITICAL_BP))
    assert not words.is_doubtful(Transcript(text))
    assert not DoubtfulWords().is_doubtful(Transcript(text, 0))


@pytest.mark.parametrize(("language", "text", "unsure"), TAKEN)
def test_other_words_are_taken_as_they_were_heard(language: str, text: str, unsure: str) -> None:
    assert not words_of(language).is_doubtful(heard(text, unsure))


@pytest.mark.parametrize(
    ("text", "bps", "expected"),
    [("its ah", (1_194, 1_856), True), ("its ah", (1_194, MIN_CRITICAL_WORD_BP), False),
     ("forget that", (900, 900), False), ("", (), False)],
)  # fmt: skip
def test_words_of_which_none_was_heard_surely_and_none_is_critical_are_guessed(
    text: str, bps: tuple[int, ...], expected: bool
) -> None:
    transcript = Transcript(text, words=tuple(map(HeardWord, text.split(), bps)))
    assert words_of().is_guessed(transcript) is expected
    assert not words_of().is_guessed(Transcript(text))


@pytest.mark.parametrize(
    ("text", "expected"),
    [("Yes.", True), ("yes, please", True), ("that's right", True), ("no", False), ("no, I didn't", False),
     ("not that", False), ("", None), ("yes but only on Mondays", None), ("what time is it", None)],
)  # fmt: skip
def test_an_answer_agrees_refuses_or_is_a_turn_of_its_own(text: str, expected: bool | None) -> None:
    assert words_of().agrees(text) is expected


@pytest.mark.parametrize(
    ("transcript", "act", "reasons"),
    [
        (heard("forget that", "forget"), HearingAct.CONFIRM, ("CRITICAL_WORDS",)),
        (heard("forget that"), HearingAct.ACT, ()),
        (Transcript("forget that", 2_000), HearingAct.ASK_AGAIN, ("LOW_CONFIDENCE",)),
        (heard("stop", "stop"), HearingAct.ACT, ("STOP",)),
    ],
)
def test_what_is_done_with_an_utterance(transcript: Transcript, act: HearingAct, reasons: tuple[str, ...]) -> None:
    decided = UtteranceJudge(WORDS, doubtful=words_of()).decide(Snapshot(), Origin.WAKE_WORD, transcript)
    assert (decided.act, decided.reasons) == (act, reasons)


class Spoken:
    """A conversation by voice with one memory in the vault."""

    def __init__(self, talk: Talk, folder: Path) -> None:
        talk.say(FACT)
        self.talk, self.now_ms = talk, START.at_ms + 3_600_000
        shared = SharedAssistant(talk.assistant, SharedVault(talk.vault, folder))
        self.session = Session(VoiceTurns(shared, words_of()), ids.user_id("Ana"), "by-voice")

    def say(self, text: str, *, doubtful: bool = False, after_ms: int = 3_000, guest: bool = False) -> tuple[str, bool]:
        """Says one thing; returns the reply, and whether the ear stays open."""
        self.now_ms += after_ms
        turn = Turn(
            f"t-{self.now_ms}", "by-voice", ids.user_id("Ana"), text, Moment(self.now_ms), Channel.VOICE,
            identified=not guest,
        )  # fmt: skip
        self.session.conversation = replace(self.session.conversation, doubtful=doubtful)
        found = self.session.hear(turn)
        self.session.conversation = replace(self.session.conversation, doubtful=False)
        answer = self.session.answer(found)
        self.session.record_spoken(answer, answer.reply)
        return answer.reply, answer.expects_reply


@pytest.fixture
def spoken(tmp_path: Path) -> Iterator[Spoken]:
    with talk_in(tmp_path) as talk:
        yield Spoken(talk, tmp_path)


FORGET = "forget my dentist appointment"


def test_she_asks_and_does_nothing_until_the_person_agrees(spoken: Spoken) -> None:
    before = spoken.talk.dump()
    assert spoken.say(FORGET, doubtful=True) == (f"I'm not sure I heard that right. Did you say: {FORGET}?", True)
    assert spoken.talk.dump() == before
    spoken.say("yes, please")
    assert spoken.talk.texts() == []


def test_what_is_refused_leaves_no_trace_and_is_asked_for_again(spoken: Spoken) -> None:
    before = spoken.talk.dump()
    spoken.say(FORGET, doubtful=True)
    assert spoken.say("no, I didn't") == ("Then I heard it wrong, and did nothing. Please say it again.", True)
    assert spoken.talk.dump() == before
    spoken.say("yes")
    assert spoken.talk.texts() != []


@pytest.mark.parametrize(
    ("answer", "after_ms", "guest"),
    [("what time is it", 3_000, False), ("yes", HELD_WORDS_MS + 1, False), ("yes", 3_000, True)],
)
def test_nothing_else_agrees(spoken: Spoken, answer: str, after_ms: int, guest: bool) -> None:
    spoken.say(FORGET, doubtful=True)
    spoken.say(answer, after_ms=after_ms, guest=guest)
    spoken.say("yes")
    assert spoken.talk.texts() != []


def test_only_the_voice_that_was_asked_may_agree(spoken: Spoken) -> None:
    turns = spoken.session.assistant
    turn = Turn("t-1", "by-voice", ids.user_id("Ana"), FORGET, Moment(spoken.now_ms), Channel.VOICE)
    found, after = turns.hear(turn, replace(spoken.session.conversation, doubtful=True))
    answer, _ = turns.answer(found, after)
    assert answer.guarded
    assert found.turn.text == answer.turn.text == ""
