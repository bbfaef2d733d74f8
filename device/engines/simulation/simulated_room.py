"""Adapter: a simulated room: one microphone and one loudspeaker in virtual time, so that the loop closes.

`room:SCENARIO.yaml` is both. What she plays comes back into the microphone by an impulse response, after a delay, and
people may begin to speak so long after she did. The same scenario gives the same samples on every run.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import soundfile
from numpy.typing import NDArray

from device.audio.chime import tone_frames
from device.audio.framing import to_pcm, to_samples
from device.audio.room_scenario import EchoPath, Person, PlacedSound, Scenario, parse_scenario
from device.core.errors import BadScenario
from device.core.ports import FRAME_BYTES, FRAME_MS, SAMPLES_PER_SECOND
from device.engines.audio_io.sound_file import SoundFile

Samples = NDArray[np.float32]
FRAME = FRAME_BYTES // 2
PER_MS = SAMPLES_PER_SECOND // 1_000


class SimulatedRoom:
    """`room:FILE`: a microphone; its loudspeaker is `speaker`. BAD_SCENARIO when the file is none."""

    live = False

    def __init__(self, path: str) -> None:
        """Reads the scenario, its sounds and impulse responses."""
        self.scenario = read_scenario(path)
        self.speaker = RoomLoudspeaker(acoustic=self.scenario.loudspeaker is not None)
        self._folder = Path(path).parent
        self._closed = False
        scenario = self.scenario
        self._people = [_Source(person, self._response(person.place), self._folder) for person in scenario.people]
        self._tape = np.zeros(scenario.length_ms * PER_MS + SAMPLES_PER_SECOND, np.float32)
        self._echo = _Echo(scenario.loudspeaker, self._response("speaker")) if scenario.loudspeaker else None
        for source in self._people:
            for said in source.person.says:
                if said.at_ms is not None:
                    self._lay(source, said, said.at_ms * PER_MS)
        self._tape += _noise(scenario, len(self._tape)) + np.float32(scenario.constant_offset)

    def frames(self) -> Iterator[bytes]:
        """Yields what the microphone hears; each frame hears what was played until the one before it."""
        for number in range(self.scenario.length_ms // FRAME_MS):
            if self._closed:
                return
            self._begin_late(number)
            at = number * FRAME
            heard = self._tape[at : at + FRAME].copy()
            if self._echo is not None:
                heard += self._echo.hear(self.speaker.latest)
            yield bytes(FRAME_BYTES) if self._is_lost(number * FRAME_MS) else to_pcm(heard)

    def close(self) -> None:
        """Ends `frames` before its next frame."""
        self._closed = True

    def _begin_late(self, number: int) -> None:
        """Lays what is said at a time after she began to speak, as soon as that is known."""
        if not self.speaker.began:
            return
        self.speaker.began = False
        for source in self._people:
            for said in source.person.says:
                if said.after_speaking_ms is not None and said.nth == self.speaker.replies:
                    self._lay(source, said, number * FRAME + said.after_speaking_ms * PER_MS)

    def _lay(self, source: _Source, said: PlacedSound, at: int) -> None:
        sound = source.sounds[said.wav]
        room = max(0, len(self._tape) - at)
        self._tape[at : at + len(sound)] += sound[:room]

    def _response(self, place: str) -> Samples:
        """The impulse response from a place; a single sample where the scenario names none."""
        if not self.scenario.room or not place:
            return np.ones(1, np.float32)
        path = (self._folder / f"{self.scenario.room}_{place}.flac").resolve()
        return _samples(path)

    def _is_lost(self, at_ms: int) -> bool:
        return any(gap.at_ms <= at_ms < gap.at_ms + gap.ms for gap in self.scenario.gaps)


class RoomLoudspeaker:
    """The loudspeaker of a simulated room; `acoustic` where its microphone hears it."""

    def __init__(self, *, acoustic: bool) -> None:
        self.acoustic = acoustic
        self.latest = np.zeros(FRAME, np.float32)
        self.sounded: list[bool] = []
        """For each frame whether it sounded."""
        self._replying: list[bool] = []
        self.began = False
        self.replies = 0

    def play(self, frame: bytes | None) -> None:
        """Plays one frame; sound after a second of silence is a new reply, unless it is a tone of the open ear."""
        self.latest = np.zeros(FRAME, np.float32) if frame is None else to_samples(frame)
        sounds = bool(self.latest.any())
        replies = sounds and frame not in tone_frames()
        if replies and not any(self._replying[-1_000 // FRAME_MS :]):
            self.began, self.replies = True, self.replies + 1
        self.sounded.append(sounds)
        self._replying.append(replies)

    def flush(self) -> None:
        """Does nothing: no frame waits."""

    def close(self) -> None:
        """Does nothing: nothing is open."""


class _Source:
    """The sounds of one person as the microphone hears them."""

    def __init__(self, person: Person, response: Samples, folder: Path) -> None:
        self.person = person
        self.sounds = {
            said.wav: _placed(_samples(folder / said.wav), response, person.level_db) for said in person.says
        }


class _Echo:
    """The loudspeaker's sound at the microphone, frame by frame: overlap and add."""

    def __init__(self, how: EchoPath, response: Samples) -> None:
        self._how, self._gain = how, np.float32(10 ** (how.coupling_db / 20))
        self._size = 1 << (FRAME + len(response) - 1).bit_length()
        self._response = np.fft.rfft(response, self._size)
        self._tail = np.zeros(self._size, np.float32)
        self._line = np.zeros(how.delay_ms * PER_MS + FRAME, np.float32)
        self._behind = 0.0

    def hear(self, played: Samples) -> Samples:
        """Takes the frame that is played, and returns its echo with those before it."""
        if self._how.distortion:
            hard = np.float32(self._how.distortion * 2)
            played = np.tanh(hard * played) / hard
        self._tail += np.fft.irfft(np.fft.rfft(played, self._size) * self._response, self._size).astype(np.float32)
        now = self._tail[:FRAME].copy()
        self._tail = np.concatenate([self._tail[FRAME:], np.zeros(FRAME, np.float32)])
        self._line = np.concatenate([self._line, now])[-(SAMPLES_PER_SECOND + FRAME) :]
        return self._gain * self._delayed()

    def _delayed(self) -> Samples:
        """One frame out of the delay line; a clock that drifts reads it a little faster or slower."""
        last = len(self._line) - self._how.delay_ms * PER_MS
        places = last - FRAME + np.arange(FRAME) - self._behind
        self._behind += FRAME * self._how.drift_ppm / 1e6
        if not self._how.drift_ppm:
            return self._line[max(0, last - FRAME) : last]
        read: Samples = np.interp(places, np.arange(len(self._line)), self._line).astype(np.float32)
        return read


def read_scenario(path: str) -> Scenario:
    """Reads and parses a scenario. Raises `BadScenario`."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        raise BadScenario(f"The scenario {path} cannot be read. Check the path.") from error
    return parse_scenario(text, path)


def _samples(path: Path) -> Samples:
    """A sound file at 16 kHz; an impulse response keeps its 24 bits."""
    if path.suffix == ".flac" and path.is_file() and soundfile.info(path).subtype == "PCM_24":
        samples: Samples = soundfile.read(path, dtype="float32")[0]
        return samples
    return np.concatenate([to_samples(frame) for frame in SoundFile(str(path)).frames()])


def _placed(sound: Samples, response: Samples, level_db: float) -> Samples:
    """The sound as the response carries it; the level is that of its loud half."""
    heard = np.convolve(sound, response) if len(response) == 1 else _convolved(sound, response)
    squares = np.sort(np.add.reduceat(heard**2, np.arange(0, len(heard), FRAME)) / FRAME)
    loud = float(np.sqrt(squares[len(squares) // 2 :].mean()))
    scaled: Samples = (heard * (10 ** (level_db / 20) / loud) if loud else heard).astype(np.float32)
    return scaled


def _convolved(sound: Samples, response: Samples) -> Samples:
    size = 1 << (len(sound) + len(response) - 1).bit_length()
    whole = np.fft.irfft(np.fft.rfft(sound, size) * np.fft.rfft(response, size), size)
    return whole[: len(sound) + len(response) - 1].astype(np.float32)


def _noise(scenario: Scenario, samples: int) -> Samples:
    white = np.random.default_rng(scenario.seed).standard_normal(samples)
    if scenario.noise.kind == "pink":
        spectrum = np.fft.rfft(white)
        white = np.fft.irfft(spectrum / np.sqrt(np.maximum(np.arange(len(spectrum)), 1)), samples)
    rms = float(np.sqrt((white**2).mean()))
    return (white * (10 ** (scenario.noise.level_db / 20) / rms)).astype(np.float32)
