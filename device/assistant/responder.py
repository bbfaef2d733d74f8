"""Pure: from what a turn did to what Selene says about it. Reads only; every reply has a reason code.

Stored words are quoted, never rephrased. What may not be seen here was never read: the gate is in every query.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from device.core.policy import MAX_ECHO_CHARS
from device.languages.reply_templates import quote_text
from device.nlu.alphabet import spell_out
from device.skills.memory.spelling import SPELLED_WORD, SPELLING
from device.skills.recall.calendar_answer import recall_by_day
from device.skills.recall.concept_answer import recall_concept
from device.skills.recall.fact_lookup import Reply, ReplyContext, recall_about, recall_all, recall_likings, recall_one
from device.skills.recall.history_answer import count_memories, recall_last_told, recall_left_off, recall_when_told
from device.skills.recall.search_answer import recall_by_search
from memory.extraction.correction_rules import parse_proposal
from memory.model.atoms import Channel
from memory.model.changes import Question
from memory.retrieval.context_builder import AssembledContext
from memory.retrieval.context_bundle import ContextBundle
from memory.rules.mention_target import SMALL_TALK

_FAILURES = {"VAULT_READ_ONLY": "why_read_only", "VAULT_DISK_FULL": "why_disk_full", "VAULT_BUSY": "why_busy"}


@dataclass(frozen=True, slots=True)
class ComposedReply:
    """A reply and the bundle that was composed for it."""

    reply: Reply
    bundle: ContextBundle = field(default_factory=ContextBundle)


def compose_reply(view: ReplyContext) -> ComposedReply:
    """The reply to a heard turn."""
    heard = view.heard
    if heard.parts and not heard.failure:
        return _compound_reply(view)
    if not view.gate.identified:
        return ComposedReply(Reply(view.say("unidentified"), ("SPEAKER_UNKNOWN",)))
    if heard.failure and heard.intent not in _READING and heard.intent not in _WRITES_NOTHING:
        return ComposedReply(_failure_reply(view))
    if heard.intent in _READING:
        asked = recall_by_day(view) or recall_concept(view) if heard.intent in _ASKING else None
        reply, found = asked or _READING[heard.intent](view)
        return ComposedReply(reply, found.bundle)
    found = view.look_up(heard.turn.text if heard.intent == "statement" else "")
    return ComposedReply(_acknowledgement(view), found.bundle)


def _compound_reply(view: ReplyContext) -> ComposedReply:
    """One reply for several commands in one utterance: each in turn, and a question at the end."""
    answers = [compose_reply(replace(view, heard=part)) for part in view.heard.parts]
    replies = sorted((answered.reply for answered in answers), key=lambda reply: reply.question is not None)
    used = tuple(dict.fromkeys(atom for reply in replies if reply.relied for atom in reply.used))
    reply = Reply(
        " ".join(dict.fromkeys(reply.text for reply in replies if reply.text)),
        tuple(dict.fromkeys(reason for reply in replies for reason in reply.reasons)),
        used,
        next((reply.question for reply in replies if reply.question is not None), None),
        quotes=next((reply.quotes for reply in replies if reply.quotes), ""),
    )
    return ComposedReply(reply, answers[0].bundle)


def _failure_reply(view: ReplyContext) -> Reply:
    code = view.heard.failure
    if code == "TEXT_TOO_LONG":
        return Reply(view.say("text_too_long"), (code,))
    return Reply(view.say("could_not_save", why=view.say(_FAILURES.get(code, "why_other"))), (code,))


def _acknowledgement(view: ReplyContext) -> Reply:
    """What was done, in a sentence; or the one question that it costs."""
    heard = view.heard
    question = next((q for q in view.questions if heard.question_id and q.question_id == heard.question_id), None)
    if question is not None:
        return _question_reply(view, question)
    return _plain_acknowledgement(view, heard.reason_codes or ("UNDERSTOOD",))


def _plain_acknowledgement(view: ReplyContext, reasons: tuple[str, ...]) -> Reply:
    heard = view.heard
    if heard.intent == "stop" and heard.turn.channel is Channel.VOICE:
        # Whoever says stop wants silence.
        return Reply("", reasons)
    if reasons[0] == "NOTHING_TO_KEEP" and not view.memory.language.cue.search(heard.turn.text):
        return Reply(view.say("nothing_meant"), reasons)
    if reasons[0] == "SECRET" and heard.created:
        kept = _plain_acknowledgement(view, tuple(reason for reason in reasons if reason != "SECRET"))
        return replace(kept, text=f"{kept.text} {view.say('secret_beside')}", reasons=reasons)
    name = next((_BY_REASON[reason] for reason in reasons if reason in _BY_REASON), None)
    by_intent = _BY_INTENT.get(heard.intent, "acknowledged")
    if heard.intent == "statement" and heard.created:
        by_intent = "noted"
    if reasons[0] == "RESTATED" and not heard.created:
        by_intent = "known_already"
    if "FORGOTTEN_BY_USER" in reasons:
        by_intent = "forgotten" if len(heard.forgotten) < 2 else "forgotten_several"
    if heard.intent == "forget_time" and "FORGOTTEN_BY_USER" in reasons and not heard.forgotten:
        by_intent = "forgotten_words"
    if heard.intent == "forget_everything" and "FORGOTTEN_BY_USER" in reasons:
        by_intent = "forgotten_everything"
    return _quoting_acknowledgement(view, name or by_intent, reasons)


def _quoting_acknowledgement(view: ReplyContext, name: str, reasons: tuple[str, ...]) -> Reply:
    """A sentence that may quote what it is about, when that may be seen here."""
    heard = view.heard
    atoms = view.atoms(heard.focus)
    if name in _QUOTING and len(atoms) == len(heard.focus) == 1 and len(atoms[0].text) <= MAX_ECHO_CHARS:
        return Reply(view.say(name, text=quote_text(atoms[0].text)), reasons, (atoms[0],), relied=False)
    if name in _QUOTING:
        name = "remembered_several" if len(heard.created) > 1 else _QUOTING[name]
    return Reply(view.say(name, count=len(heard.forgotten) or len(heard.created)), reasons)


def _question_reply(view: ReplyContext, question: Question) -> Reply:
    """The question in words. Words that may not be seen here are not in it."""
    reasons = tuple(dict.fromkeys((question.reason_code, *view.heard.reason_codes)))
    atoms = view.atoms(question.atom_ids)
    if question.reason_code == "FORGET_TIME":
        return view.asks("ask_forget_time", question, reasons, count=len(question.atom_ids))
    if question.reason_code == "FORGET_EVERYTHING":
        return view.asks("ask_forget_all", question, reasons, count=view.count())
    if question.reason_code == "DEVICE_RESTORE":
        return _reply_and_restore_question(view, question, reasons)
    forget = question.reason_code.startswith("WHICH_FORGET")
    if len(atoms) != len(question.atom_ids) and forget:
        unsaid = "ask_forget_unsaid" if len(question.atom_ids) == 1 else "ask_forget_all_unsaid"
        return view.asks(unsaid, question, reasons)
    if len(atoms) != len(question.atom_ids):
        unsaid = "ask_changed_unsaid" if question.reason_code == "CONFLICT" else "ask_unsaid"
        return view.asks(unsaid, question, reasons)
    if question.reason_code == "CONFLICT":
        old, new = atoms
        return view.asks("ask_changed", question, reasons, atoms, old=quote_text(old.text), new=quote_text(new.text))
    if question.reason_code == "CORRECTION_NEEDS_CONFIRMATION":
        heard, meant = parse_proposal(question.proposal)
        words = {"heard": heard or atoms[0].value, "meant": meant}
        if SPELLED_WORD in reasons:
            return view.asks("ask_spelt", question, reasons, atoms, letters=spell_out(meant), **words)
        return view.asks("ask_correct", question, reasons, atoms, text=quote_text(atoms[0].text), **words)
    if question.reason_code == SPELLING:
        return view.asks("ask_spell", question, reasons, atoms, heard=atoms[0].value)
    if forget and len(atoms) == 1:
        return view.asks("ask_forget_this", question, reasons, atoms, text=quote_text(atoms[0].text))
    if question.reason_code.startswith("WHICH_"):
        name = "ask_forget_which" if forget else "ask_choose"
        return view.asks(name, question, reasons, atoms, items=view.replies.choices(atoms))
    return view.asks("ask_review", question, reasons, atoms, text=quote_text(atoms[0].text))


def _reply_and_restore_question(view: ReplyContext, question: Question, reasons: tuple[str, ...]) -> Reply:
    """The plain reply, and then the one thing that a restored device asks."""
    plain = _plain_acknowledgement(
        view, tuple(reason for reason in reasons if reason != "DEVICE_RESTORE") or ("UNDERSTOOD",)
    )
    asked = view.say(f"ask_{question.key}")
    return Reply(f"{plain.text} {asked}", reasons, plain.used, question, relied=False)


def _explain_last_reply(view: ReplyContext) -> tuple[Reply, AssembledContext]:
    """Why the last reply was said: its reason code, and the memory that it used."""
    user_id, session_id = view.heard.turn.user_id, view.heard.turn.session_id
    turn_id, code = view.memory.oversight.last_reason(user_id, session_id)
    if not code:
        return Reply(view.say("why_nothing"), ("NOTHING_SAID",)), view.look_up("")
    reason = view.replies.reason(code)
    used = view.memory.oversight.used_in(view.gate, turn_id)
    if not used:
        return Reply(view.say("why_bare", reason=reason), (code,)), view.look_up("")
    date = view.date(used[0].learned_at_ms)
    text = view.say("why_told", reason=reason, date=date, text=quote_text(used[0].text))
    return Reply(text, (code,), used[:1]), view.look_up("")


def _report_forgotten(view: ReplyContext) -> tuple[Reply, AssembledContext]:
    """How many and when, never what."""
    gone = view.memory.oversight.forgotten(view.heard.turn.user_id)
    if not gone.last_ms:
        return Reply(view.say("forgotten_none"), ("NOTHING_FORGOTTEN",)), view.look_up("")
    counts = (("memories", gone.count), ("lines", gone.lines), ("corrections", gone.corrections))
    named = [view.replies.counted(name, count) for name, count in counts if count]
    text = view.say("forgotten_list", counts=view.replies.joined(named), date=view.date(gone.last_ms))
    return Reply(text, ("LEDGER_COUNTED",)), view.look_up("")


def _tell_time(view: ReplyContext) -> tuple[Reply, AssembledContext]:
    """The moment of the turn on the person's own wall clock."""
    date = view.replies.date(view.heard.turn.at, timed=True)
    return Reply(view.say("time_now", date=date), ("CLOCK",)), view.look_up("")


def _recall_one_or_search(view: ReplyContext) -> tuple[Reply, AssembledContext]:
    about = dict(view.heard.slots).get("about") or view.heard.turn.text
    if view.fact_keys.is_liking(about):
        return recall_likings(view, about)
    return recall_one(view, about) or recall_by_search(view)


def _recall_about_or_search(view: ReplyContext) -> tuple[Reply, AssembledContext]:
    return recall_about(view) or recall_by_search(view)


_READING = {
    "recall_all": recall_all,
    "recall_one": _recall_one_or_search,
    "recall_about": _recall_about_or_search,
    "question": recall_by_search,
    "when_told": recall_when_told,
    "last_told": recall_last_told,
    "leave_off": recall_left_off,
    "how_much": count_memories,
    "why": _explain_last_reply,
    "what_forgotten": _report_forgotten,
    "tell_time": _tell_time,
}
_ASKING = frozenset({"recall_one", "recall_about", "question"})
_WRITES_NOTHING = SMALL_TALK | {"stop", "help", "who_are_you"}
_QUOTING = {
    "remembered": "remembered_unquoted",
    "noted": "acknowledged",
    "known_already": "acknowledged",
    "changed": "confirmed",
    "corrected": "confirmed",
    "outdated": "outdated_unquoted",
}
"""Sentences that quote, and the one to use when there is nothing that may be quoted."""
_BY_REASON = {
    "SECRET": "secret_refused",
    "DO_NOT_STORE": "do_not_store",
    "WONT_STORE": "wont_remember",
    "SECRET_KEPT_INSIDE": "secret_kept",
    "STATEMENT_TOO_LONG": "too_long",
    "CORRECTION_UNCLEAR": "correction_unclear",
    "CORRECTED_BY_USER": "corrected",
    "APPROVED_BY_USER": "changed",
    "KEPT_BY_USER": "kept",
    "KEPT_BOTH": "kept_both",
    "CONFIRMED_BY_USER": "confirmed",
    "DENIED_BY_USER": "outdated",
    "NOTHING_TO_FORGET": "nothing_to_forget",
    "NOTHING_KEPT": "nothing_kept",
    "NOTHING_SAID_THEN": "nothing_said_then",
    "WHAT_TO_REMEMBER": "ask_what",
    "NOTHING_MEANT": "nothing_meant",
    "NOTHING_FOUND": "nothing_found",
    "ALREADY_SO": "already_so",
    "ALREADY_KNOWN": "known_already",
    "CONFLICT": "unsettled_told",
}
_BY_INTENT = {
    "remember": "remembered",
    "insist": "remembered",
    "statement": "acknowledged",
    "dont_remember": "wont_remember",
    "remember_again": "may_remember_again",
    "only_if_asked": "only_if_asked",
    "stop_mentioning": "wont_mention",
    "mention_again": "may_mention",
    "pin": "pinned",
    "unpin": "unpinned",
    "may_say": "may_say",
    "keep_to_text": "keep_to_text",
    "keep_inside": "keep_inside",
    "confirm": "nothing_open",
    "deny": "nothing_denied",
    "choose": "nothing_open",
    "choose_all": "nothing_open",
    "choose_none": "nothing_open",
    "keep_both": "nothing_open",
    "stop": "stopped",
    "nothing": "empty",
    "help": "help",
    "who_are_you": "who_are_you",
    "request": "cannot_do",
    **{intent: intent for intent in SMALL_TALK},
}
