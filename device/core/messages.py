"""Pure: the nouns between the ear, the brain and the mouth. `device/assistant/assistant.py` turns a `Turn` into these.

The order of a turn (design.md section 5): `hear` understands, archives and remembers, and must finish;
`answer` looks up and phrases, reads only, and may be abandoned by a barge-in; `said` records what was spoken.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from device.core.ports import HintBundle
from memory.model.atoms import Tag, Turn


@dataclass(frozen=True, slots=True)
class BundleAtom:
    """One atom as it stands in the Context Bundle."""

    atom_id: str
    tag: Tag
    text: str


@dataclass(frozen=True, slots=True)
class BundleView:
    """The Context Bundle of a turn as it is reported: its size in bytes, its atoms, its excerpts."""

    size_bytes: int = 0
    atoms: tuple[BundleAtom, ...] = ()
    excerpts: tuple[str, ...] = ()
    digest: str = ""
    """BLAKE2b of the bundle's canonical bytes, in hex; empty when there is no bundle."""


@dataclass(frozen=True, slots=True)
class TurnResult:
    """What became of a turn's words. Everything named here is already committed to the vault."""

    turn: Turn
    intent: str
    slots: tuple[tuple[str, str], ...] = ()
    reason_codes: tuple[str, ...] = ()
    created: tuple[str, ...] = ()
    updated: tuple[str, ...] = ()
    forgotten: tuple[str, ...] = ()
    failure: str = ""
    """A stable error code when the vault refused to save; then nothing above was kept."""
    focus: tuple[str, ...] = ()
    """Ids of the atoms that the reply is about, when the command already knows them."""
    question_id: str = ""
    parts: tuple[TurnResult, ...] = ()
    """What became of each of several commands in one utterance; empty for a single one."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What Selene will say, and from what."""

    turn: Turn
    reply: str
    intent: str
    question: bool = False
    reason_codes: tuple[str, ...] = ()
    bundle: BundleView = BundleView()
    used: tuple[str, ...] = ()
    """Ids of the atoms whose words are in the reply."""
    expects_reply: bool = False
    """True when the ear should stay open after speaking, without the wake word."""


class Assistant(Protocol):
    """Thinking, seen from the loop. Calls come one at a time, in the order hear, answer, said."""

    def hints(self) -> HintBundle:
        """What the recogniser should know before the next utterance; small and quick."""
        ...

    def hear(self, turn: Turn) -> TurnResult:
        """Understand and remember. Never raises for a vault that cannot be written: see `Heard.failure`."""
        ...

    def answer(self, heard: TurnResult) -> Answer:
        """Look up, compose, phrase. Writes nothing."""
        ...

    def said(self, answer: Answer, spoken: str) -> None:
        """Record the words that were really spoken (all of the reply, or what a barge-in left of it)."""
        ...
