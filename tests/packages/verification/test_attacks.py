"""The attacks of the threat list, V1 to V27: each is refused with its code, and nothing that was trusted changes.

Every one of them comes twice: from a publisher in this process, and through a package service on a real port.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from packages.core.policy import PackagePolicy
from tests.packages.verification.attack_steps import DOCUMENT, PAYLOAD, WORDS, refused
from tests.sim.device_under_test import DeviceUnderTest
from tests.sim.publisher import keyid, public, signature, signed


def test_v1_a_flipped_byte_of_the_payload(under: DeviceUnderTest) -> None:
    under.publisher.flip(PAYLOAD)
    sentence = refused(under, "VOCAB_HASH_MISMATCH")
    assert sentence == "Package kitchen 1.4 does not match its signed fingerprint; nothing was changed."


def test_v1_a_flipped_byte_of_a_new_version_leaves_the_catalogue_where_it_was(under: DeviceUnderTest) -> None:
    under.publisher.publish({("kitchen", "1.5"): ("whisk",)})
    under.publisher.flip("packages/kitchen/1.5/terms.json")
    refused(under, "VOCAB_HASH_MISMATCH")


@pytest.mark.parametrize("change", [lambda content: content + b" ", lambda content: content[:-1]])
def test_v2_a_payload_longer_or_shorter_than_signed(under: DeviceUnderTest, change: Callable[[bytes], bytes]) -> None:
    under.publisher.files[PAYLOAD] = change(under.publisher.files[PAYLOAD])
    refused(under, "VOCAB_TOO_LARGE")


@pytest.mark.parametrize("path", ["2.root.json", "catalog.json", DOCUMENT, PAYLOAD])
def test_v2_an_endless_file_is_given_up_at_its_cap(under: DeviceUnderTest, path: str) -> None:
    under.publisher.files.setdefault(path, b" ")
    under.publisher.endless.add(path)
    refused(under, "VOCAB_TOO_LARGE")


def test_v2_a_package_that_claims_more_than_the_cap_is_not_even_fetched(under: DeviceUnderTest) -> None:
    under.policy = PackagePolicy(max_payload_bytes=100)
    refused(under, "VOCAB_TOO_LARGE")
    assert PAYLOAD not in under.publisher.requests


@pytest.mark.parametrize("slow_ms", [30_001, 10_001])
def test_v3_a_file_that_drips(under: DeviceUnderTest, slow_ms: int) -> None:
    under.publisher.put("kitchen", "1.5", [f"word{letter * 9}" for letter in "abcdefghijklmnopqrstuvwxyz"] * 5)
    under.publisher.publish_catalog()
    under.publisher.slow_ms = slow_ms
    refused(under, "VOCAB_TIMEOUT")


@pytest.mark.parametrize("names", [(), ("stranger",), ("globex",)])
def test_v4_a_catalogue_signed_by_nobody_or_by_a_key_that_may_not(
    under: DeviceUnderTest, names: tuple[str, ...]
) -> None:
    under.publisher.publish_catalog(names)
    refused(under, "VOCAB_UNTRUSTED_SIGNER")


def test_v4_a_package_signed_by_a_key_that_no_root_knows(under: DeviceUnderTest) -> None:
    under.publisher.put("kitchen", "1.5", WORDS, signers=("stranger",))
    under.publisher.publish_catalog()
    refused(under, "VOCAB_UNTRUSTED_SIGNER")


def test_v4_a_signature_of_other_bytes(under: DeviceUnderTest) -> None:
    body = {**under.publisher.catalog, "version": 3}
    under.publisher.files["catalog.json"] = signed(body, (), [signature(under.publisher.catalog, "catalog")])
    refused(under, "VOCAB_UNTRUSTED_SIGNER")


def two_of_two(under: DeviceUnderTest) -> None:
    under.publisher.next_root(**under.publisher.with_role("catalog", ["one", "two"], threshold=2))
    under.publisher.publish_catalog(("one", "two"))
    under.refresh()


@pytest.mark.parametrize("names", [("one",), ("one",) * 9, ("one", "stranger")])
def test_v5_a_threshold_counts_distinct_keys(under: DeviceUnderTest, names: tuple[str, ...]) -> None:
    two_of_two(under)
    under.publisher.publish_catalog(names)
    assert "1 of 2 required signatures" in refused(under, "VOCAB_THRESHOLD")


def test_v5_one_key_under_two_names_is_no_second_key(under: DeviceUnderTest) -> None:
    root = under.publisher.root
    keys = {**root["keys"], "f" * 32: public("catalog")}
    role = {"keyids": [keyid("catalog"), "f" * 32], "threshold": 2}
    under.publisher.next_root(keys=keys, catalog=role)
    refused(under, "VOCAB_MALFORMED")


def test_v6_a_good_signature_and_garbage_beside_it_is_accepted(under: DeviceUnderTest) -> None:
    under.publisher.publish_catalog()
    garbage = [{"keyid": keyid("stranger"), "sig": "0" * 128}, {"keyid": keyid("catalog"), "sig": "1" * 128}]
    under.publisher.files["catalog.json"] = signed(under.publisher.catalog, ["catalog"], garbage)
    under.refresh()
    assert under.state()[2] == 3


def test_what_is_kept_is_what_was_received(under: DeviceUnderTest) -> None:
    spaced = b" \n" + under.publisher.publish_catalog().replace(b'":', b'" : ')
    under.publisher.files["catalog.json"] = spaced
    under.refresh()
    assert under.state()[4]["catalog.json"] == spaced


def test_files_are_asked_for_in_order_and_nothing_after_a_refusal(under: DeviceUnderTest) -> None:
    under.refresh()
    assert under.publisher.requests == ["2.root.json", "catalog.json", DOCUMENT, PAYLOAD]
    under.publisher.requests.clear()
    under.publisher.publish_catalog(())
    refused(under, "VOCAB_UNTRUSTED_SIGNER")
    assert under.publisher.requests == ["2.root.json", "catalog.json"]
