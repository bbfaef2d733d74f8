"""Pure: finds the one fact that has what a question asks: it is about all that the question names, and holds the part.

The verbs need not be equal, since people ask in other words than they tell; verbs that exclude each other do. What is
not the only one is not told: a guess costs more than an honest "I don't know that yet".
"""

from __future__ import annotations

from collections.abc import Sequence

from memory.reading.answers import Told
from memory.reading.changes.updates import Effect, effect_on
from memory.reading.facts.entities import SPEAKER, Names
from memory.reading.facts.reality import same_reality
from memory.reading.facts.same_relation import is_reversed
from memory.reading.facts.statements import Statement
from memory.reading.facts.unify import leaves_person_open
from memory.reading.facts.wanted import Wanted
from memory.reading.grammar.clause import ActKind, Gap, Modality
from memory.reading.nearest.asked_part import Evidence, evidence_for
from memory.reading.nearest.german_fact import has_what_is_asked
from memory.reading.nearest.topic import is_about_all
from memory.reading.words.meaning import Meaning, load_meaning


def only_facts(want: Wanted, told: Sequence[Told], names: Names, language: str = "en") -> tuple[Told, ...]:
    """Returns the fact to tell, the newest of one relation; empty where none or several unrelated ones fit."""
    if language == "de":
        fitting = [each for each in told if has_what_is_asked(want, each.statement, names)]
    else:
        fitting = [each for each in told if _has_what_is_asked(want, each.statement, names, language)]
    standing = [
        each
        for each in fitting
        if not any(
            other.at_ms > each.at_ms
            and effect_on(other.statement, each.statement, names, language) in (Effect.ENDS, Effect.REPLACES)
            for other in told
        )
    ]
    if any(_may_have_changed(each, other, language) for each in standing for other in told):
        return ()
    by_ref = {each.ref: each for each in sorted(standing, key=lambda each: (each.at_ms, each.ref))}
    if len(by_ref) > 1 and len({_relation(each.statement) for each in by_ref.values()}) > 1:
        return ()
    return tuple(reversed(by_ref.values()))


def _relation(told: Statement) -> tuple[str, frozenset[str], bool]:
    return told.clause.lemma, told.subject_keys, told.clause.negated


def _may_have_changed(one: Told, other: Told, language: str) -> bool:
    """Says whether something newer in the same words tells of a change that nothing else made of it."""
    meaning, clause = load_meaning(language), other.statement.clause
    if other.at_ms <= one.at_ms or other.ref == one.ref or clause.asks is not None:
        return False
    changed = clause.lemma in meaning.moving | meaning.ending | meaning.change_verbs or bool(clause.marks)
    return changed and any(forms & own for forms in other.statement.words for own in one.statement.words)


def _has_what_is_asked(want: Wanted, told: Statement, names: Names, language: str) -> bool:
    meaning, clause = load_meaning(language), told.clause
    if told.kind not in (ActKind.TELL, ActKind.CORRECT) or clause.modality is Modality.CONDITIONAL:
        return False
    lemma = want.question.clause.lemma
    decided = lemma in meaning.set_of("agreed")
    chosen = lemma in meaning.set_of("decided") and clause.modality is Modality.PLAN
    if (clause.negated and not decided) or want.question.clause.negated:
        return False
    if not (decided or chosen or clause.modality is Modality.WISH or same_reality(want, told, language)):
        return False
    if leaves_person_open(want, told):
        return False
    if is_reversed(want.question, told, names, language) or not is_about_all(want.question, told, names, language):
        return False
    evidence = evidence_for(want, told, names, language)
    if evidence is Evidence.NONE:
        return False
    return _verbs_agree(want, told, meaning, sure=evidence is Evidence.SURE)


def _verbs_agree(want: Wanted, told: Statement, meaning: Meaning, *, sure: bool) -> bool:
    """Says whether both verbs may tell of the same: not buying and selling, nor living and working."""
    asked, said = want.question.clause.lemma, told.clause.lemma
    if said in meaning.set_of(f"opposite {asked}") or asked in meaning.set_of(f"opposite {said}"):
        return False
    if not sure and want.gap in (Gap.WHERE, Gap.WHEN) and told.clause.past != want.question.clause.past:
        return False
    if asked == said or said in meaning.groups.get(asked, ()) or asked in meaning.implies.get(said, ()):
        return True
    lives = said == "live" and not any(entity.is_person or entity.name for entity in told.subject)
    if {asked, "" if lives else said} & meaning.set_of("own relation"):
        return sure and not {asked, said} <= meaning.set_of("own relation") and _is_about_thing(want)
    if sure:
        return True
    general = meaning.set_of("general verbs")
    return asked in general and (said in general or want.gap is Gap.WHEN)


def _is_about_thing(want: Wanted) -> bool:
    return not any(entity.is_person and SPEAKER not in entity.keys for entity in want.question.entities)
