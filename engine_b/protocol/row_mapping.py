"""Pure: converts records to rows and back. The order of columns is defined only here."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from typing import Any

from engine_b.protocol.record_types import Content, DerivedRows
from memory.core.policy import MAX_COVER_PARTS
from memory.model.atoms import ArchivedLine, Atom, Exposure, Kind, Moment, Provenance, Recall, Source, Speaker, Status
from memory.model.changes import CorrectionPair, Flag, Question, Rule, RuleKind
from memory.text.stemming import split_words, stem, stems
from protos.canonical_json import canonical_bytes

Cell = int | str | None

ATOM_COLUMNS = (
    "atom_id", "user_id", "kind", "key", "value", "text", "learned_at_ms", "provenance", "confidence_bp", "status",
    "exposure", "recall", "pinned", "valid_from_ms", "valid_until_ms", "last_confirmed_at_ms", "last_used_at_ms",
    "use_count", "supersedes", "superseded_by", "version", "reason_code",
)  # fmt: skip
LINE_COLUMNS = (
    "line_id", "turn_id", "session_id", "user_id", "speaker", "who", "text", "at_ms", "utc_offset_min", "tokens",
)  # fmt: skip
QUESTION_COLUMNS = (
    "question_id", "user_id", "session_id", "turn_id", "key", "reason_code", "state", "atom_ids", "asked_at_ms",
    "proposal",
)  # fmt: skip
CORRECTION_COLUMNS = (
    "pair_id", "user_id", "turn_id", "atom_id", "heard", "meant", "reason_code", "delta_bp",
)  # fmt: skip
RULE_COLUMNS = ("rule_id", "user_id", "kind", "topic", "made_at_ms", "reason_code")
FLAG_COLUMNS = ("user_id", "key", "touched_ms", "reason_code")

ATOM_SAID = tuple(column for column in ATOM_COLUMNS if column not in ("last_used_at_ms", "use_count"))
"""The content of an atom's version without its use count, which makes no new version."""

_KINDS, _STATUSES = {each.value: each for each in Kind}, {each.value: each for each in Status}
_EXPOSURES, _RECALLS = {each.value: each for each in Exposure}, {each.value: each for each in Recall}
_SPEAKERS = {each.value: each for each in Speaker}
"""Members by their stored words: a turn reads hundreds of rows, and calling the class takes ten times as long."""


def select_columns(columns: Sequence[str], alias: str) -> str:
    """Returns the columns of one alias, for a SELECT."""
    return ", ".join(f"{alias}.{column}" for column in columns)


def atom_from_row(row: Sequence[Any], sources: Iterable[Source]) -> Atom:
    """Returns the atom of a row."""
    atom_id, user_id, kind, key, value, text, learned_at_ms, provenance, confidence_bp, status = row[:10]
    exposure, recall, pinned, *rest = row[10:]
    return Atom(
        atom_id, user_id, _KINDS.get(kind) or Kind(kind), key, value, text, tuple(sources), learned_at_ms,
        Provenance(provenance), confidence_bp, _STATUSES.get(status) or Status(status),
        _EXPOSURES.get(exposure) or Exposure(exposure), _RECALLS.get(recall) or Recall(recall), bool(pinned), *rest,
    )  # fmt: skip


def atom_content(atom: Atom) -> bytes:
    """Returns the content of an atom's version as canonical bytes."""
    return canonical_bytes(atom_fields(atom))


def atom_fields(atom: Atom) -> dict[str, Any]:
    """Returns the content of an atom's version: all but its use count."""
    content: dict[str, Any] = {name: _cell(getattr(atom, name)) for name in ATOM_SAID}
    content["sources"] = [[source.turn_id, source.start, source.end] for source in atom.sources]
    return content


def atom_from_content(content: dict[str, Any]) -> Atom:
    """Returns the atom of an op's content. Raises KeyError, TypeError or ValueError for anything else."""
    cells = {**content, "last_used_at_ms": None, "use_count": 0}
    sources = [Source(turn, start, end) for turn, start, end in cells.pop("sources")]
    return atom_from_row([cells[column] for column in ATOM_COLUMNS], sources)


def line_row(line: ArchivedLine) -> tuple[Cell, ...]:
    """Returns the cells of `LINE_COLUMNS`."""
    return (
        line.line_id, line.turn_id, line.session_id, line.user_id, line.speaker.value, line.who, line.text,
        line.at.at_ms, line.at.utc_offset_min, line.tokens,
    )  # fmt: skip


def line_from_row(row: Sequence[Any]) -> ArchivedLine:
    """Returns the archive line of a row."""
    line_id, turn_id, session_id, user_id, speaker, who, text, at_ms, offset, tokens = row
    moment, speaking = Moment(at_ms, offset), _SPEAKERS.get(speaker) or Speaker(speaker)
    return ArchivedLine(line_id, turn_id, session_id, user_id, speaking, who, text, moment, tokens)


def question_row(question: Question) -> tuple[Cell, ...]:
    """Returns the cells of `QUESTION_COLUMNS`."""
    atoms = canonical_bytes(list(question.atom_ids)).decode()
    return (
        question.question_id, question.user_id, question.session_id, question.turn_id, question.key,
        question.reason_code, question.state, atoms, question.asked_at_ms, question.proposal,
    )  # fmt: skip


def question_from_row(row: Sequence[Any]) -> Question:
    """Returns the question of a row."""
    question_id, user_id, session_id, turn_id, key, reason_code, state, atom_ids, asked_at_ms, proposal = row
    atoms = tuple(json.loads(atom_ids))
    return Question(question_id, user_id, session_id, turn_id, key, reason_code, state, atoms, asked_at_ms, proposal)


def correction_row(pair: CorrectionPair) -> tuple[Cell, ...]:
    """Returns the cells of `CORRECTION_COLUMNS`."""
    return tuple(getattr(pair, column) for column in CORRECTION_COLUMNS)


def rule_row(rule: Rule) -> tuple[Cell, ...]:
    """Returns the cells of `RULE_COLUMNS`."""
    return (rule.rule_id, rule.user_id, rule.kind.value, rule.topic, rule.made_at_ms, rule.reason_code)


def rule_from_row(row: Sequence[Any]) -> Rule:
    """Returns the rule of a row."""
    rule_id, user_id, kind, topic, made_at_ms, reason_code = row
    return Rule(rule_id, user_id, RuleKind(kind), topic, made_at_ms, reason_code)


def flag_from_row(row: Sequence[Any]) -> Flag:
    """Returns the flag of a row of `FLAG_COLUMNS`."""
    return Flag(*row)


def record_fields(columns: Sequence[str], row: Sequence[Cell]) -> dict[str, Any]:
    """Returns a row as the fields of a record."""
    return dict(zip(columns, row, strict=True))


def stem_text(text: str) -> str:
    """Returns the distinct stems of `text` as ` a b c `, sorted: a stem is in it when ` stem ` is."""
    return " ".join(("", *sorted(set(map(stem, set(split_words(text))))), ""))


def _cell(value: Cell | Enum) -> Cell:
    """Returns the stored form of an enum or a boolean."""
    if isinstance(value, Enum):
        stored: Cell = value.value
        return stored
    return int(value) if isinstance(value, bool) else value


def _source_rows(atom: Content) -> Iterator[tuple[Any, ...]]:
    return ((ordinal, *source) for ordinal, source in enumerate(atom["sources"]))


def _topic_rows(rule: Content) -> list[tuple[str]]:
    return [(stem,) for stem in sorted(set(stems(rule["topic"])))]


def _covered_rows(rule: Content) -> list[tuple[str, ...]]:
    """Returns what one of is enough to hide a row; what is not stored is compared before it is written."""
    if rule["kind"] != RuleKind.DO_NOT_MENTION:
        return []
    from memory.rules.life_areas import topic_cover  # a command that only reads needs no tables of words

    return [(*parts, *[""] * (MAX_COVER_PARTS - len(parts))) for parts in topic_cover(rule["topic"]).members]


def _atom_edges(atom: Content) -> Iterator[tuple[Any, ...]]:
    from memory.graph.edges import edges_of_memory

    edges = edges_of_memory(atom["kind"], atom["value"], atom["text"])
    return ((ordinal, atom["user_id"], *edge) for ordinal, edge in enumerate(edges))


def _thread_edges(thread: Content) -> Iterator[tuple[Any, ...]]:
    from memory.graph.edges import edges_of_thread

    edges = edges_of_thread(thread["thread_id"], thread["decisions"])
    return ((ordinal, thread["user_id"], *edge) for ordinal, edge in enumerate(edges))


_EDGE_COLUMNS = ("ordinal", "user_id", "from_sort", "from_node", "edge", "to_sort", "to_node")
ATOM_ROWS = (
    DerivedRows("atom_source", "atom_id", ("ordinal", "turn_id", "start_at", "end_at"), _source_rows),
    DerivedRows("graph_edge", "owner_id", _EDGE_COLUMNS, _atom_edges),
)
RULE_ROWS = (
    DerivedRows("rule_stem", "rule_id", ("stem",), _topic_rows),
    DerivedRows("rule_cover", "rule_id", ("part", "second", "third"), _covered_rows),
)
THREAD_ROWS = (DerivedRows("graph_edge", "owner_id", _EDGE_COLUMNS, _thread_edges),)
