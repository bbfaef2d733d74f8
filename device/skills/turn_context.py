"""Pure: the input and the output of deciding a turn. The assistant builds the one and commits the other.

A `TurnContext` reads through `MemoryReader` and `ControlQueries`; it writes nothing. A `TurnOutcome` holds the parts of
one `Change` and what the reply needs.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from device.addressing.voiceprint import VoiceSample
from device.audio.end_of_turn import NO_PAUSES, TurnPauses
from device.core.policy import MAX_BESIDE_ATOMS, SAID_BEFORE_TURNS
from device.nlu.alphabet import SpellingAlphabet
from device.nlu.fact_keys import FactKeys
from device.nlu.intent_matcher import IntentMatch
from device.nlu.list_words import ListWords
from device.nlu.time_phrases import TimeReader
from memory.core.policy import MemoryPolicy
from memory.model.atoms import Atom, Channel, Speaker, Turn
from memory.model.changes import CorrectionPair, Flag, Note, Question, Record, Rule, Setting
from memory.model.ports import ControlQueries, Gate, MemoryReader
from memory.reading.changes.updates import Effect
from memory.reading.facts.entities import Names
from memory.reading.facts.statements import Statement
from memory.rules.clarification import flags_for, flags_to_evict, may_ask
from memory.rules.conflict import sibling_prefix
from memory.rules.forgotten_values import ForgottenValue
from memory.rules.mention_target import MentionTarget, last_mentioned
from memory.text.forgetting.forget_requests import ForgetRequests
from memory.text.language_rules import Language
from memory.text.secret_detector import MASK

Span = tuple[int, int]


@dataclass(slots=True)
class TurnComparisons:
    """What comparing the statements of one turn with known atoms gave: several rules ask it of the same pairs.

    Both are kept by the identity of what is compared, which is held for it: hashing a statement takes longer.
    """

    known: dict[int, tuple[Statement, tuple[Atom, ...], Names]] = field(default_factory=dict)
    effects: dict[tuple[int, int], tuple[Statement, Atom, Effect]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TurnContext:
    """One turn with the memory that decisions read."""

    turn: Turn
    """Its text is cleaned and without secrets."""
    understood: IntentMatch
    reader: MemoryReader
    queries: ControlQueries
    language: Language
    policy: MemoryPolicy
    fact_keys: FactKeys
    pointers: frozenset[str]
    """Words that only point at the last mention."""
    alphabet: SpellingAlphabet
    """The names of letters."""
    times: TimeReader
    """Reads durations and times of day."""
    list_words: ListWords
    """The words around things on a list."""
    requests: ForgetRequests
    """Reads requests to forget."""
    asked: tuple[Question, ...] = ()
    """Questions of this session that are open or unresolved, newest first."""
    rules: tuple[Rule, ...] = ()
    barred: tuple[tuple[ForgottenValue, Span], ...] = ()
    """The forgotten values that the turn says again, and where; its text is without them."""
    secret_statement: str = ""
    """The statement with its secret, when the person insists on storing one."""
    opened: str = field(default="", repr=False)
    """What a turn tells with a code of the home, with the words of that code alone; empty for any other turn."""
    puts_right: bool = False
    """Whether the turn was said as a correction of a code, and is read as if it told the right one."""
    masked: tuple[str, ...] = field(default=(), repr=False)
    """The secrets that its text has not; a request to forget may name them."""
    looked_up: dict[tuple[str, ...], tuple[Atom, ...]] = field(default_factory=dict, repr=False, compare=False)
    """The atoms that were found for stems in this turn; the parts of the turn share it."""
    unanswered: str = field(default="", repr=False)
    """The question of the last turn, when nothing was known; empty for any other turn."""
    compared: TurnComparisons = field(default_factory=TurnComparisons, repr=False, compare=False)
    """What was found of the statements of this turn; the parts of the turn share it."""
    earlier: tuple[str, ...] = field(default=(), repr=False)
    """What the commands of the turn before this one say: "do you know my brother tom" before "he lives in kiel"."""
    goes_on_correcting: bool = False
    """Whether a command of the turn before this one put something right: "no it's eric" before "he's from leeds"."""
    paces: bool = False
    """Whether the voice of this conversation can speak slower and faster."""
    voice: VoiceSample | None = None
    """How the turn sounded; None for written words, and where no voice could be measured."""
    pauses: TurnPauses = NO_PAUSES
    """How the turn paused; nothing of written words."""
    refused: Turn | None = None
    """The last turn, when it was refused: without its secret, and its full words in `RefusedTurn`."""

    @property
    def control(self) -> Gate:
        """The gate for comparing and acting: everything that the person may read in writing."""
        return Gate(self.turn.user_id, self.turn.identified, Channel.TEXT)

    def points(self, slot: str) -> bool:
        """Says whether a slot is missing or only points: "this"."""
        words = self.understood.slot(slot)
        return not words or words.casefold().strip(" .,!?") in self.pointers

    def mentioned(self) -> MentionTarget:
        """Returns what "that" refers to."""
        return last_mentioned(self.queries, self.turn.user_id, self.turn.session_id)

    def said_before(self) -> tuple[str, ...]:
        """Returns what the person said in the last turns of the session, in order; nothing stands for a secret."""
        turns = self.queries.recent_turns(self.turn.user_id, self.turn.session_id, SAID_BEFORE_TURNS)
        lines = self.reader.lines_by_id(self.control, turns)
        return tuple(line.text.replace(MASK, "") for line in reversed(lines) if line.speaker is Speaker.USER)

    def said_so_far(self) -> tuple[str, ...]:
        """Returns what the person said in the last turns, and in this one before these words."""
        return (*self.said_before(), *self.earlier)

    def known(self, key: str) -> tuple[Atom, ...]:
        """Returns the readable living atoms of a key, in the order of 2.11.10."""
        return self.reader.atoms_with_key(self.control, key)

    def digest(self, words: str) -> str:
        """Returns the keyed digest of words that are forgotten."""
        return self.queries.forgotten_digest(self.turn.user_id, words)

    def kept_with(self, key: str) -> tuple[Atom, ...]:
        """Returns the atoms that the person keeps together with those of `key`."""
        return self.queries.atoms_filed_under(self.control, sibling_prefix(key), MAX_BESIDE_ATOMS)

    def may_ask(self, key: str, reason_code: str) -> bool:
        """Says whether a question about `key` may be asked now (2.11.12)."""
        return may_ask(key, reason_code, self.reader.flag(self.turn.user_id, key), self.asked)


@dataclass(frozen=True, slots=True)
class TurnOutcome:
    """What a turn changes, and what its reply is about."""

    intent: str
    reasons: tuple[str, ...] = ()
    new: tuple[Atom, ...] = ()
    changed: tuple[Atom, ...] = ()
    forget: tuple[str, ...] = ()
    forget_turns: tuple[str, ...] = ()
    forget_words: tuple[tuple[str, int, int], ...] = ()
    forget_phrases: tuple[str, ...] = ()
    """Words that go wherever they stand."""
    phrase_atoms: tuple[str, ...] = ()
    """The atoms that go with them, for the count that is told."""
    new_rules: tuple[Rule, ...] = ()
    drop_rules: tuple[str, ...] = ()
    corrections: tuple[CorrectionPair, ...] = ()
    flags: tuple[Flag, ...] = ()
    drop_flags: tuple[tuple[str, str], ...] = ()
    questions: tuple[Question, ...] = ()
    notes: tuple[Note, ...] = ()
    settings: tuple[Setting, ...] = ()
    records: tuple[Record, ...] = ()
    """Records of a type that the skill registered."""
    drop_records: tuple[tuple[str, str], ...] = ()
    hide: tuple[Span, ...] = ()
    """Spans of the turn whose words are not archived."""
    focus: tuple[str, ...] = ()
    question_id: str = ""

    def with_reasons(self, *reasons: str) -> TurnOutcome:
        """Returns the same with reasons put in front."""
        return replace(self, reasons=tuple(dict.fromkeys((*reasons, *self.reasons))))

    def with_question(self, question: Question) -> TurnOutcome:
        """Returns the same with one question to the person."""
        return replace(self, questions=(*self.questions, question), question_id=question.question_id)


@dataclass(slots=True)
class OutcomeBuilder:
    """Collects the parts of an outcome within the caps of a turn (Q13)."""

    context: TurnContext
    new: list[Atom] = field(default_factory=list)
    changed: dict[str, Atom] = field(default_factory=dict)

    def has_room(self, new: int, changed: int) -> bool:
        """Says whether so many more fit."""
        policy = self.context.policy
        return (
            len(self.new) + new <= policy.max_new_atoms_per_turn
            and len(self.changed) + changed <= policy.max_changed_atoms_per_turn
        )

    def flags(self) -> tuple[tuple[Flag, ...], tuple[tuple[str, str], ...]]:
        """Returns the do-not-repeat flags to raise, and those that must go for them (Q14)."""
        context = self.context
        raised = flags_for((*self.new, *self.changed.values()), context.turn.at.at_ms)
        if not raised:
            return (), ()
        kept = context.queries.flags(context.turn.user_id)
        return raised, flags_to_evict(kept, raised, context.policy.max_do_not_repeat_keys)
