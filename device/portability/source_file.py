"""Adapter: reads a file that was exported from Selene, ChatGPT or Claude, one conversation at a time.

The form is told by the content, not by the name: a ZIP with `conversations.json` inside, that list itself, a single
conversation, or the lines of Selene's own export. A file that is none of these, or is cut off, raises `ImportRefused`.
"""

from __future__ import annotations

import os
import re
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import ijson
import msgspec

from device.core.errors import FileRefused, ImportRefused
from device.core.policy import MAX_IMPORT_DEPTH, MAX_IMPORTED_BYTES
from device.portability.formats.chatgpt import read_chatgpt
from device.portability.formats.claude import read_claude
from device.portability.formats.selene_export import is_header, read_export
from device.portability.formats.told_turns import ToldConversation

_LIST = re.compile(r"(?:.*/)?conversations(?:-\d+)?\.json")
_READERS = {"chatgpt": read_chatgpt, "claude": read_claude}
_OWN = "selene"
_STARTS, _ENDS = ("start_map", "start_array"), ("end_map", "end_array")


@dataclass(frozen=True, slots=True)
class FoundConversation:
    """One conversation of a file; `told` is None for a shape that is not known."""

    program: str
    """The program that exported it: `chatgpt`, `claude` or `selene`; empty when it is not known."""
    told: ToldConversation | None
    skipped: int = 0
    """Records beside the conversations that were not read."""
    not_taken: int = 0
    """Records beside them that an import does not take."""


def read_conversations(path: Path) -> Iterator[FoundConversation]:
    """Yields the conversations of the file, in its order. Raises `FileRefused` or `ImportRefused`, also in its midst:
    whoever changes something by it reads it to the end first.
    """
    with _reported(path):
        if path.stat().st_size > MAX_IMPORTED_BYTES:
            raise ImportRefused(_too_large(path))
        if zipfile.is_zipfile(path):
            yield from _read_archive(path)
            return
        with path.open("rb") as file:
            yield from _read_text(file, path)


@contextmanager
def _reported(path: Path) -> Iterator[None]:
    """Turns the errors of reading into a sentence without any of the file's words."""
    try:
        yield
    except (OSError, zipfile.LargeZipFile) as error:
        reason = (isinstance(error, OSError) and error.strerror) or "it is no file that can be read"
        raise FileRefused(f"{path} cannot be read ({reason}). Nothing was imported.") from error
    except (zipfile.BadZipFile, RuntimeError, NotImplementedError) as error:
        raise ImportRefused(f"{path} is damaged, or locked with a password. Nothing was imported.") from error
    except (ijson.JSONError, msgspec.MsgspecError, ValueError) as error:
        raise ImportRefused(
            f"{path} is no export of Selene, ChatGPT or Claude, or is cut off. Nothing was imported; download it again."
        ) from error


def _read_archive(path: Path) -> Iterator[FoundConversation]:
    with zipfile.ZipFile(path) as archive:
        lists = sorted((item for item in archive.infolist() if _LIST.fullmatch(item.filename)), key=_member_name)
        if not lists:
            raise ImportRefused(f"{path} holds no conversations.json. Nothing was imported.")
        if sum(item.file_size for item in lists) > MAX_IMPORTED_BYTES:
            raise ImportRefused(_too_large(path))
        for item in lists:
            with archive.open(item) as file:
                yield from _read_text(file, path)


def _read_text(file: IO[bytes], path: Path) -> Iterator[FoundConversation]:
    first = file.readline(MAX_IMPORTED_BYTES).lstrip(b"\xef\xbb\xbf \t\r\n")
    while not first and (more := file.readline(MAX_IMPORTED_BYTES)):
        first = more.lstrip()
    file.seek(0)
    if first.startswith(b"{") and _begins_own_export(first):
        yield from _read_own_export(file)
    elif first.startswith((b"[", b"{")):
        yield from map(_read_conversation, _values(_Skipping(file), in_list=first.startswith(b"[")))
    else:
        raise ImportRefused(f"{path} is no export of Selene, ChatGPT or Claude. Nothing was imported.")


def _values(file: _Skipping, *, in_list: bool) -> Iterator[object]:
    """Yields the values of a list, or the one value that is no list, as soon as each is read. Raises ValueError for
    lists that lie in each other deeper than those of any conversation: they would exhaust the stack.
    """
    depth, outside, builder = 0, int(in_list), ijson.ObjectBuilder()
    for event, value in ijson.basic_parse(file, use_float=True):
        depth -= event in _ENDS
        if depth > MAX_IMPORT_DEPTH:
            raise ValueError
        if depth >= outside:
            builder.event(event, value)
            if depth == outside and event not in _STARTS:
                yield builder.value
                builder = ijson.ObjectBuilder()
        depth += event in _STARTS


class _Skipping:
    """A file without the mark that some programs put before UTF-8."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        if file.read(3) != b"\xef\xbb\xbf":
            file.seek(0)

    def read(self, size: int = -1) -> bytes:
        """Reads bytes."""
        return self._file.read(size)


def _begins_own_export(first: bytes) -> bool:
    try:
        return is_header(msgspec.json.decode(first))
    except msgspec.MsgspecError:
        return False


def _read_own_export(file: IO[bytes]) -> Iterator[FoundConversation]:
    told, skipped, not_taken = read_export(
        msgspec.json.decode(line) for line in file if line.strip(b"\xef\xbb\xbf \t\r\n")
    )
    yield FoundConversation(_OWN, ToldConversation(""), skipped, not_taken)
    yield from (FoundConversation(_OWN, conversation) for conversation in told)


def _read_conversation(raw: object) -> FoundConversation:
    for program, read in _READERS.items():
        told = read(raw) if isinstance(raw, Mapping) else None
        if told is not None:
            return FoundConversation(program, told)
    return FoundConversation("", None)


def _member_name(item: zipfile.ZipInfo) -> str:
    return item.filename


def _too_large(path: Path) -> str:
    most = MAX_IMPORTED_BYTES // 1024**3
    return f"{path} holds more than {most} GB, more than a person can have said. Nothing was imported."


def base_name(path: Path) -> str:
    """Returns the name of the file without its folders: what its memories keep of it."""
    return os.path.basename(path)
