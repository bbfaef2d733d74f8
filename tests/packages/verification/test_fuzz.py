"""Whatever arrives is accepted, or refused with an error of ours: no other exception, no more memory than the cap."""

from __future__ import annotations

import json
import tracemalloc
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from packages.core.errors import PackageError
from packages.core.names import Version, check_name, parse_moment, prefix_owns
from packages.core.policy import PackagePolicy
from packages.core.ports import KeptTrust
from packages.core.signed_json import canonical_document_bytes, read_json
from packages.documents.documents import Catalog, Package, Root, read_document
from packages.documents.term_lists import Credit, read_list
from packages.documents.terms import read_payload
from packages.installation.refresh import EphemeralTrustStore, refresh_repository
from packages.verification.client import DeviceProfile, RefreshRequest
from packages.verification.content_gate import ContentGate
from tests.budgets import DOCUMENTS
from tests.sim.publisher import NOW_MS, Publisher, payload, term

POLICY = PackagePolicy()
SMALL = PackagePolicy(max_payload_bytes=200_000, max_json_items=20_000)
MEMORY_CAP_BYTES = 30_000_000
BUDGET = settings(max_examples=DOCUMENTS.now, deadline=None, derandomize=True, database=None)


def accepted_or_refused(call: Callable[[], object]) -> bool:
    try:
        call()
    except PackageError:
        return False
    return True


def samples() -> dict[str, bytes]:
    publisher = Publisher()
    publisher.put("kitchen", "1.4", [term("whisk", heard=["wisk"], pronunciations=["W IH S K"], weight=120)])
    publisher.put("acme-pans", "1.0", ["wok"], requires={"kitchen": "1.0"}, conflicts=["acme-pots"], min_selene="0.1")
    publisher.publish_catalog(retired={"acme-old": {"version": "1.0", "reason": "sold"}})
    return publisher.files


FILES = samples()
READERS: dict[str, Callable[[bytes], object]] = {
    "1.root.json": lambda content: read_document(content, Root, POLICY),
    "catalog.json": lambda content: read_document(content, Catalog, POLICY),
    "packages/acme-pans/1.0/package.json": lambda content: read_document(content, Package, POLICY),
    "packages/kitchen/1.4/terms.json": lambda content: read_payload(content, POLICY),
}
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


@pytest.mark.parametrize("path", READERS)
def test_every_document_whole_is_accepted_and_every_beginning_of_it_refused(path: str) -> None:
    content, reader = FILES[path], READERS[path]
    assert accepted_or_refused(lambda: reader(content))
    for end in range(0, len(content), 7):
        assert not accepted_or_refused(lambda: reader(content[:end]))  # noqa: B023
    for trailing in (b"\0", b"}", b"1", content):
        assert not accepted_or_refused(lambda: reader(content + trailing))  # noqa: B023


@pytest.mark.parametrize("path", READERS)
@given(data=st.data())
@BUDGET
def test_a_document_with_any_field_exchanged_for_anything(path: str, data: st.DataObject) -> None:
    plain = json.loads(FILES[path])
    holder, key = data.draw(st.sampled_from(places(plain)))
    holder[key] = data.draw(JSON)
    content = json.dumps(plain).encode()
    accepted_or_refused(lambda: READERS[path](content))


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every place in a JSON value where another could be put."""
    pairs: list[tuple[Any, Any]] = []
    if isinstance(value, dict):
        pairs = list(value.items())
    elif isinstance(value, list):
        pairs = list(enumerate(value))
    return [(value, key) for key, _ in pairs] + [place for _, inner in pairs for place in places(inner)]


@pytest.mark.parametrize("path", READERS)
@given(cuts=st.lists(st.tuples(st.integers(0, 1_500), st.binary(max_size=6)), min_size=1, max_size=4))
@BUDGET
def test_a_document_with_any_bytes_exchanged_for_any(path: str, cuts: list[tuple[int, bytes]]) -> None:
    content = bytearray(FILES[path])
    for at, fresh in cuts:
        content[at : at + len(fresh)] = fresh
    accepted_or_refused(lambda: READERS[path](bytes(content)))


@given(st.binary(max_size=200) | st.text(max_size=200).map(lambda text: text.encode("utf-8", "surrogatepass")))
@BUDGET
def test_any_bytes_at_all(content: bytes) -> None:
    for reader in READERS.values():
        assert not accepted_or_refused(lambda: reader(content))  # noqa: B023
    for form in ("yaml", "csv", "jsonl"):
        accepted_or_refused(lambda: read_list(content, form, Credit("a", "2026-08-01T00:00:00Z", "b"), POLICY))  # noqa: B023


@given(JSON)
@BUDGET
def test_what_can_be_read_is_canonical_when_written_again(value: object) -> None:
    content = json.dumps({"value": value}).encode()
    try:
        read = read_json(content, "It", POLICY)
    except PackageError:
        return
    once = canonical_document_bytes(read)
    assert canonical_document_bytes(read_json(once, "It", POLICY)) == once


@given(st.text(max_size=80), st.text(max_size=80), st.text(max_size=140), st.integers())
@BUDGET
def test_any_entry_passes_the_gate_or_does_not(spelling: str, heard: str, sound: str, weight: int) -> None:
    entry = term(spelling, heard=[heard], pronunciations=[sound], weight=weight)
    try:
        content = payload([entry])
    except PackageError:
        return
    package = read_document(FILES["packages/acme-pans/1.0/package.json"], Package, POLICY).value
    accepted_or_refused(lambda: ContentGate().check(package, frozenset(), read_payload(content, POLICY), None))


@given(st.text(max_size=70), st.text(max_size=30))
@BUDGET
def test_a_name_is_small_ascii_or_none(name: str, moment: str) -> None:
    if accepted_or_refused(lambda: check_name(name)):
        assert name.isascii()
        assert name == name.lower()
        assert not set(name) & set("/\\: \0")
        assert prefix_owns(name, name + "-x")
        assert not prefix_owns(name, name + "x")
    try:
        parse_moment(moment)
    except ValueError:
        return


@given(
    st.sampled_from(sorted(FILES)),
    st.lists(st.tuples(st.integers(0, 1_500), st.binary(min_size=1, max_size=6)), max_size=3),
)
@BUDGET
def test_a_repository_with_any_file_changed_is_taken_in_or_refused_whole(
    path: str, cuts: list[tuple[int, bytes]]
) -> None:
    publisher = Publisher()
    publisher.files = dict(FILES)
    content = bytearray(FILES[path])
    for at, fresh in cuts:
        content[at : at + len(fresh)] = fresh
    publisher.files[path] = bytes(content)
    before = KeptTrust(FILES["1.root.json"])
    store = EphemeralTrustStore(before)
    request = RefreshRequest(DeviceProfile(Version(1)), NOW_MS)
    if accepted_or_refused(lambda: refresh_repository(publisher, store, request, publisher.stopwatch, POLICY)):
        assert store.load() == KeptTrust(FILES["1.root.json"], publisher.files["catalog.json"])
    else:
        assert store.load() == before


BOMBS = {
    "nested": b"[" * 200_000,
    "empty lists": b'{"a":[' + b"[]," * 66_000 + b"[]]}",
    "empty maps": b'{"a":[' + b"{}," * 66_000 + b"{}]}",
    "numbers": b'{"a":[' + b"1," * 99_000 + b"1]}",
    "keys": b'{"a":0' + b"".join(b',"k%d":0' % number for number in range(18_000)) + b"}",
    "one long string": b'{"a":"' + b"x" * 199_000 + b'"}',
    "escapes": b'{"a":"' + b"\\\\" * 99_000 + b'"}',
    "long number": b'{"a":' + b"7" * 199_000 + b"}",
    "open quote": b'{"a":"' + b"\\" * 199_000,
}


@pytest.mark.parametrize("name", BOMBS)
def test_no_bomb_takes_more_memory_than_the_cap(name: str) -> None:
    tracemalloc.start()
    try:
        accepted_or_refused(lambda: read_payload(BOMBS[name], SMALL))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < MEMORY_CAP_BYTES
