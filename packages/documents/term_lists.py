"""Pure: reads lists of terms that people write, in YAML, CSV or JSON lines.

A line or item is a bare word, or the fields of `Term`; in CSV the first line names them, and several forms in one field
are separated by ';'. `by`, `at` and `why` may be given once for all, and an entry may have its own. Raises `BadTerms`
with the number of the entry, never with its words.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec
import yaml

from packages.core.errors import BadTerms, MalformedDocument
from packages.core.policy import MAX_YAML_DEPTH, PackagePolicy
from packages.documents.terms import Term, normalise_term

_LISTS = ("pronunciations", "heard")
_TEXTS = ("spelling", "language", "role")


@dataclass(frozen=True, slots=True)
class Credit:
    """Who adds the terms, when and why: the default of entries without their own (2.4.2)."""

    by: str = ""
    at: str = ""
    why: str = ""


def read_list(content: bytes, form: str, credit: Credit, policy: PackagePolicy) -> tuple[Term, ...]:
    """Reads the terms of a list; `form` is "yaml", "csv" or "jsonl". Raises `BadTerms`."""
    reader = _FORMS.get(form)
    if reader is None:
        raise BadTerms("A list of terms is YAML, CSV or JSON lines. Nothing was built.")
    if len(content) > policy.max_payload_bytes:
        raise BadTerms("The list of terms is too long. Nothing was built; make two packages of it.")
    try:
        text = content.decode("utf-8-sig")
        rows = list(reader(text))
        if "\\" in text:  # JSON and YAML can write half a surrogate pair, which no UTF-8 can hold
            json.dumps(rows, ensure_ascii=False).encode()
    except (ValueError, RecursionError, csv.Error, yaml.YAMLError) as error:
        raise BadTerms(f"The list of terms cannot be read as {form}. Nothing was built.") from error
    if not 1 <= len(rows) <= policy.max_terms:
        raise BadTerms(f"A package has 1 to {policy.max_terms} terms, and the list has {len(rows)}. Nothing was built.")
    return _without_duplicates(_term(row, number, credit) for number, row in enumerate(rows, 1))


def _term(row: object, number: int, credit: Credit) -> Term:
    fields: dict[str, Any] = {"spelling": row} if isinstance(row, str) else dict(row) if isinstance(row, dict) else {}
    refusal = BadTerms(
        f"Entry {number} of the list is not a term: it needs a spelling, and who added it, when and why"
        " (2026-01-31T00:00:00Z). Nothing was built."
    )
    given = fields.pop("added", None)
    credits = given if isinstance(given, dict) else {}
    added = {key: credits.get(key) or fields.pop(key, None) or getattr(credit, key) for key in ("by", "at", "why")}
    plain = {name: _field(name, value) for name, value in fields.items() if value not in ("", None)}
    if plain.keys() - {*_LISTS, *_TEXTS, "weight"}:
        raise refusal
    try:
        return normalise_term(msgspec.convert({**plain, "added": added}, Term))
    except (msgspec.ValidationError, MalformedDocument) as error:
        raise refusal from error


def _field(name: str, value: object) -> object:
    """Converts the text of CSV and YAML fields to numbers and lists."""
    if name == "weight" and isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 10:
        return int(value)
    if name in _LISTS and isinstance(value, str):
        return [part.strip() for part in value.split(";") if part.strip()]
    return value


def _without_duplicates(terms: Iterable[Term]) -> tuple[Term, ...]:
    """Keeps the first of entries with the same word."""
    found: dict[tuple[str, str], Term] = {}
    for term in terms:
        found.setdefault((term.language, term.spelling), term)
    return tuple(found.values())


def _from_yaml(text: str) -> Iterable[object]:
    value = yaml.load(text, _PlainLoader)
    found = value.get("terms") if isinstance(value, dict) else value
    if not isinstance(found, list):
        raise ValueError("expected a list")
    return found


def _from_csv(text: str) -> Iterator[object]:
    rows = csv.reader(text.splitlines(keepends=True), strict=True)
    names = [name.strip() for name in next(rows, [])]
    if "spelling" not in names or len(set(names)) != len(names):
        raise ValueError("expected a line of names")
    for row in rows:
        if len(row) > len(names):
            raise ValueError("more fields than names")
        if row:
            yield dict(zip(names, row, strict=False))


def _from_jsonl(text: str) -> Iterator[object]:
    for line in text.splitlines():
        if line.strip():
            yield json.loads(line)


class _PlainLoader(yaml.BaseLoader):
    """Loads YAML without aliases, which could make a short list endless, and without deep nesting."""

    depth = 0

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        if self.check_event(yaml.AliasEvent) or self.depth == MAX_YAML_DEPTH:
            raise ValueError("an alias, or too deep")
        self.depth += 1
        node: yaml.Node | None = super().compose_node(parent, index)
        self.depth -= 1
        return node


_FORMS: Mapping[str, Callable[[str], Iterable[object]]] = {"yaml": _from_yaml, "csv": _from_csv, "jsonl": _from_jsonl}
