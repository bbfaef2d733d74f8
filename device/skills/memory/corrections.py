"""Pure: handles a plain sentence that corrects or takes back a fact: "actually he's 72", "I no longer like olives".

It becomes a correction of one atom, with its pair, or makes one atom outdated; a critical word costs one question. A
sentence that does neither is stored as any other.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from device.core.policy import MAX_BARE_CORRECTION_WORDS, MAX_MORE_WORDS
from device.nlu.intent_matcher import IntentMatch, Slot
from device.skills.memory import memory_controls
from device.skills.memory.correcting.meant_value import without_pointing
from device.skills.memory.correcting.misquoted import correct_misquoted
from device.skills.memory.correcting.one_of_several import is_ended_in_part
from device.skills.memory.correcting.spelling import change_end, change_letter
from device.skills.memory.correcting.stated_atoms import stated_atoms
from device.skills.memory.correcting.whom_meant import correct_whom
from device.skills.memory.fact_storage import is_told_beside, store_statement
from device.skills.memory.home_codes import keep_statement
from device.skills.memory.life_events import end_told_facts
from device.skills.memory.memory_controls import correct_mentioned, correction_outcome, value_alone
from device.skills.memory.named_values import (
    correct_as_read,
    correct_bare_value,
    correct_contrast,
    correct_repaired,
    living_atoms,
    meant_by_pronoun,
    recently_mentioned,
    replaced_predicate,
)
from device.skills.memory.told_updates import update_told_facts
from device.skills.turn_context import TurnContext, TurnOutcome
from memory.extraction.anaphora import refers_to_mentioned, related_person_in
from memory.extraction.correction_rules import apply_correction, propose_correction
from memory.extraction.extract import Fact
from memory.extraction.retraction import (
    BareSentence,
    changed_words,
    denied_statements,
    ends_before_verb,
    facts_in_words,
    heard_and_meant,
    hour_or_day,
    resolve_pronouns,
    retracted_statements,
    strip_announcement,
)
from memory.extraction.value_types import (
    ValueType,
    find_replaced_words,
    may_replace,
    value_span,
    value_type_of,
)
from memory.model.atoms import Atom, Kind
from memory.reading.changes.both_times import are_other_parts
from memory.reading.changes.moved_time import as_moved
from memory.reading.changes.replacement import bare_replacement
from memory.reading.facts.statements import statements
from memory.reading.grammar.clause import Mark
from memory.reading.words.closed_words import has_reading
from memory.reading.words.meaning import load_meaning
from memory.rules.conflict import make_outdated
from memory.text.normalise import same_value
from memory.text.secret_detector import MASK
from memory.text.stemming import split_words


@dataclass(frozen=True, slots=True)
class _Replacement:
    """One atom, and the words in it that `meant` would replace."""

    atom: Atom
    heard: str
    meant: str
    sure: bool = False
    """The person named both words."""


def revise_or_store(context: TurnContext) -> TurnOutcome:
    """Returns what a sentence corrects or takes back, else stores what it states; a refused secret corrects nothing."""
    if MASK in context.turn.text:
        return keep_statement(context)
    if len(context.turn.text) > context.policy.max_command_chars:
        return store_statement(context)
    if context.language.revising.nothing_wrong.fullmatch(context.turn.text):
        return update_told_facts(context) or store_statement(context)
    said = strip_announcement(context.turn.text, context.language)
    return (
        correct_misquoted(context)
        or correct_whom(context)
        or change_letter(context)
        or change_end(context)
        or (correct_as_read(context, said) if has_reading(context.language.code) else None)
        or _correct_named_pair(context, said)
        or _correct_announced(context, said)
        or _update_by_reading(context, said)
        or end_told_facts(context, recently_mentioned)
        or _retire_statement(context, said)
        or _correct_statement(context, said)
        or _store_told(context, said)
    )


def _correct_announced(context: TurnContext, said: BareSentence) -> TurnOutcome | None:
    """Applies "actually he's 72" to the one atom that has such a value; None when the sentence announces nothing.

    The atom keeps what was not said again: "it's at 4 now" leaves the day of the appointment.
    """
    if not has_reading(context.language.code):
        return None
    if said.marked or said.denies:
        outcome = _correct_statement(context, said)
        return outcome if outcome is not None and outcome.corrections else None
    put = _replacement_for_mentioned(context, said) if _says_moved(context, said) else None
    if (
        put is None
        or put.atom.kind is not Kind.DATE
        or not put.heard
        or same_value(put.heard, put.meant, context.language)
    ):
        return None
    return _apply_replacement(context, replace(put, sure=True), said)


def _says_moved(context: TurnContext, said: BareSentence) -> bool:
    """Says whether the sentence tells that something is at another time now: "it's at 4 now", "it was moved to 5"."""
    code = context.language.code
    told = statements(context.turn.text, code)
    return said.changed or any(forms & load_meaning(code).moving for one in told for forms in one.words)


def _update_by_reading(context: TurnContext, said: BareSentence) -> TurnOutcome | None:
    """Applies a contrast ("it's not marta it's magda"), an end or a replacement, or a bare value after a correction."""
    if not has_reading(context.language.code):
        return None
    over = _retire_statement(context, said) if ends_before_verb(said.text, context.language) else None
    return correct_contrast(context) or over or update_told_facts(context) or correct_bare_value(context, said)


def _correct_named_pair(context: TurnContext, said: BareSentence) -> TurnOutcome | None:
    """Applies "Anna, not Ana", when there is an atom with the wrong word."""
    heard, meant = heard_and_meant(said.text, context.language)
    longer = len(split_words(meant)) > len(split_words(heard)) + MAX_MORE_WORDS
    if not heard or not meant or longer or _facts(context, said.text):
        return None
    slots = (Slot("heard", heard, 0, 0), Slot("meant", meant, said.start, said.start + len(said.text)))
    outcome = correct_mentioned(replace(context, understood=IntentMatch("correct", slots)))
    return None if "CORRECTION_UNCLEAR" in outcome.reasons else outcome


def negate_statement(context: TurnContext) -> TurnOutcome:
    """Handles "It's not red", with or without what it is."""
    said = strip_announcement(context.turn.text, context.language)
    readable = has_reading(context.language.code)
    return (
        correct_whom(context)
        or (correct_repaired(context) or correct_contrast(context) or update_told_facts(context) if readable else None)
        or _correct_named_pair(context, said)
        or (correct_bare_value(context, said) if readable else None)
        or memory_controls.reject_mentioned(context)
    )


def _store_told(context: TurnContext, said: BareSentence) -> TurnOutcome:
    speaks = context.language.third_person.search(context.turn.text) is not None
    last = (recently_mentioned(context) or context.mentioned().maybe) if speaks else ()
    outcome = store_statement(context, tuple(related_person_in(atom, context.language) for atom in last))
    wrong = said.denies and len(split_words(context.turn.text[: said.start])) > 1
    if wrong and not outcome.new and not outcome.changed:
        return TurnOutcome("correct", ("CORRECTION_UNCLEAR",))
    return outcome


def _retire_statement(context: TurnContext, said: BareSentence) -> TurnOutcome | None:
    """Handles "I no longer live in Rome", alone or with the new fact."""
    first, *rest = context.language.joint.split(said.text, maxsplit=1)
    first = first.strip(" ,;")
    taken = list(retracted_statements(first, context.language))
    negated = () if taken else tuple(denied_statements(first, context.language))
    if negated and not _facts(context, first):
        taken = list(negated)
    for sentence in taken:
        for atom in stated_atoms(context, sentence):
            if is_ended_in_part(context, atom, first):
                return None  # "ella doesn't like it" leaves that max does
            instead = _replacement_for_negated(context, atom, rest[0]) if rest else None
            if instead is not None:
                return _apply_replacement(context, instead, said)
            if rest and _facts(context, rest[0]):
                return None
            outdated = make_outdated(atom, context.policy)
            if _tells_more(context):
                told = store_statement(context)
                return replace(told, changed=(*told.changed, outdated))
            return TurnOutcome("not_so", (outdated.reason_code,), changed=(outdated,), focus=(atom.atom_id,))
    return None


def _tells_more(context: TurnContext) -> bool:
    """Says whether a turn that takes something back goes on: "mein knie tut nicht mehr weh jetzt hab ich's im fuß"."""
    told = statements(context.turn.text, "de") if context.language.code == "de" else ()
    return len(told) > 1 and Mark.NOW in told[-1].clause.marks


def _replacement_for_negated(context: TurnContext, atom: Atom, rest: str) -> _Replacement | None:
    """Returns the replacement by the second half of the sentence; both words are named, so it is certain."""
    sentence = strip_announcement(rest, context.language).text
    sentences = (sentence, *resolve_pronouns(sentence, atom, context.language))
    facts = [fact for said in sentences for fact in _facts(context, said) if fact.key == atom.key]
    return _Replacement(atom, *_replaced_words(atom, facts[0], context), sure=True) if facts else None


def _correct_statement(context: TurnContext, said: BareSentence) -> TurnOutcome | None:
    """Corrects the one atom that the sentence states differently."""
    beside = not said.marked and is_told_beside(context, len(context.turn.text))
    put = None if beside else _replacement_for_mentioned(context, said)
    if put is None and said.marked:
        put = _replacement_by_key(context, said) or _replacement_by_bare_value(context, said)
    if put is None or not put.heard or same_value(put.heard, put.meant, context.language):
        return None
    code = context.language.code
    if has_reading(code) and are_other_parts(put.heard, put.meant, code):
        return None  # the hour beside the day
    return _apply_replacement(context, put, said)


def _apply_replacement(context: TurnContext, put: _Replacement, said: BareSentence) -> TurnOutcome:
    put = replace(put, meant=value_alone(put.meant, (put.atom,), context.language.code))
    same_sort = may_replace(put.heard, put.meant, put.atom.kind, context.language)
    if not same_sort or not (put.sure or said.marked or said.changed):
        done = propose_correction(put.atom, put.heard, put.meant)
    else:
        span = (said.start, said.start + len(said.text))
        done = apply_correction(context.turn, put.atom, put.heard, put.meant, span, context.policy, context.language)
    return replace(correction_outcome(context, done), intent="correct")


def _replacement_for_mentioned(context: TurnContext, said: BareSentence) -> _Replacement | None:
    """Reads "He's 72" about the last mentioned topic that may have such a value."""
    said = replace(said, text=as_moved(said.text, context.language.code))
    meant = meant_by_pronoun(context, said) if refers_to_mentioned(said.text, context.language) else ()
    for atom in meant:
        for sentence in resolve_pronouns(said.text, atom, context.language):
            put = _replacement_in_atom(context, atom, sentence) if _may_be_told_by(context, said, atom) else None
            if put is not None and (said.marked or _is_same_type(put, context)):
                return put
    return None


def _may_be_told_by(context: TurnContext, said: BareSentence, atom: Atom) -> bool:
    """Says whether the verbs of a sentence with a pronoun and of an atom may tell the same.

    "She charges fourteen" says nothing of "my sister is flying in at one", whoever "she" is. A verb of being, having,
    placing or moving tells the same as many others.
    """
    code = context.language.code
    if not has_reading(code):
        return True
    loose = load_meaning(code).moving | load_meaning(code).sets["having"] | load_meaning(code).sets["placing"]
    verbs, others = ({one.clause.lemma for one in statements(text, code)} for text in (said.text, atom.text))
    sure = verbs and others and (verbs | others).isdisjoint(loose | {""})
    return not sure or not verbs.isdisjoint(others)


def _replacement_in_atom(context: TurnContext, atom: Atom, sentence: str) -> _Replacement | None:
    """Returns what the sentence replaces in the atom, if it has the same topic."""
    fact = next((fact for fact in _facts(context, sentence) if fact.key == atom.key), None)
    if fact is not None:
        return _Replacement(atom, *_replaced_words(atom, fact, context))
    when = hour_or_day(sentence, atom, context.language)
    return _Replacement(atom, *find_replaced_words(atom, when, context.language)) if when else None


def find_third_value(context: TurnContext, atom: Atom) -> tuple[str, str]:
    """Returns the words of the atom that "neither, it's Annika" replaces, and the new ones; both empty when unclear."""
    said = strip_announcement(context.turn.text, context.language)
    if not said.denies and context.understood.intent != "correct":
        return "", ""
    for sentence in (said.text, *resolve_pronouns(said.text, atom, context.language)):
        put = _replacement_in_atom(context, atom, sentence)
        if put is not None and put.heard:
            return put.heard, put.meant
    if len(split_words(said.text)) > MAX_BARE_CORRECTION_WORDS:
        return "", ""
    put = _Replacement(atom, *find_replaced_words(atom, said.text, context.language))
    return (put.heard, put.meant) if put.heard and _is_same_type(put, context) else ("", "")


def words_to_replace(context: TurnContext, atom: Atom) -> tuple[str, str]:
    """Returns the words of a named atom that the turn replaces, and the new ones; both empty when that is unclear.

    The turn is a value, a sentence about the same, or the whole atom in other words.
    """
    said = context.turn.text.strip()
    put = _replacement_in_atom(context, atom, said)
    if put is not None and put.heard:
        return put.heard, put.meant
    if len(split_words(said)) > MAX_BARE_CORRECTION_WORDS:
        heard, meant = changed_words(atom.text, said)
        return (heard, meant) if heard else _whole_statement(atom, said)
    heard, meant = find_replaced_words(atom, said, context.language)
    return (heard, meant) if heard else _whole_statement(atom, said)


def _whole_statement(atom: Atom, said: str) -> tuple[str, str]:
    """Returns the whole of a free statement, which has no value beside its words."""
    return (atom.text, said) if atom.value == atom.text else ("", "")


def _is_same_type(put: _Replacement, context: TurnContext) -> bool:
    """Says whether a number replaces a number, a name a name: otherwise only an announced correction counts.

    Also a place "in the kitchen" for "in the car", and one name for another.
    """
    sort = value_type_of(put.heard, context.language)
    if put.atom.kind is Kind.PLACE and put.heard[:1].islower():
        return may_replace(put.heard, put.meant, put.atom.kind, context.language)
    return sort is not ValueType.OTHER and sort is value_type_of(put.meant, context.language)


def _is_place_for_place(put: _Replacement, context: TurnContext) -> bool:
    """Says whether one place name replaces another, without a word of what is done there."""
    return put.atom.kind is Kind.PLACE and {
        value_type_of(text, context.language) for text in (put.heard, put.meant)
    } == {ValueType.NAME}


def _replacement_by_key(context: TurnContext, said: BareSentence) -> _Replacement | None:
    """Finds the atom by key: "Wait, my dog is called Max" has another value for a known key; "that's wrong, I like
    blues" for the last one.
    """
    facts = _facts(context, said.text)
    if len(facts) > 1 or (facts and _is_changed_preference(said, facts[0])):
        return None
    if not facts:
        return _replacement_by_wording(context, said)
    known = living_atoms(context.known(facts[0].key))
    if known:
        return _Replacement(known[0], *_replaced_words(known[0], facts[0], context)) if len(known) == 1 else None
    mentioned = living_atoms(context.mentioned().atoms) if said.denies else ()
    if len(mentioned) != 1 or mentioned[0].kind is not facts[0].kind:
        return None
    return _Replacement(mentioned[0], *changed_words(mentioned[0].text, facts[0].text))


def _is_changed_preference(said: BareSentence, fact: Fact) -> bool:
    """Says whether the preference changed: "Actually I like mushrooms now" is a conflict to weigh, not a correction."""
    return not said.denies and (said.changed or fact.kind is Kind.PREFERENCE)


def _replacement_by_wording(context: TurnContext, said: BareSentence) -> _Replacement | None:
    """Finds the mentioned atom by its wording: "No, Bob has the spare key"; a pronoun stands for its subject."""
    mentioned, code = recently_mentioned(context)[:1], context.language.code
    if not mentioned:
        return None
    if has_reading(code) and any(entity.pronoun for one in statements(said.text, code) for entity in one.subject):
        heard, meant = bare_replacement(mentioned[0].text, said.text, code)
    else:
        heard, meant = replaced_predicate(context, mentioned[0]) or changed_words(mentioned[0].text, said.text)
    pair = (heard, meant) if heard else replaced_predicate(context, mentioned[0])
    return _Replacement(mentioned[0], *pair) if pair else None


def _replacement_by_bare_value(context: TurnContext, said: BareSentence) -> _Replacement | None:
    """Reads "No, Hamburg": a name, a number or a date that replaces the mentioned one."""
    mentioned = recently_mentioned(context)[:1]
    value = without_pointing(context.turn.text, said.text, context.language.code)
    if not mentioned or not value or len(split_words(value)) > MAX_BARE_CORRECTION_WORDS:
        return None
    put = _Replacement(mentioned[0], *find_replaced_words(mentioned[0], value, context.language))
    return put if put.heard and (_is_same_type(put, context) or _is_place_for_place(put, context)) else None


def _replaced_words(atom: Atom, fact: Fact, context: TurnContext) -> tuple[str, str]:
    """Returns the words of the atom that the fact replaces, and the new ones; a preference changes its verb."""
    start, end = value_span(atom, context.language)
    if atom.kind is Kind.PREFERENCE and not same_value(atom.text[start:end], atom.value, context.language):
        return atom.value, fact.value
    return find_replaced_words(atom, fact.value, context.language)


def _facts(context: TurnContext, text: str) -> tuple[Fact, ...]:
    return facts_in_words(text, context.turn, context.language, context.policy)
