"""Composition: a person's own vocabulary (2.4.1, 2.4.4): versions of their learned words, built and signed here.

A version is verified, staged, self-tested, activated, tried and rolled back like every vocabulary, separately for each
person, and never leaves the vault. Their other devices learn the same words from the mirrored atoms and corrections.
Words are hinted as soon as they are learned: a version proves their effect on recognition, and a version that is rolled
back holds its words back.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from device.vocabulary.package_installer import PackageInstaller, PackageSource, spellings_by_weight
from device.vocabulary.self_test import SelfTest
from engine_b.storage.device_identity import load_identity
from engine_b.vault.vault import Vault
from engine_b.vocabulary import activation, learned_words
from engine_b.vocabulary.activation import personal_scope
from engine_b.vocabulary.held_words import version_sources
from engine_b.vocabulary.trust_store import VaultTrustStore
from memory.extraction.personal_words import PersonalWord, WordEvidence, merge_word_evidence
from memory.model.atoms import Channel
from memory.model.ports import Gate
from packages.core.names import NO_VERSION, Version, moment_text
from packages.core.policy import PackagePolicy
from packages.documents.documents import Catalog, read_document
from packages.documents.signing import public_hex, sign_document
from packages.documents.terms import Term, TermOrigin, TermRole
from packages.installation.activation import NONE, ActivationPointers
from packages.publishing.adaptation import (
    build_own_package,
    is_adaptation_due,
    own_package_name,
    own_repository_files,
    own_root,
    person_digest,
)
from packages.verification.client import DeviceProfile


@dataclass(frozen=True, slots=True)
class PersonalVersion:
    """A new version. `left_out` words may be in no package: commands, secrets."""

    version: str
    digest: str
    terms: int
    left_out: int


@dataclass(frozen=True, slots=True)
class StagedVersion:
    """A version that is built and signed, and not active yet."""

    version: str
    producers: frozenset[str]
    left_out: int
    source: PackageSource


class PersonalPackage:
    """One person's own vocabulary on one device."""

    def __init__(self, vault: Vault, user_id: str, now_ms: int, policy: PackagePolicy | None = None) -> None:
        self._vault, self._user_id, self._now_ms = vault, user_id, now_ms
        self._policy = policy or PackagePolicy()
        self._person = person_digest(user_id, vault.vault_id)
        self.line = personal_scope(user_id, vault.vault_id)

    @property
    def installer(self) -> PackageInstaller:
        """The installer of this person's vocabulary."""
        device = DeviceProfile(NO_VERSION, frozenset({"en"}), None, self._person)
        return PackageInstaller(self._vault, device, self._now_ms, self._policy, line=self.line)

    @property
    def due(self) -> bool:
        """Says whether enough was learned since the last version for another one. Reads only."""
        learned = self._learned()
        changed = self._changed(learned)
        kept = activation.stored_vocabularies(self._vault.database, self.line)
        began = [one.changed_ms for one in kept[-1:]] or sorted(one.at_ms for one in learned)[:1]
        lost = activation.load_pointers(self._vault.database, self.line).active not in (
            NONE,
            *(one.digest for one in kept),
        )
        return lost or is_adaptation_due(changed, self._now_ms - began[0] if began else 0, self._policy)

    def renew(self, self_test: SelfTest) -> PersonalVersion | None:
        """Builds, signs, verifies, self-tests and activates a version of all learned words; None without a change.

        Raises a `PackageError`: `VocabularyRolledBack` when commands are recognised worse with it; its words are then
        held back.
        """
        plan = self.plan()
        return None if plan is None else self.finish(plan, self_test)

    def plan(self) -> StagedVersion | None:
        """Builds and signs a version without activating it; None when nothing has changed."""
        learned, active = self._learned(), activation.load_pointers(self._vault.database, self.line).active
        came_from = _producers(learned)
        built, version, left_out = None, Version(1), 0
        if came_from != version_sources(self._vault.database, active):
            catalog, version = self._next()
            latest = sorted(merge_word_evidence(learned), key=lambda entry: (-entry.last_ms, entry.spelling))
            terms = [term_of(entry, self._now_ms) for entry in latest[: self._policy.max_own_terms]]
            built, left_out = build_own_package(self._person, version, "en", terms, self._now_ms, self.installer.gate)
        if built is None:
            self._let_go(active)
            return None
        root, key = self._root(), load_identity(self._vault.database).sign_key
        shelf = _MemoryFetcher(own_repository_files(root, catalog, built, key, self._now_ms))
        return StagedVersion(
            str(version), came_from, left_out, PackageSource(own_package_name(self._person), shelf, _zero_ms, root)
        )

    def trial_words(self, plan: StagedVersion) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Returns the words that a self-test compares: those in use, and those of the plan."""
        active = activation.load_pointers(self._vault.database, self.line).active
        planned = self.installer.offer(plan.source).table.entries
        return spellings_by_weight(activation.vocabulary_terms(self._vault.database, active)), spellings_by_weight(
            planned
        )

    def finish(self, plan: StagedVersion, self_test: SelfTest) -> PersonalVersion | None:
        """Activates a planned version; None when something of it was forgotten meanwhile. Raises a `PackageError`."""
        if not plan.producers <= _producers(self._learned()):
            return None
        done = replace(self.installer, producers=tuple(sorted(plan.producers))).apply(plan.source, self_test)
        return PersonalVersion(plan.version, done.digest, done.terms, plan.left_out)

    def _let_go(self, active: str) -> None:
        """Clears the pointer to a version that forgetting destroyed, when no words are left."""
        kept = {one.digest for one in activation.stored_vocabularies(self._vault.database, self.line)}
        if active not in (NONE, *kept):
            activation.move_pointers(self._vault, ActivationPointers(), (), self._now_ms, self.line)

    def _learned(self) -> tuple[WordEvidence, ...]:
        gate = Gate(self._user_id, bool(self._user_id), Channel.VOICE, asked=False)
        return learned_words.load_learned_words(self._vault.database, gate)

    def _changed(self, learned: tuple[WordEvidence, ...]) -> int:
        """Counts the words and corrections in which the last version differs from the learned ones."""
        database, now = self._vault.database, _producers(learned)
        if now == version_sources(database, activation.load_pointers(database, self.line).active):
            return 0
        kept = activation.stored_vocabularies(database, self.line)
        return len(now ^ (version_sources(database, kept[-1].digest) if kept else frozenset()))

    def _next(self) -> tuple[Catalog | None, Version]:
        """Returns the repository's last catalogue, and the number of the next version."""
        kept = VaultTrustStore(self._vault, own_package_name(self._person), self._now_ms).load_if_any()
        if kept is None or kept.catalog is None:
            return None, Version(1)
        catalog = read_document(kept.catalog, Catalog, self._policy).value
        return catalog, Version(catalog.version)

    def _root(self) -> bytes:
        """Returns the trusted root, which is this device's own, or the first one."""
        kept = VaultTrustStore(self._vault, own_package_name(self._person), self._now_ms).load_if_any()
        key = load_identity(self._vault.database).sign_key
        return kept.root if kept else sign_document(own_root(public_hex(key), self._now_ms), [key])


class _MemoryFetcher:
    """A `Fetcher` of files in memory."""

    def __init__(self, files: dict[str, bytes]) -> None:
        self._files = files

    def chunks(self, path: str, max_bytes: int, timeout_ms: int) -> Iterator[bytes] | None:
        """See `Fetcher`."""
        content = self._files.get(path)
        return None if content is None else iter((content[: max_bytes + 1],))


def term_of(entry: PersonalWord, at_ms: int) -> Term:
    """Converts a learned word to a term."""
    role = TermRole.PERSON if entry.spelling[:1].isupper() else TermRole.TERM
    added = TermOrigin("learned", moment_text(entry.last_ms or at_ms), "said or corrected by the person")
    return Term(entry.spelling, added, role=role, heard=entry.heard[: PackagePolicy().max_heard])


def _producers(learned: tuple[WordEvidence, ...]) -> frozenset[str]:
    return frozenset(one for word in learned for one in (word.producer_id, word.atom_id))


def _zero_ms() -> int:
    return 0
