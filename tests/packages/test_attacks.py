"""The attacks of the threat list, V1 to V27: each is refused with its code, and nothing that was trusted changes.

Every one of them comes twice: from a publisher in this process, and through a package service on a real port.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine_b.vocabulary.mirror_fetcher import PackageFetcher
from packages.core.errors import PackageError
from packages.core.names import Version, moment_text
from packages.core.policy import PackagePolicy
from packages.documents.documents import PackageKind
from packages.documents.merge import check_one_catalog
from packages.verification.client import DeviceProfile
from packages.verification.trust import expiry_notice, load_trusted
from tests.sim.device_under_test import DeviceUnderTest
from tests.sim.package_mirror import PackageMirror
from tests.sim.publisher import DAY_MS, NOW_MS, Publisher, keyid, payload, public, signature, signed, term

PAYLOAD = "packages/kitchen/1.4/terms.json"
DOCUMENT = "packages/kitchen/1.4/package.json"
WORDS = ("mandoline", "sous vide")


@pytest.fixture(params=["in process", "over the wire"])
def under(
    request: pytest.FixtureRequest, tmp_path: Path, served: tuple[PackageMirror, PackageFetcher]
) -> DeviceUnderTest:
    """A device that has installed kitchen 1.4 of catalogue 2."""
    publisher = Publisher()
    publisher.publish({("kitchen", "1.4"): WORDS})
    served[0].publisher = publisher
    device = DeviceUnderTest(
        tmp_path / "trust", publisher, fetcher=served[1] if request.param == "over the wire" else None
    )
    device.refresh()
    publisher.requests.clear()
    return device


def refused(under: DeviceUnderTest, code: str, *names: str) -> str:
    """The sentence of a refusal with that code, after which nothing is other than before."""
    before = under.state()
    with pytest.raises(PackageError) as caught:
        under.refresh(*names)
    assert caught.value.code == code, caught.value
    assert 71 <= caught.value.exit_status <= 99
    assert under.state() == before
    return str(caught.value)


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


BAD_NAMES = [
    "../kitchen", "/etc/passwd", "kitchen/../../x", "a\0b", "kitchen\\x", "Kitchen", "küche", "kitchen\u202e", "con",
    "aux.json", "nul", "com1", ".hidden", "kitchen.", "kitchen ", "", "a" * 65, "k\u0456tchen", "kitchen\n", "~", "C:",
    "a//b", "%2e%2e", "file:x", "a..b",
]  # fmt: skip


@pytest.mark.parametrize("name", BAD_NAMES)
def test_v19_a_name_of_a_package_that_is_none(under: DeviceUnderTest, name: str) -> None:
    under.publisher.list(name, "1.0", b"x")
    under.publisher.publish_catalog()
    refused(under, "VOCAB_BAD_NAME")


@pytest.mark.parametrize("name", BAD_NAMES)
def test_v19_a_name_of_a_payload_that_is_none(under: DeviceUnderTest, name: str) -> None:
    file = {"name": name, "length": 10, "digest": "0" * 64}
    under.publisher.put("kitchen", "1.5", WORDS, payload=file)
    under.publisher.publish_catalog()
    refused(under, "VOCAB_BAD_NAME")


ILL_FORMED = [
    b"", b"\xff\xfe{}", b"PK\x03\x04" + bytes(64), b"\x1f\x8b" + bytes(64), b"[]", b"null", b"{} {}", b"{}x",
    b'{"a":1,"a":2}', b'{"a":NaN}', b'{"a":Infinity}', b'{"a":1.5}', b'{"a":1e3}', b'{"a":' + b"9" * 5_000 + b"}",
    b"[" * 100_000, b'{"a":' * 50 + b"1" + b"}" * 50, b'{"a":[' + b"0," * 500_000 + b"0]}", b'{"a":"\\ud800"}',
    b'\xef\xbb\xbf{"a":1}', b'{"signatures":[],"signed":3}', b'{"signatures":{},"signed":{}}', b"{'a':1}",
    b'{"a":"\x01"}',
]  # fmt: skip


@pytest.mark.parametrize("content", ILL_FORMED, ids=range(len(ILL_FORMED)))
@pytest.mark.parametrize("place", ["2.root.json", "catalog.json", "document", "payload"])
def test_v20_what_is_not_one_plain_json_object(under: DeviceUnderTest, content: bytes, place: str) -> None:
    if place == "payload":
        under.publisher.put("kitchen", "1.5", content or b" ")
        under.publisher.publish_catalog()
    elif place == "document":
        content = (content or b" ")[:60_000]
        under.publisher.list("kitchen", "1.5", content)
        under.publisher.files["packages/kitchen/1.5/package.json"] = content
        under.publisher.publish_catalog()
    else:
        under.publisher.files[place] = content[:500_000]
    refused(under, "VOCAB_MALFORMED")


def test_v21_fields_that_are_not_known_yet_are_accepted_and_stay_signed(under: DeviceUnderTest) -> None:
    publisher = under.publisher
    publisher.next_root(motto="x")
    publisher.put("kitchen", "1.5", payload([term("whisk", note="wire")], edition="b"), colour={"deep": [1]})
    publisher.publish_catalog(motto=["y"])
    under.refresh()
    assert under.state()[1:4] == (2, 3, {"kitchen": "1.5"})
    publisher.publish_catalog(motto="z")
    publisher.files["catalog.json"] = publisher.files["catalog.json"].replace(b'"motto":"z"', b'"motto":"w"')
    refused(under, "VOCAB_UNTRUSTED_SIGNER")


@pytest.mark.parametrize(
    "fields",
    [
        {"min_selene": "1.3"},
        {"language": "de"},
        {"kind": "user", "scope": "somebody"},
        {"scope": "initech"},
    ],
)
def test_v22_a_package_for_another_selene_language_person_or_company(
    under: DeviceUnderTest, fields: dict[str, Any]
) -> None:
    under.device = DeviceProfile(Version(1, 2), frozenset({"en"}), companies=frozenset({"acme"}), person="ana")
    under.publisher.put("kitchen", "1.5", WORDS, **fields)
    under.publisher.publish_catalog()
    assert "kitchen 1.5" in refused(under, "VOCAB_INCOMPATIBLE", "kitchen")


def test_v22_a_package_for_another_language_is_left_out_when_everything_is_asked_for(under: DeviceUnderTest) -> None:
    under.publisher.put("acme-kueche", "1.0", WORDS, language="de")
    under.publisher.publish_catalog()
    done = under.refresh()
    assert [one.package.name for one in done.packages] == ["kitchen"]
    assert [notice.code for notice in done.notices] == ["VOCAB_INCOMPATIBLE"]


@pytest.mark.parametrize(
    ("fields", "named"),
    [
        ({"requires": {"acme-pots": "1.0"}}, "acme-pots"),
        ({"requires": {"kitchen": "1.0"}}, "kitchen"),
        ({"requires": {"acme-pans": "2.0"}}, "acme-pans"),
        ({"requires": {"acme-pans": "1.0"}, "conflicts": ["acme-pans"]}, "acme-pans"),
    ],
)
def test_v22_a_requirement_that_is_missing_cyclic_too_old_or_in_conflict(
    under: DeviceUnderTest, fields: dict[str, Any], named: str
) -> None:
    under.publisher.put("acme-pans", "1.0", ["wok"])
    under.publisher.put("kitchen", "1.5", WORDS, **fields)
    under.publisher.publish_catalog()
    assert named in refused(under, "VOCAB_DEPENDENCY", "kitchen")


def test_v22_packages_that_require_each_other(under: DeviceUnderTest) -> None:
    under.publisher.put("acme-pans", "1.0", ["wok"], requires={"kitchen": "1.5"})
    under.publisher.put("kitchen", "1.5", WORDS, requires={"acme-pans": "1.0"})
    under.publisher.publish_catalog()
    refused(under, "VOCAB_DEPENDENCY", "kitchen")


def test_v22_no_more_packages_at_once_than_the_cap_required_ones_included(under: DeviceUnderTest) -> None:
    under.publisher.put("acme-a", "1.0", ["wok"], requires={"acme-b": "1.0", "kitchen": "1.0"})
    under.publisher.put("acme-b", "1.0", ["pan"])
    under.publisher.publish_catalog()
    under.policy = PackagePolicy(max_packages=2)
    for names in ((), ("acme-a",), ("acme-a", "acme-b", "kitchen")):
        refused(under, "VOCAB_DEPENDENCY", *names)
    under.policy = PackagePolicy(max_packages=3)
    assert len(under.refresh("acme-a").packages) == 3


@pytest.mark.parametrize(
    "path", ["catalog.json", "packages/kitchen/1.5/package.json", "packages/kitchen/1.5/terms.json"]
)
def test_v23_a_promised_file_that_is_not_there(under: DeviceUnderTest, path: str) -> None:
    under.publisher.publish({("kitchen", "1.5"): ("whisk",)})
    del under.publisher.files[path]
    refused(under, "VOCAB_INCOMPLETE_REPO")


def test_v26_a_clock_in_1970_neither_revives_what_expired_nor_locks_out(under: DeviceUnderTest) -> None:
    under.now_ms = 0
    under.refresh()
    late = Publisher(NOW_MS + 400 * DAY_MS)
    under.publisher.next_root(signed_at=late.root["signed_at"], expires=late.root["expires"])
    with pytest.raises(PackageError) as caught:
        under.refresh()
    assert caught.value.code == "VOCAB_STALE", "a root of next year says that the catalogue of this year is over"


def test_v26_a_clock_in_2099_stops_installing_only_as_long_as_it_is_wrong(under: DeviceUnderTest) -> None:
    right = under.now_ms
    under.now_ms = 4_070_908_800_000
    assert "clock" in refused(under, "VOCAB_STALE")
    under.now_ms = right
    before = under.state()
    under.refresh()
    assert under.state() == before


def test_v26_a_date_far_ahead_by_a_stolen_key_goes_with_the_key(under: DeviceUnderTest) -> None:
    publisher = under.publisher
    publisher.publish_catalog(signed_at="2098-01-01T00:00:00Z", expires="2099-01-01T00:00:00Z")
    under.refresh()
    publisher.publish_catalog()
    refused(under, "VOCAB_STALE")
    publisher.next_root(**publisher.with_role("catalog", ["fresh"]))
    publisher.publish_catalog(["fresh"])
    under.refresh()
    assert under.state()[2] == 5


FORBIDDEN: list[Any] = [
    "forget everything", "Forget Everything", "forget-everything", "For.get Every.thing", "forget that", "delete all",
    "stop", "Yes", "grant admin", "vergiss alles", "okay nabu", "(a+)+$", "a{1,9}", "[forget|remember] it",
    "{statement}",
    "<rule>", "word\u200b", "\u202eword", "f\u043erget it", "x" * 61, "a b c d e f g", "12345", "",
    "4111 1111 1111 1111",
    "123-45-6789", "sk-abcdefghijklmnop", "AKIAABCDEFGHIJKLMNOP", "ana@example.org", "password hunter2", "pin 1234",
    "seven two nine four", "John Smith", "Anna Müller", "Dr. Huber", "john smith", "Anna", "Smith, John",
    "John O'Neil", "Anna-Lena Huber", "Siobhan Byrne",
    term("Zorbo", heard=["forget everything"]), term("Zorbo", heard=["stop"]), term("Zorbo", role="person"),
    term("Zorbo", pronunciations=["(a+)+"]), term("Zorbo", pronunciations=["a " * 61]), term("Zorbo", weight=100_000),
    term("Zorbo", heard=["zor bo"] * 9), term("Zorbo", heard=[f"{letter * 60}" for letter in "abcdefgh"] * 1,
         pronunciations=["b " * 59] * 4), term("Zorbo", language="not a language"),
    term("Zorbo", command="shutdown"), term("Zorbo", onMatch="x", intent="forget"),
    term("Zorbo", added={"by": "ops", "at": "2026-08-01T00:00:00Z", "why": "her pin is 4711"}),
    term("Zorbo", added={"by": "ops", "at": "2026-08-01T00:00:00Z", "why": "because " * 30}),
]  # fmt: skip


@pytest.mark.parametrize("entry", FORBIDDEN, ids=range(len(FORBIDDEN)))
def test_v27_an_entry_that_no_company_pack_may_have(under: DeviceUnderTest, entry: Any) -> None:
    under.publisher.put("kitchen", "1.5", ["whisk", entry])
    under.publisher.publish_catalog()
    sentence = refused(under, "VOCAB_POLICY")
    words = entry if isinstance(entry, str) else "Zorbo"
    assert not words or words not in sentence, "a refusal does not repeat what may be a secret"


SECTIONS = [
    "intents",
    "commands",
    "permissions",
    "regex",
    "grammar_rules",
    "actions",
    "forget",
    "onMatch_action",
    "Settings",
]


@pytest.mark.parametrize("section", SECTIONS)
def test_v27_a_section_that_would_do_something(under: DeviceUnderTest, section: str) -> None:
    under.publisher.put("kitchen", "1.5", payload(WORDS, **{section: []}))
    under.publisher.publish_catalog()
    refused(under, "VOCAB_POLICY")


def test_v27_a_field_of_the_package_document_that_would_do_something(under: DeviceUnderTest) -> None:
    under.publisher.put("kitchen", "1.5", WORDS, permissions=["admin"])
    under.publisher.publish_catalog()
    refused(under, "VOCAB_POLICY")


def test_a_root_may_permit_one_publisher_the_names_of_people(under: DeviceUnderTest) -> None:
    publishers = under.publisher.root["publishers"]
    under.publisher.next_root(publishers={**publishers, "acme": {**publishers["acme"], "permits": ["personal_names"]}})
    under.publisher.put("kitchen", "1.5", ["John Smith"])
    under.publisher.publish_catalog()
    assert [one.spelling for one in under.refresh().packages[0].terms] == ["John Smith"]


def test_a_persons_own_package_may_name_people_and_no_secrets(under: DeviceUnderTest) -> None:
    under.device = DeviceProfile(Version(1, 2), person="ana")
    under.publisher.put("kitchen", "1.5", ["Anna Müller"], kind=PackageKind.USER.value, scope="ana")
    under.publisher.publish_catalog()
    under.refresh()
    under.publisher.put("kitchen", "1.6", ["4111 1111 1111 1111"], kind=PackageKind.USER.value, scope="ana")
    under.publisher.publish_catalog()
    refused(under, "VOCAB_POLICY")


def test_ordinary_names_of_products_are_welcome(under: DeviceUnderTest) -> None:
    words = ["WD-40", "AT&T", "C++", "Mercedes", "ISO 27001", "HL-L2350DW", "crème brûlée", "Übermix 3000", "Łódź",
             "Яндекс", "mark down", "Unforgettable", "clear glass", "Permit A38"]  # fmt: skip
    under.publisher.put("kitchen", "1.5", [*words, term("Max", role="product"), term("Ana", role="place")])
    under.publisher.publish_catalog()
    assert len(under.refresh().packages[0].terms) == len(words) + 2


def test_a_phrase_that_the_device_would_obey_is_refused_by_asking_the_device(under: DeviceUnderTest) -> None:
    from dataclasses import replace

    from packages.installation.refresh import refresh_repository
    from packages.verification.client import RefreshRequest
    from packages.verification.content_gate import ContentGate

    request = RefreshRequest(under.device, under.now_ms)
    hears = replace(request, gate=ContentGate(is_command=lambda phrase: phrase == "mandoline"))
    refresh_repository(under.publisher, under.store, request, under.publisher.stopwatch, under.policy)
    with pytest.raises(PackageError, match="entry 1") as caught:
        refresh_repository(under.publisher, under.store, hears, under.publisher.stopwatch, under.policy)
    assert caught.value.code == "VOCAB_POLICY"


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
