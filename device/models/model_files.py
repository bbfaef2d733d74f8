"""Adapter: files of models on this device: one is in its place only when it is whole and what the catalogue says."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from pathlib import Path

from device.core.errors import ModelMismatch, ModelNoRoom, ModelUnknown, ModelUnreachable
from device.models.fetching import FetchBroken, Progress, fetch_rest
from device.models.model_catalogue import ModelEntry
from device.models.policy import FETCH_TRIES, MODEL_PIECE_BYTES, SPARE_BYTES

_PART = ".part"


def free_bytes(folder: Path) -> int:
    """Returns the free space on the disk of a folder."""
    room = os.statvfs(folder)
    return room.f_bavail * room.f_frsize


def file_digest(path: Path) -> tuple[int, str]:
    """Returns the length and the SHA-256 of a file. Raises ModelUnknown."""
    digest, length = hashlib.sha256(), 0
    try:
        with path.open("rb") as file:
            while piece := file.read(MODEL_PIECE_BYTES):
                digest.update(piece)
                length += len(piece)
    except OSError as error:
        raise ModelUnknown(f"There is no file {path} that can be read.") from error
    return length, digest.hexdigest()


def is_whole(path: Path, entry: ModelEntry) -> bool:
    """Says whether a file is what the catalogue says. Raises ModelUnknown where there is none."""
    return entry.verified and file_digest(path) == (entry.bytes, entry.sha256)


def pull_model(
    name: str,
    entry: ModelEntry,
    folder: Path,
    progress: Progress = lambda done, whole: None,
    free: Callable[[Path], int] = free_bytes,
) -> Path:
    """Fetches a model into a folder, going on with what is there of it, and returns its place once it was checked.

    Raises ModelUnknown, ModelUnreachable, ModelMismatch or ModelNoRoom; then no file is in its place.
    """
    if not entry.verified:
        raise ModelUnknown(f"{name} has no digest in the catalogue, so it cannot be checked and is not fetched.")
    place = folder / entry.file
    if place.is_file() and is_whole(place, entry):
        return place
    part = folder / f"{entry.file}{_PART}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if part.is_symlink():
            part.unlink()
        have = part.stat().st_size if part.is_file() else 0
        if free(folder) < entry.bytes - have + SPARE_BYTES:
            raise ModelNoRoom(f"{name} needs {entry.bytes} bytes, and so much is not free. Nothing was fetched.")
        _fetch(name, entry, part, place, progress)
        _put_in_place(name, entry, part, place)
    except OSError as error:
        raise ModelNoRoom(
            f"{part} cannot be written ({error.strerror}). What came of {name} is kept; make room and pull again."
        ) from error
    return place


def _fetch(name: str, entry: ModelEntry, part: Path, place: Path, progress: Progress) -> None:
    """Fetches until all is there, and goes on as long as each try brings something."""
    for left in reversed(range(FETCH_TRIES)):
        before = part.stat().st_size if part.exists() else 0
        try:
            fetch_rest(entry.url, part, entry.bytes, progress)
            return
        except FetchBroken as error:
            came = (part.stat().st_size if part.exists() else 0) > before
            if left and came:
                continue
            raise ModelUnreachable(
                f"{name} cannot be fetched ({error}). What came of it is kept; pull it again to go on. Without a"
                f" network, put the file of {entry.url} at {place} and run: selene models verify {name}"
            ) from error


def _put_in_place(name: str, entry: ModelEntry, part: Path, place: Path) -> None:
    """Checks what was fetched, and moves it into its place durably."""
    if file_digest(part) != (entry.bytes, entry.sha256):
        part.unlink()
        raise ModelMismatch(f"What was fetched as {name} is another file than the catalogue says. It was removed.")
    with part.open("rb") as file:
        os.fsync(file.fileno())
    os.replace(part, place)
    descriptor = os.open(place.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def remove_model(name: str, entry: ModelEntry, folder: Path) -> None:
    """Removes a model and what was fetched of it. Raises ModelUnknown where there is nothing."""
    found = [path for path in (folder / entry.file, folder / f"{entry.file}{_PART}") if path.is_file()]
    if not found:
        raise ModelUnknown(f"{name} is not on this device.")
    for path in found:
        path.unlink()
