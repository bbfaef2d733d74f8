"""Composition: `selene work list | add | cancel | confirm`: the spoken commands for a work order that is named."""

from __future__ import annotations

from dataclasses import replace

import click

from device.assistant.turn_records import heard_change
from device.cli.common.error_report import show_json
from device.cli.common.terminal import styled
from device.cli.memory.atom_names import day_of
from device.cli.memory.cmd_thread import CommandContext, ThreadSettings, opened_vault
from device.core.errors import AmbiguousAtom, UnknownWorkOrder
from device.nlu.intent_matcher import IntentMatch, Slot
from device.portability.thread_answers import work_object
from device.skills.continuity.work_commands import make_work, own_read_work
from device.skills.turn_context import TurnOutcome
from memory.continuity.read_work import ReadWork
from memory.continuity.work_order import WorkStatus
from memory.model import ids
from memory.model.atoms import Moment
from memory.rules.controls import topic_stems
from memory.text.stemming import stems


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
        turn = context.turn
        turn_id = ids.turn_id(turn.user_id, turn.session_id, turn.at.at_ms, text)
        context = assistant.command_context(replace(turn, text=text, turn_id=turn_id), context.understood)
        said = Slot("work", context.turn.text, 0, len(context.turn.text))
        context = replace(context, understood=IntentMatch("make_work", (said,)))
        outcome = make_work(context)
        if outcome.records:
            assistant.vault.commit(heard_change(context, outcome), awaited=True)
        made = next((one for one in own_read_work(context) if one.order.made_ms == turn.at.at_ms), None)
    if made is None:
        raise UnknownWorkOrder("These words say nothing that may be kept and shown. No work order was made.")
    _print(how, made, context.turn.at)


def move_work(how: ThreadSettings, name: str, status: WorkStatus, reason: str) -> None:
    """Confirms or cancels a pending work order, and prints it."""
    with opened_vault(how) as opened:
        assistant, context = opened
        found = _named(opened, name)
        moved = replace(found, order=found.order.moved(status, reason, context.turn.at.at_ms))
        change = heard_change(context, TurnOutcome("confirm_work", (reason,), records=(moved.order.record(),)))
        assistant.vault.commit(replace(change, lines=()), awaited=True)
    _print(how, moved, context.turn.at)


def _named(opened: CommandContext, name: str) -> ReadWork:
    """Returns the pending work order with this id, or a beginning that only one has, or the one about these words."""
    _, context = opened
    pending = [one for one in own_read_work(context) if one.order.is_pending]
    begun = [one for one in pending if name.startswith("work-") and one.order.work_order_id.startswith(name)]
    if len(begun) > 1:
        raise AmbiguousAtom(f"Several work orders begin with {name[:64]}. Nothing was changed; write more of the id.")
    wanted = frozenset(topic_stems(name, context.language))
    about = [one for one in pending if wanted and wanted <= frozenset(stems(one.text))]
    if not begun and not about:
        raise UnknownWorkOrder(
            f"No work order {name[:64]!r} is pending. `selene work list` prints all. Nothing was changed."
        )
    return (begun or about)[0]


def _print(how: ThreadSettings, found: ReadWork, at: Moment) -> None:
    if how.as_json:
        show_json(work_object(found, at))
        return
    _echo(found, at)


def _echo(found: ReadWork, at: Moment) -> None:
    one = found.order
    click.echo(f"{one.work_order_id}  {day_of(one.touched_ms, at)}  {one.status.value:<8} {styled(found.text)}")
