"""Composition: opens each kind of engine as its ladder: the chosen one, then those that a person named for its place,
or else the embedded ones, which need no file.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol, TypeVar, runtime_checkable

from device.core.ladder.rungs import ladder_of
from device.core.ports import PitchedVoice, Recogniser
from device.engines import factory
from device.engines.heard_languages import heard_languages
from device.engines.ladder.engine_ladder import EngineLadder, LadderGear
from device.engines.ladder.stand_ins import (
    LadderCanceller,
    LadderMind,
    LadderPitchedVoice,
    LadderRecogniser,
    LadderVoice,
    LadderVoiceprint,
    LadderWake,
)

EngineT = TypeVar("EngineT")
_OpenedT = TypeVar("_OpenedT", covariant=True)


class OpenEngine(Protocol[_OpenedT]):
    """Opens an engine by its URI. Raises a `DeviceError`."""

    def __call__(self, uri: str, engines: factory.EngineRegistry | None = None) -> _OpenedT:
        """Opens."""
        ...


@runtime_checkable
class ClosableRecogniser(Recogniser, Protocol):
    """A recogniser that holds what must be ended, as a process."""

    def close(self) -> None:
        """Ends it."""
        ...


ENGLISH = "en"
NOTHING = "none:"
"""What does nothing cannot fail."""
_EMBEDDED: Mapping[str, tuple[str, ...]] = {
    "recognisers": ("pocketsphinx:",),
    "wake_words": ("microwakeword:okay_nabu",),
    "echo_cancellers": ("linear:", NOTHING),
    "voiceprints": (NOTHING,),
    "minds": (NOTHING,),
}


def embedded_engines(kind: str, language: str) -> tuple[str, ...]:
    """Returns the URIs of a kind that take the place of any other, the best first; no recogniser where none hears the
    language.
    """
    if kind == "voices":
        return ("espeak:",) if language == ENGLISH else (f"espeak:{language}",)
    if kind == "recognisers":
        return tuple(uri for uri in _EMBEDDED[kind] if language in (heard_languages(uri) or (language,)))
    return _EMBEDDED[kind]


def _end(recogniser: Recogniser) -> None:
    if isinstance(recogniser, ClosableRecogniser):
        recogniser.close()


class LadderOpener:
    """Opens engines as ladders. `instead` has what a person named for the place of a kind's chosen engine."""

    def __init__(
        self,
        gear: LadderGear,
        language: str,
        instead: Mapping[str, tuple[str, ...]] | None = None,
        engines: factory.EngineRegistry | None = None,
    ) -> None:
        """The ladders share their gear."""
        self.book = gear.book
        self._gear, self._language, self._instead, self._engines = gear, language, instead or {}, engines

    def recogniser(self, uri: str) -> LadderRecogniser:
        """Opens the recogniser. Raises a `DeviceError`, as the others do, where none of the kind can be opened."""
        return LadderRecogniser(self._ladder("recognisers", uri, factory.open_recogniser))

    def closable_recogniser(
        self, uri: str, open_one: OpenEngine[Recogniser]
    ) -> tuple[LadderRecogniser, Callable[[], None]]:
        """Opens a recogniser whose engines are opened so, and returns what ends it too; one that was replaced is
        ended.
        """
        ladder = self._ladder("recognisers", uri, open_one, _end)
        return LadderRecogniser(ladder), ladder.close

    def voice(self, uri: str) -> LadderVoice:
        """Opens the voice; it has a pitch where the one has that opens first."""
        ladder = self._ladder("voices", uri, factory.open_voice)
        return LadderPitchedVoice(ladder) if isinstance(ladder.engine, PitchedVoice) else LadderVoice(ladder)

    def wake(self, uri: str) -> LadderWake:
        """Opens the wake word."""
        return LadderWake(self._ladder("wake_words", uri, factory.open_wake))

    def echo(self, uri: str) -> LadderCanceller:
        """Opens the echo canceller."""
        return LadderCanceller(self._ladder("echo_cancellers", uri, factory.open_echo))

    def voiceprint(self, uri: str) -> LadderVoiceprint | None:
        """Opens the engine of voiceprints; None where none is chosen."""
        if uri == NOTHING:
            return None
        return LadderVoiceprint(self._ladder("voiceprints", uri, factory.open_voiceprint))

    def mind(self, uri: str) -> LadderMind | None:
        """Opens the mind; None where none is chosen."""
        return None if uri == NOTHING else LadderMind(self._ladder("minds", uri, factory.open_mind))

    def _ladder(
        self,
        kind: str,
        uri: str,
        open_one: OpenEngine[EngineT],
        close: Callable[[EngineT], None] = lambda engine: None,
    ) -> EngineLadder[EngineT]:
        below = self._instead.get(kind) or embedded_engines(kind, self._language)
        return EngineLadder(kind, ladder_of(uri, below), lambda one: open_one(one, self._engines), self._gear, close)
