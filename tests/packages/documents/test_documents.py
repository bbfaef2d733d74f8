"""A document that contradicts itself is refused as a whole, and a device that trusted another keeps that."""

from __future__ import annotations

from typing import Any

import pytest

from packages.core.errors import MalformedDocument, PackageError, TooLarge
from packages.core.names import Version, prefix_owns
from packages.core.policy import PackagePolicy
from packages.documents.documents import Catalog, Package, Root, read_document
from packages.documents.terms import read_payload
from packages.verification.trust import first_root
from tests.sim.publisher import Publisher, keyid, payload, public, signed, term

POLICY = PackagePolicy()
PUBLISHER = Publisher()
PUBLISHER.put("kitchen", "1.4", ["whisk"])
ROOT = PUBLISHER.root
LISTED = {"version": "1.0", "length": 1, "digest": "0" * 64}
BAD_ROOTS: list[dict[str, Any]] = [
    {"version": 0}, {"version": "1"}, {"version": True}, {"version": 2**64}, {"expires": "tomorrow"},
    {"expires": ROOT["signed_at"]}, {"expires": "2026-02-30T00:00:00Z"}, {"expires": "2026-12-01T00:00:00+00:00"},
    {"root": {"keyids": ROOT["root"]["keyids"], "threshold": 4}}, {"root": {"keyids": [], "threshold": 0}},
    {"root": {"keyids": [keyid("root-a")] * 3, "threshold": 2}}, {"catalog": {"keyids": ["f" * 32], "threshold": 1}},
    {"keys": {**ROOT["keys"], "f" * 32: public("x")}}, {"keys": {**ROOT["keys"], keyid("x"): "zz"}},
    {"revoked": {keyid("catalog"): public("catalog")}}, {"revoked": {keyid("x"): public("y")}},
    {"publishers": {**ROOT["publishers"], "other": {**ROOT["publishers"]["acme"], "prefixes": ["kitchen"]}}},
    {"spec": 2}, {"keys": None},
]  # fmt: skip
BAD_CATALOGS: list[dict[str, Any]] = [
    {"packages": {"kitchen": LISTED}, "retired": {"kitchen": {"version": "1.0"}}},
    {"packages": {"kitchen": {**LISTED, "length": 0}}}, {"packages": {"kitchen": {**LISTED, "digest": "A" * 64}}},
    {"packages": {"kitchen": {**LISTED, "version": "1.0.0.0"}}}, {"packages": {"kitchen": {**LISTED, "version": "01"}}},
    {"packages": {"kitchen": {**LISTED, "version": "-1"}}}, {"packages": {"kitchen": {**LISTED, "version": 1}}},
    {"packages": []},
]  # fmt: skip
BAD_PACKAGES: list[dict[str, Any]] = [
    {"kind": "user"}, {"kind": "command"}, {"priority": 101}, {"priority": -1}, {"requires": {"x": 1}}, {"payload": {}},
]  # fmt: skip


@pytest.mark.parametrize("fields", BAD_ROOTS, ids=range(len(BAD_ROOTS)))
def test_a_root_that_contradicts_itself(fields: dict[str, Any]) -> None:
    with pytest.raises(MalformedDocument):
        first_root(signed({**ROOT, **fields}, ("root-a", "root-b")), POLICY)


@pytest.mark.parametrize("fields", BAD_CATALOGS, ids=range(len(BAD_CATALOGS)))
def test_a_catalogue_that_contradicts_itself(fields: dict[str, Any]) -> None:
    with pytest.raises(MalformedDocument):
        read_document(signed({**PUBLISHER.catalog, **fields}, ("catalog",)), Catalog, POLICY)


@pytest.mark.parametrize("fields", BAD_PACKAGES, ids=range(len(BAD_PACKAGES)))
def test_a_package_that_contradicts_itself(fields: dict[str, Any]) -> None:
    publisher = Publisher()
    with pytest.raises(MalformedDocument):
        read_document(publisher.put("kitchen", "1.4", ["whisk"], **fields), Package, POLICY)


def test_the_work_of_verifying_is_bounded() -> None:
    many = [{"keyid": "0" * 32, "sig": "0" * 128}] * (POLICY.max_signatures + 1)
    with pytest.raises(MalformedDocument):
        read_document(signed(ROOT, (), many), Root, POLICY)


def test_a_document_above_its_cap_is_not_read() -> None:
    files = PUBLISHER.files
    with pytest.raises(TooLarge):
        read_document(files["1.root.json"], Root, PackagePolicy(max_root_bytes=100))
    with pytest.raises(TooLarge):
        read_document(files["catalog.json"], Catalog, PackagePolicy(max_catalog_bytes=100))
    with pytest.raises(TooLarge):
        read_document(files["packages/kitchen/1.4/package.json"], Package, PackagePolicy(max_package_bytes=100))
    with pytest.raises(TooLarge):
        read_payload(files["packages/kitchen/1.4/terms.json"], PackagePolicy(max_payload_bytes=100))


@pytest.mark.parametrize(
    "entry",
    [term("x", added={"by": "", "at": "2026-08-01T00:00:00Z", "why": "y"}), {"spelling": "x"}, term("x", weight="1"),
     term("x", added={"by": "a", "at": "now", "why": "y"}), term("x", role="verb"), "x", None, term("x", heard="y")],
)  # fmt: skip
def test_an_entry_without_who_when_and_why_or_of_another_form_is_refused(entry: Any) -> None:
    from packages.core.signed_json import canonical_document_bytes

    with pytest.raises(PackageError):
        read_payload(canonical_document_bytes({"_type": "payload", "spec": 1, "terms": [entry]}), POLICY)


def test_the_longest_prefix_owns_a_name_and_a_prefix_ends_at_a_separator() -> None:
    acme, globex = ROOT["publishers"]["acme"], ROOT["publishers"]["globex"]
    publishers = {"acme": {**acme, "prefixes": ["acme", "*"]}, "globex": {**globex, "prefixes": ["acme.labs"]}}
    root = first_root(signed({**ROOT, "publishers": publishers}, ("root-a", "root-b")), POLICY).root.value
    owners = {name: root.owner(name) for name in ("acme.labs.x", "acme.labsx", "acme", "other")}
    assert [one.keyids for one in owners.values() if one] == [(keyid("globex"),), *[(keyid("acme"),)] * 3]
    assert not prefix_owns("acme", "acmeish")


def test_versions_are_ordered_as_numbers() -> None:
    texts = ["0.9", "1", "1.0.1", "1.2", "1.10", "2", str(2**64 - 1)]
    assert sorted(map(Version.parse, reversed(texts))) == list(map(Version.parse, texts))
    assert Version.parse("1.4") == Version.parse("1.4.0")
    assert str(Version.parse("1")) == "1.0"


def test_a_payload_that_lists_a_term_twice_is_refused_by_the_gate() -> None:
    from packages.verification.content_gate import ContentGate

    package = read_document(PUBLISHER.files["packages/kitchen/1.4/package.json"], Package, POLICY).value
    twice = read_payload(payload(["whisk", "whisk"]), POLICY)
    with pytest.raises(MalformedDocument):
        ContentGate().check(package, frozenset(), twice, None)
    few = ContentGate(PackagePolicy(max_terms=1))
    with pytest.raises(PackageError, match="more than 1"):
        few.check(package, frozenset(), read_payload(payload(["whisk", "ladle"]), POLICY), None)
