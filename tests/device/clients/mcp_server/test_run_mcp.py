"""Promise: `selene run --mcp` serves a client with a token beside everything else; wrong options start nothing."""

from __future__ import annotations

import asyncio
import json
import signal
from pathlib import Path
from typing import Any

import httpx2
import pytest
from click.testing import CliRunner
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from device.cli.main import app
from tests.device.clients.mcp_server.mcp_household import SECONDS, quoted
from tests.device.clients.test_control_socket import selene, wait_until_ready
from tests.device.clients.wyoming_server.test_run_wyoming import free_port
from tests.sim.forked_process import start_daemon


async def recall(port: int, token: str, query: str) -> dict[str, Any]:
    headers = {"authorization": f"Bearer {token}"}
    async with (
        httpx2.AsyncClient(headers=headers, timeout=SECONDS, trust_env=False) as http,
        Client(streamable_http_client(f"http://127.0.0.1:{port}/mcp", http_client=http)) as client,
    ):
        return quoted(await client.call_tool("recall", {"query": query}))


def test_a_client_with_a_token_recalls_what_was_said_at_the_terminal(tmp_path: Path) -> None:
    state, port = tmp_path / "state", free_port()
    with start_daemon("run", "--mic", "none:", "--state", str(state), "--mcp", f":{port}") as running:
        wait_until_ready(state, running)
        here = ("--user", "Ana", "--state", str(state))
        assert selene("say", "my dog is called Rex", *here).returncode == 0
        added = selene("client", "add", "kitchen", "--may", "read", "--json", *here)
        found = asyncio.run(recall(port, json.loads(added.stdout)["token"], "what is my dog called"))
        assert [atom["text"] for atom in found["atoms"]] == ["my dog is called Rex"]
        running.send_signal(signal.SIGTERM)
        out, err = running.communicate(timeout=SECONDS)
    assert (running.returncode, out, err) == (0, "", "")


@pytest.mark.parametrize(
    ("options", "status"),
    [
        (("--mcp", "nowhere"), 2),
        (("--mcp-cert", "chain.pem"), 2),
        (("--mcp", "kitchen.lan:8771"), 12),
    ],
)
def test_wrong_options_start_nothing(tmp_path: Path, options: tuple[str, ...], status: int) -> None:
    done = CliRunner().invoke(app, ["run", "--mic", "none:", "--state", str(tmp_path / "state"), *options])
    assert done.exit_code == status
    assert not (tmp_path / "state").exists()
