"""Pure: the messages between ear, assistant and mouth.

The order of a turn (design.md section 5): `hear` understands, archives and remembers, and must finish; `answer` looks
up and phrases, reads only, and may be abandoned by a barge-in; `record_spoken` records it.
`device/assistant/assistant.py` implements them.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from device.core.ports import MindPrompt
from memory.model.atoms import Atom, Tag, Turn
from memory.model.changes import Rule
from memory.retrieval.context_bundle import ContextBundle


@dataclass(frozen=True, slots=True)
class BundleAtom:
    """One atom of the Context Bundle."""

    atom_id: str
    tag: Tag
    text: str


@dataclass(frozen=True, slots=True)
class BundleView:
    """The Context Bundle of a turn for reports: its size in bytes, its atoms, its excerpts."""

    size_bytes: int = 0
    atoms: tuple[BundleAtom, ...] = ()
    excerpts: tuple[str, ...] = ()
    digest: str = ""
    """BLAKE2b of the bundle's canonical bytes, in hex; empty when there is no bundle."""


@dataclass(frozen=True, slots=True)
class TurnResult:
    """The result of understanding a turn. Everything named here is committed to the vault already."""

    turn: Turn
    intent: str
    slots: tuple[tuple[str, str], ...] = ()
    reason_codes: tuple[str, ...] = ()
    created: tuple[str, ...] = ()
    updated: tuple[str, ...] = ()
    forgotten: tuple[str, ...] = ()
    failure: str = ""
    """A stable error code when the vault refused to save; then nothing of the turn was stored."""
    focus: tuple[str, ...] = ()
    """Ids of the atoms that the reply is about, when the command already knows them."""
    question_id: str = ""
    parts: tuple[TurnResult, ...] = ()
    """The results of several commands in one utterance; empty for a single one."""
    first: str = field(default="", repr=False)
    """What was asked and is forgotten with this turn: it is said before the reply, and stands in no record."""


@dataclass(frozen=True, slots=True)
class MindFact:
    """A memory that a mind may have told by its number, in the words in which Selene tells it."""

    atom: Atom
    told: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class MindTurn:
    """A turn that a mind answered. Its words are in the archive."""

    turn_id: str
    sources: tuple[str, ...] = ()
    """Ids of the memories and lines that the mind was shown for it, those of the turns before it included."""


@dataclass(frozen=True, slots=True)
class MindRequest:
    """What a mind may be asked in place of an answer that says nothing, and what its reply is held against."""

    prompt: MindPrompt
    language: str
    turn: Turn
    """The turn that it would answer."""
    bundle: ContextBundle = field(default_factory=ContextBundle, repr=False)
    facts: tuple[MindFact, ...] = ()
    """The facts with a number, in its order from 1 on."""
    rules: tuple[Rule, ...] = ()
    """The standing rules of the person: what is not to be mentioned is not said by a mind either."""
    replies_in: str = ""
    """The language of the reply, where it is another than that of the memory."""
    briefly: bool = False
    """Whether the person wants one sentence."""
    sources: tuple[str, ...] = ()
    """Ids of the memories and lines that it shows, those of the earlier turns included."""
    known: tuple[str, ...] = field(default=(), repr=False)
    """The words of the memories that its earlier turns rest on."""
    withheld: tuple[str, ...] = field(default=(), repr=False)
    """The words of memories that a mind was shown earlier in the talk, and that may not be told now."""
    unshown: tuple[str, ...] = field(default=(), repr=False)
    """The words of other memories that share a word with the turn: their names do not leave the device either."""


@dataclass(frozen=True, slots=True)
class MindSaid:
    """What a mind replied, as far as it may be said."""

    sentences: tuple[str, ...] = field(repr=False)
    used: tuple[Atom, ...] = ()
    """The memories that it had told by their numbers."""
    asks: bool = False
    """Whether it ends with a question."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What Selene will say, and the sources of it."""

    turn: Turn
    reply: str
    intent: str
    question: bool = False
    reason_codes: tuple[str, ...] = ()
    bundle: BundleView = BundleView()
    used: tuple[str, ...] = ()
    """Ids of the atoms whose words the reply uses."""
    expects_reply: bool = False
    """True when the ear stays open after speaking, without the wake word."""
    guarded: bool = False
    """True when it asks what destroys memories or changes an identity: only who was asked may answer."""
    request: MindRequest | None = None
    """What a mind may be asked instead; None where the answer itself is to be said."""
    minded: MindSaid | None = None
    """What a mind replied, where that is the answer."""


OWN_NEWS = "hearing"
"""The announcements of a conversation by voice itself, which are of no skill."""


@dataclass(frozen=True, slots=True)
class Announcement:
    """An announcement of a skill, said unasked. `key` identifies it within the skill, so that it is said once."""

    skill: str
    key: str
    text: str
    rings: bool = False
    """It has a chime before its words, and leaves the ear open after them: "stop" then needs no wake word."""
    again: bool = False
    """It sounded before, and goes on until it is stopped: who only reads has read it."""
