"""Pure: the port through which rules and skills read records of the types that are no memory.

A record holds no memory of its own: what its pointers mean is read through the gates of `memory.model.ports`.
"""

from __future__ import annotations

from typing import Protocol

from memory.model.changes import Record


class RecordReader(Protocol):
    """Reads the records of a person. Every query states which ones, and none depends on what another person keeps."""

    def records(self, user_id: str, type_name: str) -> tuple[Record, ...]:
        """Returns the user's records of a type of a skill, by id; none of the memory's.

        What is memory is read through its gates only.
        """
        ...

    def record(self, user_id: str, type_name: str, subject_id: str) -> Record | None:
        """Returns one of these by its id; None when the user has none with it."""
        ...

    def threads_between(
        self, user_id: str, from_ms: int, until_ms: int, limit: int, offset: int = 0
    ) -> tuple[Record, ...]:
        """Returns threads that were last talked about or resumed in this span, both ends included: of their order, the
        latest first and then by id, so many after the first `offset`. They come in any order.
        """
        ...

    def open_questions(self, user_id: str, since_ms: int, latest: int, limit: int) -> tuple[tuple[str, str], ...]:
        """Returns what threads leave open that were last used since then, as the id of each and its places: the first
        `limit` in the order of 2.21A of those that are pinned, of those that are not, and of all among the `latest`,
        put aside or not. They come by id.
        """
        ...

    def resumable_threads(
        self, user_id: str, since_ms: int, unresolved_since_ms: int, limit: int
    ) -> tuple[Record, ...]:
        """Returns the threads among which the first `limit` in the order of 2.21A are: not put aside, with something
        decided, open or to come, and last used since then, or since another moment with something open. They come in
        any order.
        """
        ...
