"""Composition: the tools of the MCP server, each with its arguments, its right and its call of the memory.

What a tool is given is only words: none of them is a command, and none gives a right. Rights come from the client.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

import msgspec

from device.clients.client_tokens import ClientGrant, ClientRight
from device.clients.http_api.memory_calls import MemoryCalls
from device.clients.http_api.operations import ForgetRequest, RememberRequest
from device.clients.http_api.problems import ApiRefusal
from device.core.errors import ToolRefused
from device.core.policy import DEFAULT_TOOL_MEMORIES, MAX_TOOL_MEMORIES
from memory.model.timestamps import from_iso

Answered = dict[str, object]
Words = Annotated[str, msgspec.Meta(min_length=1)]


class RecallArguments(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The arguments of `recall`."""

    query: Annotated[Words, msgspec.Meta(description="What to look for, in the person's words.")]


class RememberArguments(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The arguments of `remember`."""

    text: Annotated[Words, msgspec.Meta(description="One fact as the person would say it: my dog is called Rex.")]


class ForgetArguments(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The arguments of `forget`."""

    what: Annotated[Words, msgspec.Meta(description="The id of a memory, or words that name exactly one.")]


class WhyArguments(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The arguments of `why`."""

    atom_id: Annotated[Words, msgspec.Meta(description="The id of a memory, as the other tools give it.")]


class KnownArguments(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The arguments of the tools that list."""

    limit: Annotated[int, msgspec.Meta(ge=1, le=MAX_TOOL_MEMORIES, description="At most so many.")] = (
        DEFAULT_TOOL_MEMORIES
    )


class ChangesArguments(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The arguments of `list_changes`."""

    since: Annotated[Words, msgspec.Meta(description="A moment as ISO 8601: 2026-03-02, or 2026-03-02T08:00+01:00.")]


class NoArguments(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The arguments of a tool that takes none."""


@dataclass(frozen=True, slots=True)
class MemoryTool:
    """One tool."""

    name: str
    summary: str
    right: ClientRight
    arguments: type[msgspec.Struct]
    call: Callable[[MemoryCalls, ClientGrant, Any], Answered]

    @property
    def reads_only(self) -> bool:
        """Whether it changes nothing."""
        return self.right is ClientRight.READ

    @property
    def schema(self) -> dict[str, Any]:
        """Returns the JSON schema of its arguments."""
        (found,), parts = msgspec.json.schema_components((self.arguments,))
        return dict(parts[str(found["$ref"]).rpartition("/")[2]])


def _forget(memory: MemoryCalls, grant: ClientGrant, asked: ForgetArguments) -> Answered:
    """Forgets one memory: by its id, or by words that name no other."""
    if asked.what.startswith("a-") and " " not in asked.what:
        return memory.forget(grant, asked.what)
    return memory.forget_query(grant, ForgetRequest(asked.what))


MEMORY_TOOLS: tuple[MemoryTool, ...] = (
    MemoryTool(
        "recall",
        "Search what the person told Selene, and what was said.",
        ClientRight.READ,
        RecallArguments,
        lambda memory, grant, asked: memory.search(grant, asked.query, None),
    ),
    MemoryTool(
        "remember",
        "Remember one fact of the person. Only when the person asks for it.",
        ClientRight.WRITE,
        RememberArguments,
        lambda memory, grant, asked: memory.remember(grant, RememberRequest(asked.text)),
    ),
    MemoryTool(
        "forget",
        "Forget one memory for good, on all devices. Only when the person asks for it.",
        ClientRight.FORGET,
        ForgetArguments,
        _forget,
    ),
    MemoryTool(
        "why",
        "Show where a memory came from: the words, and its history.",
        ClientRight.READ,
        WhyArguments,
        lambda memory, grant, asked: memory.why(grant, asked.atom_id),
    ),
    MemoryTool(
        "what_do_you_know",
        "List what Selene remembers of the person.",
        ClientRight.READ,
        KnownArguments,
        lambda memory, grant, asked: memory.list(grant, None, None, asked.limit),
    ),
    MemoryTool(
        "list_threads",
        "List what the person and Selene talked about: decisions, open questions, next steps.",
        ClientRight.READ,
        KnownArguments,
        lambda memory, grant, asked: memory.threads(grant, asked.limit),
    ),
    MemoryTool(
        "list_work",
        "List the work orders of the person, and how far each is agreed.",
        ClientRight.READ,
        KnownArguments,
        lambda memory, grant, asked: memory.work(grant, asked.limit),
    ),
    MemoryTool(
        "memory_map",
        "Show what Selene can be asked for: subjects by kind and threads, in at most 2 KB. Call it before recall.",
        ClientRight.READ,
        NoArguments,
        lambda memory, grant, asked: memory.map(grant),
    ),
    MemoryTool(
        "list_changes",
        "List what became new, different or over of what is known since a moment.",
        ClientRight.READ,
        ChangesArguments,
        lambda memory, grant, asked: memory.changes(grant, from_iso(asked.since), None),
    ),
)
_BY_NAME: Mapping[str, MemoryTool] = {tool.name: tool for tool in MEMORY_TOOLS}


def allowed_tools(grant: ClientGrant) -> tuple[MemoryTool, ...]:
    """Returns the tools that a client may use; a guest has nobody's memory."""
    return () if grant.guest else tuple(tool for tool in MEMORY_TOOLS if tool.right in grant.may)


def call_tool(memory: MemoryCalls, grant: ClientGrant, name: str, arguments: object) -> Answered:
    """Calls a tool for a client. Raises ToolRefused and what the memory raises; nothing was changed then."""
    tool = _BY_NAME.get(name)
    if tool is None:
        raise ToolRefused("There is no such tool. Nothing was changed.")
    if tool not in allowed_tools(grant):
        raise ToolRefused(f"This client may not {tool.right.value}. Nothing was changed.")
    try:
        asked = msgspec.json.decode(json.dumps(arguments), type=tool.arguments)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise ToolRefused(f"These are not the arguments of {tool.name}. Nothing was changed.") from error
    try:
        return tool.call(memory, grant, asked)
    except ApiRefusal as error:
        raise ToolRefused(str(error)) from error
