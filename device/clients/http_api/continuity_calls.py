"""Composition: what the API's clients see and change of one thread or work order, behind the gate of a text."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from http import HTTPStatus

from device.assistant.assistant import Assistant
from device.clients.client_tokens import ClientGrant
from device.clients.http_api.household import MemoryHousehold
from device.clients.http_api.memory_calls import Answered, client_gate
from device.clients.http_api.operations import WorkRequest
from device.clients.http_api.problems import ApiRefusal
from device.core.errors import AmbiguousAtom, UnknownWorkOrder
from device.platform.language_files import load_language
from device.portability.named_commands import (
    add_draft,
    change_thread,
    forget_with,
    goes_with,
    named_context,
    needs_leave,
    settle_work,
    thread_with_exact_id,
    work_with_exact_id,
)
from device.portability.thread_answers import thread_object, thread_receipt_object, work_object
from device.skills.turn_context import TurnContext
from engine_b.vault.control_queries import VaultControlQueries
from engine_b.vault.vault import Vault
from memory.continuity.work_order import WorkStatus
from memory.core.policy import MemoryPolicy
from memory.model.atoms import Moment
from memory.retrieval.context_builder import MemoryAccess


@dataclass(frozen=True, slots=True)
class ContinuityCalls:
    """The calls about one thread or work order, each for one client. They may block, and run in threads."""

    household: MemoryHousehold
    now: Callable[[], Moment]
    language: str
    """The language of a call that names none."""

    def thread(self, grant: ClientGrant, thread_id: str) -> Answered:
        """Returns one thread, and where it was left."""
        with self.household.reading() as vault:
            return thread_object(thread_with_exact_id(self._memory(vault), client_gate(grant), thread_id), self.now())

    def pin(self, grant: ClientGrant, thread_id: str, *, pinned: bool) -> Answered:
        """Keeps a thread until it is forgotten, or not any more."""
        with self._command(grant) as (assistant, context):
            found = thread_with_exact_id(assistant.memory, client_gate(grant), thread_id)
            found = change_thread(assistant, context, found, replace(found.thread, pinned=pinned))
            return thread_object(found, context.turn.at)

    def resume(self, grant: ClientGrant, thread_id: str) -> Answered:
        """Returns where a thread was left, and counts it as used."""
        with self._command(grant) as (assistant, context):
            found = thread_with_exact_id(assistant.memory, client_gate(grant), thread_id)
            found = change_thread(assistant, context, found, found.thread.resumed(context.turn.at.at_ms))
            return thread_object(found, context.turn.at)

    def forget(self, grant: ClientGrant, thread_id: str, *, every: bool) -> Answered:
        """Forgets a thread with its turns and the memories that came from these alone; more than a few only when the
        client says so.
        """
        with self._command(grant) as (assistant, context):
            found = thread_with_exact_id(assistant.memory, client_gate(grant), thread_id)
            outcome = goes_with(context, found)
            if needs_leave(outcome) and not every:
                count = len(outcome.forget)
                raise AmbiguousAtom(f"{count} memories came from this thread alone. Nothing was changed; say all.")
            return thread_receipt_object(found, outcome.forget, forget_with(assistant, context, outcome))

    def work_order(self, grant: ClientGrant, work_order_id: str) -> Answered:
        """Returns one work order."""
        with self.household.reading() as vault:
            return work_object(work_with_exact_id(self._memory(vault), client_gate(grant), work_order_id), self.now())

    def add_work(self, grant: ClientGrant, asked: WorkRequest) -> Answered:
        """Notes a draft; no word of it is a command."""
        with self._command(grant, asked.language) as (assistant, context):
            try:
                made = add_draft(assistant, context, asked.text, "TOLD_BY_PROGRAM")
            except UnknownWorkOrder as error:
                raise ApiRefusal(HTTPStatus.UNPROCESSABLE_ENTITY, "NOT_REMEMBERED", str(error)) from error
            return work_object(made, context.turn.at)

    def settle(self, grant: ClientGrant, work_order_id: str, status: WorkStatus, reason: str) -> Answered:
        """Confirms or cancels a pending work order."""
        with self._command(grant) as (assistant, context):
            found = work_with_exact_id(assistant.memory, client_gate(grant), work_order_id)
            return work_object(settle_work(assistant, context, found, status, reason), context.turn.at)

    def _memory(self, vault: Vault) -> MemoryAccess:
        rules = load_language(self.language).memory
        return MemoryAccess(vault.reader, VaultControlQueries(vault), MemoryPolicy(), rules)

    @contextmanager
    def _command(self, grant: ClientGrant, language: str | None = None) -> Iterator[tuple[Assistant, TurnContext]]:
        shared = self.household.assistant(language or self.language)
        with shared.turn():
            yield shared.assistant, named_context(shared.assistant, grant.user_id, self.now())
