"""A conversation at a microphone in real time, beside whatever else happens in the process."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from threading import Event, Thread

from device.core.policy import CUSHION_FRAMES
from device.core.ports import FRAME_MS
from device.daemon.vault_access import ServedVault
from device.platform.clock import monotonic_ns, sleep_until
from device.session.executor import ThreadWorker
from device.session.session import Session
from memory.model import ids
from tests.sim.simulated_room import Room, numbered_frame, voice_session

FRAMES = 250
TRIES = 5
SECONDS = 60


def late_frames(served: ServedVault) -> int:
    """Holds a conversation of five seconds in real time; returns how many frames came later than the cushion."""
    room = Room(FRAMES * FRAME_MS, [200], [(700, 1_500, "my name is Ana")])
    session = Session(served.assistant("en", reports=False), ids.user_id("ana"))
    voice, events = voice_session(room, session, worker=ThreadWorker())
    voice.begin()
    began, late = monotonic_ns(), 0
    for number in range(1, FRAMES + 1):
        due = began + number * FRAME_MS * 1_000_000
        sleep_until(due)
        voice.feed(numbered_frame(number * FRAME_MS))
        late += monotonic_ns() - due > CUSHION_FRAMES * FRAME_MS * 1_000_000
    voice.finish(lambda: None)
    voice.close()
    assert any(event["type"] == "reply" for event in events)
    return late


def keeps_time_beside(served: ServedVault, *clients: Callable[[], None]) -> bool:
    """Holds the conversation while each of the clients comes again and again; says whether hardly a frame was late.

    It is held again where frames were late: what else the machine does makes a frame late now and then, and a client
    that delays the voice does so every time.
    """
    return any(_keeps_time(served, clients) for _ in range(TRIES))


def _keeps_time(served: ServedVault, clients: tuple[Callable[[], None], ...]) -> bool:
    stop = Event()
    running = [Thread(target=_again_and_again, args=(stop, client), daemon=True) for client in clients]
    for thread in running:
        thread.start()
    try:
        beside = late_frames(served)
    finally:
        stop.set()
        for thread in running:
            thread.join(SECONDS)
    return beside <= FRAMES // 10 or beside <= late_frames(served) + FRAMES // 10


def _again_and_again(stop: Event, bad: Callable[[], None]) -> None:
    while not stop.is_set():
        with suppress(OSError):
            bad()
