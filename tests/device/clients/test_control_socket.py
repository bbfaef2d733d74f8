"""Promise: a command beside a daemon gives what it gives alone; a bad client loses its own connection and no more."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import socket
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import pytest
from click.testing import CliRunner

from acceptance.drivers.selene_command import run_selene
from device.cli.main import app
from device.clients import control_socket as control_server
from device.clients.control_socket import ControlServer, RemoteCaller, control_socket
from device.core.control_protocol import SOCKET_NAME, VERSION, ControlRequest, message_line, request_line
from device.core.policy import MAX_CONTROL_BYTES, MAX_CONTROL_CLIENTS
from device.daemon import vault_access
from device.platform.clock import MachineClock
from engine_b.core.errors import VaultBusy
from engine_b.storage.lock import VaultLock
from tests.sim.forked_process import ForkedProcess, start_daemon

SELENE = (sys.executable, "-m", "device")
SECONDS = 60
BETWEEN_LOOKS_S = 0.05
NOW = "2026-03-02T10:00:00+01:00"


def selene(*arguments: str, **options: str) -> subprocess.CompletedProcess[str]:
    """A command, with these environment variables; without any it is one of the prepared processes."""
    if not options:
        return run_selene(*arguments, status=None)
    return subprocess.run(
        [*SELENE, *arguments],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=SECONDS,
        env={**os.environ, **options},
        check=False,
    )


@contextmanager
def daemon(state: Path, *options: str) -> Iterator[ForkedProcess]:
    """A daemon without a microphone, from the moment when it can be spoken to."""
    running = start_daemon("run", "--mic", "none:", "--state", str(state), *options)
    try:
        wait_until_ready(state, running)
        yield running
    finally:
        running.terminate()
        running.communicate(timeout=SECONDS)


def wait_until_ready(state: Path, running: ForkedProcess | subprocess.Popen[str]) -> None:
    """Asks for its events, again and again, until it has said so."""
    while not _is_ready(state):
        with suppress(subprocess.TimeoutExpired):
            running.wait(BETWEEN_LOOKS_S)
            raise AssertionError(running.communicate())


def _is_ready(state: Path) -> bool:
    with suppress(FileNotFoundError, ConnectionRefusedError), connection(state) as client:
        client.sendall(request_line(ControlRequest(("events",), "/")))
        return '"ready"' in str(answers(client)).replace("\\", "")
    return False


@contextmanager
def connection(state: Path) -> Iterator[socket.socket]:
    """A connection; waits for room in the queue of the socket, as one with a time limit would not."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as client:
        folder = os.open(state, os.O_RDONLY)
        try:
            client.connect(f"/proc/self/fd/{folder}/{SOCKET_NAME}")
        finally:
            os.close(folder)
        client.settimeout(SECONDS)
        yield client


def answers(client: socket.socket) -> list[dict[str, object]]:
    with client.makefile("rb") as lines:
        return [json.loads(line) for line in lines]


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    state = tmp_path_factory.mktemp("daemon") / "state"
    with daemon(state):
        yield state


CHATS = Path(__file__).resolve().parents[3] / "fixtures" / "imports" / "chatgpt.json"
COMMANDS: tuple[tuple[str, ...], ...] = (
    ("say", "my name is Ana", "--now", NOW, "--json"),
    ("say", "what is my name", "--now", NOW),
    ("say", "", "--now", NOW, "--json"),
    ("say", "what is my name", "--guest", "--now", NOW, "--json"),
    ("say", "hallo", "--language", "de", "--now", NOW),
    ("say", "hello", "--language", "xx"),
    ("say",),
    ("sayy",),
    ("memory", "list", "--json"),
    ("memory", "list"),
    ("memory", "show", "a-0", "--json"),
    ("memory", "why", "a-0"),
    ("mcp-call", '{"tool": "recall", "arguments": {"query": "name"}}'),
    ("memory", "search", "name", "--now", NOW, "--json"),
    ("memory", "edit", "a-01", "Anna", "--now", NOW, "--json"),
    ("memory", "edit", "a-01", "--now", NOW),
    ("memory", "edit", "a-f", "Anna", "--now", NOW, "--json"),
    ("memory", "import", str(CHATS), "--now", NOW, "--json"),
    ("memory", "import", str(CHATS), "--now", NOW),
    ("memory", "import", "nowhere.json", "--now", NOW, "--json"),
    ("memory", "export", "-", "--now", NOW),
    ("memory", "export", str(CHATS), "--now", NOW, "--json"),
    ("memory", "forget", "zebras", "--now", NOW),
    ("memory", "forget", "tea", "--now", NOW, "--json"),
    ("memory", "forget", "live", "--now", NOW),
    ("memory", "list"),
    ("memory", "changes", "--since", "2026-01-01", "--now", NOW, "--json"),
    ("thread", "list", "--now", NOW, "--json"),
    ("left-device", "list", "--json"),
    ("thread", "show", "r-0", "--now", NOW),
    ("work", "add", "order chairs", "--now", NOW, "--json"),
    ("work", "list", "--now", NOW),
    ("work", "confirm", "zebras", "--now", NOW),
    ("work", "cancel", "chairs", "--now", NOW, "--json"),
    ("wake", "review", "--json"),
    ("metrics", "--json"),
    ("device", "list", "--json"),
    ("client", "list", "--json"),
    ("client", "add", "lamp", "--guest", "--may", "read", "--now", NOW),
    ("client", "revoke", "lamp", "--json"),
    ("sync", "--once", "--json"),
    ("sync", "status", "--json"),
    ("vocab", "status", "--json"),
    ("vocab", "signals", "--json"),
    ("pair", "localhost:1", "--token", "x"),
)
"""Commands in right and wrong use; `test_every_command_is_here` keeps the list whole."""


PLACES = (
    (r'("signed_by": )"\w+"', r"\1KEY"),
    (r'("(?:head_)?seq": )\d+', r"\1SEQ"),
    (r'("head_hash": )"\w+"', r"\1HASH"),
    (r"ledger \d+(?:, \w+)?", "ledger SEQ"),
)
"""What names a place in the ledger or a key of one vault: a daemon notes more than a command alone."""


def _comparable(done: subprocess.CompletedProcess[str], state: Path) -> tuple[int, str, str]:
    """What was printed, without the folder, the key and the ledger's places of the vault."""
    said = [done.stdout.replace(str(state), "STATE"), done.stderr.replace(str(state), "STATE")]
    for pattern, instead in PLACES:
        said = [re.sub(pattern, instead, text) for text in said]
    return done.returncode, said[0], said[1]


def test_output_and_status_are_equal_beside_a_daemon_and_alone(tmp_path: Path) -> None:
    alone, beside = tmp_path / "alone", tmp_path / "beside"
    each_alone = [_comparable(selene(*one, "--state", str(alone)), alone) for one in COMMANDS]
    with daemon(beside):
        each_beside = [_comparable(selene(*one, "--state", str(beside)), beside) for one in COMMANDS]
    for command, first, second in zip(COMMANDS, each_alone, each_beside, strict=True):
        assert (command, first) == (command, second)


def test_half_a_request_is_none(running: Path) -> None:
    with connection(running) as client:
        client.sendall(b'{"version": 2, "arguments": [')
        client.shutdown(socket.SHUT_WR)
        assert [one for one in answers(client) if "exit" in one] == [{"exit": 10}]


REQUEST = json.loads(request_line(ControlRequest(("status",), "/")))


@pytest.mark.parametrize(
    "sent",
    [
        b"\n",
        b"{}\n",
        b"[]\n",
        b"null\n",
        b"\xff\xfe\n",
        b"[" * 100_000 + b"\n",
        message_line({**REQUEST, "version": VERSION + 1}),
        message_line({**REQUEST, "arguments": "status"}),
        message_line({**REQUEST, "arguments": [1]}),
        message_line({**REQUEST, "only_of": 1}),
    ],
    ids=lambda sent: sent[:30].decode("latin-1"),
)
def test_what_is_no_request_gets_a_sentence_and_nothing_else(running: Path, sent: bytes) -> None:
    before = selene("status", "--json", "--state", str(running)).stdout
    with connection(running) as client:
        client.sendall(sent)
        said, status = answers(client)
    assert "[CONTROL_REFUSED]" in str(said["err"])
    assert status == {"exit": 10}
    assert selene("status", "--json", "--state", str(running)).stdout == before


def test_a_request_that_never_ends_costs_its_own_connection_and_changes_nothing(running: Path) -> None:
    before = selene("status", "--json", "--state", str(running)).stdout
    with connection(running) as client:
        with suppress(OSError):  # the daemon may hang up in the middle of it
            client.sendall(b"x" * (4 * MAX_CONTROL_BYTES))
        assert {"exit": 0} not in _answers_until_hung_up(client)
    assert selene("status", "--json", "--state", str(running)).stdout == before


def _answers_until_hung_up(client: socket.socket) -> list[dict[str, object]]:
    try:
        return answers(client)
    except ConnectionError:
        return []


def test_connections_that_say_nothing_leave_room_for_one_that_does(running: Path) -> None:
    with ExitStack() as silent:
        for _ in range(MAX_CONTROL_CLIENTS // 2):
            silent.enter_context(connection(running))
        assert selene("say", "hello", "--state", str(running)).returncode == 0


def test_one_connection_too_many_is_refused_and_a_thousand_end_nothing(running: Path) -> None:
    request = request_line(ControlRequest(("status", "--json"), "/"))
    with ExitStack() as silent:
        with ExitStack() as hung_up:  # who comes while these are here counts when they have gone
            for waiting in (hung_up, silent):
                for _ in range(MAX_CONTROL_CLIENTS):
                    waiting.enter_context(connection(running))
        client = silent.enter_context(connection(running))
        client.sendall(request)
        assert "[CONTROL_REFUSED]" in str(answers(client)[0].get("err"))
    for _ in range(1_000):
        with connection(running):
            continue
    said = selene("say", "hello", "--state", str(running))
    while "[CONTROL_REFUSED]" in said.stderr:  # the last of the thousand are being taken leave of
        said = selene("say", "hello", "--state", str(running))
    assert said.returncode == 0


async def test_a_caller_that_reads_nothing_loses_its_connection_and_the_next_is_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(control_server, "CONTROL_READ_S", 0.3)
    lost = asyncio.Event()
    loop = asyncio.get_running_loop()

    def run_command(request: ControlRequest, caller: RemoteCaller) -> int:
        try:
            for _ in range(int(request.arguments[0])):
                caller.write("out", "x" * 1_000_000)
        except BrokenPipeError:
            loop.call_soon_threadsafe(lost.set)
        return 0

    with control_socket(tmp_path / SOCKET_NAME) as listening:
        serving = asyncio.create_task(ControlServer(listening, run_command).run())
        async with asyncio.timeout(SECONDS):
            _, lazy = await asyncio.open_unix_connection(tmp_path / SOCKET_NAME, limit=1)
            lazy.write(request_line(ControlRequest(("100",), "/")))
            reader, other = await asyncio.open_unix_connection(tmp_path / SOCKET_NAME)
            other.write(request_line(ControlRequest(("0",), "/")))
            assert json.loads(await reader.readline()) == {"exit": 0}
            await lost.wait()
        lazy.close()
        other.close()
        serving.cancel()
        await asyncio.wait((serving,))


def test_a_caller_that_hangs_up_ends_its_own_command(running: Path) -> None:
    with connection(running) as client:
        client.sendall(request_line(ControlRequest(("events", "--follow"), "/")))
        with client.makefile("rb") as lines:
            assert json.loads(json.loads(lines.readline())["out"])["type"] == "ready"
    assert selene("say", "hello", "--state", str(running)).returncode == 0


def test_the_socket_has_the_mode_of_its_owner_alone(running: Path) -> None:
    place = running / SOCKET_NAME
    assert stat.S_IMODE(place.stat().st_mode) == 0o600
    assert stat.S_ISSOCK(place.stat().st_mode)


def test_the_variables_of_the_caller_count_and_not_the_daemons(running: Path) -> None:
    selene("say", "my name is Ben", "--state", str(running), SELENE_USER="Ben")
    mine = selene("say", "what is my name", "--state", str(running), SELENE_USER="Ben").stdout
    others = selene("say", "what is my name", "--state", str(running), SELENE_USER="Cleo").stdout
    assert "Ben" in mine
    assert "Ben" not in others


def test_a_relative_path_is_the_callers(running: Path, tmp_path: Path) -> None:
    (tmp_path / "turns.jsonl").write_text('{"text": "my dog is called Rex"}\n', encoding="utf-8")
    done = subprocess.run(
        [*SELENE, "say", "--script", "turns.jsonl", "--state", str(running)],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["intent"] == "statement"


def test_a_second_daemon_and_a_new_account_are_refused(running: Path) -> None:
    for command in (("run", "--mic", "none:"), ("init", "--words-out", str(running.parent / "words"))):
        done = selene(*command, "--state", str(running))
        assert done.returncode == 27, done.stderr
        assert "[VAULT_BUSY]" in done.stderr
    assert not (running.parent / "words").exists()


@pytest.mark.parametrize(("number", "status"), [(signal.SIGTERM, 0), (signal.SIGINT, 130)])
def test_a_signal_ends_the_daemon_in_order(tmp_path: Path, number: signal.Signals, status: int) -> None:
    state = tmp_path / "state"
    with daemon(state) as running:
        running.send_signal(number)
        assert running.wait(SECONDS) == status
    assert not (state / SOCKET_NAME).exists()
    assert selene("status", "--state", str(state)).returncode == 0


def test_a_socket_that_a_killed_daemon_left_is_replaced(tmp_path: Path) -> None:
    state = tmp_path / "state"
    with daemon(state) as running:
        running.kill()
        running.wait(SECONDS)
    assert (state / SOCKET_NAME).exists()
    assert selene("say", "hello", "--state", str(state)).returncode == 0
    with daemon(state):
        assert selene("say", "hello", "--state", str(state)).returncode == 0


def test_every_command_is_here(running: Path) -> None:
    from device.cli.common.control_client import OWN_COMMANDS
    from device.cli.main import app

    compared = {command[0] for command in COMMANDS} | OWN_COMMANDS
    elsewhere = {"events", "status", "doctor"}  # they say that a daemon runs
    assert set(app.commands) - compared - elsewhere == set()


def test_a_command_that_meets_a_daemon_as_it_starts_is_run_by_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It looks for a daemon before the daemon listens, and for the vault after the daemon has taken it."""
    state = tmp_path / "state"
    monkeypatch.setattr(sys, "argv", ["selene", "say", "hello", "--state", str(state)])
    with daemon(state):
        done = CliRunner().invoke(app, sys.argv[1:])
        assert (done.exit_code, done.output) == (0, "Hello.\n")
        monkeypatch.setattr(sys, "argv", ["selene", "init", "--words-out", str(tmp_path / "w"), "--state", str(state)])
        refused = CliRunner().invoke(app, sys.argv[1:])
        assert refused.exit_code == 27
        assert "Selene is running on this vault" in refused.output


def test_a_command_waits_for_one_that_has_the_vault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    state = tmp_path / "state"
    assert selene("say", "hello", "--state", str(state)).returncode == 0
    held = VaultLock(state)
    monkeypatch.setattr(vault_access, "sleep_until", lambda _: held.release())
    with vault_access.open_existing(state, MachineClock().now()) as vault:
        assert vault.head().seq > 0


def test_a_vault_that_does_not_become_free_is_busy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    state, looks = tmp_path / "state", list[int]()
    assert selene("say", "hello", "--state", str(state)).returncode == 0
    held = VaultLock(state)
    monkeypatch.setattr(vault_access, "monotonic_ns", lambda: len(looks) * 3_000_000_000)
    monkeypatch.setattr(vault_access, "sleep_until", looks.append)
    with pytest.raises(VaultBusy), vault_access.open_existing(state, MachineClock().now()):
        pass
    assert len(looks) == 10, "thirty seconds, three between two looks"
    held.release()
