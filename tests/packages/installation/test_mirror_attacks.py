"""Attacks that only a service can make: each ends with its code, and nothing that was trusted changes.

The mirror of these tests speaks the real protocol over mutual TLS, and lies.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event
from typing import Any

import grpc
import pytest
from google.protobuf import any_pb2
from google.rpc import code_pb2, error_details_pb2, status_pb2

from cloud_mirror.platform.clock import SystemMirrorClock
from cloud_mirror.server.authority import FolderAuthority
from engine_b.core.sync_errors import SyncError
from engine_b.vocabulary.mirror_fetcher import PackageFetcher
from packages.core.errors import PackageError
from packages.core.policy import PackagePolicy
from protos.selene.mirror.v1 import package_service_pb2 as pb
from protos.wire import MAX_CHUNK_BYTES, MAX_MESSAGE_BYTES, Reason
from tests.sim.device_under_test import DeviceUnderTest
from tests.sim.package_mirror import Context, PackageMirror, guest_of, package_mirror, refuse
from tests.sim.publisher import Publisher
from tests.sim.tcp_proxy import Proxy

PAYLOAD, DOCUMENT = "packages/kitchen/1.5/terms.json", "packages/kitchen/1.5/package.json"
FILES = ("2.root.json", "catalog.json", DOCUMENT, PAYLOAD)
HASTY = PackagePolicy(fetch_timeout_ms=400)
PATIENCE_S = 10.0
ROUNDED = 1.02
"""gRPC rounds a deadline up to a few digits on its way."""
NEVER = Event()
Answers = Iterator[pb.GetFileResponse]
DETAILS = "grpc-status-details-bin"


class Victim(DeviceUnderTest):
    """A device that has installed kitchen 1.4 of catalogue 2, and is offered 1.5 of catalogue 3."""

    mirror: PackageMirror

    def lied_to(self, at: str, lie: Callable[[Context], Answers]) -> None:
        """Lie about one file, and tell the truth about the others."""
        self.mirror.lie = lambda request, context: lie(context) if request.path == at else None

    def refuses(self, code: str, policy: PackagePolicy | None = None) -> str:
        """The sentence of a refusal with that code, after which all is as before; then an honest mirror is believed.

        However busy the machine is: each file was asked for once, and for no longer than the policy gives it.
        """
        before, self.policy, began = self.state(), policy or self.policy, time.monotonic()
        self.mirror.asked.clear()
        with pytest.raises((PackageError, SyncError)) as caught:
            self.refresh()
        refusal = caught.value
        assert isinstance(refusal, PackageError | SyncError)
        assert refusal.code == code, repr(refusal)
        assert self.state() == before
        assert time.monotonic() - began < PATIENCE_S
        assert len(dict(self.mirror.asked)) == len(self.mirror.asked)
        given_s = self.policy.fetch_timeout_ms / 1_000 * ROUNDED
        assert all(left is not None and left <= given_s for _, left in self.mirror.asked), self.mirror.asked
        self.mirror.lie = lambda request, context: None
        self.policy = PackagePolicy()
        self.refresh()
        assert self.state()[3] == {"kitchen": "1.5"}
        return str(refusal)


@pytest.fixture
def victim(tmp_path: Path, served: tuple[PackageMirror, PackageFetcher]) -> Iterator[Victim]:
    publisher = Publisher()
    publisher.publish({("kitchen", "1.4"): ("mandoline",)})
    device = Victim(tmp_path / "trust", publisher, fetcher=served[1])
    device.mirror, served[0].publisher = served[0], publisher
    device.refresh()
    publisher.publish({("kitchen", "1.5"): ("mandoline", "whisk")})
    yield device
    served[0].lie = lambda request, context: None


def chunks(content: bytes) -> Answers:
    yield pb.GetFileResponse(chunk=content)


def endless(piece: bytes, pause_s: float = 0) -> Callable[[Context], Answers]:
    """The same piece until whoever asked has gone."""

    def answers(context: Context) -> Answers:
        while context.is_active():
            yield pb.GetFileResponse(chunk=piece)
            if pause_s:
                NEVER.wait(pause_s)

    return answers


@pytest.mark.parametrize("path", FILES)
def test_a_stream_without_end_is_left_at_the_cap(victim: Victim, path: str) -> None:
    victim.lied_to(path, endless(bytes(MAX_CHUNK_BYTES)))
    victim.refuses("VOCAB_TOO_LARGE")


@pytest.mark.parametrize("path", FILES)
@pytest.mark.parametrize(("piece", "pause_s"), [(b"", 0), (b" ", 0.01), (b"", 0.01)])
def test_a_stream_that_drips_or_is_empty_without_end_is_left_in_time(
    victim: Victim, path: str, piece: bytes, pause_s: float
) -> None:
    victim.lied_to(path, endless(piece, pause_s))
    victim.refuses("VOCAB_TIMEOUT", HASTY)


@pytest.mark.parametrize("path", FILES)
def test_a_mirror_that_says_nothing_is_left_in_time(victim: Victim, path: str) -> None:
    def silent(context: Context) -> Answers:
        gone = Event()
        context.add_callback(gone.set)
        gone.wait(20)
        return iter(())

    victim.lied_to(path, silent)
    victim.refuses("VOCAB_TIMEOUT", HASTY)


@pytest.mark.parametrize(
    ("asked", "given", "code"),
    [
        ("2.root.json", "1.root.json", "VOCAB_ROOT_CHAIN"),
        ("2.root.json", "catalog.json", "VOCAB_WRONG_TYPE"),
        ("catalog.json", "1.root.json", "VOCAB_WRONG_TYPE"),
        ("catalog.json", DOCUMENT, "VOCAB_WRONG_TYPE"),
        ("catalog.json", PAYLOAD, "VOCAB_MALFORMED"),
        (DOCUMENT, "packages/kitchen/1.4/package.json", "VOCAB_MIXED_SET"),
        (DOCUMENT, "catalog.json", "VOCAB_TOO_LARGE"),
        (PAYLOAD, "packages/kitchen/1.4/terms.json", "VOCAB_TOO_LARGE"),
        (PAYLOAD, DOCUMENT, "VOCAB_TOO_LARGE"),
    ],
)
def test_another_file_than_was_asked_for(victim: Victim, asked: str, given: str, code: str) -> None:
    victim.lied_to(asked, lambda context: chunks(victim.publisher.files[given]))
    victim.refuses(code)


@pytest.mark.parametrize("path", ["catalog.json", DOCUMENT, PAYLOAD])
def test_two_histories_of_one_version_switched_between_files(victim: Victim, path: str) -> None:
    other = Publisher()
    other.publish({("kitchen", "1.4"): ("mandoline",)})
    other.publish({("kitchen", "1.5"): ("mandoline", "ladle")})
    assert len(other.files[PAYLOAD]) == len(victim.publisher.files[PAYLOAD])
    victim.lied_to(path, lambda context: chunks(other.files[path]))
    victim.refuses("VOCAB_HASH_MISMATCH")


def test_an_old_catalogue_after_the_new_one_was_shown(victim: Victim) -> None:
    before = dict(victim.publisher.files)
    victim.publisher.publish({("kitchen", "1.6"): ("ladle",)})
    victim.refresh()
    known = victim.state()
    victim.lied_to("catalog.json", lambda context: chunks(before["catalog.json"]))
    with pytest.raises(PackageError) as caught:
        victim.refresh()
    assert caught.value.code == "VOCAB_CATALOG_ROLLBACK"
    assert victim.state() == known


@pytest.mark.parametrize("size", [MAX_CHUNK_BYTES + 1_000, MAX_MESSAGE_BYTES, 16 * MAX_MESSAGE_BYTES])
@pytest.mark.parametrize("path", FILES)
def test_one_piece_that_is_larger_than_a_piece_may_be(victim: Victim, path: str, size: int) -> None:
    victim.lied_to(path, lambda context: chunks(bytes(size)))
    victim.refuses("VOCAB_TOO_LARGE")


@pytest.mark.parametrize("how", [grpc.Compression.Gzip, grpc.Compression.Deflate])
@pytest.mark.parametrize("content", [bytes(16 * MAX_MESSAGE_BYTES), b"{}" * 500], ids=["a bomb", "a little"])
def test_an_answer_that_comes_packed_is_not_unpacked(victim: Victim, how: grpc.Compression, content: bytes) -> None:
    def packed(context: Context) -> Answers:
        context.set_compression(how)
        return chunks(content)

    victim.lied_to(PAYLOAD, packed)
    victim.refuses("VOCAB_UNREACHABLE")


@pytest.mark.parametrize("path", FILES)
def test_hanging_up_in_the_middle(victim: Victim, path: str) -> None:
    def torn(context: Context) -> Answers:
        yield pb.GetFileResponse(chunk=victim.publisher.files.get(path, b"{}")[:20])
        context.abort(grpc.StatusCode.UNAVAILABLE, "")

    victim.lied_to(path, torn)
    victim.refuses("VOCAB_UNREACHABLE")


@pytest.mark.parametrize(
    ("path", "code"), [("2.root.json", "VOCAB_MALFORMED"), ("catalog.json", "VOCAB_MALFORMED"),
                       (DOCUMENT, "VOCAB_TOO_LARGE"), (PAYLOAD, "VOCAB_TOO_LARGE")],
)  # fmt: skip
def test_half_a_file_as_if_it_were_whole(victim: Victim, path: str, code: str) -> None:
    half = victim.publisher.files.get(path, victim.publisher.files["1.root.json"])[:-9]
    victim.lied_to(path, lambda context: chunks(half))
    victim.refuses(code)


def test_a_line_that_is_cut_in_the_middle_of_a_file(tmp_path: Path) -> None:
    with package_mirror(tmp_path / "m") as (service, fetcher), Proxy(fetcher.address) as proxy:
        publisher = service.publisher
        publisher.publish({("kitchen", "1.4"): ("mandoline",)})
        credentials = guest_of(FolderAuthority(tmp_path / "m", SystemMirrorClock()))
        with PackageFetcher(proxy.address, credentials) as through:
            device = Victim(tmp_path / "trust", publisher, fetcher=through)
            device.mirror = service
            device.refresh()
            publisher.publish({("kitchen", "1.5"): ("mandoline", "whisk")})

            def cutting(context: Context) -> Answers:
                yield pb.GetFileResponse(chunk=b"{")
                proxy.cut()

            device.lied_to(PAYLOAD, cutting)
            before = device.state()
            with pytest.raises(PackageError) as caught:
                device.refresh()
            assert caught.value.code == "VOCAB_UNREACHABLE"
            assert device.state() == before


def status(code: int, *details: Any, message: str = "No.") -> bytes:
    """The details of a status, as they travel."""
    packed = []
    for detail in details:
        one = any_pb2.Any()
        one.Pack(detail)
        packed.append(one)
    return bytes(status_pb2.Status(code=code, message=message, details=packed).SerializeToString())


def told(reason: str) -> error_details_pb2.ErrorInfo:
    return error_details_pb2.ErrorInfo(reason=reason, domain="selene.mirror")


def garbled() -> bytes:
    inside = any_pb2.Any(type_url="type.googleapis.com/google.rpc.ErrorInfo", value=b"\xff\xff\xff")
    return bytes(status_pb2.Status(code=code_pb2.NOT_FOUND, message="No.", details=[inside]).SerializeToString())


OTHER_KIND = error_details_pb2.BadRequest()
ODD: dict[str, tuple[grpc.StatusCode, bytes | None, str]] = {
    "there is no such file, but no reason": (grpc.StatusCode.NOT_FOUND, None, "VOCAB_UNREACHABLE"),
    "a reason that no mirror has": (grpc.StatusCode.NOT_FOUND, status(5, told("NO_SUCH_REASON")), "VOCAB_UNREACHABLE"),
    "not found, with another status": (grpc.StatusCode.INTERNAL, status(13, told("FILE_UNKNOWN")), "VOCAB_UNREACHABLE"),
    "details of another status": (grpc.StatusCode.NOT_FOUND, status(3, told("FILE_UNKNOWN")), "VOCAB_UNREACHABLE"),
    "details with another message": (
        grpc.StatusCode.NOT_FOUND, status(5, told("FILE_UNKNOWN"), message="Yes."), "VOCAB_UNREACHABLE",
    ),
    "garbage for details": (grpc.StatusCode.NOT_FOUND, b"\xff" * 99, "VOCAB_UNREACHABLE"),
    "garbage inside details": (grpc.StatusCode.NOT_FOUND, garbled(), "VOCAB_UNREACHABLE"),
    "a detail of another kind": (grpc.StatusCode.NOT_FOUND, status(5, OTHER_KIND), "VOCAB_UNREACHABLE"),
    "no such repository": (grpc.StatusCode.NOT_FOUND, status(5, told("REPOSITORY_UNKNOWN")), "VOCAB_UNREACHABLE"),
    "a bad name": (grpc.StatusCode.INVALID_ARGUMENT, status(3, told("MALFORMED")), "VOCAB_BAD_NAME"),
    "too slow, at once": (grpc.StatusCode.DEADLINE_EXCEEDED, None, "VOCAB_TIMEOUT"),
    "too much": (grpc.StatusCode.RESOURCE_EXHAUSTED, status(8, told("TOO_MUCH")), "VOCAB_UNREACHABLE"),
    "nothing is served": (grpc.StatusCode.UNIMPLEMENTED, None, "VOCAB_UNREACHABLE"),
    "account locked": (grpc.StatusCode.RESOURCE_EXHAUSTED, status(8, told("ACCOUNT_LOCKED")), "VOCAB_UNREACHABLE"),
    "revoked": (grpc.StatusCode.PERMISSION_DENIED, status(7, told("DEVICE_REVOKED")), "DEVICE_REVOKED"),
    "unknown": (grpc.StatusCode.PERMISSION_DENIED, status(7, told("DEVICE_UNKNOWN")), "DEVICE_UNKNOWN"),
    "another protocol": (grpc.StatusCode.FAILED_PRECONDITION, status(9, told("VERSION_UNSUPPORTED")), "MIRROR_VERSION"),
}  # fmt: skip


@pytest.mark.parametrize("path", FILES)
@pytest.mark.parametrize("odd", ODD)
def test_a_status_that_is_odd(victim: Victim, path: str, odd: str) -> None:
    code, details, expected = ODD[odd]

    def ended(context: Context) -> Answers:
        if details is not None:
            context.set_trailing_metadata(((DETAILS, details),))
        context.abort(code, "No.")
        return iter(())

    victim.lied_to(path, ended)
    victim.refuses(expected)


@pytest.mark.parametrize("code", list(grpc.StatusCode))
def test_every_status_without_a_reason_is_some_code_of_ours(victim: Victim, code: grpc.StatusCode) -> None:
    def ended(context: Context) -> Answers:
        context.set_code(code)
        return iter(())

    expected = {
        grpc.StatusCode.OK: "VOCAB_MALFORMED",  # an empty file
        grpc.StatusCode.DEADLINE_EXCEEDED: "VOCAB_TIMEOUT",
        grpc.StatusCode.RESOURCE_EXHAUSTED: "VOCAB_TOO_LARGE",
    }
    victim.lied_to("catalog.json", ended)
    victim.refuses(expected.get(code, "VOCAB_UNREACHABLE"))


@pytest.mark.parametrize(("path", "code"), [(path, "VOCAB_INCOMPLETE_REPO") for path in FILES[1:]])
def test_a_file_that_is_there_is_said_not_to_be(victim: Victim, path: str, code: str) -> None:
    victim.lied_to(path, lambda context: refuse(context, Reason.FILE_UNKNOWN))
    victim.refuses(code)


def test_no_such_file_after_half_of_it_is_hanging_up(victim: Victim) -> None:
    def torn(context: Context) -> Answers:
        yield pb.GetFileResponse(chunk=b"{")
        refuse(context, Reason.FILE_UNKNOWN)

    victim.lied_to("2.root.json", torn)
    victim.refuses("VOCAB_UNREACHABLE")


def test_trailers_without_measure(victim: Victim) -> None:
    def ended(context: Context) -> Answers:
        context.set_trailing_metadata(((DETAILS, b"x" * 100_000),))
        context.abort(grpc.StatusCode.NOT_FOUND, "y" * 100_000)
        return iter(())

    victim.lied_to("2.root.json", ended)
    victim.refuses("VOCAB_TOO_LARGE")


def test_another_mirror_in_the_place_of_ours_is_not_even_asked(tmp_path: Path, victim: Victim) -> None:
    with package_mirror(tmp_path / "other") as (service, fetcher):
        service.publisher = victim.publisher
        asked = len(victim.publisher.requests)
        credentials = guest_of(FolderAuthority(tmp_path / "ours", SystemMirrorClock()))
        before = victim.state()
        with PackageFetcher(fetcher.address, credentials) as ours:
            victim.fetcher = ours
            with pytest.raises(PackageError) as caught:
                victim.refresh()
        assert caught.value.code == "VOCAB_UNREACHABLE"
        assert victim.state() == before
        assert len(victim.publisher.requests) == asked


def test_a_mirror_that_is_not_there_is_out_of_reach(tmp_path: Path, victim: Victim) -> None:
    credentials = guest_of(FolderAuthority(tmp_path / "ours", SystemMirrorClock()))
    before, began = victim.state(), time.monotonic()
    with PackageFetcher("127.0.0.1:1", credentials) as nobody:
        victim.fetcher = nobody
        with pytest.raises(PackageError) as caught:
            victim.refresh()
    assert caught.value.code == "VOCAB_UNREACHABLE"
    assert time.monotonic() - began < 10
    assert victim.state() == before
