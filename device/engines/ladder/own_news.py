"""Composition: what a conversation by voice says of its own engines: each change once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from device.conversation.turn_words import TurnWords
from device.engines.ladder.engine_book import EngineChange

ECHO_LOST, ENGINE_REPLACED = "ECHO_LOST", "ENGINE_REPLACED"
CANCELLERS = "echo_cancellers"


@dataclass(frozen=True, slots=True)
class OwnSaying:
    """A sentence, and the code of what happened."""

    code: str
    about: str
    """The kind of engine."""
    sentence: str

    @property
    def echo_lost(self) -> bool:
        """Says whether nothing takes her own voice out of what is heard any more."""
        return self.code == ECHO_LOST


@dataclass(slots=True)
class OwnNews:
    """The news of one conversation."""

    changes: Callable[[], tuple[EngineChange, ...]] = tuple
    """Returns what became of engines since it was last asked."""
    _cancels: bool = False

    def new(self, words: TurnWords, *, cancels: bool) -> tuple[OwnSaying, ...]:
        """Returns what is new. That a canceller is gone is said instead of that a simpler one took its place."""
        before, self._cancels = self._cancels, cancels
        changes = self.changes()
        lost = not cancels and (before or any(_is_canceller(change) for change in changes))
        said = (OwnSaying(ECHO_LOST, CANCELLERS, words.echo_lost),) if lost else ()
        told = ((change.kind, _sentence(change, words)) for change in changes if not (lost and _is_canceller(change)))
        return said + tuple(OwnSaying(ENGINE_REPLACED, kind, sentence) for kind, sentence in told if sentence)


def _is_canceller(change: EngineChange) -> bool:
    return change.kind == CANCELLERS


def _sentence(change: EngineChange, words: TurnWords) -> str:
    """Returns what is said of a change; nothing of one that a person does not notice."""
    key = change.kind
    if key == "wake_words" and not change.phrase:
        key = "wake_words_gone"
    elif key == "wake_words" and not change.trouble:
        key = "wake_words_back"
    return words.engine_lost.get(key, "").replace("{phrase}", change.phrase)
