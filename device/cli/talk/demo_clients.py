"""Composition: the demo's last scene: one Selene with a microphone, a terminal, Wyoming, MCP and a guest at once.

A fact is told by voice and asked for through every client; a timer rings meanwhile; the daemon is killed, and a
reminder that came due is told once when it runs again. It is played in real time, because clients live in real time.
"""

from __future__ import annotations

import asyncio
import json
import os
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from queue import Empty, Queue
from threading import Thread

from device.core.errors import DemoFailed
from device.core.policy import DEMO_EVENT_S, DEMO_QUIET_S, DEMO_TAPE_S
from device.core.ports import SAMPLES_PER_SECOND
from device.session.event_log import EventLine

TOLD = ("okay_nabu", "my_favorite_color_is_green")
ASKED, FACT = "what is my favorite color", "green"
TIMER, RINGS = "set a tea timer for four seconds", "timer for tea is done"
REMINDER, DUE = "remind me in three seconds to water the plants", "water the plants"


@dataclass(slots=True)
class SceneStep:
    """One step of the scene: who did what, what came back, and whether that was right."""

    who: str
    did: str
    got: str = ""
    right: bool = False


@dataclass(slots=True)
class ClientScene:
    """The scene on one vault. `steps` are those that were played."""

    state: Path
    user: str
    speech: Path
    """The folder of the spoken words."""
    steps: list[SceneStep] = field(default_factory=list)

    def play(self) -> list[SceneStep]:
        """Plays the scene; returns its steps. Raises DemoFailed when the daemon says nothing."""
        port = _free_port()
        with self._daemon(self._tape("told.wav", TOLD), "--wyoming", f"127.0.0.1:{port}") as talk:
            self._step("voice", "my favorite color is green", talk.reply(), lambda got: FACT in got)
            self._step("terminal", ASKED, self._selene("say", ASKED), lambda got: FACT in got)
            if find_spec("wyoming"):
                self._step("Wyoming", ASKED, asyncio.run(_ask_wyoming(port, ASKED)), lambda got: FACT in got)
            self._selene("say", TIMER)
            if find_spec("mcp"):
                self._step("MCP", "recall: color", asyncio.run(self._recall("favorite color")), lambda got: FACT in got)
            self._step("guest", ASKED, self._selene("say", ASKED, "--guest"), lambda got: FACT not in got)
            self._step("voice", TIMER, talk.reply(RINGS), lambda got: RINGS in got)
            self._step("terminal", REMINDER, self._selene("say", REMINDER), lambda got: DUE in got)
            talk.process.kill()
        with self._daemon(self._tape("quiet.wav", ())) as talk:
            self._step("voice", "(killed, and started again)", talk.reply(DUE), lambda got: DUE in got)
            self._step("voice", "(told once)", talk.quiet(), lambda got: not got)
        return self.steps

    def _step(self, who: str, did: str, got: str, is_right: Callable[[str], bool]) -> None:
        self.steps.append(SceneStep(who, did, got, is_right(got.casefold())))

    @contextmanager
    def _daemon(self, tape: Path, *options: str) -> Iterator[RunningTalk]:
        sound = ["--mic", f"tape:{tape}", "--speaker", "null:", "--events", "-", "--quiet"]
        with subprocess.Popen(
            [*self._command("run"), *sound, *options], stdout=subprocess.PIPE, text=True, encoding="utf-8"
        ) as process:
            talk = RunningTalk(process)
            try:
                yield talk
            finally:
                process.terminate()
                talk.end()

    def _command(self, name: str, *rest: str) -> list[str]:
        return [sys.executable, "-m", "device", name, *rest, "--state", str(self.state), "--user", self.user]

    def _selene(self, name: str, *rest: str) -> str:
        """Runs a command beside the daemon; returns what it printed."""
        return subprocess.run(self._command(name, *rest), capture_output=True, text=True, check=False).stdout.strip()

    async def _recall(self, query: str) -> str:
        """Asks the memory through MCP, as another program does."""
        from mcp import Client, StdioServerParameters, stdio_client

        command, *arguments = self._command("mcp", "--may", "read")
        server = StdioServerParameters(command=command, args=arguments, env=dict(os.environ))
        async with Client(stdio_client(server)) as client:
            found = await client.call_tool("recall", {"query": query})
        return json.dumps(found.structured_content or [str(part) for part in found.content])

    def _tape(self, name: str, words: tuple[str, ...]) -> Path:
        """Writes a tape with these words and a long silence after them, beside the vault."""
        import numpy as np
        import soundfile

        gap, silence = (np.zeros(int(SAMPLES_PER_SECOND * s), dtype=np.int16) for s in (0.5, DEMO_TAPE_S))
        said = [soundfile.read(self.speech / f"{word}.wav", dtype="int16")[0] for word in words]
        path = self.state.parent / name
        tape = np.concatenate([*(part for one in said for part in (gap, one)), silence])
        soundfile.write(os.fsencode(path), tape, SAMPLES_PER_SECOND)
        return path


class RunningTalk:
    """A daemon whose events are read as they come."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        """Begins to read."""
        self.process = process
        self._lines: Queue[EventLine] = Queue()
        self._reader = Thread(target=self._read, daemon=True)
        self._reader.start()

    def reply(self, wanted: str = "") -> str:
        """Waits for a reply that holds these words; returns it. Raises DemoFailed when none comes in time."""
        while True:
            try:
                line = self._lines.get(timeout=DEMO_EVENT_S)
            except Empty as error:
                raise DemoFailed("The daemon of the last scene said nothing for too long.") from error
            if line["type"] == "reply" and wanted in str(line["text"]).casefold():
                return str(line["text"])

    def quiet(self) -> str:
        """Listens for a while; returns the first reply, empty without any."""
        try:
            while (line := self._lines.get(timeout=DEMO_QUIET_S))["type"] != "reply":
                continue
        except Empty:
            return ""
        return str(line["text"])

    def end(self) -> None:
        """Waits until the daemon has said its last."""
        self._reader.join()

    def _read(self) -> None:
        if self.process.stdout is not None:
            for text in self.process.stdout:
                self._lines.put(json.loads(text))


async def _ask_wyoming(port: int, text: str) -> str:
    """Says a sentence as Home Assistant's pipeline does; returns the reply."""
    from wyoming.asr import Transcript
    from wyoming.client import AsyncTcpClient

    async with AsyncTcpClient("127.0.0.1", port, connect_timeout=DEMO_EVENT_S, read_timeout=DEMO_EVENT_S) as client:
        await client.write_event(Transcript(text, context={"conversation_id": "demo"}).event())
        answer = await client.read_event()
    return "" if answer is None else str(answer.data.get("text", ""))


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
