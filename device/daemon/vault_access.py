"""Composition: opens the vault for a command: its own process's, or inside the daemon the one that the daemon has.

Every command opens the vault here, so that it runs the same in both. What a command does beside a daemon never waits
for the daemon to end, but for the turn that is under way. A vault that another command has is waited for.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from device.core.policy import VAULT_LOOK_S, VAULT_WAIT_S
from device.platform.clock import monotonic_ns, sleep_until
from device.platform.control_place import daemon_listens
from engine_b.core.errors import VaultBusy
from memory.model.atoms import Moment

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from device.assistant.assistant import Assistant
    from device.daemon.event_hub import EventHub
    from device.daemon.shared_assistant import SharedAssistant
    from device.daemon.shared_vault import SharedVault
    from device.engines.ladder.ladder_opener import LadderOpener
    from device.session.minds.mind_desk import MindDesk
    from device.skills.skill import Skill
    from engine_b.protocol.record_types import RecordType
    from engine_b.vault.vault import Vault


@dataclass(slots=True)
class ServedVault:
    """The vault of a running daemon, with an assistant for each language that is spoken with it."""

    shared: SharedVault
    hub: EventHub
    skills: tuple[Skill, ...] = ()
    desk: MindDesk | None = None
    """Where a mind is asked; None without one."""
    ladders: LadderOpener | None = None
    """What the engines are opened with, and what became of them."""
    second_opinion: bool = False
    """Whether the mind reads what the reader left unread."""
    speaks_to: str = ""
    """The person at the device's own microphone, who is told aloud what is due; empty where there is none."""
    heard_at: dict[str, tuple[str, int]] = field(default_factory=dict)
    """Who talked since their last conversation was digested: in which language, and when last."""
    _assistants: dict[str, Assistant] = field(default_factory=dict)
    _lock: Lock = field(default_factory=Lock)

    def assistant(self, language: str, *, reports: bool = True) -> SharedAssistant:
        """Returns the assistant of a language; its turns are reported as events and ask the mind, unless a conversation
        by voice does both. Raises `UnknownLanguage`.
        """
        from device.daemon.shared_assistant import SharedAssistant

        with self._lock:
            if language not in self._assistants:
                vault, minded = self.shared.vault, self.desk is not None
                self._assistants[language] = build_assistant(vault, language, self.skills, with_mind=minded)
            report, desk = (self.hub.publish, self.desk) if reports else (None, None)
            noted = partial(self.note_heard, language=language)
            opinions = self.desk if self.second_opinion else None
            return SharedAssistant(self._assistants[language], self.shared, report, noted, desk, opinions)

    def note_heard(self, user_id: str, language: str, at_ms: int) -> None:
        """Notes that a person talked."""
        self.heard_at[user_id] = language, at_ms

    def reading(self) -> AbstractContextManager[Vault]:
        """Opens a connection that only reads, beside the writer."""
        return self.shared.reading()

    def tells_due_itself(self, user_id: str) -> bool:
        """Says whether a person is told what is due without asking: aloud, or as an event."""
        return self.speaks_to == user_id or self.hub.followed_by(user_id)


serving: ContextVar[ServedVault | None] = ContextVar("serving", default=None)
"""The daemon in whose process a command runs; None in a process of its own."""


@contextmanager
def open_assistant(state: Path, now: Moment, language: str = "en") -> Iterator[SharedAssistant]:
    """Opens the assistant on its vault. Raises `VaultError`s with their codes."""
    from device.daemon.shared_assistant import SharedAssistant
    from device.daemon.shared_vault import SharedVault

    served = _served(state)
    if served is not None:
        yield served.assistant(language)
        return
    with _open_to_write(state, now) as vault:
        use_configured_encoder(vault)
        shared = SharedVault(vault, state)
        try:
            yield SharedAssistant(build_assistant(vault, language), shared)
        finally:
            shared.close()


@contextmanager
def open_account_vault(state: Path, now: Moment) -> Iterator[Vault]:
    """Opens the vault to write; makes it when there is none."""
    with _open_to_write(state, now) as vault:
        yield vault


@contextmanager
def open_for_reading(state: Path, now: Moment) -> Iterator[Vault]:
    """Opens the vault for reading, also while a daemon runs: nothing is written."""
    from engine_b.vault.vault import Vault

    served = _served(state)
    if served is not None:
        with served.shared.reading() as vault:
            yield vault
        return
    with Vault.open(state, create=False, now_ms=now.at_ms, read_only=True) as vault:
        yield vault


@contextmanager
def open_existing(state: Path, now: Moment) -> Iterator[Vault]:
    """Opens an existing vault to write, or to be verified as a whole. Makes none."""
    with _open_to_write(state, now, create=False) as vault:
        yield vault


def use_configured_encoder(vault: Vault) -> None:
    """Has a vault that this command opened read and keep the vectors of the configured encoder; the daemon's has its
    own. Raises BAD_URI and DOOR_UNAVAILABLE.
    """
    from device.engines.factory import open_encoder
    from device.platform.configuration import configured_value

    if serving.get() is None:
        vault.use_encoder(open_encoder(str(configured_value("encoder").value)))


def tells_due(state: Path, user_id: str) -> bool:
    """Says whether a command is who tells a person what is due: not where a daemon does, aloud or as an event."""
    served = _served(state)
    return served is None or not served.tells_due_itself(user_id)


def while_waiting() -> AbstractContextManager[None]:
    """Lets others use the daemon's vault while this command waits for a person or a network."""
    served = serving.get()
    return nullcontext() if served is None else served.shared.paused()


def while_exchanging() -> AbstractContextManager[None]:
    """Keeps the daemon from syncing while this command talks to the mirror; opened before the vault."""
    served = serving.get()
    return nullcontext() if served is None else served.shared.exchanging()


@contextmanager
def open_own_vault(state: Path, now: Moment, record_types: tuple[RecordType, ...] = ()) -> Iterator[Vault]:
    """Opens the vault for this process alone. Raises VaultBusy while another has it."""
    from engine_b.protocol.core_types import CORE_TYPES
    from engine_b.protocol.record_types import RecordTypes
    from engine_b.vault.vault import Vault

    types = RecordTypes((*CORE_TYPES, *record_types)) if record_types else CORE_TYPES
    with Vault.open(state, now_ms=now.at_ms, record_types=types) as vault:
        yield vault


def build_assistant(
    vault: Vault, language: str, skills: tuple[Skill, ...] = (), *, with_mind: bool = False
) -> Assistant:
    """Builds the assistant of a vault, with skills beside the core's."""
    from device.assistant.assistant import Assistant
    from device.assistant.intent_table import CORE_SKILLS

    return Assistant(vault, language=language, skills=(*CORE_SKILLS, *skills), with_mind=with_mind)


@contextmanager
def _open_to_write(state: Path, now: Moment, *, create: bool = True) -> Iterator[Vault]:
    served = _served(state)
    if served is not None:
        with served.shared.lease() as vault:
            yield vault
        return
    with _opened_when_free(state, now, create=create) as vault:
        yield vault


def _opened_when_free(state: Path, now: Moment, *, create: bool) -> Vault:
    """Opens the vault once no other process has it. Raises VaultBusy where a daemon has it, or it does not become free
    in time.
    """
    from engine_b.vault.vault import Vault

    until_ns = monotonic_ns() + int(VAULT_WAIT_S * 1e9)
    while True:
        try:
            return Vault.open(state, create=create, now_ms=now.at_ms)
        except VaultBusy:
            if daemon_listens(state) or monotonic_ns() >= until_ns:
                raise
        sleep_until(monotonic_ns() + int(VAULT_LOOK_S * 1e9))


def _served(state: Path) -> ServedVault | None:
    """Returns the daemon of this process when the folder is that of its vault."""
    served = serving.get()
    return served if served is not None and served.shared.state.resolve() == state.resolve() else None
