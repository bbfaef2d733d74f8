"""Pure: the byte form of documents, their fingerprints, and the strict reading of JSON.

Documents are signed and hashed as canonical JSON (`protos.canonical_json`). What is read may be spaced and ordered as
it likes, but must be one JSON value: no double keys, no NaN, no fractions, no control characters, no deep nesting.
"""

from __future__ import annotations

import hashlib
import json
import re
from typing import NoReturn, TypeAlias

from packages.core.errors import MalformedDocument
from packages.core.policy import PackagePolicy
from protos.canonical_json import canonical_utf8

Plain: TypeAlias = "bool | int | str | list[Plain] | dict[str, Plain] | None"

_STRING = re.compile(rb'"(?:[^"\\]++|\\.)*+"', re.DOTALL)
_OPEN_OR_SHUT = re.compile(rb"[\[{]|[\]}]")
_MAX_NUMBER_CHARS = 20
_LONG_NUMBER = re.compile(rb"\d{%d}" % (_MAX_NUMBER_CHARS + 1))


def canonical_document_bytes(value: Plain) -> bytes:
    """Encodes `value`; equal values give equal bytes on every machine. Raises `MalformedDocument` for half
    characters.
    """
    try:
        return canonical_utf8(value)
    except UnicodeEncodeError as error:
        raise MalformedDocument("A document holds half a character. Nothing was changed.") from error


def content_digest(content: bytes) -> str:
    """Returns the BLAKE2b of 32 bytes, in hex, by which documents name files."""
    return hashlib.blake2b(content, digest_size=32).hexdigest()


def table_digest(value: Plain, person: str) -> str:
    """Returns the BLAKE2b of the canonical bytes, separated by `person` (at most 16 ASCII characters)."""
    return hashlib.blake2b(canonical_document_bytes(value), digest_size=32, person=person.encode("ascii")).hexdigest()


def read_json(content: bytes, what: str, policy: PackagePolicy) -> dict[str, Plain]:
    """Reads the JSON object in `content`, whose length the caller has bounded. Raises `MalformedDocument` naming
    `what`.
    """
    refusal = MalformedDocument(f"{what} is not well formed. Nothing was changed; it has to be published again.")
    try:
        text = content.decode("utf-8")
        _bound(content, policy)
        value = json.loads(text, object_pairs_hook=_no_double_keys, parse_constant=_refused, parse_float=_refused)
    except (ValueError, RecursionError) as error:
        raise refusal from error
    if not isinstance(value, dict):
        raise refusal
    if b"\\u" in content:
        canonical_document_bytes(value)
    return value


def _bound(content: bytes, policy: PackagePolicy) -> None:
    """Refuses deep nesting, many parts and long numbers before anything is built."""
    frame = _STRING.sub(b'""', content)
    if frame.count(b",") + frame.count(b"[") + frame.count(b"{") > policy.max_json_items:
        raise ValueError("too many items")
    if _LONG_NUMBER.search(frame):
        raise ValueError("a long number")
    depth = 0
    for found in _OPEN_OR_SHUT.finditer(frame):
        depth += 1 if found[0] in b"[{" else -1
        if depth > policy.max_depth:
            raise ValueError("too deep")


def _no_double_keys(pairs: list[tuple[str, Plain]]) -> dict[str, Plain]:
    made = dict(pairs)
    if len(made) != len(pairs):
        raise ValueError("a key twice")
    return made


def _refused(_: str) -> NoReturn:
    raise ValueError("not a whole number")
