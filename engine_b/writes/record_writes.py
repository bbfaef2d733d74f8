"""Adapter: writes, changes and drops any record of this device: its rows, its op and its ledger event."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from engine_b.core.errors import ChangeRefused
from engine_b.crypto.sealing import commitment
from engine_b.protocol.ledger import SUBJECT, EventDraft
from engine_b.protocol.record_types import Content, EventRule, RecordType, SyncScope, fits_schema
from engine_b.storage.record_contents import all_unknown_fields, stored_content, stored_record, stored_records
from engine_b.storage.record_rows import RecordRow, change_row, delete_row, insert_rows
from engine_b.storage.visibility_sql import topic_count
from engine_b.writes.transaction import VaultTransaction
from memory.text.phrases import find_phrase
from protos.canonical_json import canonical_bytes

BY_PERSON = "USER_CONTROL"
"""The reason of an event whose type has none of its own: the person wanted it."""


def save_record(
    recorder: VaultTransaction,
    kind: RecordType,
    record: RecordRow,
    before: Content | None,
    *,
    reason: str = BY_PERSON,
    new: bool = False,
    keeps: str = "",
) -> None:
    """Writes a record with its key, its op and its event. `before` is the stored record.

    `new` says that no op was ever made about it; `keeps` is the op whose words it has.
    """
    seq = recorder.head.seq + 1
    if before is None:
        insert_rows(recorder.database, kind, [record], seq, spoken=False)
    else:
        change_row(recorder.database, kind, before, record, seq)
    content, dek, vouched = canonical_bytes(record.content), None, b""
    if kind.keyed:
        dek = recorder.new_key(record.subject_id, record.version)
        vouched = commitment(content, dek)
    here = kind.stays_here(record.content)
    op = "" if here else recorder.put(kind, record.subject_id, record.version, content, dek, new=new, keeps=keeps)
    rule = kind.made if before is None else kind.changed
    if rule:
        recorder.append(event_draft(kind, rule, record.subject_id, record.content, reason, op, vouched))
    if kind.recounts_topics(record.content):
        count_topics(recorder, record.content["user_id"])


def remove_record(recorder: VaultTransaction, kind: RecordType, subject_id: str, content: Content, reason: str) -> None:
    """Deletes a record with its rows, its key and its ops everywhere, and adds the ledger event."""
    delete_row(recorder.database, kind, subject_id)
    op = recorder.destroy(kind, subject_id)
    if kind.dropped:
        recorder.append(event_draft(kind, kind.dropped, subject_id, {}, reason, op))
        recorder.forgot |= kind.dropped.forgets
    if kind.recounts_topics(content):
        count_topics(recorder, content["user_id"])


def event_draft(
    kind: RecordType,
    rule: EventRule,
    subject_id: str,
    content: Content,
    reason: str,
    op: str = "",
    vouched: bytes = b"",
) -> EventDraft:
    """Builds the ledger event of a change of a record."""
    facts = rule.facts_of(content) if content else ()
    code = rule.reason_of(content, reason) if content or not rule.reason_field else reason
    return EventDraft(rule.event, code, kind.row_id(subject_id), op, facts, vouched)


def write_record(recorder: VaultTransaction, type_name: str, content: Mapping[str, Any]) -> None:
    """Writes a record of a registered type. An equal one is skipped, a forgotten one stays forgotten."""
    kind, said = _registered(recorder, type_name), dict(content)
    if not fits_schema(kind, said) or not said.keys() <= kind.fields:
        raise ChangeRefused("A record was not as its type wants it; nothing was changed.")
    subject_id = kind.subject_of(said)
    if not SUBJECT.fullmatch(subject_id) or not subject_id.startswith(kind.prefix):
        raise ChangeRefused("A record was not as its type wants it; nothing was changed.")
    said = {**kind.defaults, **said}
    before = stored_content(recorder.database, kind, subject_id)
    for stated in (before, said):
        if stated is not None:
            _require_own(recorder, stated)
    rule = kind.made if before is None else kind.changed
    if before == said or (kind.final and recorder.is_tombstoned(subject_id)):
        return
    if rule and recorder.replayed(event_draft(kind, rule, subject_id, said, BY_PERSON)):
        return
    row = recorder.database.row("SELECT max(version) FROM op WHERE subject_id = ?", (subject_id,))
    version = 1 + (row[0] if row and row[0] else 0)
    save_record(recorder, kind, RecordRow(subject_id, version, said), before)


def drop_record(recorder: VaultTransaction, type_name: str, subject_id: str) -> None:
    """Drops a record of a registered type. Skips a missing one."""
    kind = _registered(recorder, type_name)
    before = stored_content(recorder.database, kind, subject_id)
    if before is not None:
        _require_own(recorder, before)
        remove_record(recorder, kind, subject_id, before, BY_PERSON)


def drop_followers(recorder: VaultTransaction, atom_id: str) -> None:
    """Drops the records that depend on an atom which is gone for good."""
    for kind in recorder.types:
        if kind.goes_with:
            for subject_id, _, content in list(
                stored_records(recorder.database, kind, f"t.{kind.goes_with} = ?", (atom_id,))
            ):
                remove_record(recorder, kind, subject_id, content, "ATOM_FORGOTTEN")


def drop_quoting_records(recorder: VaultTransaction, quotes: Iterable[str], *, everywhere: bool = False) -> None:
    """Drops the acting user's records, other than lines and atoms, with one of these texts.

    `everywhere` says that the texts were named and stand nowhere any more. Otherwise the memory's own records stay
    (orders, corrections, flags), since other memories may have the same words.
    """
    listed = [quote for quote in quotes if quote.strip()]
    if not listed:
        return
    for kind in recorder.types:
        if not kind.words or kind.indexed_text is not None:  # what is indexed is found by its stems: quote_finder
            continue
        if kind.gated and not everywhere:
            continue
        own = stored_records(recorder.database, kind, "t.user_id = ?", (recorder.scope.user_id,))
        for subject_id, _, content in list(own):
            if _says_one(kind, content, listed) and not kind.needs_words(content):
                remove_record(recorder, kind, subject_id, content, "ATOM_FORGOTTEN")


def _says_one(kind: RecordType, content: Content, quotes: Iterable[str]) -> bool:
    """Says whether a record has one of these texts, letter by letter or word by word."""
    texts = [content[name] for name in kind.words]
    return any(_stands_in(quote, text) or find_phrase(quote, text) for quote in quotes for text in texts)


def _stands_in(quote: str, text: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(quote)}(?!\w)", text, re.IGNORECASE) is not None


def adopt_known_fields(recorder: VaultTransaction) -> None:
    """Moves carried fields that this build knows by now into their records.

    Nothing changes for other devices. Carried fields with an invalid value stay as they are.
    """
    for subject_id, carried in all_unknown_fields(recorder.database).items():
        kind = recorder.types.type_of(subject_id)
        known = kind.split(carried)[0].keys() & carried.keys() if kind else set()
        before = stored_record(recorder.database, kind, subject_id) if kind and known else None
        if kind is None or before is None:
            continue
        version, content = before
        after = {**content, **{name: carried[name] for name in known}}
        if fits_schema(kind, after):
            rest = {name: value for name, value in carried.items() if name not in known}
            change_row(recorder.database, kind, content, RecordRow(subject_id, version, after, rest))


def count_topics(recorder: VaultTransaction, user_id: str) -> None:
    """Counts the matching topics again, for all rows of a user."""
    for kind in recorder.types:
        if kind.indexed_text is not None:
            count = topic_count(f"{kind.table}.user_id", f"{kind.table}.stems")
            recorder.database.run(
                f"UPDATE {kind.table} SET dnm = {count} WHERE user_id = ? AND dnm <> {count}", (user_id,)
            )


def consented_type(recorder: VaultTransaction, key: str) -> RecordType | None:
    """Returns the type whose consent setting this is."""
    by_consent = (kind for kind in recorder.types if kind.scope is SyncScope.BY_CONSENT)
    return next((kind for kind in by_consent if kind.consent_key == key), None)


def _registered(recorder: VaultTransaction, type_name: str) -> RecordType:
    kind = recorder.types.get(type_name)
    if kind is None:
        raise ChangeRefused("A record of a type that is not registered was to be written; nothing was changed.")
    return kind


def _require_own(recorder: VaultTransaction, content: Content) -> None:
    if content.get("user_id", recorder.scope.user_id) != recorder.scope.user_id:
        raise ChangeRefused("Somebody else's record was to be changed; nothing was changed.")
