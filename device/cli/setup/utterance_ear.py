"""Composition: hears single utterances at the configured microphone, without a wake word and without a memory."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from device.addressing.sound_measure import measure_sound
from device.addressing.voiceprint import VoiceSample
from device.audio.audio_frontend import AudioFrontend
from device.conversation.events import NothingSaid, SpeechEnded, SpeechStarted
from device.core.config_keys import Value
from device.core.policy import DevicePolicy
from device.core.ports import FRAME_MS, HintBundle, Recogniser, VoiceprintEngine
from device.engines import factory
from device.engines.null_engines import NeverWake, NoEchoCanceller


@dataclass(frozen=True, slots=True)
class HeardUtterance:
    """The sound of an utterance, frame by frame, and its words."""

    frames: tuple[bytes, ...]
    text: str = ""

    def sample(self, engine: VoiceprintEngine | None) -> VoiceSample | None:
        """Measures the voice; None where too little was said."""
        sound = measure_sound(list(self.frames))
        if sound is None or engine is None:
            return None if sound is None else VoiceSample(sound)
        return VoiceSample(sound, engine.embed(b"".join(self.frames)), engine.model)


class UtteranceEar:
    """Takes the frames of a microphone that nothing else listens to."""

    def __init__(
        self, frames: Iterator[bytes], told: Mapping[str, Value], recogniser: Recogniser | None = None
    ) -> None:
        """Without a recogniser there are no words."""
        self._frames, self._recogniser, self._language = frames, recogniser, str(told["language"])
        self._ear = AudioFrontend(
            NoEchoCanceller(), NeverWake(), factory.open_speech(str(told["speech"])), DevicePolicy()
        )

    def next_utterance(self, within_ms: int) -> HeardUtterance | None:
        """Returns what is said next; None where nothing is said within that time, or the sound ends."""
        self._ear.open(after_wake=False)
        kept = list[bytes]()
        for number, frame in enumerate(self._frames):
            events = self._ear.hear(frame, None)
            if kept:
                self._take(self._ear.latest, kept)
            for event in events:
                if isinstance(event, SpeechStarted):
                    kept = self._begin(event.at_ms)
                elif isinstance(event, SpeechEnded):
                    return HeardUtterance(tuple(kept), self._recogniser.finish().text if self._recogniser else "")
                elif isinstance(event, NothingSaid):
                    self._ear.open(after_wake=False)
            if not kept and number * FRAME_MS >= within_ms:
                break
        return None

    def _begin(self, at_ms: int) -> list[bytes]:
        kept = list[bytes]()
        if self._recogniser is not None:
            self._recogniser.start(HintBundle(self._language))
        for frame in self._ear.begin(at_ms):
            self._take(frame, kept)
        return kept

    def _take(self, frame: bytes, kept: list[bytes]) -> None:
        kept.append(frame)
        if self._recogniser is not None:
            self._recogniser.hear(frame)
