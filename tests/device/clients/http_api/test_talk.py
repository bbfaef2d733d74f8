"""Promise: a turn over the API is the turn of `selene say --json`, in the memory of the token's person alone."""

from __future__ import annotations

import json

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from device.clients.client_tokens import ClientRight
from memory.model import ids
from tests.device.clients.http_api.conftest import SECONDS, RunningApi

SAID = {
    "session", "turn_id", "reply", "intent", "reason_codes", "question", "bundle", "atoms_created", "atoms_updated",
    "atoms_forgotten", "error", "due",
}  # fmt: skip


def test_a_turn_is_answered_and_remembered_for_one_person(api: RunningApi) -> None:
    with api.client("ana-1", "ana") as ana, api.client("ben-1", "ben") as ben:
        told = ana.post("/v1/talk", json={"text": "my sister is called Ines"}).json()
        assert set(told) == SAID
        assert told["atoms_created"]
        assert told["error"] is None
        assert "Ines" in ana.post("/v1/talk", json={"text": "what is my sister called?"}).json()["reply"]
        assert "Ines" not in ben.post("/v1/talk", json={"text": "what is my sister called?"}).text


def test_a_session_keeps_what_one_turn_hands_to_the_next(api: RunningApi) -> None:
    with api.client("ana-2", "ana") as ana:
        ana.post("/v1/talk", json={"text": "my boat is called Heron", "session": "boat"})
        forgot = ana.post("/v1/talk", json={"text": "forget that", "session": "boat"}).json()
        assert forgot["session"] == "boat"
        assert forgot["atoms_forgotten"]


def test_a_guest_is_answered_and_nothing_is_changed(api: RunningApi) -> None:
    with api.client("guest", "ana", (ClientRight.TALK,), guest=True) as guest:
        before = api.version()
        answer = guest.post("/v1/talk", json={"text": "my name is Mallory"}).json()
        assert answer["intent"] == "unidentified"
        assert answer["bundle"]["atoms"] == []
        assert api.version() == before


def test_german_is_spoken_when_the_client_asks_for_it(api: RunningApi) -> None:
    with api.client("ana-de", "ana") as ana:
        english = ana.post("/v1/talk", json={"text": "hallo"}).json()["reply"]
        german = ana.post("/v1/talk", json={"text": "hallo", "language": "de"}).json()["reply"]
    assert german != english


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"text": "hello", "language": "xx"}, "UNKNOWN_LANGUAGE"),
        ({"text": "hello", "session": ""}, "BAD_SESSION"),
        ({"text": "hello", "session": "a\x00b"}, "BAD_SESSION"),
        ({"text": "hello", "user": "ben"}, "BAD_REQUEST"),
        ({"text": 1}, "BAD_REQUEST"),
        ({}, "BAD_REQUEST"),
    ],
)
def test_a_turn_that_is_none_changes_nothing(api: RunningApi, body: dict[str, object], code: str) -> None:
    with api.with_token(_once(api)) as ana:
        before = api.version()
        refused = ana.post("/v1/talk", json=body)
        assert (refused.status_code, refused.json()["code"]) == (400, code)
        assert refused.headers["content-type"] == "application/problem+json"
        assert api.version() == before


def test_a_web_socket_answers_each_message(api: RunningApi) -> None:
    with connect(_address(api), additional_headers=_header(api.token("socket"))) as socket:
        for text, part in (("my cat is called Miso", ""), ("what is my cat called?", "Miso")):
            socket.send(json.dumps({"text": text, "session": "socket"}))
            answer = json.loads(socket.recv(SECONDS))
            assert answer["type"] == "reply"
            assert part in answer["reply"]
        before = api.version()
        socket.send("{")
        assert json.loads(socket.recv(SECONDS))["code"] == "BAD_REQUEST"
        assert api.version() == before
        socket.send(json.dumps({"text": "hello"}))
        assert json.loads(socket.recv(SECONDS))["type"] == "reply"


def test_an_open_web_socket_of_a_revoked_client_is_closed_and_answers_no_more(api: RunningApi) -> None:
    with connect(_address(api), additional_headers=_header(api.token("leaving"))) as socket:
        socket.send(json.dumps({"text": "hello"}))
        assert json.loads(socket.recv(SECONDS))["type"] == "reply"
        api.tokens.revoke("leaving")
        before = api.version()
        with pytest.raises(ConnectionClosed) as closed:
            _answer_to(socket, "my name is Mallory")
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4_401
    assert api.version() == before


def _answer_to(socket: ClientConnection, text: str) -> str | bytes:
    socket.send(json.dumps({"text": text}))
    return socket.recv(SECONDS)


def _once(api: RunningApi) -> str:
    if any(grant.name == "once" for grant in api.tokens.grants()):
        api.tokens.revoke("once")
    return api.token("once")


def _address(api: RunningApi) -> str:
    return f"ws://127.0.0.1:{api.port}/v1/talk"


def _header(token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"}


def test_what_is_due_comes_with_the_persons_next_turn_where_nothing_else_tells_it(api: RunningApi) -> None:
    with api.client("asker", "ivo") as ivo, api.client("another", "jan") as jan:

        def due(client: httpx.Client) -> object:
            return client.post("/v1/talk", json={"text": "hello"}).json()["due"]

        ivo.post("/v1/talk", json={"text": "set a timer for one second"})
        assert due(jan) == []
        with api.served.hub.subscribe(lambda line: None, ids.user_id("ivo")):
            assert due(ivo) == []
        assert due(ivo) == ["The timer is done."]
        assert due(ivo) == []
