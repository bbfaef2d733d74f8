"""Pure: the payload of a package: vocabulary entries only. A payload lists words and can do nothing else.

`{"_type": "payload", "spec": 1, "terms": [{"spelling", "weight"?, "language"?, "role"?, "pronunciations"?, "heard"?,
"added": {"by", "at", "why"}}, …]}`. It has no signature of its own: the package document has its length and digest.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, cast

import msgspec

from packages.core.errors import TooLarge
from packages.core.names import parse_moment
from packages.core.policy import PackagePolicy
from packages.core.signed_json import Plain, canonical_document_bytes, read_json
from packages.documents.documents import check_type, convert

PLAIN_WEIGHT = 100


class TermRole(StrEnum):
    """What a term is a name for (2.4.2)."""

    TERM = "term"
    """Jargon of a household or company."""
    PRODUCT = "product"
    """A product or service."""
    JOB = "job"
    """A common role word: controller, dispatcher."""
    PLACE = "place"
    PERSON = "person"
    """A private name: in a company's pack only when the policy permits it."""


@dataclass(frozen=True, slots=True)
class TermOrigin:
    """2.4.2: who added a term, when, and why."""

    by: str
    at: str
    why: str

    def __post_init__(self) -> None:
        parse_moment(self.at)
        if not self.by.strip() or not self.why.strip():
            raise ValueError("who and why are needed")


@dataclass(frozen=True, slots=True)
class Term:
    """One word or name that the recogniser should expect."""

    spelling: str
    added: TermOrigin
    language: str = ""
    """Empty: the language of the package."""
    role: TermRole = TermRole.TERM
    weight: int = PLAIN_WEIGHT
    """In the recogniser's language model; 100 is plain."""
    pronunciations: tuple[str, ...] = ()
    """Phonemes separated by spaces; empty: the recogniser derives them from the spelling."""
    heard: tuple[str, ...] = ()
    """Words that it sounds like or was misheard as (2.4.4)."""


@dataclass(frozen=True, slots=True)
class Payload:
    """The terms of one version of a package, and the names of all other sections and fields in it."""

    terms: tuple[Term, ...]
    unknown: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class _Wire:
    terms: tuple[Term, ...]


_SECTIONS = frozenset({"_type", "spec", "terms"})
_FIELDS = frozenset({"spelling", "added", "language", "role", "weight", "pronunciations", "heard"})
_ADDED = frozenset({"by", "at", "why"})


def read_payload(content: bytes, policy: PackagePolicy) -> Payload:
    """Reads the payload in `content`. Raises `TooLarge`, `MalformedDocument` or `WrongType`. What it may contain is
    checked in packages/verification/content_gate.py.
    """
    what = "The payload"
    if len(content) > policy.max_payload_bytes:
        raise TooLarge("The payload is larger than it may be. Nothing was changed.")
    plain = read_json(content, what, policy)
    check_type(plain, "payload", what)
    terms = convert(plain, _Wire, what).terms
    return Payload(tuple(map(normalise_term, terms)), _unknown(plain))


def payload_bytes(terms: Sequence[Term]) -> bytes:
    """Builds the file of a payload; terms are sorted by spelling, so that the order of a list does not matter."""
    ordered = sorted(map(normalise_term, terms), key=lambda term: (term.spelling.encode(), term.language, term.heard))
    plain = cast("list[Plain]", msgspec.to_builtins(ordered))
    return canonical_document_bytes({"_type": "payload", "spec": 1, "terms": plain})


def normalise_term(term: Term) -> Term:
    """Returns the term with every text in NFC and with single spaces."""
    texts = (term.spelling, *term.pronunciations, *term.heard)
    if all(text.isascii() and text == " ".join(text.split()) for text in texts):
        return term
    return Term(
        _nfc(term.spelling),
        term.added,
        term.language,
        term.role,
        term.weight,
        tuple(map(_nfc, term.pronunciations)),
        tuple(map(_nfc, term.heard)),
    )


def _nfc(text: str) -> str:
    return " ".join(unicodedata.normalize("NFC", text).split())


def _unknown(plain: dict[str, Any]) -> frozenset[str]:
    found = set(plain) - _SECTIONS
    for term in plain["terms"]:
        found |= term.keys() - _FIELDS
        found |= term["added"].keys() - _ADDED
    return frozenset(found)
