"""Promise: a client that sends half, too much, nonsense or nothing, or reads nothing, costs nobody else a thing."""

from __future__ import annotations

import json
import resource
import socket
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from device.clients.http_api.settings import HttpLimits
from device.core.policy import MAX_HTTP_BODY_BYTES, MAX_HTTP_HEAD_BYTES
from tests.device.clients.http_api.conftest import SECONDS, RunningApi, running_api

SHORT = HttpLimits(connections=20, head_s=0.3, body_s=0.3, read_s=0.3)
MEGABYTE = 1024 * 1024


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningApi]:
    """A server that waits for nobody."""
    with running_api(tmp_path_factory.mktemp("strict") / "state", SHORT) as running:
        yield running


@pytest.fixture(scope="module")
def token(strict: RunningApi) -> str:
    return strict.token("good", "ana")


def _connected(api: RunningApi) -> socket.socket:
    return socket.create_connection(("127.0.0.1", api.port), SECONDS)


def _exchange(api: RunningApi, sent: bytes) -> bytes:
    """Sends, and reads until the server ends the connection, which it may while more is sent."""
    with _connected(api) as client:
        with suppress(ConnectionError):
            client.sendall(sent)
        return _rest(client)


def _rest(client: socket.socket) -> bytes:
    read = bytearray()
    try:
        while piece := client.recv(65_536):
            read += piece
    except ConnectionError:
        pass
    return bytes(read)


def _problem(answer: bytes) -> tuple[int, str]:
    head, _, body = answer.partition(b"\r\n\r\n")
    assert b"application/problem+json" in head
    return int(head.split()[1]), json.loads(body)["code"]


def _head(token: str, *more: str, method: str = "POST", path: str = "/v1/talk") -> bytes:
    lines = (f"{method} {path} HTTP/1.1", "host: x", f"authorization: Bearer {token}", *more, "", "")
    return "\r\n".join(lines).encode("latin-1")


JSON = "content-type: application/json"


@pytest.mark.parametrize(
    ("sent", "answered"),
    [
        (b"hello\r\n\r\n", (400, "BAD_REQUEST")),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", (400, "BAD_REQUEST")),
        (b"GET / HTTP/9.9\r\n\r\n", (404, "NO_SUCH_ROUTE")),
        (b"GET /" + b"a" * MAX_HTTP_HEAD_BYTES, (400, "BAD_REQUEST")),
        (b"GET /" + b"a" * 1_000_000, (400, "BAD_REQUEST")),
        (b"BREW /v1/talk HTTP/1.1\r\nhost: x\r\n\r\n", (405, "METHOD_NOT_ALLOWED")),
        (b"HEAD /v1/talk HTTP/1.1\r\nhost: x\r\n\r\n", None),
        (b"GET /../../etc/passwd HTTP/1.1\r\nhost: x\r\n\r\n", (404, "NO_SUCH_ROUTE")),
        (b"GET /v1/memory/..%2f..%2fvault.db HTTP/1.1\r\nhost: x\r\n\r\n", (404, "NO_SUCH_ROUTE")),
    ],
    ids=lambda each: each[:24].decode("latin-1") if isinstance(each, bytes) else None,
)
def test_what_is_no_request_of_the_api_is_refused(
    strict: RunningApi, sent: bytes, answered: tuple[int, str] | None
) -> None:
    before = strict.version()
    answer = _exchange(strict, sent)
    if answered is not None:
        assert _problem(answer) == answered
    assert strict.version() == before
    assert _problem(_exchange(strict, b"hello\r\n\r\n")) == (400, "BAD_REQUEST"), "it goes on answering"


@pytest.mark.parametrize(
    "body",
    [
        b"{", b"", b"null", b"[]", b"\xff\xfe", b'{"text": "\\ud800"}', b'{"text": "hello"', b'{"text": NaN}',
        b"[" * 100_000, b'{"text": ["hello"]}', b'{"text": "my name is Mallory", "session": 1}',
    ],
)  # fmt: skip
def test_a_body_that_is_not_what_the_route_takes_changes_nothing(strict: RunningApi, token: str, body: bytes) -> None:
    before = strict.version()
    answer = _exchange(strict, _head(token, JSON, f"content-length: {len(body)}") + body)
    assert _problem(answer) == (400, "BAD_REQUEST")
    assert strict.version() == before


def test_a_body_of_another_type_is_refused_as_a_browser_page_would_send_it(strict: RunningApi, token: str) -> None:
    body = b'{"text": "my name is Mallory"}'
    before = strict.version()
    answer = _exchange(strict, _head(token, "content-type: text/plain", f"content-length: {len(body)}") + body)
    assert _problem(answer) == (415, "BAD_REQUEST")
    assert strict.version() == before


def test_half_a_head_is_waited_for_only_so_long(strict: RunningApi) -> None:
    with _connected(strict) as client:
        client.sendall(b"POST /v1/talk HTTP/1.1\r\nhost:")
        assert _rest(client) == b""


def test_a_head_that_comes_drop_by_drop_is_waited_for_only_so_long(strict: RunningApi) -> None:
    with _connected(strict) as client:
        client.settimeout(0.05)
        sent = 0
        for byte in _head("x" * 2_000):
            try:
                client.sendall(bytes((byte,)))
                if client.recv(1) == b"":
                    break
            except TimeoutError:
                sent += 1
            except ConnectionError:
                break
        assert 0 < sent < 100


def test_half_a_body_is_waited_for_only_so_long(strict: RunningApi, token: str) -> None:
    before = strict.version()
    answer = _exchange(strict, _head(token, JSON, "content-length: 100") + b'{"text": "my name is')
    assert _problem(answer) == (408, "TOO_SLOW")
    assert strict.version() == before


def test_a_hundred_megabytes_are_refused_before_they_are_read(strict: RunningApi, token: str) -> None:
    before = strict.version()
    answer = _exchange(strict, _head(token, JSON, f"content-length: {100 * MEGABYTE}"))
    assert _problem(answer) == (413, "BODY_TOO_LONG")
    assert strict.version() == before


@pytest.mark.parametrize("good", [True, False])
def test_a_hundred_megabytes_without_a_length_are_refused_in_bounded_memory(api: RunningApi, good: bool) -> None:
    """The server has the time of the product, so that it is the length that ends it."""
    token = api.token("long", "ana") if good else "wrong"
    before, resident = api.version(), _resident()
    piece = b"%x\r\n%b\r\n" % (MEGABYTE, bytes(MEGABYTE))
    sent = 0
    with _connected(api) as client, suppress(ConnectionError):
        client.sendall(_head(token, JSON, "transfer-encoding: chunked"))
        for _ in range(100):
            client.sendall(piece)
            sent += MEGABYTE
    assert sent < 100 * MEGABYTE
    assert _resident() - resident < 20 * MAX_HTTP_BODY_BYTES
    assert api.version() == before


def _resident() -> int:
    """The most memory that this process has had, in bytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def test_a_message_of_a_web_socket_that_is_too_long_ends_that_conversation(strict: RunningApi, token: str) -> None:
    before = strict.version()
    address = f"ws://127.0.0.1:{strict.port}/v1/talk"
    with connect(address, additional_headers={"authorization": f"Bearer {token}"}) as client:
        with suppress(ConnectionClosed):
            client.send(json.dumps({"text": "x" * (2 * MAX_HTTP_BODY_BYTES)}))
        with pytest.raises(ConnectionClosed) as closed:
            client.recv(SECONDS)
    assert closed.value.rcvd is None or closed.value.rcvd.code == 1_009
    assert strict.version() == before


def test_a_client_that_reads_nothing_loses_its_connection(strict: RunningApi, token: str) -> None:
    with strict.with_token(token) as ana:
        for number in range(40):
            ana.post("/v1/memory", json={"text": f"my book number {number} is {'long ' * 80}{number}"})
        one = len(ana.get("/v1/memory").content)
        with socket.socket() as lazy:
            lazy.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
            lazy.settimeout(SECONDS)
            lazy.connect(("127.0.0.1", strict.port))
            request = _head(token, method="GET", path="/v1/memory")
            lazy.sendall(request * 200)
            _wait_until_hung_up(lazy)
            assert len(_rest(lazy)) < 200 * one
        assert ana.get("/v1/memory").status_code == 200


def _wait_until_hung_up(client: socket.socket) -> None:
    """Waits for the end of a connection without reading from it: sending fails then."""
    try:
        while True:
            client.sendall(b"GET / HTTP/1.1\r\nhost: x\r\n\r\n" * 100)
    except OSError:
        return


def test_a_thousand_connections_are_refused_or_closed_and_turns_go_on(strict: RunningApi, token: str) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 8_192), hard))
    try:
        with ExitStack() as stack:
            clients = [stack.enter_context(_connected(strict)) for _ in range(1_000)]
            last = _rest(clients[-1])
            assert last == b"" or _problem(last) == (503, "TOO_BUSY")
            for client in clients:
                _rest(client)
            with strict.with_token(token) as ana:
                assert ana.post("/v1/talk", json={"text": "hello"}).status_code == 200
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_connections_over_the_limit_get_a_code_and_the_others_are_served(strict: RunningApi, token: str) -> None:
    with ExitStack() as stack:
        streams = []
        for _ in range(SHORT.connections):
            client = stack.enter_context(_connected(strict))
            client.sendall(_head(token, method="GET", path="/v1/events"))
            assert client.recv(12) == b"HTTP/1.1 200"
            streams.append(client)
        with _connected(strict) as more:
            assert _problem(_rest(more)) == (503, "TOO_BUSY")
    with strict.with_token(token) as ana:
        assert ana.get("/v1/memory").status_code == 200


def test_the_clients_file_holds_no_token_and_a_damaged_one_lets_nobody_in(tmp_path: Path) -> None:
    with running_api(tmp_path / "state") as api, api.client("one", "ana") as client:
        token = client.headers["authorization"].removeprefix("Bearer ")
        file = api.state / "clients.json"
        assert token not in file.read_text(encoding="utf-8")
        assert file.stat().st_mode & 0o777 == 0o600
        kept = file.read_bytes()
        file.write_bytes(kept[:-10])
        before = api.version()
        refused = client.post("/v1/talk", json={"text": "my name is Mallory"})
        assert (refused.status_code, refused.json()["code"]) == (503, "CLIENTS_DAMAGED")
        assert api.version() == before
        file.write_bytes(kept)
        assert client.post("/v1/talk", json={"text": "hello"}).status_code == 200
