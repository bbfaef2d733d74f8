"""Pure: composes Selene's reply to a turn. Reads only; every reply has a reason code."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from device.assistant.brevity import briefly
from device.assistant.intent_table import IntentTable
from device.core.messages import TurnResult
from device.core.policy import MAX_FURTHER_WORDS
from device.skills.instructions.manner import BRIEFLY
from device.skills.recall.composed_answer import recall_parts
from device.skills.recall.unsure.weighed_answer import recall_weighed
from device.skills.reply_context import Reply, ReplyContext
from device.skills.skill import Intent
from memory.model.atoms import Status, Turn
from memory.model.ports import Gate
from memory.retrieval.context_builder import AssembledContext, MemoryAccess
from memory.retrieval.context_bundle import ContextBundle
from memory.rules.current_state import topic_of
from memory.text.normalise import same_value

OVERHEARD = "overheard"
"""The intent of words that may have been another's: what they ask for is not done, and nothing of them is kept."""
_FAILURES = {"VAULT_READ_ONLY": "why_read_only", "VAULT_DISK_FULL": "why_disk_full", "VAULT_BUSY": "why_busy"}


@dataclass(frozen=True, slots=True)
class ComposedReply:
    """A reply and its Context Bundle."""

    reply: Reply
    bundle: ContextBundle = field(default_factory=ContextBundle)


def refuse_stranger(turn: Turn, intent: Intent) -> TurnResult | None:
    """Returns the result of what nobody known may do; None of what guests may, and for words that may have been said to
    somebody else of what writes nothing.
    """
    if turn.overheard and not (intent.for_guests and (intent.writes_nothing or intent.asks)):
        return TurnResult(turn, OVERHEARD, reason_codes=("OVERHEARD",))
    return None if intent.for_guests else TurnResult(turn, "unidentified", reason_codes=("SPEAKER_UNKNOWN",))


def compose_reply(view: ReplyContext, intents: IntentTable) -> ComposedReply:
    """Returns the reply to a heard turn, composed by the skill of its intent."""
    heard = view.heard
    if heard.parts and not heard.failure:
        return _compound_reply(view, intents)
    if heard.intent == OVERHEARD:
        return ComposedReply(Reply(view.say("overheard"), ("OVERHEARD",)))
    if not (view.gate.identified or intents.intent(heard.intent).for_guests):
        return ComposedReply(Reply(view.say("unidentified"), ("SPEAKER_UNKNOWN",)))
    if heard.failure and not intents.intent(heard.intent).writes_nothing:
        return ComposedReply(_failure_reply(view))
    reply, found = _asked_further(view, intents) or intents.answer(view)
    return ComposedReply(briefly(reply) if view.manner.holds(BRIEFLY) else reply, found.bundle)


def _asked_further(view: ReplyContext, intents: IntentTable) -> tuple[Reply, AssembledContext] | None:
    """Answers a few words after a question that tell nothing to keep: "and the other one". None for any others."""
    turn, queries = view.heard.turn, view.memory.queries
    told_nothing = view.heard.intent == "statement" and view.heard.reason_codes == ("NOTHING_TO_KEEP",)
    if not told_nothing or len(turn.text.split()) > MAX_FURTHER_WORDS:
        return None
    turns = (each for each in queries.recent_turns(turn.user_id, turn.session_id, 2) if each != turn.turn_id)
    intent = queries.intents(tuple(turns)[:1])
    return recall_weighed(view) if intents.recalls.intersection(intent.values()) else None


def _compound_reply(view: ReplyContext, intents: IntentTable) -> ComposedReply:
    """Composes one reply for several commands in one utterance: each in turn, and a question at the end."""
    answers = [compose_reply(replace(view, heard=part), intents) for part in _forgotten_as_one(view.heard.parts)]
    whole = _asked_as_one(view, intents, answers)
    if whole is not None:
        return whole
    replies = sorted((answered.reply for answered in answers), key=lambda reply: reply.question is not None)
    passing = view.say("passing")  # nothing to add to what was done: "keep it short | i get tired"
    replies = [reply for reply in replies if reply.text != passing] or replies
    used = tuple(dict.fromkeys(atom for reply in replies if reply.relied for atom in reply.used))
    reply = Reply(
        " ".join(dict.fromkeys(reply.text for reply in replies if reply.text)),
        tuple(dict.fromkeys(reason for reply in replies for reason in reply.reasons)),
        used,
        next((reply.question for reply in replies if reply.question is not None), None),
        quotes=tuple(dict.fromkeys(line for reply in replies for line in reply.quotes)),
    )
    return ComposedReply(reply, answers[0].bundle)


def _asked_as_one(view: ReplyContext, intents: IntentTable, answers: list[ComposedReply]) -> ComposedReply | None:
    """Returns the answer to several questions as one, where one of them by itself finds nothing: "and when is it"."""
    asks = all(intents.intent(part.intent).recalls for part in view.heard.parts)
    if not asks or not any("NOTHING_FOUND" in answered.reply.reasons for answered in answers):
        return None
    composed = recall_parts(view)
    return None if composed is None else ComposedReply(composed[0], composed[1].bundle)


def _forgotten_as_one(parts: tuple[TurnResult, ...]) -> tuple[TurnResult, ...]:
    """Returns the parts with those that only forgot something as one, so that their count is told once."""
    gone = [part for part in parts if part.reason_codes == ("FORGOTTEN_BY_USER",)]
    if len(gone) < 2:
        return parts
    atoms = tuple(dict.fromkeys(atom_id for part in gone for atom_id in part.forgotten))
    one = replace(gone[0], forgotten=atoms)
    return tuple(one if part is gone[0] else part for part in parts if part is gone[0] or part not in gone)


def _failure_reply(view: ReplyContext) -> Reply:
    code = view.heard.failure
    if code == "TEXT_TOO_LONG":
        return Reply(view.say("text_too_long"), (code,))
    return Reply(view.say("could_not_save", why=view.say(_FAILURES.get(code, "why_other"))), (code,))


def in_tone(view: ReplyContext, plain: Reply, intents: IntentTable) -> str:
    """Returns a reply in the wording of the tone of `view`. Where the wording would tell anything else, such as one
    memory more, the plain one stays.
    """
    if not view.tone.name:
        return plain.text
    toned = compose_reply(view, intents).reply
    return toned.text if replace(toned, text=plain.text) == plain else plain.text


def prefers_speech(memory: MemoryAccess, turn: Turn) -> bool:
    """Says whether the person's own contact preference allows SAFE_TO_TEXT to be spoken (2.11.11)."""
    gate = Gate(turn.user_id, turn.identified, turn.channel)
    stated = tuple(atom for atom in memory.stated(gate) if topic_of(atom) == "contact_preference")
    known = stated or memory.reader.atoms_with_key(gate, "contact_preference")
    return len(known) == 1 and all(
        atom.status in (Status.ACTIVE, Status.USER_APPROVED) and same_value(atom.value, "speak", memory.language)
        for atom in known
    )
