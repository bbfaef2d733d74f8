"""Pure: builds the two commits of a turn as `Change`s, what was heard and decided and what was spoken, and the result
that is reported of it.
"""

from __future__ import annotations

from dataclasses import dataclass

from device.core.messages import BundleAtom, BundleView, TurnResult
from device.languages.reply_templates import quote_text
from device.nlu.intent_matcher import IntentMatch
from device.skills.feelings.turn_mood import felt_records
from device.skills.reply_context import Reply
from device.skills.turn_context import TurnContext, TurnOutcome
from device.skills.voices.pause_profile import paused_records
from engine_b.core.errors import VaultError
from memory.model.atoms import ArchivedLine, Atom, Speaker, Turn
from memory.model.changes import Change, Note, Question, Rule, Scope
from memory.reading.rendering import render_to_person
from memory.reading.words.closed_words import has_reading
from memory.retrieval.context_bundle import ContextBundle
from memory.retrieval.metrics import TurnFacts, measure_turn
from memory.rules.controls import blank_barred_clauses, blank_span, is_unmentionable
from memory.rules.current_state import told_settings
from memory.text.normalise import token_count
from memory.text.phrases import around_words

GUEST_RECORDS = frozenset({"schedule"})
"""The record types that an unknown speaker may change."""
_CORRECTING = frozenset({"correct", "change", "not_so"})
_UNWANTED = frozenset({"stop_mentioning", "dont_remember", "keep_inside"})
_OPENED = {
    "WAKE_WORD": (Note("WOKEN", "WAKE_WORD"),),
    "SPEECH_OVER_PLAYBACK": (Note("BARGED_IN", "USER_SPEECH_DETECTED"),),
}
"""The events of what opened the ear for a turn (2.1); a turn that follows another has none."""


@dataclass(frozen=True, slots=True)
class PendingAnswer:
    """An answer that is about to be spoken, with what `said_change` needs of it."""

    heard: TurnResult
    reply: Reply
    bundle: ContextBundle
    questions: tuple[Question, ...] = ()
    recalls: bool = False
    """Whether the turn asked the memory."""
    spoken: str = ""
    """The reply in the wording of its tone."""
    kept: bool = True
    """Whether its words may be archived."""

    def archived(self, spoken: str) -> str:
        """Returns what is archived of a reply: its plain wording, so that no tone is ever searched, and nothing of what
        was told before it was forgotten.
        """
        first = self.heard.first
        kept = spoken.removeprefix(first).lstrip() if spoken.startswith(first) else ""
        return self.reply.text if kept == self.spoken else kept

    @property
    def may_be_recorded(self) -> bool:
        """False for an unknown speaker, a turn that could not be saved, or one that was recorded before."""
        heard = self.heard
        return (
            heard.turn.identified and not heard.failure and not {"REPLAYED_TURN", "NO_WORDS"} & set(heard.reason_codes)
        )


def heard_change(context: TurnContext, outcome: TurnOutcome) -> Change:
    """Returns everything that a turn's words write, in one transaction."""
    reason = outcome.reasons[0] if outcome.reasons else "UNDERSTOOD"
    note = Note("TURN_HEARD", reason, "", (("intent", outcome.intent),))
    kept = _kept_text(context, outcome)
    told = told_settings(
        context.turn.user_id,
        context.queries.current_state(),
        () if context.turn.who else outcome.new,
        () if context.turn.who else outcome.changed,
        (*outcome.forget, *outcome.phrase_atoms),
    )
    return Change(
        scope=_scope(context.turn),
        notes=(*_OPENED.get(context.turn.opened_by, ()), note, *outcome.notes),
        lines=(_archived_line(context.turn, Speaker.USER, kept),),
        new_atoms=outcome.new,
        changed_atoms=outcome.changed,
        forget_atoms=outcome.forget,
        forget_turns=outcome.forget_turns,
        forget_words=outcome.forget_words,
        forget_phrases=outcome.forget_phrases,
        new_rules=outcome.new_rules,
        drop_rules=outcome.drop_rules,
        corrections=outcome.corrections,
        flags=outcome.flags,
        drop_flags=outcome.drop_flags,
        questions=outcome.questions,
        settings=(*outcome.settings, *told),
        records=(*outcome.records, *felt_records(context, kept), *paused_records(context, outcome.drop_records, kept)),
        drop_records=outcome.drop_records,
    )


def guest_change(context: TurnContext, outcome: TurnOutcome) -> Change:
    """Returns what a turn of an unknown speaker writes: schedules, and nothing else that the outcome holds."""
    records = tuple(record for record in outcome.records if record.type in GUEST_RECORDS)
    return Change(_scope(context.turn), records=records)


def said_change(last: PendingAnswer, spoken: str, rules: tuple[Rule, ...], language: str) -> Change:
    """Returns the record of the spoken words: used atoms, the question asked, and the turn's measurements.

    A reply of which only a part was spoken leaves an event of its own (2.1).
    """
    turn, reply = last.heard.turn, last.reply
    used = tuple(atom for atom in reply.used if _is_spoken(atom, spoken, language))
    line = _archived_line(turn, Speaker.SELENE, spoken)
    new = reply.question if reply.question is not None and spoken else None
    asked = (new,) if new is not None and new.question_id != last.heard.question_id else ()
    quoted = tuple(Note("LINE_QUOTED", "EXCERPT", line_id) for line_id in reply.quotes) if spoken else ()
    stopped = () if spoken == reply.text else (Note("SPEECH_STOPPED", "CUT_SHORT", turn.turn_id),)
    replied = Note("REPLIED", reply.reasons[0], turn.turn_id, (("intent", last.heard.intent),))
    return Change(
        scope=_scope(turn),
        notes=(replied, *stopped, *quoted),
        lines=(line,) if spoken and last.kept else (),
        used_atoms=tuple(atom.atom_id for atom in used) if reply.relied else (),
        questions=asked,
        metrics=measure_turn(_turn_facts(last, used, rules)),
    )


def _is_spoken(atom: Atom, spoken: str, language: str) -> bool:
    """Says whether the reply has the atom's words, as they were told or in the second person."""
    if quote_text(atom.text) in spoken:
        return True
    told = render_to_person(atom.text, language) if has_reading(language) else None
    return bool(told) and str(told).rstrip(".").casefold() in spoken.casefold()


def _scope(turn: Turn) -> Scope:
    return Scope(turn.user_id, turn.session_id, turn.turn_id, turn.at.at_ms)


def _kept_text(context: TurnContext, outcome: TurnOutcome) -> str:
    """Returns the words for the archive: what is forgotten or must not be stored is blanked in place."""
    text = context.turn.text
    again = () if context.understood.intent == "insist" else context.barred
    for start, end in (*outcome.hide, *(around_words(text, span) for _, span in again)):
        text = blank_span(text, start, end)
    return blank_barred_clauses(text, (*context.rules, *outcome.new_rules), context.language)


def _archived_line(turn: Turn, speaker: Speaker, text: str) -> ArchivedLine:
    return ArchivedLine(
        line_id=turn.turn_id if speaker is Speaker.USER else f"{turn.turn_id}/reply",
        turn_id=turn.turn_id,
        session_id=turn.session_id,
        user_id=turn.user_id,
        speaker=speaker,
        who=turn.who if speaker is Speaker.USER else "",
        text=text,
        at=turn.at,
        tokens=token_count(text),
    )


def _turn_facts(last: PendingAnswer, used: tuple[Atom, ...], rules: tuple[Rule, ...]) -> TurnFacts:
    """Returns the counts of the turn (2.12). A question is repeated when it asks for what was told before and nothing
    contradicts, or was asked before in this session, and the person did not want to be asked.
    """
    heard, reply = last.heard, last.reply
    recall = last.recalls
    asked = reply.question
    again = asked is not None and any(
        earlier.key == asked.key and earlier.question_id != asked.question_id for earlier in last.questions
    )
    return TurnFacts(
        bundle=last.bundle,
        used=len(used) if reply.relied else 0,
        created=len(heard.created),
        updated=len(heard.updated),
        forgotten=len(heard.forgotten),
        conflict="CONFLICT" in (*heard.reason_codes, *reply.reasons),
        clarification=asked is not None,
        repeated=asked is not None and asked.reason_code != "USER_REQUEST" and (again or asked.reason_code == "STALE"),
        recall_asked=recall,
        recall_answered=recall and bool(reply.used) and reply.relied,
        do_not_mention=_count_touched_rules(heard.turn.text, rules) if recall else 0,
        corrected_recall=heard.intent in _CORRECTING and any(atom.use_count for atom in reply.used),
        unwanted_recall=heard.intent in _UNWANTED and "NOTHING_MEANT" not in heard.reason_codes,
    )


def _count_touched_rules(text: str, rules: tuple[Rule, ...]) -> int:
    """Counts the do-not-mention rules that the person's own words match."""
    return sum(is_unmentionable(text, (rule,)) for rule in rules)


def slot_pairs(understood: IntentMatch) -> tuple[tuple[str, str], ...]:
    """Returns the slots of an intent by name."""
    return tuple((slot.name, slot.text) for slot in understood.slots)


def failed_result(context: TurnContext, error: VaultError) -> TurnResult:
    """Returns the result of a turn that could not be saved."""
    return TurnResult(context.turn, context.understood.intent, slot_pairs(context.understood), failure=error.code)


def bundle_view(bundle: ContextBundle) -> BundleView:
    """Returns the bundle for reports."""
    atoms = tuple(BundleAtom(item.atom.atom_id, item.tag, item.atom.text) for item in bundle.items)
    return BundleView(len(bundle.payload), atoms, tuple(excerpt.text for excerpt in bundle.excerpts), bundle.digest)


def turn_result(context: TurnContext, outcome: TurnOutcome) -> TurnResult:
    """Returns what is reported of a turn that was decided."""
    return TurnResult(
        turn=context.turn,
        intent=outcome.intent,
        slots=() if outcome.intent == "forget_values" else slot_pairs(context.understood),
        reason_codes=outcome.reasons,
        created=tuple(atom.atom_id for atom in outcome.new),
        updated=tuple(atom.atom_id for atom in outcome.changed),
        forgotten=tuple(dict.fromkeys((*outcome.forget, *outcome.phrase_atoms))),
        focus=outcome.focus,
        question_id=outcome.question_id,
    )
