"""Pure: the seams of the room: where packages come from, where trust is kept, what time it is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol


class Fetcher(Protocol):
    """A repository: a folder, the mirror's package service, or a test's publisher."""

    def chunks(self, path: str, max_bytes: int, timeout_ms: int) -> Iterator[bytes] | None:
        """The content of a file, piece by piece, none empty for long; None when there is no such file.

        The reader stops after `max_bytes`; a door asks for no more than that. `path` is built from checked names and
        has '/' between them. Raises `Unreachable`, `TimedOut`, `TooLarge` or `BadName`; a door that has to be let in
        also the errors of its room about that.
        """
        ...


class Stopwatch(Protocol):
    """Milliseconds since some fixed moment; only differences mean anything."""

    def __call__(self) -> int:
        """Milliseconds now."""
        ...


@dataclass(frozen=True, slots=True)
class KeptTrust:
    """What a device trusts, as the bytes that it received."""

    root: bytes
    catalog: bytes | None = None


class TrustStore(Protocol):
    """Where what is trusted outlives the process. Each call is all or nothing, and durable when it returns.

    A call that raises leaves the old, or the new when only making it durable failed: both were rightly trusted.
    """

    def load(self) -> KeptTrust:
        """The newest kept root and catalogue. Raises `TrustLost` when there is no root."""
        ...

    def load_if_any(self) -> KeptTrust | None:
        """The same; None where nothing was ever trusted."""
        ...

    def keep_root(self, version: int, content: bytes) -> None:
        """Replace the trusted root. Raises `TrustLost`."""
        ...

    def keep_catalog(self, version: int, content: bytes) -> None:
        """Replace the trusted catalogue. Raises `TrustLost`."""
        ...
