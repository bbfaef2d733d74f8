"""Wiring: the first `selene run` on a terminal: who is met, what the terminal shows, and what comes of it."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

import typer
from rich.console import Console

from device.cli.account.secret_input import GONE, show_words
from device.cli.talk.conversation_view import SELENE
from device.core.policy import DevicePolicy
from device.daemon.composition import Greet, RunSettings, open_account, open_to_read
from device.daemon.current_user import noted_for
from device.onboarding.onboarding_machine import Do, End, Phrases
from device.platform.clock import SystemClock
from device.platform.keyboard import Keyboard
from memory.model.atoms import Moment
from memory.model.changes import Change, Scope, Setting
from memory.text.language_file import table

if TYPE_CHECKING:
    from device.onboarding.onboarding_loop import Words
    from device.session.loop import Sound

WELCOME, LATER = "welcome", "later"
"""The entry of Current State, of this device alone, that keeps Selene from asking again."""


def on_a_terminal() -> bool:
    """Whether a person can read and type here; a service and a pipe are none."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def greeting(settings: RunSettings, *, again: bool) -> Greet | None:
    """How to meet the person, or None where there is an account, or they said "later" and do not ask for it `again`."""
    now = settings.now or SystemClock().now()
    return (lambda sound: _meet(settings, sound, now)) if _wanted(settings.state, now, again=again) else None


def _wanted(state: Path, now: Moment, *, again: bool) -> bool:
    """A vault that cannot be read has its say when it is opened."""
    from engine_b.core.errors import VaultError, VaultMissing
    from engine_b.sync import membership

    try:
        with open_to_read(state, now) as vault:
            said_later = Setting(WELCOME, LATER) in vault.current_state()
            return not membership.has_account(vault.database) and (again or not said_later)
    except VaultMissing:
        return True
    except VaultError:
        return False


def _meet(settings: RunSettings, sound: Sound, now: Moment) -> None:
    """Ends the command when the person wants to restore, or the daemon is to end."""
    from device.languages import load_language
    from device.onboarding.onboarding_loop import Welcome, phrases_of

    section = table(load_language(settings.language).device["welcome"])
    entropy, words = _draw(Phrases(phrases_of(section)))
    acts = {
        Do.MAKE_ACCOUNT: lambda: _make_account(settings, entropy, now),
        Do.KEEP_LATER: lambda: _keep_later(settings.state, now),
    }
    terminal = Terminal()
    welcome = Welcome(sound, terminal, settings.language, section, words, acts, DevicePolicy())
    with terminal.broken_off_by_signals():
        end = welcome.run()
    if end is End.RESTORE or terminal.terminated:
        raise typer.Exit(0)


def _draw(phrases: Phrases) -> tuple[bytes, Words]:
    """Fresh words, none of which would be taken for an answer by who reads them out while writing: "later"."""
    from nacl.utils import random as random_bytes

    from device.onboarding.onboarding_loop import Words
    from engine_b.crypto.recovery_phrase import ENTROPY_BYTES, phrase_from_entropy, quiz_positions

    entropy = random_bytes(ENTROPY_BYTES)
    while not phrases.may_be_read_out(phrase_from_entropy(entropy)):
        entropy = random_bytes(ENTROPY_BYTES)
    return entropy, Words(phrase_from_entropy(entropy), quiz_positions(random_bytes(ENTROPY_BYTES)))


def _make_account(settings: RunSettings, entropy: bytes, now: Moment) -> None:
    from device.cli.account.cmd_account import device_name
    from engine_b.account.enrollment import begin_account

    with open_account(settings.state, now) as vault:
        begin_account(vault, entropy, device_name(None), now.at_ms, noted_for(vault, settings.user))


def _keep_later(state: Path, now: Moment) -> None:
    with open_account(state, now) as vault:
        turn = f"welcome-{vault.head().seq + 1}"
        vault.commit(Change(Scope("", "", turn, now.at_ms), settings=(Setting(WELCOME, LATER),)))


class Terminal:
    """The screen and the keyboard of the first meeting."""

    def __init__(self) -> None:
        self.broken_off = False
        """Ctrl-C or ctrl-D was pressed, or the daemon is to end."""
        self.terminated = False
        self._console = Console(highlight=False)
        self._keyboard = Keyboard()

    def says(self, text: str) -> None:
        """As in a talk."""
        self._console.print(SELENE + text, soft_wrap=True)

    def show_words(self, words: tuple[str, ...], choices: str) -> None:
        """The words, and what can be done now."""
        self._console.print()
        show_words(self._console, words)
        self._console.print(f"\n{choices}\n", style="dim", soft_wrap=True)

    def clear(self) -> None:
        """The whole screen, and what it can be scrolled back to."""
        self._console.file.write(GONE)
        self._console.file.flush()

    def prompt(self, number: int) -> None:
        """The number of the word, as on the paper."""
        self._console.file.write(f"{number:>2} ")
        self._console.file.flush()

    def typed(self) -> list[str]:
        """What was typed since the last call."""
        lines = self._keyboard.lines()
        self.broken_off |= self._keyboard.ended
        return lines

    @contextmanager
    def broken_off_by_signals(self) -> Iterator[None]:
        """Ctrl-C breaks the meeting off, and SIGTERM the whole run."""

        def stop(number: int, _frame: FrameType | None) -> None:
            self.broken_off = True
            self.terminated |= number == signal.SIGTERM

        before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)
