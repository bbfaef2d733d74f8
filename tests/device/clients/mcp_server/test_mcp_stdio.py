"""Promise: `selene mcp` serves the same tools over the standard streams, alone, beside a daemon, and while one comes
and goes.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner
from mcp import Client, StdioServerParameters, stdio_client

from device.cli.main import app
from tests.device.clients.mcp_server.mcp_household import quoted, refusal
from tests.device.clients.test_control_socket import daemon, selene

TOLD = {"text": "my cat is called Tom"}


@asynccontextmanager
async def client(state: Path, *options: str) -> AsyncIterator[Client]:
    """A client that starts `selene mcp` itself, as programs do."""
    server = StdioServerParameters(
        command=sys.executable,
        args=["-m", "device", "mcp", "--state", str(state), "--user", "Ana", *options],
        env={"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
    )
    async with Client(stdio_client(server)) as connected:
        yield connected


def say(state: Path, text: str) -> None:
    assert selene("say", text, "--user", "Ana", "--state", str(state)).returncode == 0


async def test_the_tools_serve_alone_and_beside_a_daemon_that_comes_and_goes(tmp_path: Path) -> None:
    state = tmp_path / "state"
    say(state, "my dog is called Rex")
    async with client(state) as tools:
        assert quoted(await tools.call_tool("recall", {"query": "dog"}))["atoms"][0]["text"] == "my dog is called Rex"
        with daemon(state):
            made = quoted(await tools.call_tool("remember", TOLD))["atoms_created"]
            assert refusal(await tools.call_tool("why", {"atom_id": "a-0"})) == "UNKNOWN_ATOM"
        why = quoted(await tools.call_tool("why", {"atom_id": made[0]}))
        assert [line["text"] for line in why["said"]] == ["my cat is called Tom"]


async def test_the_person_may_give_less(tmp_path: Path) -> None:
    state = tmp_path / "state"
    say(state, "my dog is called Rex")
    async with client(state, "--may", "read") as tools:
        assert {tool.name for tool in (await tools.list_tools()).tools} == {
            "recall", "why", "what_do_you_know", "list_threads", "list_work", "memory_map", "list_changes",
        }  # fmt: skip
        assert refusal(await tools.call_tool("forget", {"what": "dog"})) == "TOOL_REFUSED"
        assert len(quoted(await tools.call_tool("what_do_you_know", {}))["atoms"]) == 1


async def test_without_a_vault_nothing_is_made(tmp_path: Path) -> None:
    async with client(tmp_path / "state") as tools:
        assert refusal(await tools.call_tool("recall", {"query": "dog"})) == "VAULT_MISSING"
    assert not (tmp_path / "state").exists()


def test_nonsense_on_the_stream_ends_nothing_but_itself(tmp_path: Path) -> None:
    state = tmp_path / "state"
    say(state, "my dog is called Rex")
    call = {"name": "recall", "arguments": {"query": "dog"}}
    meta = {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    }
    right = {"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": {**call, "_meta": meta}}
    with subprocess.Popen(
        [sys.executable, "-m", "device", "mcp", "--state", str(state), "--user", "Ana"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        for line in ("{", "", "null", "[]", "[" * 10_000, json.dumps(right)):
            running.stdin.write(line + "\n")
        running.stdin.flush()
        answers = (json.loads(line) for line in running.stdout)
        assert "Rex" in json.dumps(next(one for one in answers if one.get("id") == 7))
        assert running.communicate(timeout=60) == ("", "")
    assert running.returncode == 0


@pytest.mark.parametrize(
    "command",
    [
        ("mcp-call", "{"),
        ("mcp-call", '{"tool": 1}'),
        ("mcp-call", '{"tool": "recall", "arguments": {"query": "half \\ud800"}}'),
        ("mcp-call", '{"tool": "erase"}'),
    ],
)
def test_what_is_no_call_is_refused(tmp_path: Path, command: tuple[str, ...]) -> None:
    state = tmp_path / "state"
    assert CliRunner().invoke(app, ["say", "hello", "--state", str(state)]).exit_code == 0
    done = CliRunner().invoke(app, [*command, "--state", str(state)])
    assert done.exit_code == 14
    assert json.loads(done.stdout)["error"]["code"] == "TOOL_REFUSED"


def test_a_right_that_there_is_not_is_refused(tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["mcp", "--may", "everything", "--state", str(tmp_path / "state")])
    assert done.exit_code == 2
    assert "BAD_USAGE" in done.stderr
