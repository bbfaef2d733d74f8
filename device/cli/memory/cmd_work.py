"""Composition: `selene work list | add | cancel | confirm`: the spoken commands for a work order that is named."""

from __future__ import annotations

import click

from device.cli.common.error_report import show_json
from device.cli.common.terminal import styled
from device.cli.memory.atom_names import day_of
from device.cli.memory.cmd_thread import ThreadSettings, opened_vault
from device.portability.named_commands import add_draft, pending_work_named, settle_work
from device.portability.thread_answers import work_object
from device.skills.continuity.work_commands import own_read_work
from memory.continuity.read_work import ReadWork
from memory.continuity.work_order import WorkStatus
from memory.model.atoms import Moment


def show_work(how: ThreadSettings) -> None:
    """Prints every work order of which something may be shown, the latest touched first."""
    with opened_vault(how) as (_, context):
        found, at = own_read_work(context), context.turn.at
    if how.as_json:
        show_json({"work_orders": [work_object(one, at) for one in found]})
        return
    if not found:
        click.echo("There are no work orders yet.")
    for one in found:
        _echo(one, at)


def add_work(how: ThreadSettings, text: str) -> None:
    """Makes a draft of these words, and prints it. A secret in them is not kept."""
    with opened_vault(how) as (assistant, context):
        made = add_draft(assistant, context, text, "USER_STATED")
    _print(how, made, context.turn.at)


def move_work(how: ThreadSettings, name: str, status: WorkStatus, reason: str) -> None:
    """Confirms or cancels a pending work order, and prints it."""
    with opened_vault(how) as (assistant, context):
        moved = settle_work(assistant, context, pending_work_named(context, name), status, reason)
    _print(how, moved, context.turn.at)


def _print(how: ThreadSettings, found: ReadWork, at: Moment) -> None:
    if how.as_json:
        show_json(work_object(found, at))
        return
    _echo(found, at)


def _echo(found: ReadWork, at: Moment) -> None:
    one = found.order
    click.echo(f"{one.work_order_id}  {day_of(one.touched_ms, at)}  {one.status.value:<8} {styled(found.text)}")
