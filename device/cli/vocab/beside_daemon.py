"""Composition: what a command about packages does beside a daemon: while it waits for sound to be decoded or for files,
others use the vault, and the microphone's frames come on time.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial

from device.daemon.vault_access import serving, while_waiting
from device.engines import factory
from device.vocabulary.self_test import SelfTest, SelfTestResult, self_test
from memory.core.policy import MemoryPolicy
from packages.core.ports import Fetcher


def self_test_beside(recogniser: str) -> SelfTest:
    """Returns the self-test with a recogniser, which beside a daemon has a process of its own: it keeps the interpreter
    to itself while it decodes.
    """

    def test(before: tuple[str, ...], after: tuple[str, ...]) -> SelfTestResult:
        with ExitStack() as stack:
            stack.enter_context(while_waiting())
            if serving.get() is None:
                return self_test(factory.open_recogniser(recogniser), MemoryPolicy())(before, after)
            from device.clients.recogniser_process import RecogniserProcess

            elsewhere = RecogniserProcess(partial(factory.open_recogniser, recogniser))
            stack.callback(elsewhere.close)
            return self_test(elsewhere, MemoryPolicy())(before, after)

    return test


@dataclass(frozen=True, slots=True)
class WaitingFetcher:
    """A repository whose files are waited for while others use the vault. See `Fetcher`."""

    fetcher: Fetcher

    def chunks(self, path: str, max_bytes: int, timeout_ms: int) -> Iterator[bytes] | None:
        """See `Fetcher`."""
        with while_waiting():
            pieces = self.fetcher.chunks(path, max_bytes, timeout_ms)
        return None if pieces is None else _waited_for(pieces)


def _waited_for(pieces: Iterator[bytes]) -> Iterator[bytes]:
    while True:
        with while_waiting():
            piece = next(pieces, b"")
        if not piece:
            return
        yield piece
