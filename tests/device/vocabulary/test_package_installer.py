"""Promise: a package's words are in use as a whole or not at all, whatever fails or is cut off (V23-V26)."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from itertools import permutations
from pathlib import Path

import pytest

from device.vocabulary.package_installer import PackageInstaller, PackageSource
from device.vocabulary.self_test import SelfTest, SelfTestResult
from engine_b.protocol.core_types import SETTING
from engine_b.vault.vault import Vault
from engine_b.vocabulary import activation
from engine_b.vocabulary.trust_store import VaultTrustStore
from packages.core.errors import (
    CatalogRollback,
    HashMismatch,
    IncompleteRepo,
    PackageError,
    PackageRollback,
    TrustExpired,
    TrustLost,
    UnknownPackage,
    VocabularyChanged,
    VocabularyRolledBack,
)
from packages.installation.activation import NONE, ActivationPointers, ActivationStep
from packages.verification.trust import load_trusted
from tests.device.vocabulary.installer_steps import (
    DEVICE,
    POLICY,
    commit,
    crashes,
    hears,
    mishears,
    opened,
    package_installer,
    publishing,
    seen,
    source,
)
from tests.sim.publisher import DAY_MS, NOW_MS, Publisher
from tests.sim.vault_contents import all_records, state_follows_ledger


def test_what_came_into_use_during_the_self_test_is_kept(tmp_path: Path) -> None:
    publisher = publishing(("1.0", "mandoline"))
    with opened(tmp_path) as vault:
        applied = package_installer(vault)
        applied.apply(source(publisher), hears)
        commit(vault)
        publisher.publish({("kitchen", "2.0"): ["spatula"]})

        def beside(before: tuple[str, ...], after: tuple[str, ...]) -> SelfTestResult:
            applied.roll_back(NONE)
            return hears(before, after)

        with pytest.raises(VocabularyChanged):
            applied.apply(source(publisher), beside)
        assert activation.load_pointers(vault.database) == ActivationPointers(NONE, NONE)
        assert vault.verify().ok
        assert applied.apply(source(publisher), hears).changed


@pytest.mark.parametrize("verdict", [hears, mishears])
def test_a_start_that_is_counted_during_the_self_test_is_not_lost(tmp_path: Path, verdict: SelfTest) -> None:
    publisher = publishing(("1.0", "mandoline"))
    with opened(tmp_path) as vault:
        applied = package_installer(vault)
        applied.apply(source(publisher), hears)
        publisher.publish({("kitchen", "2.0"): ["spatula"]})

        def beside(before: tuple[str, ...], after: tuple[str, ...]) -> SelfTestResult:
            now = activation.load_pointers(vault.database)
            applied.settle(now, ActivationStep(replace(now, starts=now.starts + 1)))
            return verdict(before, after)

        with suppress(VocabularyRolledBack):
            applied.apply(source(publisher), beside)
        assert vault.verify().ok
        in_use = "mandoline" if verdict is mishears else "spatula"
        assert in_use in seen(vault)[1]


def test_a_verified_package_is_in_use_on_trial_and_applying_it_again_changes_nothing(tmp_path: Path) -> None:
    publisher = publishing(("1.0", "mandoline"))
    with opened(tmp_path) as vault:
        done = package_installer(vault).apply(source(publisher), hears)
        assert done.changed
        assert seen(vault)[1] == ("mandoline", "sous vide")
        assert activation.load_pointers(vault.database).on_trial
        before = vault.head()
        again = package_installer(vault).apply(source(publisher), crashes)
        assert (again.changed, again.digest) == (False, done.digest)
        assert vault.head() == before
        assert vault.verify().ok
        assert state_follows_ledger(vault.database)


def test_what_is_offered_can_be_looked_at_without_a_trace(tmp_path: Path) -> None:
    publisher = publishing(("1.0", "mandoline"))
    with opened(tmp_path) as vault:
        before = vault.head()
        offer = package_installer(vault).offer(source(publisher))
        assert [entry.spelling for entry in offer.table.entries] == ["mandoline", "sous vide"]
        assert vault.head() == before
        assert seen(vault) == (ActivationPointers(), (), [])


@pytest.mark.parametrize("test", [mishears, crashes])
def test_a_vocabulary_that_fails_the_self_test_was_never_in_use_and_says_why(
    tmp_path: Path, test: Callable[..., SelfTestResult]
) -> None:
    publisher = publishing(("1.0", "mandoline"))
    with opened(tmp_path) as vault:
        with pytest.raises(VocabularyRolledBack, match="SELF_TEST_FAILED"):
            package_installer(vault).apply(source(publisher), test)
        assert seen(vault)[:2] == (ActivationPointers(), ())
        assert activation.vocabulary_history(vault.database, 9)[-1][2:4] == ("VOCAB_ROLLED_BACK", "SELF_TEST_FAILED")
        with pytest.raises(VocabularyRolledBack, match="before"):
            package_installer(vault).apply(source(publisher), hears)
        assert package_installer(vault).apply(source(publisher), hears, again=True).changed


def test_the_network_never_brings_back_an_older_version_and_a_person_may(tmp_path: Path) -> None:
    publisher = publishing(("1.0", "mandoline"))
    old = dict(publisher.files)
    with opened(tmp_path) as vault:
        package_installer(vault).apply(source(publisher), hears)
        commit(vault)
        first = activation.load_pointers(vault.database).active
        publisher.publish({("kitchen", "1.1"): ["spiralizer"]})
        package_installer(vault).apply(source(publisher), hears)
        commit(vault)
        trusted = activation.trusted_versions(vault.database)
        assert package_installer(vault).roll_back() == first
        assert seen(vault)[1] == ("mandoline", "sous vide")
        assert activation.trusted_versions(vault.database) == trusted
        assert activation.vocabulary_history(vault.database, 9)[-1][2:4] == ("VOCAB_ROLLED_BACK", "USER_CONTROL")
        publisher.files = old
        state = seen(vault)
        with pytest.raises((CatalogRollback, PackageRollback)):
            package_installer(vault).apply(source(publisher), hears)
        assert seen(vault) == state


def test_a_person_goes_back_only_to_what_was_committed_here(tmp_path: Path) -> None:
    publisher = publishing(("1.0", "mandoline"))
    with opened(tmp_path) as vault:
        with pytest.raises(UnknownPackage):
            package_installer(vault).roll_back()
        offered = package_installer(vault).offer(source(publisher)).table.digest
        with pytest.raises(UnknownPackage):
            package_installer(vault).roll_back(offered[:12])
        package_installer(vault).apply(source(publisher), hears)
        assert package_installer(vault).roll_back() == NONE
        assert seen(vault)[:2] == (ActivationPointers(), ())


def test_packages_of_several_repositories_are_one_vocabulary_in_every_order_of_arrival(tmp_path: Path) -> None:
    digests = set()
    for number, order in enumerate(permutations(("one", "two", "three"))):
        with opened(tmp_path / str(number)) as vault:
            for repository in order:
                publisher = Publisher()
                publisher.publish({(f"acme.{repository}", "1.0"): [f"word of {repository}", "shared"]})
                package_installer(vault).apply(source(publisher, repository), hears)
            now, words, _ = seen(vault)
            digests.add(now.active)
            assert words == ("shared", "word of one", "word of three", "word of two")
    assert len(digests) == 1


def test_v23_a_promised_file_that_is_missing_changes_no_word(tmp_path: Path) -> None:
    publisher = publishing(("1.0", "mandoline"))
    with opened(tmp_path) as vault:
        package_installer(vault).apply(source(publisher), hears)
        before = seen(vault)
        publisher.publish({("kitchen", "1.1"): ["spiralizer"]})
        del publisher.files["packages/kitchen/1.1/terms.json"]
        with pytest.raises(IncompleteRepo) as caught:
            package_installer(vault).apply(source(publisher), hears)
        assert caught.value.code == "VOCAB_INCOMPLETE_REPO"
        assert seen(vault)[:2] == before[:2]


def test_v26_a_clock_that_is_wrong_locks_nobody_out(tmp_path: Path) -> None:
    publisher = publishing(("1.0", "mandoline"))
    with opened(tmp_path) as vault:
        package_installer(vault, now_ms=0).apply(source(publisher), hears)
        before = seen(vault)
        publisher.publish({("kitchen", "1.1"): ["spiralizer"]})
        far = NOW_MS + 73 * 365 * DAY_MS
        with pytest.raises(TrustExpired):
            package_installer(vault, now_ms=far).apply(source(publisher), hears)
        assert seen(vault)[:2] == before[:2]
        assert package_installer(vault, now_ms=0).apply(source(publisher), hears).changed


def test_a_bad_payload_leaves_words_and_trust_as_they_were(tmp_path: Path) -> None:
    publisher = publishing(("1.0", "mandoline"))
    with opened(tmp_path) as vault:
        package_installer(vault).apply(source(publisher), hears)
        before = seen(vault)
        publisher.publish({("kitchen", "1.1"): ["spiralizer"]})
        publisher.flip("packages/kitchen/1.1/terms.json")
        with pytest.raises(HashMismatch):
            package_installer(vault).apply(source(publisher), hears)
        assert seen(vault) == before


def test_what_is_kept_is_bounded_and_what_is_in_use_stays(tmp_path: Path) -> None:
    publisher = Publisher()
    with opened(tmp_path) as vault:
        for number in range(1, 7):
            publisher.publish({("kitchen", f"1.{number}"): [f"word {number}"]})
            PackageInstaller(vault, DEVICE, NOW_MS + number).apply(source(publisher), hears)
            commit(vault)
        kept = activation.stored_vocabularies(vault.database)
        assert len(kept) == POLICY.kept_vocabularies
        assert seen(vault)[1] == ("word 6",)


def test_trust_is_kept_in_the_vault_in_the_order_of_verification(tmp_path: Path) -> None:
    publisher = publishing(("1.0", "mandoline"))
    publisher.next_root()
    with opened(tmp_path) as vault:
        package_installer(vault).apply(source(publisher), hears)
        events = [row[2] for row in activation.vocabulary_history(vault.database, 99)]
        assert events == [
            "VOCAB_ROOT_TRUSTED", "VOCAB_ROOT_TRUSTED", "VOCAB_CATALOG_TRUSTED", "VOCAB_STAGED", "VOCAB_ACTIVATED",
        ]  # fmt: skip
        kept = load_trusted(VaultTrustStore(vault, "company", NOW_MS).load(), POLICY)
        assert (kept.root.value.version, kept.catalog is not None) == (2, True)


def test_a_package_changes_no_setting_but_its_pointers_and_no_memory(tmp_path: Path) -> None:
    with opened(tmp_path) as vault:
        before = vault.counts()
        package_installer(vault).apply(source(publishing(("1.0", "mandoline"))), hears)
        commit(vault)
        keys = {setting.key for setting in vault.current_state()}
        assert {key.split(".")[0].split(":")[0] for key in keys} <= {"vocab", "package"}
        after = vault.counts()
        assert (after.atoms, after.lines, after.rules, after.flags, after.corrections) == (
            before.atoms, before.lines, before.rules, before.flags, before.corrections,
        )  # fmt: skip


def test_a_refusal_of_any_kind_is_an_error_of_ours(tmp_path: Path) -> None:
    publisher = publishing(("1.0", "mandoline"))
    with opened(tmp_path) as vault:
        with pytest.raises(PackageError):
            package_installer(vault).apply(PackageSource("com/pany", publisher, publisher.stopwatch), hears)
        with pytest.raises(TrustLost):
            package_installer(vault).apply(PackageSource("company", publisher, publisher.stopwatch), hears)
        assert seen(vault) == (ActivationPointers(), (), [])


def test_other_devices_are_told_which_packages_were_committed_and_nothing_of_this_ones_trial(tmp_path: Path) -> None:
    publisher = publishing(("1.0", "mandoline"))
    with opened(tmp_path) as vault:
        digest = package_installer(vault).apply(source(publisher), hears).digest
        assert mirrored(vault) == {}
        commit(vault)
        told = {"vocab.applied": digest, "vocab.before": NONE, "package:kitchen": "1.0"}
        root = mirrored(vault).pop("vocab.root:company")
        assert root.startswith("1:")
        told["vocab.root:company"] = root
        assert mirrored(vault) == told
        publisher.publish({("kitchen", "1.1"): ["spiralizer"]})
        package_installer(vault).apply(source(publisher), hears)
        assert mirrored(vault) == told


def mirrored(vault: Vault) -> dict[str, str]:
    """The settings that other devices and the digest of the memory know."""
    contents = [json.loads(content) for sort, _, _, content in all_records(vault.database) if sort == SETTING.name]
    return {content["key"]: content["value"] for content in contents}
