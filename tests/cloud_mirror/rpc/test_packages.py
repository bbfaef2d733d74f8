"""The package service gives the files of repositories as they are, to devices and nobody else, and gives nothing more.

The mirror is a real process with a real certificate for each device; repositories are folders that a test writes into
while it runs.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc

from cloud_mirror.platform.clock import SystemMirrorClock
from cloud_mirror.server.authority import FolderAuthority
from cloud_mirror.stores.open_store import open_store
from engine_b.sync.mirror_client import Credentials
from engine_b.vocabulary.mirror_fetcher import PackageFetcher
from packages.core.policy import PackagePolicy
from packages.core.ports import KeptTrust
from packages.installation.refresh import EphemeralTrustStore, refresh_repository
from packages.publishing.build import BuiltPackage
from packages.publishing.repository import PublishingRepository
from packages.storage.folders import FolderRepository
from packages.verification.client import RefreshRequest
from protos.selene.mirror.v1 import package_service_pb2 as pb
from protos.selene.mirror.v1.package_service_pb2_grpc import PackageServiceStub
from protos.wire import MAX_CHUNK_BYTES
from tests.cloud_mirror.conftest import MirrorFixture
from tests.cloud_mirror.grpc_caller import DEADLINE_S, HEADERS, MirrorLink, RefusedCall, credentials_of, decode_token
from tests.cloud_mirror.mirror_account import REVOKED, SimDevice
from tests.sim.device_under_test import DEVICE
from tests.sim.mirror_process import RunningMirror, running_mirror
from tests.sim.publisher import NOW_MS, Publisher, key

POLICY = PackagePolicy()
MOST = POLICY.max_payload_bytes
PUBLISHED = 60
DURING_A_READ = 6
SERVICE = "selene.mirror.v1.PackageService"
PAYLOAD = "packages/kitchen/1.4/terms.json"
BIG = "packages/odd/1.0/big"
HOLDS_LITTLE = [
    ("grpc.ssl_target_name_override", "selene-mirror"),
    ("grpc.http2.bdp_probe", 0),
    ("grpc.http2.lookahead_bytes", MAX_CHUNK_BYTES),
]
"""Of a channel whose unread answers soon fill it."""
HASTY = """
import dataclasses
import cloud_mirror.core.policy as policy
policy.POLICY = dataclasses.replace(policy.POLICY, file_ms=400)
from cloud_mirror.__main__ import run_mirror
run_mirror()
"""


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository without a name, one that is called globex, and what lies about beside them."""
    folder = tmp_path_factory.mktemp("shelf")
    publisher = Publisher()
    publisher.publish({("kitchen", "1.4"): ("mandoline",)})
    laid(folder, publisher)
    publisher.publish({("globex-tools", "2.0"): ("secateurs",)})
    laid(folder / "globex", publisher)
    odd = folder / "packages" / "odd" / "1.0"
    odd.mkdir(parents=True)
    (folder / "root.key").write_text("a" * 64)
    (folder / ".hidden").write_text("x")
    (odd / "link").symlink_to("/etc/passwd")
    (odd / "folder").mkdir()
    (odd / "big").write_bytes(b"x" * (MOST + 10))
    os.mkfifo(odd / "pipe")
    (folder / "linked").symlink_to(folder / "globex")
    (folder / "packages" / "linked").symlink_to(folder / "packages" / "kitchen")
    return folder


@pytest.fixture(scope="module")
def house(shelf: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[MirrorFixture]:
    with running_mirror(tmp_path_factory.mktemp("mirror"), packages=shelf) as mirror:
        store = open_store(mirror.store_url)
        yield MirrorFixture(mirror, store)
        store.close()


@pytest.fixture(scope="module")
def line(house: MirrorFixture) -> Iterator[MirrorLink]:
    """The line of a device."""
    with house.line(house.resident()[1]) as made:
        yield made


def laid(folder: Path, publisher: Publisher) -> None:
    """All files of a publisher, in a folder."""
    for path, content in publisher.files.items():
        FolderRepository(folder).put(path, content)


def serving(line: MirrorLink) -> str:
    """What health says of the service."""
    stub = health_pb2_grpc.HealthStub(line.channel)
    answer = stub.Check(health_pb2.HealthCheckRequest(service=SERVICE), timeout=5)
    return str(health_pb2.HealthCheckResponse.ServingStatus.Name(answer.status))


@pytest.mark.parametrize("repository", ["", "globex"])
def test_a_device_of_any_account_reads_every_file_as_it_is(house: MirrorFixture, shelf: Path, repository: str) -> None:
    for _ in range(2):
        with house.line(house.resident()[1]) as line:
            for path in ("1.root.json", "catalog.json", PAYLOAD, "packages/kitchen/1.4/package.json"):
                assert b"".join(line.chunks(path, repository)) == (shelf / repository / path).read_bytes()
    told = house.mirror.log.read_text()
    assert '"call": "GetFile", "reason": "OK"' in told
    assert "kitchen" not in told
    assert "globex" not in told


def test_a_file_comes_in_chunks_and_ends_one_byte_past_what_was_asked_for(line: MirrorLink) -> None:
    for asked, most in ((0, MOST), (70_000, 70_000), (MOST * 2, MOST)):
        chunks = line.chunks(BIG, max_bytes=asked)
        assert sum(map(len, chunks)) == most + 1
        assert max(map(len, chunks)) <= MAX_CHUNK_BYTES


@pytest.mark.parametrize(
    ("path", "repository", "reason", "code"),
    [
        ("2.root.json", "", "FILE_UNKNOWN", "NOT_FOUND"),
        ("packages/kitchen/1.5/terms.json", "", "FILE_UNKNOWN", "NOT_FOUND"),
        ("packages/kitchen/1.4/terms.json/x", "", "MALFORMED", "INVALID_ARGUMENT"),
        ("packages/globex-tools/2.0/terms.json", "", "FILE_UNKNOWN", "NOT_FOUND"),
        ("catalog.json", "nobody", "REPOSITORY_UNKNOWN", "NOT_FOUND"),
        ("catalog.json", "linked", "MALFORMED", "INVALID_ARGUMENT"),
        ("catalog.json", "root.key", "REPOSITORY_UNKNOWN", "NOT_FOUND"),
        ("packages/linked/1.4/terms.json", "", "MALFORMED", "INVALID_ARGUMENT"),
    ],
)
def test_what_is_not_there_is_told_as_such(
    line: MirrorLink, path: str, repository: str, reason: str, code: str
) -> None:
    with pytest.raises(RefusedCall) as caught:
        line.chunks(path, repository)
    assert (caught.value.reason, caught.value.code.name) == (reason, code)


@pytest.mark.parametrize(
    "path",
    ["", ".", "..", "/", "root.key", ".hidden", "../mirror/ca.key", "/etc/passwd", "packages/../root.key/x",
     "packages/odd/1.0/link", "packages/odd/1.0/folder", "packages/odd/1.0/pipe", "packages/odd/1.0", "packages",
     "packages//1.0/big", "packages/odd/1.0/big/", "packages\\odd\\1.0\\big", "packages/odd/1.0/BIG",
     "packages/%2e%2e/1.0/big", "packages/odd/1.0/big\0", "catalog.json\n", "0.root.json", "globex/catalog.json",
     "1" * 400 + ".root.json", "packages/con/1.0/x", "packages/" + "a" * 65 + "/1/x", "a/" * 1_000_000],
)  # fmt: skip
def test_nothing_but_a_file_of_a_repository_can_be_named(line: MirrorLink, path: str) -> None:
    with pytest.raises(RefusedCall) as caught:
        line.chunks(path)
    assert caught.value.reason == "MALFORMED"
    assert caught.value.details == ("ErrorInfo", "BadRequest")


@pytest.mark.parametrize("name", ["..", ".", "/", "a/b", "Globex", "globex/", "a" * 65, "con", "globex\0"])
def test_a_repository_is_a_name_and_no_path(line: MirrorLink, name: str) -> None:
    with pytest.raises(RefusedCall) as caught:
        line.chunks("catalog.json", name)
    assert caught.value.reason == "MALFORMED"


def test_an_invitation_a_stranger_and_a_revoked_device_read_nothing(house: MirrorFixture) -> None:
    person, kitchen = house.resident()
    laptop = house.second(person)
    with house.guest() as guest, house.refuses("CERTIFICATE_UNKNOWN"):
        guest.chunks("catalog.json")
    stranger = SimDevice("stranger")
    authority = FolderAuthority(house.mirror.state, SystemMirrorClock())
    stranger.certificate = authority.certificate(stranger.tls_request(), stranger.id)
    with house.line(stranger) as line, house.refuses("DEVICE_UNKNOWN"):
        line.chunks("catalog.json")
    with house.line(laptop) as lost, house.line(kitchen) as line:
        assert lost.chunks("catalog.json")
        line.put_roster(person.next_roster([kitchen.member(), laptop.member(REVOKED)]))
        with house.refuses("DEVICE_REVOKED"):
            lost.chunks("catalog.json")
        assert line.chunks("catalog.json")


def test_a_call_without_deadline_or_in_another_protocol_is_refused(house: MirrorFixture, line: MirrorLink) -> None:
    with house.refuses("DEADLINE_MISSING"):
        line.chunks("catalog.json", timeout=None)
    with house.refuses("VERSION_UNSUPPORTED"):
        line.chunks("catalog.json", metadata=(("selene-protocol", "2"),))


def test_one_device_reads_so_many_files_at_once_and_is_in_nobodys_way(house: MirrorFixture, line: MirrorLink) -> None:
    request = pb.GetFileRequest(path=BIG)
    with house.line(house.resident()[1]) as greedy:
        streams = [greedy.packages.GetFile(request, timeout=20, metadata=HEADERS) for _ in range(8)]
        for stream in streams:
            next(stream)
        with pytest.raises(RefusedCall) as caught:
            greedy.chunks("catalog.json")
        assert caught.value.reason == "TOO_MUCH"
        assert line.chunks("catalog.json")
        for stream in streams:
            stream.cancel()
        until_read(greedy)


def until_read(line: MirrorLink) -> None:
    """Ask until the mirror has noticed that readers went away."""
    for _ in range(1_000):
        with suppress(RefusedCall):
            assert line.chunks("catalog.json")
            return
    raise AssertionError("the files of readers that went away stay open")


def test_a_reader_that_dawdles_is_given_up(shelf: Path, tmp_path: Path) -> None:
    with running_mirror(tmp_path, entry=("-c", HASTY), packages=shelf) as mirror:
        store = open_store(mirror.store_url)
        house = MirrorFixture(mirror, store)
        device = house.resident()[1]
        shown = credentials_of(decode_token(house.token).ca, device.certificate, device.key_der())
        with grpc.secure_channel(mirror.address, shown, options=HOLDS_LITTLE) as channel:
            packages = PackageServiceStub(channel)  # type: ignore[no-untyped-call]
            stream = packages.GetFile(pb.GetFileRequest(path=BIG), timeout=DEADLINE_S, metadata=HEADERS)
            next(stream)
            assert str(shelf / BIG) in held_open(mirror)
            told = json.loads(follow(mirror.log, '"GetFile", "reason": "CANCELLED"'))
            assert told["ms"] < DEADLINE_S * 500
            assert any(str(shelf / BIG) not in held_open(mirror) for _ in range(1_000))
            stream.cancel()
        store.close()


def held_open(mirror: RunningMirror) -> list[str]:
    """The files that the mirror has open."""
    assert mirror.process is not None
    found = []
    for one in Path(f"/proc/{mirror.process.pid}/fd").iterdir():
        with suppress(OSError):
            found.append(os.readlink(one))
    return found


def follow(log: Path, word: str) -> str:
    """Read a growing file until a line has the word in it."""
    with log.open() as lines:
        for _ in range(5_000_000):
            if word in (line := lines.readline()):
                return line
    raise AssertionError(f"{word} is not in the log")


def test_a_folder_that_goes_away_takes_the_packages_with_it_and_not_the_memory(tmp_path: Path) -> None:
    shelf = tmp_path / "shelf"
    laid(shelf, Publisher())
    with running_mirror(tmp_path / "m", packages=shelf) as mirror:
        store = open_store(mirror.store_url)
        house = MirrorFixture(mirror, store)
        with house.line(house.resident()[1]) as line:
            watched = health_pb2_grpc.HealthStub(line.channel).Watch(
                health_pb2.HealthCheckRequest(service=SERVICE), timeout=60
            )
            assert next(watched).status == health_pb2.HealthCheckResponse.SERVING
            shelf.rename(tmp_path / "away")
            with house.refuses("PACKAGES_UNREADABLE") as told:
                line.chunks("catalog.json")
            assert told[0].code is grpc.StatusCode.UNAVAILABLE
            assert next(watched).status == health_pb2.HealthCheckResponse.NOT_SERVING
            line.bundle()
            stub = health_pb2_grpc.HealthStub(line.channel)
            whole = stub.Check(health_pb2.HealthCheckRequest(), timeout=5)
            assert whole.status == health_pb2.HealthCheckResponse.SERVING
            (tmp_path / "away").rename(shelf)
            assert next(watched).status == health_pb2.HealthCheckResponse.SERVING
            assert line.chunks("catalog.json")
        store.close()


def test_health_and_reflection_name_the_service_only_where_it_is(line: MirrorLink, tmp_path: Path) -> None:
    assert serving(line) == "SERVING"
    assert SERVICE in reflected(line)
    with running_mirror(tmp_path) as mirror:
        store = open_store(mirror.store_url)
        house = MirrorFixture(mirror, store)
        with house.line(house.resident()[1]) as bare:
            with pytest.raises(RefusedCall) as caught:
                bare.chunks("catalog.json")
            assert caught.value.code is grpc.StatusCode.UNIMPLEMENTED
            with pytest.raises(grpc.RpcError) as unknown:
                serving(bare)
            assert unknown.value.code() is grpc.StatusCode.NOT_FOUND
            assert SERVICE not in reflected(bare)
        store.close()


def reflected(line: MirrorLink) -> list[str]:
    from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc

    asked = iter([reflection_pb2.ServerReflectionRequest(list_services="")])
    (answer,) = list(reflection_pb2_grpc.ServerReflectionStub(line.channel).ServerReflectionInfo(asked, timeout=5))
    return [found.name for found in answer.list_services_response.service]


def test_whoever_reads_while_it_is_published_sees_one_catalogue_whole_old_or_new(
    house: MirrorFixture, shelf: Path
) -> None:
    publisher = Publisher()
    laid(shelf / "live", publisher)
    operator = PublishingRepository(FolderRepository(shelf / "live"), POLICY)
    built = [
        BuiltPackage(
            publisher.put("kitchen", f"1.{number}", [f"whisk {number}"]),
            publisher.files[f"packages/kitchen/1.{number}/terms.json"],
        )
        for number in range(PUBLISHED)
    ]

    def publish(several: list[BuiltPackage]) -> None:
        for one in several:
            operator.publish([one], [key("catalog")], NOW_MS)

    device = house.resident()[1]
    shown = Credentials(decode_token(house.token).ca, device.certificate, device.key_der())
    store, seen = EphemeralTrustStore(KeptTrust(publisher.files["1.root.json"])), [1]
    with PackageFetcher(house.mirror.address, shown, "live") as fetcher, ThreadPoolExecutor(1) as other:
        while seen[-1] <= PUBLISHED:
            publishing = other.submit(publish, [built.pop(0) for _ in range(min(len(built), DURING_A_READ))])
            over = refresh_repository(fetcher, store, RefreshRequest(DEVICE, NOW_MS), lambda: 0, POLICY)
            assert over.trusted.catalog is not None
            seen.append(over.trusted.catalog.value.version)
            found = [(str(one.package.version), one.terms[0].spelling) for one in over.packages]
            number = seen[-1] - 2
            assert found == ([(f"1.{number}", f"whisk {number}")] if number >= 0 else [])
            publishing.result()
    assert seen == sorted(seen)
    assert len(set(seen)) > PUBLISHED // DURING_A_READ // 2, "it was read while it was published"
