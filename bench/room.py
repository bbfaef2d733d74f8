"""Composition: measures Selene in simulated rooms: wake words in noise, her own voice, and interruptions of it.

Each scenario runs the real loop with the real wake word, speech detector, canceller and voice in virtual time, so that
the counts are equal on every run. A row of the table is a family; its figure has n, and bounds of 95 % (Wilson) where
it is a share. `--echo webrtc:` measures with that canceller (extra `room`).
"""

from __future__ import annotations

import json
import math
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

_HERE = Path(__file__).resolve().parent
sys.path[:] = [
    str(_HERE.parent),
    *[place for place in sys.path if Path(place) != _HERE],
]  # bench/secrets.py hides another

from bench.barge_in import NoWords, Reader, first_sample, load
from bench.machine import ROOT, describe, percentile
from device.audio.audio_frontend import AudioFrontend
from device.conversation.turn_state import ConversationState
from device.core.messages import Announcement
from device.core.policy import DevicePolicy
from device.core.ports import SAMPLES_PER_SECOND, Recogniser
from device.daemon.audio_inputs import speech_may_interrupt
from device.engines import factory
from device.engines.simulation.simulated_room import SimulatedRoom
from device.session.event_log import EventLine, EventLog
from device.session.executor import InlineWorker
from device.session.session import Session
from device.session.voice_session import SoundPorts, VoiceSession
from memory.model.atoms import Moment
from memory.model.timestamps import from_iso

SPEECH = ROOT / "fixtures" / "speech"
ROOMS = ROOT / "fixtures" / "rooms"
VOICES = ("slt", "rms")
LONG = "I remember a great many things about you, and I am going to read all of them aloud, one after another. " * 2
OWN_VOICE_MS = 60_000
SPEECH_DB = -26.0
ECHO_AT_SPEECH_DB = -7.0
"""The coupling with which the echo of the voice is as loud at the microphone as a person."""


@dataclass
class Played:
    """What happened in one scenario."""

    lines: list[EventLine]
    sounded: list[bool]

    def times(self, kind: str, reason: str = "") -> list[int]:
        """The audio times of the events of one type."""
        return [int(str(e["at_audio_ms"])) for e in self.lines if e["type"] == kind and reason in ("", e["reason"])]


class Announcing(Reader):
    """An assistant that reads a long text aloud from its first second on, again and again."""

    def due(self, user_id: str, now: Moment) -> tuple[Announcement, ...]:
        """The text."""
        return (Announcement("bench", "text", LONG),)


@dataclass
class Rooms:
    """Plays scenarios; the engines that keep no state are opened once."""

    folder: Path
    echo: str = "linear:"
    sound_ms: int = 0
    recogniser: Recogniser = field(default_factory=NoWords)

    def play(self, scenario: Mapping[str, Any], assistant: Reader | None = None) -> Played:
        """Runs one scenario."""
        path = self.folder / "scenario.yaml"
        path.write_text(json.dumps(scenario), encoding="utf-8")
        room, policy, lines = SimulatedRoom(str(path)), DevicePolicy(), list[EventLine]()
        echo = factory.open_echo(self.echo if room.speaker.acoustic else "none:")
        ear = AudioFrontend(echo, factory.open_wake("microwakeword:okay_nabu"), factory.open_speech("silero:"), policy)
        sound = SoundPorts(room.speaker, ear, self.recogniser, VOICE)
        log = EventLog("u-bench", from_iso("2026-02-20T09:00:00+00:00"), 0, (lines.append,))
        state = ConversationState(speech_interrupts=speech_may_interrupt(room.speaker, echo))
        session = Session(assistant or Reader(), "u-bench")
        spoken = VoiceSession(session, sound, InlineWorker(), log, policy, state, lambda: 0)
        spoken.begin()
        for frame in room.frames():
            spoken.feed(frame)
        spoken.close()
        self.sound_ms += ear.now_ms
        return Played(lines, room.speaker.sounded)


VOICE = factory.open_voice("espeak:")


def says(name: str, **when: int) -> dict[str, Any]:
    """A sound of the fixtures at a time."""
    return {"wav": str(SPEECH / f"{name}.wav"), **when}


def scenario(room: str, length_ms: int, people: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
    """A scenario in one of the rendered rooms."""
    return {"length_ms": length_ms, "room": str(ROOMS / room), "people": people, **more}


def barge_in(rooms: Rooms, echo_db: float, room: str) -> Iterator[tuple[float, float] | None]:
    """Milliseconds from a person's first sample until she is quieter, and until she stops; None where she does not."""
    for voice in VOICES:
        for word, offset in (("stop", 2_500), ("forget_that", 4_200), ("what_is_my_name", 6_300), ("no", 9_100)):
            person = {"place": "1m", "level_db": SPEECH_DB, "says": [says(f"{voice}/{word}", after_speaking_ms=offset)]}
            loudspeaker = {"coupling_db": ECHO_AT_SPEECH_DB + echo_db, "delay_ms": 60}
            played = rooms.play(scenario(room, offset + 4_000, [person], loudspeaker=loudspeaker), Announcing())
            began = played.times("speaking_started")[0] + offset
            began += first_sample(load(SPEECH / voice / f"{word}.wav")) * 1_000 // SAMPLES_PER_SECOND
            stops = [at for at in played.times("barge_in") if began < at < began + 1_500]
            ducks = [at for at in played.times("ducked") if began - 100 < at < began + 1_500]
            yield (max(0, min(ducks, default=stops[0]) - began), stops[0] - began) if stops else None


def own_voice(rooms: Rooms, room: str, echo_db: float, length_ms: int) -> Played:
    """What happens while she reads and nobody speaks."""
    loudspeaker = {"coupling_db": ECHO_AT_SPEECH_DB + echo_db, "delay_ms": 60}
    return rooms.play(scenario(room, length_ms, [], loudspeaker=loudspeaker), Announcing())


def wake_words(rooms: Rooms, kind: str, below_db: float) -> Iterator[bool]:
    """Whether each wake word is heard, with a noise so far below it."""
    noise = {"kind": kind, "level_db": SPEECH_DB - below_db}
    for room, place in (("dry", "1m"), ("small", "1m"), ("small", "2m"), ("small", "4m")):
        for voice in VOICES:
            for seed in (1, 2, 3):
                person = {"place": place, "level_db": SPEECH_DB, "says": [says(f"{voice}/okay_nabu", at_ms=600)]}
                played = rooms.play(scenario(room, 2_600, [person], noise=noise, seed=seed))
                yield bool(played.times("wake"))


def share(hits: Sequence[bool]) -> str:
    """A share in per cent with its bounds of 95 % (Wilson), and n."""
    n, p, z = len(hits), sum(hits) / len(hits), 1.96
    middle, spread = p + z * z / (2 * n), z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    low, high = (100 * (middle + sign * spread) / (1 + z * z / n) for sign in (-1, 1))
    return f"{100 * p:5.1f} % ({max(0.0, low):.0f} to {high:.0f}), n = {n}"


def main() -> int:
    """Prints the table; 1 when she stopped herself."""
    print(describe())
    own_stops = 0
    with tempfile.TemporaryDirectory() as folder:
        rooms = Rooms(Path(folder), sys.argv[sys.argv.index("--echo") + 1] if "--echo" in sys.argv else "linear:")
        for kind, below_db in (("pink", 44.0), ("pink", 10.0)):
            missed = [not heard for heard in wake_words(rooms, kind, below_db)]
            print(f"wake words missed, {kind} noise {below_db:.0f} dB below: {share(missed)}")
        for room in ("small", "living"):
            for echo_db in (0.0, 10.0):
                played = own_voice(rooms, room, echo_db, OWN_VOICE_MS)
                stops, ducks = len(played.times("barge_in")), len(played.times("ducked"))
                own_stops += stops
                where = f"{room}, echo {echo_db:+.0f} dB"
                print(f"{where}: {stops} stops by her own voice, {ducks} times quieter, n = {OWN_VOICE_MS // 1_000} s")
                print(f"{where}: {_times(list(barge_in(rooms, echo_db, room)))}")
        print(f"{rooms.sound_ms / 1_000:.0f} s of sound, {time.process_time():.0f} s of processor time")
    return int(own_stops > 0)


def _times(found: Sequence[tuple[float, float] | None]) -> str:
    ducks, stops = [one[0] for one in found if one], [one[1] for one in found if one]
    both = [f"{percentile(values, 50):.0f} / {percentile(values, 95):.0f} ms" for values in (ducks, stops)]
    return f"interrupted {share([bool(one) for one in found])}; quieter p50 / p95 {both[0]}, stopped {both[1]}"


if __name__ == "__main__":
    raise SystemExit(main())
