"""Pure: the record of a thread (2.18): what one conversation was about, as pointers into the archive.

A thread holds no words. Its title, decisions, questions and next step are places in archived lines, and they are read
through the gate each time. So a thread shows no more than its sources may show, and what is forgotten there is gone
here in the same transaction.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from memory.model.canonical import canonical_digest
from memory.model.changes import Record
from protos.canonical_json import Plain

THREAD_TYPE = "thread"
"""The name of the record type."""


class Pointer(NamedTuple):
    """Characters `start` to `end` of the person's line of a turn."""

    turn_id: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Thread:
    """One thread. Its fields are those of `ThreadSchema`, with pointers for texts."""

    thread_id: str
    user_id: str
    session_id: str
    began_ms: int
    ended_ms: int
    title: tuple[Pointer, ...] = ()
    entities: tuple[Pointer, ...] = ()
    decisions: tuple[Pointer, ...] = ()
    questions: tuple[Pointer, ...] = ()
    next_step: tuple[Pointer, ...] = ()
    evidence: tuple[Pointer, ...] = ()
    pinned: bool = False
    muted: bool = False
    """Whether it shall not come up unasked any more."""
    last_used_ms: int = 0
    """When it was last resumed."""
    use_count: int = 0

    @property
    def active_ms(self) -> int:
        """When it was last talked about or resumed."""
        return max(self.ended_ms, self.last_used_ms)

    @property
    def pointers(self) -> tuple[Pointer, ...]:
        """Every place that it points at."""
        return (*self.title, *self.entities, *self.decisions, *self.questions, *self.next_step)

    def record(self) -> Record:
        """Returns it as a record of the vault."""
        content: dict[str, Plain] = {name: getattr(self, name) for name in _PLAIN}
        content |= {name: pack_pointers(getattr(self, name)) for name in _POINTING}
        content |= {name: int(getattr(self, name)) for name in _SWITCHES}
        return Record(THREAD_TYPE, content)

    def resumed(self, now_ms: int) -> Thread:
        """Returns it as used once more."""
        return replace(self, last_used_ms=now_ms, use_count=self.use_count + 1, muted=False)


_PLAIN = ("thread_id", "user_id", "session_id", "began_ms", "ended_ms", "last_used_ms", "use_count")
_POINTING = ("title", "entities", "decisions", "questions", "next_step", "evidence")
_SWITCHES = ("pinned", "muted")


def thread_from(content: Mapping[str, Plain]) -> Thread:
    """Returns the thread that a record holds."""
    plain = {name: content[name] for name in _PLAIN}
    pointing = {name: unpack_pointers(str(content[name])) for name in _POINTING}
    switches = {name: bool(content[name]) for name in _SWITCHES}
    return Thread(**{**plain, **pointing, **switches})  # type: ignore[arg-type]


def thread_id_of(user_id: str, session_id: str, first_turn_id: str) -> str:
    """Derives the id of a thread from the session and the turn that began it, so that every device derives the same."""
    number = canonical_digest([user_id, session_id, first_turn_id], person="selene.thread.v1", size=12).hex()
    return f"thread-{number}"


def pack_pointers(pointers: tuple[Pointer, ...]) -> str:
    """Returns places as a record holds them."""
    return " ".join(f"{one.turn_id}/{one.start}-{one.end}" for one in pointers)


def turns_in(packed: str) -> tuple[str, ...]:
    """Returns the turns that the places of a record are in."""
    return tuple(piece.rpartition("/")[0] for piece in packed.split())


def unpack_pointers(text: str) -> tuple[Pointer, ...]:
    """Returns the places that a record holds."""
    found: list[Pointer] = []
    for piece in text.split():
        turn_id, _, span = piece.rpartition("/")
        start, _, end = span.partition("-")
        found.append(Pointer(turn_id, int(start), int(end)))
    return tuple(found)
