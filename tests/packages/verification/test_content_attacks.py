"""The attacks V19 to V27: names, documents, clocks and contents that are refused, each with its code."""

from __future__ import annotations

from typing import Any

import pytest

from packages.core.errors import PackageError
from packages.core.names import Version
from packages.core.policy import PackagePolicy
from packages.documents.documents import PackageKind
from packages.verification.client import DeviceProfile
from tests.packages.verification.attack_steps import WORDS, refused
from tests.sim.device_under_test import DeviceUnderTest
from tests.sim.publisher import DAY_MS, NOW_MS, Publisher, payload, term

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
