"""Composition: `selene run`: opens the engines and listens until the sound ends or a signal arrives."""

from __future__ import annotations

import json
import signal
import sys
from contextlib import ExitStack, suppress
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

from device.cli.common.error_report import INTERRUPTED
from device.daemon.composition import RunSettings, open_local_audio

if TYPE_CHECKING:
    from device.clients.local_audio import LocalAudioClient
    from device.daemon.composition import GreetPerson
    from device.daemon.sync_service import NotifyPerson
    from device.session.event_log import EventListener


def run_daemon(settings: RunSettings, events: Path | None, *, quiet: bool, init: bool = False) -> int:
    """Runs the daemon; returns 0 when the tape ended or SIGTERM came, 130 after ctrl-C.

    Without an account it first offers one by voice and screen to a person at a terminal; with `init` it does so on a
    tape too, and after an earlier "later".
    """
    greet = _onboarding_greeting(settings, events, quiet=quiet, init=init)
    with ExitStack() as stack:
        listeners = _listeners(stack, events, quiet=quiet)
        client = stack.enter_context(open_local_audio(settings, listeners, _notifier(quiet=quiet), greet))
        stopped = _stop_on_signals(client)
        if not quiet and sys.stdout.isatty():
            print(f'Listening. Say "{client.session.sound.acoustics.wake_phrase}", then speak. Ctrl-C ends.')  # noqa: T201
        client.run()
    return INTERRUPTED if signal.SIGINT in stopped else 0


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
    from device.cli.talk.cmd_say import moment_of
    from engine_b.core.sync_errors import AccountExists

    with suppress(AccountExists):
        create_account(settings.state, settings.user, None, None, moment_of(None), as_json=False)


def _stop_on_signals(client: LocalAudioClient) -> list[int]:
    """Ends the conversation on SIGINT and SIGTERM; pending memory writes are still done."""
    received: list[int] = []

    def stop(number: int, _frame: FrameType | None) -> None:
        received.append(number)
        client.stop()

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, stop)
    return received
