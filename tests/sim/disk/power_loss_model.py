"""Models what a power loss may leave of a recorded session, as on ext4 (research: reliability 3.4).

Of a file's writes since its last sync any subset may have reached the disk, and each of them torn at a sector. Names
(made, moved, removed) reach it in their order, up to any point; syncing a folder makes everything before it durable.
"""

from __future__ import annotations

import random
import struct
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

SECTOR_BYTES = 512
_HEAD = struct.Struct("<c3xIIIQQ")
_CHANCE = 0.5


@dataclass(frozen=True, slots=True)
class Event:
    """One change, sync or mark. `op` is one of C(reate), K (folder), R(ename), U(nlink), W(rite), T(runcate), S, M."""

    op: str
    path: str
    other: str
    offset: int
    data: bytes


def recorded(log: Path) -> Iterator[Event]:
    """The events of a record, in order."""
    content, at = log.read_bytes(), 0
    while at < len(content):
        op, path, other, _, offset, size = _HEAD.unpack_from(content, at)
        at += _HEAD.size
        texts = content[at : at + path].decode(), content[at + path : at + path + other].decode()
        at += path + other
        yield Event(op.decode(), *texts, offset, content[at : at + size])
        at += size


@dataclass(slots=True)
class Inode:
    """The bytes of a file: what is synced, and what came since."""

    durable: bytearray = field(default_factory=bytearray)
    pending: list[Event] = field(default_factory=list)
    folder: bool = False


class Disk:
    """A disk that remembers what of it is synced. Paths are relative to the state folder's parent."""

    def __init__(self, state: Path, lived_in: Path) -> None:
        """Begin with what is in `state`; what is recorded happened in `lived_in`."""
        self._base = str(lived_in.parent.resolve()) + "/"
        self._names: dict[str, Inode] = {}
        """As they are synced."""
        self._now: dict[str, Inode] = {}
        """As the session sees them."""
        self._journal: list[tuple[str, str, Inode | None]] = []
        for path in sorted(state.rglob("*")) if state.exists() else ():
            content = b"" if path.is_dir() else path.read_bytes()
            name = str(path.relative_to(state.parent))
            self._names[name] = Inode(bytearray(content), folder=path.is_dir())
        if state.exists():
            self._names[state.name] = Inode(folder=True)
        self._now = dict(self._names)

    def take(self, event: Event) -> None:
        """One event happens."""
        if event.op == "M":
            return
        path = self._short(event.path)
        if event.op in "WT":
            if inode := self._now.get(path):
                inode.pending.append(event)
        elif event.op == "S":
            self._sync(path)
        elif event.op in "CK":
            self._name(path, Inode(folder=event.op == "K"))
        elif event.op == "R":
            moved = self._now[path]
            # One step of the disk's journal: never neither name, never both.
            self._journal.append((path, self._short(event.other), moved))
            self._now.pop(path)
            self._now[self._short(event.other)] = moved
        elif event.op == "U":
            self._name(path, None)

    def after_losing_power(self, chance: random.Random, way: str) -> dict[str, bytes | None]:
        """What is found by path, None for a folder. `way` is `none`, `all`, `some` or `torn`."""
        kept = {"none": 0, "all": len(self._journal)}.get(way)
        names = dict(self._names)
        for entry in self._journal[: chance.randint(0, len(self._journal)) if kept is None else kept]:
            _rename(names, entry)
        found: dict[str, bytes | None] = {}
        for path, inode in names.items():
            if all(part in names for part in _above(path)):
                found[path] = None if inode.folder else bytes(_content(inode, chance, way))
        return found

    @property
    def uncertain(self) -> int:
        """How many changes are not synced."""
        return len(self._journal) + sum(len(inode.pending) for inode in self._now.values())

    def _sync(self, path: str) -> None:
        inode = self._now.get(path)
        if inode is None or inode.folder:
            for entry in self._journal:
                _rename(self._names, entry)
            self._journal.clear()
            return
        for event in inode.pending:
            _apply(inode.durable, event, len(event.data))
        inode.pending.clear()

    def _name(self, path: str, inode: Inode | None) -> None:
        self._journal.append(("", path, inode))
        _rename(self._now, ("", path, inode))

    def _short(self, path: str) -> str:
        return path.removeprefix(self._base)


def _rename(names: dict[str, Inode], entry: tuple[str, str, Inode | None]) -> None:
    """From, to, what: nothing is taken away, something without a `from` is made."""
    old, new, inode = entry
    names.pop(old, None)
    if inode is None:
        names.pop(new, None)
    else:
        names[new] = inode


def _content(inode: Inode, chance: random.Random, way: str) -> bytearray:
    content = bytearray(inode.durable)
    for event in inode.pending:
        if way == "none" or (way in ("some", "torn") and chance.random() < _CHANCE):
            continue
        size = len(event.data)
        if way == "torn" and chance.random() < _CHANCE:
            size = min(size, SECTOR_BYTES * chance.randint(0, size // SECTOR_BYTES))
        _apply(content, event, size)
    return content


def _apply(content: bytearray, event: Event, size: int) -> None:
    if event.op == "T":
        del content[event.offset :]
        content.extend(bytes(event.offset - len(content)))
    elif size:
        content.extend(bytes(max(0, event.offset - len(content))))
        content[event.offset : event.offset + size] = event.data[:size]


def _above(path: str) -> Iterator[str]:
    parts = path.split("/")
    for count in range(1, len(parts)):
        yield "/".join(parts[:count])
