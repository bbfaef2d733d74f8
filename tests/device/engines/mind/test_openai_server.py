"""Promise: a server of this device is a mind; no other is without being named so, and every failure is one sentence."""

from __future__ import annotations

from threading import Thread

import pytest

from device.core.errors import BadUri, EngineUnavailable
from device.core.ports import MindPrompt
from device.engines.factory import open_mind
from device.engines.mind.openai_server import OpenAiServer
from memory.reading.grammar.clause import ActKind
from tests.sim.chat_server import chat_server

PROMPT = MindPrompt("Rules.", (("<said>a</said>", '{"parts":[]}'),), "<said>hi</said>", "<memory>\n</memory>", 2)


def _text(address: str, prompt: MindPrompt = PROMPT) -> str:
    return "".join(OpenAiServer(address).begin(prompt).pieces())


def test_a_stream_comes_piece_by_piece() -> None:
    with chat_server(pieces=['{"parts"', ":[", '{"say":"Hä?"}]}']) as server:
        assert _text(f"{server.address}#tiny:1b") == '{"parts":[{"say":"Hä?"}]}'
    asked = server.asked[0]
    assert (asked["model"], asked["stream"]) == ("tiny:1b", True)
    assert [one["role"] for one in asked["messages"]] == ["system", "user", "assistant", "user"]
    assert asked["messages"][0]["content"] == "Rules."
    assert asked["messages"][-1]["content"] == "<said>hi</said>\n<memory>\n</memory>"
    parts = asked["response_format"]["json_schema"]["schema"]["properties"]["parts"]["items"]["anyOf"]
    assert parts[-1]["properties"]["fact"]["enum"] == [1, 2]
    assert server.headers[0][":path"] == "/v1/chat/completions"
    assert "Authorization" not in server.headers[0]


def test_acts_are_of_the_words_that_have_a_number() -> None:
    with chat_server(pieces=["{}"]) as server:
        _text(server.address, MindPrompt("Rules.", acts=2))
    [act] = [server.asked[0]["response_format"]["json_schema"]["schema"]["properties"]["acts"]["items"]]
    assert act["properties"]["first"]["enum"] == act["properties"]["last"]["enum"] == [0, 1]
    assert act["properties"]["kind"]["enum"] == [kind.value for kind in ActKind]
    assert act["required"] == ["kind", "first", "last", "value"]
    assert act["additionalProperties"] is False


def test_without_memories_no_number_is_possible() -> None:
    with chat_server(pieces=["{}"]) as server:
        _text(server.address, MindPrompt("Rules."))
    assert "fact" not in str(server.asked[0]["response_format"])


def test_a_server_that_does_not_stream_is_understood() -> None:
    with chat_server(pieces=["{}"], whole=True) as server:
        assert _text(server.address) == "{}"


@pytest.mark.parametrize("status", [302, 307, 401, 404, 500, 503])
def test_a_refusal_is_one_sentence_and_no_redirection_is_followed(status: int) -> None:
    with chat_server(status=status) as server, pytest.raises(EngineUnavailable, match="cannot be reached"):
        _text(server.address)
    assert len(server.asked) == 1


@pytest.mark.parametrize(
    "line",
    [
        b"data: {}\n",
        b"data: no json\n",
        b'data: {"choices": 3}\n',
        b'data: {"error": "full"}\n',
        b"data: " + b"[" * 99_999,
    ],
)
def test_another_form_is_one_sentence(line: bytes) -> None:
    with chat_server(raw=[line]) as server, pytest.raises(EngineUnavailable, match="form"):
        _text(server.address)


def test_comments_and_chunks_without_words_are_passed_over() -> None:
    lines = [b": ping\n", b"event: x\n", b'data: {"choices": []}\n', b'data: {"choices": [{"delta": {}}]}\n']
    with chat_server(raw=[*lines, b'data: {"choices": [{"delta": {"content": null}}]}\n']) as server:
        assert _text(server.address) == ""


def test_nobody_listens() -> None:
    with chat_server() as server:
        address = server.address
    with pytest.raises(EngineUnavailable, match="cannot be reached"):
        _text(address)


def test_a_reply_that_waits_for_the_server_is_stopped_at_once_from_another_thread() -> None:
    with chat_server(pieces=["one", "two"], waits_after=1) as server:
        reply = OpenAiServer(server.address).begin(PROMPT)
        pieces = reply.pieces()
        assert next(pieces) == "one"
        rest: list[str] = []
        reading = Thread(target=lambda: rest.extend(pieces))
        reading.start()
        assert server.waiting.wait(10)
        reply.stop()
        reading.join(10)
        assert (reading.is_alive(), rest) == (False, [])


def test_a_reply_that_was_stopped_before_asks_nothing() -> None:
    with chat_server(pieces=["one"]) as server:
        reply = OpenAiServer(server.address).begin(PROMPT)
        reply.stop()
        assert list(reply.pieces()) == []
    assert server.asked == []


@pytest.mark.parametrize(
    "url", ["http://192.168.1.5:8080/v1", "https://example.org/v1", "http://0.0.0.0:1/v1", "http://localhost.evil/v1"]
)
def test_another_device_must_be_named_as_such(url: str) -> None:
    with pytest.raises(BadUri, match="remote_openai:"):
        open_mind(f"openai:{url}")
    mind = open_mind(f"remote_openai:{url}")
    assert mind is not None
    assert mind.place


@pytest.mark.parametrize(
    "url", ["", "127.0.0.1:80", "ftp://127.0.0.1/", "http://", "http://a:b@127.0.0.1/", "http://127.0.0.1/?x=1",
            "http://[::1", "http://127.0.0.1:99999/"],
)  # fmt: skip
def test_what_is_no_address_is_refused(url: str) -> None:
    with pytest.raises(BadUri):
        open_mind(f"openai:{url}")


def test_none_is_no_mind() -> None:
    assert open_mind("none:") is None


@pytest.mark.parametrize("url", ["http://127.0.0.1:8080/v1", "http://localhost/v1", "http://[::1]:8080/v1"])
def test_words_stay_on_this_device(url: str) -> None:
    assert OpenAiServer(url).place == ""
