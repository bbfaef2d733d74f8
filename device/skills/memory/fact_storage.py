"""Pure: stores facts: "remember that ...", and facts mentioned in passing. Decides; the assistant commits."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from device.skills.memory.bare_answers import on_asked_day
from device.skills.memory.known_statements import is_other_than_code, rivals_by_reading, told_before
from device.skills.turn_context import OutcomeBuilder, TurnContext, TurnOutcome
from memory.continuity.wordings import names_open
from memory.extraction.extract import (
    Fact,
    atom_from_fact,
    contains_question,
    extract_facts,
    extract_remembered,
    statement_fact,
)
from memory.extraction.retraction import facts_about_mentioned
from memory.extraction.told_facts import extract_told
from memory.model.atoms import Atom, Exposure, Recall, Source, Turn
from memory.model.changes import Note, Question
from memory.reading.changes.both_times import adds_time, is_for_one_day
from memory.reading.changes.change_words import holds_beside
from memory.reading.facts.keeping import says_nothing, subject_name
from memory.reading.facts.statements import statements
from memory.reading.grammar.clause import ActKind
from memory.reading.rendering import has_relative_time
from memory.reading.words.closed_words import has_reading
from memory.reading.words.meaning import load_meaning
from memory.rules.clarification import new_question
from memory.rules.conflict import ConflictOutcome, beside_others, resolve_conflict
from memory.rules.controls import is_barred
from memory.rules.freshness import LIVING, atoms_agree
from memory.text.secret_detector import MASK, find_secrets
from memory.text.stemming import split_words

_STOPS = re.compile(r"[.!?;]")


def store_statement(context: TurnContext, mentioned: tuple[str, ...] = ()) -> TurnOutcome:
    """Stores the facts of a plain statement. `mentioned` are the topics that "she" may refer to."""
    if names_open(context.turn.text, context.language.code) and MASK not in context.turn.text:
        facts: tuple[Fact, ...] = (statement_fact(context.turn, context.language, context.policy),)
    elif has_reading(context.language.code):
        told = extract_told(context.turn, context.said_so_far, context.language, context.policy)
        facts = on_asked_day(context, told)
    else:
        told = extract_facts(context.turn, context.language, context.policy)
        facts = (*told, *facts_about_mentioned(context.turn, told, mentioned, context.language, context.policy))
    outcome = store_facts(context, facts)
    if MASK in context.turn.text:
        return outcome.with_reasons("SECRET")
    return outcome if outcome.reasons else outcome.with_reasons("NOTHING_TO_KEEP")


def store_on_request(context: TurnContext) -> TurnOutcome:
    """Stores what follows "remember that ...", unless it is a secret, barred by the person, or too long."""
    intent = context.understood.intent
    start, end = context.understood.span("statement")
    if context.points("statement"):
        return _store_pointed_at(context)
    if end - start > context.policy.max_atom_text_chars:
        return TurnOutcome(intent, ("STATEMENT_TOO_LONG",))
    if says_nothing(context.turn.text[start:end], context.language.code):
        return TurnOutcome(intent, ("NOTHING_MEANT",))
    if MASK in context.turn.text[start:end]:
        return _store_insisted_secret(context) if intent == "insist" else _store_without_secret(context)
    facts = extract_remembered(context.turn, start, end, context.language, context.policy)
    known = _known_by_name(context, context.turn.text[start:end], facts)
    if known is not None:
        return TurnOutcome(intent, ("ALREADY_KNOWN",), focus=(known.atom_id,))
    return store_facts(context, facts)


def _known_by_name(context: TurnContext, words: str, facts: tuple[Fact, ...]) -> Atom | None:
    """Returns the known fact of which words only name the thing: "don't forget my address" gives it no value."""
    code = context.language.code
    told = statements(words, code) if has_reading(code) else ()
    if len(told) != 1 or told[0].kind is not ActKind.FRAGMENT:
        return None
    keys = (*(fact.key for fact in facts), *context.fact_keys.keys(words.strip(" .!")))
    return next((atom for key in keys for atom in context.known(key) if atom.status in LIVING), None)


def _store_without_secret(context: TurnContext) -> TurnOutcome:
    """Stores only the facts without a secret."""
    start, end = context.understood.span("statement")
    told = " " * start + context.turn.text[start:end]
    facts = extract_facts(replace(context.turn, text=told), context.language, context.policy)
    return store_facts(context, (replace(fact, reason_code="USER_ASKED") for fact in facts)).with_reasons("SECRET")


def make_word_atoms(context: TurnContext) -> tuple[Atom, ...]:
    """Makes an atom of the words that "that" refers to, when they gave none, so that a command can act on it."""
    turns = context.mentioned().turn_ids
    intents = context.queries.intents(turns)
    told = tuple(turn for turn in turns if intents.get(turn) == "statement")
    lines = context.reader.lines_by_id(context.control, told)
    atoms: list[Atom] = []
    for line in lines:
        turn = replace(context.turn, turn_id=line.turn_id, text=line.text, at=line.at, who=line.who)
        worth = (
            len(line.text) <= context.policy.max_atom_text_chars
            and MASK not in line.text
            and bool(split_words(line.text))
        )
        if worth and not contains_question(line.text, context.language) and not is_barred(line.text, context.rules):
            fact = statement_fact(turn, context.language, context.policy)
            atoms.append(atom_from_fact(replace(fact, reason_code="USER_ASKED"), turn, 0, context.policy))
    return tuple(atoms)


def _store_pointed_at(context: TurnContext) -> TurnOutcome:
    insisted = context.understood.intent == "insist"
    if context.refused is not None:
        return (
            _store_refused_secret(context, context.refused)
            if insisted
            else TurnOutcome(context.understood.intent, ("SECRET",))
        )
    mentioned = context.mentioned().atoms
    if mentioned:
        return TurnOutcome(context.understood.intent, ("ALREADY_KNOWN",), focus=(mentioned[0].atom_id,))
    made = make_word_atoms(context)
    if not made:
        return TurnOutcome(context.understood.intent, ("WHAT_TO_REMEMBER" if insisted else "NOTHING_MEANT",))
    return TurnOutcome(context.understood.intent, ("USER_ASKED",), new=made, focus=tuple(atom.atom_id for atom in made))


def store_facts(context: TurnContext, facts: Iterable[Fact], without: frozenset[str] = frozenset()) -> TurnOutcome:
    """Compares each fact with the known ones; at most one of them costs a question. The atoms `without` are over."""
    gathered, reasons = OutcomeBuilder(context), list[str]()
    question: Question | None = None
    focus: list[str] = []
    for ordinal, fact in enumerate(facts):
        if is_barred(f"{fact.key} {fact.text}", context.rules):
            reasons.append("DO_NOT_STORE")
            continue
        weighed = _weigh_candidate(context, atom_from_fact(fact, context.turn, ordinal, context.policy), without)
        if not gathered.has_room(len(weighed.new), len(weighed.changed)):
            break
        gathered.new += weighed.new
        gathered.changed |= {atom.atom_id: atom for atom in weighed.changed}
        reasons.append(weighed.reason_code)
        focus += [atom.atom_id for atom in (*weighed.new, *weighed.changed)][:1]
        question = question or _conflict_question(context, weighed)
    return _build_outcome(context, gathered, tuple(reasons), question, tuple(focus))


def _weigh_candidate(context: TurnContext, candidate: Atom, without: frozenset[str]) -> ConflictOutcome:
    """Compares with readable atoms; with hidden ones only for equality, so that a hidden memory is neither doubled nor
    revealed by a question.
    """
    candidate, known = compared_atoms(context, candidate)
    standing = tuple(atom for atom in known if atom.atom_id not in without)
    weighed = resolve_conflict(candidate, standing, context.turn.at.at_ms, context.policy, context.language)
    if not weighed.ask_about:
        return weighed
    beside = _adds_time(context, weighed.ask_about) or _was_at_other_times(context, weighed.ask_about)
    if not is_told_beside(context, candidate.sources[0].end) and not beside:
        return weighed
    return ConflictOutcome((beside_others(candidate, context.language),), reason_code=candidate.reason_code)


def _adds_time(context: TurnContext, pair: tuple[Atom, ...]) -> bool:
    """Says whether the new fact only tells a part of the time that the old one left open, or the hour of one day."""
    code = context.language.code
    old, new = (pair[at].text for at in (0, -1))
    return has_reading(code) and (adds_time(old, new, code) or is_for_one_day(old, new, code))


def _was_at_other_times(context: TurnContext, pair: tuple[Atom, ...]) -> bool:
    """Says whether both tell what something was, each at a time of its own: a weight this morning and last monday."""
    code = context.language.code
    if not has_reading(code) or not all(has_relative_time(atom.text, code) for atom in pair):
        return False
    told = [next(iter(statements(atom.text, code)), None) for atom in pair]
    return all(one is not None and one.clause.past and one.clause.lemma in ("be", "sein") for one in told)


def is_told_beside(context: TurnContext, end: int) -> bool:
    """Says whether what ends at `end` is said to hold as well: "he works at lidl as well" leaves his other work."""
    code, text = context.language.code, context.turn.text
    after = next(iter(_STOPS.split(text[end:])), "")
    near = " ".join((*split_words(text[:end])[-2:], *split_words(after)[:2]))
    return has_reading(code) and holds_beside(near, load_meaning(code))


def compared_atoms(context: TurnContext, candidate: Atom) -> tuple[Atom, tuple[Atom, ...]]:
    """Returns a new atom under the key where it belongs, and the known atoms that it is compared with."""
    kept = next(
        (atom for atom in context.kept_with(candidate.key) if atoms_agree(atom, candidate, context.language)), None
    )
    if kept is not None:
        candidate = replace(candidate, key=kept.key)
    known = tuple(
        atom for atom in context.known(candidate.key) if not is_other_than_code(context, candidate.text, atom)
    )
    name = subject_name(candidate.text, context.language.code) if known and has_reading(context.language.code) else ""
    others = {subject_name(atom.text, context.language.code) for atom in known} if name else set[str]()
    if name and others and name not in others and "" not in others:
        candidate = replace(candidate, key=f"{candidate.key} {name}")
        known = context.known(candidate.key)
    if not known and has_reading(context.language.code):
        told = told_before(context, candidate.text)
        if told is not None:
            return replace(candidate, key=told.key, value=told.value), (told,)
        read = rivals_by_reading(context, candidate.text)
        # A dog and a cat of one name: with the same value it would count as told before.
        rivals = tuple(atom for atom in read if not atoms_agree(atom, candidate, context.language))
        if rivals:
            candidate = replace(candidate, key=rivals[0].key)
            known = context.known(candidate.key)
    seen = {atom.atom_id for atom in known}
    every = context.queries.any_with_key(context.turn.user_id, candidate.key)
    same = tuple(atom for atom in every if atom.atom_id not in seen and atoms_agree(atom, candidate, context.language))
    return candidate, (*known, *same)


def _conflict_question(context: TurnContext, weighed: ConflictOutcome) -> Question | None:
    """Builds the question of a conflict, unless it was asked in this session before."""
    if not weighed.ask_about:
        return None
    old, new = weighed.ask_about
    if not context.may_ask(new.key, "CONFLICT"):
        return None
    return new_question(context.turn, new.key, "CONFLICT", (old, new))


def _build_outcome(
    context: TurnContext,
    gathered: OutcomeBuilder,
    reasons: tuple[str, ...],
    question: Question | None,
    focus: tuple[str, ...],
) -> TurnOutcome:
    raised, dropped = gathered.flags()
    outcome = TurnOutcome(
        context.understood.intent,
        tuple(dict.fromkeys(reasons)),
        new=tuple(gathered.new),
        changed=tuple(gathered.changed.values()),
        flags=raised,
        drop_flags=dropped,
        notes=tuple(Note("FLAG_EVICTED", "LEAST_RECENTLY_USED") for _ in dropped[:1]),
        focus=focus,
    )
    return outcome.with_question(question) if question else outcome


def _store_insisted_secret(context: TurnContext) -> TurnOutcome:
    """Stores a secret that the person insists on, with its words only in the atom."""
    start, end = context.understood.span("statement")
    whole = replace(context.turn, text=context.secret_statement)
    facts = extract_remembered(whole, 0, len(context.secret_statement), context.language, context.policy)
    atoms = tuple(
        _guarded_atom(atom_from_fact(fact, context.turn, ordinal, context.policy), context, context.turn, start, end)
        for ordinal, fact in enumerate(facts)
    )
    return TurnOutcome(
        context.understood.intent, (_kept_reason(context),), new=atoms, focus=tuple(atom.atom_id for atom in atoms)
    )


def _store_refused_secret(context: TurnContext, refused: Turn) -> TurnOutcome:
    """Handles "Remember it anyway": stores the secret of the last turn."""
    whole = replace(context.turn, text=context.secret_statement)
    facts = extract_remembered(whole, 0, len(whole.text), context.language, context.policy)
    secret = [fact for fact in facts if fact.text not in refused.text]
    here = Source(context.turn.turn_id, 0, len(context.turn.text))
    atoms = (
        _guarded_atom(
            atom_from_fact(fact, context.turn, ordinal, context.policy), context, refused, 0, len(refused.text)
        )
        for ordinal, fact in enumerate(secret)
    )
    kept = tuple(replace(atom, sources=(*atom.sources, here)) for atom in atoms)
    reason = _kept_reason(context) if kept else "WHAT_TO_REMEMBER"
    return TurnOutcome(context.understood.intent, (reason,), new=kept, focus=tuple(atom.atom_id for atom in kept))


def _kept_reason(context: TurnContext) -> str:
    return "SECRET_KEPT_INSIDE" if _is_grave(context) else "SECRET_KEPT_FOR_TEXT"


def _is_grave(context: TurnContext) -> bool:
    """Says whether the secret is one that is never told: by what it is, not by how it was said."""
    return any(secret.grave for secret in find_secrets(context.secret_statement, context.language))


def _guarded_atom(atom: Atom, context: TurnContext, turn: Turn, start: int, end: int) -> Atom:
    """Keeps a grave secret inside, and a mild one for writing and only if it is asked for (2.11.11)."""
    source = replace(atom.sources[0], turn_id=turn.turn_id, start=start, end=end)
    kept = replace(atom, sources=(source,), reason_code="USER_INSISTED")
    if _is_grave(context):
        return replace(kept, exposure=Exposure.INTERNAL_ONLY)
    return replace(kept, exposure=Exposure.SAFE_TO_TEXT, recall=Recall.ONLY_IF_ASKED)
