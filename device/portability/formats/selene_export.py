"""Pure: the records of Selene's own export, one JSON object a line: written from a memory, and read as told turns.

The first record names the format. Reading takes only lines that the person said and living memories with a source
among them. Rules, settings and records of skills are not read: what is imported commands nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from device.portability.formats.told_turns import ToldConversation, ToldTurn, text_id
from memory.core.errors import BadMoment
from memory.extraction.extract import Fact
from memory.model.atoms import ArchivedLine, Atom, Exposure, Kind, Moment, Recall, Status
from memory.model.changes import CorrectionPair, Rule
from memory.model.timestamps import from_iso, to_iso
from memory.rules.freshness import LIVING
from memory.rules.imported_facts import IMPORTED
from memory.text.dates import ResolvedDate

FORMAT, VERSION = "selene-memory", 1
_SHOWN = (Exposure.SAFE_TO_SPEAK, Exposure.SAFE_TO_TEXT)
_HEADER = ("record", "format", "version")
_NOT_TAKEN = ("skill", "correction", "rule")
"""What is set, stands on lists, was corrected or barred: an import sets nothing and bars nothing."""


def header_record(user: str, exported_at: Moment, counts: Mapping[str, int]) -> dict[str, object]:
    """Returns the first record: the format, whose memory it is, when, and how much may not be seen and is left out."""
    named = dict(zip(_HEADER, ("export", FORMAT, VERSION), strict=True))
    return {**named, "user": user, "exported_at": to_iso(exported_at), "left_out": dict(counts)}


def line_record(line: ArchivedLine) -> dict[str, object]:
    """Returns the record of an archived line."""
    return {
        "record": "line",
        "line_id": line.line_id,
        "turn_id": line.turn_id,
        "session_id": line.session_id,
        "speaker": line.speaker.value,
        "who": line.who,
        "at": to_iso(line.at),
        "text": line.text,
    }


def atom_record(atom: Atom, history: Iterable[Mapping[str, object]]) -> dict[str, object]:
    """Returns the record of a memory with its sources and history."""
    sources = [{"turn_id": source.turn_id, "start": source.start, "end": source.end} for source in atom.sources]
    later = {"supersedes": atom.supersedes, "superseded_by": atom.superseded_by}
    return {"record": "atom", **atom_object(atom), **later, "sources": sources, "history": list(history)}


def correction_record(pair: CorrectionPair) -> dict[str, object]:
    """Returns the record of a correction."""
    names = ("pair_id", "atom_id", "turn_id", "heard", "meant", "reason_code")
    return {"record": "correction", **{name: getattr(pair, name) for name in names}}


def rule_record(rule: Rule) -> dict[str, object]:
    """Returns the record of a topic that the person does not want stored."""
    return {"record": "rule", "kind": rule.kind.value, "topic": rule.topic, "at": to_iso(Moment(rule.made_at_ms))}


def atom_object(atom: Atom) -> dict[str, str | int | bool | None]:
    """Returns the stable JSON form of a memory."""
    return {
        "atom_id": atom.atom_id,
        "kind": atom.kind.value,
        "key": atom.key,
        "value": atom.value,
        "text": atom.text,
        "provenance": atom.provenance.name.lower(),
        "confidence_bp": atom.confidence_bp,
        "status": atom.status.value,
        "exposure": atom.exposure.value,
        "recall": atom.recall.value,
        "pinned": atom.pinned,
        "valid_from": _iso_or_none(atom.valid_from_ms),
        "valid_until": _iso_or_none(atom.valid_until_ms),
        "learned_at": to_iso(Moment(atom.learned_at_ms)),
        "last_confirmed_at": _iso_or_none(atom.last_confirmed_at_ms),
        "last_used_at": _iso_or_none(atom.last_used_at_ms),
        "use_count": atom.use_count,
        "version": atom.version,
        "reason_code": atom.reason_code,
    }


def is_header(record: object) -> bool:
    """Says whether a record is the first one of an export that this version reads."""
    return isinstance(record, Mapping) and tuple(record.get(name) for name in _HEADER) == ("export", FORMAT, VERSION)


def read_export(records: Iterable[object]) -> tuple[tuple[ToldConversation, ...], int, int]:
    """Returns the conversations of an export with the facts that it names, how many records were not read, and how many
    are of a known sort that no import takes.
    """
    sessions: dict[str, list[ToldTurn]] = {}
    atoms: list[Mapping[str, object]] = []
    skipped = not_taken = 0
    for record in records:
        turn = _told_line(record)
        if turn is not None and isinstance(record, Mapping):
            sessions.setdefault(text_id(record.get("session_id")), []).append(turn)
        elif isinstance(record, Mapping) and record.get("record") == "atom":
            atoms.append(record)
        elif isinstance(record, Mapping) and record.get("record") in _NOT_TAKEN:
            not_taken += 1
        elif not is_header(record) and not _is_reply(record):
            skipped += 1
    facts, unread = _facts_by_turn(atoms, {turn.turn_id: turn for turns in sessions.values() for turn in turns})
    told = tuple(
        ToldConversation(session, tuple(_with_facts(turn, facts) for turn in turns))
        for session, turns in sessions.items()
    )
    return told, skipped + unread, not_taken


def _told_line(record: object) -> ToldTurn | None:
    """Returns the turn of a line that the person said; None for any other record."""
    if not isinstance(record, Mapping) or record.get("record") != "line" or record.get("speaker") != "user":
        return None
    turn_id, text = text_id(record.get("turn_id")), record.get("text")
    if record.get("who") or not turn_id or not isinstance(text, str):
        return None
    return ToldTurn(turn_id, text, _ms(record.get("at")), turn_id)


def _is_reply(record: object) -> bool:
    """Says whether a record is a line that somebody else said, which tells nothing of the person."""
    return isinstance(record, Mapping) and record.get("record") == "line" and isinstance(record.get("text"), str)


def _with_facts(turn: ToldTurn, facts: Mapping[str, list[Fact]]) -> ToldTurn:
    return ToldTurn(turn.message_id, turn.text, turn.at_ms, turn.turn_id, tuple(facts.get(turn.turn_id, ())))


def _facts_by_turn(
    atoms: Iterable[Mapping[str, object]], told: Mapping[str, ToldTurn]
) -> tuple[dict[str, list[Fact]], int]:
    """Returns the facts of each turn, and how many memories had a shape or a source that is not known."""
    found: dict[str, list[Fact]] = {}
    unread = 0
    for atom in atoms:
        source = _last_source(atom, told)
        fact = _fact(atom, *source[1:]) if source else None
        if fact is not None and source:
            found.setdefault(source[0], []).append(fact)
        elif atom.get("status") not in (Status.REPLACED, Status.OUTDATED):
            unread += 1
    return found, unread


def _last_source(atom: Mapping[str, object], told: Mapping[str, ToldTurn]) -> tuple[str, int, int] | None:
    """Returns turn and span of the latest words that the memory came from, among those in the file."""
    sources = atom.get("sources")
    for source in reversed(sources) if isinstance(sources, list) else ():
        if isinstance(source, Mapping) and isinstance(source.get("turn_id"), str) and source["turn_id"] in told:
            start, end = source.get("start"), source.get("end")
            if isinstance(start, int) and isinstance(end, int):
                return source["turn_id"], int(start), int(end)
    return None


def _fact(atom: Mapping[str, object], start: int, end: int) -> Fact | None:
    """Returns a living memory as a fact; None for a shape that is not known. It is never less private than it was."""
    names = ("kind", "key", "value", "text", "status", "exposure")
    kind, key, value, text, status, exposure = (str(atom.get(name) or "") for name in names)
    living = status in LIVING and kind in set(Kind) and exposure in _SHOWN
    if not living or not all(isinstance(atom.get(name), str) for name in names) or not (key and value and text):
        return None
    from_ms, until_ms = _ms(atom.get("valid_from")), _ms(atom.get("valid_until"))
    when = None if from_ms is None or until_ms is None else ResolvedDate(from_ms, until_ms, timed=False, relative=False)
    asked = atom.get("recall") == Recall.ONLY_IF_ASKED
    shown = Exposure(exposure)
    return Fact(Kind(kind), key, value, text, start, end, _confidence(atom), when, shown, IMPORTED, only_if_asked=asked)


def _confidence(atom: Mapping[str, object]) -> int:
    said = atom.get("confidence_bp")
    return said if isinstance(said, int) and not isinstance(said, bool) and 0 <= said <= 10_000 else 0


def _ms(text: object) -> int | None:
    try:
        return from_iso(text).at_ms if isinstance(text, str) else None
    except BadMoment:
        return None


def _iso_or_none(at_ms: int | None) -> str | None:
    return None if at_ms is None else to_iso(Moment(at_ms))
