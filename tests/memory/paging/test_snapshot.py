"""Promise: the snapshot is a map of at most 2 KB of what is known now, and of nothing that is hidden or forgotten."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from memory.core.policy import MAX_SNAPSHOT_BYTES
from memory.model import ids
from memory.model.atoms import Channel
from memory.model.ports import Gate
from memory.paging.snapshot import build_snapshot
from tests.sim.assistant_talk import Talk, talk_in

ANA, BEA = ids.user_id("Ana"), ids.user_id("Bea")


@pytest.fixture
def talk(tmp_path: Path) -> Iterator[Talk]:
    """A talk in English about a person, a fence and a work order."""
    with talk_in(tmp_path / "vault", "en") as talk:
        talk.say_all("my sister is called Mia", "the fence is painted green", "I still don't know which gate fits")
        talk.say("start a work order to order twenty chairs")
        talk.new_session(1)
        talk.say("hello")
        yield talk


def snapshot(
    talk: Talk, user_id: str = ANA, channel: Channel = Channel.TEXT, *, identified: bool = True
) -> dict[str, Any]:
    """The snapshot as an object."""
    found: dict[str, Any] = json.loads(build_snapshot(talk.assistant.memory, Gate(user_id, identified, channel)))
    return found


def test_it_names_subjects_threads_and_what_is_open(talk: Talk) -> None:
    found = snapshot(talk)
    assert set(found["subjects"]) == {"relationship", "statement"}
    assert found["subjects"]["relationship"] == ["sister"]
    assert (found["open"], found["pending"], found["total"]) == (1, 1, 2)
    assert len(found["threads"]) == 1


def test_it_changes_with_the_memory_and_not_without(talk: Talk) -> None:
    before = build_snapshot(talk.assistant.memory, Gate(ANA, identified=True))
    assert build_snapshot(talk.assistant.memory, Gate(ANA, identified=True)) == before
    talk.say("my brother is called Tom")
    assert "brother" in snapshot(talk)["subjects"]["relationship"]


@pytest.mark.parametrize(
    "order", ["don't mention my sister", "forget my sister", "only mention my sister if I ask", "don't bring up Mia"]
)
def test_nothing_hidden_or_forgotten_is_in_it(talk: Talk, order: str) -> None:
    talk.say(order)
    if talk.answer.question:
        talk.say("yes")
    assert "sister" not in json.dumps(snapshot(talk))


def test_what_is_for_writing_is_in_no_spoken_one(talk: Talk) -> None:
    talk.say("my salary is four thousand euros, only show that in writing")
    written, spoken = snapshot(talk), snapshot(talk, channel=Channel.VOICE)
    assert written["total"] >= spoken["total"]
    assert "salary" not in json.dumps(spoken)


def test_it_is_of_one_person_and_of_nobody_unknown(talk: Talk) -> None:
    assert snapshot(talk, BEA)["subjects"] == {}
    assert snapshot(talk, identified=False) == {}


def test_it_stays_within_its_size_and_names_every_kind(talk: Talk) -> None:
    for number in range(60):
        talk.say(f"the cupboard of the very long corridor number {number} holds the glasses of aunt Wilhelmine")
    whole = build_snapshot(talk.assistant.memory, Gate(ANA, identified=True))
    assert MAX_SNAPSHOT_BYTES - 200 < len(whole) <= MAX_SNAPSHOT_BYTES == 2_048
    assert json.loads(whole)["subjects"]["relationship"] == ["sister"]
