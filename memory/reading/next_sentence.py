"""Pure: says whether a sentence answers for the one before it: "we got a boat", then "she's called the saucy sue".

The thing that is asked for stands in the first sentence, its name or the choice in the next one, which has a pronoun or
"one" for it. Anything else between the two, or a pronoun that cannot mean the thing, leaves the question open.
"""

from __future__ import annotations

from memory.reading.changes.change_words import says
from memory.reading.facts.entities import SPEAKER, Entity
from memory.reading.facts.gaps import all_forms
from memory.reading.facts.statement_words import Forms
from memory.reading.facts.statements import Statement
from memory.reading.grammar.clause import ActKind, Gap, Modality
from memory.reading.grammar.reader import line_of
from memory.reading.words.meaning import Meaning, load_meaning


def asks_name(question: Statement) -> bool:
    """Says whether a question asks what somebody or something is called."""
    heads = {key.rpartition(">")[2] for entity in question.subject for key in entity.keys}
    spoken = question.text.split()
    named = "name" in heads or question.clause.lemma in ("call", "name") or spoken[-1:] in (["called"], ["named"])
    return named and question.clause.asks in (Gap.WHAT, Gap.WHO, Gap.WHICH)


def asks_choice(question: Statement) -> bool:
    """Says whether a question may ask what was chosen: "which sofa did we go for", "where are we going in may"."""
    return question.clause.asks in (Gap.WHAT, Gap.WHO, Gap.WHICH, Gap.WHERE) and SPEAKER in question.subject_keys


def thing_words(question: Statement, language: str = "en") -> tuple[Forms, ...]:
    """Returns the words of what a name or a choice is asked for."""
    meaning = load_meaning(language)
    spent = meaning.soft | meaning.set_of("decided")
    words = (forms for forms in question.words if not forms & spent)
    return tuple(
        forms
        for forms in words
        if forms in question.subject_words or not {question.clause.lemma, "call", "name"} & forms
    )


def introduces(question: Statement, told: Statement, language: str = "en") -> bool:
    """Says whether a sentence speaks of the thing that is asked for, and so may be the one before its name."""
    words, every, meaning = thing_words(question, language), all_forms(told), load_meaning(language)
    if told.kind not in (ActKind.TELL, ActKind.CORRECT) or not words:
        return False
    return all(forms & every or any(meaning.groups.get(form, frozenset()) & every for form in forms) for forms in words)


def answers_for(question: Statement, before: Statement, after: Statement, language: str = "en") -> bool:
    """Says whether `after`, told next, names or chooses what `before` speaks of and the question asks for."""
    meaning = load_meaning(language)
    if after.kind not in (ActKind.TELL, ActKind.CORRECT) or after.clause.negated:
        return False
    if asks_name(question):
        return _names_pronoun(after, before, question, meaning)
    open_before = says(question, "decides", meaning) or _offers(before, meaning)
    return asks_choice(question) and open_before and says(after, "decides", meaning) and SPEAKER in after.subject_keys


def names_chosen(question: Statement, before: Statement, after: Statement, language: str = "en") -> bool:
    """Says whether `after` says which of the things that `before` leaves open it is: "oslo or bergen", "it's bergen".

    The question must have a word of what was open beside those that stand for anything.
    """
    meaning = load_meaning(language)
    if language != "en" or after.kind not in (ActKind.TELL, ActKind.CORRECT) or after.clause.negated:
        return False
    if leaves_choice(after.text, language) or (question.clause.asks is Gap.WHEN and not after.has_time):
        return False
    spoken = frozenset(before.text.split())
    pointed = after.clause.lemma == "be" and {each.pronoun for each in after.subject} == {"thing"}
    same = after.clause.lemma == question.clause.lemma and after.subject_keys == question.subject_keys
    if not spoken & meaning.set_of("offered") or not (pointed or same or says(after, "decides", meaning)):
        return False
    line = line_of(after.text, language)
    chosen = [line.word(at) for at in range(len(line)) if line.is_open(at) and line.word(at) in spoken]
    asked = (*question.words, *question.subject_words)
    about = all_forms(before)
    sorts = any(word in meaning.kinds.get(form, ()) for word in chosen for forms in asked for form in forms)
    fits = sorts or says(question, "decides", meaning) or any(forms & about for forms in asked)
    return bool(chosen) and fits


def leaves_choice(text: str, language: str = "en") -> bool:
    """Says whether words leave open which of several things it is: "oslo or bergen", "between oslo and bergen"."""
    return bool(frozenset(text.casefold().split()) & load_meaning(language).set_of("offered"))


def asks_for_chosen(question: Statement) -> bool:
    """Says whether a question may ask which of several things it is, and is not one for yes or no."""
    return question.clause.asks in (Gap.WHAT, Gap.WHO, Gap.WHICH, Gap.WHERE, Gap.WHEN)


def names_instead(question: Statement, before: Statement, after: Statement, language: str = "en") -> bool:
    """Says whether a name was meant and another taken: "we were going to call him ted but we went for art"."""
    meaning, asked = load_meaning(language), question.clause.lemma
    if not asks_name(question) or before.clause.lemma != asked or before.clause.modality is not Modality.PLAN:
        return False
    sorts = {entity.pronoun for entity in before.entities if entity.pronoun}
    whom = {entity.pronoun for entity in question.entities if entity.pronoun}
    return whom <= sorts and says(after, "decides", meaning) and before.subject_keys == after.subject_keys


def _offers(before: Statement, meaning: Meaning) -> bool:
    """Says whether a sentence leaves a choice open: "we were thinking of naples or seville"."""
    spoken = set(before.text.split())
    return bool(spoken & meaning.set_of("offered")) or (before.clause.negated and says(before, "decides", meaning))


def _names_pronoun(after: Statement, before: Statement, question: Statement, meaning: Meaning) -> bool:
    """ "She's called ada", "they've named him rafferty", "her name is ottilie", of a band "we're called the gates"."""
    heads = {key.rpartition(">")[2] for entity in after.subject for key in entity.keys}
    roots = {key.partition(">")[0] for entity in after.subject for key in entity.keys}
    if "name" in heads and any(root.startswith("?") for root in roots):
        return _may_mean({root.removeprefix("?") for root in roots}, question, meaning)
    if after.clause.lemma not in ("call", "name"):
        return False
    whom = after.subject if _is_passive(after) else after.others[:1]
    if any(SPEAKER in entity.keys for entity in whom):
        return bool(_heads(question.subject) & meaning.bodies) and not before.clause.negated
    sorts = {entity.pronoun for entity in whom if entity.pronoun}
    return bool(sorts) and _may_mean(sorts, question, meaning)


def _is_passive(told: Statement) -> bool:
    spoken = told.text.split()
    return "called" in spoken[:4] and not {"have", "'ve", "has"} & set(spoken) and not _object_pronoun(told)


def _object_pronoun(told: Statement) -> bool:
    first = told.others[0] if told.others else None
    return first is not None and bool(first.pronoun) and first.start == told.clause.rest


def _heads(subject: tuple[Entity, ...]) -> frozenset[str]:
    return frozenset(key.rpartition(">")[2] for entity in subject for key in entity.keys)


def _may_mean(sorts: set[str], question: Statement, meaning: Meaning) -> bool:
    """Says whether a pronoun of these sorts may stand for the thing asked for."""
    roles = {entity.role for entity in question.subject[:1]} | _heads(question.subject[:1])
    if (roles & meaning.male and "female" in sorts) or (roles & meaning.female and "male" in sorts):
        return False
    return not (roles & (meaning.male | meaning.female) and "thing" in sorts)
