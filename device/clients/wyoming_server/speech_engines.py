"""Adapter: a recogniser and a voice of their own for the clients in the network, one utterance at a time.

Each engine is opened when it is first needed. One that fails or hangs is given up, and the next utterance gets a new
one; only the client that waited for it is told.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Generic, Protocol, TypeVar

from device.clients.client_threads import run_in_own_thread
from device.core.errors import EngineUnavailable
from device.core.policy import WYOMING_ENGINE_S
from device.core.ports import HintBundle, Voice

EngineT = TypeVar("EngineT")
ResultT = TypeVar("ResultT")


class UtteranceRecogniser(Protocol):
    """Recognises whole utterances. See `RecogniserProcess`."""

    def transcribe(self, pcm: bytes, hints: HintBundle) -> str:
        """Returns the words of 16 kHz mono s16le."""
        ...

    def close(self) -> None:
        """Ends it, also while it recognises."""
        ...


class GuardedEngine(Generic[EngineT]):
    """An engine that one client at a time uses, in a thread beside the event loop."""

    def __init__(
        self,
        what: str,
        open_engine: Callable[[], EngineT],
        close_engine: Callable[[EngineT], None] = lambda _: None,
        patience_s: float = WYOMING_ENGINE_S,
    ) -> None:
        """`what` is the word for it in a sentence."""
        self._what, self._open, self._close, self._patience_s = what, open_engine, close_engine, patience_s
        self._engine: list[EngineT] = []
        self._busy = asyncio.Lock()

    async def use(self, job: Callable[[EngineT], ResultT]) -> ResultT:
        """Runs a job on the engine. Raises what opening or the job raises, and EngineUnavailable when it hangs."""
        async with self._busy:
            held, self._engine = self._engine, []

            def run() -> ResultT:
                if not held:
                    held.append(self._open())
                return job(held[0])

            try:
                async with asyncio.timeout(self._patience_s):
                    result = await run_in_own_thread(run, "selene-client-engine")
            except TimeoutError as error:
                self._give_up(held)
                raise EngineUnavailable(f"The {self._what} does not answer. Nothing was changed; try again.") from error
            except BaseException:
                self._give_up(held)
                raise
            self._engine = held
            return result

    def close(self) -> None:
        """Gives the engine up."""
        self._give_up(self._engine)

    def _give_up(self, held: list[EngineT]) -> None:
        while held:
            self._close(held.pop())


class SpeechEngines:
    """What clients get of Selene's own engines."""

    def __init__(self, open_recogniser: Callable[[], UtteranceRecogniser], open_voice: Callable[[], Voice]) -> None:
        """Opens nothing yet."""
        self._recogniser = GuardedEngine("recogniser", open_recogniser, lambda opened: opened.close())
        self._voice = GuardedEngine("voice", open_voice)

    async def transcribe(self, pcm: bytes, hints: HintBundle) -> str:
        """Returns the words of an utterance of 16 kHz mono s16le; empty without any."""
        return await self._recogniser.use(lambda recogniser: recogniser.transcribe(pcm, hints))

    async def speak(self, sentence: str) -> bytes:
        """Returns one sentence as 16 kHz mono s16le."""
        return await self._voice.use(lambda voice: voice.speak(sentence))

    def close(self) -> None:
        """Ends what was opened."""
        self._recogniser.close()
        self._voice.close()
