"""Adapter: publishing a package, applying it, and what a vault then says is in use."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from device.vocabulary.package_installer import PackageInstaller, PackageSource
from device.vocabulary.self_test import SelfTestResult
from engine_b.vault.vault import Vault
from engine_b.vocabulary import activation
from packages.core.names import Version
from packages.core.policy import PackagePolicy
from packages.installation.activation import ActivationPointers, ActivationStep, HealthVerdict, apply_verdict
from packages.verification.client import DeviceProfile
from tests.sim.publisher import NOW_MS, Publisher

DEVICE = DeviceProfile(Version(1, 2), frozenset({"en"}))


POLICY = PackagePolicy()


State = tuple[ActivationPointers, tuple[str, ...], list[tuple[str, int, int | None]]]


def hears(_before: tuple[str, ...], _after: tuple[str, ...]) -> SelfTestResult:
    return SelfTestResult(8, 0)


def mishears(_before: tuple[str, ...], _after: tuple[str, ...]) -> SelfTestResult:
    return SelfTestResult(8, 2)


def crashes(_before: tuple[str, ...], _after: tuple[str, ...]) -> SelfTestResult:
    raise RuntimeError


def publishing(*versions: tuple[str, str]) -> Publisher:
    publisher = Publisher()
    for version, word in versions:
        publisher.publish({("kitchen", version): [word, "sous vide"]})
    return publisher


def source(publisher: Publisher, repository: str = "company") -> PackageSource:
    return PackageSource(repository, publisher, publisher.stopwatch, publisher.files["1.root.json"])


def package_installer(vault: Vault, now_ms: int = NOW_MS) -> PackageInstaller:
    return PackageInstaller(vault, DEVICE, now_ms)


@contextmanager
def opened(state: Path) -> Iterator[Vault]:
    with Vault.open(state, now_ms=NOW_MS) as vault:
        yield vault


def seen(vault: Vault) -> State:
    """Pointers, words in use, and trusted versions."""
    now = activation.load_pointers(vault.database)
    words = tuple(entry.spelling for entry in activation.vocabulary_terms(vault.database, now.active))
    return now, words, list(activation.trusted_versions(vault.database))


def commit(vault: Vault) -> None:
    """End the trial well."""
    now = activation.load_pointers(vault.database)
    package_installer(vault).settle(
        now, ActivationStep(apply_verdict(now, HealthVerdict.HEALTHY), HealthVerdict.HEALTHY)
    )
