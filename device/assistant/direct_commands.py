"""Composition: memory commands that name their memory by its id or topic: forget, edit, remember. For programs.

Each is decided by the rules of the spoken command and committed through the same change. What is typed to forget
something is not archived; what is typed to edit or remember is the source of
the new words.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from device.assistant.assistant import Assistant
from device.assistant.imported_turn import store_tentative
from device.assistant.turn_records import heard_change
from device.core.policy import MAX_LISTED_EVENTS
from device.nlu.intent_matcher import IntentMatch, Slot
from device.skills.memory.corrections import words_to_replace
from device.skills.memory.forgetting.outcomes import forget_outcome, turns_without_memory
from device.skills.memory.home_codes import codes_told_by_program
from device.skills.memory.memory_controls import atoms_of_topic, correction_outcome
from device.skills.turn_context import TurnContext, TurnOutcome
from memory.core.errors import TextTooLong
from memory.core.policy import MemoryPolicy
from memory.extraction.correction_rules import apply_correction
from memory.extraction.extract import extract_remembered
from memory.extraction.value_types import may_replace
from memory.model import ids
from memory.model.atoms import Atom, Moment, Turn
from memory.reading.facts.keeping import says_nothing
from memory.rules.controls import is_barred
from memory.text.secret_detector import MASK

_INTENTS = {"topic": "forget", "meant": "correct", "statement": "remember"}
TOLD_BY_PROGRAM = "TOLD_BY_PROGRAM"
"""The reason code of what a client remembers by itself: nobody said it to Selene."""
_SESSION = "commands"
"""The session of commands that are given by name: no talk refers to them."""


@dataclass(frozen=True, slots=True)
class TopicMatch:
    """What a topic names: memories, some of them hidden, and turns that hold the words without a memory."""

    atoms: tuple[Atom, ...]
    turn_ids: tuple[str, ...]

    @property
    def is_several(self) -> bool:
        """Says whether more than one memory is named, or more than one turn where no memory is."""
        return (len(self.atoms) or len(self.turn_ids)) > 1


@dataclass(frozen=True, slots=True)
class ForgetReceipt:
    """What was forgotten, and where the ledger proves it."""

    atom_ids: tuple[str, ...]
    lines: int
    head_seq: int
    head_hash: str
    scrubbed: bool
    """False while a reader keeps the words in the write-ahead log; they go with the next write."""


@dataclass(frozen=True, slots=True)
class ProposedEdit:
    """An edit before it is committed: the memory as it would be, and whether a talk would ask first."""

    context: TurnContext
    before: Atom
    after: Atom
    outcome: TurnOutcome
    unusual: bool
    """The new words are of another type than the old: a number for a name."""

    @property
    def changes(self) -> bool:
        """False when the memory says so already."""
        return (self.after.value, self.after.text) != (self.before.value, self.before.text)


def find_topic(assistant: Assistant, user_id: str, topic: str, now: Moment) -> TopicMatch:
    """Returns what "forget TOPIC" would be about. Changes nothing."""
    context = _context(assistant, user_id, topic, now, "topic")
    return TopicMatch(atoms_of_topic(context), turns_without_memory(context))


def forget_found(assistant: Assistant, user_id: str, found: TopicMatch, now: Moment) -> ForgetReceipt:
    """Forgets memories and turns as "forget that" does, in one commit. Raises a `VaultError`."""
    named = " ".join((*(atom.atom_id for atom in found.atoms), *found.turn_ids))
    context = _context(assistant, user_id, named, now, "topic")
    outcome = replace(forget_outcome(context, found.atoms, found.turn_ids), hide=())
    change = replace(heard_change(context, outcome), lines=())
    done = assistant.vault.commit(change, awaited=True)
    events = assistant.vault.ledger_events(turn_id=context.turn.turn_id, limit=MAX_LISTED_EVENTS)
    gone = tuple(event.subject_id for event in events if event.event == "ATOM_FORGOTTEN")
    lines = {event.subject_id for event in events if event.event == "LINE_FORGOTTEN"}
    return ForgetReceipt(gone, len(lines), done.head_seq, done.head_hash, done.scrubbed)


def propose_edit(assistant: Assistant, user_id: str, atom: Atom, words: str, now: Moment) -> ProposedEdit | None:
    """Returns the memory with other words, as a spoken correction would leave it; None when it is unclear which words
    they replace, or when they hold a secret. Raises `TextTooLong`.
    """
    if len(words) > MemoryPolicy().max_atom_text_chars:
        raise TextTooLong("The new words are longer than a memory may be. Nothing was changed.")
    context = _context(assistant, user_id, words, now, "meant")
    heard, meant = words_to_replace(context, atom)
    if not heard or MASK in context.turn.text:
        return None
    language, policy, span = context.language, context.policy, context.understood.span("meant")
    done = apply_correction(context.turn, atom, heard, meant, span, policy, language)
    outcome = correction_outcome(context, done)
    after = done.atom or atom
    unusual = not may_replace(heard, meant, atom.kind, language)
    return ProposedEdit(context, atom, after, outcome, unusual)


def commit_edit(assistant: Assistant, edit: ProposedEdit) -> None:
    """Commits a proposed edit: the memory with its next version, the correction, and the words that were typed."""
    assistant.vault.commit(heard_change(edit.context, edit.outcome), awaited=True)


@dataclass(frozen=True, slots=True)
class ProposedMemory:
    """What a program asked to remember, before it is committed."""

    context: TurnContext
    outcome: TurnOutcome


def propose_remembered(assistant: Assistant, user_id: str, words: str, now: Moment) -> ProposedMemory:
    """Returns what a program's words would store: tentative, because no person said them to Selene, and beside what
    the person said. No word of it is taken as a command. Raises `TextTooLong`.
    """
    if len(words) > MemoryPolicy().max_text_chars:
        raise TextTooLong("The words are longer than a turn may be. Nothing was changed.")
    context = _context(assistant, user_id, words, now, "statement")
    empty = not context.turn.text.strip() or says_nothing(context.turn.text, context.language.code)
    if empty or context.points("statement"):
        return ProposedMemory(context, TurnOutcome("remember", ("NOTHING_MEANT",)))
    return ProposedMemory(context, _told_by_program(context, now))


def _told_by_program(context: TurnContext, now: Moment) -> TurnOutcome:
    start, end = context.understood.span("statement")
    if end - start > context.policy.max_atom_text_chars:
        return TurnOutcome("remember", ("STATEMENT_TOO_LONG",))
    facts = extract_remembered(context.turn, start, end, context.language, context.policy)
    if any(is_barred(f"{fact.key} {fact.text}", context.rules) for fact in facts):
        return TurnOutcome("remember", ("DO_NOT_STORE",))
    outcome = store_tentative(context, facts, now.at_ms)
    codes = codes_told_by_program(context, len(outcome.new))
    outcome = replace(
        outcome,
        new=(*outcome.new, *codes.new),
        changed=(*outcome.changed, *codes.changed),
        focus=(*outcome.focus, *codes.focus),
    )
    if not outcome.focus and codes.reasons:
        return codes
    if not outcome.focus:
        return TurnOutcome("remember", ("SECRET" if MASK in context.turn.text else "NOTHING_TO_KEEP",))
    new = tuple(replace(one, reason_code=TOLD_BY_PROGRAM) for one in outcome.new)
    changed = tuple(replace(one, reason_code=TOLD_BY_PROGRAM) for one in outcome.changed)
    return replace(outcome, intent="remember", reasons=(TOLD_BY_PROGRAM,), new=new, changed=changed)


def commit_remembered(assistant: Assistant, proposed: ProposedMemory) -> None:
    """Commits what was proposed, with the words as its source. Raises a `VaultError`."""
    assistant.vault.commit(heard_change(proposed.context, proposed.outcome), awaited=True)


def _context(assistant: Assistant, user_id: str, words: str, now: Moment, slot: str) -> TurnContext:
    turn = Turn(ids.turn_id(user_id, _SESSION, now.at_ms, words), _SESSION, user_id, words, now)
    intent = _INTENTS[slot]
    context = assistant.command_context(turn, IntentMatch(intent))
    said = context.turn.text
    return replace(context, understood=IntentMatch(intent, (Slot(slot, said, 0, len(said)),)))
