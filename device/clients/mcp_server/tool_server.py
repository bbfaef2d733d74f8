"""Adapter: the MCP server itself, for any transport: lists a client's tools, and calls them.

The library's log and tracing are off: what it reports may hold the arguments of a call.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from mcp.server import Server
from mcp.server.context import ServerRequestContext
from mcp_types import (
    CallToolRequestParams,
    CallToolResult,
    ListToolsResult,
    PaginatedRequestParams,
    Tool,
    ToolAnnotations,
)

from device.clients.client_tokens import ClientGrant
from device.clients.mcp_server.call_refusal import CallRefused
from device.clients.mcp_server.memory_tools import Answered, MemoryTool, allowed_tools
from device.clients.mcp_server.quoted_data import NOTICE, QUOTED_SCHEMA, quoted_result, refused_result
from device.core.errors import DeviceError
from engine_b.core.errors import VaultError
from memory.core.errors import MemoryRefusal

Context = ServerRequestContext[Any, Any]
GrantOf = Callable[[Context], ClientGrant]
"""Returns the client of a request."""
CallMemory = Callable[[ClientGrant, str, object], Awaitable[Answered]]
"""Calls a tool by its name, with its arguments."""
_ABOUT = "Selene's memory of a person, on that person's own device. " + NOTICE


def tool_server(grant_of: GrantOf, call: CallMemory) -> Server[Any]:
    """Returns a server whose tools are those that the client of each request may use."""

    async def list_tools(context: Context, _: PaginatedRequestParams | None) -> ListToolsResult:
        return ListToolsResult(tools=[_described(tool) for tool in allowed_tools(grant_of(context))])

    async def call_tool(context: Context, params: CallToolRequestParams) -> CallToolResult:
        try:
            return quoted_result(await call(grant_of(context), params.name, params.arguments or {}))
        except (CallRefused, DeviceError, VaultError, MemoryRefusal) as error:
            return refused_result(error.code, str(error))
        except Exception:  # noqa: BLE001  # a fault in one call must not end the server; its words stay unsaid
            return refused_result("INTERNAL", "Something failed inside Selene. What was saved before is kept.")

    _silence_library()
    server: Server[Any] = Server(
        "selene", version=_version(), instructions=_ABOUT, on_list_tools=list_tools, on_call_tool=call_tool
    )
    server.middleware.clear()
    return server


def _version() -> str:
    """Returns the version of the installed program; empty in a folder in which it is not installed."""
    try:
        return version("selene")
    except PackageNotFoundError:
        return ""


def _described(tool: MemoryTool) -> Tool:
    hints = ToolAnnotations(
        read_only_hint=tool.reads_only, destructive_hint=tool.name == "forget", open_world_hint=False
    )
    return Tool(
        name=tool.name,
        description=tool.summary,
        input_schema=tool.schema,
        output_schema=QUOTED_SCHEMA,
        annotations=hints,
    )


def _silence_library() -> None:
    log = logging.getLogger("mcp")
    log.propagate = False
    log.setLevel(logging.CRITICAL + 1)
