"""Wiring: the composition root. The only place that turns settings into open doors, a vault, a brain and a loop."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from device.doors.clock import SystemClock, monotonic_ns
from device.policy import DevicePolicy
from memory import ids
from memory.people import check_user_name
from memory.records import Moment

if TYPE_CHECKING:
    from device.brain import MemoryBrain
    from device.journal import Listener
    from device.loop import Loop
    from engine_b.vault import Vault


@dataclass(frozen=True, slots=True)
class RunSettings:
    """What `selene run` was asked for; each URI names a door."""

    state: Path
    user: str
    microphone: str = "device:"
    speaker: str = "device:"
    wake: str = "microwakeword:okay_nabu"
    speech: str = "silero:"
    recogniser: str = "pocketsphinx:"
    voice: str = "espeak:"
    echo: str = "none:"
    language: str = "en"
    fast: bool = False
    now: Moment | None = None


@contextmanager
def open_brain(state: Path, now: Moment, language: str = "en") -> Iterator[MemoryBrain]:
    """The brain on its vault, for one process at a time. Raises `VaultError`s with their codes."""
    from device.brain import MemoryBrain
    from engine_b.vault import Vault

    with Vault.open(state, now_ms=now.at_ms) as vault:
        yield MemoryBrain(vault, language=language)


@contextmanager
def open_to_read(state: Path, now: Moment) -> Iterator[Vault]:
    """The vault beside a running daemon: nothing is written."""
    from engine_b.vault import Vault

    with Vault.open(state, create=False, now_ms=now.at_ms, read_only=True) as vault:
        yield vault


@contextmanager
def open_loop(settings: RunSettings, listeners: tuple[Listener, ...]) -> Iterator[Loop]:
    """Everything `selene run` needs, opened in order and closed in reverse, whatever happens."""
    from device.acoustics import Acoustics
    from device.doors import open as doors
    from device.journal import Journal
    from device.loop import Doors, Loop
    from device.turn import State
    from device.worker import InlineWorker, ThreadWorker

    check_user_name(settings.user)
    policy, clock = DevicePolicy(), SystemClock()
    began = settings.now or clock.now()
    with ExitStack() as stack:
        microphone = doors.open_microphone(settings.microphone, fast=settings.fast)
        stack.callback(microphone.close)
        brain = stack.enter_context(open_brain(settings.state, began, settings.language))
        speaker = doors.open_speaker(settings.speaker)
        stack.callback(speaker.close)
        echo = doors.open_echo(settings.echo)
        live = microphone.live and settings.now is None
        user_id = ids.user_id(settings.user)
        moment_of = (lambda _: clock.now()) if live else None
        journal = Journal(user_id, began, listeners, moment_of, policy.session_idle_ms)
        worker = ThreadWorker() if microphone.live else InlineWorker()
        state = State(speech_interrupts=not speaker.acoustic or echo.engaged)
        wake, speech = doors.open_wake(settings.wake), doors.open_speech(settings.speech)
        acoustics = Acoustics(echo, wake, speech, policy)
        recogniser, voice = doors.open_recogniser(settings.recogniser), doors.open_voice(settings.voice)
        parts = Doors(microphone, speaker, acoustics, recogniser, voice, brain)
        yield Loop(parts, worker, journal, policy, user_id, state, monotonic_ns)
