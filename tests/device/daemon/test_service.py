"""Promise: what fails in one part ends that part; a signal ends all in order; what is due reaches who follows."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from threading import Event

import pytest

from device.core.errors import EngineUnavailable, SocketRefused
from device.core.messages import Announcement
from device.daemon.announcer import Announcer
from device.daemon.audio_inputs import RunSettings
from device.daemon.composition import Daemon, open_daemon
from device.daemon.service import Service
from device.daemon.thread_closer import ThreadCloser
from device.session.session import Session
from memory.continuity.kept_threads import own_threads
from memory.core.policy import SOFT_CLOSE_MS
from memory.model.atoms import Moment, Turn
from memory.model.timestamps import from_iso

NOW = from_iso("2026-03-02T10:00:00+01:00")
PERSON, OTHER = "u-1", "u-2"


@contextmanager
def opened(state: Path) -> Iterator[Daemon]:
    with open_daemon(RunSettings(state, None, microphone="none:", now=NOW), ()) as daemon:
        yield daemon


class Serving:
    """A client whose server can be reached at once."""

    def __init__(self) -> None:
        self.ended = False

    async def run(self, ready: Callable[[], None]) -> None:
        ready()
        try:
            await asyncio.Event().wait()
        finally:
            self.ended = True


class Refused:
    """A client whose port is taken."""

    async def run(self, ready: Callable[[], None]) -> None:
        raise SocketRefused("The port is taken.")


def _end_when_ready() -> None:
    os.kill(os.getpid(), signal.SIGTERM)


def test_a_client_that_cannot_be_opened_is_told_of_and_costs_the_others_nothing(tmp_path: Path) -> None:
    other, told = Serving(), list[str]()
    with opened(tmp_path / "state") as daemon:
        service = Service(daemon, (Refused(), other), _end_when_ready, lambda code, sentence: told.append(code))
        assert asyncio.run(service.run()) == (signal.SIGTERM,)
    assert told == ["CONTROL_REFUSED"]
    assert other.ended


class Broken:
    """A client with a fault."""

    async def run(self, ready: Callable[[], None]) -> None:
        raise ZeroDivisionError


def test_a_fault_of_the_program_ends_the_daemon_in_order_and_is_not_hidden(tmp_path: Path) -> None:
    other = Serving()
    with opened(tmp_path / "state") as daemon, pytest.raises(ZeroDivisionError):
        asyncio.run(Service(daemon, (Broken(), other)).run())
    assert other.ended
    with opened(tmp_path / "state"):
        pass


def test_a_microphone_that_fails_ends_the_daemon_with_its_error(tmp_path: Path) -> None:
    class Unplugged:
        def run(self) -> None:
            raise EngineUnavailable("The microphone stopped.")

        def stop(self) -> None:
            pass

    other = Serving()
    with opened(tmp_path / "state") as daemon, pytest.raises(EngineUnavailable):
        asyncio.run(Service(replace(daemon, local=Unplugged(), announcer=None), (other,)).run())  # type: ignore[arg-type]
    assert other.ended


def test_a_microphone_that_fails_costs_other_clients_nothing(tmp_path: Path) -> None:
    class Unplugged:
        def run(self) -> None:
            raise EngineUnavailable("The microphone stopped.")

        def stop(self) -> None:
            pass

    other, told = Serving(), list[str]()

    def tell(code: str, _sentence: str) -> None:
        told.append(code)
        assert not other.ended
        _end_when_ready()

    with opened(tmp_path / "state") as daemon:
        unplugged = replace(daemon, local=Unplugged(), announcer=None)  # type: ignore[arg-type]
        service = Service(unplugged, (other,), tell=tell, serves_others=True)
        assert asyncio.run(service.run()) == (signal.SIGTERM,)
    assert told == ["DOOR_UNAVAILABLE"]


def test_a_conversation_that_hangs_delays_the_end_for_a_bounded_time_and_is_told_of(tmp_path: Path) -> None:
    gate, told = Event(), list[str]()

    class Hanging:
        def run(self) -> None:
            gate.wait()

        def stop(self) -> None:
            pass

    with opened(tmp_path / "state") as daemon:
        hanging = replace(daemon, local=Hanging(), announcer=None)  # type: ignore[arg-type]
        service = Service(hanging, (Serving(),), _end_when_ready, lambda code, _: told.append(code), stop_s=0.01)
        assert asyncio.run(service.run()) == (signal.SIGTERM,)
    assert told == ["DOOR_UNAVAILABLE"]
    gate.set()


class Due:
    """An assistant with one thing that is due for each person until it was recorded."""

    def __init__(self, daemon: Daemon) -> None:
        self.shared = daemon.served.shared
        self.recorded: list[Turn] = []
        self.asked: list[str] = []

    def due(self, user_id: str, now: Moment) -> tuple[Announcement, ...]:
        self.asked.append(user_id)
        told = any(turn.user_id == user_id for turn in self.recorded)
        return () if told else (Announcement("timers", "t-1", "The pasta is done."),)

    def record_due(self, announcement: Announcement, turn: Turn) -> None:
        self.recorded.append(turn)


async def test_what_is_due_waits_for_a_follower_and_is_told_once(tmp_path: Path) -> None:
    with opened(tmp_path / "state") as daemon:
        assistant, hub = Due(daemon), daemon.served.hub
        announcer = Announcer(assistant, hub, PERSON, lambda: NOW)  # type: ignore[arg-type]
        announcer._interval_s = 0.0
        task = asyncio.create_task(announcer.run())
        for _ in range(50):
            await asyncio.sleep(0)
        assert assistant.recorded == []
        with hub.follow() as follower:
            while not assistant.recorded:
                await asyncio.sleep(0)
            line = follower.next(0)
            assert line is not None
            assert (line["type"], line["text"], line["reason"]) == ("due", "The pasta is done.", "timers")
            assert follower.next(0) is None
        task.cancel()
        await asyncio.wait((task,))


async def _heard(daemon: Daemon, *, spoken: bool = False) -> list[tuple[str, str]]:
    """Who heard what: followers of the daemon's person and of another, in three rounds of the announcer."""
    told: list[tuple[str, str]] = []
    assistant, hub = Due(daemon), daemon.served.hub
    announcer = Announcer(assistant, hub, PERSON, lambda: NOW, spoken=spoken)  # type: ignore[arg-type]
    announcer._interval_s = 0.0
    with (
        hub.subscribe(lambda line: told.append((PERSON, str(line["user_id"]))), PERSON),
        hub.subscribe(lambda line: told.append((OTHER, str(line["user_id"]))), OTHER),
    ):
        task = asyncio.create_task(announcer.run())
        while assistant.asked.count(OTHER) < 3:
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait((task,))
    return told


async def test_each_client_hears_what_is_due_for_its_own_person_once(tmp_path: Path) -> None:
    with opened(tmp_path / "state") as daemon:
        assert sorted(await _heard(daemon)) == [(PERSON, PERSON), (OTHER, OTHER)]


async def test_what_the_microphone_says_is_not_told_as_an_event_too(tmp_path: Path) -> None:
    with opened(tmp_path / "state") as daemon:
        assert await _heard(daemon, spoken=True) == [(OTHER, OTHER)]


async def test_a_conversation_that_is_over_gets_its_thread_while_the_daemon_runs(tmp_path: Path) -> None:
    with opened(tmp_path / "state") as daemon:
        served, minute = daemon.served, 60_000
        session = Session(served.assistant("en"), OTHER)
        for at, text in enumerate(("the garden needs a new fence", "we decided on cedar for the garden")):
            session.hear(Turn(f"t-{at}", "s1", OTHER, text, Moment(NOW.at_ms + at * minute)))
        found = []
        for after in (minute, minute + SOFT_CLOSE_MS - 1, minute + SOFT_CLOSE_MS):
            now = Moment(NOW.at_ms + after)
            closer = ThreadCloser(served, PERSON, "en", lambda now=now: now)  # type: ignore[misc]
            task = asyncio.create_task(closer.run())
            while PERSON in served.heard_at or (after > minute + SOFT_CLOSE_MS - 1 and OTHER in served.heard_at):
                await asyncio.sleep(0)
            task.cancel()
            await asyncio.wait((task,))
            found.append(len(own_threads(served.shared.vault.reader, OTHER)))
        assert (found, served.heard_at) == ([0, 0, 1], {})
