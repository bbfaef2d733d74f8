"""Composition: commands for threads and work orders that are named by an id, or typed: for commands and programs.

Each is decided by the rules of the spoken command and committed through the same change.
"""

from __future__ import annotations

from dataclasses import replace

from device.assistant.assistant import Assistant
from device.assistant.turn_records import heard_change
from device.core.errors import AmbiguousAtom, UnknownThread, UnknownWorkOrder
from device.nlu.intent_matcher import IntentMatch, Slot
from device.skills.continuity.own_threads import read_own_threads
from device.skills.continuity.thread_commands import forget_thread_outcome
from device.skills.continuity.work_commands import make_work, own_read_work
from device.skills.turn_context import TurnContext, TurnOutcome
from engine_b.vault.vault import CommitResult
from memory.continuity.kept_threads import thread_with_id
from memory.continuity.read_work import ReadWork, read_work
from memory.continuity.thread import Thread
from memory.continuity.thread_words import ReadThread, read_threads
from memory.continuity.work_order import WorkStatus, work_order_with_id
from memory.core.errors import TextTooLong
from memory.core.policy import MAX_FORGOTTEN_UNASKED
from memory.model import ids
from memory.model.atoms import Moment, Turn
from memory.model.changes import Change, Scope
from memory.model.ports import Gate
from memory.retrieval.context_builder import MemoryAccess
from memory.rules.controls import is_barred, topic_stems
from memory.text.stemming import stems

_SESSION = "commands"
"""The session of commands that are given by name: no talk refers to them."""


def named_context(assistant: Assistant, user_id: str, now: Moment) -> TurnContext:
    """Returns the context of a command that names its thread or work order, and whose words are not archived."""
    turn = Turn(ids.turn_id(user_id, _SESSION, now.at_ms, "thread"), _SESSION, user_id, "", now)
    return assistant.command_context(turn, IntentMatch("forget_thread"))


def thread_with_exact_id(memory: MemoryAccess, gate: Gate, thread_id: str) -> ReadThread:
    """Returns the thread with this id, as far as it may be shown. Raises `UnknownThread`."""
    thread = thread_with_id(memory.reader, gate.user_id, thread_id)
    read = read_threads(memory, gate, (thread,)) if thread else ()
    if not read:
        raise UnknownThread("There is no thread with this id. Nothing was changed.")
    return read[0]


def thread_named(context: TurnContext, name: str) -> ReadThread:
    """Returns the thread with this id, or a beginning that only one id has, or the one about these words. Raises
    `UnknownThread` and `AmbiguousAtom`.
    """
    threads = read_own_threads(context)
    begun = [one for one in threads if name.startswith("thread-") and one.thread.thread_id.startswith(name)]
    if len(begun) > 1:
        raise AmbiguousAtom(f"Several threads begin with {name[:64]}. Nothing was changed; write more of the id.")
    wanted = frozenset(topic_stems(name, context.language))
    about = [one for one in threads if wanted and wanted <= one.topics]
    if not begun and not about:
        raise UnknownThread(f"There is no thread {name[:64]!r}. `selene thread list` prints all. Nothing was changed.")
    return (begun or about)[0]


def change_thread(assistant: Assistant, context: TurnContext, found: ReadThread, after: Thread) -> ReadThread:
    """Commits another state of a thread, and returns it so. The vault writes none that is as it was."""
    turn = context.turn
    scope = Scope(turn.user_id, turn.session_id, turn.turn_id, turn.at.at_ms)
    assistant.vault.commit(Change(scope, records=(after.record(),)), awaited=True)
    return replace(found, thread=after)


def goes_with(context: TurnContext, found: ReadThread) -> TurnOutcome:
    """Returns what is forgotten with a thread: its turns, and the memories that came from these alone."""
    return forget_thread_outcome(context, found.thread, ())


def needs_leave(outcome: TurnOutcome) -> bool:
    """Says whether so many memories would be forgotten that it takes a word of the person."""
    return len(outcome.forget) > MAX_FORGOTTEN_UNASKED


def forget_with(assistant: Assistant, context: TurnContext, outcome: TurnOutcome) -> CommitResult:
    """Commits what is forgotten with a thread. Raises a `VaultError`."""
    return assistant.vault.commit(replace(heard_change(context, outcome), lines=()), awaited=True)


def add_draft(assistant: Assistant, context: TurnContext, text: str, reason: str) -> ReadWork:
    """Makes a draft of these words, which are archived as its source. A secret in them is not kept. Raises
    `UnknownWorkOrder` when nothing of them may be kept, and `TextTooLong`.
    """
    if len(text) > context.policy.max_text_chars:
        raise TextTooLong("The words are longer than a turn may be. Nothing was changed.")
    turn = context.turn
    turn_id = ids.turn_id(turn.user_id, turn.session_id, turn.at.at_ms, text)
    context = assistant.command_context(replace(turn, text=text, turn_id=turn_id), context.understood)
    said = Slot("work", context.turn.text, 0, len(context.turn.text))
    context = replace(context, understood=IntentMatch("make_work", (said,)))
    outcome = make_work(context)
    if outcome.records and context.turn.text.strip() and not is_barred(text, context.rules):
        records = tuple(replace(one, content={**one.content, "reason": reason}) for one in outcome.records)
        assistant.vault.commit(heard_change(context, replace(outcome, records=records)), awaited=True)
    made = next((one for one in own_read_work(context) if one.order.made_ms == turn.at.at_ms), None)
    if made is None:
        raise UnknownWorkOrder("These words say nothing that may be kept and shown. No work order was made.")
    return made


def work_with_exact_id(memory: MemoryAccess, gate: Gate, work_order_id: str) -> ReadWork:
    """Returns the work order with this id, as far as it may be shown. Raises `UnknownWorkOrder`."""
    order = work_order_with_id(memory.reader, gate.user_id, work_order_id)
    read = read_work(memory, gate, (order,)) if order else ()
    if not read:
        raise UnknownWorkOrder("There is no work order with this id. Nothing was changed.")
    return read[0]


def pending_work_named(context: TurnContext, name: str) -> ReadWork:
    """Returns the pending work order with this id, or a beginning that only one has, or the one about these words.
    Raises `UnknownWorkOrder` and `AmbiguousAtom`.
    """
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


def settle_work(
    assistant: Assistant, context: TurnContext, found: ReadWork, status: WorkStatus, reason: str
) -> ReadWork:
    """Commits that a pending work order is confirmed or cancelled, and returns it so. Raises `UnknownWorkOrder` for one
    that is not pending.
    """
    if not found.order.is_pending:
        raise UnknownWorkOrder("This work order is settled already. Nothing was changed.")
    moved = replace(found, order=found.order.moved(status, reason, context.turn.at.at_ms))
    change = heard_change(context, TurnOutcome("confirm_work", (reason,), records=(moved.order.record(),)))
    assistant.vault.commit(replace(change, lines=()), awaited=True)
    return moved
