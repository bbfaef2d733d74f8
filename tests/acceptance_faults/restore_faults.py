"""Pure: faults in what a restore brings and in what it does besides, and in sending again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from tests.acceptance_faults.fault_injection import always_returning, swap, wrap
from tests.acceptance_faults.fault_registry import fault


def brought(change: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
    """Atoms come back changed."""
    from engine_b.apply import new_records
    from engine_b.protocol.core_types import ATOM
    from engine_b.storage.record_rows import insert_rows

    def changed(database: Any, kind: Any, rows: Any) -> None:
        insert_rows(
            database, kind, [row._replace(content=change(row.content)) for row in rows] if kind is ATOM else rows
        )

    vars(new_records)["insert_rows"] = changed


def not_materialized(passed_over: Callable[[Any, str], bool]) -> None:
    """What other devices say of these subjects is not heard."""
    from engine_b.apply import materializer

    def around(right: Callable[..., None]) -> Callable[..., None]:
        def some(recorder: Any, kind: Any, subject_id: str, *said: Any) -> None:
            if not passed_over(kind, subject_id):
                right(recorder, kind, subject_id, *said)

        return some

    wrap(materializer.materialize, around)


@fault(Q15_RESTORE_CONTINUITY="every_mark_survives")
def pins_are_lost() -> None:
    """What was pinned comes back loose."""
    brought(lambda content: {**content, "pinned": False})


@fault(
    Q15_RESTORE_CONTINUITY="silence_corrections_and_forgetting_survive",
    Q15_NO_ACTION_ON_RESTORE="silence_is_not_lifted",
)
def rules_stay_behind() -> None:
    """A do-not-mention rule is on the lost device only."""
    not_materialized(lambda kind, subject_id: kind.name == "rule")


@fault(Q15_RESTORE_CONTINUITY="several_people_stay_apart")
def everything_comes_back_as_the_owners() -> None:
    """What is Bob's comes back as Ana's."""
    from memory.model import ids

    brought(lambda content: {**content, "user_id": ids.user_id("ana")})


@fault(Q15_RESTORE_CONTINUITY="nothing_to_restore")
def an_empty_mirror_is_an_empty_memory() -> None:
    """That there is nothing in the mirror is taken for there being nothing to remember."""
    from engine_b.account import restore
    from engine_b.account.restore import RestoreResult

    right = restore.restore_account

    def restored(state: Any, *words: Any) -> RestoreResult:
        from engine_b.core.sync_errors import MirrorEmptyRefused

        try:
            return right(state, *words)
        except MirrorEmptyRefused:
            return RestoreResult(0, 0, 0, "nobody", 0, "0000", "pi")

    swap(right, restored)


@fault(Q15_RESTORE_CONTINUITY="words_that_are_wrong")
def any_24_words_will_do() -> None:
    """Words whose checksum fails are taken for those of another account."""
    from engine_b.core import sync_errors
    from engine_b.crypto import recovery_phrase

    right = recovery_phrase.entropy_from_phrase

    def careless(text: str) -> bytes:
        try:
            return right(text)
        except sync_errors.WordChecksum:
            return bytes(recovery_phrase.ENTROPY_BYTES)

    swap(right, careless)


@fault(Q15_RESTORE_CONTINUITY="the_mirror_dies_in_the_middle")
def half_a_vault_is_enough() -> None:
    """What had come when the line broke is called the whole."""
    from engine_b.account import restore
    from engine_b.core import sync_errors

    def around(take: Callable[..., None]) -> Callable[..., None]:
        def some(*words: Any) -> None:
            try:
                take(*words)
            except sync_errors.MirrorUnreachable:
                words[0].database.run("DELETE FROM sync_note")

        return some

    wrap(restore._apply_all_ops, around)
    swap(restore._add_to_roster, always_returning(None))
    vars(restore)["sync_once"] = always_returning(None)


@fault(Q15_OUTBOX_IDEMPOTENCE="nothing_new_sends_nothing")
def everything_is_sent_again() -> None:
    """The mirror is always taken for one that has lost its ops."""
    from engine_b.sync import reupload

    wrap(
        reupload.reupload_lost_ops, lambda right: lambda recorder, mirrored: right(recorder, dict.fromkeys(mirrored, 0))
    )


@fault(Q15_OUTBOX_IDEMPOTENCE="what_was_forgotten_does_not_return")
def the_forgotten_rises() -> None:
    """An erasure of another device is not heard of."""
    from engine_b.apply import materializer

    wrap(materializer._drop, lambda right: lambda recorder, kind, *what: kind.teaches or right(recorder, kind, *what))


@fault(Q15_OUTBOX_IDEMPOTENCE="versions_never_go_back")
def the_oldest_version_wins() -> None:
    """What comes later from another device is not newer."""
    from engine_b.apply import materializer

    wrap(materializer._put, lambda right: lambda recorder, kind, record: kind.teaches or right(recorder, kind, record))


@fault(Q15_OUTBOX_IDEMPOTENCE="a_mirror_from_yesterday")
def a_mirror_is_never_healed() -> None:
    """What the mirror has lost is not sent again."""
    from engine_b.sync import reupload

    swap(reupload.reupload_lost_ops, always_returning(0))


@fault(Q15_NO_ACTION_ON_RESTORE="what_sounds_like_a_command_is_a_memory")
def a_restore_does_something() -> None:
    """A restore runs something and leaves its trace."""
    from engine_b.account import restore
    from memory.model.changes import Change, Note, Scope

    def around(enter: Callable[..., None]) -> Callable[..., None]:
        def active(vault: Any, *words: Any) -> None:
            enter(vault, *words)
            vault.commit(Change(Scope("", "", "", 1), notes=(Note("ACTION_RUN", "RESTORE"),)))

        return active

    wrap(restore._add_to_roster, around)


@fault(Q15_NO_ACTION_ON_RESTORE="settings_grant_nothing")
def the_inside_is_opened() -> None:
    """What is internal may be told on a new device."""
    brought(lambda content: {**content, "exposure": "SAFE_TO_SPEAK"})


@fault(Q15_NO_ACTION_ON_RESTORE="no_memory_is_used_or_confirmed")
def restoring_confirms() -> None:
    """What comes back counts as confirmed."""
    brought(lambda content: {**content, "confidence_bp": 9_900})


@fault(Q15_NO_ACTION_ON_RESTORE="other_devices_keep_their_rights")
def a_restore_revokes_the_others() -> None:
    """A new device throws out those that were there."""
    from engine_b.protocol import roster

    def around(right: Callable[..., Any]) -> Callable[..., Any]:
        def alone(known: Any, body: bytes, member: Any) -> Any:
            made = right(known, body, member)
            out = [
                each if each.device_id == member.device_id else replace(each, revoked=True, through_chain=bytes(32))
                for each in made.members
            ]
            return replace(made, members=tuple(out))

        return alone

    wrap(roster.with_member, around)


@fault(Q15_NO_ACTION_ON_RESTORE="an_open_question_is_not_answered")
def a_restore_asks() -> None:
    """A restore leaves a question that the next word answers."""
    from engine_b.account import restore

    def around(enter: Callable[..., None]) -> Callable[..., None]:
        def asking(vault: Any, *words: Any) -> None:
            enter(vault, *words)
            row = ("q-1", "u-ana", "s2", "t-1", "name", "CONFLICT", "open", "[]", 1, "")
            vault.database.run(f"INSERT INTO question VALUES ({', '.join('?' * len(row))})", row)

        return asking

    wrap(restore._add_to_roster, around)


@fault(Q15_NO_ACTION_ON_RESTORE="packages_come_back_as_pointers")
def package_pointers_stay_behind() -> None:
    """Which packages were in use is known on the lost device only."""
    not_materialized(lambda kind, subject_id: subject_id.startswith("setting:package:"))
