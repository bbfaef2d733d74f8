"""Composition: refreshes one repository: fetches what the client asks for, stores what it verified, returns it.

The client decides; this only does input and output. Reading stops one byte past the length, and after the time limit of
the policy.
"""

from __future__ import annotations

from collections.abc import Iterator

from packages.core.errors import PackageError, TimedOut, TooLarge, TrustLost
from packages.core.policy import PackagePolicy
from packages.core.ports import Fetcher, KeptTrust, Stopwatch, TrustStore
from packages.verification.client import (
    Arrival,
    FetchFailed,
    FetchFile,
    FileArrived,
    FileMissing,
    Instruction,
    KeepCatalog,
    KeepRoot,
    RefreshFinished,
    RefreshRefused,
    RefreshRequest,
    advance_refresh,
    begin_refresh,
)
from packages.verification.trust import first_root, load_trusted


class EphemeralTrustStore:
    """A `TrustStore` in memory: for verifying without changing the stored trust."""

    def __init__(self, kept: KeptTrust) -> None:
        """Starts with the stored documents."""
        self._kept = kept

    def load(self) -> KeptTrust:
        """Returns the documents given or stored since."""
        return self._kept

    def load_if_any(self) -> KeptTrust | None:
        """Returns the same as `load`."""
        return self._kept

    def keep_root(self, version: int, content: bytes) -> None:
        """Stores the root in memory."""
        self._kept = KeptTrust(content, self._kept.catalog)

    def keep_catalog(self, version: int, content: bytes) -> None:
        """Stores the catalogue in memory."""
        self._kept = KeptTrust(self._kept.root, content)


def trust_initial_root(store: TrustStore, root: bytes, policy: PackagePolicy) -> int:
    """Trusts a repository by a root that the person supplied; returns the trusted version.

    A root that is trusted already stays: an older one of its chain changes nothing. Raises `TrustLost` for one that is
    newer or another, and the errors of `first_root`.
    """
    given = first_root(root, policy).root.value.version
    kept = store.load_if_any()
    if kept is None:
        store.keep_root(given, root)
        return given
    trusted = load_trusted(kept, policy).root.value.version
    if given > trusted or (given == trusted and root != kept.root):
        raise TrustLost("Another root is trusted here already. Nothing was changed; use another state folder for it.")
    return trusted


def refresh_repository(
    fetcher: Fetcher, store: TrustStore, request: RefreshRequest, stopwatch: Stopwatch, policy: PackagePolicy
) -> RefreshFinished:
    """Verifies what the request names. Raises a `PackageError`; then no trusted version has changed, except roots that
    were verified one after the other.
    """
    session, todo = begin_refresh(load_trusted(store.load(), policy), request, policy)
    while True:
        arrival: Arrival | None = None
        for instruction in todo:
            if isinstance(instruction, RefreshFinished):
                return instruction
            if isinstance(instruction, RefreshRefused):
                raise instruction.error
            arrival = _carry_out(instruction, fetcher, store, stopwatch, policy)
        session, todo = advance_refresh(session, arrival or FileMissing())


def _carry_out(
    instruction: Instruction, fetcher: Fetcher, store: TrustStore, stopwatch: Stopwatch, policy: PackagePolicy
) -> Arrival | None:
    if isinstance(instruction, KeepRoot):
        store.keep_root(instruction.version, instruction.content)
    elif isinstance(instruction, KeepCatalog):
        store.keep_catalog(instruction.version, instruction.content)
    elif isinstance(instruction, FetchFile):
        return fetch_file(fetcher, instruction, stopwatch, policy)
    return None


def fetch_file(fetcher: Fetcher, wanted: FetchFile, stopwatch: Stopwatch, policy: PackagePolicy) -> Arrival:
    """Reads a whole file, or returns the error: never more than one byte past the cap, nor beyond the time limit."""
    began = stopwatch()
    try:
        pieces = fetcher.chunks(wanted.path, wanted.max_bytes, policy.fetch_timeout_ms)
        if pieces is None:
            return FileMissing()
        return FileArrived(_read(pieces, wanted.max_bytes, began + policy.fetch_timeout_ms, stopwatch))
    except PackageError as error:
        return FetchFailed(error)


def _read(pieces: Iterator[bytes], max_bytes: int, until: int, stopwatch: Stopwatch) -> bytes:
    content = bytearray()
    for piece in pieces:
        content += piece[: max_bytes + 1 - len(content)]
        if len(content) > max_bytes:
            raise TooLarge("A file is longer than was signed, or than it may be. Nothing was changed.")
        if stopwatch() > until:
            raise TimedOut("A file came too slowly, so it was given up. Nothing was changed; try again later.")
    return bytes(content)
