"""Promise: "speak slower" is obeyed by a voice that can, and kept for one where none can."""

from __future__ import annotations

from pathlib import Path

import pytest

from device.assistant.assistant import Assistant
from device.core.policy import FASTER_PERCENT, SLOWER_PERCENT, USUAL_PERCENT
from device.session.session import Session
from device.skills.instructions.obey import INSTRUCTED
from engine_b.vault.vault import Vault
from memory.model import ids
from memory.model.atoms import Channel
from tests.sim.assistant_talk import START, talk_in
from tests.sim.simulated_room import TONE, Room, ScriptedMicrophone, ToneVoice, voice_session

ANA = ids.user_id("Ana")


class PacedTone(ToneVoice):
    """A voice that can speak at another pace, and remembers at which."""

    def __init__(self) -> None:
        super().__init__()
        self.percents: list[int] = []

    def speak_at(self, text: str, percent: int) -> bytes:
        self.percents.append(percent)
        return TONE * (1_000 // percent) * len(text.split())


def heard(folder: Path, said: list[str], voice: ToneVoice) -> list[str]:
    """Returns the replies in a room where these things are said, one every eight seconds."""
    speech = [(8_000 * at + 1_500, 8_000 * at + 2_500, words) for at, words in enumerate(said)]
    with Vault.open(folder, now_ms=START.at_ms) as vault:
        room = Room(8_000 * len(said) + 12_000, wakes=[start - 500 for start, _, _ in speech], speech=speech)
        session, lines = voice_session(room, Session(Assistant(vault), ANA))
        session.sound.voice = voice
        session.begin()
        for frame in ScriptedMicrophone(room).frames():
            session.feed(frame)
        session.finish(lambda: None)
        session.close()
    return [str(line["text"]) for line in lines if line["type"] == "reply"]


@pytest.mark.parametrize(
    ("words", "percent"), [("speak slower", SLOWER_PERCENT), ("talk faster please", FASTER_PERCENT)]
)
def test_a_voice_that_can_speaks_at_the_pace_that_was_asked_for(tmp_path: Path, words: str, percent: int) -> None:
    voice = PacedTone()
    replies = heard(tmp_path, ["hello", words, "speak at your normal speed"], voice)
    assert len(replies) == 3
    assert voice.percents == [USUAL_PERCENT, percent, USUAL_PERCENT]


def test_a_voice_that_cannot_says_so(tmp_path: Path) -> None:
    (reply,) = heard(tmp_path, ["speak slower"], ToneVoice())
    assert reply.startswith("I'll keep that, but I can't change how fast I speak here")


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "speak slower"),
        ("en", "please talk more slowly"),
        ("en", "slow down a bit"),
        ("en", "you're talking too fast"),
        ("en", "not so fast"),
        ("en", "speak faster"),
        ("en", "speed up"),
        ("en", "can you talk a little quicker"),
        ("de", "sprich langsamer"),
        ("de", "rede bitte etwas langsamer"),
        ("de", "nicht so schnell"),
        ("de", "sprich schneller"),
    ],
)
@pytest.mark.parametrize("channel", list(Channel))
def test_without_a_voice_it_is_kept_and_said_not_to_be_obeyed_here(
    tmp_path: Path, language: str, words: str, channel: Channel
) -> None:
    with talk_in(tmp_path, language) as talk:
        talk.say(words, channel=channel)
        assert (words, talk.heard.reason_codes) == (words, (INSTRUCTED, "NO_PACE"))
        assert [atom.text for atom in talk.atoms()] == [words]
