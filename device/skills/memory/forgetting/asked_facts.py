"""Pure: finds the facts that a topic asks for: "where the spare key is", "Konrad's address", "my brother's job".

A topic is read as the question it stands for, and the facts that answer it are what it names, whatever their words.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import combinations

from device.core.policy import MAX_FOUND_ATOMS, MAX_NAMING_STEMS, MORE_NAMING_STEMS
from device.nlu.intent_matcher import IntentMatch
from device.skills.memory.known_statements import known_statements
from device.skills.memory.memory_controls import ask_which_atom
from device.skills.turn_context import TurnContext, TurnOutcome
from memory.extraction.paraphrase import telling_stems
from memory.model.atoms import Atom
from memory.reading.answers import Told, every_answer
from memory.reading.facts.entities import Names
from memory.reading.facts.statements import Statement, statements
from memory.reading.facts.wanted import wanted
from memory.reading.grammar.clause import ActKind, Gap
from memory.reading.words.closed_words import has_reading
from memory.rules.freshness import LIVING
from memory.text.stemming import split_words, stems

FORGET_WAITING = "FORGET_WAITING"
"""Why a memory is not told: whether it is to be forgotten was asked, and is not answered."""


def facts_told_of(context: TurnContext, topic: str) -> tuple[Atom, ...]:
    """Returns the living facts that answer what a topic asks for; none for a topic that asks for nothing."""
    if is_told_clause(context, topic):
        return ()
    for question in _questions(context, context.requests.scope.questions_of(topic)):
        atoms, names = known_statements(context, question)
        found = _best_answers(context, atoms, question, names)
        if found and not _is_told_elsewhere(context, topic, found):
            return found
    return ()


def _is_told_elsewhere(context: TurnContext, topic: str, found: Sequence[Atom]) -> bool:
    """Says whether another fact has clearly more of the words that name a topic than its answers: "where the van is" is
    not "the spare-key location" when a spare key was told of.
    """
    scope, user_id = context.requests.scope, context.turn.user_id
    words = split_words(context.requests.telling(topic))
    named = telling_stems(stems(" ".join(word for word in words if not scope.is_label(word))))
    held = max(len(named & frozenset(stems(f"{atom.key} {atom.text}"))) for atom in found)
    if len(named) > MAX_NAMING_STEMS:
        return False
    more = combinations(sorted(named), held + MORE_NAMING_STEMS)
    return any(context.queries.atoms_holding(user_id, some, 1) for some in more)


def is_told_clause(context: TurnContext, topic: str) -> bool:
    """Says whether a topic tells something by itself, and asks for nothing: "that she likes Leeds"."""
    before = context.turn.text[: context.understood.span("topic")[0]].split()[-1:]
    scope, code = context.requests.scope, context.language.code
    if not (scope.tells(topic) or scope.tells(" ".join((*before, topic)))) or not has_reading(code):
        return False
    told = (one for one in statements(topic, code) if one.kind is ActKind.TELL)
    return any(one.clause.lemma != "do" for one in told)  # "dass ich eine Therapie mache" only names the therapy


def fact_retold(context: TurnContext, topic: str) -> Atom | None:
    """Returns the one living fact that says what a clause tells of somebody by another name: "my sister lives in leeds"
    for "that nina lives in leeds"; None without one.
    """
    code = context.language.code
    told = [one for one in statements(topic, code) if one.kind is ActKind.TELL] if has_reading(code) else []
    if len(told) != 1 or not told[0].subject or any(one.pronoun for one in told[0].subject):
        return None
    if told[0].clause.subject[0] > 0 or told[0].about_speaker:
        return None  # "the money i was lending my sister" names a thing
    asked = replace(told[0], kind=ActKind.ASK, clause=replace(told[0].clause, asks=Gap.NONE))
    atoms, names = known_statements(context, asked)
    found = _best_answers(context, atoms, asked, names)
    return found[0] if len(found) == 1 else None


def bars_what_it_tells(context: TurnContext) -> bool:
    """Says whether a request only asks not to keep what it tells itself: "don't remember this: my aunt drinks"."""
    request, topic = context.understood.slot("request"), context.understood.slot("topic")
    if not context.requests.scope.bars_ahead(request) or not has_reading(context.language.code):
        return False
    told = statements(topic, context.language.code)
    return any(one.kind is ActKind.TELL and one.subject for one in told)


def facts_answering(context: TurnContext, atoms: Sequence[Atom], asked: Iterable[str]) -> tuple[Atom, ...]:
    """Returns those of the atoms that answer the first of these questions that any answers."""
    for question in _questions(context, asked):
        names = known_statements(context, question)[1]
        if found := _best_answers(context, atoms, question, names):
            return found
    return ()


def _questions(context: TurnContext, asked: Iterable[str]) -> list[Statement]:
    code = context.language.code
    if not has_reading(code):
        return []
    read = ([one for one in statements(text, code) if one.kind is ActKind.ASK] for text in asked)
    return [one for found in read for one in found[:1]]


def _best_answers(context: TurnContext, atoms: Iterable[Atom], question: Statement, names: Names) -> tuple[Atom, ...]:
    code = context.language.code
    living = {atom.atom_id: atom for atom in atoms if atom.status in LIVING}
    told = [
        Told(one, atom.learned_at_ms, atom.atom_id) for atom in living.values() for one in statements(atom.text, code)
    ]
    found = every_answer(wanted(question, names, code), told, names, code)
    return tuple(dict.fromkeys(living[one.ref] for one in found))


def ask_of_offered(context: TurnContext) -> TurnOutcome | None:
    """Asks once more whether memories are to be forgotten that a question is about, when that was asked and not
    answered: they are not told meanwhile. None of any other question, as one that a memory fits as well which was not
    offered: "when is my dentist appointment" beside what it costs.
    """
    said = telling_stems(stems(context.turn.text))
    offered = context.queries.offered_to_forget(context.turn.user_id)
    shared = {atom.atom_id: _share(said, atom) for atom in offered}
    most = max(shared.values(), default=0)
    if most * 2 <= len(said) or _is_told_besides(context, said, offered, most):
        return None
    about = tuple(atom for atom in offered if shared[atom.atom_id] == most)
    request = replace(context, understood=IntentMatch("forget_topic"))
    return ask_which_atom(request, about).with_reasons(FORGET_WAITING)


def _share(said: frozenset[str], atom: Atom) -> int:
    return len(said & frozenset(stems(f"{atom.key} {atom.text}")))


def _is_told_besides(context: TurnContext, said: frozenset[str], offered: Sequence[Atom], most: int) -> bool:
    """Says whether a living memory that was not offered has as many words of a question as any that was."""
    found = (
        atom
        for stem in sorted(said)
        for atom in context.queries.atoms_holding(context.turn.user_id, (stem,), MAX_FOUND_ATOMS)
    )
    return any(atom not in offered and atom.status in LIVING and _share(said, atom) >= most for atom in found)
