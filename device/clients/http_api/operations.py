"""Composition: what the API can do: one table, from which the routes and the OpenAPI document are made."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

from device.clients.client_tokens import ClientRight

JSON_TYPE = "application/json"


class TalkRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A turn of text."""

    text: str
    session: str | None = None
    """The conversation; by default one a day for each client."""
    language: str | None = None
    """By default that of the daemon."""
    aloud: bool = False
    """Answer as if the reply were spoken."""


class SocketMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A text message at the WebSocket: a turn of text, or the button before sound."""

    text: str | None = None
    session: str | None = None
    language: str | None = None
    aloud: bool = False
    listen: bool = False


class RememberRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is to be remembered. It is data: no word of it is a command."""

    text: str
    language: str | None = None


class WorkRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is to be done. It is data: no word of it is a command, and nothing is carried out."""

    text: str
    language: str | None = None


class PinRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whether a thread is kept until it is forgotten."""

    pinned: bool


class ForgetRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is to be forgotten, by its topic, as in "forget my dentist appointment"."""

    query: str
    all: bool = False
    """Forget all that it names; without it several are refused."""
    language: str | None = None


@dataclass(frozen=True, slots=True)
class QueryParameter:
    """A parameter in the query of an address."""

    name: str
    summary: str
    required: bool = False
    kind: str = "string"


@dataclass(frozen=True, slots=True)
class Operation:
    """One method at one path."""

    name: str
    method: str
    path: str
    summary: str
    right: ClientRight | None = None
    """What a client must be allowed; None for every client."""
    public: bool = False
    """Whether it needs no token."""
    request: type[msgspec.Struct] | None = None
    query: tuple[QueryParameter, ...] = ()
    media: str = JSON_TYPE
    socket: bool = False
    """Whether it is a WebSocket."""


_LANGUAGE = QueryParameter("language", "The language of the words: en or de.")
_BOUNDS = (
    QueryParameter("since", "Learned at this moment or later, ISO 8601."),
    QueryParameter("until", "Learned before this moment, ISO 8601."),
    QueryParameter("limit", "At most so many.", kind="integer"),
)
_ATOM = "/v1/memory/{atom_id}"
_THREAD, _WORK = "/v1/threads/{thread_id}", "/v1/work/{work_order_id}"
_ALL = QueryParameter("all", "Forget also more than five memories; else that is refused.", kind="boolean")

OPERATIONS = (
    Operation("talk", "POST", "/v1/talk", "Say something, and get the reply.", ClientRight.TALK, request=TalkRequest),
    Operation("talk_socket", "GET", "/v1/talk", "Talk over a WebSocket.", ClientRight.TALK, socket=True),
    Operation("list", "GET", "/v1/memory", "List what is remembered.", ClientRight.READ, query=_BOUNDS),
    Operation("remember", "POST", "/v1/memory", "Remember something.", ClientRight.WRITE, request=RememberRequest),
    Operation(
        "search",
        "GET",
        "/v1/memory/search",
        "Search what is remembered and what was said.",
        ClientRight.READ,
        query=(QueryParameter("q", "The words to look for.", required=True), _LANGUAGE),
    ),
    Operation(
        "forget_query",
        "POST",
        "/v1/memory/forget",
        "Forget what a topic names.",
        ClientRight.FORGET,
        request=ForgetRequest,
    ),
    Operation("show", "GET", _ATOM, "Show one memory.", ClientRight.READ),
    Operation("forget", "DELETE", _ATOM, "Forget one memory, and the words it came from.", ClientRight.FORGET),
    Operation("why", "GET", f"{_ATOM}/why", "Show where a memory came from.", ClientRight.READ),
    Operation("threads", "GET", "/v1/threads", "List the latest threads.", ClientRight.READ, query=_BOUNDS[-1:]),
    Operation("work", "GET", "/v1/work", "List the latest work orders.", ClientRight.READ, query=_BOUNDS[-1:]),
    Operation("add_work", "POST", "/v1/work", "Note a draft.", ClientRight.WRITE, request=WorkRequest),
    Operation("thread", "GET", _THREAD, "Show one thread.", ClientRight.READ),
    Operation("forget_thread", "DELETE", _THREAD, "Forget a thread with its turns.", ClientRight.FORGET, query=(_ALL,)),
    Operation("pin", "POST", f"{_THREAD}/pin", "Pin or unpin a thread.", ClientRight.WRITE, request=PinRequest),
    Operation("resume", "POST", f"{_THREAD}/resume", "Show a thread, and count it as used.", ClientRight.WRITE),
    Operation("work_order", "GET", _WORK, "Show one work order.", ClientRight.READ),
    Operation("confirm", "POST", f"{_WORK}/confirm", "Settle a pending work order.", ClientRight.WRITE),
    Operation("cancel", "POST", f"{_WORK}/cancel", "Cancel a pending work order.", ClientRight.WRITE),
    Operation("map", "GET", "/v1/map", "Show what can be asked for, in at most 2 KB.", ClientRight.READ),
    Operation(
        "changes",
        "GET",
        "/v1/changes",
        "List what became new, different or over in a span.",
        ClientRight.READ,
        query=(
            QueryParameter("since", "Changed at this moment or later, ISO 8601.", required=True),
            QueryParameter("until", "Changed before this moment, ISO 8601; now without it."),
        ),
    ),
    Operation(
        "events",
        "GET",
        "/v1/events",
        "Follow what happens in the conversations of this person.",
        ClientRight.READ,
        media="text/event-stream",
    ),
    Operation("metrics", "GET", "/metrics", "Counts for Prometheus, and nothing that was said.", media="text/plain"),
    Operation("openapi", "GET", "/v1/openapi.json", "This document.", public=True),
)
