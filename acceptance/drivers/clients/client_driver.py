"""Adapter: runs a case about clients: a daemon, and requests of programs and terminals beside it."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

from acceptance.cases.client_cases import ClientCase, ClientStep
from acceptance.drivers.clients.client_requests import Answered, ask_api, ask_mcp, ask_wyoming, free_ports
from acceptance.drivers.fork_server import CommandResult, ForkServer, ProcessSpawner
from acceptance.drivers.vault_probe import readable_needles
from acceptance.observations.client_observation import ClientObservation, StepAnswer

_CODE = re.compile(r"\[([A-Z][A-Z0-9_]*)\]\s*$")
_CREATED = "atoms_created"
_GARBAGE = "not-a-token"
_MOST_LOOKS = 500


class ClientCasePlayer:
    """Runs one case in a folder of its own."""

    def __init__(
        self, case: ClientCase, selene: ForkServer | ProcessSpawner, place: Path, first: tuple[str, ...]
    ) -> None:
        self._case, self._selene, self._place, self._first = case, selene, place, first
        self._state, self._ports = place / "state", free_ports()
        self._tokens = {"": "", "garbage": _GARBAGE}
        self._messages: list[str] = []
        self._kept = ""
        self._process: int | None = None

    def run_case(self) -> ClientObservation:
        """Runs every step beside the daemon, then the commands that are compared without one."""
        self._command("say", "hello", "--user", "ana")
        for client in self._case.clients:
            guest = ("--guest",) if client.guest else ()
            done = self._command(
                "client", "add", client.name, "--user", client.user, "--may", client.may, *guest, "--json"
            )
            self._tokens[client.name] = str(json.loads(done.out)["token"])
        with self._running_daemon():
            seen = [self._step(number, step) for number, step in enumerate(self._case.steps, 1)]
        seen = [self._compared(step, one) for step, one in zip(self._case.steps, seen, strict=True)]
        said = {step.text for step in self._case.steps if step.do in ("say", "remember")}
        messages = "\n".join(self._messages)
        return ClientObservation(tuple(seen), messages, tuple(readable_needles(self._place, said, messages)))

    @contextmanager
    def _running_daemon(self) -> Iterator[None]:
        """Runs the daemon until the end of the block."""
        try:
            self._start_daemon()
            yield
        finally:
            self._end_daemon()

    def _start_daemon(self) -> None:
        """Starts the daemon, and waits until it can be spoken to."""
        ports, errors = self._ports, self._place / "daemon.err"
        servers = ["--http", f":{ports.http}", "--mcp", f":{ports.mcp}", "--wyoming", f":{ports.wyoming}"]
        servers += ["--wyoming-guest"] if self._case.wyoming_guest else []
        words = ("run", "--mic", "none:", "--user", "ana", "--quiet", *servers, "--state", str(self._state))
        self._process = self._selene.start_beside((*self._first, *words), errors)
        self._wait_until_ready(errors)

    def _end_daemon(self) -> None:
        if self._process is not None:
            self._selene.end_beside(self._process)
            self._messages.append((self._place / "daemon.err").read_text(encoding="utf-8"))
        self._process = None

    def _kill_daemon(self) -> Answered:
        """Ends the daemon as a loss of power does, and starts it again."""
        assert self._process is not None
        os.kill(self._process, signal.SIGKILL)
        self._end_daemon()
        self._start_daemon()
        return "", ""

    def _wait_until_ready(self, errors: Path) -> None:
        for _ in range(_MOST_LOOKS):
            if '"ready"' in self._command("events").out:
                return
        raise RuntimeError(f"the daemon cannot be spoken to: {errors.read_text(encoding='utf-8')[-300:]}")

    def _step(self, number: int, step: ClientStep) -> StepAnswer:
        before = self._fingerprint() if step.error else ""
        code, text = self._ask(step, step.text.replace("{kept}", self._kept))
        changed = bool(step.error) and self._fingerprint() != before
        if step.keep and not code:
            self._kept = str(json.loads(text)[_CREATED][0])
        return StepAnswer(number, step.do, step.via, text, code, changed)

    def _ask(self, step: ClientStep, text: str) -> Answered:
        token = self._tokens[step.by]
        match step.via:
            case "http":
                return ask_api(self._ports.http, token, step.do, text, aloud=step.aloud)
            case "mcp":
                return ask_mcp(self._ports.mcp, token, step.do, text)
            case "wyoming":
                return ask_wyoming(self._ports.wyoming, text)
            case _:
                return self._type(step, text)

    def _type(self, step: ClientStep, text: str) -> Answered:
        """Runs a command beside the daemon."""
        match step.do:
            case "say":
                how = [name for name, wanted in (("--guest", step.guest), ("--aloud", step.aloud)) if wanted]
                done = self._command("say", text, "--user", step.user, *how, *_moment(step))
            case "kill":
                return self._kill_daemon()
            case "revoke":
                done = self._command("client", "revoke", text)
            case _:
                done = self._command(*shlex.split(text), "--user", step.user)
        return _refusal(done), done.out

    def _compared(self, step: ClientStep, seen: StepAnswer) -> StepAnswer:
        return replace(seen, alone=self._type(step, step.text)[1]) if step.alone else seen

    def _fingerprint(self) -> str:
        """Returns what changes with every write of the vault, and of the clients."""
        clients = self._state / "clients.json"
        return self._command("status", "--json").out + (clients.read_text(encoding="utf-8") if clients.exists() else "")

    def _command(self, *words: str) -> CommandResult:
        done = self._selene.run((*self._first, *words, "--state", str(self._state)))
        self._messages.append(done.messages)
        return done


def play_client_case(
    case: ClientCase, selene: ForkServer | ProcessSpawner, first: tuple[str, ...]
) -> ClientObservation:
    """Runs a case; `first` are words before those of each command."""
    with TemporaryDirectory(prefix="selene-clients-") as place:
        return ClientCasePlayer(case, selene, Path(place), first).run_case()


def _moment(step: ClientStep) -> tuple[str, ...]:
    if not step.hours_ago:
        return ()
    return "--now", (datetime.now(UTC) - timedelta(hours=step.hours_ago)).isoformat(timespec="seconds")


def _refusal(done: CommandResult) -> str:
    if not done.status:
        return ""
    found = _CODE.search(done.messages)
    return found[1] if found else f"STATUS_{done.status}"
