"""Composition: the demo's scene in a simulated room: a television, a loudspeaker and two people, in virtual time.

Ana tells and asks, Bea speaks over the reply, the television talks behind both, and Ana stops Selene with a word over
her own voice. Only what Ana told is in the memory afterwards.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
import soundfile
from numpy.typing import NDArray

from device.assistant.assistant import Assistant
from device.audio.framing import to_pcm
from device.cli.talk.demo_clients import SceneStep
from device.core.ports import SAMPLES_PER_SECOND
from device.daemon.audio_inputs import RunSettings
from device.daemon.composition import open_local_audio
from device.engines import factory
from device.engines.simulation.simulated_room import SimulatedRoom
from device.session.event_log import EventLine
from device.session.session import Session
from engine_b.vault.vault import Vault
from memory.core.policy import DAY_MS
from memory.model import ids
from memory.model.atoms import Channel, Moment
from memory.model.ports import Gate

KNOWN = (
    "my dentist appointment is on the third of march at four thirty",
    "my dog is called rex",
    "i work at the library in the old town",
    "i play the cello on thursdays",
)
"""What Ana told before, so that there is something to read."""
TOLD, BEA_TELLS = "my favorite color is green", "my sister lives in boston"
TELEVISION = {0: "My brother lives in Chicago and works at a bank.", 5_500: "My mother bought a boat last week."}
"""What it says, by when."""
TELEVISION_VOICE = "espeak:en-us+f3"


@dataclass(slots=True)
class RoomScene:
    """The scene on a vault of its own. `steps` are those that were played; `sound` is what was heard and played."""

    state: Path
    user: str
    fixtures: Path
    steps: list[SceneStep] = field(default_factory=list)
    sound: NDArray[np.int16] = field(default_factory=lambda: np.zeros((0, 2), np.int16))
    now: Moment = field(default_factory=lambda: Moment(20_514 * DAY_MS))

    def play(self) -> list[SceneStep]:
        """Plays the scene; returns its steps."""
        with Vault.open(self.state, now_ms=self.now.at_ms) as vault:
            session = Session(Assistant(vault), ids.user_id(self.user), "demo-before")
            for number, text in enumerate(KNOWN):
                session.say(text, Moment(self.now.at_ms + number * 60_000))
        lines = self._talk()
        replies = [str(line["text"]) for line in lines if line["type"] == "reply"]
        self._step("Ana", f"{TOLD} (television on)", replies[:1], right=any("green" in one for one in replies[:1]))
        self._step("Ana", "what do you know about me", replies[1:2], right="dentist" in "".join(replies[1:2]))
        stops = [line for line in lines if line["type"] == "turn_ended" and line["reason"] == "INTERRUPTED"]
        heard = [str(line["text"]) for line in lines if line["type"] == "transcript"][-1:]
        self._step("Ana", "stop, over Selene's voice", [f"heard {one!r}" for one in heard], right=len(stops) == 1)
        kept = self._kept()
        self._step("Bea", f"{BEA_TELLS} (over the reply)", [], right=not any("boston" in one for one in kept))
        self._step("TV", "; ".join(TELEVISION.values()), [], right=kept == sorted((*KNOWN, TOLD)))
        return self.steps

    def _step(self, who: str, did: str, got: list[str], *, right: bool) -> None:
        self.steps.append(SceneStep(who, did, " ".join(got), right))

    def _talk(self) -> list[EventLine]:
        """Runs the daemon's conversation at its microphone, and keeps the sound."""
        lines: list[EventLine] = []
        rooms: list[RecordedRoom] = []

        def make(path: str, _fast: bool) -> RecordedRoom:
            rooms.append(RecordedRoom(path))
            return rooms[-1]

        engines = replace(factory.BUILT_IN, microphones={**factory.BUILT_IN.microphones, "room": make})
        scenario = f"room:{os.fsdecode(self._scenario())}"
        settings = RunSettings(
            self.state, self.user, microphone=scenario, fast=True, now=Moment(self.now.at_ms + DAY_MS), engines=engines
        )
        with open_local_audio(settings, (lines.append,)) as local:
            local.run()
        sides = (np.frombuffer(b"".join(side), "<i2") for side in (rooms[0].heard, rooms[0].played))
        self.sound = np.stack(list(sides), axis=1)
        return lines

    def _kept(self) -> list[str]:
        """Returns what is in the memory."""
        with Vault.open(self.state, now_ms=self.now.at_ms + 2 * DAY_MS) as vault:
            gate = Gate(ids.user_id(self.user), True, Channel.TEXT)
            return sorted(atom.text for atom in vault.reader.atoms(gate, len(KNOWN) + 9))

    def _scenario(self) -> Path:
        """Writes the scenario beside the vault."""
        ana, bea = self.fixtures / "speech" / "slt", self.fixtures / "speech" / "rms"
        scenario = {
            "length_ms": 25_000,
            "room": str(self.fixtures / "rooms" / "small"),
            "loudspeaker": {"coupling_db": -7, "delay_ms": 60},
            "people": [
                _person(-26.0, "1m", [
                    {"wav": str(ana / "okay_nabu.wav"), "at_ms": 3_500},
                    {"wav": str(ana / "my_favorite_color_is_green.wav"), "at_ms": 4_900},
                    {"wav": str(ana / "okay_nabu.wav"), "at_ms": 12_500},
                    {"wav": str(ana / "what_do_you_know_about_me.wav"), "at_ms": 13_900},
                    {"wav": str(ana / "stop.wav"), "after_speaking_ms": 6_700, "nth": 2},
                ]),
                _person(-30.0, "2m", [
                    {"wav": str(bea / "my_sister_lives_in_boston.wav"), "after_speaking_ms": 2_000, "nth": 2},
                ]),
                _person(-46.0, "4m", [
                    {"wav": str(self._television(text)), "at_ms": at_ms} for at_ms, text in TELEVISION.items()
                ]),
            ],
        }  # fmt: skip
        path = self.state.parent / f"{self.state.name}.yaml"
        path.write_text(json.dumps(scenario), encoding="utf-8")
        return path

    def _television(self, text: str) -> Path:
        """Writes a sentence of the television beside the vault."""
        path = self.state.parent / f"television-{len(text)}.wav"
        sound = np.frombuffer(factory.open_voice(TELEVISION_VOICE).speak(text), "<i2")
        soundfile.write(os.fsencode(path), sound, SAMPLES_PER_SECOND)
        return path


class RecordedRoom(SimulatedRoom):
    """A simulated room that keeps what its microphone heard and what its loudspeaker played."""

    def __init__(self, path: str) -> None:
        """Reads the scenario."""
        super().__init__(path)
        self.heard: list[bytes] = []
        self.played: list[bytes] = []

    def frames(self) -> Iterator[bytes]:
        """Yields what the microphone hears; when the next frame is asked for, this one was answered."""
        for frame in super().frames():
            self.heard.append(frame)
            yield frame
            self.played.append(to_pcm(self.speaker.latest))


def _person(level_db: float, place: str, says: list[dict[str, object]]) -> dict[str, object]:
    return {"level_db": level_db, "place": place, "says": says}
