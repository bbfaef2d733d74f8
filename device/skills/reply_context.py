"""Pure: the sources of an answer, and the reply."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from device.core.messages import TurnResult
from device.languages.reply_templates import ReplyTemplates
from device.nlu.fact_keys import FactKeys
from device.nlu.list_words import ListWords
from device.nlu.question_types import QuestionTypes
from device.skills.instructions.manner import Manner
from memory.emotion.tone import Tone
from memory.model.atoms import ArchivedLine, Atom, Status, Tag
from memory.model.changes import Question
from memory.model.ports import Gate
from memory.model.timestamps import on_wall_clock
from memory.retrieval.context_builder import AssembledContext, MemoryAccess, build_context, without_unasked_secrets
from memory.retrieval.context_bundle import ContextBundle
from memory.rules.current_state import tag_under_state, topic_of
from memory.rules.mention_target import TELLING


@dataclass(frozen=True, slots=True)
class Reply:
    """A reply, its reasons, and the atoms whose words it uses. `question` is new and is stored once it was spoken."""

    text: str
    reasons: tuple[str, ...]
    used: tuple[Atom, ...] = ()
    question: Question | None = None
    relied: bool = True
    """False when the words were only asked about, which is no use of a memory."""
    quotes: tuple[str, ...] = ()
    """The archived lines that the reply quotes, where it quotes no atom."""
    waits: bool = False
    """Whether the ear stays open after it, though nothing is asked."""
    general: bool = False
    """Whether it only says that this is nothing of the person's memory and nothing she does: a mind may answer."""


@dataclass(frozen=True, slots=True)
class UnspokenRest:
    """What was not said of a reply that was interrupted, for "go on"; in memory only."""

    user_id: str
    text: str = field(repr=False)
    used: tuple[Atom, ...] = field(default=(), repr=False)
    """The atoms that the reply told: it is said only while all of them still stand so."""
    quotes: tuple[str, ...] = ()
    """The archived lines that it quoted: it is said only while all of them are there."""


@dataclass(frozen=True, slots=True)
class ReplyContext:
    """The sources of an answer."""

    heard: TurnResult
    memory: MemoryAccess
    gate: Gate
    replies: ReplyTemplates
    fact_keys: FactKeys
    concepts: QuestionTypes
    list_words: ListWords
    questions: tuple[Question, ...]
    """Questions of this session that are open or unresolved, newest first."""
    manner: Manner = field(default_factory=Manner)
    """How the person wants to be answered."""
    tone: Tone = field(default_factory=Tone)
    """How the reply is spoken; it decides no word of what is told."""
    rest: UnspokenRest | None = None
    """What is left of a reply that was interrupted."""
    only_if_asked: bool = False
    """Whether the person wants nothing recalled unasked (2.22)."""

    def say(self, name: str, **words: str | int) -> str:
        """Renders a reply sentence."""
        return self.replies.say(name, **words)

    def as_question(self) -> ReplyContext:
        """Returns the same turn as a question without a command."""
        return replace(self, heard=replace(self.heard, intent="question", slots=()))

    def asks(
        self, name: str, question: Question, reasons: tuple[str, ...], atoms: Sequence[Atom] = (), **words: str | int
    ) -> Reply:
        """Builds a reply that asks."""
        return Reply(self.say(name, **words), reasons, tuple(atoms), question, relied=False)

    def atoms(self, ids: tuple[str, ...]) -> tuple[Atom, ...]:
        """Returns the visible ones of these atoms. What is told, where nothing shall come unasked, is answered without
        what was told before.
        """
        if self.only_if_asked and self.heard.intent in TELLING:
            ids = tuple(atom_id for atom_id in ids if atom_id in self.heard.created)
        return self.memory.reader.atoms_by_id(self.gate, ids)

    def count(self) -> int:
        """Counts the visible atoms."""
        return self.memory.queries.count_atoms(self.gate)

    def date(self, at_ms: int) -> str:
        """Renders a day on the person's wall clock of now."""
        return self.replies.date(on_wall_clock(at_ms, self.heard.turn.at))

    def living(self, atoms: Sequence[Atom]) -> tuple[Atom, ...]:
        """Returns the living ones, without those that only a pronoun relates to a hidden topic, and codes of what the
        question asks something else of: "what's the wifi called".
        """
        standing = (atom for atom in atoms if atom.status is not Status.OUTDATED)
        asked = without_unasked_secrets(self.memory, self.heard.turn.text, standing)
        return self.memory.mentionable(self.gate, asked)

    def look_up(self, text: str, first: Sequence[Atom] = (), lines: Sequence[ArchivedLine] = ()) -> AssembledContext:
        """Retrieves and composes the bundle of this turn; `first` and `lines` are known to be asked for. It is empty
        where nothing was asked and nothing shall come unasked.
        """
        if self.only_if_asked and not self.gate.asked:
            return AssembledContext(ContextBundle())
        turn = self.heard.turn
        return build_context(self.memory, self.gate, text, turn.at, first, turn.turn_id, lines)

    def stated(self) -> dict[str, Atom]:
        """Returns the memories that Current State points to, by what they are about."""
        return {topic_of(atom): atom for atom in self.memory.stated(self.gate)}

    def tag(self, atom: Atom) -> Tag:
        """Returns how the atom may be used now."""
        same = self.memory.reader.atoms_with_key(self.gate, atom.key)
        now_ms, policy, language = self.heard.turn.at.at_ms, self.memory.policy, self.memory.language
        tag = tag_under_state(atom, same, self.stated() if topic_of(atom) else {}, now_ms, policy, language)
        left_open = tag is Tag.CONFIRMED and self.memory.queries.left_open(atom, self.heard.turn.session_id)
        return Tag.TENTATIVE if left_open else tag
