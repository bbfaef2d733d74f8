"""Pure: acknowledges what was done: one sentence, or the one question that it costs.

What the person said of themselves is said back in the second person: "Noted: you live in Ulm"; what cannot be turned
safely stands in quotation marks. A hidden record is never read: the gate is in every query.
"""

from __future__ import annotations

from dataclasses import replace

from device.core.policy import MAX_ECHO_CHARS
from device.languages.reply_templates import quote_text
from device.nlu.alphabet import spell_out
from device.skills.kept_records import count_open_records
from device.skills.memory import home_codes
from device.skills.memory.correcting.spelling import SPELLED_WORD, SPELLING
from device.skills.memory.forgetting.matters.told_on import FORGET_TOO
from device.skills.reply_context import Reply, ReplyContext
from memory.extraction.correction_rules import parse_proposal
from memory.model.atoms import Atom, Kind
from memory.model.changes import Question
from memory.reading.facts.statements import statements
from memory.reading.grammar.clause import ActKind
from memory.reading.rendering import names_speaker, render_within_sentence
from memory.reading.words.closed_words import has_reading, load_closed_words
from memory.retrieval.context_builder import AssembledContext


def acknowledge(view: ReplyContext, sentence: str) -> tuple[Reply, AssembledContext]:
    """Says what was done, or asks the one question that it costs. `sentence` is used when no reason names another."""
    heard = view.heard
    found = view.look_up(heard.turn.text if heard.intent == "statement" else "")
    question = next((q for q in view.questions if heard.question_id and q.question_id == heard.question_id), None)
    if question is not None:
        return _question_reply(view, question, sentence), found
    return _plain_acknowledgement(view, heard.reason_codes or ("UNDERSTOOD",), sentence), found


def _plain_acknowledgement(view: ReplyContext, reasons: tuple[str, ...], sentence: str) -> Reply:
    heard = view.heard
    if reasons[0] == "NOTHING_TO_KEEP":
        tells_own = view.memory.language.cue.search(heard.turn.text) is not None
        unread = "nothing_read" if tells_own else "nothing_meant"
        name = "passing" if _tells(view) else unread
        return Reply(view.say(name), reasons, general=name == "nothing_meant")
    codes = frozenset({home_codes.KEPT, home_codes.CHANGED})
    if reasons[0] == "SECRET" and (heard.created or not codes.isdisjoint(reasons)):
        kept = _plain_acknowledgement(view, tuple(reason for reason in reasons if reason != "SECRET"), sentence)
        return replace(kept, text=f"{kept.text} {view.say('secret_beside')}", reasons=reasons)
    others = tuple(reason for reason in reasons if reason not in codes)
    if reasons[0] in codes and others and heard.focus:  # what else the turn told
        kept = _plain_acknowledgement(view, others, sentence)
        return replace(kept, text=f"{kept.text} {view.say('code_beside')}", reasons=reasons)
    return _quoting_acknowledgement(view, _sentence_for(view, reasons, sentence), reasons)


def _tells(view: ReplyContext) -> bool:
    """Says whether a clause tells something, although nothing to keep: "it's raining"."""
    code = view.memory.language.code
    if not has_reading(code):
        return False
    measures = load_closed_words(code).units  # "another one for six minutes" has no verb
    told = (one for one in statements(view.heard.turn.text, code) if one.kind is ActKind.TELL)
    return any(one.clause.verb >= 0 and one.clause.lemma not in measures for one in told)


def _sentence_for(view: ReplyContext, reasons: tuple[str, ...], sentence: str) -> str:
    """Returns the sentence of the first reason that has one, else that of the intent."""
    heard = view.heard
    if reasons[0] == "UPDATED_BY_USER":
        return "updated" if heard.created else "outdated"
    name = next((_BY_REASON[reason] for reason in reasons if reason in _BY_REASON), None)
    if name is not None:
        return name
    if heard.intent == "statement" and heard.created:
        seen = view.atoms(heard.created)
        wish = bool(seen) and all(atom.kind is Kind.INSTRUCTION for atom in seen)
        sentence = "kept_not_obeyed" if wish else "noted"
    if reasons[0] == "RESTATED" and not heard.created:
        sentence = "known_already"
    if "FORGOTTEN_BY_USER" in reasons:
        sentence = "forgotten" if len(heard.forgotten) < 2 else "forgotten_several"
    if heard.intent == "forget_time" and "FORGOTTEN_BY_USER" in reasons and not heard.forgotten:
        sentence = "forgotten_words"
    if heard.intent == "forget_everything" and "FORGOTTEN_BY_USER" in reasons:
        sentence = "forgotten_everything"
    return sentence


def _quoting_acknowledgement(view: ReplyContext, name: str, reasons: tuple[str, ...]) -> Reply:
    """Composes a sentence that may quote the atom that it is about, when that is visible here."""
    heard = view.heard
    atoms = view.atoms(heard.focus)
    if name == "updated" and len(atoms) == len(heard.focus) == 2:
        new, old = (_said_back(view, atom) for atom in atoms)
        return Reply(view.say(name, text=new, old=old), reasons, atoms[:1], relied=False)
    if name in _QUOTING and len(atoms) == len(heard.focus) == 1 and len(atoms[0].text) <= MAX_ECHO_CHARS:
        text = quote_text(atoms[0].text) if name in _TOLD else _said_back(view, atoms[0])
        return Reply(view.say(name, text=text), reasons, (atoms[0],), relied=False)
    if name == "corrected" and 1 < len(atoms) == len(heard.focus) and not heard.created:
        text = "; ".join(_said_back(view, atom) for atom in atoms)  # one person was meant, in all of these
        return Reply(view.say(name, text=text), reasons, atoms, relied=False)
    if name in _QUOTING:
        name = "remembered_several" if len(heard.created) > 1 else _QUOTING[name]
    return Reply(view.say(name, count=len(heard.forgotten) or len(heard.created)), reasons)


def _said_back(view: ReplyContext, atom: Atom) -> str:
    """Returns a fact in the second person, to stand inside a sentence; in quotation marks where it cannot be turned."""
    code, text = view.memory.language.code, quote_text(atom.text)
    if not has_reading(code) or view.replies.language != code:
        return text
    by_another = view.heard.turn.who or view.memory.language.commanding.search(text) is not None
    turned = None if by_another else render_within_sentence(atom.text, code)
    if turned is None:
        return view.say("quoted", text=text) if names_speaker(text, code) else text
    return turned


def _question_reply(view: ReplyContext, question: Question, sentence: str) -> Reply:
    """Renders the question. Hidden words are not in it."""
    reasons = tuple(dict.fromkeys((question.reason_code, *view.heard.reason_codes)))
    atoms = view.atoms(question.atom_ids)
    if question.reason_code in ("FORGET_TIME", "FORGET_ABOUT"):
        return view.asks("ask_forget_time", question, reasons, count=len(question.atom_ids))
    if question.reason_code == "FORGET_EVERYTHING":
        return _ask_forget_everything(view, question, reasons)
    if question.reason_code == "DEVICE_RESTORE":
        return _reply_and_restore_question(view, question, reasons, sentence)
    forget = question.reason_code.startswith(("WHICH_FORGET", FORGET_TOO))
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
    if question.reason_code == FORGET_TOO or (forget and len(atoms) == 1):
        barred = "WONT_STORE" in view.heard.reason_codes
        guess = "ask_forget_kept" if barred else "ask_forget_this" if len(atoms) == 1 else "ask_forget_these"
        name = "ask_forget_too" if view.heard.forgotten else guess
        return view.asks(name, question, reasons, atoms, text="; ".join(quote_text(one.text) for one in atoms))
    if question.reason_code.startswith("WHICH_"):
        name = "ask_forget_which" if forget else "ask_choose"
        return view.asks(name, question, reasons, atoms, items=view.replies.choices(atoms))
    return view.asks("ask_review", question, reasons, atoms, text=quote_text(atoms[0].text))


def _ask_forget_everything(view: ReplyContext, question: Question, reasons: tuple[str, ...]) -> Reply:
    """Asks whether all shall be forgotten, with what still rings and what stands on lists."""
    kept = count_open_records(view.memory.reader, view.heard.turn.user_id)
    if not kept:
        return view.asks("ask_forget_all", question, reasons, count=view.count())
    things = view.replies.join_words([view.replies.counted(kind, count) for kind, count in kept.items()])
    return view.asks("ask_forget_all_kept", question, reasons, count=view.count(), things=things)


def _reply_and_restore_question(
    view: ReplyContext, question: Question, reasons: tuple[str, ...], sentence: str
) -> Reply:
    """Appends to the plain reply the one thing that a restored device asks."""
    plain = _plain_acknowledgement(
        view, tuple(reason for reason in reasons if reason != "DEVICE_RESTORE") or ("UNDERSTOOD",), sentence
    )
    asked = view.say(f"ask_{question.key}")
    return Reply(f"{plain.text} {asked}", reasons, plain.used, question, relied=False)


_QUOTING = {
    "remembered": "remembered_unquoted",
    "noted": "acknowledged",
    "kept_not_obeyed": "kept_not_obeyed_unquoted",
    "known_already": "acknowledged",
    "changed": "confirmed",
    "corrected": "confirmed",
    "outdated": "outdated_unquoted",
    "updated": "confirmed",
}
"""Sentences with a quote, and the ones to use when nothing may be quoted."""
_TOLD = frozenset({"known_already"})
"""Sentences that say that the words are the person's own: "You told me: i live in Ulm"."""
_BY_REASON = {
    "SECRET": "secret_refused",
    "DO_NOT_STORE": "do_not_store",
    "WONT_STORE": "wont_remember",
    "SECRET_KEPT_INSIDE": "secret_kept",
    "SECRET_KEPT_FOR_TEXT": "secret_for_text",
    home_codes.KEPT: "secret_for_text",
    home_codes.CHANGED: "code_changed",
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
    "FORGOTTEN_ALREADY": "forgotten_already",
    "NOTHING_SAID_THEN": "nothing_said_then",
    "WHAT_TO_REMEMBER": "ask_what",
    "NOTHING_MEANT": "nothing_meant",
    "NOTHING_FOUND": "nothing_found",
    "ALREADY_SO": "already_so",
    "ALREADY_KNOWN": "known_already",
    "CONFLICT": "unsettled_told",
}
