"""Pure: says whether a German statement has what a question asks, although its verb or noun is another.

All that the question names must stand in it, the part that is asked for must be new, and the verbs must go together: a
verb that says little ("wo ist", "was hab ich") goes with others, any other verb must be told.
"""

from __future__ import annotations

from memory.reading.facts.entities import Names
from memory.reading.facts.held_words import is_beside
from memory.reading.facts.reality import same_reality
from memory.reading.facts.same_relation import is_reversed
from memory.reading.facts.statements import Statement
from memory.reading.facts.wanted import Aspect, Wanted
from memory.reading.german.german_line import GermanLine
from memory.reading.german.nouns import concept_of
from memory.reading.german_facts.answer_parts import says_what_is_asked
from memory.reading.grammar.clause import ActKind, Gap, Modality
from memory.reading.grammar.reader import line_of
from memory.reading.nearest.asked_part import Evidence
from memory.reading.nearest.german_part import german_evidence
from memory.reading.nearest.german_topic import names_all, near_forms, only_as_owner, told_forms, topic_places
from memory.reading.words.meaning import Meaning, load_meaning

_LANGUAGE = "de"


def has_what_is_asked(want: Wanted, told: Statement, names: Names) -> bool:
    """Says whether a German statement is about all that a question names, and holds what it asks for."""
    meaning, clause = load_meaning(_LANGUAGE), told.clause
    if told.kind not in (ActKind.TELL, ActKind.CORRECT) or clause.modality is Modality.CONDITIONAL:
        return False
    if clause.negated or want.question.clause.negated or not same_reality(want, told, _LANGUAGE):
        return False
    asked, said = line_of(want.question.text, _LANGUAGE), line_of(told.text, _LANGUAGE)
    if not isinstance(asked, GermanLine) or not isinstance(said, GermanLine) or _is_over(want, told):
        return False
    lines = (asked, said)
    if is_reversed(want.question, told, names, _LANGUAGE) or not says_what_is_asked(want.question, told):
        return False
    beside = is_beside(want.question, told, _LANGUAGE) or only_as_owner(want.question, lines, meaning)
    if want.gap is Gap.WHERE and beside:
        return False
    if not names_all(want.question, told, names, lines, meaning):
        return False
    evidence = german_evidence(want, told, names, lines, meaning)
    return evidence is not Evidence.NONE and _verbs_agree(want, told, said, sure=evidence is Evidence.SURE)


def verbs_go_together(want: Wanted, told: Statement) -> bool:
    """Says whether a statement has the verb that asks for a thing: "was ess ich" is not answered by what one drinks."""
    said = line_of(told.text, _LANGUAGE)
    asked = want.question.clause.lemma
    general = load_meaning(_LANGUAGE).set_of("general verbs") | _DONE
    if want.gap not in (Gap.WHAT, Gap.WHICH) or asked in general or not isinstance(said, GermanLine):
        return True
    return _verbs_agree(want, told, said, sure=False)


def _is_over(want: Wanted, told: Statement) -> bool:
    """Says whether a statement tells what was, in the imperfect of being or having, and the question asks what is."""
    imperfect = told.clause.past and told.clause.lemma in ("be", "have") and told.clause.main == told.clause.verb
    return imperfect and not want.question.clause.past


def _verbs_agree(want: Wanted, told: Statement, said: GermanLine, *, sure: bool) -> bool:
    """Says whether both verbs may tell of the same: a verb that carries meaning must be told, by itself or nearly."""
    meaning, asked = load_meaning(_LANGUAGE), want.question.clause.lemma
    if told.clause.lemma in meaning.set_of(f"opposite {asked}"):
        return False
    if asked == told.clause.lemma or want.aspect in (Aspect.AGE, Aspect.JOB, Aspect.NAME):
        return True
    if want.gap is Gap.WHAT and asked in _DONE and _asks_of_day(want, said, meaning):
        return True
    if sure and ((want.gap is Gap.COUNT and asked in _THERE) or (want.gap is Gap.DEGREE and asked in _LASTING)):
        return True
    if want.gap is Gap.WHAT and asked == "kommen" and told.clause.lemma in meaning.set_of("taking in"):
        return True  # "was kommt in den tee": "mit zucker"
    if want.gap is Gap.WHERE and asked in meaning.set_of("located"):
        return told.clause.lemma in meaning.set_of("placing") | meaning.set_of("ending up")
    every = frozenset(form for forms in told_forms(said, meaning) for form in forms) | {told.clause.lemma}
    near = near_forms(frozenset((asked, *_own_names(asked))), meaning)
    if near & every or {asked, told.clause.lemma} <= meaning.set_of("travelling"):
        return True
    if meaning.set_of(f"nouns of {asked}") & every:
        return True
    general = meaning.set_of("general verbs")
    return asked in general and (sure or (want.gap is Gap.WHEN and not _was_done_before(want, told, said)))


def _was_done_before(want: Wanted, told: Statement, said: GermanLine) -> bool:
    """Says whether it is asked when somebody comes, and told what they have done: "heute hat mein sohn angerufen"."""
    has = said.word(told.clause.verb - told.clause.first) in said.words.have and told.clause.main > told.clause.verb
    return has and told.clause.past and not want.question.clause.past and want.question.clause.lemma != "be"


_DONE = frozenset(("do", "machen", "tun", "vorhaben"))


_THERE = frozenset(("be", "stand", "lie", "hang", "place", "geben", "wachsen"))
"""Verbs that ask how many there are: "wie viele bäume stehen da"."""

_LASTING = frozenset(("bleiben", "be"))
"""Verbs that ask how long or how much something is: "wie lange bleibt sie in der kur"."""


def _asks_of_day(want: Wanted, said: GermanLine, meaning: Meaning) -> bool:
    """Says whether a question names somebody, and a day or adverb that is told: "was macht mia am montag"."""
    line = line_of(want.question.text, _LANGUAGE)
    if not isinstance(line, GermanLine):
        return False
    people = {at for entity in want.question.entities for at in range(entity.start, entity.end)}
    adverbs, first = line.extra.vorfeld_adverbs - line.words.middle, want.question.clause.first
    places = topic_places(want.question, line, meaning)
    named = [at for at in places if at + first not in people and line.word(at) not in adverbs]
    told = {said.word(at) for at in range(len(said))} & adverbs
    dated = bool(named) and all(line.word(at) in line.words.days for at in named)
    return dated or (not named and any(line.word(at) in told for at in range(len(line))))


def _own_names(concept: str) -> tuple[str, ...]:
    """Returns the German verbs that the rules call by this name."""
    meaning = load_meaning(_LANGUAGE)
    return tuple(verb for verb in meaning.groups if verb.endswith("n") and concept_of(verb) == concept)
