"""Composition: the first `selene run` on a terminal: decides whom to greet, shows the screen and applies the result."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

import click

from device.cli.account.words_input import CLEAR_SCREEN, show_words
from device.cli.common.terminal import styled
from device.cli.talk.talk_printer import selene_says
from device.core.policy import DevicePolicy
from device.daemon.audio_inputs import RunSettings
from device.daemon.composition import GreetPerson
from device.daemon.current_user import account_user_settings
from device.daemon.vault_access import open_account_vault, open_for_reading
from device.onboarding.onboarding_machine import OnboardingAction, OnboardingEnd, OnboardingPhrases
from device.platform.clock import MachineClock
from device.platform.keyboard import Keyboard
from memory.model.atoms import Moment
from memory.model.changes import Change, Scope, Setting
from memory.text.language_file import table

if TYPE_CHECKING:
    from device.clients.local_audio import LocalSound
    from device.onboarding.onboarding_loop import RecoveryWords

WELCOME, LATER = "welcome", "later"
"""The device's own entry of Current State that stops Selene from asking again."""


def is_interactive() -> bool:
    """Says whether a person can read and type here; not so in a service or a pipe."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def prepare_greeting(settings: RunSettings, *, again: bool) -> GreetPerson | None:
    """Returns how to greet the person; None with an account, or after a "later" unless `again` is set."""
    now = settings.now or MachineClock().now()
    return (
        (lambda sound: _run_onboarding(settings, sound, now))
        if _should_greet(settings.state, now, again=again)
        else None
    )


def _should_greet(state: Path, now: Moment, *, again: bool) -> bool:
    """Says whether to greet; a vault that cannot be read is reported when it is opened."""
    from engine_b.core.errors import VaultError, VaultMissing
    from engine_b.sync import membership

    try:
        with open_for_reading(state, now) as vault:
            said_later = Setting(WELCOME, LATER) in vault.current_state()
            return not membership.has_account(vault.database) and (again or not said_later)
    except VaultMissing:
        return True
    except VaultError:
        return False


def _run_onboarding(settings: RunSettings, sound: LocalSound, now: Moment) -> None:
    """Runs the first meeting; ends the command when the person wants to restore, or the daemon stops."""
    from device.onboarding.onboarding_loop import OnboardingLoop, read_phrases
    from device.platform.language_files import load_language

    section = table(load_language(settings.language).device["welcome"])
    entropy, words = _draw_recovery_words(OnboardingPhrases(read_phrases(section)))
    acts = {
        OnboardingAction.MAKE_ACCOUNT: lambda: _make_account(settings, entropy, now),
        OnboardingAction.KEEP_LATER: lambda: _keep_later(settings.state, now),
    }
    terminal = OnboardingTerminal()
    welcome = OnboardingLoop(sound, terminal, settings.language, section, words, acts, DevicePolicy())
    with terminal.broken_off_by_signals():
        end = welcome.run()
    if end is OnboardingEnd.RESTORE or terminal.terminated:
        raise click.exceptions.Exit(0)


def _draw_recovery_words(phrases: OnboardingPhrases) -> tuple[bytes, RecoveryWords]:
    """Draws new words, none of which is an answer ("later") to a person who reads them out while writing."""
    from nacl.utils import random as random_bytes

    from device.onboarding.onboarding_loop import RecoveryWords
    from engine_b.crypto.recovery_phrase import ENTROPY_BYTES, phrase_from_entropy, quiz_positions

    entropy = random_bytes(ENTROPY_BYTES)
    while not phrases.may_be_read_out(phrase_from_entropy(entropy)):
        entropy = random_bytes(ENTROPY_BYTES)
    return entropy, RecoveryWords(phrase_from_entropy(entropy), quiz_positions(random_bytes(ENTROPY_BYTES)))


def _make_account(settings: RunSettings, entropy: bytes, now: Moment) -> None:
    from device.cli.account.cmd_account import checked_device_name
    from engine_b.account.enrollment import begin_account

    with open_account_vault(settings.state, now) as vault:
        begin_account(vault, entropy, checked_device_name(None), now.at_ms, account_user_settings(vault, settings.user))


def _keep_later(state: Path, now: Moment) -> None:
    with open_account_vault(state, now) as vault:
        turn = f"welcome-{vault.head().seq + 1}"
        vault.commit(Change(Scope("", "", turn, now.at_ms), settings=(Setting(WELCOME, LATER),)))


class OnboardingTerminal:
    """The screen and the keyboard of the first meeting."""

    def __init__(self) -> None:
        self.broken_off = False
        """Ctrl-C or ctrl-D was pressed, or the daemon stops."""
        self.terminated = False
        self._keyboard = Keyboard()

    def says(self, text: str) -> None:
        """Shows what Selene says, as in a talk."""
        click.echo(selene_says(text))

    def show_words(self, words: tuple[str, ...], choices: str) -> None:
        """Shows the words and the possible answers."""
        click.echo()
        show_words(words)
        click.echo("\n" + styled(choices, dim=True) + "\n")

    def clear(self) -> None:
        """Clears the screen and its scroll-back."""
        sys.stdout.write(CLEAR_SCREEN)
        sys.stdout.flush()

    def prompt(self, number: int) -> None:
        """Asks for the word with this number of the paper."""
        sys.stdout.write(f"{number:>2} ")
        sys.stdout.flush()

    def typed(self) -> list[str]:
        """Returns what was typed since the last call."""
        lines = self._keyboard.lines()
        self.broken_off |= self._keyboard.ended
        return lines

    @contextmanager
    def broken_off_by_signals(self) -> Iterator[None]:
        """Makes ctrl-C end the meeting, and SIGTERM the run."""

        def stop(number: int, _frame: FrameType | None) -> None:
            self.broken_off = True
            self.terminated |= number == signal.SIGTERM

        before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)
