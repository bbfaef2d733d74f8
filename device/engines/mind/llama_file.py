"""Adapter: a mind from a GGUF file on this device, by llama.cpp in this process (docs/adr/0033-a-mind-by-xllamacpp.md).

llama.cpp's server listens at a port of this device; nobody gets an answer there, because its key is random and is told
to nobody. It logs nothing.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any

from nacl.utils import random as random_bytes

from device.core.ports import MindPrompt
from device.engines.mind.chat_request import chat_request, piece_of_chunk
from device.engines.mind.policy import MIN_GGUF_BYTES, MIND_CONTEXT_TOKENS, MIND_KEY_BYTES
from device.platform.optional_extras import engine_refused, extra_missing

_MAGIC = b"GGUF"


class LlamaFile:
    """A mind from a file. It makes one reply at a time."""

    place = ""

    def __init__(self, path: str) -> None:
        """Loads the model. Raises EngineUnavailable."""
        try:
            import xllamacpp
        except ImportError as error:
            raise extra_missing("The mind by llama.cpp", "mind") from error
        if not _is_gguf(Path(path)):
            raise engine_refused("The mind by llama.cpp", path)
        try:
            self._server = xllamacpp.Server(_parameters(xllamacpp.CommonParams(), path))
        except RuntimeError as error:
            raise engine_refused("The mind by llama.cpp", path) from error

    def begin(self, prompt: MindPrompt) -> LlamaReply:
        """Begins a reply and waits for nothing."""
        return LlamaReply(self._server, chat_request(prompt, ""))


class LlamaReply:
    """One reply. llama.cpp calls back with each piece, in a thread that ends with the reply."""

    def __init__(self, server: Any, request: dict[str, Any]) -> None:
        """Takes the server and what is asked."""
        self._server, self._request = server, request
        self._chunks: SimpleQueue[dict[str, Any] | None] = SimpleQueue()
        self._stopped = False

    def pieces(self) -> Iterator[str]:
        """Yields the text as it is made. Raises EngineUnavailable."""
        Thread(target=self._run, name="selene-llama", daemon=True).start()
        while not self._stopped and (chunk := self._chunks.get()) is not None:
            yield piece_of_chunk(chunk)

    def stop(self) -> None:
        """Ends it: `pieces` at once, llama.cpp with its next piece."""
        self._stopped = True
        self._chunks.put(None)

    def _run(self) -> None:
        try:
            self._server.handle_chat_completions(self._request, self._take)
        except RuntimeError as error:
            self._chunks.put({"error": type(error).__name__})
        self._chunks.put(None)

    def _take(self, chunk: dict[str, Any]) -> bool:
        """Takes a piece; returns whether no more is wanted."""
        self._chunks.put(chunk)
        return self._stopped


def _parameters(params: Any, path: str) -> Any:
    """Sets how llama.cpp runs: one reply at a time, without a word in a log, and a core left for hearing."""
    params.model.path = path
    params.n_ctx, params.n_parallel = MIND_CONTEXT_TOKENS, 1
    params.verbosity, params.warmup = -1, False
    params.ui, params.endpoint_slots, params.endpoint_props = False, False, False
    params.api_keys = [random_bytes(MIND_KEY_BYTES).hex()]
    params.cpuparams.n_threads = max(1, (os.cpu_count() or 1) - 1)
    return params


def _is_gguf(path: Path) -> bool:
    """Says whether a file begins as a model does."""
    try:
        with path.open("rb") as file:
            return file.read(len(_MAGIC)) == _MAGIC and path.stat().st_size >= MIN_GGUF_BYTES
    except OSError:
        return False
