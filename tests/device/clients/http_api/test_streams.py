"""Promise: a client hears of its own person's conversations alone; counts tell nothing that was said."""

from __future__ import annotations

import json

from device.clients.client_tokens import ClientRight
from device.clients.http_api.openapi import openapi_document
from device.clients.http_api.operations import OPERATIONS
from tests.device.clients.http_api.conftest import RunningApi


def test_events_are_those_of_the_person_alone(api: RunningApi) -> None:
    guest = api.client("visitor", "mia", (ClientRight.TALK,), guest=True)
    with (
        api.client("follower", "mia") as mia,
        api.client("other", "ned") as ned,
        guest as visitor,
        mia.stream("GET", "/v1/events") as to,
    ):
        assert to.headers["content-type"].startswith("text/event-stream")
        lines = to.iter_lines()
        assert next(lines) == ": still here"
        ned.post("/v1/talk", json={"text": "my secret is an orchid"})
        visitor.post("/v1/talk", json={"text": "my secret is a tulip"})
        mia.post("/v1/talk", json={"text": "hello there"})
        said = []
        for line in lines:
            if line.startswith("data: "):
                said.append(json.loads(line.removeprefix("data: ")))
            if said and said[-1]["type"] == "reply":
                break
        assert [one["type"] for one in said] == ["transcript", "reply"]
        assert said[0]["text"] == "hello there"


def test_the_events_of_a_revoked_client_end(api: RunningApi) -> None:
    with api.client("gone", "mia") as mia, mia.stream("GET", "/v1/events") as events:
        lines = events.iter_lines()
        assert next(lines) == ": still here"
        api.tokens.revoke("gone")
        assert [line for line in lines if line] == []


def test_a_stream_needs_no_thread_so_that_many_leave_room_for_turns(api: RunningApi) -> None:
    token = api.token("many", "mia")
    clients = [api.with_token(token) for _ in range(30)]
    streams = [client.stream("GET", "/v1/events") for client in clients]
    for stream in streams:
        assert stream.__enter__().status_code == 200
    with api.with_token(token) as mia:
        assert mia.post("/v1/talk", json={"text": "hello"}).status_code == 200
    for stream, client in zip(streams, clients, strict=True):
        stream.__exit__(None, None, None)
        client.close()


def test_metrics_are_counts_and_hold_no_word(api: RunningApi) -> None:
    with api.client("prometheus", "ora", (ClientRight.READ, ClientRight.TALK)) as ora:
        ora.post("/v1/talk", json={"text": "my parrot is called Zephyrine"})
        ora.get("/v1/memory/search", params={"q": "Zephyrine"})
        ora.get("/v1/Zephyrine")
        told = ora.get("/metrics")
    assert told.headers["content-type"].startswith("text/plain; version=")
    assert 'selene_http_requests_total{operation="talk",status="200"}' in told.text
    assert 'selene_http_requests_total{operation="none",status="404"}' in told.text
    assert "selene_memory_turns 1" in told.text
    assert "Zephyrine" not in told.text
    with api.client("counter", "ora", (ClientRight.TALK,)) as other:
        assert "selene_memory_turns" not in other.get("/metrics").text.replace("selene_memory_turns 0", "")


def test_the_document_describes_every_route_and_no_other(api: RunningApi) -> None:
    with api.with_token("") as anyone:
        document = anyone.get("/v1/openapi.json").json()
    described = {(path, method.upper()) for path, methods in document["paths"].items() for method in methods}
    assert described == {(each.path, each.method) for each in OPERATIONS}
    assert document == json.loads(json.dumps(openapi_document()))
    with api.client("prober", "ana") as client:
        for path in document["paths"]:
            refused = client.request("PUT", path.replace("{atom_id}", "a-0"))
            assert (refused.status_code, refused.json()["code"]) == (405, "METHOD_NOT_ALLOWED")
            offered = {one.strip() for one in refused.headers["allow"].split(",")}
            assert offered == {each.method for each in OPERATIONS if each.path == path and not each.socket}
    assert document["paths"]["/v1/talk"]["post"]["requestBody"]["content"]["application/json"]["schema"] == {
        "$ref": "#/components/schemas/TalkRequest"
    }
    assert set(document["components"]["schemas"]) >= {"TalkRequest", "RememberRequest", "ForgetRequest", "Problem"}
