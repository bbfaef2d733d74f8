"""Composition: `selene doctor`: checks the installation; one line with advice for each finding."""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

import click

from device.cli.common.error_report import show_json
from device.cli.common.told_moment import moment_of
from device.cli.doctor.doctor_finding import Finding
from device.cli.doctor.engine_findings import run_engine_checks
from device.cli.doctor.sync_findings import run_sync_checks
from device.cli.doctor.voice_findings import check_voice
from device.core.policy import MIN_CLOCK_MS, MIN_FREE_BYTES
from device.daemon.vault_access import open_existing, open_for_reading, serving
from device.platform.control_place import SYSTEM_FOLDER, control_place
from engine_b.core.errors import VaultError, VaultMissing
from engine_b.storage.lock import vault_in_use
from engine_b.vault.integrity_check import VerifyReport

_JOIN = "To be of it: sudo usermod --append --groups selene YOUR_NAME, then log in again."


def run_checks(state: Path, *, as_json: bool, with_sound: bool = False) -> int:
    """Runs all checks; 0 when nothing failed, 1 otherwise. A missing microphone is only a warning."""
    vault = [check(state) for check in _CHECKS]
    whole = all(finding.state != "fail" for finding in vault)
    findings = [*vault, *run_sync_checks(state, whole=whole), *run_engine_checks(), check_voice(state)]
    if with_sound:
        from device.cli.doctor.sound_findings import run_sound_checks

        findings += run_sound_checks(quiet=as_json)
    if as_json:
        show_json({"findings": [asdict(finding) for finding in findings]})
    else:
        for finding in findings:
            click.echo(f"{finding.state:<5} {finding.check:<13} {finding.found}")
            if finding.advice:
                click.echo(f"{'':<19} {finding.advice}")
    return 1 if any(finding.state == "fail" for finding in findings) else 0


def _check_folder(state: Path) -> Finding:
    if not state.exists():
        return Finding("folder", "warn", f"{state} does not exist yet", "The first turn makes it.")
    if stat.S_IMODE(state.stat().st_mode) & 0o077:
        return Finding("folder", "fail", "others may look into it", f"chmod 700 {state}")
    return Finding("folder", "ok", str(state))


def _check_disk(state: Path) -> Finding:
    place = next(path for path in (state, *state.absolute().parents) if path.exists())
    free = shutil.disk_usage(place).free
    if free < MIN_FREE_BYTES:
        return Finding(
            "disk", "fail", f"{free // 1024} KiB free", "Free some space: Selene cannot save what she hears."
        )
    return Finding("disk", "ok", f"{free // 1024**2} MiB free")


def _check_clock(_state: Path) -> Finding:
    if moment_of(None).at_ms < MIN_CLOCK_MS:
        return Finding("clock", "warn", "the clock was never set", "Set it: dates like 'next friday' depend on it.")
    return Finding("clock", "ok", "set")


def _check_vault(state: Path) -> Finding:
    try:
        report, healed = _verify_vault(state)
    except VaultMissing:
        return Finding("vault", "warn", "none yet", "The first turn makes it.")
    except VaultError as error:
        return Finding("vault", "fail", error.code, str(error))
    if report.problems:
        return Finding("vault", "fail", ", ".join(report.problems), "Restore it from a copy, or from the mirror.")
    if healed:
        return Finding("vault", "warn", "VAULT_HEALED: its salt was damaged and was put back", "Look after the disk.")
    return Finding("vault", "ok", f"{report.counts.events} ledger events verified, {report.counts.atoms} atoms")


def _check_daemon(state: Path) -> Finding:
    if serving.get() is None:
        running = state.exists() and vault_in_use(state)
        if running:
            return Finding("daemon", "warn", "a Selene runs here and takes no commands", "Start her anew.")
        if SYSTEM_FOLDER.is_dir() and not os.access(SYSTEM_FOLDER, os.R_OK | os.X_OK):
            return Finding("daemon", "warn", f"the Selene of {SYSTEM_FOLDER} serves her group only", _JOIN)
        return Finding("daemon", "ok", "not running; commands open the vault themselves")
    place, for_group = control_place(state)
    return Finding("daemon", "ok", f"running; {'her group' if for_group else 'her owner'} may use {place}")


def _verify_vault(state: Path) -> tuple[VerifyReport, bool]:
    """Reads the whole vault, and reports whether opening it had to repair something.

    Only with write access the write-ahead log can be settled first, without which pages cannot be verified.
    """
    if not state.exists():
        raise VaultMissing
    if vault_in_use(state):
        with open_for_reading(state, moment_of(None)) as vault:
            return vault.verify(), False
    with open_existing(state, moment_of(None)) as vault:
        return vault.verify(), vault.healed


_CHECKS: tuple[Callable[[Path], Finding], ...] = (
    _check_folder,
    _check_disk,
    _check_clock,
    _check_vault,
    _check_daemon,
)
