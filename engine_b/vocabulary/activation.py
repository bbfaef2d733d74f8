"""Adapter: stores vocabularies in the vault (2.4.4): staged in tables that nothing reads, then activated.

`stage_vocabulary` writes a new vocabulary and verifies its digest; `move_pointers` changes the pointers, in one
transaction with their ledger events. So after any interruption the old or the new one is in use, complete. Pointers are
settings: those of this device alone, and for the person's other devices which packages were committed.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine_b.core.policy import OWN_SETTINGS
from engine_b.protocol.ledger import EventDraft
from engine_b.storage.database import Database
from engine_b.vault.vault import Vault
from engine_b.vocabulary.held_words import hold_back_words, keep_version_sources
from engine_b.vocabulary.trust_store import pointer_key, root_settings
from engine_b.writes.apply_change import keep_setting
from engine_b.writes.transaction import VaultTransaction
from memory.model.changes import Scope, Setting
from packages.core.errors import HashMismatch
from packages.core.policy import PackagePolicy
from packages.documents.documents import Package, read_document
from packages.documents.merge import TableEntry, VerifiedPackage, VocabularyTable, table_of
from packages.documents.terms import TermRole, read_payload
from packages.installation.activation import NONE, ActivationPointers
from packages.publishing.adaptation import person_digest


@dataclass(frozen=True, slots=True)
class VocabularyScope:
    """Whose vocabularies these are, and the prefix of their pointers. Each scope has one in use and some to go back
    to.
    """

    user_id: str = ""
    prefix: str = "vocab."


DEVICE_SCOPE = VocabularyScope()
"""The scope of packages for everybody at this device."""


def personal_scope(user_id: str, vault_id: bytes) -> VocabularyScope:
    """Returns the scope of one person's own vocabulary (2.4.1)."""
    return VocabularyScope(user_id, f"{OWN_SETTINGS}{person_digest(user_id, vault_id)[:16]}.")


APPLIED, BEFORE, PACKAGE = "vocab.applied", "vocab.before", "package:"
"""The settings for the person's other devices: the committed vocabulary, the one before it, and each package's
version.
"""


@dataclass(frozen=True, slots=True)
class StoredVocabulary:
    """A vocabulary stored in the vault."""

    digest: str
    number: int
    """Its place in the order of staging."""
    state: str
    reason_code: str
    changed_ms: int
    packages: tuple[tuple[str, str, str], ...]
    """Name, version and repository, in the order of application."""


def load_pointers(database: Database, line: VocabularyScope = DEVICE_SCOPE) -> ActivationPointers:
    """Loads the pointers of Current State."""
    sql = "SELECT substr(key, ?), value FROM current_state WHERE substr(key, 1, ?) = ?"
    rows = database.rows(sql, (len(line.prefix) + 1, len(line.prefix), line.prefix))
    state: dict[str, str] = dict(_first_two(rows))
    return ActivationPointers(
        state.get("active", NONE),
        state.get("committed", NONE),
        int(state.get("starts", "0")),
        int(state.get("heard", "0")),
        state.get("ended", "no") == "yes",
        state.get("hearing", "no") == "yes",
    )


def stored_vocabularies(database: Database, line: VocabularyScope = DEVICE_SCOPE) -> tuple[StoredVocabulary, ...]:
    """Returns all stored vocabularies, the oldest first."""
    rows = database.rows(
        "SELECT digest, number, state, reason_code, changed_ms FROM vocabulary WHERE user_id = ? ORDER BY number",
        (line.user_id,),
    )
    sql = "SELECT name, version, repository FROM vocabulary_package WHERE digest = ? ORDER BY number"
    packages = {row[0]: tuple((r[0], r[1], r[2]) for r in database.rows(sql, (row[0],))) for row in rows}
    return tuple(StoredVocabulary(row[0], row[1], row[2], row[3], row[4], packages[row[0]]) for row in rows)


def vocabulary_terms(database: Database, digest: str) -> tuple[TableEntry, ...]:
    """Yields the words of a vocabulary, in the order of its table."""
    rows = database.rows(
        "SELECT language, spelling, role, weight, pronunciations, heard, package, version FROM vocabulary_term"
        " WHERE digest = ? ORDER BY number",
        (digest,),
    )
    return tuple(
        TableEntry(
            language,
            spelling,
            TermRole(role),
            weight,
            tuple(json.loads(sounds)),
            tuple(json.loads(heard)),
            name,
            version,
        )
        for language, spelling, role, weight, sounds, heard, name, version in rows
    )


def load_verified_packages(database: Database, digest: str, policy: PackagePolicy) -> tuple[VerifiedPackage, ...]:
    """Loads the verified packages of a vocabulary, to be merged with others."""
    rows = database.rows(
        "SELECT document, payload, repository, catalog_version FROM vocabulary_package"
        " WHERE digest = ? ORDER BY number",
        (digest,),
    )
    return tuple(
        VerifiedPackage(
            read_document(document, Package, policy).value,
            read_payload(payload, policy).terms,
            document,
            payload,
            repository,
            catalog_version,
        )
        for document, payload, repository, catalog_version in rows
    )


def stage_vocabulary(
    vault: Vault,
    table: VocabularyTable,
    packages: Iterable[VerifiedPackage],
    now_ms: int,
    line: VocabularyScope = DEVICE_SCOPE,
    producers: Iterable[str] = (),
) -> None:
    """Writes a vocabulary without activating it. Raises HashMismatch when the stored words differ from the table.

    `producers` are the atoms and correction pairs from which a person's own vocabulary came. One that is in use, or is
    the fallback of a trial, is staged already.
    """
    now = load_pointers(vault.database, line)
    if table.digest in (now.active, now.committed):
        return
    by_name = {one.package.name: one for one in packages}
    ordered = [by_name[name] for name, _ in table.order]
    with vault.recording(Scope("", "", "", now_ms)) as recorder:
        database = recorder.database
        row = database.row("SELECT ifnull(max(number), 0) + 1 FROM vocabulary")
        assert row
        _drop(database, [table.digest])
        made = (table.digest, row[0], now_ms, line.user_id)
        database.run("INSERT INTO vocabulary VALUES (?, ?, 'staged', 'VERIFIED', ?, ?)", made)
        keep_version_sources(recorder, table.digest, producers)
        database.run_many(
            "INSERT INTO vocabulary_package VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            [_package_row(table.digest, number, one) for number, one in enumerate(ordered)],
        )
        database.run_many(
            "INSERT INTO vocabulary_term VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [_term_row(table.digest, number, one) for number, one in enumerate(table.entries)],
        )
        if table_of(vocabulary_terms(database, table.digest), table.order).digest != table.digest:
            raise HashMismatch("The vocabulary that was made ready is not the one that was verified. Nothing changed.")
        facts = (("packages", len(ordered)), ("terms", len(table.entries)))
        recorder.append(EventDraft("VOCAB_STAGED", "VERIFIED", table.digest, facts=facts))


def move_pointers(
    vault: Vault,
    after: ActivationPointers,
    events: Sequence[EventDraft],
    now_ms: int,
    line: VocabularyScope = DEVICE_SCOPE,
) -> None:
    """Changes the pointers, and the states of vocabularies, in one transaction.

    Each event names a vocabulary and the reason of its new state.
    """
    before = load_pointers(vault.database, line)
    scope = Scope("", "", f"vocab-{vault.head().seq + 1}", now_ms)
    with vault.recording(scope) as recorder:
        for setting in _settings(after, line):
            keep_setting(recorder, setting)
        for draft in events:
            recorder.append(draft)
            reason = "UPDATE vocabulary SET reason_code = ?, changed_ms = ? WHERE digest = ?"
            recorder.database.run(reason, (draft.reason_code, now_ms, draft.subject_id))
        _mark_states(recorder, before, after)
        if line != DEVICE_SCOPE and not after.on_trial and after.active != before.active:
            hold_back_words(recorder, line.user_id, before.active, after.active)
        if line == DEVICE_SCOPE and after.committed != before.committed:
            _sync_pointers(recorder, before.committed, after.committed)


def mark_vocabulary_failed(
    vault: Vault, digest: str, draft: EventDraft, now_ms: int, line: VocabularyScope = DEVICE_SCOPE
) -> None:
    """Records that a staged vocabulary failed before it was activated."""
    with vault.recording(Scope("", "", "", now_ms)) as recorder:
        sql = "UPDATE vocabulary SET state = 'failed', reason_code = ?, changed_ms = ? WHERE digest = ?"
        recorder.database.run(sql, (draft.reason_code, now_ms, digest))
        if line != DEVICE_SCOPE:
            hold_back_words(recorder, line.user_id, digest, load_pointers(vault.database, line).active)
        recorder.append(draft)


def prune_vocabularies(vault: Vault, policy: PackagePolicy, now_ms: int, line: VocabularyScope = DEVICE_SCOPE) -> None:
    """Deletes vocabularies that cannot be gone back to; of failed ones name and reason stay."""
    now, kept = load_pointers(vault.database, line), stored_vocabularies(vault.database, line)
    committed = sorted((one for one in kept if one.state == "committed"), key=lambda one: (one.changed_ms, one.number))
    spare = max(policy.kept_vocabularies - 1, 0)
    others = [one.digest for one in committed if one.digest not in (now.active, now.committed)]
    gone = [*others[: max(len(others) - spare, 0)], *(one.digest for one in kept if one.state == "staged")]
    failed = [one.digest for one in kept if one.state == "failed"]
    if not gone and not any(one.packages for one in kept if one.state == "failed"):
        return
    with vault.recording(Scope("", "", "", now_ms)) as recorder:
        _drop(recorder.database, gone)
        for digest in failed:
            _empty(recorder.database, digest)


def _settings(after: ActivationPointers, line: VocabularyScope) -> Iterable[Setting]:
    yield Setting(f"{line.prefix}active", after.active)
    yield Setting(f"{line.prefix}committed", after.committed)
    yield Setting(f"{line.prefix}starts", str(after.starts))
    yield Setting(f"{line.prefix}heard", str(after.heard))
    yield Setting(f"{line.prefix}ended", "yes" if after.ended else "no")
    yield Setting(f"{line.prefix}hearing", "yes" if after.hearing else "no")


def _mark_states(recorder: VaultTransaction, before: ActivationPointers, after: ActivationPointers) -> None:
    """Sets trial, committed or failed by the pointers. A trial that another one interrupted has not failed."""
    state = "UPDATE vocabulary SET state = ? WHERE digest = ?"
    if after.active != before.active and before.on_trial:
        recorder.database.run(state, ("staged" if after.on_trial else "failed", before.active))
    recorder.database.run(state, ("trial" if after.on_trial else "committed", after.active))


def _sync_pointers(recorder: VaultTransaction, before: str, after: str) -> None:
    """Tells the person's other devices by mirrored settings: pointers only, without any word."""
    database = recorder.database
    keep_setting(recorder, Setting(APPLIED, after))
    keep_setting(recorder, Setting(BEFORE, before))
    sql = "SELECT name, version FROM vocabulary_package WHERE digest = ? ORDER BY number"
    had, has = (dict(_first_two(database.rows(sql, (digest,)))) for digest in (before, after))
    for name in sorted({*had, *has}):
        keep_setting(recorder, Setting(pointer_key(PACKAGE, name), has.get(name, NONE)))
    for setting in root_settings(database, after):
        keep_setting(recorder, setting)


def _first_two(rows: Iterable[tuple[str, ...]]) -> Iterable[tuple[str, str]]:
    return ((row[0], row[1]) for row in rows)


def _package_row(digest: str, number: int, one: VerifiedPackage) -> tuple[str | int | bytes, ...]:
    package = one.package
    return (
        digest, number, package.name, str(package.version), one.repository, min(one.catalog_version, 2**63 - 1),
        one.document, one.payload,
    )  # fmt: skip


def _term_row(digest: str, number: int, one: TableEntry) -> tuple[str | int, ...]:
    return (
        digest, number, one.language, one.spelling, one.role.value, one.weight, json.dumps(one.pronunciations),
        json.dumps(one.heard), one.package, one.version,
    )  # fmt: skip


def _drop(database: Database, digests: Iterable[str]) -> None:
    for digest in digests:
        _empty(database, digest)
        for table in ("vocabulary", "vocabulary_source"):
            database.run(f"DELETE FROM {table} WHERE digest = ?", (digest,))


def _empty(database: Database, digest: str) -> None:
    for table in ("vocabulary_package", "vocabulary_term"):
        database.run(f"DELETE FROM {table} WHERE digest = ?", (digest,))


def vocabulary_history(database: Database, limit: int) -> tuple[tuple[int, int, str, str, str, str], ...]:
    """Returns the latest ledger events about vocabularies, oldest first: seq, time, event, reason, subject and
    facts.
    """
    rows = database.rows(
        "SELECT seq, at_ms, event, reason_code, subject_id, facts FROM ledger WHERE event LIKE 'VOCAB!_%' ESCAPE '!'"
        " ORDER BY seq DESC LIMIT ?",
        (limit,),
    )
    return tuple((r[0], r[1], r[2], r[3], r[4], r[5]) for r in reversed(rows))


def trusted_versions(database: Database) -> tuple[tuple[str, int, int | None], ...]:
    """Returns each repository, with the trusted versions of its root and catalogue."""
    rows = database.rows("SELECT repository, root_version, catalog_version FROM trusted ORDER BY repository")
    return tuple((r[0], r[1], r[2]) for r in rows)
