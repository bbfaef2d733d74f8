"""Pure: the ports of the package code: where packages come from, where trust is stored, and the time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol


class Fetcher(Protocol):
    """A repository: a folder, the mirror's package service, or a test's publisher."""

    def chunks(self, path: str, max_bytes: int, timeout_ms: int) -> Iterator[bytes] | None:
        """Returns the content of a file in non-empty pieces; None when there is no such file.

        The reader stops after `max_bytes`; an adapter asks for no more. `path` is built from checked names and has '/'
        between them. Raises `Unreachable`, `TimedOut`, `TooLarge` or `BadName`; an adapter with a login also raises the
        errors of its own package.
        """
        ...


class Stopwatch(Protocol):
    """Milliseconds since some fixed moment; only differences have a meaning."""

    def __call__(self) -> int:
        """Returns the milliseconds now."""
        ...


@dataclass(frozen=True, slots=True)
class KeptTrust:
    """The trusted root and catalogue as the bytes that were received."""

    root: bytes
    catalog: bytes | None = None


class TrustStore(Protocol):
    """Stores the trusted documents durably. Each call is all or nothing, and durable when it returns.

    A call that raises leaves the old document, or the new one when only the fsync failed: both were verified.
    """

    def load(self) -> KeptTrust:
        """Returns the stored root and catalogue. Raises `TrustLost` when there is no root."""
        ...

    def load_if_any(self) -> KeptTrust | None:
        """Returns the stored root and catalogue; None when nothing was ever trusted."""
        ...

    def keep_root(self, version: int, content: bytes) -> None:
        """Replaces the trusted root. Raises `TrustLost`."""
        ...

    def keep_catalog(self, version: int, content: bytes) -> None:
        """Replaces the trusted catalogue. Raises `TrustLost`."""
        ...
