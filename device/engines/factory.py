"""Composition: opens the engines of the device by URI, `scheme:rest`. An engine is imported when it is first opened.

Every `open_…` raises BAD_URI for an unknown scheme or a missing part, and DOOR_UNAVAILABLE when the engine cannot be
opened. `BUILT_IN` has the schemes that Selene comes with; another engine is added by passing a registry with more:
`replace(BUILT_IN, recognisers={**BUILT_IN.recognisers, "mine": MyRecogniser})`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from device.core.errors import BadUri, EngineUnavailable
from device.core.ports import (
    EchoCanceller,
    EndOfTurnModel,
    Loudspeaker,
    Microphone,
    Mind,
    Recogniser,
    SpeechDetector,
    Voice,
    VoiceprintEngine,
    WakeWord,
)
from memory.model.encoder import Encoder

EngineT = TypeVar("EngineT")


@dataclass(frozen=True, slots=True)
class EngineRegistry:
    """The constructors of engines of each kind, by scheme; they take the rest of the URI."""

    microphones: Mapping[str, Callable[[str, bool], Microphone]]
    """They also take whether to play a file as fast as the machine allows."""
    speakers: Mapping[str, Callable[[str], Loudspeaker]]
    wake_words: Mapping[str, Callable[[str], WakeWord]]
    speech_detectors: Mapping[str, Callable[[str], SpeechDetector]]
    recognisers: Mapping[str, Callable[[str], Recogniser]]
    voices: Mapping[str, Callable[[str], Voice]]
    echo_cancellers: Mapping[str, Callable[[str], EchoCanceller]]
    voiceprints: Mapping[str, Callable[[str], VoiceprintEngine | None]]
    end_of_turn_models: Mapping[str, Callable[[str], EndOfTurnModel | None]]
    minds: Mapping[str, Callable[[str], Mind | None]] = field(default_factory=dict)
    encoders: Mapping[str, Callable[[str], Encoder | None]] = field(default_factory=dict)


KINDS = {
    "microphones": "microphone",
    "speakers": "loudspeaker",
    "wake_words": "wake word",
    "speech_detectors": "speech detector",
    "recognisers": "recogniser",
    "voices": "voice",
    "echo_cancellers": "echo canceller",
    "voiceprints": "voiceprint engine",
    "end_of_turn_models": "model of the end of a turn",
    "minds": "mind",
    "encoders": "encoder",
}
"""What a person calls an engine of each kind in the registry."""


def check_uris(uris: Mapping[str, str], engines: EngineRegistry | None = None) -> None:
    """Checks the scheme of each URI, given by the registry's name of its kind; raises BAD_URI for the first bad one.

    Opens nothing, so that a mistake in the last URI is found before the first engine is opened.
    """
    for kind, uri in uris.items():
        _require_scheme(KINDS[kind], uri, getattr(engines or BUILT_IN, kind))


def open_microphone(uri: str, engines: EngineRegistry | None = None, *, fast: bool) -> Microphone:
    """`tape:FILE`, `room:SCENARIO`, `device:`, `device:NAME`. `fast` plays a tape as fast as the machine allows."""
    known = (engines or BUILT_IN).microphones
    return _open_engine("microphone", uri, {name: _with_speed(make, fast) for name, make in known.items()})


def open_speaker(uri: str, engines: EngineRegistry | None = None) -> Loudspeaker:
    """`wav:FILE`, `device:`, `device:NAME`, `null:`."""
    return _open_engine("loudspeaker", uri, (engines or BUILT_IN).speakers)


def open_wake(uri: str, engines: EngineRegistry | None = None) -> WakeWord:
    """`microwakeword:WORD`, `openwakeword:PATH`, `never:`."""
    return _open_engine("wake word", uri, (engines or BUILT_IN).wake_words)


def open_speech(uri: str, engines: EngineRegistry | None = None) -> SpeechDetector:
    """`silero:`, `webrtc:`, `webrtc:MODE`."""
    return _open_engine("speech detector", uri, (engines or BUILT_IN).speech_detectors)


def open_recogniser(uri: str, engines: EngineRegistry | None = None) -> Recogniser:
    """`pocketsphinx:`, `sherpa:FOLDER`, `whisper:MODEL`."""
    return _open_engine("recogniser", uri, (engines or BUILT_IN).recognisers)


def open_voice(uri: str, engines: EngineRegistry | None = None) -> Voice:
    """`espeak:`, `espeak:VOICE`, `piper:PATH`."""
    return _open_engine("voice", uri, (engines or BUILT_IN).voices)


def open_echo(uri: str, engines: EngineRegistry | None = None) -> EchoCanceller:
    """`linear:`, `webrtc:`, `none:`."""
    return _open_engine("echo canceller", uri, (engines or BUILT_IN).echo_cancellers)


def open_voiceprint(uri: str, engines: EngineRegistry | None = None) -> VoiceprintEngine | None:
    """`onnx:PATH`, `none:`; None for the latter."""
    return _open_engine("voiceprint engine", uri, (engines or BUILT_IN).voiceprints)


def open_end_of_turn(uri: str, engines: EngineRegistry | None = None) -> EndOfTurnModel | None:
    """`onnx:PATH`, `none:`; None for the latter."""
    return _open_engine("model of the end of a turn", uri, (engines or BUILT_IN).end_of_turn_models)


def open_mind(uri: str, engines: EngineRegistry | None = None) -> Mind | None:
    """`openai:URL`, `remote_openai:URL`, `llama:PATH.gguf`, `none:`; None for the last."""
    return _open_engine("mind", uri, (engines or BUILT_IN).minds)


def open_encoder(uri: str, engines: EngineRegistry | None = None) -> Encoder | None:
    """`table:PATH.npz`, `onnx:FOLDER`, `none:`; None for the last."""
    return _open_engine("encoder", uri, (engines or BUILT_IN).encoders)


def _open_engine(what: str, uri: str, table: Mapping[str, Callable[[str], EngineT]]) -> EngineT:
    scheme, rest = _require_scheme(what, uri, table)
    try:
        return table[scheme](rest)
    except ImportError as error:
        raise EngineUnavailable(
            f"The {what} {scheme}: needs the package {error.name!r}, which is not installed. Install Selene again."
        ) from error


def _require_scheme(what: str, uri: str, table: Mapping[str, object]) -> tuple[str, str]:
    """Returns the scheme and the rest of a URI; raises when no engine in `table` has the scheme."""
    scheme, colon, rest = uri.partition(":")
    if not colon or scheme not in table:
        known = ", ".join(f"{name}:" for name in table)
        raise BadUri(f"{uri!r} is not a {what} Selene knows. Known: {known}")
    return scheme, rest


def _with_speed(make: Callable[[str, bool], EngineT], fast: bool) -> Callable[[str], EngineT]:
    return lambda rest: make(rest, fast)


def _require_rest(uri: str, rest: str) -> str:
    """Returns what follows the colon; raises when it is missing."""
    if not rest:
        raise BadUri(f"{uri} needs something after the colon, such as a path: {uri}NAME.")
    return rest


def _file_microphone(rest: str, fast: bool) -> Microphone:
    from device.engines.audio_io.file_microphone import FileMicrophone

    return FileMicrophone(_require_rest("tape:", rest), fast=fast)


def _device_microphone(rest: str, _fast: bool) -> Microphone:
    from device.engines.audio_io.sound_device import DeviceMicrophone

    return DeviceMicrophone(rest)


def _simulated_room(rest: str, _fast: bool) -> Microphone:
    from device.engines.simulation.simulated_room import SimulatedRoom

    return SimulatedRoom(_require_rest("room:", rest))


def _wav(rest: str) -> Loudspeaker:
    from device.engines.audio_io.wav_speaker import WavSpeaker

    return WavSpeaker(_require_rest("wav:", rest))


def _device_speaker(rest: str) -> Loudspeaker:
    from device.engines.audio_io.sound_device import DeviceSpeaker

    return DeviceSpeaker(rest)


def _null(_rest: str) -> Loudspeaker:
    from device.engines.null_engines import NullSpeaker

    return NullSpeaker()


def _microwakeword(rest: str) -> WakeWord:
    from device.engines.wake.microwakeword import MicroWakeWord

    return MicroWakeWord(_require_rest("microwakeword:", rest))


def _openwakeword(rest: str) -> WakeWord:
    from device.engines.wake.openwakeword import OpenWakeWord

    return OpenWakeWord(_require_rest("openwakeword:", rest))


def _never(_rest: str) -> WakeWord:
    from device.engines.null_engines import NeverWake

    return NeverWake()


def _silero(_rest: str) -> SpeechDetector:
    from device.engines.vad.silero import Silero

    return Silero()


def _webrtc(rest: str) -> SpeechDetector:
    from device.engines.vad.webrtc import WebRtc

    return WebRtc(rest)


def _pocketsphinx(_rest: str) -> Recogniser:
    from device.engines.stt.pocketsphinx import PocketSphinx

    return PocketSphinx()


def _whisper(rest: str) -> Recogniser:
    from device.engines.stt.whisper import Whisper

    return Whisper(_require_rest("whisper:", rest))


def _sherpa(rest: str) -> Recogniser:
    from device.engines.stt.sherpa import Sherpa

    return Sherpa(_require_rest("sherpa:", rest))


def _espeak(rest: str) -> Voice:
    from device.engines.tts.espeak import Espeak

    return Espeak(rest)


def _piper(rest: str) -> Voice:
    from device.engines.tts.piper import Piper

    return Piper(_require_rest("piper:", rest))


def _linear_canceller(rest: str) -> EchoCanceller:
    from device.engines.aec.linear import LinearCanceller

    return LinearCanceller(rest)


def _webrtc_canceller(rest: str) -> EchoCanceller:
    from device.engines.aec.webrtc import WebRtcCanceller

    return WebRtcCanceller(rest)


def _no_echo(_rest: str) -> EchoCanceller:
    from device.engines.null_engines import NoEchoCanceller

    return NoEchoCanceller()


def _onnx_voiceprint(rest: str) -> VoiceprintEngine | None:
    from device.engines.voiceprint.onnx_voiceprint import OnnxVoiceprint

    return OnnxVoiceprint(_require_rest("onnx:", rest))


def _no_voiceprint(_rest: str) -> VoiceprintEngine | None:
    return None


def _onnx_end_of_turn(rest: str) -> EndOfTurnModel | None:
    from device.engines.end_of_turn.onnx_end_of_turn import OnnxEndOfTurn

    return OnnxEndOfTurn(_require_rest("onnx:", rest))


def _no_end_of_turn(_rest: str) -> EndOfTurnModel | None:
    return None


def _openai(rest: str) -> Mind | None:
    from device.engines.mind.openai_server import OpenAiServer

    return OpenAiServer(_require_rest("openai:", rest))


def _remote_openai(rest: str) -> Mind | None:
    from device.engines.mind.openai_server import OpenAiServer

    return OpenAiServer(_require_rest("remote_openai:", rest), remote=True)


def _llama(rest: str) -> Mind | None:
    from device.engines.mind.llama_file import LlamaFile

    return LlamaFile(_require_rest("llama:", rest))


def _no_mind(_rest: str) -> Mind | None:
    return None


def _static_table(rest: str) -> Encoder | None:
    from device.engines.encoder.static_table import StaticTable

    return StaticTable(_require_rest("table:", rest))


def _onnx_encoder(rest: str) -> Encoder | None:
    from device.engines.encoder.onnx_encoder import OnnxEncoder

    return OnnxEncoder(_require_rest("onnx:", rest))


def _no_encoder(_rest: str) -> Encoder | None:
    return None


BUILT_IN = EngineRegistry(
    microphones={"tape": _file_microphone, "device": _device_microphone, "room": _simulated_room},
    speakers={"wav": _wav, "device": _device_speaker, "null": _null},
    wake_words={"microwakeword": _microwakeword, "openwakeword": _openwakeword, "never": _never},
    speech_detectors={"silero": _silero, "webrtc": _webrtc},
    recognisers={"pocketsphinx": _pocketsphinx, "sherpa": _sherpa, "whisper": _whisper},
    voices={"espeak": _espeak, "piper": _piper},
    echo_cancellers={"none": _no_echo, "linear": _linear_canceller, "webrtc": _webrtc_canceller},
    voiceprints={"none": _no_voiceprint, "onnx": _onnx_voiceprint},
    end_of_turn_models={"none": _no_end_of_turn, "onnx": _onnx_end_of_turn},
    minds={"none": _no_mind, "openai": _openai, "remote_openai": _remote_openai, "llama": _llama},
    encoders={"none": _no_encoder, "table": _static_table, "onnx": _onnx_encoder},
)
"""The engines that Selene comes with."""
