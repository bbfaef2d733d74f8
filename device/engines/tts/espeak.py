"""Adapter: the voice by eSpeak NG, a C library inside the package `espeakng-loader`.

The library keeps noise and flutter from one sentence to the next in variables that nothing resets. So that a sentence
always sounds the same, the library is loaded for each sentence (4 ms) and unloaded after it.
"""

from __future__ import annotations

import ctypes
import re
from _ctypes import dlclose
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import Lock

import numpy as np

from device.audio.framing import to_pcm
from device.core.errors import BadUri, EngineUnavailable
from device.core.policy import MAX_SPOKEN_CHARS, USUAL_PERCENT, WORDS_PER_MINUTE
from device.core.ports import SAMPLES_PER_SECOND

DEFAULT_VOICE = "en-us"
VOICE = re.compile(r"[A-Za-z0-9+_-]{1,40}")
UNSPEAKABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff]+")
SYNCHRONOUS = 2
DO_NOT_EXIT = 0x8000
CHARS_UTF8 = 1
SEPARATED = ord("_") << 8
PARAMETER_RATE, PARAMETER_PITCH = 1, 3
LIBRARY_PITCH = 50

_Sink = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ctypes.c_short), ctypes.c_int, ctypes.c_void_p)
# The library has one state for the whole process.
_ONE_AT_A_TIME = Lock()


class Espeak:
    """`espeak:` or `espeak:VOICE`. BAD_URI for a voice it does not have."""

    def __init__(self, voice: str) -> None:
        self._voice = voice or DEFAULT_VOICE
        if not VOICE.fullmatch(self._voice):
            raise BadUri(f"espeak:{voice} is not the name of a voice. Try espeak:en-us or espeak:de.")
        with self._library():
            pass

    def speak(self, text: str) -> bytes:
        """16 kHz mono s16le; empty for text without a word. The same text gives the same bytes."""
        return self.speak_at(text, USUAL_PERCENT)

    def speak_at(self, text: str, percent: int) -> bytes:
        """See `PacedVoice`."""
        return self.speak_in(text, percent, USUAL_PERCENT)

    def speak_in(self, text: str, percent: int, pitch_percent: int) -> bytes:
        """See `PitchedVoice`."""
        words = UNSPEAKABLE.sub(" ", text[:MAX_SPOKEN_CHARS]).strip()
        if not words:
            return b""
        spoken = words.encode() + b"\0"
        out = bytearray()

        def take(samples: object, count: int, _events: object) -> int:
            if samples and count > 0:
                out.extend(ctypes.string_at(ctypes.cast(samples, ctypes.c_void_p), count * 2))  # type: ignore[arg-type]
            return 0

        sink = _Sink(take)
        with self._library() as (library, rate):
            library.espeak_SetParameter(PARAMETER_RATE, WORDS_PER_MINUTE * percent // 100, 0)
            library.espeak_SetParameter(PARAMETER_PITCH, LIBRARY_PITCH * pitch_percent // 100, 0)
            library.espeak_SetSynthCallback(sink)
            library.espeak_Synth(spoken, ctypes.c_size_t(len(spoken)), 0, 0, 0, CHARS_UTF8, None, None)
        return _resampled(bytes(out), rate)

    def phonemes(self, texts: Sequence[str]) -> list[str]:
        """Returns eSpeak's names of the phonemes of each text, separated by `_`, words by a blank."""
        with self._library() as (library, _):
            library.espeak_TextToPhonemes.restype = ctypes.c_char_p
            return [_phoneme_names(library, UNSPEAKABLE.sub(" ", text[:MAX_SPOKEN_CHARS])) for text in texts]

    @contextmanager
    def _library(self) -> Iterator[tuple[ctypes.CDLL, int]]:
        """Loads the library with the voice; returns it with its sample rate."""
        import espeakng_loader

        with _ONE_AT_A_TIME:
            library = ctypes.CDLL(espeakng_loader.get_library_path())
            try:
                yield library, self._prepare(library, espeakng_loader.get_data_path())
            finally:
                library.espeak_Terminate()
                dlclose(library._handle)

    def _prepare(self, library: ctypes.CDLL, data: str) -> int:
        rate = int(library.espeak_Initialize(SYNCHRONOUS, 0, data.encode(), DO_NOT_EXIT))
        if rate <= 0:
            raise EngineUnavailable("eSpeak NG cannot read its own data. Install the package espeakng-loader again.")
        if library.espeak_SetVoiceByName(self._voice.encode()) != 0:
            raise BadUri(f"espeak:{self._voice} is not a voice it has. Try espeak:en-us or espeak:de.")
        library.espeak_ng_SetRandSeed(ctypes.c_long(1))
        library.espeak_SetParameter(PARAMETER_RATE, WORDS_PER_MINUTE, 0)
        return rate


def _phoneme_names(library: ctypes.CDLL, text: str) -> str:
    """Reads the phonemes clause by clause: the library advances the pointer, and a null pointer is the end."""
    rest, clauses = ctypes.c_char_p(text.encode()), list[str]()
    while rest.value:
        said = library.espeak_TextToPhonemes(ctypes.byref(rest), CHARS_UTF8, SEPARATED)
        clauses.append((said or b"").decode("ascii", "replace"))
    return " ".join(clauses)


def _resampled(pcm: bytes, rate: int) -> bytes:
    import soxr

    if not pcm:
        return b""
    samples = np.frombuffer(pcm, dtype=np.int16).astype(np.float32) / np.float32(32768.0)
    return to_pcm(soxr.resample(samples, rate, SAMPLES_PER_SECOND))
