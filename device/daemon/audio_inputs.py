"""Composition: the engines of the device's own microphone and loudspeaker, as the settings of a run name them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from device.core.errors import BadUsage
from device.core.policy import DevicePolicy
from device.core.ports import DuplexMicrophone
from device.engines import factory
from device.engines.heard_languages import check_heard_language
from memory.model.atoms import Moment
from memory.model.user_names import check_user_name

if TYPE_CHECKING:
    from device.audio.audio_frontend import AudioFrontend
    from device.clients.local_audio import LocalSound
    from device.core.ports import (
        EchoCanceller,
        EndOfTurnModel,
        Loudspeaker,
        Microphone,
        Recogniser,
        SpeechDetector,
        Voice,
        VoiceprintEngine,
        WakeWord,
    )
    from device.engines.ladder.ladder_opener import LadderOpener
    from device.skills.skill import Skill
    from engine_b.protocol.record_types import RecordType


SIMULATED = "room:"
"""A microphone and a loudspeaker of a scenario, in virtual time."""
NO_MICROPHONE = "none:"
"""The microphone of a device that is only spoken to through its clients."""


@dataclass(frozen=True, slots=True)
class RunSettings:
    """The options of `selene run`; each URI names an engine."""

    state: Path
    user: str | None
    microphone: str = "device:"
    speaker: str = "device:"
    wake: str = "microwakeword:okay_nabu"
    speech: str = "silero:"
    recogniser: str = "pocketsphinx:"
    voice: str = "espeak:"
    echo: str = "linear:"
    language: str = "en"
    fast: bool = False
    now: Moment | None = None
    guest: bool = False
    """Whether who speaks at the microphone is nobody whose memory is read or kept."""
    alone: str = ""
    """The name of who alone speaks at the microphone; empty where that is not known."""
    voiceprint: str = "none:"
    """What tells the person's voice from others."""
    end_of_turn: str = "none:"
    """What judges by the sound whether a turn is complete."""
    mind: str = "none:"
    """What answers where she knows no answer."""
    second_opinion: bool = False
    """Whether it reads what the rules could not read."""
    encoder: str = "none:"
    """What makes vectors of what was said, so that it is found in other words."""
    tones: bool = True
    """Whether a loudspeaker sounds a tone when she begins to listen, and another at the end of a turn."""
    instead: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The URIs that a person named for the place of a kind's engine, the best first, by the registry's name of it."""
    engines: factory.EngineRegistry = factory.BUILT_IN
    """Where the schemes of the URIs are looked up."""
    skills: tuple[Skill, ...] = ()
    """What Selene can do beside the core's skills."""
    record_types: tuple[RecordType, ...] = ()
    """What the vault keeps beside the core's types."""

    def uris(self) -> dict[str, str]:
        """Returns the URI of each kind of engine that is used, in the order in which a mistake is reported."""
        if self.microphone == NO_MICROPHONE:
            return {"minds": self.mind, "encoders": self.encoder}
        return {
            "speech_detectors": self.speech,
            "wake_words": self.wake,
            "recognisers": self.recogniser,
            "voices": self.voice,
            "echo_cancellers": self.echo,
            "voiceprints": self.voiceprint,
            "end_of_turn_models": self.end_of_turn,
            "minds": self.mind,
            "encoders": self.encoder,
            "speakers": self.speaker,
            "microphones": self.microphone,
        }


@dataclass(slots=True)
class AudioInputs:
    """The microphone, detectors and voice of a run. Its stream of frames continues from one listener to the next."""

    microphone: Microphone
    echo: EchoCanceller
    wake: WakeWord
    speech: SpeechDetector
    recogniser: Recogniser
    voice: Voice
    speaker: Loudspeaker | None = None
    """The loudspeaker that comes with the microphone."""
    voiceprint: VoiceprintEngine | None = None
    end_of_turn: EndOfTurnModel | None = None
    _heard: AudioFrontend | None = None

    def with_loudspeaker(self, speaker: Loudspeaker, policy: DevicePolicy) -> LocalSound:
        """Returns the loop's engines with a loudspeaker and this policy; audio time continues. Nothing is cancelled
        where the microphone does not hear the loudspeaker.
        """
        from device.audio.audio_frontend import AudioFrontend
        from device.clients.local_audio import LocalSound
        from device.engines.null_engines import NoEchoCanceller

        now_ms = self._heard.now_ms if self._heard else 0
        echo = self.echo if speaker.acoustic else NoEchoCanceller()
        self._heard = AudioFrontend(echo, self.wake, self.speech, policy, now_ms)
        return LocalSound(speaker, self._heard, self.recogniser, self.voice, self.microphone)


def ladder_opener(settings: RunSettings) -> LadderOpener:
    """Returns what opens the engines of a run, each with those that take its place."""
    from device.engines.ladder.engine_book import EngineBook
    from device.engines.ladder.engine_ladder import LadderGear
    from device.engines.ladder.ladder_opener import LadderOpener
    from device.platform.clock import monotonic_ns
    from device.session.executor import JobThread

    virtual = settings.fast or settings.microphone.startswith(SIMULATED)
    book = EngineBook((lambda: 0) if virtual else monotonic_ns)
    gear = LadderGear(book, lambda: JobThread("selene-engine"))
    return LadderOpener(gear, settings.language, settings.instead, settings.engines)


@contextmanager
def open_audio_inputs(settings: RunSettings, ladders: LadderOpener) -> Iterator[AudioInputs]:
    """Opens the microphone and the engines of hearing and speaking; releases the device at the end."""
    from device.engines.audio_io.shared_microphone import SharedMicrophone

    known = settings.engines
    opened = factory.open_microphone(settings.microphone, known, fast=settings.fast)
    microphone, own = SharedMicrophone(opened), opened.speaker if isinstance(opened, DuplexMicrophone) else None
    try:
        echo, speech = ladders.echo(settings.echo), factory.open_speech(settings.speech, known)
        wake, recogniser = ladders.wake(settings.wake), ladders.recogniser(settings.recogniser)
        voice, voiceprint = ladders.voice(settings.voice), ladders.voiceprint(settings.voiceprint)
        complete = factory.open_end_of_turn(settings.end_of_turn, known)
        yield AudioInputs(microphone, echo, wake, speech, recogniser, voice, own, voiceprint, complete)
    finally:
        microphone.end()


@contextmanager
def open_loudspeaker(settings: RunSettings, ears: AudioInputs) -> Iterator[Loudspeaker]:
    """Opens the loudspeaker, and closes it at the end; a microphone may come with its own."""
    with closing(ears.speaker or factory.open_speaker(settings.speaker, settings.engines)) as speaker:
        yield speaker


def speech_may_interrupt(speaker: Loudspeaker, echo: EchoCanceller) -> bool:
    """Says whether speech over playback must be the person's: not where the microphone hears Selene's own voice."""
    return not speaker.acoustic or echo.engaged


def check_settings(settings: RunSettings) -> None:
    """Refuses a name that no person has, one file for hearing and speaking, and a recogniser of another language."""
    if settings.user is not None:
        check_user_name(settings.user)
    if settings.microphone != NO_MICROPHONE:
        for uri in (settings.recogniser, *settings.instead.get("recognisers", ())):
            check_heard_language(uri, settings.language)
    (heard_from, tape), (spoken_to, wav) = _uri_parts(settings.microphone), _uri_parts(settings.speaker)
    if (heard_from, spoken_to) == ("tape", "wav") and Path(tape).resolve() == Path(wav).resolve():
        raise BadUsage("The tape and the speaker's file are the same; it would be overwritten. Nothing was started.")


def check_engines(settings: RunSettings) -> None:
    """Checks the scheme of every engine that is chosen, or named for the place of one. Raises BAD_URI."""
    factory.check_uris(settings.uris(), settings.engines)
    for kind, named in settings.instead.items():
        for uri in named:
            factory.check_uris({kind: uri}, settings.engines)


def _uri_parts(uri: str) -> tuple[str, str]:
    scheme, _, place = uri.partition(":")
    return scheme, place
