"""Adapter: asks a running daemon as a program in the network does: by the API, by MCP, by Wyoming."""

from __future__ import annotations

import json
import os
import socket
from dataclasses import dataclass
from http.client import HTTPConnection
from itertools import count
from typing import Any
from urllib.parse import quote

SECONDS = 60
_FIRST_PORT, _PORTS = 12_000, 20_000
_ASKED = count()
Answered = tuple[str, str]
"""The code of a refusal, empty for none, and what was answered, as text."""
_TOOLS = {
    "list": ("what_do_you_know", ""),
    "recall": ("recall", "query"),
    "show": ("why", "atom_id"),
    "remember": ("remember", "text"),
    "forget": ("forget", "what"),
}


@dataclass(frozen=True, slots=True)
class DaemonPorts:
    """Where a daemon listens on this machine."""

    http: int
    mcp: int
    wyoming: int


def ask_api(port: int, token: str, do: str, text: str, *, aloud: bool) -> Answered:
    """Makes one request of the API."""
    told = json.dumps({"text": text, **({"aloud": True} if aloud else {})})
    method, path, body = {
        "say": ("POST", "/v1/talk", told),
        "raw": ("POST", "/v1/talk", text),
        "list": ("GET", "/v1/memory", ""),
        "recall": ("GET", f"/v1/memory/search?q={quote(text)}", ""),
        "show": ("GET", f"/v1/memory/{quote(text)}", ""),
        "remember": ("POST", "/v1/memory", told),
        "forget": ("POST", "/v1/memory/forget", json.dumps({"query": text})),
        "erase": ("DELETE", f"/v1/memory/{quote(text)}", ""),
    }[do]
    status, answer = _request(port, method, path, token, body)
    return str(answer.get("code", status)) if status >= 400 else "", json.dumps(answer, ensure_ascii=False)


def ask_mcp(port: int, token: str, do: str, text: str) -> Answered:
    """Calls one tool."""
    name, argument = _TOOLS[do]
    call = {"name": name, "arguments": {argument: text} if argument else {}}
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call}
    status, answer = _request(port, "POST", "/mcp", token, json.dumps(message))
    if status >= 400:
        return str(answer.get("code", status)), json.dumps(answer)
    result = answer.get("result", {})
    content = result.get("structuredContent", {})
    code = str(content.get("error", {}).get("code", "REFUSED")) if result.get("isError") else ""
    return code, json.dumps(content, ensure_ascii=False)


def ask_wyoming(port: int, text: str) -> Answered:
    """Says a sentence as a pipeline does."""
    data = json.dumps({"text": text, "context": {"conversation_id": "acceptance"}}).encode()
    head = json.dumps({"type": "transcript", "data_length": len(data)}).encode()
    with socket.create_connection(("127.0.0.1", port), SECONDS) as line, line.makefile("rb") as answers:
        line.sendall(head + b"\n" + data)
        event = json.loads(answers.readline())
        told = {**event.get("data", {}), **json.loads(answers.read(event.get("data_length", 0)) or b"{}")}
    return str(told.get("code", "")) if event["type"] == "error" else "", str(told.get("text", ""))


def free_ports() -> DaemonPorts:
    """Returns three ports at which nobody listens, none of those that the system hands out to connections."""
    tried = (_FIRST_PORT + number % _PORTS for number in count(os.getpid() * 101 + next(_ASKED) * 3))
    free = filter(_is_free, tried)
    return DaemonPorts(next(free), next(free), next(free))


def _is_free(port: int) -> bool:
    try:
        socket.create_server(("127.0.0.1", port)).close()
    except OSError:
        return False
    return True


def _request(port: int, method: str, path: str, token: str, body: str) -> tuple[int, dict[str, Any]]:
    headers = {"authorization": f"Bearer {token}"} if token else {}
    headers |= {"content-type": "application/json", "accept": "application/json, text/event-stream"}
    connection = HTTPConnection("127.0.0.1", port, timeout=SECONDS)
    try:
        connection.request(method, path, body.encode() or None, headers)
        answer = connection.getresponse()
        content = answer.read()
    finally:
        connection.close()
    found = json.loads(content) if content else {}
    return answer.status, found if isinstance(found, dict) else {"answer": found}
