"""Composition: `selene mcp`: the tools of the memory over the standard streams; `mcp-call`: one call of one of them.

The process that serves the streams opens no vault. Each call runs as a command of its own, in the daemon when there is
one, so that a daemon may start and end meanwhile.
"""

from __future__ import annotations

import asyncio
import json
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from device.cli.common import options as opt
from device.cli.common.control_client import run_in_daemon
from device.cli.common.error_report import show_json
from device.cli.common.told_moment import moment_of
from device.clients.client_tokens import ClientGrant, ClientRight
from device.clients.mcp_server.call_refusal import CallRefused
from device.core.errors import BadUsage, SocketRefused, ToolRefused
from device.daemon.current_user import resolve_user
from device.daemon.vault_access import open_assistant, open_for_reading
from device.platform.optional_extras import require_extra

if TYPE_CHECKING:
    from device.daemon.shared_assistant import SharedAssistant
    from engine_b.vault.vault import Vault

_RIGHTS = (ClientRight.READ, ClientRight.WRITE, ClientRight.FORGET)


class ToolCall(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One call, as it is written on the command line."""

    tool: str
    arguments: dict[str, object] = {}


@dataclass(frozen=True, slots=True)
class McpOptions:
    """The options of both commands."""

    state: Path | None
    user: str | None
    may: str
    language: str

    def arguments(self) -> list[str]:
        """Returns them as they are typed."""
        state = [] if self.state is None else ["--state", str(self.state)]
        user = [] if self.user is None else ["--user", self.user]
        return [*state, *user, "--may", self.may, "--language", self.language]


@dataclass(frozen=True, slots=True)
class _OpenedMemory:
    """The memory that one command has open, as the calls need it."""

    shared: SharedAssistant

    def assistant(self, language: str) -> SharedAssistant:
        """Returns the assistant that was opened."""
        return self.shared

    def reading(self) -> AbstractContextManager[Vault]:
        """Opens a connection that only reads."""
        return self.shared.shared.reading()


def serve_mcp(how: McpOptions) -> None:
    """Serves the client at the standard streams until it closes them."""
    require_extra("mcp", ("mcp",))
    grant = _grant(how, "")
    from device.clients.mcp_server.stdio_server import serve_standard_streams

    asyncio.run(serve_standard_streams(grant, lambda name, arguments: _call_as_command(how, name, arguments)))


def make_call(how: McpOptions, written: str) -> None:
    """Makes one call, and prints its answer as JSON. Without a vault there is nothing to call."""
    show_json(_call_here(how, written))


def _call_as_command(how: McpOptions, name: str, arguments: object) -> dict[str, object]:
    """Makes a call in the daemon, else here. Raises CallRefused, and what a call here is refused with."""
    written, printed = json.dumps({"tool": name, "arguments": arguments}), list[str]()
    command = ["mcp-call", *how.arguments(), "--", written]
    if run_in_daemon(command, lambda said: printed.append(str(said.get("out", "")))) is None:
        return _call_here(how, written)
    told = "".join(printed)
    if not told:
        raise SocketRefused("Selene ended before the call did. See what it changed, then call again.")
    answered: dict[str, object] = json.loads(told)
    refused = answered.get("error")
    if isinstance(refused, dict):
        raise CallRefused(str(refused["code"]), str(refused["message"]))
    return answered


def _call_here(how: McpOptions, written: str) -> dict[str, object]:
    from device.clients.http_api.memory_calls import MemoryCalls
    from device.clients.mcp_server.memory_tools import call_tool

    try:
        asked = msgspec.json.decode(written, type=ToolCall)
    except (msgspec.MsgspecError, RecursionError, UnicodeEncodeError) as error:
        raise ToolRefused("This is no call of a tool. Nothing was changed.") from error
    at, state = moment_of(None), opt.state_folder(how.state)
    with open_for_reading(state, at) as vault:
        grant = _grant(how, resolve_user(vault, how.user).user_id)
    with open_assistant(state, at, how.language) as shared:
        memory = MemoryCalls(_OpenedMemory(shared), lambda: moment_of(None), how.language)
        return call_tool(memory, grant, asked.tool, asked.arguments)


def _grant(how: McpOptions, user_id: str) -> ClientGrant:
    """Returns the rights of whoever started the process: the vault's owner, who may give less."""
    asked = {word.strip() for word in how.may.split(",")}
    if not asked <= set(_RIGHTS):
        raise BadUsage("--may takes read, write and forget, separated by commas. Nothing was changed.")
    return ClientGrant("mcp", user_id, False, tuple(right for right in _RIGHTS if right in asked), "", "")
