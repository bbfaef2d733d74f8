"""Promise: "this thread" right after a thread was told is that thread, and not the talk that it was told in (2.18)."""

from __future__ import annotations

from pathlib import Path

import pytest

from memory.continuity.kept_threads import own_threads
from tests.device.skills.continuity.test_resuming import DECIDED, HELLO, HOUR, greet
from tests.sim.assistant_talk import Talk, talk_in

PIN = {
    "en": (("pin it", True), ("unpin it", False), ("pin this thread", True), ("unpin this thread", False)),
    "de": (("hefte dieses Thema an", True), ("hefte das Thema wieder ab", False), ("hefte diesen Faden an", True)),
}
FORGET = {"en": "forget this thread", "de": "vergiss diesen Faden"}


def pins(talk: Talk) -> list[bool]:
    """Whether each thread of the person is pinned."""
    return [one.pinned for one in own_threads(talk.vault.reader, talk.gate().user_id)]


@pytest.mark.parametrize("language", ["en", "de"])
def test_it_is_pinned_and_unpinned(tmp_path: Path, language: str) -> None:
    with talk_in(tmp_path / "vault", language) as talk:
        talk.say_all(*DECIDED[language])
        greet(talk, HOUR, HELLO[language])
        for said, pinned in PIN[language]:
            talk.say(said)
            assert (said, pins(talk)) == (said, [pinned])


@pytest.mark.parametrize("language", ["en", "de"])
def test_it_is_forgotten_without_a_question(tmp_path: Path, language: str) -> None:
    with talk_in(tmp_path / "vault", language) as talk:
        talk.say_all(*DECIDED[language])
        greet(talk, HOUR, HELLO[language])
        talk.say(FORGET[language])
        assert (pins(talk), talk.texts()) == ([], [])


def test_of_two_pinned_threads_none_is_unpinned_on_a_guess(tmp_path: Path) -> None:
    with talk_in(tmp_path / "vault", "en") as talk:
        for topic in ("garden", "cellar"):
            talk.say_all(f"the {topic} needs a new lamp", f"we decided on brass for the {topic}")
            greet(talk, HOUR, HELLO["en"])
            talk.say(f"pin the {topic} thread")
        assert pins(talk) == [True, True]
        talk.say("unpin it")
        assert pins(talk) == [True, True]
