"""Pure: handles a sentence that ends facts: "my dog died", "I quit my job", "the shed is done".

The sentence itself is stored. Facts stated before become outdated, or, where the end is only possible ("I got a new
car"), Selene asks before she uses them again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from device.core.policy import MAX_ENDED_ATOMS
from device.skills.memory.fact_storage import store_facts
from device.skills.turn_context import TurnContext, TurnOutcome
from memory.extraction.anaphora import refers_to_mentioned
from memory.extraction.ended_topics import EndedTopics, concerns_topic, find_ended_topics, is_called, is_project
from memory.extraction.extract import Fact, extract_facts, statement_fact
from memory.extraction.retraction import resolve_pronouns, strip_announcement
from memory.extraction.told_facts import confided_fact, extract_told
from memory.model.atoms import Atom
from memory.reading.facts.statements import statements
from memory.reading.grammar.reader import line_of
from memory.reading.members.kinship import names_kin
from memory.reading.words.closed_words import has_reading, load_closed_words
from memory.rules.conflict import make_outdated, mark_doubtful
from memory.rules.controls import topic_stems
from memory.rules.freshness import LIVING
from memory.text.normalise import TextClause, split_at_breaks, split_clauses


def end_told_facts(context: TurnContext, recent: Callable[[TurnContext], tuple[Atom, ...]]) -> TurnOutcome | None:
    """Returns what the turn ends, and the facts in it; None when nothing ends. `recent` are the last mentioned
    atoms.
    """
    for clause in _clauses_and_phrases(context):
        said = strip_announcement(clause.text, context.language).text
        pointing = refers_to_mentioned(said, context.language) and not _told_of_another(context, clause.start)
        meant = recent(context) if pointing else ()
        for sentence in (said, *(named for atom in meant for named in resolve_pronouns(said, atom, context.language))):
            end = None if clause.asks else find_ended_topics(sentence, context.language)
            gone = _ended_atoms(context, end) if end is not None else ()
            stands_alone = end is not None and end.topics and not (end.name or end.project)
            if end is not None and (gone or (sentence == said and stands_alone)):
                return _outcome(context, clause, sentence, end, gone)
    return None


def _told_of_another(context: TurnContext, start: int) -> bool:
    """Says whether the turn tells of somebody else before a pronoun: "her brother was called max but he died"."""
    code = context.language.code
    told = statements(context.turn.text[:start], code) if start and has_reading(code) else ()
    return any(entity.role and entity.is_person for one in told for entity in one.subject)


def _clauses_and_phrases(context: TurnContext) -> Iterator[TextClause]:
    """Returns the turn, its clauses, and their parts between commas: "I bought a new phone, it's a Pixel"."""
    text, each = context.turn.text, tuple(split_clauses(context.turn.text, context.language))
    parts = (part for clause in each for part in split_at_breaks(clause, context.language.beside_secret))
    yield from dict.fromkeys((TextClause(text, 0, len(text)), *each, *parts))


def _ended_atoms(context: TurnContext, end: EndedTopics) -> tuple[Atom, ...]:
    """Returns the living atoms about what is over, the oldest first, as many as a turn may change."""
    if end.project:
        held = (atom for topic in end.topics for atom in _atoms_holding_topic(context, topic))
        return tuple(dict.fromkeys(atom for atom in held if is_project(end, context.turn.who, atom, context.language)))
    named = [
        atom
        for atom in _atoms_holding_topic(context, end.name)
        if is_called(end.name, context.turn.who, atom, context.language)
    ]
    topics = [*end.topics, *(atom.key.partition(":")[2] for atom in named)]
    told = (
        atom
        for topic in topics
        for atom in _atoms_holding_topic(context, topic)
        if concerns_topic(topic, context.turn.who, atom, context.language) and _has_same_name(atom, end.name, named)
    )
    held = (
        atom for atom in _atoms_holding_topic(context, end.name) if context.language.revising.having.match(atom.text)
    )
    found = (
        atom
        for atom in dict.fromkeys((*named, *told, *held))
        if not _names_others(atom, end.name, context.language.code) and not _names_kin(atom, context.language.code)
    )
    return tuple(found)[: context.policy.max_changed_atoms_per_turn]


def _names_others(atom: Atom, name: str, language: str) -> bool:
    """Says whether a fact names somebody else as well, of whom it still holds: "we have two dogs rex and bella"."""
    if not name or not has_reading(language):
        return False
    line, joining = line_of(atom.text, language), load_closed_words(language).conjunctions
    places = [at for at in range(len(line)) if line.word(at) == name.casefold()]
    return any(line.word(beside) in joining for at in places for beside in (at - 1, at + 1))


def _names_kin(atom: Atom, language: str) -> bool:
    """Says whether a fact names who somebody's relatives are, which they stay: "my brother is called tom"."""
    return has_reading(language) and names_kin(atom.text, language)


def _has_same_name(atom: Atom, name: str, named: list[Atom]) -> bool:
    """Of two dogs, says whether it is the one with the name."""
    return not name or atom in named or atom.kind is not named[0].kind


def _atoms_holding_topic(context: TurnContext, topic: str) -> Iterator[Atom]:
    stems = topic_stems(topic, context.language) if topic else ()
    held = context.queries.atoms_holding(context.turn.user_id, stems, MAX_ENDED_ATOMS) if stems else ()
    return (atom for atom in held if atom.status in LIVING)


def _outcome(
    context: TurnContext, clause: TextClause, sentence: str, end: EndedTopics, gone: tuple[Atom, ...]
) -> TurnOutcome:
    facts = (() if gone else _told_apart(context, sentence)) or _facts(context, clause, sentence)
    outcome = store_facts(context, facts, without=frozenset(atom.atom_id for atom in gone))
    news = next((atom.atom_id for atom in outcome.new), None)
    over = (mark_doubtful(atom) if end.doubtful else make_outdated(atom, context.policy) for atom in gone)
    after = tuple(replace(atom, superseded_by=None if end.doubtful else news) for atom in over)
    space = context.policy.max_changed_atoms_per_turn - len(outcome.changed)
    if not after or end.doubtful:
        return replace(outcome, changed=(*outcome.changed, *after[:space]))
    focus = tuple(atom.atom_id for atom in after)
    reasons = tuple(dict.fromkeys((*outcome.reasons, after[0].reason_code)))
    return replace(outcome, reasons=reasons, changed=(*outcome.changed, *after[:space]), focus=focus)


def _told_apart(context: TurnContext, sentence: str) -> tuple[Fact, ...]:
    """Returns the facts of a turn that tells several; what replaces something stays beside it, in one sentence."""
    if not has_reading(context.language.code) or sentence not in context.turn.text:
        return ()
    told = extract_told(context.turn, context.said_so_far, context.language, context.policy)
    return told if len(told) > 1 else ()


def _facts(context: TurnContext, clause: TextClause, sentence: str) -> tuple[Fact, ...]:
    """Returns the facts of the turn, and the ending sentence itself. "She died" gets the name."""
    facts = extract_facts(context.turn, context.language, context.policy)
    if any(fact.start < clause.end and clause.start < fact.end for fact in facts):
        return facts
    own = " " * clause.start + context.turn.text[clause.start : clause.end]
    stated = statement_fact(replace(context.turn, text=own), context.language, context.policy)
    fact = confided_fact(stated, context.turn.text, context.language)
    if sentence in own:
        return (*facts, fact)
    named = statement_fact(replace(context.turn, text=sentence), context.language, context.policy)
    return (*facts, replace(named, start=fact.start, end=fact.end, exposure=fact.exposure))
