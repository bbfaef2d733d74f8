"""Wiring: `selene doctor`: one line for each thing that could be wrong, and what to do about it."""

from __future__ import annotations

import shutil
import stat
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

import typer

from device.cli.common.exit_status import show_json
from device.cli.doctor.finding import Finding
from device.cli.doctor.sync_findings import examine_sync
from device.cli.talk.cmd_say import moment_of
from device.core.errors import DeviceError
from device.daemon.composition import RunSettings, open_to_check, open_to_read
from engine_b.core.errors import VaultError, VaultMissing
from engine_b.storage.lock import vault_in_use
from engine_b.vault.integrity_check import VerifyReport

_MIN_FREE_BYTES = 64 * 1024 * 1024
"""Below this a vault and its journal may not fit."""
_MIN_YEAR_MS = 1_735_689_600_000
"""2025: an earlier clock was never set."""


def examine(state: Path, *, as_json: bool) -> int:
    """Look at everything; 0 when nothing failed, 1 otherwise. A missing microphone is only a warning."""
    vault = [check(state) for check in _CHECKS]
    whole = all(finding.state != "fail" for finding in vault)
    findings = [*vault, *examine_sync(state, whole=whole), *(check(state) for check in _DOORS)]
    if as_json:
        show_json({"findings": [asdict(finding) for finding in findings]})
    else:
        for finding in findings:
            typer.echo(f"{finding.state:<5} {finding.check:<12} {finding.found}")
            if finding.advice:
                typer.echo(f"{'':<18} {finding.advice}")
    return 1 if any(finding.state == "fail" for finding in findings) else 0


def _folder(state: Path) -> Finding:
    if not state.exists():
        return Finding("folder", "warn", f"{state} does not exist yet", "The first turn makes it.")
    if stat.S_IMODE(state.stat().st_mode) & 0o077:
        return Finding("folder", "fail", "others may look into it", f"chmod 700 {state}")
    return Finding("folder", "ok", str(state))


def _disk(state: Path) -> Finding:
    place = next(path for path in (state, *state.absolute().parents) if path.exists())
    free = shutil.disk_usage(place).free
    if free < _MIN_FREE_BYTES:
        return Finding(
            "disk", "fail", f"{free // 1024} KiB free", "Free some space: Selene cannot save what she hears."
        )
    return Finding("disk", "ok", f"{free // 1024**2} MiB free")


def _clock(_state: Path) -> Finding:
    if moment_of(None).at_ms < _MIN_YEAR_MS:
        return Finding("clock", "warn", "the clock was never set", "Set it: dates like 'next friday' depend on it.")
    return Finding("clock", "ok", "set")


def _vault(state: Path) -> Finding:
    try:
        report, healed = _verified(state)
    except VaultMissing:
        return Finding("vault", "warn", "none yet", "The first turn makes it.")
    except VaultError as error:
        return Finding("vault", "fail", error.code, str(error))
    if report.problems:
        return Finding("vault", "fail", ", ".join(report.problems), "Restore it from a copy, or from the mirror.")
    if healed:
        return Finding("vault", "warn", "VAULT_HEALED: its salt was damaged and was put back", "Look after the disk.")
    return Finding("vault", "ok", f"{report.counts.events} ledger events verified, {report.counts.atoms} atoms")


def _verified(state: Path) -> tuple[VerifyReport, bool]:
    """Everything is read, and whether opening had to heal something.

    Only who may write can settle the journal first, without which pages cannot be judged.
    """
    if not state.exists():
        raise VaultMissing
    if vault_in_use(state):
        with open_to_read(state, moment_of(None)) as vault:
            return vault.verify(), False
    with open_to_check(state, moment_of(None)) as vault:
        return vault.verify(), vault.healed


def _door(name: str, opener: str, uri: str) -> Callable[[Path], Finding]:
    def check(_state: Path) -> Finding:
        from device.engines import factory as doors

        try:
            door = getattr(doors, opener)(uri, fast=False) if name == "microphone" else getattr(doors, opener)(uri)
        except DeviceError as error:
            severity = "warn" if uri == "device:" else "fail"
            return Finding(name, severity, error.code, str(error))
        if hasattr(door, "close"):
            door.close()
        return Finding(name, "ok", uri)

    return check


_DEFAULT = RunSettings(Path(), None)
_CHECKS: tuple[Callable[[Path], Finding], ...] = (
    _folder,
    _disk,
    _clock,
    _vault,
)
_DOORS: tuple[Callable[[Path], Finding], ...] = (
    _door("microphone", "open_microphone", _DEFAULT.microphone),
    _door("speaker", "open_speaker", _DEFAULT.speaker),
    _door("wake", "open_wake", _DEFAULT.wake),
    _door("speech", "open_speech", _DEFAULT.speech),
    _door("recogniser", "open_recogniser", _DEFAULT.recogniser),
    _door("voice", "open_voice", _DEFAULT.voice),
)
