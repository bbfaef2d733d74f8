"""Composition: the client at this device's own microphone: reads frames and feeds them to one session."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from device.core.ports import Microphone
from device.session.speaking import SoundPorts
from device.session.voice_session import VoiceSession
from protos.systemd import Supervisor


@dataclass(slots=True)
class LocalSound(SoundPorts):
    """The engines of a conversation at this device, with its microphone."""

    microphone: Microphone


@dataclass(slots=True)
class LocalAudioClient:
    """Runs one session on one microphone. `run` returns when the sound ends, or soon after `stop`."""

    microphone: Microphone
    session: VoiceSession
    nanoseconds: Callable[[], int]
    rest: Callable[[], None] = lambda: None
    """Waits as long as a frame lasts after the sound has ended, because a loudspeaker is no faster."""
    supervisor: Supervisor = field(default_factory=Supervisor)

    def run(self) -> None:
        """Feeds every frame, one call each, then lets the session finish. The service manager is told of each frame."""
        session = self.session
        session.begin()
        try:
            for frame in self.microphone.frames():
                session.feed(frame)
                self.supervisor.alive(self.nanoseconds() / 1e6)
            self.supervisor.stopping()
            session.finish(self._after_frame)
        finally:
            session.close()

    def stop(self) -> None:
        """Ends now without further sound; pending memory writes are still done. May be called in a signal handler."""
        self.session.stop()
        self.microphone.close()

    def _after_frame(self) -> None:
        self.supervisor.alive(self.nanoseconds() / 1e6)
        self.rest()
