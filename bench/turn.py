"""Composition: measures the CPU time of a turn and of idle listening, for every engine and for Selene's own code.

The tape of the demo is played through the real loop as fast as the machine allows, inline, so that CPU time is all
there is. Idle listening is a minute of a quiet room. The limit: Selene's own code at most 3 % of one core at 20 ms
frames. Each engine is its own reference: it is timed in the same run, with the same sound.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.cpu_timers import Timed
from bench.machine import ROOT, describe, percentile
from device.audio.audio_frontend import AudioFrontend
from device.clients.local_audio import LocalAudioClient
from device.conversation.turn_state import ConversationState
from device.core.policy import DevicePolicy
from device.core.ports import FRAME_BYTES, FRAME_MS
from device.daemon.audio_inputs import RunSettings
from device.daemon.vault_access import open_assistant
from device.engines import factory as engines
from device.session.event_log import EventLine, EventLog
from device.session.executor import InlineWorker
from device.session.session import Session
from device.session.speaking import SoundPorts
from device.session.voice_session import VoiceSession
from memory.model.timestamps import from_iso

IDLE_MS = 60_000
BOUND_PERCENT = 3.0
NOW = from_iso("2026-02-20T09:00:00+00:00")


class QuietRoom:
    """A microphone in a quiet room, for a while."""

    live = False

    def frames(self) -> Iterator[bytes]:
        """Yields silence; noise would be easier for the detectors, and silence is the hardest case for Selene's own
        code.
        """
        for _ in range(IDLE_MS // FRAME_MS):
            yield bytes(FRAME_BYTES)

    def close(self) -> None:
        """Nothing to close."""


@dataclass
class Measured:
    """One run: the loop's whole CPU time, the audio it heard, and the time behind each engine."""

    total_ns: int
    audio_ms: int
    engines: dict[str, Timed]
    lines: list[EventLine]

    def percent(self, nanoseconds: int) -> float:
        """CPU per audio time, in per cent of one core."""
        return nanoseconds / (self.audio_ms * 1e6) * 100

    @property
    def plumbing_ns(self) -> int:
        """What is left when every engine's time is taken away."""
        return self.total_ns - sum(engine.nanoseconds for engine in self.engines.values())


def run(microphone: object, state: Path) -> Measured:
    """Run the real loop on a microphone, inline, with a clock in front of every engine."""
    settings, policy = RunSettings(state, "bench"), DevicePolicy()
    timed = {
        "wake word": Timed(engines.open_wake(settings.wake), "hear"),
        "speech detector": Timed(engines.open_speech(settings.speech), "hear"),
        "recogniser": Timed(engines.open_recogniser(settings.recogniser), "finish"),
        "voice": Timed(engines.open_voice(settings.voice), "speak"),
        "microphone": Timed(microphone, "frames"),
        "speaker": Timed(engines.open_speaker("null:"), "play"),
    }
    with open_assistant(state, NOW) as opened:
        assistant = timed["assistant"] = Timed(opened, "answer")
        acoustics = AudioFrontend(engines.open_echo("none:"), timed["wake word"], timed["speech detector"], policy)
        sound = SoundPorts(timed["speaker"], acoustics, timed["recogniser"], timed["voice"])
        lines: list[EventLine] = []
        event_log = EventLog("u-bench", NOW, 0, (lines.append,))
        session = Session(assistant, "u-bench")
        spoken = VoiceSession(session, sound, InlineWorker(), event_log, policy, ConversationState(), time.monotonic_ns)
        client = LocalAudioClient(microphone, spoken, time.monotonic_ns)  # type: ignore[arg-type]
        began = time.thread_time_ns()
        client.run()
        return Measured(time.thread_time_ns() - began, acoustics.now_ms, timed, lines)


def _stages(measured: Measured) -> None:
    stages: dict[str, list[float]] = {}
    for line in measured.lines:
        if isinstance(spent := line.get("ms"), dict):
            for stage, milliseconds in spent.items():
                stages.setdefault(stage, []).append(float(milliseconds))
    print(f"{'stage of a turn':<18} {'n':>3} {'p50 ms':>8} {'p95 ms':>8}")
    for stage, spent_ms in stages.items():
        print(f"{stage:<18} {len(spent_ms):>3} {percentile(spent_ms, 50):>8.0f} {percentile(spent_ms, 95):>8.0f}")


def _shares(title: str, measured: Measured) -> float:
    print(f"\n{title}: {measured.audio_ms / 1000:.0f} s of sound")
    for name, engine in measured.engines.items():
        if engine.nanoseconds:
            print(f"  {name:<16} {measured.percent(engine.nanoseconds):6.2f} % of one core")
    share = measured.percent(measured.plumbing_ns)
    of_all = 100 * measured.plumbing_ns / measured.total_ns
    print(f"  {'plumbing':<16} {share:6.2f} % of one core, {of_all:.0f} % of all CPU")
    return share


def main() -> int:
    """Print the tables; 1 when idle plumbing passes its bound."""
    print(describe())
    with tempfile.TemporaryDirectory() as folder:
        tape = engines.open_microphone(f"tape:{ROOT / 'fixtures' / 'talks' / 'demo_1.wav'}", fast=True)
        talking = run(tape, Path(folder) / "talk")
        _stages(talking)
        _shares("talking", talking)
        idle = _shares("idle listening", run(QuietRoom(), Path(folder) / "idle"))
    print(f"\nidle plumbing {idle:.2f} %, bound {BOUND_PERCENT} %")
    return int(idle > BOUND_PERCENT)


if __name__ == "__main__":
    raise SystemExit(main())
