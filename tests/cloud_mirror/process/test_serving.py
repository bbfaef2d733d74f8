"""The command and its port: invitations, mutual TLS, deadlines, versions, health, an orderly end, and silent logs."""

from __future__ import annotations

import json
import os
import signal
import socket
import stat
import subprocess
import sys
from pathlib import Path

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc

from cloud_mirror.platform.clock import SystemMirrorClock
from cloud_mirror.rules.invitation_token import token_to_text
from cloud_mirror.server.authority import FolderAuthority
from cloud_mirror.stores.open_store import open_store
from protos.selene.mirror.v1 import mirror_service_pb2 as pb
from protos.wire import MAX_MESSAGE_BYTES
from tests.cloud_mirror.conftest import MirrorFixture
from tests.cloud_mirror.grpc_caller import HEADERS, MirrorLink, RefusedCall, credentials_of, decode_token, invited_link
from tests.cloud_mirror.rpc.test_push import pushed
from tests.sim.mirror_process import ROOT, running_mirror

NAME = [("grpc.ssl_target_name_override", "selene-mirror")]
SERVE = ("serve", "--state", "{}/s", "--listen")


def command(*words: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(
        [sys.executable, "-m", "cloud_mirror", *words], capture_output=True, text=True, env=environment, timeout=60
    )


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_an_invitation_made_before_the_first_start_is_good_and_keys_are_private(tmp_path: Path) -> None:
    state, out = tmp_path / "mirror", tmp_path / "token"
    made = command("invite", "--state", str(state), "--out", str(out))
    assert (made.returncode, made.stdout.strip()) == (0, str(out))
    assert mode(out) == mode(state / "ca.key") == mode(state / "mirror.key") == 0o600
    printed = command("invite", "--state", str(state), "--json")
    token = json.loads(printed.stdout)["token"]
    assert decode_token(token).ca == decode_token(out.read_text().strip()).ca
    with running_mirror(tmp_path) as mirror:
        for text in (token, out.read_text().strip(), mirror.invite()):
            with invited_link(mirror.address, text) as line:
                with pytest.raises(RefusedCall) as caught:
                    line.begin(bytes(32))
                assert caught.value.reason == "ACCOUNT_UNKNOWN"
        assert mode(mirror.store) == mode(mirror.store.with_name("mirror.db.tokens")) == 0o600


def test_a_device_reads_a_token_as_the_mirror_wrote_it(tmp_path: Path) -> None:
    token = FolderAuthority(tmp_path, SystemMirrorClock()).invite(1)
    read = decode_token(token_to_text(token))
    assert (read.ca, read.certificate, read.key) == (token.ca, token.certificate, token.key)
    assert read.mirror_key == token.mirror_key


@pytest.mark.parametrize(
    ("words", "code", "status"),
    [
        ((*SERVE, "nowhere", "--store", "sqlite:///{}/m.db"), "BAD_LISTEN", 91),
        ((*SERVE, "127.0.0.1:99999", "--store", "sqlite:///{}/m.db"), "BAD_LISTEN", 91),
        ((*SERVE, "127.0.0.1:{taken}", "--store", "sqlite:///{}/m.db"), "LISTEN_FAILED", 92),
        ((*SERVE, "127.0.0.1:0", "--store", "mysql://x"), "BAD_STORE_URL", 93),
        ((*SERVE, "127.0.0.1:0", "--store", "sqlite:///."), "BAD_STORE_URL", 93),
        ((*SERVE, "127.0.0.1:0", "--store", "sqlite:///{}/no/m.db"), "BAD_STORE_URL", 93),
        ((*SERVE, "127.0.0.1:0", "--store", "sqlite:///{}/file"), "STORE_DAMAGED", 101),
        ((*SERVE, "127.0.0.1:0", "--store", "postgresql:///x?host=/nowhere"), "STORE_BUSY", 100),
        ((*SERVE, "127.0.0.1:0", "--store", "sqlite:///{}/m.db", "--packages", "{}/no"), "PACKAGES_UNUSABLE", 103),
        (("invite", "--state", "{}/file/s"), "STATE_UNUSABLE", 95),
        (("invite", "--state", "{}/s", "--hours", "0"), "BAD_HOURS", 97),
        (("invite", "--state", "{}/s", "--out", "{}/file"), "OUTPUT_REFUSED", 98),
        (("invite", "--state", "{}/damaged"), "STATE_DAMAGED", 96),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)  # fmt: skip
def test_a_refused_command_says_so_in_one_sentence(
    tmp_path: Path, words: tuple[str, ...], code: str, status: int
) -> None:
    (tmp_path / "file").write_bytes(b"what was here" * 1_000)
    (tmp_path / "damaged").mkdir()
    (tmp_path / "damaged" / "mirror.key").write_text("no key")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        given = [word.replace("{taken}", port).replace("{}", str(tmp_path)) for word in words]
        ended = command(*given, "--json")
    assert ended.returncode == status, ended.stderr
    assert json.loads(ended.stdout)["error"]["code"] == code
    assert ended.stderr.rstrip().endswith(f"[{code}]")
    assert "Traceback" not in ended.stderr
    assert (tmp_path / "file").read_bytes() == b"what was here" * 1_000


def test_a_refusal_to_listen_does_not_say_that_nothing_was_made(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        listen = f"127.0.0.1:{taken.getsockname()[1]}"
        words = ("serve", "--listen", listen, "--store", f"sqlite:///{tmp_path}/m.db", "--state", str(tmp_path / "s"))
        refused = command(*words)
        made = sorted(path.name for path in (tmp_path / "s").iterdir())
        assert made == ["ca.crt", "ca.key", "lock", "mirror.key"]
        assert "Nothing was changed" not in refused.stderr
        keys = {name: (tmp_path / "s" / name).read_bytes() for name in made}
        assert command(*words).returncode == refused.returncode == 92
        assert {name: (tmp_path / "s" / name).read_bytes() for name in made} == keys


def test_nobody_is_heard_without_a_certificate_of_this_mirror(house: MirrorFixture, tmp_path: Path) -> None:
    shown = decode_token(house.token)
    other = FolderAuthority(tmp_path, SystemMirrorClock()).invite(1)
    ca_pem = _pem_of(house)
    lines = [
        grpc.secure_channel(house.mirror.address, grpc.ssl_channel_credentials(ca_pem), options=NAME),
        grpc.secure_channel(house.mirror.address, credentials_of(shown.ca, other.certificate, other.key), options=NAME),
        grpc.insecure_channel(house.mirror.address),
    ]
    before = house.store.digest()
    for channel in lines:
        with channel, pytest.raises(grpc.RpcError) as caught:
            health_pb2_grpc.HealthStub(channel).Check(health_pb2.HealthCheckRequest(), timeout=5)
        assert caught.value.code() in (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.DEADLINE_EXCEEDED)
    assert house.store.digest() == before


def _pem_of(house: MirrorFixture) -> bytes:
    return (house.mirror.state / "ca.crt").read_bytes()


def test_a_call_without_deadline_or_in_another_protocol_is_refused(house: MirrorFixture) -> None:
    person, device = house.resident()
    request = person.push(device, device.ops(1))
    with house.line(device) as line:
        with house.refuses("DEADLINE_MISSING"):
            line.call("Push", request, timeout=None)
        for spoken in ((), (("selene-protocol", "2"),)):
            with house.refuses("VERSION_UNSUPPORTED") as refused:
                line.call("Push", request, metadata=spoken)
            assert refused[0].metadata == {"supported": "1"}
        _, call = line.stub.GetBundle.with_call(pb.GetBundleRequest(), timeout=5, metadata=HEADERS)
        assert ("selene-protocol", "1") in [tuple(pair) for pair in call.initial_metadata()]


def test_a_message_that_is_too_large_never_arrives(house: MirrorFixture) -> None:
    person, device = house.resident()
    request = person.push(device, device.ops(1))
    request.ops[0].payload = bytes(MAX_MESSAGE_BYTES)
    before = house.store.digest()
    with house.line(device) as line, pytest.raises(RefusedCall) as caught:
        line.push(request)
    assert caught.value.code == grpc.StatusCode.RESOURCE_EXHAUSTED
    assert "larger than max" in caught.value.message
    assert house.store.digest() == before


def test_health_says_serving_and_loopback_has_reflection(house: MirrorFixture) -> None:
    from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc

    _, device = house.resident()
    with house.line(device) as line:
        for name in ("", "selene.mirror.v1.MirrorService"):
            stub = health_pb2_grpc.HealthStub(line.channel)
            answer = stub.Check(health_pb2.HealthCheckRequest(service=name), timeout=5)
            assert answer.status == health_pb2.HealthCheckResponse.SERVING
        asked = iter([reflection_pb2.ServerReflectionRequest(list_services="")])
        reflected = reflection_pb2_grpc.ServerReflectionStub(line.channel)
        (answer,) = list(reflected.ServerReflectionInfo(asked, timeout=5))
        assert "selene.mirror.v1.MirrorService" in [found.name for found in answer.list_services_response.service]


def test_it_stops_in_an_orderly_way_and_starts_again_with_everything(tmp_path: Path) -> None:
    with running_mirror(tmp_path) as mirror:
        house = MirrorFixture(mirror, open_store(mirror.store_url))
        person, device = house.resident()
        with house.line(device) as line:
            pushed(line, person, device, 3)
        house.store.close()
        assert mirror.stop() == 0
        told = [json.loads(text)["event"] for text in mirror.log.read_text().splitlines()]
        assert told[-2:] == ["draining", "stopped"]
        mirror.start()
        with house.line(device) as line:
            assert sum(len(answer.ops) for answer in line.pull()) == 3
            watched = health_pb2_grpc.HealthStub(line.channel).Watch(health_pb2.HealthCheckRequest(), timeout=20)
            assert next(watched).status == health_pb2.HealthCheckResponse.SERVING
            mirror.signal(signal.SIGINT)
            assert next(watched).status == health_pb2.HealthCheckResponse.NOT_SERVING
        assert mirror.process is not None
        assert mirror.process.wait(20) == 0


def test_logs_and_metrics_hold_counts_and_cut_ids_and_nothing_that_was_sent(house: MirrorFixture) -> None:
    person, device = house.resident()
    with house.line(device) as line:
        request = pushed(line, person, device, 5)
        with house.refuses("MALFORMED"):
            broken = person.push(device, device.ops(1))
            broken.ops[0].payload = b""
            line.push(broken)
    told = house.mirror.log.read_text()
    assert '"call": "Push", "reason": "OK"' in told
    for line_ in told.splitlines():
        assert set(json.loads(line_)) <= {"at_ms", "event", "call", "reason", "caller", "ms", "ops", "error"}
        assert len(json.loads(line_).get("caller", "")) <= 8
    everything = told + (house.mirror.folder / "metrics").read_text()
    for secret in (request.ops[0].payload, request.ops[0].op_id, request.ops[0].wrap, person.vault_id, device.id):
        assert secret.hex() not in everything
        assert repr(secret)[2:-1] not in everything


def test_an_expired_invitation_gets_no_connection(house: MirrorFixture) -> None:
    class Yesterday:
        def now_ms(self) -> int:
            return SystemMirrorClock().now_ms() - 3 * 86_400_000

    token = token_to_text(FolderAuthority(house.mirror.state, Yesterday()).invite(24))
    shown = decode_token(token)
    line = MirrorLink(house.mirror.address, shown.ca, shown.certificate, shown.key)
    before = house.store.digest()
    with pytest.raises(RefusedCall) as caught:
        line.begin(bytes(32))
    line.close()
    assert caught.value.code == grpc.StatusCode.UNAVAILABLE
    assert house.store.digest() == before
