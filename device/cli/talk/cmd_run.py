"""Composition: `selene run`: opens the engines and listens until the sound ends or a signal arrives."""

from __future__ import annotations

import asyncio
import json
import signal
import sys
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from device.cli.common.caller import share_streams
from device.cli.common.daemon_commands import command_runner
from device.cli.common.error_report import INTERRUPTED
from device.cli.config.cmd_config import instead_of_engines
from device.clients.control_socket import ControlServer
from device.daemon.audio_inputs import SIMULATED, RunSettings
from device.daemon.composition import Daemon, open_daemon
from device.daemon.network_clients import NetworkSettings, check_network_settings, network_servers
from device.daemon.service import Service

if TYPE_CHECKING:
    from device.audio.room_scenario import Scenario
    from device.daemon.composition import GreetPerson
    from device.daemon.sync_service import NotifyPerson
    from device.session.event_log import EventLine, EventListener


def run_daemon(
    settings: RunSettings,
    events: Path | None,
    *,
    quiet: bool,
    init: bool = False,
    network: NetworkSettings | None = None,
) -> int:
    """Runs the daemon; returns 0 when the tape ended or SIGTERM came, 130 after ctrl-C.

    Without an account it first offers one by voice and screen to a person at a terminal; with `init` it does so on a
    tape too, and after an earlier "later".
    """
    if settings.microphone.startswith(SIMULATED):
        settings = replace(settings, fast=True)  # its time is virtual
    settings = replace(settings, instead=instead_of_engines())
    network = network or NetworkSettings()
    check_network_settings(network, settings)
    greet, tell = _onboarding_greeting(settings, events, quiet=quiet, init=init), _notifier(quiet=quiet)
    with ExitStack() as stack:
        listeners, missed = _listeners(stack, events, quiet=quiet), _scenario_judge(settings)
        listeners += (missed.lines.append,) if missed else ()
        daemon = stack.enter_context(open_daemon(settings, listeners, tell, greet))
        others = network_servers(network, settings, daemon, tell)
        clients = (*_control_servers(daemon), *others)
        greeting = (lambda: None) if quiet or not sys.stdout.isatty() else (lambda: print(_greeting(daemon)))  # noqa: T201
        received = asyncio.run(Service(daemon, clients, greeting, tell, bool(others)).run())
    if missed and (sentences := missed.sentences()):
        print("\n".join(f"selene: {one}" for one in sentences), file=sys.stderr)  # noqa: T201
        return 1
    return INTERRUPTED if signal.SIGINT in received else 0


@dataclass(slots=True)
class _ScenarioJudge:
    """Compares the events of a run with what its scenario expects."""

    scenario: Scenario
    lines: list[EventLine] = field(default_factory=list)

    def sentences(self) -> tuple[str, ...]:
        """Returns what was missed."""
        return self.scenario.missed(self.lines)


def _scenario_judge(settings: RunSettings) -> _ScenarioJudge | None:
    if not settings.microphone.startswith(SIMULATED):
        return None
    from device.engines.simulation.simulated_room import read_scenario

    return _ScenarioJudge(read_scenario(settings.microphone.removeprefix(SIMULATED)))


def _control_servers(daemon: Daemon) -> tuple[ControlServer, ...]:
    """Returns the server at which `selene` of other terminals runs its commands."""
    if daemon.listening is None:
        return ()
    share_streams()
    return (ControlServer(daemon.listening, command_runner(daemon.served)),)


def _greeting(daemon: Daemon) -> str:
    if daemon.local is None:
        return "Running without a microphone. Ctrl-C ends."
    return f'Listening. Say "{daemon.local.session.sound.acoustics.wake_phrase}", then speak. Ctrl-C ends.'


def _listeners(stack: ExitStack, events: Path | None, *, quiet: bool) -> tuple[EventListener, ...]:
    listeners: list[EventListener] = []
    if events == Path("-"):
        listeners.append(lambda line: print(json.dumps(line, ensure_ascii=False), flush=True))  # noqa: T201
        quiet = True
    elif events is not None:
        from device.session.event_file import EventFile

        event_file = EventFile(events)
        stack.callback(event_file.close)
        listeners.append(event_file)
    if not quiet:
        from device.cli.talk.talk_printer import TalkPrinter

        listeners.append(TalkPrinter())
    return tuple(listeners)


def _notifier(*, quiet: bool) -> NotifyPerson:
    """Prints failures with their code on stderr, systemd's journal; hints only when a person watches."""

    def tell(code: str, sentence: str) -> None:
        if code:
            print(f"selene: {sentence} [{code}]", file=sys.stderr, flush=True)  # noqa: T201
        elif not quiet and sys.stdout.isatty():
            print(sentence)  # noqa: T201

    return tell


def _onboarding_greeting(settings: RunSettings, events: Path | None, *, quiet: bool, init: bool) -> GreetPerson | None:
    """Returns the greeting, where a person can see, type and be heard: not on a tape without `init`, and never on one
    that is played fast; there `init` needs the screen alone.
    """
    from device.cli.account.onboarding_terminal import is_interactive, prepare_greeting

    live = not settings.fast and (init or settings.microphone.startswith("device:"))
    if live and is_interactive() and not quiet and events != Path("-"):
        return prepare_greeting(settings, again=init)
    if init:
        _make_account(settings)
    return None


def _make_account(settings: RunSettings) -> None:
    from device.cli.account.cmd_account import create_account
    from device.cli.common.told_moment import moment_of
    from engine_b.core.sync_errors import AccountExists

    with suppress(AccountExists):
        create_account(settings.state, settings.user, None, None, moment_of(None), as_json=False)
