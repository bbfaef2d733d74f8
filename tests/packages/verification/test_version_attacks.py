"""The attacks V7 to V18: older, expired and exchanged documents, roots and keys."""

from __future__ import annotations

import pytest

from packages.core.errors import PackageError
from packages.core.names import moment_text
from packages.core.policy import PackagePolicy
from packages.documents.merge import check_one_catalog
from packages.verification.trust import expiry_notice, load_trusted
from tests.packages.verification.attack_steps import DOCUMENT, PAYLOAD, WORDS, refused
from tests.sim.device_under_test import DeviceUnderTest
from tests.sim.publisher import DAY_MS, keyid, public, signature, signed


def test_v7_a_package_of_a_lower_version(under: DeviceUnderTest) -> None:
    under.publisher.put("kitchen", "1.2", WORDS)
    under.publisher.publish_catalog()
    assert "offered 1.2, already trusted 1.4" in refused(under, "VOCAB_ROLLBACK")


def test_v7_versions_are_numbers_and_not_words(under: DeviceUnderTest) -> None:
    under.publisher.put("kitchen", "1.10", WORDS)
    under.publisher.publish_catalog()
    under.refresh()
    assert under.state()[3] == {"kitchen": "1.10"}


def test_v8_an_older_catalogue(under: DeviceUnderTest) -> None:
    under.publisher.publish_catalog(version=1)
    refused(under, "VOCAB_CATALOG_ROLLBACK")


def test_v9_a_package_that_vanishes_from_a_newer_catalogue(under: DeviceUnderTest) -> None:
    under.publisher.publish_catalog(packages={})
    assert "kitchen" in refused(under, "VOCAB_CATALOG_SHRANK")


def test_v9_a_retired_package_may_go_and_comes_back_only_higher(under: DeviceUnderTest) -> None:
    listed = under.publisher.catalog["packages"]
    under.publisher.publish_catalog(packages={}, retired={"kitchen": {"version": "1.4", "reason": "sold"}})
    assert under.refresh().packages == ()
    refused(under, "VOCAB_UNKNOWN_PACKAGE", "kitchen")
    under.publisher.publish_catalog(packages=listed, retired={})
    refused(under, "VOCAB_ROLLBACK")
    under.publisher.catalog["version"] = 3
    under.publisher.publish_catalog(packages={}, retired={})
    refused(under, "VOCAB_CATALOG_SHRANK")


def test_v10_an_expired_catalogue_stops_installing_and_keeps_what_is_in_use(under: DeviceUnderTest) -> None:
    under.now_ms += 30 * DAY_MS
    sentence = refused(under, "VOCAB_STALE")
    assert sentence.startswith("No fresh catalogue since 2026-09-01T00:00:00Z; keeping kitchen 1.4.")
    trusted = load_trusted(under.store.load(), under.policy)
    assert str(expiry_notice(trusted, under.now_ms)) == sentence
    assert expiry_notice(trusted, under.now_ms - 1) is None


def test_v10_a_new_catalogue_that_has_expired_is_not_trusted_either(under: DeviceUnderTest) -> None:
    under.now_ms += 40 * DAY_MS
    under.publisher.publish_catalog()
    refused(under, "VOCAB_STALE")


def test_v10_an_expired_root_stops_installing_until_a_newer_one_is_there(under: DeviceUnderTest) -> None:
    under.now_ms += 365 * DAY_MS
    under.publisher.now_ms = under.now_ms
    under.publisher.publish_catalog()
    refused(under, "VOCAB_STALE")
    under.publisher.next_root(expires=moment_text(under.now_ms + DAY_MS), signed_at=moment_text(under.now_ms))
    under.refresh()
    assert under.state()[1:3] == (2, 3)


def test_v11_a_version_driven_to_the_end_of_numbers_is_recovered_from_by_another_key(under: DeviceUnderTest) -> None:
    under.publisher.put("kitchen", f"{2**64 - 1}", WORDS)
    under.publisher.publish_catalog(version=2**63)
    under.refresh()
    assert under.state()[2:4] == (2**63, {"kitchen": f"{2**64 - 1}.0"})
    under.publisher.put("kitchen", "1.5", WORDS)
    under.publisher.publish_catalog(version=3)
    refused(under, "VOCAB_CATALOG_ROLLBACK")
    under.publisher.next_root(**under.publisher.with_role("catalog", ["fresh"]))
    under.publisher.publish_catalog(["fresh"], version=3)
    under.refresh()
    assert under.state()[1:4] == (2, 3, {"kitchen": "1.5"})


def test_v11_a_version_beyond_64_bits_is_no_version(under: DeviceUnderTest) -> None:
    under.publisher.publish_catalog(version=2**64)
    refused(under, "VOCAB_MALFORMED")


def test_v12_files_of_another_catalogue_in_the_place_of_this_ones(under: DeviceUnderTest) -> None:
    publisher = under.publisher
    old = {path: publisher.files[path] for path in (PAYLOAD, DOCUMENT)}
    publisher.publish({("kitchen", "1.5"): ("whisk", "ladle")})
    publisher.files["packages/kitchen/1.5/terms.json"] = old[PAYLOAD]
    publisher.files["packages/kitchen/1.5/package.json"] = old[DOCUMENT]
    refused(under, "VOCAB_MIXED_SET")


def test_v12_packages_that_were_verified_at_different_moments_are_no_set(under: DeviceUnderTest) -> None:
    old = under.refresh("kitchen").packages
    under.publisher.publish({("acme-bikes", "1.0"): ("derailleur",)})
    new = under.refresh("acme-bikes").packages
    with pytest.raises(PackageError) as caught:
        check_one_catalog([*old, *new])
    assert caught.value.code == "VOCAB_MIXED_SET"


def test_v13_a_package_changed_without_a_new_version_is_reported_and_the_old_is_kept(under: DeviceUnderTest) -> None:
    before, requests = under.state(), dict(under.publisher.files)
    under.publisher.put("kitchen", "1.4", ["other words"])
    under.publisher.publish_catalog()
    changed = under.publisher.files["catalog.json"]
    under.publisher.files.update(requests)
    under.publisher.files["catalog.json"] = changed
    done = under.refresh()
    assert [notice.code for notice in done.notices] == ["VOCAB_MUTATED"]
    assert under.state() == before


def test_v13_a_catalogue_changed_without_a_new_version_is_reported_and_the_old_is_kept(under: DeviceUnderTest) -> None:
    before = under.state()
    under.publisher.publish_catalog(version=2, packages={})
    assert [notice.code for notice in under.refresh().notices] == ["VOCAB_MUTATED"]
    assert under.state() == before


def test_v14_a_document_of_another_version_than_its_listing_says(under: DeviceUnderTest) -> None:
    document = under.publisher.put("kitchen", "1.5", WORDS)
    under.publisher.list("kitchen", "1.6", document)
    under.publisher.files["packages/kitchen/1.6/package.json"] = document
    under.publisher.publish_catalog()
    refused(under, "VOCAB_VERSION_MISMATCH")


def test_v14_a_document_of_another_package_than_its_listing_says(under: DeviceUnderTest) -> None:
    document = under.publisher.put("acme-bikes", "1.5", WORDS)
    under.publisher.list("kitchen", "1.5", document)
    under.publisher.files["packages/kitchen/1.5/package.json"] = document
    under.publisher.publish_catalog()
    refused(under, "VOCAB_VERSION_MISMATCH", "kitchen")


@pytest.mark.parametrize("at", ["2.root.json", DOCUMENT, PAYLOAD])
def test_v15_a_well_signed_catalogue_in_the_place_of_something_else(under: DeviceUnderTest, at: str) -> None:
    catalog = under.publisher.files["catalog.json"]
    under.publisher.files[at] = catalog
    if at == DOCUMENT:
        under.publisher.list("kitchen", "1.4.1", catalog)
        under.publisher.files["packages/kitchen/1.4.1/package.json"] = catalog
        under.publisher.publish_catalog()
    if at == PAYLOAD:
        under.publisher.put("kitchen", "1.5", catalog)
        under.publisher.publish_catalog()
    refused(under, "VOCAB_WRONG_TYPE")


def test_v15_a_signature_of_one_kind_of_document_is_none_of_another(under: DeviceUnderTest) -> None:
    body = {**under.publisher.catalog, "version": 3}
    under.publisher.files["catalog.json"] = signed(body, (), [signature(body, "catalog", domain="package")])
    refused(under, "VOCAB_UNTRUSTED_SIGNER")


def test_v16_a_root_that_skips_a_version(under: DeviceUnderTest) -> None:
    under.publisher.root["version"] = 3
    under.publisher.publish_root(at=2)
    refused(under, "VOCAB_ROOT_CHAIN")


def test_v16_a_root_signed_only_by_new_keys(under: DeviceUnderTest) -> None:
    under.publisher.next_root(["x", "y"], **under.publisher.with_role("root", ["x", "y"], threshold=2))
    refused(under, "VOCAB_ROOT_CHAIN")


def test_v16_a_root_signed_only_by_old_keys(under: DeviceUnderTest) -> None:
    under.publisher.next_root(["root-a", "root-b"], **under.publisher.with_role("root", ["x", "y"], threshold=2))
    refused(under, "VOCAB_ROOT_CHAIN")


def test_v16_a_root_signed_by_too_few_old_keys(under: DeviceUnderTest) -> None:
    under.publisher.next_root(["root-a", "x", "y"], **under.publisher.with_role("root", ["x", "y"], threshold=2))
    refused(under, "VOCAB_THRESHOLD")


def test_v16_a_chain_of_roots_without_end(under: DeviceUnderTest) -> None:
    under.policy = PackagePolicy(max_root_rotations=3)
    for _ in range(4):
        under.publisher.next_root()
    with pytest.raises(PackageError) as caught:
        under.refresh()
    assert caught.value.code == "VOCAB_ROOT_CHAIN"
    assert under.state()[1] == 4, "the roots that followed rightly stay trusted"
    assert under.publisher.requests[-1] == "5.root.json"


def test_v17_a_revoked_publisher_still_signs(under: DeviceUnderTest) -> None:
    root = under.publisher.root
    publishers = {**root["publishers"], "acme": {**root["publishers"]["acme"], "keyids": [keyid("acme-2")]}}
    keys = {one: key for one, key in root["keys"].items() if one != keyid("acme")} | {keyid("acme-2"): public("acme-2")}
    under.publisher.next_root(keys=keys, publishers=publishers, revoked={keyid("acme"): public("acme")})
    under.publisher.put("kitchen", "1.4", WORDS, signers=("acme-2",), priority=51)
    under.publisher.put("kitchen", "1.5", WORDS, signers=("acme-2",))
    under.publisher.publish_catalog()
    under.refresh()
    under.publisher.put("kitchen", "1.6", WORDS, signers=("acme",))
    under.publisher.publish_catalog()
    refused(under, "VOCAB_KEY_REVOKED")


def test_v17_a_revoked_catalogue_key_still_signs(under: DeviceUnderTest) -> None:
    under.publisher.next_root(**under.publisher.with_role("catalog", ["fresh"]))
    under.publisher.publish_catalog(["fresh"])
    under.refresh()
    under.publisher.publish_catalog(["catalog"])
    refused(under, "VOCAB_KEY_REVOKED")


@pytest.mark.parametrize("name", ["globex-tools", "acmeish", "nobody"])
def test_v18_a_publisher_signs_a_name_that_it_does_not_own(under: DeviceUnderTest, name: str) -> None:
    under.publisher.put(name, "1.0", WORDS, signers=("acme",))
    under.publisher.publish_catalog()
    refused(under, "VOCAB_NOT_DELEGATED")
