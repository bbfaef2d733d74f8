"""Promise: the API of a daemon lets in whom `selene client` lets in, and stays closed where it would be unsafe."""

from __future__ import annotations

import json
import socket
import ssl
import subprocess
import sys
from contextlib import AbstractContextManager, suppress
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

import httpx
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from websockets.sync.client import connect

from device.cli.talk.network_options import http_settings
from device.clients.http_api.settings import HttpSettings, check_http_settings
from device.core.errors import AddressRefused, BadUsage
from device.core.ports import FRAME_BYTES, FRAME_MS
from device.engines import factory
from tests.device.clients.test_control_socket import SECONDS, daemon, selene
from tests.sim.forked_process import ForkedProcess


def daemon_with_api(state: Path, address: str, *options: str) -> AbstractContextManager[ForkedProcess]:
    return daemon(state, "--http", address, *options)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return int(listening.getsockname()[1])


def as_json(*arguments: str) -> dict[str, object]:
    return json.loads(selene(*arguments, "--json").stdout)  # type: ignore[no-any-return]


def test_a_program_is_let_in_by_its_token_until_it_is_revoked(tmp_path: Path) -> None:
    state, address = str(tmp_path / "state"), f"127.0.0.1:{free_port()}"
    with daemon_with_api(Path(state), address) as running:
        added = as_json("client", "add", "lamp", "--user", "ana", "--may", "talk,read", "--state", state)
        again = selene("client", "add", "lamp", "--state", state)
        assert (again.returncode, "[CLIENT_EXISTS]" in again.stderr) == (13, True)
        bearer = {"authorization": f"Bearer {added['token']}"}
        with httpx.Client(base_url=f"http://{address}", headers=bearer, timeout=SECONDS, trust_env=False) as lamp:
            selene("say", "my sister is called Ines", "--user", "ana", "--state", state)
            assert "Ines" in lamp.post("/v1/talk", json={"text": "what is my sister called?"}).json()["reply"]
            assert len(lamp.get("/v1/memory").json()["atoms"]) == 1
            listed = as_json("client", "list", "--state", state)["clients"]
            assert isinstance(listed, list)
            assert [(one["name"], one["may"]) for one in listed] == [("lamp", ["talk", "read"])]
            assert str(added["token"]) not in json.dumps(listed)
            assert selene("client", "revoke", "lamp", "--state", state).returncode == 0
            refused = lamp.get("/v1/memory")
            assert (refused.status_code, refused.json()["code"]) == (401, "TOKEN_REFUSED")
        assert selene("client", "revoke", "lamp", "--state", state).returncode == 13
        running.terminate()
        out, err = running.communicate(timeout=SECONDS)
    assert running.returncode == 0
    assert "Ines" not in out + err


def test_a_program_talks_by_voice_with_the_engines_of_the_run(tmp_path: Path) -> None:
    state, port = str(tmp_path / "state"), free_port()
    question = factory.open_voice("espeak:").speak("hello")
    with daemon_with_api(Path(state), f"127.0.0.1:{port}"):
        added = as_json("client", "add", "speaker", "--user", "ana", "--state", state)
        header = {"authorization": f"Bearer {added['token']}"}
        with connect(f"ws://127.0.0.1:{port}/v1/talk", additional_headers=header) as client:
            client.send(json.dumps({"listen": True}))
            for sound in (bytes(20 * FRAME_BYTES), question, bytes(60 * FRAME_BYTES)):
                client.send(sound)
            told: list[str] = []
            frames = 0
            while "speaking_stopped" not in told:
                with suppress(TimeoutError):
                    message = client.recv(FRAME_MS / 1_000)
                    frames += isinstance(message, bytes)
                    told += [] if isinstance(message, bytes) else [json.loads(message)["type"]]
                client.send(bytes(FRAME_BYTES))
    assert told[0] == "wake"
    assert {"transcript", "reply", "speaking_started"} <= set(told)
    assert frames > 10


def test_the_configuration_switches_it_on(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SELENE_CONFIG", str(tmp_path / "selene.toml"))
    assert http_settings(None, None, None) is None
    (tmp_path / "selene.toml").write_text(
        '[http]\nenabled = true\nport = 8123\ntls_certificate = "/etc/cert.pem"\n', encoding="utf-8"
    )
    assert http_settings(None, None, None) == HttpSettings("127.0.0.1", 8123, Path("/etc/cert.pem"), None)
    assert http_settings("[::1]:9000", Path("own.pem"), None) == HttpSettings("::1", 9000, Path("own.pem"), None)
    with pytest.raises(BadUsage):
        check_http_settings(HttpSettings("127.0.0.1", 8770, None, Path("/etc/key.pem")))


def test_a_port_that_is_taken_costs_the_api_and_not_the_daemon(tmp_path: Path) -> None:
    state = tmp_path / "state"
    port = free_port()
    with socket.create_server(("127.0.0.1", port)), daemon_with_api(state, f"127.0.0.1:{port}") as running:
        assert selene("say", "hello", "--state", str(state)).returncode == 0
        running.terminate()
        _, err = running.communicate(timeout=SECONDS)
    assert "[ADDRESS_REFUSED]" in err
    assert running.returncode == 0


def test_tls_is_spoken_with_a_certificate(tmp_path: Path) -> None:
    state, address = tmp_path / "state", f"127.0.0.1:{free_port()}"
    pem = tmp_path / "own.pem"
    pem.write_bytes(_own_certificate())
    with daemon_with_api(state, address, "--http-cert", str(pem)):
        trusting = ssl.create_default_context(cafile=str(pem))
        with httpx.Client(verify=trusting, timeout=SECONDS, trust_env=False) as client:
            assert client.get(f"https://{address}/v1/openapi.json").status_code == 200
            with pytest.raises(httpx.TransportError):
                client.get(f"http://{address}/v1/openapi.json")


def _own_certificate() -> bytes:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "selene")])
    today = datetime(2020, 1, 1, tzinfo=UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(today)
        .not_valid_after(today + timedelta(days=100 * 365))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))]), False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    plain = serialization.NoEncryption()
    pem, private = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8
    return made.public_bytes(pem) + key.private_bytes(pem, private, plain)


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.5", "example.org"])  # noqa: S104  # never opened
def test_an_address_that_others_reach_needs_a_certificate(tmp_path: Path, host: str) -> None:
    with pytest.raises(AddressRefused, match="Nothing was started"):
        check_http_settings(HttpSettings(host, 8770))
    check_http_settings(HttpSettings(host, 8770, tmp_path / "cert.pem"))
    for local in ("127.0.0.1", "::1", "localhost"):
        check_http_settings(HttpSettings(local, 8770))


def test_an_unsafe_address_starts_nothing(tmp_path: Path) -> None:
    refused = selene("run", "--mic", "none:", "--state", str(tmp_path / "state"), "--http", "0.0.0.0:8770")
    assert (refused.returncode, "[ADDRESS_REFUSED]" in refused.stderr) == (12, True)
    assert not (tmp_path / "state").exists()


def test_without_the_extra_the_command_says_how_to_install_it(tmp_path: Path) -> None:
    hide = (
        "import importlib.util as u; find = u.find_spec; u.find_spec = lambda n: None if n == 'uvicorn' else find(n);"
        " from device.cli.main import app; app()"
    )
    run = ("run", "--mic", "none:", "--state", str(tmp_path / "state"), "--http", "127.0.0.1:8770")
    refused = subprocess.run(
        [sys.executable, "-c", hide, *run], capture_output=True, text=True, timeout=SECONDS, check=False
    )
    assert refused.returncode == 3
    assert "pip install '.[api]'" in refused.stderr
    assert not (tmp_path / "state").exists()


@pytest.mark.parametrize("may", [("--may", "talk,rule"), ("--guest", "--may", "read"), ("--may", "")])
def test_rights_that_there_are_not_add_nobody(tmp_path: Path, may: tuple[str, ...]) -> None:
    state = str(tmp_path / "state")
    selene("say", "hello", "--state", state)
    assert selene("client", "add", "lamp", *may, "--state", state).returncode == 2
    assert as_json("client", "list", "--state", state) == {"clients": []}
