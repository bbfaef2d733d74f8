"""Ladders of engines that a test hands in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from device.core.ladder.rungs import ladder_of
from device.core.ports import EchoCanceller, HintBundle, Transcript
from device.engines.factory import BUILT_IN
from device.engines.ladder.engine_book import EngineBook
from device.engines.ladder.engine_ladder import EngineLadder, LadderGear
from device.engines.ladder.ladder_opener import LadderOpener
from device.engines.ladder.stand_ins import LadderCanceller, LadderRecogniser
from device.engines.null_engines import NoEchoCanceller


def laddered_canceller(canceller: EchoCanceller, nanoseconds: Callable[[], int]) -> LadderCanceller:
    """A canceller with nothing below it but one that passes the sound on."""

    def opened(uri: str) -> EchoCanceller:
        return canceller if uri == "chosen:" else NoEchoCanceller()

    gear = LadderGear(EngineBook(nanoseconds))
    return LadderCanceller(EngineLadder("echo_cancellers", ladder_of("chosen:", ("none:",)), opened, gear))


@dataclass
class Clock:
    """The time that a test sets; each call of a slow engine takes its own."""

    ns: int = 0

    def __call__(self) -> int:
        return self.ns

    def pass_ms(self, ms: int) -> None:
        self.ns += ms * 1_000_000


def ladders(clock: Clock, instead: dict[str, tuple[str, ...]] | None = None, **tables: Any) -> LadderOpener:
    added = {kind: {**getattr(BUILT_IN, kind), **table} for kind, table in tables.items()}
    return LadderOpener(LadderGear(EngineBook(clock)), "en", instead, replace(BUILT_IN, **added))


def hear(recogniser: LadderRecogniser, frames: tuple[bytes, ...]) -> str:
    recogniser.start(HintBundle())
    for frame in frames:
        recogniser.hear(frame)
    return recogniser.finish().text


class Failing:
    """A recogniser that raises at one of its calls, as a native library does."""

    def __init__(self, where: str, at_frame: int = 0) -> None:
        self.where, self.left = where, at_frame

    def _reached(self, where: str) -> None:
        if where == self.where:
            self.left -= 1
            if self.left < 0:
                raise RuntimeError("native")

    def start(self, hints: HintBundle) -> None:
        self._reached("start")

    def hear(self, frame: bytes) -> None:
        self._reached("hear")

    def preview(self) -> Transcript:
        self._reached("preview")
        return Transcript("what")

    def look_closely(self) -> Transcript:
        self._reached("look_closely")
        return Transcript("what")

    def finish_as_looked(self) -> Transcript:
        self._reached("finish_as_looked")
        return Transcript("what")

    def finish(self) -> Transcript:
        self._reached("finish")
        return Transcript("")

    def abandon(self) -> None:
        self._reached("abandon")


@dataclass
class Slow:
    """Takes its time at the end of an utterance, or for a sentence."""

    clock: Clock
    ms: int

    def start(self, hints: HintBundle) -> None:
        pass

    def hear(self, frame: bytes) -> None:
        pass

    def finish(self) -> Transcript:
        self.clock.pass_ms(self.ms)
        return Transcript("slowly")

    def abandon(self) -> None:
        pass

    def speak(self, text: str) -> bytes:
        self.clock.pass_ms(self.ms)
        return b"\1\0"


class Counting(Slow):
    """Hears how many frames there were."""

    def start(self, hints: HintBundle) -> None:
        self.frames = 0

    def hear(self, frame: bytes) -> None:
        self.frames += 1

    def finish(self) -> Transcript:
        return Transcript(f"{self.frames} frames")
