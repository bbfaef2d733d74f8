"""Adapter: a recogniser and a voice of their own for the clients in the network, one utterance at a time.

Each engine is opened when it is first needed. One that fails or hangs is given up, and the next utterance gets a new
one; only the client that waited for it is told.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Generic, TypeVar

from device.audio.framing import Framing
from device.clients.client_threads import run_in_own_thread
from device.core.errors import EngineUnavailable
from device.core.policy import WYOMING_ENGINE_S
from device.core.ports import HintBundle, Recogniser, Voice

EngineT = TypeVar("EngineT")
ResultT = TypeVar("ResultT")


class GuardedEngine(Generic[EngineT]):
    """An engine that one client at a time uses, in a thread beside the event loop."""

    def __init__(self, what: str, open_engine: Callable[[], EngineT], patience_s: float = WYOMING_ENGINE_S) -> None:
        """`what` is the word for it in a sentence."""
        self._what, self._open, self._patience_s = what, open_engine, patience_s
        self._engine: EngineT | None = None
        self._busy = asyncio.Lock()

    async def use(self, job: Callable[[EngineT], ResultT]) -> ResultT:
        """Runs a job on the engine. Raises what opening or the job raises, and EngineUnavailable when it hangs."""
        async with self._busy:
            engine, self._engine = self._engine, None

            def run() -> tuple[EngineT, ResultT]:
                opened = self._open() if engine is None else engine
                return opened, job(opened)

            try:
                async with asyncio.timeout(self._patience_s):
                    self._engine, result = await run_in_own_thread(run, "selene-client-engine")
            except TimeoutError as error:
                raise EngineUnavailable(f"The {self._what} does not answer. Nothing was changed; try again.") from error
            return result


class SpeechEngines:
    """What clients get of Selene's own engines."""

    def __init__(self, open_recogniser: Callable[[], Recogniser], open_voice: Callable[[], Voice]) -> None:
        """Opens nothing yet."""
        self._recogniser = GuardedEngine("recogniser", open_recogniser)
        self._voice = GuardedEngine("voice", open_voice)

    async def transcribe(self, pcm: bytes, hints: HintBundle) -> str:
        """Returns the words of an utterance of 16 kHz mono s16le; empty without any."""
        return await self._recogniser.use(lambda recogniser: _recognised(recogniser, pcm, hints))

    async def speak(self, sentence: str) -> bytes:
        """Returns one sentence as 16 kHz mono s16le."""
        return await self._voice.use(lambda voice: voice.speak(sentence))


def _recognised(recogniser: Recogniser, pcm: bytes, hints: HintBundle) -> str:
    framing = Framing()
    recogniser.start(hints)
    for frame in (*framing.cut(pcm), *framing.finish()):
        recogniser.hear(frame)
    return recogniser.finish().text
