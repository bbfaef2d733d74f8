"""Pure: handles a plain sentence that corrects or takes back a fact: "actually he's 72", "I no longer like olives".

It becomes a correction of one atom, with its pair, or makes one atom outdated; a critical word costs one question. A
sentence that does neither is stored as any other.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from device.core.policy import (
    CORRECTION_AHEAD_DAYS,
    CORRECTION_LOOK_BACK_TURNS,
    MAX_BARE_CORRECTION_WORDS,
    MAX_CORRECTION_ATOMS,
    MAX_MORE_WORDS,
)
from device.nlu.intent_matcher import IntentMatch, Slot
from device.skills.memory import memory_controls
from device.skills.memory.fact_storage import store_statement
from device.skills.memory.life_events import end_told_facts
from device.skills.memory.memory_controls import correct_mentioned, correction_outcome
from device.skills.turn_context import TurnContext, TurnOutcome
from memory.core.policy import DAY_MS
from memory.extraction.anaphora import refers_to_mentioned, refers_to_person, related_person_in
from memory.extraction.correction_rules import apply_correction, is_critical, propose_correction
from memory.extraction.extract import Fact
from memory.extraction.retraction import (
    BareSentence,
    changed_words,
    denied_statements,
    facts_in_words,
    heard_and_meant,
    hour_or_day,
    resolve_pronouns,
    retracted_statements,
    strip_announcement,
)
from memory.extraction.value_types import (
    ValueType,
    atom_says_value,
    find_replaced_words,
    may_replace,
    value_span,
    value_type_of,
)
from memory.model.atoms import Atom, Kind
from memory.rules.conflict import make_outdated
from memory.rules.controls import topic_stems
from memory.rules.freshness import LIVING
from memory.text.normalise import same_value
from memory.text.stemming import split_words


@dataclass(frozen=True, slots=True)
class _Replacement:
    """One atom, and the words in it that `meant` would replace."""

    atom: Atom
    heard: str
    meant: str
    sure: bool = False
    """The person named both words."""


def revise_or_store(scene: TurnContext) -> TurnOutcome:
    """Returns what a sentence corrects or takes back, else stores what it states."""
    if len(scene.turn.text) > scene.policy.max_command_chars:
        return store_statement(scene)
    said = strip_announcement(scene.turn.text, scene.language)
    return (
        _correct_named_pair(scene, said)
        or end_told_facts(scene, _recently_mentioned)
        or _retire_statement(scene, said)
        or _correct_statement(scene, said)
        or _store_told(scene, said)
    )


def _correct_named_pair(scene: TurnContext, said: BareSentence) -> TurnOutcome | None:
    """Applies "Anna, not Ana", when there is an atom with the wrong word."""
    heard, meant = heard_and_meant(said.text, scene.language)
    longer = len(split_words(meant)) > len(split_words(heard)) + MAX_MORE_WORDS
    if not heard or not meant or longer or _facts(scene, said.text):
        return None
    slots = (Slot("heard", heard, 0, 0), Slot("meant", meant, said.start, said.start + len(said.text)))
    outcome = correct_mentioned(replace(scene, understood=IntentMatch("correct", slots)))
    return None if "CORRECTION_UNCLEAR" in outcome.reasons else outcome


def negate_statement(scene: TurnContext) -> TurnOutcome:
    """Handles "It's not red", with or without what it is."""
    return _correct_named_pair(
        scene, strip_announcement(scene.turn.text, scene.language)
    ) or memory_controls.reject_mentioned(scene)


def _store_told(scene: TurnContext, said: BareSentence) -> TurnOutcome:
    speaks = scene.language.third_person.search(scene.turn.text) is not None
    last = (_recently_mentioned(scene) or scene.mentioned().maybe) if speaks else ()
    outcome = store_statement(scene, tuple(related_person_in(atom, scene.language) for atom in last))
    wrong = said.denies and len(split_words(scene.turn.text[: said.start])) > 1
    if wrong and not outcome.new and not outcome.changed:
        return TurnOutcome("correct", ("CORRECTION_UNCLEAR",))
    return outcome


def _retire_statement(scene: TurnContext, said: BareSentence) -> TurnOutcome | None:
    """Handles "I no longer live in Rome", alone or with the new fact."""
    first, *rest = scene.language.joint.split(said.text, maxsplit=1)
    first = first.strip(" ,;")
    taken = list(retracted_statements(first, scene.language))
    negated = () if taken else tuple(denied_statements(first, scene.language))
    if negated and not _facts(scene, first):
        taken = list(negated)
    for sentence in taken:
        for atom in _find_stated_atom(scene, sentence):
            instead = _replacement_for_negated(scene, atom, rest[0]) if rest else None
            if instead is not None:
                return _apply_replacement(scene, instead, said)
            if rest and _facts(scene, rest[0]):
                return None
            outdated = make_outdated(atom, scene.policy)
            return TurnOutcome("not_so", (outdated.reason_code,), changed=(outdated,), focus=(atom.atom_id,))
    return None


def _find_stated_atom(scene: TurnContext, sentence: str) -> Iterator[Atom]:
    """Finds the one atom of a statement: by its key and value, about the last mention, or in the same words."""
    word, anywhere = scene.language.revising.somewhere
    somewhere = word.search(sentence) is not None
    sentence = word.sub(anywhere, sentence)
    for fact in _facts(scene, sentence):
        known = _living_atoms(scene.known(fact.key))
        yield from (atom for atom in known if somewhere or atom_says_value(atom, fact.value, scene.language))
    for atom in _recently_mentioned(scene):
        for named in resolve_pronouns(sentence, atom, scene.language):
            facts = _facts(scene, named)
            if any(
                fact.key == atom.key and (somewhere or atom_says_value(atom, fact.value, scene.language))
                for fact in facts
            ):
                yield atom
    held = scene.oversight.atoms_holding(
        scene.turn.user_id, topic_stems(sentence, scene.language), MAX_CORRECTION_ATOMS
    )
    living = _living_atoms(held)
    if len(living) == 1:
        yield living[0]


def _replacement_for_negated(scene: TurnContext, atom: Atom, rest: str) -> _Replacement | None:
    """Returns the replacement by the second half of the sentence; both words are named, so it is certain."""
    sentence = strip_announcement(rest, scene.language).text
    sentences = (sentence, *resolve_pronouns(sentence, atom, scene.language))
    facts = [fact for said in sentences for fact in _facts(scene, said) if fact.key == atom.key]
    return _Replacement(atom, *_replaced_words(atom, facts[0], scene), sure=True) if facts else None


def _correct_statement(scene: TurnContext, said: BareSentence) -> TurnOutcome | None:
    """Corrects the one atom that the sentence states differently."""
    put = _replacement_for_mentioned(scene, said)
    if put is None and said.marked:
        put = _replacement_by_key(scene, said) or _replacement_by_bare_value(scene, said)
    if put is None or not put.heard or same_value(put.heard, put.meant, scene.language):
        return None
    return _apply_replacement(scene, put, said)


def _apply_replacement(scene: TurnContext, put: _Replacement, said: BareSentence) -> TurnOutcome:
    critical = is_critical(put.atom, put.meant, scene.language)
    same_sort = may_replace(put.heard, put.meant, put.atom.kind, scene.language)
    if not same_sort or not (put.sure or (said.denies and not critical)):
        done = propose_correction(put.atom, put.heard, put.meant)
    else:
        span = (said.start, said.start + len(said.text))
        done = apply_correction(scene.turn, put.atom, put.heard, put.meant, span, scene.policy, scene.language)
    return replace(correction_outcome(scene, done), intent="correct")


def _replacement_for_mentioned(scene: TurnContext, said: BareSentence) -> _Replacement | None:
    """Reads "He's 72" about the last mentioned topic that may have such a value."""
    if not refers_to_mentioned(said.text, scene.language):
        return None
    for atom in (
        *_recently_mentioned(scene),
        *_living_atoms(scene.mentioned().maybe),
        *_coming_appointments(scene, said),
    ):
        for sentence in resolve_pronouns(said.text, atom, scene.language):
            put = _replacement_in_atom(scene, atom, sentence)
            if put is not None and (said.marked or _is_same_type(put, scene)):
                return put
    return None


def _replacement_in_atom(scene: TurnContext, atom: Atom, sentence: str) -> _Replacement | None:
    """Returns what the sentence replaces in the atom, if it has the same topic."""
    fact = next((fact for fact in _facts(scene, sentence) if fact.key == atom.key), None)
    if fact is not None:
        return _Replacement(atom, *_replaced_words(atom, fact, scene))
    when = hour_or_day(sentence, atom, scene.language)
    return _Replacement(atom, *find_replaced_words(atom, when, scene.language)) if when else None


def find_third_value(scene: TurnContext, atom: Atom) -> tuple[str, str]:
    """Returns the words of the atom that "neither, it's Annika" replaces, and the new ones; both empty when unclear."""
    said = strip_announcement(scene.turn.text, scene.language)
    if not said.denies and scene.understood.intent != "correct":
        return "", ""
    for sentence in (said.text, *resolve_pronouns(said.text, atom, scene.language)):
        put = _replacement_in_atom(scene, atom, sentence)
        if put is not None and put.heard:
            return put.heard, put.meant
    if len(split_words(said.text)) > MAX_BARE_CORRECTION_WORDS:
        return "", ""
    put = _Replacement(atom, *find_replaced_words(atom, said.text, scene.language))
    return (put.heard, put.meant) if put.heard and _is_same_type(put, scene) else ("", "")


def _is_same_type(put: _Replacement, scene: TurnContext) -> bool:
    """Says whether a number replaces a number, a name a name: otherwise only an announced correction counts.

    Also a place "in the kitchen" for "in the car", and one name for another.
    """
    sort = value_type_of(put.heard, scene.language)
    if put.atom.kind is Kind.PLACE and put.heard[:1].islower():
        return may_replace(put.heard, put.meant, put.atom.kind, scene.language)
    return sort is not ValueType.OTHER and sort is value_type_of(put.meant, scene.language)


def _is_place_for_place(put: _Replacement, scene: TurnContext) -> bool:
    """Says whether one place name replaces another, without a word of what is done there."""
    return put.atom.kind is Kind.PLACE and {value_type_of(text, scene.language) for text in (put.heard, put.meant)} == {
        ValueType.NAME
    }


def _replacement_by_key(scene: TurnContext, said: BareSentence) -> _Replacement | None:
    """Finds the atom by key: "Wait, my dog is called Max" has another value for a known key; "that's wrong, I like
    blues" for the last one.
    """
    facts = _facts(scene, said.text)
    if len(facts) > 1 or (facts and _is_changed_preference(said, facts[0])):
        return None
    if not facts:
        return _replacement_by_wording(scene, said)
    known = _living_atoms(scene.known(facts[0].key))
    if known:
        return _Replacement(known[0], *_replaced_words(known[0], facts[0], scene)) if len(known) == 1 else None
    mentioned = _living_atoms(scene.mentioned().atoms) if said.denies else ()
    if len(mentioned) != 1 or mentioned[0].kind is not facts[0].kind:
        return None
    return _Replacement(mentioned[0], *changed_words(mentioned[0].text, facts[0].text))


def _is_changed_preference(said: BareSentence, fact: Fact) -> bool:
    """Says whether the preference changed: "Actually I like mushrooms now" is a conflict to weigh, not a correction."""
    return not said.denies and (said.changed or fact.kind is Kind.PREFERENCE)


def _replacement_by_wording(scene: TurnContext, said: BareSentence) -> _Replacement | None:
    """Finds the mentioned atom by its wording: "No, Bob has the spare key" changes a few of its words."""
    mentioned = _recently_mentioned(scene)[:1]
    if not mentioned:
        return None
    heard, meant = changed_words(mentioned[0].text, said.text)
    return _Replacement(mentioned[0], heard, meant) if heard else None


def _replacement_by_bare_value(scene: TurnContext, said: BareSentence) -> _Replacement | None:
    """Reads "No, Hamburg": a name, a number or a date that replaces the mentioned one."""
    mentioned = _recently_mentioned(scene)[:1]
    if not mentioned or len(split_words(said.text)) > MAX_BARE_CORRECTION_WORDS:
        return None
    put = _Replacement(mentioned[0], *find_replaced_words(mentioned[0], said.text, scene.language))
    return put if put.heard and (_is_same_type(put, scene) or _is_place_for_place(put, scene)) else None


def _replaced_words(atom: Atom, fact: Fact, scene: TurnContext) -> tuple[str, str]:
    """Returns the words of the atom that the fact replaces, and the new ones; a preference changes its verb."""
    start, end = value_span(atom, scene.language)
    if atom.kind is Kind.PREFERENCE and not same_value(atom.text[start:end], atom.value, scene.language):
        return atom.value, fact.value
    return find_replaced_words(atom, fact.value, scene.language)


def _facts(scene: TurnContext, text: str) -> tuple[Fact, ...]:
    return facts_in_words(text, scene.turn, scene.language, scene.policy)


def _recently_mentioned(scene: TurnContext) -> tuple[Atom, ...]:
    """Returns the living atoms mentioned in the last turns, the last first."""
    user_id = scene.turn.user_id
    turns = scene.oversight.recent_turns(user_id, scene.turn.session_id, CORRECTION_LOOK_BACK_TURNS)
    mentioned = [scene.oversight.mentioned_in(user_id, turn) for turn in turns]
    # What was just denied may be stated otherwise now.
    last = next((atoms for atoms in mentioned if atoms), ())
    found = {atom.atom_id: atom for atoms in (last, *map(_living_atoms, mentioned)) for atom in atoms}
    return tuple(found.values()) or _living_atoms(scene.mentioned().atoms)


def _coming_appointments(scene: TurnContext, said: BareSentence) -> tuple[Atom, ...]:
    """Returns the coming appointments, the nearest first: "it" and "the appointment" may mean them in a later session
    too.
    """
    if refers_to_person(said.text, scene.language):
        return ()
    now_ms = scene.turn.at.at_ms
    return scene.oversight.atoms_between(
        scene.control, now_ms, now_ms + CORRECTION_AHEAD_DAYS * DAY_MS, MAX_CORRECTION_ATOMS
    )


def _living_atoms(atoms: tuple[Atom, ...]) -> tuple[Atom, ...]:
    return tuple(atom for atom in atoms if atom.status in LIVING)
