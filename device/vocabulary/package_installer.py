"""Composition: installs the vocabulary of packages (2.4.4): verify, stage, self-test, activate; and roll back.

After a refusal, failure or crash the vocabulary in use is the old one or the new one, complete. Nothing here can bind a
command, change a permission or forget: a package brings only words.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from device.core.errors import DeviceError
from device.nlu.intent_registry import build_package_gate
from device.vocabulary.self_test import SelfTest
from engine_b.protocol.ledger import EventDraft
from engine_b.vault.vault import Vault
from engine_b.vocabulary import activation
from engine_b.vocabulary.activation import DEVICE_SCOPE, VocabularyScope
from engine_b.vocabulary.trust_store import VaultTrustStore
from packages.core.errors import PackageError, UnknownPackage, VocabularyChanged, VocabularyRolledBack
from packages.core.policy import PackagePolicy
from packages.core.ports import Fetcher, Stopwatch, TrustStore
from packages.core.ports import KeptTrust as Trust
from packages.documents.merge import EMPTY_DIGEST, TableEntry, VerifiedPackage, VocabularyTable, merge_packages
from packages.installation.activation import (
    NONE,
    ActivationPointers,
    ActivationStep,
    HealthVerdict,
    activate_vocabulary,
)
from packages.installation.refresh import EphemeralTrustStore, refresh_repository, trust_initial_root
from packages.verification.client import DeviceProfile, RefreshFinished, RefreshRequest
from packages.verification.content_gate import ContentGate
from packages.verification.trust import first_root

CRASHES = (DeviceError, RuntimeError, ValueError, MemoryError)
"""The exceptions of engines that cannot take something."""


@dataclass(frozen=True, slots=True)
class PackageSource:
    """A repository, its name on this device, and how to read it."""

    repository: str
    fetcher: Fetcher
    stopwatch: Stopwatch
    root: bytes | None = None
    """A root that the person supplied, to trust the repository for the first time."""


@dataclass(frozen=True, slots=True)
class PackageOffer:
    """The verified packages of a repository; nothing was changed."""

    table: VocabularyTable
    packages: tuple[VerifiedPackage, ...]
    notices: tuple[PackageError, ...]


@dataclass(frozen=True, slots=True)
class InstallResult:
    """The result of an apply. `changed` is False when the vocabulary was in use already."""

    digest: str
    changed: bool
    packages: tuple[tuple[str, str], ...]
    terms: int
    notices: tuple[PackageError, ...]


@dataclass(frozen=True, slots=True)
class PackageInstaller:
    """A vault, with the limits and the device profile that packages have to fit."""

    vault: Vault
    device: DeviceProfile
    now_ms: int
    policy: PackagePolicy = field(default_factory=PackagePolicy)
    gate: ContentGate = field(default_factory=build_package_gate)
    line: VocabularyScope = DEVICE_SCOPE
    producers: tuple[str, ...] = ()
    """The sources of a person's own vocabulary."""

    def offer(self, source: PackageSource, names: tuple[str, ...] | None = None) -> PackageOffer:
        """Verifies a repository, and merges its packages with those of other repositories. Changes nothing.

        Raises a `PackageError`.
        """
        store = VaultTrustStore(self.vault, source.repository, self.now_ms)
        kept = store.load_if_any() if source.root is not None else store.load()
        if source.root is not None and kept is None:
            first_root(source.root, self.policy)
            kept = Trust(source.root)
        rehearsal = EphemeralTrustStore(kept or store.load())
        if source.root is not None:
            trust_initial_root(rehearsal, source.root, self.policy)
        return self._verified(source, rehearsal, names)

    def apply(
        self, source: PackageSource, self_test: SelfTest, names: tuple[str, ...] | None = None, *, again: bool = False
    ) -> InstallResult:
        """Verifies, stages, self-tests and activates; the vocabulary is then on trial. Raises a `PackageError`.

        `again` tries a vocabulary that failed on this device before. Raises `VocabularyRolledBack` when it fails the
        self-test.
        """
        store = VaultTrustStore(self.vault, source.repository, self.now_ms)
        if source.root is not None:
            trust_initial_root(store, source.root, self.policy)
        offer = self._verified(source, store, names)
        table, now = offer.table, activation.load_pointers(self.vault.database, self.line)
        changed = table.digest != (EMPTY_DIGEST if now.active == NONE else now.active)
        if changed:
            self._check_not_failed(table.digest, again=again)
            activation.stage_vocabulary(self.vault, table, offer.packages, self.now_ms, self.line, self.producers)
            now = self._check_hearing(table, now, self_test)
            event = EventDraft("VOCAB_ACTIVATED", "VERIFIED", table.digest, facts=(("packages", len(table.order)),))
            activation.move_pointers(
                self.vault, activate_vocabulary(now, table.digest), (event,), self.now_ms, self.line
            )
        activation.prune_vocabularies(self.vault, self.policy, self.now_ms, self.line)
        return InstallResult(table.digest, changed, table.order, len(table.entries), offer.notices)

    def roll_back(self, to: str = "") -> str:
        """Rolls back to an earlier committed vocabulary, by the beginning of its digest, or to `none`; returns its
        digest.

        Without `to` it is the latest one before. The trust in repositories stays, so an older package is still refused.
        Raises `UnknownPackage` when there is no such vocabulary.
        """
        now = activation.load_pointers(self.vault.database, self.line)
        chosen = NONE if to == NONE else self._earlier(now, to)
        if chosen == now.active:
            raise _no_earlier_version()
        event = EventDraft("VOCAB_ROLLED_BACK", "USER_CONTROL", now.active)
        activation.move_pointers(self.vault, ActivationPointers(chosen, chosen), (event,), self.now_ms, self.line)
        activation.prune_vocabularies(self.vault, self.policy, self.now_ms, self.line)
        return chosen

    def settle(self, before: ActivationPointers, step: ActivationStep) -> None:
        """Stores the state of a trial, with its ledger event when it is over."""
        if step.pointers == before:
            return
        events: tuple[EventDraft, ...] = ()
        if step.verdict is not None:
            name = "VOCAB_COMMITTED" if step.verdict.good else "VOCAB_ROLLED_BACK"
            events = (EventDraft(name, step.verdict.value, before.active),)
        activation.move_pointers(self.vault, step.pointers, events, self.now_ms, self.line)
        if step.verdict is not None:
            activation.prune_vocabularies(self.vault, self.policy, self.now_ms, self.line)

    def _verified(self, source: PackageSource, store: TrustStore, names: tuple[str, ...] | None) -> PackageOffer:
        done = self._refreshed(source, store, names)
        active = activation.load_pointers(self.vault.database, self.line).active
        others = activation.load_verified_packages(self.vault.database, active, self.policy)
        packages = (*done.packages, *(one for one in others if one.repository != source.repository))
        return PackageOffer(merge_packages(packages, self.policy), packages, done.notices)

    def _refreshed(self, source: PackageSource, store: TrustStore, names: tuple[str, ...] | None) -> RefreshFinished:
        """Adds the packages in use of the same repository, so that all of them are of one catalogue."""
        request = RefreshRequest(self.device, self.now_ms, names, source.repository, self.gate)
        if names is not None:
            rehearsal = EphemeralTrustStore(store.load())
            glance = refresh_repository(
                source.fetcher, rehearsal, replace(request, names=()), source.stopwatch, self.policy
            )
            offered = glance.trusted.catalog.value.packages if glance.trusted.catalog else {}
            used = [name for name, _, repository in self._in_use() if repository == source.repository]
            request = replace(request, names=tuple(dict.fromkeys((*names, *(n for n in used if n in offered)))))
        return refresh_repository(source.fetcher, store, request, source.stopwatch, self.policy)

    def _in_use(self) -> tuple[tuple[str, str, str], ...]:
        active = activation.load_pointers(self.vault.database, self.line).active
        kept = activation.stored_vocabularies(self.vault.database, self.line)
        return next((one.packages for one in kept if one.digest == active), ())

    def _check_not_failed(self, digest: str, *, again: bool) -> None:
        kept = activation.stored_vocabularies(self.vault.database, self.line)
        failed = next((one for one in kept if one.digest == digest and one.state == "failed"), None)
        if failed is not None and not again:
            raise VocabularyRolledBack(
                f"This vocabulary was taken back out of this device before ({failed.reason_code}). The one in use is"
                " kept; `selene vocab apply --again` tries it once more."
            )

    def _check_hearing(
        self, table: VocabularyTable, now: ActivationPointers, self_test: SelfTest
    ) -> ActivationPointers:
        """Tests a staged vocabulary, beside which others may use the vault; returns where the pointers are then."""
        before = spellings_by_weight(activation.vocabulary_terms(self.vault.database, now.active))
        try:
            tested = self_test(before, spellings_by_weight(table.entries))
            worse, crashed = tested.worse, 0
        except CRASHES:
            worse, crashed = 0, 1
        after = self._unchanged_since(now, table.digest)
        if not worse and not crashed:
            return after
        facts = (("worse", worse), ("crashed", crashed))
        draft = EventDraft("VOCAB_ROLLED_BACK", HealthVerdict.SELF_TEST_FAILED.value, table.digest, facts=facts)
        activation.mark_vocabulary_failed(self.vault, table.digest, draft, self.now_ms, self.line)
        activation.prune_vocabularies(self.vault, self.policy, self.now_ms, self.line)
        raise VocabularyRolledBack(
            "With the new vocabulary Selene's commands are heard worse, so it was taken back out (SELF_TEST_FAILED)."
            " The one in use is kept; ask the publisher for another version."
        )

    def _unchanged_since(self, before: ActivationPointers, staged: str) -> ActivationPointers:
        """Returns the pointers. Raises VocabularyChanged when another vocabulary came into use since `before`."""
        now = activation.load_pointers(self.vault.database, self.line)
        kept = activation.stored_vocabularies(self.vault.database, self.line)
        ready = staged in (now.active, now.committed) or any(one.digest == staged for one in kept)
        if (now.active, now.committed) != (before.active, before.committed) or not ready:
            raise VocabularyChanged(
                "Another vocabulary came into use while this one was tested. That one is kept; apply this one again."
            )
        return now

    def _earlier(self, now: ActivationPointers, to: str) -> str:
        kept = [
            one for one in activation.stored_vocabularies(self.vault.database, self.line) if one.state == "committed"
        ]
        kept = [one for one in kept if one.digest != now.active and one.digest.startswith(to)]
        if now.on_trial and not to:
            return now.committed
        if not kept or (to and len(kept) > 1):
            raise _no_earlier_version()
        return max(kept, key=lambda one: (one.changed_ms, one.number)).digest


def _no_earlier_version() -> UnknownPackage:
    return UnknownPackage(
        "There is no such earlier vocabulary on this device. Nothing was changed; `selene vocab status` lists those"
        " that can be gone back to."
    )


def spellings_by_weight(entries: tuple[TableEntry, ...]) -> tuple[str, ...]:
    """Returns spellings, the heaviest first."""
    ordered = sorted(entries, key=lambda entry: (-entry.weight, entry.spelling.casefold(), entry.spelling))
    return tuple(entry.spelling for entry in ordered)
