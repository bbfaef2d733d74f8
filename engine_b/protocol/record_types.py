"""Pure: the `RecordType` and its registry (docs/adr/0011).

A `RecordType` declares one persisted noun once: its schema, its table, its derived rows, its ledger events, the merge
of its heads, its sync scope and whether the digest includes it. Writing, ops, sync, merge, digest, forgetting and
restore are loops over a `RecordTypes`; none of them names a noun.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any, TypeAlias

import msgspec

from engine_b.protocol.op_heads import OpHead, rank_heads
from protos.canonical_json import canonical_bytes

Content: TypeAlias = dict[str, Any]
"""The content of a record, as an op carries it."""
StatedHead: TypeAlias = tuple[OpHead, Content]
"""A head of a subject with its content."""

_FREE_TEXT = re.compile(r"\bstr\b")
"""Finds text of any content in an annotation. Codes, ids with a pattern and enumerations have types of their own."""


class TypeName(str):
    """The name of a record type in ops. Any word: an op may have a type that is not known here."""

    __slots__ = ()

    @property
    def value(self) -> str:
        """The same as plain text, for tables and JSON."""
        return str(self)


class SyncScope(Enum):
    """Which devices get the records of a type."""

    ALWAYS = auto()
    BY_CONSENT = auto()
    """Synced once the setting `RecordType.consent_key` is `yes`. Records that were sent before stay sent when it is
    withdrawn.
    """
    NEVER = auto()


@dataclass(frozen=True, slots=True)
class EventRule:
    """The ledger event of one kind of change."""

    event: str
    reason: str = ""
    """Its reason, where it is always the same."""
    reason_field: str = ""
    """The field of the content with the reason."""
    facts: tuple[str, ...] = ()
    """The fields of the content that are the facts, all codes or numbers."""
    forgets: bool = False
    """Whether words are deleted with it, so that the write-ahead log is emptied after the commit."""

    def reason_of(self, content: Content, otherwise: str) -> str:
        """Returns the reason code for this content."""
        return str(content[self.reason_field]) if self.reason_field else self.reason or otherwise

    def facts_of(self, content: Content) -> tuple[tuple[str, int | str], ...]:
        """Returns the facts for this content."""
        return tuple([(name, content[name]) for name in self.facts]) if self.facts else ()


@dataclass(frozen=True, slots=True)
class DerivedRows:
    """Rows of another table that are derived from a record, and deleted with it."""

    table: str
    owner: str
    """The column that names the record."""
    columns: tuple[str, ...]
    """The columns after the owner's."""
    rows: Callable[[Content], Iterable[tuple[Any, ...]]]
    """The cells of `columns`, row by row."""


@dataclass(frozen=True, slots=True)
class MergedRecord:
    """The merged record of a subject, and its conflict copies: origin, id and content of each."""

    content: Content
    copies: tuple[tuple[str, str, Content], ...] = ()


def strongest_head(subject_id: str, heads: Sequence[StatedHead]) -> MergedRecord:
    """The default merge: the content of the strongest head."""
    return MergedRecord(rank_heads(heads)[0][1])


def latest_head(subject_id: str, heads: Sequence[StatedHead]) -> MergedRecord:
    """The merge of a type whose versions each device counts by itself: the logical clock decides."""
    return MergedRecord(max(heads, key=lambda each: each[0].clock_rank)[1])


def _never(content: Content) -> bool:
    return False


@dataclass(frozen=True, eq=False, kw_only=True)
class RecordType:
    """One persisted noun: data, and functions from content to content without I/O."""

    name: TypeName
    schema: type[msgspec.Struct]
    """The fields and their bounds: every valid record can be applied."""
    format: int = 1
    """The format number that this build writes. An op of a higher one is parked until an update."""

    gated: bool = False
    """Whether the records are memory, read through its gates only and by no skill."""

    # Ids
    prefix: str
    """The prefix of the ids, so that no id is of two types."""
    id_field: str = ""
    """The field with the id; empty when only the op has it."""
    bare_id: bool = False
    """Whether `id_field` and the table hold the id without its prefix."""

    # Rows
    table: str
    columns: tuple[str, ...]
    """The columns with the field of the same name."""
    id_column: str
    version_column: str = ""
    """The column of the version; empty when the table has none."""
    seq_column: str = ""
    """The column with the ledger's number of the event that wrote the row."""
    unsaid: tuple[tuple[str, int | str | None], ...] = ()
    """Columns of this device alone, with their values in a new row."""
    gathered: tuple[tuple[str, str], ...] = ()
    """Fields that are lists in other tables, each with the SQL (alias `t`) of its JSON."""
    order: str = ""
    """The column that rows are listed by; the id when empty."""
    derived: tuple[DerivedRows, ...] = ()
    spoken_of: str = ""
    """The field with the atoms that a line used, stored in `atom_use`."""
    indexed_text: Callable[[Content], str] | None = None
    """The text whose stems are stored with the row, and compared with do-not-mention topics."""
    recounts_topics: Callable[[Content], bool] = _never
    """Whether the record is a topic, so that its matches are counted again."""
    keyed: bool = False
    """Whether each version has a data key, under which the ledger has a commitment of the content."""
    migrations: tuple[str, ...] = ()
    """The SQL that makes the table, step by step. The core's own are in engine_b/storage/migrations."""

    # Events
    made: EventRule | None = None
    changed: EventRule | None = None
    dropped: EventRule | None = None

    # Devices
    scope: SyncScope = SyncScope.ALWAYS
    stays_here: Callable[[Content], bool] = _never
    """Whether a record of a type that travels is about this device alone."""
    final: bool = False
    """Whether a subject stays erased, whatever a device that was away sends. For other types an erasing op removes only
    the ops that it had seen.
    """
    erasable: bool = True
    """Whether an op may delete the record; otherwise it only takes back ops."""
    merge: Callable[[str, Sequence[StatedHead]], MergedRecord] = strongest_head
    changes: tuple[str, ...] | None = None
    """The fields that another device may change; None when all."""
    bulk: bool = False
    """Whether new records without conflicts are inserted in bulk."""

    # Forgetting. Every field of free text is in one of the first three, so that nothing is left out of forgetting.
    words: tuple[str, ...] = ()
    """The fields with words of the person. A record with a quote of a forgotten memory is deleted with it."""
    kept_words: tuple[str, ...] = ()
    """The fields with words that are no memory: the person changes them by a command, and no forgetting takes them."""
    wordless: tuple[str, ...] = ()
    """The fields of text without any words of the person: ids, digests, names that devices give."""
    needs_words: Callable[[Content], bool] = _never
    """Whether a record stays with its words: an order of the person that cannot be carried out without them."""
    goes_with: str = ""
    """The field with the atom with which the record is forgotten."""
    teaches: bool = False
    """Whether correction pairs, questions and vocabulary versions depend on the record."""

    # Digest
    in_digest: bool = True
    one_of: tuple[str, ...] = ()
    """The fields in which several records are one for the digest: the one with the highest `newest` counts."""
    newest: str = ""

    fields: frozenset[str] = field(init=False)
    """The names of the fields that this build knows."""
    defaults: Content = field(init=False)
    """The defaults of fields that an op may leave out."""

    def __post_init__(self) -> None:
        """Raises ValueError when the type does not say of a field of text whether it holds words of the person."""
        require_declared_texts(self)
        names, defaults = self.schema.__struct_fields__, self.schema.__struct_defaults__
        object.__setattr__(self, "fields", frozenset(names))
        object.__setattr__(self, "defaults", dict(zip(names[len(names) - len(defaults) :], defaults, strict=True)))

    @property
    def consent_key(self) -> str:
        """The setting with the person's consent to sync the type."""
        return f"sync.{self.name}"

    def row_id(self, subject_id: str) -> str:
        """Returns the value of the id column for a subject."""
        return subject_id.removeprefix(self.prefix) if self.bare_id else subject_id

    def subject_of(self, content: Content) -> str:
        """Returns the subject that the content names."""
        return f"{self.prefix if self.bare_id else ''}{content[self.id_field]}"

    def split(self, content: Content) -> tuple[Content, Content]:
        """Splits the fields into those that this build knows, and the others."""
        if content.keys() == self.fields:
            return content, {}
        known = {name: value for name, value in content.items() if name in self.fields}
        return {**self.defaults, **known}, {name: value for name, value in content.items() if name not in known}


def require_declared_texts(kind: RecordType) -> None:
    """Raises ValueError for a field of text that is declared neither as words of the person nor as without them."""
    told = {*kind.words, *kind.kept_words, *kind.wordless, kind.id_field, kind.goes_with, "user_id"}
    for name, annotation in _annotations(kind.schema):
        if name not in told and _FREE_TEXT.search(str(annotation)):
            raise ValueError(
                f"The record type {str(kind.name)!r} does not say what its field {name!r} holds: name it in `words`"
                " when a person's words may stand in it, so that they are forgotten with it, else in `wordless`."
            )


def _annotations(schema: type[msgspec.Struct]) -> Iterator[tuple[str, object]]:
    for base in schema.__mro__:
        yield from vars(base).get("__annotations__", {}).items()


class RecordTypes:
    """The record types of a vault, in order. Immutable."""

    def __init__(self, types: Iterable[RecordType]) -> None:
        """Raises ValueError when two of them cannot be told apart."""
        self._types = tuple(types)
        self._named: Mapping[str, RecordType] = {str(each.name): each for each in self._types}
        prefixes = [each.prefix for each in self._types]
        clash = any(one != other and one.startswith(other) for one in prefixes for other in prefixes)
        if clash or not all(prefixes) or len({*prefixes}) < len(prefixes) or len(self._named) < len(prefixes):
            raise ValueError("Two record types have the same name, or ids that could be of either.")

    def __iter__(self) -> Iterator[RecordType]:
        return iter(self._types)

    def __contains__(self, name: str) -> bool:
        return name in self._named

    def get(self, name: str) -> RecordType | None:
        """Returns the type of this name; None for an unknown one."""
        return self._named.get(name)

    def named(self, name: str) -> RecordType:
        """Returns the type of this name. Raises KeyError."""
        return self._named[name]

    def type_of(self, subject_id: str) -> RecordType | None:
        """Returns the type of an id, by its prefix."""
        return next((each for each in self._types if subject_id.startswith(each.prefix)), None)

    def with_type(self, added: RecordType) -> RecordTypes:
        """Returns these and one more."""
        return RecordTypes((*self._types, added))

    def without(self, names: Iterable[str]) -> RecordTypes:
        """Returns these without some."""
        gone = frozenset(names)
        return RecordTypes(each for each in self._types if each.name not in gone)


_encode_carried = msgspec.json.Encoder(order="sorted").encode
_encode_any_text = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode


def fits_schema(kind: RecordType, content: Content) -> bool:
    """Says whether the content has the fields of the type's schema, in bounds."""
    try:
        msgspec.convert(content, kind.schema)
    except msgspec.ValidationError:
        return False
    return True


def content_bytes(known: Content, unknown: Content) -> bytes:
    """Returns the bytes of a record with the unknown fields; canonical when there are none.

    Raises TypeError, ValueError or RecursionError when unknown fields cannot be written again unchanged.
    """
    if not unknown:
        return canonical_bytes(known)
    try:
        return _encode_carried({**unknown, **known})
    except UnicodeEncodeError:  # half of a surrogate pair, as in `canonical_bytes`
        return _encode_any_text({**unknown, **known}).encode("utf-8", "surrogatepass")
