"""Pure: resolves an open question with the next turn. An answer settles it; anything else leaves it unresolved."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from device.assistant.begun_answers import begun_choice, pointed_choice
from device.core.policy import (
    MAX_ANSWER_LEAD_WORDS,
    MAX_ANSWER_WORDS,
    MAX_BARE_NAME_WORDS,
    MAX_LATE_ANSWER_WORDS,
    MAX_LATE_VALUE_WORDS,
    MAX_POINTING_WORDS,
)
from device.nlu.intent_matcher import IntentMatch
from device.skills.continuity.resuming import RESUME_THREAD, SETTLERS
from device.skills.continuity.work_commands import WORK_SETTLERS
from device.skills.memory.correcting.meant_value import is_sentence
from device.skills.memory.correcting.one_of_several import remaining_fact
from device.skills.memory.correcting.spelling import SPELLING, settle_spelling
from device.skills.memory.corrections import find_third_value
from device.skills.memory.fact_storage import store_facts
from device.skills.memory.forgetting.counted import nth_atom
from device.skills.memory.forgetting.cut_memory import forget_chosen
from device.skills.memory.forgetting.forget_commands import forget_all_confirmed
from device.skills.memory.forgetting.forget_time_range import settle_forget_time_range
from device.skills.memory.forgetting.matters.told_on import FORGET_TOO, settle_forget_too
from device.skills.memory.forgetting.whole_topic import FORGET_ABOUT, settle_forget_about
from device.skills.memory.memory_controls import apply_marking, ask_which_atom, correction_outcome
from device.skills.schedules.set_schedule import SCHEDULE_TIME, settle_schedule_time
from device.skills.turn_context import TurnContext, TurnOutcome
from memory.extraction.correction_rules import apply_correction, parse_proposal
from memory.extraction.extract import Fact, extract_facts
from memory.extraction.value_types import find_replaced_words, may_replace
from memory.model.atoms import Atom, Kind
from memory.model.changes import Question
from memory.reading.changes.replacement import contrast_pair
from memory.reading.facts.statements import statements
from memory.reading.words.closed_words import has_reading, load_closed_words
from memory.rules.clarification import close_question, flags_for
from memory.rules.conflict import confirm_atom, drop_both_atoms, keep_both_atoms, make_outdated, settle_conflict
from memory.text.normalise import same_value
from memory.text.stemming import split_words, stems

_STABLE = {"name": Kind.NAME, "language": Kind.LANGUAGE, "contact_preference": Kind.CONTACT_PREFERENCE}
_AT_ONCE = frozenset(
    {"FORGET_EVERYTHING", "UNKNOWN_STABLE_FACT", "DEVICE_RESTORE", SCHEDULE_TIME, RESUME_THREAD, *WORK_SETTLERS}
)


def can_be_answered_later(question: Question) -> bool:
    """Says whether the question may be answered after one other turn: not one about forgetting, nor one that any few
    words would answer.
    """
    return question.reason_code not in _AT_ONCE and not question.reason_code.startswith(("WHICH_FORGET", "FORGET_"))


def settle_question(context: TurnContext, question: Question, *, late: bool = False) -> TurnOutcome | None:
    """Returns the outcome of the answer; None when the turn is no answer.

    `late`: there was another turn since, so that only a short answer counts.
    """
    most = MAX_LATE_VALUE_WORDS if context.understood.intent == "statement" else MAX_LATE_ANSWER_WORDS
    if late and (not can_be_answered_later(question) or len(split_words(context.turn.text)) > most):
        return None
    if context.understood.intent == "not_so" and not context.understood.slot("heard"):
        context = replace(context, understood=IntentMatch("deny"))
    if context.understood.intent == "swap":
        context = replace(context, understood=IntentMatch("correct", context.understood.slots))
    outcome = _find_settler(question)(context, question)
    if outcome is None:
        return None
    return replace(outcome, questions=(*outcome.questions, close_question(question, answered=True)))


def _find_settler(question: Question) -> Callable[[TurnContext, Question], TurnOutcome | None]:
    if question.reason_code.startswith("WHICH_"):
        return _settle_which_atom
    return {
        "CONFLICT": _settle_conflict,
        "CORRECTION_NEEDS_CONFIRMATION": _settle_correction,
        SPELLING: settle_spelling,
        "FORGET_EVERYTHING": _settle_forget_everything,
        "FORGET_TIME": settle_forget_time_range,
        FORGET_ABOUT: settle_forget_about,
        FORGET_TOO: settle_forget_too,
        "UNKNOWN_STABLE_FACT": _settle_stable_fact,
        "DEVICE_RESTORE": _settle_stable_fact,
        SCHEDULE_TIME: settle_schedule_time,
        **SETTLERS,
    }.get(question.reason_code, _settle_doubt)


def _settle_conflict(context: TurnContext, question: Question) -> TurnOutcome | None:
    """Chooses old or new: by yes and no, by "the first one", or by the value itself."""
    atoms = _question_atoms(context, question)
    if len(atoms) != 2:
        return None
    old, new = atoms
    choice = _chosen_value(context, old, new) or _pointed_choice(context)
    third = None if choice else _settle_with_third_value(context, old, new)
    if third is not None:
        return third
    choice = choice or _begun_choice(context)
    now_ms = context.turn.at.at_ms
    if choice == "both":
        changed = keep_both_atoms(new, now_ms, context.policy, context.language)
        return _settled_outcome("keep_both", "KEPT_BOTH", changed, new, context)
    if choice == "none":
        return _settled_outcome("deny", "DENIED_BY_USER", drop_both_atoms(old, new, context.policy), old, context)
    if not choice:
        return None
    accepted = choice == "new"
    changed = settle_conflict(old, new, accepted, now_ms, context.policy)
    reason = "APPROVED_BY_USER" if accepted else "KEPT_BY_USER"
    settled = _settled_outcome("confirm" if accepted else "deny", reason, changed, new if accepted else old, context)
    code = context.language.code
    rest = remaining_fact(context, old, statements(new.text, code)) if accepted and has_reading(code) else None
    return replace(settled, new=(*settled.new, rest)) if rest is not None else settled


NEWER_OLDER: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "en": (
        ("new", "newer", "second", "latter", "last", "latest", "later"),
        ("old", "older", "first", "former", "earlier", "original"),
    ),
    "de": (
        ("neue", "neuere", "zweite", "letzte", "letztere"),
        ("alte", "ältere", "erste", "frühere", "ursprüngliche", "vorige"),
    ),
}


def _settle_with_third_value(context: TurnContext, old: Atom, new: Atom) -> TurnOutcome | None:
    """Applies "Neither, it's Annika", which needs no further question: the old atom is corrected and the new one
    dropped.
    """
    named = context.understood.slot("heard")
    if named and not any(frozenset(stems(named)) & frozenset(stems(atom.text)) for atom in (old, new)):
        return None  # "not Anna" puts something else right
    heard, meant = find_third_value(context, old)
    if (
        not heard
        or is_sentence(meant, context.language.code)
        or not may_replace(heard, meant, old.kind, context.language)
    ):
        return None
    span, now_ms = (0, len(context.turn.text)), context.turn.at.at_ms
    done = apply_correction(context.turn, old, heard, meant, span, context.policy, context.language)
    _, dropped = settle_conflict(old, new, False, now_ms, context.policy)
    outcome = replace(correction_outcome(context, done), intent="correct")
    return replace(outcome, changed=(*outcome.changed, dropped))


def _chosen_value(context: TurnContext, old: Atom, new: Atom) -> str | None:
    intent, said = context.understood.intent, context.turn.text
    if intent in ("keep_both", "choose_all", "choose_none"):
        return "none" if intent == "choose_none" else "both"
    if intent in ("confirm", "deny"):
        return "new" if intent == "confirm" else "old"
    if intent == "choose":
        chosen = {"1": "old", "2": "new", "-1": "new"}.get(context.understood.slot("ordinal"))
        return _pointed_at(context, said, old, new) if has_number(said, (old, new)) else chosen
    if intent == "not_so":
        return {"new": "old", "old": "new"}.get(_value_named(context, context.understood.slot("heard"), old, new))
    if intent in ("correct", "statement"):
        return _value_named(context, context.understood.slot("meant") or said, old, new) or _pointed_at(
            context, said, old, new
        )
    return None


def _pointed_choice(context: TurnContext) -> str:
    """Returns what an answer chooses that begins with the old one, or that names another of the same kind."""
    return pointed_choice(context.turn.text, context.language.code) if _is_told(context) else ""


def _begun_choice(context: TurnContext) -> str:
    """Returns what an answer chooses that goes on: "yes please, she moved"; empty where it tells of something else."""
    said, code = context.turn.text, context.language.code
    elsewhere = _names_more(context, said) or any(contrast_pair(said, code))  # "no, it's Bella, not Anna"
    return begun_choice(said, code) if _is_told(context) and not elsewhere else ""


def _is_told(context: TurnContext) -> bool:
    return context.understood.intent in ("correct", "statement", "question", "request")


def has_number(said: str, atoms: tuple[Atom, Atom]) -> bool:
    """Says whether the answer is a word of one of the two facts, and no place in their order: "three"."""
    spoken = frozenset(split_words(said))
    return any(spoken <= frozenset(split_words(atom.text)) for atom in atoms)


def _pointed_at(context: TurnContext, said: str, old: Atom, new: Atom) -> str | None:
    """Returns which of two a short answer names: by words of one only, or as the new or the old one."""
    spoken = split_words(said)
    if len(spoken) > MAX_POINTING_WORDS:
        return None
    chosen = _named_among(said, (old, new))
    if len(chosen) == 1:
        return "old" if chosen[0] == old else "new"
    if _names_more(context, said):
        return None  # "the new teacher's called ann" points at neither
    newer, older = (frozenset(words) & frozenset(spoken) for words in NEWER_OLDER[context.language.code])
    return "new" if newer and not older else "old" if older and not newer else None


def _names_more(context: TurnContext, said: str) -> bool:
    """Says whether an answer is a whole sentence of somebody or something that it names."""
    code = context.language.code
    told = statements(said, code) if has_reading(code) else ()
    named = (one for one in told if one.clause.verb >= 0 and not one.clause.asks and one.subject)
    return any(not one.subject[0].pronoun for one in named)


def _value_named(context: TurnContext, said: str, old: Atom, new: Atom) -> str:
    """Returns which of the two values was said: alone, or after a few words ("it's Anna")."""
    for name, value in (("new", new.value), ("old", old.value)):
        if _is_value(context, said, value):
            return name
    return ""


def _is_value(context: TurnContext, said: str, value: str) -> bool:
    """Says whether the words are the value: alone, or after a few others ("it's Anna")."""
    spoken, end = split_words(said), split_words(value)
    short = len(spoken) <= len(end) + MAX_ANSWER_LEAD_WORDS
    return same_value(said, value, context.language) or (short and bool(end) and spoken[-len(end) :] == end)


def _settle_correction(context: TurnContext, question: Question) -> TurnOutcome | None:
    atoms = _question_atoms(context, question)
    if not atoms:
        return None
    heard, meant = parse_proposal(question.proposal)
    answer = _yes_or_no(context, heard or atoms[0].value, meant)
    if answer == "deny":
        return TurnOutcome("deny", ("KEPT_BY_USER",), focus=(atoms[0].atom_id,))
    if answer != "confirm":
        return None
    span = (0, len(context.turn.text))
    done = apply_correction(
        context.turn, atoms[0], heard or atoms[0].value, meant, span, context.policy, context.language
    )
    return replace(correction_outcome(context, done), intent="confirm")


def _yes_or_no(context: TurnContext, heard: str, meant: str) -> str:
    """Reads the answer to "should I change it": yes, no, or one of the two words."""
    intent, said = context.understood.intent, context.understood.slot("meant") or context.turn.text
    if intent not in ("correct", "statement", "choose"):
        return intent
    values = (("confirm", meant), ("deny", heard))
    named = [answer for answer, value in values if _is_value(context, said, value) or _is_led(context, said, value)]
    return named[0] if len(named) == 1 else ""


def _is_led(context: TurnContext, said: str, value: str) -> bool:
    """Says whether the words are a value without what leads to it: "the sixteenth" of "on the sixteenth"."""
    first, _, rest = value.partition(" ")
    code = context.language.code
    led = has_reading(code) and first.casefold() in load_closed_words(code).prepositions
    return led and bool(rest) and same_value(said, rest, context.language)


def _settle_doubt(context: TurnContext, question: Question) -> TurnOutcome | None:
    """Settles an atom that is stale, unsure or under review: yes confirms, no makes outdated, "no, it's ..."
    corrects.
    """
    atoms = _question_atoms(context, question)
    if not atoms:
        return None
    atom, intent, now_ms = atoms[0], context.understood.intent, context.turn.at.at_ms
    if intent == "confirm":
        return _settled_outcome(
            "confirm", "CONFIRMED_BY_USER", (confirm_atom(atom, now_ms, context.policy),), atom, context
        )
    if intent == "deny":
        return _settled_outcome("deny", "DENIED_BY_USER", (make_outdated(atom, context.policy),), atom, context)
    if intent == "correct" and not context.understood.slot("heard"):
        meant, span = context.understood.slot("meant"), context.understood.span("meant")
        heard, then = find_replaced_words(atom, meant, context.language)
        done = apply_correction(
            context.turn, atom, heard or atom.value, then or meant, span, context.policy, context.language
        )
        return correction_outcome(context, done)
    return None


def _settle_which_atom(context: TurnContext, question: Question) -> TurnOutcome | None:
    """Chooses one of the offered atoms, all, or none; by number or by words that fit only one."""
    atoms, intent = _question_atoms(context, question), context.understood.intent
    command = question.reason_code.removeprefix("WHICH_").lower()
    if intent in ("choose_none", "deny"):
        return TurnOutcome("deny", ("KEPT_BY_USER",))
    if intent in ("choose_all", "keep_both", "forget_both", "forget_them_all") or (
        intent in ("confirm", command) and (len(atoms) == 1 or (intent == "confirm" and command.startswith("forget")))
    ):
        return _carry_out(context, command, atoms, question.proposal)
    if intent in ("choose", "forget_nth"):
        if len(context.reader.atoms_by_id(context.control, question.atom_ids)) < len(atoms):
            # What may not be said has no number: it is asked again.
            return ask_which_atom(replace(context, understood=IntentMatch(command)), atoms)
        chosen = nth_atom(atoms, int(context.understood.slot("ordinal")))
        return _carry_out(context, command, chosen, question.proposal) if chosen else None
    if intent in ("statement", "correct"):
        chosen = _named_among(context.understood.slot("meant") or context.turn.text, atoms)
        return _carry_out(context, command, chosen, question.proposal) if len(chosen) == 1 else None
    return None


def _named_among(said: str, atoms: tuple[Atom, ...]) -> tuple[Atom, ...]:
    """Returns the atoms that share most words with the answer, without the words that fit all of them."""
    held = [frozenset(stems(f"{atom.key} {atom.text}")) for atom in atoms]
    telling = frozenset(stems(said)) - frozenset.intersection(*held)
    shared = [len(telling & words) for words in held]
    return tuple(atom for atom, count in zip(atoms, shared, strict=True) if count and count == max(shared))


def _carry_out(context: TurnContext, command: str, atoms: tuple[Atom, ...], detail: str) -> TurnOutcome:
    if command.startswith("forget"):
        hidden = ((0, len(context.turn.text)),)
        return replace(forget_chosen(context, atoms, detail), intent="forget", hide=hidden)
    return apply_marking(context, command, atoms)


def _settle_forget_everything(context: TurnContext, question: Question) -> TurnOutcome | None:
    if context.understood.intent == "deny":
        return TurnOutcome("deny", ("KEPT_BY_USER",))
    if context.understood.intent not in ("confirm", "forget_everything"):
        return None
    return forget_all_confirmed(context)


def _settle_stable_fact(context: TurnContext, question: Question) -> TurnOutcome | None:
    """Reads the answer to "What should I call you?": a few words, or a sentence that states it."""
    told = [fact for fact in extract_facts(context.turn, context.language, context.policy) if fact.key == question.key]
    if not told and context.understood.intent == "statement" and _could_be_value(context, question.key):
        told = [_bare_fact(context, question.key)]
    return replace(store_facts(context, told), intent="statement") if told else None


def _could_be_value(context: TurnContext, key: str) -> bool:
    """Says whether a few words are a value; a name is short or has capitals: "what a lovely day" is none."""
    said = context.turn.text.split()
    named = key != "name" or len(said) <= MAX_BARE_NAME_WORDS or all(word[:1].isupper() for word in said)
    return named and len(said) <= MAX_ANSWER_WORDS


def _bare_fact(context: TurnContext, key: str) -> Fact:
    words = context.turn.text.strip(" .,!?")
    start = context.turn.text.index(words)
    return Fact(_STABLE[key], key, words, words, start, start + len(words), 9_000, reason_code="USER_ANSWERED")


def _settled_outcome(
    intent: str, reason: str, changed: tuple[Atom, ...], focus: Atom, context: TurnContext
) -> TurnOutcome:
    flags = flags_for((atom for atom in changed if atom.atom_id == focus.atom_id), context.turn.at.at_ms)
    return TurnOutcome(intent, (reason,), changed=changed, flags=flags, focus=(focus.atom_id,))


def _question_atoms(context: TurnContext, question: Question) -> tuple[Atom, ...]:
    found = (context.reader.atom_for_control(context.turn.user_id, atom_id) for atom_id in question.atom_ids)
    return tuple(atom for atom in found if atom is not None)
