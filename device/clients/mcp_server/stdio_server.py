"""Adapter: serves one MCP client over the standard streams of this process."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from mcp.server.stdio import stdio_server

from device.clients.client_tokens import ClientGrant
from device.clients.mcp_server.memory_tools import Answered
from device.clients.mcp_server.tool_server import tool_server

CallOnce = Callable[[str, object], Answered]
"""Calls a tool by its name, with its arguments, in this thread."""


async def serve_standard_streams(grant: ClientGrant, call: CallOnce) -> None:
    """Serves until the client closes its end. One call at a time: whoever started this process waits for it."""
    alone = asyncio.Lock()

    async def call_in_thread(_: ClientGrant, name: str, arguments: object) -> Answered:
        async with alone:
            return await asyncio.to_thread(call, name, arguments)

    server = tool_server(lambda _: grant, call_in_thread)
    async with stdio_server() as (reading, writing):
        await server.run(reading, writing, server.create_initialization_options())
