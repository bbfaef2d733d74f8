"""Pure: the state of a conversation between two turns. A session keeps it; the assistant keeps none of it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from device.addressing.voiceprint import VoiceSample
from device.assistant.turn_records import PendingAnswer, bundle_view
from device.audio.end_of_turn import NO_PAUSES, TurnPauses
from device.core.messages import Announcement, Answer, MindSaid, MindTurn, TurnResult
from device.core.policy import MAX_BARE_ANSWER_WORDS, USUAL_PERCENT
from device.core.ports import HintBundle
from device.mind.policy import KEPT_MIND_TALK_TURNS, MAX_MIND_TALK_TURNS
from device.nlu.intent_matcher import IntentMatch, IntentMatcher, Slot
from device.skills.memory.home_codes import is_guarded_code
from device.skills.reply_context import Reply, UnspokenRest
from device.skills.turn_context import TurnContext
from engine_b.core.errors import VaultError
from memory.model.atoms import Moment, Turn
from memory.model.changes import Rule
from memory.model.ports import ControlQueries, Gate, MemoryReader
from memory.reading.answering.told_answer import told_answer
from memory.reading.facts.statements import statements
from memory.reading.grammar.clause import ActKind
from memory.rules.controls import is_barred
from memory.rules.mention_target import PASSING, TELLING, last_mentioned
from memory.rules.refused_secrets import corrected_statement, meant_instead
from memory.text.language_rules import Language
from memory.text.normalise import tidy
from memory.text.secret_detector import MASK, find_secrets, mask_secrets

_PAUSE = re.compile(r"(?:(?<!\s)\s+)?[,.;:!–—-]\s+")
"""A run of spaces is searched once, from its beginning: a turn may be a hundred thousand of them."""
MIND_REPLIED = "MIND"
"""The reason of a reply that a mind made."""
_TELLS_CODE = frozenset({"statement", "remember", "correct", "not_so", "change", "request"})
"""Intents of words that may tell a code of the home."""
_MAY_INSIST = frozenset({"insist", "remember", "confirm", "deny", "statement", "question", "pin", "request"})


@dataclass(frozen=True, slots=True)
class RefusedTurn:
    """A refused turn without its secret, and its full words, which are held for one turn and in memory only."""

    turn: Turn
    statement: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Conversation:
    """The state between two turns. What must outlive the process is in the vault, not here."""

    user_id: str = ""
    """The user of the next hints: the last speaker, else the expected one; empty for nobody's."""
    spelling: bool = False
    """Whether the next turn spells a word."""
    refused: RefusedTurn | None = None
    """The secret that was refused in the last turn."""
    paces: bool = False
    """Whether the voice of this conversation can speak slower and faster; its session says so."""
    voice: VoiceSample | None = None
    """How the turn sounds that is about to be heard; its session says so. It is of that turn alone."""
    pauses: TurnPauses = NO_PAUSES
    """How that turn paused; its session says so."""
    doubtful: bool = False
    """Whether a critical word of the turn that is about to be heard is not sure; its session says so."""
    held: Turn | None = field(default=None, repr=False)
    """The turn whose words she asked about; in memory only, and dropped with the next turn."""
    pace_percent: int = USUAL_PERCENT
    """How fast the person wants to be spoken to, as a share of the usual pace."""
    known: bool = False
    """Whether it is known who alone speaks aloud in this conversation; its session says so."""
    opens: bool = False
    """Whether the turn that was heard last began a conversation."""
    pitch_percent: int = USUAL_PERCENT
    """How high the voice is to be, as a share of its usual pitch."""
    unanswered: str = field(default="", repr=False)
    """The question of the last turn, when nothing was known; in memory only, and dropped with the next turn."""
    pending: PendingAnswer | None = None
    """The answer that is about to be spoken."""
    rest: UnspokenRest | None = None
    """The rest of the last reply that was interrupted, until a turn changes or asks something else."""
    mind_talk: tuple[MindTurn, ...] = ()
    """The turns of this conversation that a mind answered; their words are in the archive."""


class TurnAssistant(Protocol):
    """The assistant as a session calls it, one call at a time: hear, answer, record_spoken.

    Each call takes the conversation and returns its next state. The assistant keeps nothing in between, so that one
    assistant serves any number of sessions.
    """

    def hints(self, conversation: Conversation) -> HintBundle:
        """Returns the hints for the recogniser's next utterance; small and quick."""
        ...

    def hear(self, turn: Turn, conversation: Conversation) -> tuple[TurnResult, Conversation]:
        """Understands and remembers. Never raises for a vault that cannot be written: see `TurnResult.failure`."""
        ...

    def answer(self, heard: TurnResult, conversation: Conversation) -> tuple[Answer, Conversation]:
        """Looks up, composes and phrases. Writes nothing."""
        ...

    def record_spoken(self, answer: Answer, spoken: str, conversation: Conversation) -> Conversation:
        """Records the words that were spoken: the whole reply, or its part before an interruption."""
        ...

    def due(self, user_id: str, now: Moment) -> tuple[Announcement, ...]:
        """Returns what the skills want to say to this person unasked, now."""
        ...

    def record_due(self, announcement: Announcement, turn: Turn) -> None:
        """Records that the first sample of it has sounded, so that it is not due any more."""
        ...


def rest_of(pending: PendingAnswer | None, text: str) -> UnspokenRest | None:
    """Returns what is left of an interrupted reply; None without anything."""
    if pending is None or not text:
        return None
    reply = pending.reply
    return UnspokenRest(pending.heard.turn.user_id, text, reply.used, reply.quotes)


def as_minded(answer: Answer, said: MindSaid) -> Answer:
    """Returns the answer with what a mind replied, as far as it may be said."""
    return replace(
        answer,
        reply=" ".join(said.sentences),
        reason_codes=(MIND_REPLIED, "RELEVANT") if said.used else (MIND_REPLIED,),
        bundle=answer.bundle if answer.request is None else bundle_view(answer.request.bundle),
        used=tuple(atom.atom_id for atom in said.used),
        expects_reply=said.asks,
        minded=said,
    )


def settled_with_mind(answer: Answer, conversation: Conversation) -> Conversation:
    """Returns the conversation with a mind's reply as the one that is about to be spoken; as it is without one.

    What a mind said answers the question, so that the next sentence of the person is no answer to it.
    """
    said, pending, request = answer.minded, conversation.pending, answer.request
    if said is None or pending is None or request is None or pending.heard.turn.turn_id != answer.turn.turn_id:
        return conversation
    reply = Reply(answer.reply, answer.reason_codes, said.used, relied=bool(said.used), waits=said.asks)
    pending = replace(pending, reply=reply, spoken=answer.reply, bundle=request.bundle)
    talk = (*conversation.mind_talk, MindTurn(answer.turn.turn_id, request.sources))
    if len(talk) > MAX_MIND_TALK_TURNS:
        talk = talk[-KEPT_MIND_TALK_TURNS:]
    return replace(conversation, pending=pending, unanswered="", mind_talk=talk)


def as_kept(
    pending: PendingAnswer, spoken: str, rules: Sequence[Rule], reader: MemoryReader, language: Language
) -> PendingAnswer:
    """Returns an answer with whether its words may be archived. Those of a mind may not where the words of the person
    are not kept whole, nor where they tell a secret or something that nothing shall be kept of.
    """
    if MIND_REPLIED not in pending.reply.reasons:
        return pending
    turn = pending.heard.turn
    lines = reader.lines_by_id(Gate(turn.user_id, identified=True), (turn.turn_id,))
    whole = [line.text for line in lines] == [turn.text]
    return replace(pending, kept=whole and not is_barred(spoken, rules) and not find_secrets(spoken, language))


def rest_after(conversation: Conversation, heard: TurnResult) -> UnspokenRest | None:
    """Returns what is still to be had by "go on" after a turn: nothing when it changed or asked something."""
    changed = heard.created or heard.updated or heard.forgotten
    passing = all(part.intent in PASSING for part in (heard, *heard.parts))
    return conversation.rest if passing and not changed else None


def begun_by(turn: Turn, conversation: Conversation) -> Conversation:
    """Returns the conversation as a turn finds it: what another was not told is no question of this person."""
    own = conversation.user_id == turn.user_id
    return replace(conversation, user_id=turn.user_id, unanswered=conversation.unanswered if own else "")


def refused_turn(
    context: TurnContext, turn: Turn, conversation: Conversation, matcher: IntentMatcher
) -> RefusedTurn | None:
    """Returns the secret that this turn is refused, or, for "remember it anyway", the one refused in the last turn."""
    if context.opened and MASK not in context.opened:
        return None
    if MASK in context.turn.text and context.understood.intent != "insist":
        said = tidy(turn.text)
        if context.opened:  # what is kept already is not insisted on
            said = mask_secrets(said, tuple(one for one in find_secrets(said, context.language) if one.home))
        return RefusedTurn(context.turn, _statement_of(said, context.language, matcher))
    pointed = context.understood.intent == "remember" and context.points("statement")
    return conversation.refused if pointed else None


def left_unanswered(heard: TurnResult, reply: Reply) -> str:
    """Returns the question to which nothing was known, so that its answer may follow; empty for any other turn."""
    unknown = heard.turn.identified and "NOTHING_FOUND" in reply.reasons and reply.question is None
    return heard.turn.text if unknown else ""


def with_state(context: TurnContext, conversation: Conversation) -> TurnContext:
    """Adds what the conversation knows of a turn: the secret that was refused before it, its voice, and hers."""
    context = with_refused(context, conversation.refused)
    context = replace(context, paces=conversation.paces, voice=conversation.voice, pauses=conversation.pauses)
    return replace(context, unanswered=conversation.unanswered)


def with_refused(context: TurnContext, before: RefusedTurn | None) -> TurnContext:
    """Adds the secret that the same person was refused in the last turn, and reads "i know, keep it anyway"."""
    turn = context.turn
    own = before if before is not None and _is_of(turn.user_id, turn.session_id, before) else None
    if _insists(context, own):
        context = replace(context, understood=IntentMatch("insist"))
    if own is None:
        return context
    return replace(context, refused=own.turn, secret_statement=context.secret_statement or own.statement)


def as_secret_answer(turn: Turn, unanswered: str, language: Language) -> Turn:
    """Returns a turn that answers "what's my pin" as the sentence that it tells, so that the secret is seen as one."""
    told = told_answer(unanswered, turn.text, language.code, MAX_BARE_ANSWER_WORDS) if unanswered else None
    return replace(turn, text=told) if told is not None and find_secrets(told, language) else turn


def as_was_meant(turn: Turn, conversation: Conversation, queries: ControlQueries, language: Language) -> Turn:
    """Returns a turn as the sentence that it tells of a secret, so that it is refused or kept as one: an answer to the
    question for it, or a correction of the one that was just refused or kept; the same turn where it is neither.
    """
    turn = as_secret_answer(turn, conversation.unanswered, language)
    instead = meant_instead(turn.text, language)
    if not instead:
        return turn
    before = conversation.refused
    if before is not None and _is_of(turn.user_id, turn.session_id, before):
        corrected = corrected_statement(turn.text, before.statement, language)
        return replace(turn, text=corrected) if corrected is not None else turn
    if any(one.kind is ActKind.TELL and one.subject for one in statements(instead, language.code)):
        return turn
    try:
        mentioned = last_mentioned(queries, turn.user_id, turn.session_id).atoms
    except VaultError:  # what the turn does says so
        return turn
    codes = (atom for atom in mentioned if is_guarded_code(atom, language))
    meant = (corrected_statement(turn.text, atom.text, language, kept=True) for atom in codes)
    text = next((text for text in meant if text is not None), None)
    return replace(turn, text=text) if text is not None else turn


@dataclass(frozen=True, slots=True)
class CleanedTurn:
    """The words of a turn without its secrets, and what they mean."""

    text: str
    understood: IntentMatch
    insisted: str = field(default="", repr=False)
    """The statement with a secret that the turn insists on."""
    opened: str = field(default="", repr=False)
    """What it tells with a code of the home, with the words of that code alone."""
    secrets: tuple[str, ...] = field(default=(), repr=False)


def without_secrets(said: str, language: Language, understanding: IntentMatcher) -> CleanedTurn:
    """Returns a turn without its secrets, what it means, and its words with those that it may tell."""
    insisted = _insisted_on(tidy(said), language, understanding)
    text = insisted or tidy(said)
    secrets = find_secrets(text, language)
    clean, told = mask_secrets(text, secrets), ""
    understood = understanding.match_intent(clean)
    if secrets and insisted:
        understood = IntentMatch("insist", understood.slots or (Slot("statement", clean, 0, len(clean)),))
    if secrets and understood.intent == "add_to_list":  # a list is read aloud
        understood = IntentMatch("statement")
    if secrets and understood.intent == "statement" and language.secret_tag.search(clean):
        understood = IntentMatch("question")
    if secrets and understood.intent == "insist":
        told = _statement_of(text, language, understanding) if understood.slots else insisted
    opened = ""
    if any(secret.home for secret in secrets) and understood.intent in _TELLS_CODE:
        opened = mask_secrets(text, tuple(secret for secret in secrets if not secret.home))
        opened = _statement_of(opened, language, understanding)
        understood = understood if understood.intent == "remember" else IntentMatch("statement")
    return CleanedTurn(clean, understood, told, opened, tuple(text[one.start : one.end] for one in secrets))


def _statement_of(said: str, language: Language, understanding: IntentMatcher) -> str:
    """Returns what words tell after "remember that"; all of them where they name their secret only together."""
    statement = understanding.match_intent(said).slot("statement")
    return (
        statement if statement and len(find_secrets(statement, language)) >= len(find_secrets(said, language)) else said
    )


def _insisted_on(text: str, language: Language, understanding: IntentMatcher) -> str:
    """Returns what is told before words that insist on it: "my pin is 8822, keep it anyway"; empty without them."""
    for pause in _PAUSE.finditer(text) if language.insisting.fullmatch(text) is None else ():
        before = text[: pause.start()]
        if language.insisting.fullmatch(text, pause.end()) and understanding.match_intent(before).intent in TELLING:
            return before
    return ""


def _is_of(user_id: str, session_id: str, before: RefusedTurn) -> bool:
    return (user_id, session_id) == (before.turn.user_id, before.turn.session_id)


def _insists(context: TurnContext, refused: RefusedTurn | None) -> bool:
    """Says whether the whole turn insists. Without anything refused "keep it" says other things too."""
    intent = context.understood.intent
    possible = intent in _MAY_INSIST if refused is not None else intent == "insist"
    return possible and context.language.insisting.fullmatch(context.turn.text.strip()) is not None
