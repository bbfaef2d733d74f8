"""Composition: what the API needs of the daemon, as protocols; `device/daemon/vault_access.py:ServedVault` has it."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Protocol

from device.assistant.assistant import Assistant
from device.assistant.conversation import TurnAssistant
from device.session.event_log import EventListener
from engine_b.vault.vault import Vault


class SharedTurns(TurnAssistant, Protocol):
    """An assistant that several conversations share."""

    @property
    def assistant(self) -> Assistant:
        """The assistant itself, for commands by name; only within `turn`."""
        ...

    def turn(self) -> AbstractContextManager[Vault]:
        """Holds the vault for a whole turn."""
        ...


class EventSource(Protocol):
    """What happens in the conversations of this device."""

    def listener(self, user_id: str) -> EventListener:
        """Returns a listener for the event log of a person's conversation."""
        ...

    def subscribe(self, listener: EventListener, user_id: str) -> AbstractContextManager[None]:
        """Calls `listener` for each event of one person, from any thread, until the end of the block."""
        ...


class MemoryHousehold(Protocol):
    """The memory of a running daemon, or of a command that has it open."""

    def assistant(self, language: str) -> SharedTurns:
        """Returns the assistant of a language. Raises `UnknownLanguage`."""
        ...

    def reading(self) -> AbstractContextManager[Vault]:
        """Opens a connection that only reads, beside the writer."""
        ...


class Household(MemoryHousehold, Protocol):
    """The memory and the conversations of a running daemon."""

    @property
    def hub(self) -> EventSource:
        """Its events."""
        ...

    def tells_due_itself(self, user_id: str) -> bool:
        """Says whether a person is told what is due without asking: aloud, or as an event."""
        ...

    def assistant(self, language: str, *, reports: bool = True) -> SharedTurns:
        """Returns the assistant of a language; its turns are events, unless a log reports them. Raises
        `UnknownLanguage`.
        """
        ...
