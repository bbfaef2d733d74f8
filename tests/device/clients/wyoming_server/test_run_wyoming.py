"""Promise: `selene run --wyoming` serves beside everything else, and starts nothing when its options are wrong."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from wyoming.asr import Transcript
from wyoming.audio import AudioChunk, AudioStart, AudioStop
from wyoming.client import AsyncTcpClient
from wyoming.handle import Handled

from device.cli.main import app
from device.engines import factory
from tests.device.clients.test_control_socket import SECONDS, selene, wait_until_ready


def free_port() -> int:
    """A port that nothing listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


async def say(port: int, text: str) -> str:
    async with AsyncTcpClient("127.0.0.1", port, connect_timeout=SECONDS, read_timeout=SECONDS) as client:
        await client.write_event(Transcript(text, context={"conversation_id": "A"}).event())
        answer = await client.read_event()
        assert answer is not None
        return Handled.from_event(answer).text or ""


async def transcribe(port: int, pcm: bytes) -> str:
    async with AsyncTcpClient("127.0.0.1", port, connect_timeout=SECONDS, read_timeout=SECONDS) as client:
        for event in (AudioStart(16_000, 2, 1), AudioChunk(16_000, 2, 1, pcm), AudioStop()):
            await client.write_event(event.event())
        answer = await client.read_event()
        assert answer is not None
        return Transcript.from_event(answer).text


@pytest.mark.parametrize("flag", [True, False], ids=["by a flag", "configured"])
def test_a_fact_told_in_a_pipeline_is_known_at_the_terminal(tmp_path: Path, flag: bool) -> None:
    state, port = tmp_path / "state", free_port()
    configured = {"SELENE_WYOMING_ENABLED": "on", "SELENE_WYOMING_PORT": str(port)}
    command = [sys.executable, "-m", "device", "run", "--mic", "none:", "--state", str(state), "--user", "Ana"]
    with subprocess.Popen(
        [*command, "--wyoming", f":{port}"] if flag else command,
        env={**os.environ, **({} if flag else configured)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as running:
        wait_until_ready(state, running)
        asyncio.run(say(port, "my dog is called Rex"))
        assert "Rex" in selene("say", "what is my dog called", "--user", "Ana", "--state", str(state)).stdout
        assert "Rex" not in selene("say", "what is my dog called", "--user", "Ben", "--state", str(state)).stdout
        assert asyncio.run(transcribe(port, factory.open_voice("espeak:").speak("What did I tell you yesterday?")))
        running.send_signal(signal.SIGTERM)
        out, err = running.communicate(timeout=SECONDS)
    assert (running.returncode, out, err) == (0, "", "")


@pytest.mark.parametrize(
    "options",
    [
        ("--wyoming", "nowhere"),
        ("--wyoming", ":10300", "--wyoming-announce"),
        ("--wyoming", ":10300", "--wyoming-guest", "--wyoming-user", "Ana"),
        ("--wyoming", ":10300", "--voice", "harp:"),
        ("--wyoming", ":10300", "--language", "de"),
        ("--wyoming-guest",),
    ],
)
def test_wrong_options_start_nothing(tmp_path: Path, options: tuple[str, ...]) -> None:
    done = CliRunner().invoke(app, ["run", "--mic", "none:", "--state", str(tmp_path / "state"), *options])
    assert done.exit_code == 2
    assert "selene: " in done.stderr
    assert not (tmp_path / "state").exists()
