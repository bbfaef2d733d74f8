"""Two people in two sessions of one process get what each gets from a process of their own."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path

import pytest

from device.assistant.assistant import Assistant
from device.session.executor import InlineWorker, ThreadWorker
from device.session.session import Session, SessionTable
from engine_b.vault.vault import Vault
from memory.model import ids
from memory.model.atoms import Moment
from memory.model.ports import Gate
from memory.model.timestamps import from_iso
from tests.sim.simulated_room import Room, ScriptedMicrophone, voice_session

START = from_iso("2026-03-02T10:00:00+01:00")
ANA, BEN = ids.user_id("Ana"), ids.user_id("Ben")
TALKS = {
    ANA: (
        "my name is Ana",
        "my bank pin is 1234",
        "remember it anyway",
        "my sister's name is Jacmarek",
        "let me spell it",
        "K A C Z M A R E K",
        "yes",
        "my name is Anna",
        "yes",
        "my dog is called Rex",
        "forget that",
        "what do you remember about me",
        "my password is hunter22",
    ),
    BEN: (
        "my name is Ben",
        "hello",
        "my door code is 9876",
        "hello",
        "remember it anyway",
        "my sister's name is Mayer",
        "my sister's name is Meyer",
        "the second one",
        "i like tea",
        "forget that",
        "let me spell it",
        "B E N N O",
        "what do you remember about me",
    ),
}
"""Each holds a refused secret, a spelled word, an open question and a "forget that", at other places of the talk."""


@dataclass
class Heard:
    """What one person got: each reply, the hints before it, and what is remembered at the end."""

    replies: list[str] = field(default_factory=list)
    hints: list[tuple[tuple[str, ...], tuple[str, ...]]] = field(default_factory=list)
    memories: list[str] = field(default_factory=list)


def take(session: Session, number: int, heard: Heard) -> None:
    """One turn of a person's talk."""
    hints = session.hints()
    heard.hints.append((hints.terms, hints.only))
    at = Moment(START.at_ms + number * 60_000, START.utc_offset_min)
    heard.replies.append(session.say(TALKS[session.user_id][number], at)[1].reply)


def memories(vault: Vault, user_id: str) -> list[str]:
    return [atom.text for atom in vault.reader.atoms(Gate(user_id, True), 1_000)]


def alone(folder: Path, user_id: str) -> Heard:
    with Vault.open(folder, now_ms=START.at_ms) as vault:
        session, heard = SessionTable(Assistant(vault)).session(user_id, "s1"), Heard()
        for number in range(len(TALKS[user_id])):
            take(session, number, heard)
        heard.memories = memories(vault, user_id)
    return heard


@pytest.mark.parametrize("order", [(ANA, BEN), (BEN, ANA)], ids=["ana first", "ben first"])
def test_two_people_turn_by_turn_get_what_each_gets_alone(tmp_path: Path, order: tuple[str, str]) -> None:
    heard = {ANA: Heard(), BEN: Heard()}
    with Vault.open(tmp_path / "both", now_ms=START.at_ms) as vault:
        sessions = SessionTable(Assistant(vault))
        for number in range(len(TALKS[ANA])):
            for user_id in order:
                take(sessions.session(user_id, "s1"), number, heard[user_id])
        for user_id in order:
            heard[user_id].memories = memories(vault, user_id)
    assert heard[ANA] == alone(tmp_path / "ana", ANA)
    assert heard[BEN] == alone(tmp_path / "ben", BEN)


def test_the_talks_reach_what_a_turn_hands_to_the_next(tmp_path: Path) -> None:
    heard = alone(tmp_path / "ana", ANA)
    said = dict(zip(TALKS[ANA], heard.replies, strict=True))
    assert said["remember it anyway"] == "I kept it, but I will never say or show it."
    assert [bool(only) for _, only in heard.hints].count(True) == 1
    assert "my sister's name is Kaczmarek" in heard.memories
    assert said["my name is Anna"].endswith("?")
    assert "my dog is called Rex" not in heard.memories


def test_a_secret_is_not_kept_when_another_person_or_another_session_insists(tmp_path: Path) -> None:
    with Vault.open(tmp_path, now_ms=START.at_ms) as vault:
        sessions = SessionTable(Assistant(vault))
        sessions.session(ANA, "s1").say("my pin is 1234", START)
        for user_id, session_id in ((BEN, "s1"), (ANA, "s2")):
            sessions.session(user_id, session_id).say("remember it anyway", START)
            assert memories(vault, user_id) == []
        assert "1234" not in repr(sessions.session(ANA, "s1").conversation)


_APART_MS = 15_000


def _room(texts: tuple[str, ...]) -> Room:
    """A room in which these are said, each after the wake word and a pause that is long enough for the reply."""
    wakes = [1_000 + at * _APART_MS for at in range(len(texts))]
    speech = [(wake + 500, wake + 1_500, text) for wake, text in zip(wakes, texts, strict=True)]
    return Room(len(texts) * _APART_MS, wakes=wakes, speech=speech)


def _play(vault: Vault, people: tuple[str, ...], *, threads: bool) -> dict[str, list[tuple[str, str]]]:
    """Feed each person's tape to a session of its own, frame by frame in turn; what each heard and was told."""
    assistant, lines, tapes = Assistant(vault), {}, []
    for user_id in people:
        room = _room(TALKS[user_id])
        worker = ThreadWorker() if threads else InlineWorker()
        session, lines[user_id] = voice_session(room, Session(assistant, user_id), worker=worker)
        session.begin()
        tapes.append((session, ScriptedMicrophone(room).frames()))
    for frames in zip_longest(*(frames for _, frames in tapes)):
        for (session, _), frame in zip(tapes, frames, strict=True):
            session.feed(frame)
            if threads:
                session.worker.settle()
    for session, _ in tapes:
        session.finish(lambda: None)
        session.close()
    told = ("transcript", "reply")
    return {who: [(str(e["type"]), str(e["text"])) for e in each if e["type"] in told] for who, each in lines.items()}


@pytest.fixture(scope="module")
def taped_alone(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[list[tuple[str, str]], list[str]]]:
    """What each person heard and was told who is alone with a vault, and what is remembered of them."""
    got = {}
    for user_id in (ANA, BEN):
        with Vault.open(tmp_path_factory.mktemp(user_id) / "vault", now_ms=START.at_ms) as vault:
            got[user_id] = _play(vault, (user_id,), threads=False)[user_id], memories(vault, user_id)
    return got


@pytest.mark.parametrize("threads", [False, True], ids=["inline", "a worker each"])
def test_two_sessions_fed_alternately_from_tapes_get_what_each_gets_alone(
    tmp_path: Path, threads: bool, taped_alone: dict[str, tuple[list[tuple[str, str]], list[str]]]
) -> None:
    with Vault.open(tmp_path / "both", now_ms=START.at_ms) as vault:
        both = _play(vault, (ANA, BEN), threads=threads)
        kept = {user_id: memories(vault, user_id) for user_id in (ANA, BEN)}
    for user_id in (ANA, BEN):
        assert taped_alone[user_id] == (both[user_id], kept[user_id])
        assert len(both[user_id]) == 2 * len(TALKS[user_id])


def test_of_too_many_conversations_the_one_that_was_silent_for_longest_loses_its_state(tmp_path: Path) -> None:
    with Vault.open(tmp_path / "state", now_ms=START.at_ms) as vault:
        table = SessionTable(Assistant(vault), most=2)
        first, second = table.session(ANA, "a"), table.session(ANA, "b")
        assert table.session(ANA, "a") is first
        table.session(ANA, "c")
        assert table.session(ANA, "a") is first
        assert table.session(ANA, "b") is not second
