"""Composition: what `selene doctor` finds about syncing: account, mirror, refused ops, certificate and clock."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from device.cli.account.cmd_sync import format_failure, last_failure_object
from device.cli.common.told_moment import moment_of
from device.cli.doctor.doctor_finding import Finding
from device.core.policy import FAR_SYNC_DAYS, RENEW_CERTIFICATE_DAYS
from device.daemon.vault_access import open_for_reading
from engine_b.core.errors import VaultError
from engine_b.core.sync_errors import DeviceRevoked, MirrorUnreachable, SyncError
from memory.model.atoms import Moment
from memory.model.timestamps import local_datetime, to_iso

if TYPE_CHECKING:
    from engine_b.vault.vault import Vault


def run_sync_checks(state: Path, *, whole: bool) -> list[Finding]:
    """Runs the checks of syncing and writes nothing. Without an account, or with a damaged vault, returns one
    finding.
    """
    from engine_b.sync import membership

    unseen = Finding("account", "warn", "not looked at", "See what is said about the vault.")
    if not whole:
        return [unseen]
    try:
        with open_for_reading(state, moment_of(None)) as vault:
            if not membership.has_account(vault.database):
                return [Finding("account", "warn", "none", "Make one with selene init: then a lost device is no loss.")]
            own = sum(not member.revoked for member in membership.load_account(vault.database).roster.members)
            first = Finding("account", "ok", f"{own} device{'s' if own != 1 else ''}")
            return [first, *(check(vault) for check in _CHECKS)]
    except VaultError:
        return [unseen]


def _check_outbox(vault: Vault) -> Finding:
    from engine_b.sync import membership, outbox

    waiting, last = (
        outbox.count_unacknowledged(vault.database),
        membership.get_sync_counter(vault.database, "last_sync_ms"),
    )
    now = moment_of(None)
    if last > now.at_ms:
        return Finding("sync", "warn", "the last exchange lies in the future", "Look at the clock of this device.")
    when = to_iso(Moment(last, now.utc_offset_min)) if last else "never"
    failed = last_failure_object(vault)
    if failed and failed["next_try"]:
        found = f"{waiting} waiting, last exchange {when}, last failure {format_failure(failed)}"
        return Finding("sync", "warn", found, "Nothing is lost; what waits is sent when the mirror takes it again.")
    if waiting and local_datetime(now) - local_datetime(Moment(last)) > timedelta(days=FAR_SYNC_DAYS):
        return Finding("sync", "warn", f"{waiting} waiting, last exchange {when}", "Run: selene sync --once")
    return Finding("sync", "ok", f"{waiting} waiting, last exchange {when}")


def _check_parked(vault: Vault) -> Finding:
    from engine_b.apply.parked_ops import parked_ops

    found = parked_ops(vault.database)
    if vault.unknown_types:
        told = f"{len(vault.unknown_types)} types of records of a newer Selene are here, kept as they are"
        return Finding("parked", "warn", told, "Update this Selene.")
    if found:
        reasons = ", ".join(sorted({reason for *_, reason in found}))
        return Finding("parked", "warn", f"{len(found)} set aside: {reasons}", "selene sync status names them.")
    return Finding("parked", "ok", "nothing was set aside")


def _check_certificate(vault: Vault) -> Finding:
    """Checks the certificate: with a wrong clock it seems expired or not yet valid, and TLS refuses it."""
    from engine_b.crypto.certificates import certificate_validity
    from engine_b.sync import membership

    mirror = membership.load_paired_mirror(vault.database)
    if mirror is None:
        return Finding("certificate", "ok", "none, not paired")
    begins, ends = (Moment(at_ms) for at_ms in certificate_validity(mirror.certificate))
    now = moment_of(None)
    if not begins.at_ms <= now.at_ms < ends.at_ms:
        first, last, today = (local_datetime(at).date() for at in (begins, ends, now))
        found = f"valid from {first} to {last}, and the clock says {today}"
        return Finding("certificate", "fail", found, "Set the clock; if it is right, ask for a new invitation.")
    if local_datetime(ends) - local_datetime(now) < timedelta(days=RENEW_CERTIFICATE_DAYS):
        return Finding(
            "certificate", "warn", f"ends on {local_datetime(ends).date()}", "Ask for a new invitation soon."
        )
    return Finding("certificate", "ok", f"until {local_datetime(ends).date()}")


def _check_mirror(vault: Vault) -> Finding:
    """Checks that the mirror answers, and has exactly the ops of this device that it acknowledged."""
    from engine_b.account.enrollment import connect_to_mirror
    from engine_b.protocol.sync_protocol import ChainPosition
    from engine_b.sync import membership, outbox
    from engine_b.sync.mirror_state import verify_mirror_state
    from protos.selene.mirror.v1 import mirror_service_pb2 as pb

    mirror = membership.load_paired_mirror(vault.database)
    if mirror is None:
        return Finding("mirror", "warn", "none", "Pair with one: selene pair. Until then a lost device is lost.")
    try:
        with connect_to_mirror(vault) as client:
            answer = client.answer(pb.GetBundleRequest())
        assert isinstance(answer, pb.GetBundleResponse)
        end = verify_mirror_state(vault.database, vault.vault_id, answer).checkpoints.get(
            bytes.fromhex(vault.device_id)
        )
        has = ChainPosition(end.seq, end.chain) if end else ChainPosition()
        outbox.require_own_chain(vault.database, vault.device_id, has)
    except SyncError as error:
        severity = "warn" if isinstance(error, MirrorUnreachable) else "fail"
        return Finding("mirror", severity, error.code, _advice(error))
    acknowledged = outbox.load_chain_positions(vault.database).get(vault.device_id, ChainPosition()).seq
    if has.seq < acknowledged:
        found = f"{mirror.address} has lost {acknowledged - has.seq} of {acknowledged} ops"
        return Finding("mirror", "warn", found, "Nothing is lost here; the next sync sends them again.")
    last = outbox.last_op_seq(vault.database, vault.device_id)
    return Finding("mirror", "ok", f"{mirror.address} answers, and has {has.seq} of {last} ops of this device")


def _advice(error: SyncError) -> str:
    if isinstance(error, DeviceRevoked):
        return "This device was taken out of the account; restore with your words into a new folder."
    return str(error)


_CHECKS: tuple[Callable[[Vault], Finding], ...] = (_check_outbox, _check_parked, _check_certificate, _check_mirror)
