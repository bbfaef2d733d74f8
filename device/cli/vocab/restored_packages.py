"""Composition: applies on a restored device the packages that the person's other devices use (2.13).

Their names came back with the memory, and so did the roots that are trusted; the mirror serves the packages. They are
verified, self-tested and put on trial as by `selene vocab apply`. It asks no other repository than the mirror's, and
takes nothing of the restore back when it fails.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from device.cli.vocab.beside_daemon import self_test_beside
from device.cli.vocab.cmd_packages import device_profile, missing_packages, package_source
from device.core.errors import DeviceError
from device.daemon.vault_access import open_account_vault
from device.vocabulary.package_installer import PackageInstaller
from device.vocabulary.package_repositories import MIRROR
from engine_b.core.sync_errors import SyncError
from engine_b.vault.vault import Vault
from engine_b.vocabulary.trust_store import ROOT
from memory.model.atoms import Moment
from packages.core.errors import PackageError


@dataclass(frozen=True, slots=True)
class RestoredPackages:
    """What became of the packages: those in use now and those that are still missing, each "name version"."""

    applied: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    code: str = ""
    """Why some are missing: the code of the error, empty without one."""
    message: str = ""


def apply_missing_packages(state: Path, now: Moment, recogniser: str) -> RestoredPackages:
    """Applies the packages that the other devices use, from the repositories of the mirror by the names that they were
    trusted under. A failure is told in the result and changes nothing.
    """
    with open_account_vault(state, now) as vault:
        wanted: Mapping[str, str] = _missing(vault)
        failed: PackageError | SyncError | DeviceError | None = None
        for repository in _trusted_names(vault) if wanted else ():
            try:
                _apply_from(vault, repository, _missing(vault), now, recogniser)
            except (PackageError, SyncError, DeviceError) as error:
                failed = error
        left = _missing(vault)
        applied = tuple(each for each in _named(wanted) if each not in _named(left))
        why = (failed.code, str(failed)) if left and failed is not None else ("", "")
        return RestoredPackages(applied, _named(left), *why)


def _apply_from(vault: Vault, repository: str, wanted: Mapping[str, str], now: Moment, recogniser: str) -> None:
    """Applies the wanted packages that a repository of the mirror offers. Raises a `PackageError` or `SyncError`."""
    installer = PackageInstaller(vault, device_profile(), now.at_ms)
    with package_source(vault, f"{MIRROR}{repository}", repository, None, installer.policy) as source:
        offered = [name for name, _ in installer.offer(source).table.order]
        names = tuple(name for name in offered if name in wanted)
        if names:
            installer.apply(source, self_test_beside(recogniser), names)


def _missing(vault: Vault) -> dict[str, str]:
    return {each["name"]: each["version"] for each in missing_packages(vault)}


def _named(packages: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(f"{name} {version}" for name, version in packages.items())


def _trusted_names(vault: Vault) -> tuple[str, ...]:
    """Returns the names of the repositories that the person's other devices trust, in their order."""
    keys = (setting.key for setting in vault.current_state())
    return tuple(key.removeprefix(ROOT) for key in keys if key.startswith(ROOT))
