"""Composition: `selene thread list | show | pin | resume | forget`: the spoken commands for a thread that is named."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import click

from device.cli.common.error_report import show_json
from device.cli.common.terminal import ask_line, styled
from device.cli.common.told_moment import moment_of
from device.cli.memory.atom_names import day_of
from device.core.errors import AmbiguousAtom
from device.daemon.current_user import resolve_user
from device.daemon.vault_access import open_assistant, open_for_reading
from device.portability.named_commands import (
    change_thread,
    forget_with,
    goes_with,
    named_context,
    needs_leave,
    thread_named,
)
from device.portability.thread_answers import thread_object, thread_receipt_object
from device.skills.continuity.own_threads import read_own_threads
from device.skills.turn_context import TurnContext
from memory.continuity.thread_words import ReadThread
from memory.continuity.tiers import resume_tier
from memory.model.atoms import Moment

if TYPE_CHECKING:
    from device.assistant.assistant import Assistant

CommandContext: TypeAlias = "tuple[Assistant, TurnContext]"
"""The assistant on an open vault, and the context of a command that is given now."""


@dataclass(frozen=True, slots=True)
class ThreadSettings:
    """The options that the commands share."""

    state: Path
    user: str | None
    now: str | None
    language: str
    as_json: bool
    yes: bool = False


def show_threads(how: ThreadSettings) -> None:
    """Prints every thread of which something may be shown, in the order of resuming."""
    with opened_vault(how) as (_, context):
        threads, at = read_own_threads(context), context.turn.at
    if how.as_json:
        show_json({"threads": [thread_object(one, at) for one in threads]})
        return
    if not threads:
        click.echo("There are no threads yet.")
    for one in threads:
        mark = "pinned" if one.thread.pinned else resume_tier(one.thread, at.at_ms).lower()
        click.echo(f"{one.thread.thread_id}  {day_of(one.thread.ended_ms, at)}  {mark:<6} {styled(one.title)}")


def show_thread(how: ThreadSettings, name: str) -> None:
    """Prints one thread with where it was left."""
    with opened_vault(how) as (_, context):
        found = thread_named(context, name)
    _print(how, found, context.turn.at)


def pin_named_thread(how: ThreadSettings, name: str, *, pin: bool) -> None:
    """Pins or unpins a thread, and prints it."""
    with opened_vault(how) as (assistant, context):
        found = thread_named(context, name)
        found = change_thread(assistant, context, found, replace(found.thread, pinned=pin))
    _print(how, found, context.turn.at)


def resume_named_thread(how: ThreadSettings, name: str) -> None:
    """Prints where a thread was left, and counts it as used."""
    with opened_vault(how) as (assistant, context):
        found = thread_named(context, name)
        found = change_thread(assistant, context, found, found.thread.resumed(context.turn.at.at_ms))
    _print(how, found, context.turn.at)


def forget_named_thread(how: ThreadSettings, name: str) -> None:
    """Forgets a thread with its turns and the memories that came from these alone, and prints how many."""
    with opened_vault(how) as (assistant, context):
        found = thread_named(context, name)
        outcome = goes_with(context, found)
        count = len(outcome.forget)
        if needs_leave(outcome) and not how.yes:
            _ask(how, f'"{styled(found.title)}" and {count} memories that came from it alone will be gone. Forget it?')
        done = forget_with(assistant, context, outcome)
    if how.as_json:
        show_json(thread_receipt_object(found, outcome.forget, done))
        return
    click.echo(f"Forgotten: the thread, and {count} {'memory' if count == 1 else 'memories'} that came from it alone.")
    click.echo(f"Receipt: ledger {done.head_seq}, {done.head_hash}")


@contextmanager
def opened_vault(how: ThreadSettings) -> Iterator[CommandContext]:
    """Opens an existing vault, and digests the conversations that are over by now. Raises `VaultMissing`."""
    at = moment_of(how.now)
    with open_for_reading(how.state, at):
        pass
    with open_assistant(how.state, at, how.language) as shared, shared.turn() as vault:
        user_id = resolve_user(vault, how.user).user_id
        shared.assistant.close_silent(user_id, at)
        yield shared.assistant, named_context(shared.assistant, user_id, at)


def _ask(how: ThreadSettings, question: str) -> None:
    """Raises `AmbiguousAtom` unless the person says yes."""
    try:
        answer = "" if how.as_json else ask_line(f"{question} [y/N] ")
    except EOFError:
        answer = ""
    if answer.strip().casefold() not in ("y", "yes"):
        raise AmbiguousAtom("Nothing was forgotten; --yes says so beforehand.")


def _print(how: ThreadSettings, found: ReadThread, at: Moment) -> None:
    if how.as_json:
        show_json(thread_object(found, at))
        return
    click.echo(f"{found.thread.thread_id}  {day_of(found.thread.ended_ms, at)}  {styled(found.title)}")
    for kind, text in found.bullets:
        click.echo(f"- {kind.replace('_', ' ')}: {styled(text)}")
