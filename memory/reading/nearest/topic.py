"""Pure: says whether a statement is about everything that a question names: each thing, person and compound.

Verbs need not agree, and neither do words that only say what is asked: "size", "number", "date".
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from memory.reading.facts.entities import SPEAKER, Entity, Names, all_keys
from memory.reading.facts.statement_words import Forms, forms_at, is_telling
from memory.reading.facts.statements import Statement
from memory.reading.grammar.clause import Gap
from memory.reading.grammar.reader import line_of
from memory.reading.words.line import Line
from memory.reading.words.meaning import Meaning, load_meaning

_TIME = "time"
"""The second part of "bedtime", which asks when somebody goes to bed."""


def is_about_all(question: Statement, told: Statement, names: Names, language: str) -> bool:
    """Says whether all that the question names stands in the statement, and nobody else is its subject."""
    meaning = load_meaning(language)
    line, asked = line_of(told.text, language), line_of(question.text, language)
    if any(entity.pronoun for entity in question.entities) or _has_open_owner(question):
        return False
    if any(_is_namesake(entity, other, names) for entity in question.entities for other in told.entities):
        return False
    told_keys = all_keys(told.keys, names)
    told_keys |= frozenset(owner for key in told_keys for owner in _label_owner(key, meaning))
    needed = keys_needed(question, names)
    if not all(keys & told_keys for keys in needed):
        return False
    spent = frozenset(word for keys in needed for key in keys for word in parts_of_key(key))
    words = [forms for forms in topic_words(question, asked, meaning) if not forms & spent]
    if not words and not needed and not _names_deed(asked, question, told, meaning):
        return False
    near = _with_near((form for forms in (*question.words, *question.subject_words) for form in forms), meaning)
    stand = all(_stands(forms, line, near, meaning) for forms in words)
    stand = stand and not _is_of_other_label(question, told, meaning)
    return stand and _knows_subject(question, told, names, meaning)


def _names_deed(asked: Line, question: Statement, told: Statement, meaning: Meaning) -> bool:
    """Says whether a question names what is told as a deed: "about going away" of "we're not going away"."""
    after = range(max(question.clause.rest, 0), len(asked))
    deed = next(
        (at for at in after if asked.has_form(at, "g") and told.clause.lemma in forms_at(asked, at, meaning)), -1
    )
    beside = {asked.word(at) for at in range(deed + 1, len(asked)) if not asked.is_stop(at)}
    return deed >= 0 and beside <= set(told.text.casefold().split())


def names_everybody(
    question: Statement, told: Statement, names: Names, language: str, *, anybody: bool = False
) -> bool:
    """Says whether everybody whom the question names is in the statement, and nobody else is its subject.

    `anybody` is for a question that asks who the subject is.
    """
    meaning = load_meaning(language)
    if any(entity.pronoun for entity in question.entities) or _has_open_owner(question):
        return False
    if any(_is_namesake(entity, other, names) for entity in question.entities for other in told.entities):
        return False
    told_keys = all_keys(told.keys, names)
    told_keys |= frozenset(owner for key in told_keys for owner in _label_owner(key, meaning))
    needed = keys_needed(question, names)
    if _is_of_other_label(question, told, meaning):
        return False
    known = all(keys & told_keys for keys in needed)
    return known and (anybody or _knows_subject(question, told, names, meaning))


def keys_needed(question: Statement, names: Names) -> list[frozenset[str]]:
    """Returns the keys of each person, and of each owner, that the question names."""
    people = [entity for entity in question.entities if SPEAKER not in entity.keys and _is_somebody(entity, names)]
    owners = [_owners(entity, names) for entity in question.entities]
    return [all_keys(entity.keys, names) for entity in people] + [keys for keys in owners if keys]


def missing_words(question: Statement, told: Statement, names: Names, language: str) -> tuple[list[Forms], list[Forms]]:
    """Returns the words of what a question is about that stand in a statement, and those that are missing there."""
    meaning = load_meaning(language)
    line, asked = line_of(told.text, language), line_of(question.text, language)
    needed = keys_needed(question, names)
    spent = frozenset(word for keys in needed for key in keys for word in parts_of_key(key))
    near = _with_near((form for forms in (*question.words, *question.subject_words) for form in forms), meaning)
    words = [forms for forms in topic_words(question, asked, meaning) if not forms & spent]
    present = [forms for forms in words if _stands(forms, line, near, meaning)]
    return [*needed, *present], [forms for forms in words if forms not in present]


def _is_of_other_label(question: Statement, told: Statement, meaning: Meaning) -> bool:
    """Says whether a number of something else is told: the locker's is no number of a flat."""
    spoken = frozenset(form for forms in told.words for form in forms)
    labels = meaning.set_of("labels")
    told_of = any(label & labels for _, label in pairwise(told.subject_words))
    return told_of and any(
        label & labels and not one & spoken and bool(_with_near(one, meaning) & labels)
        for one, label in pairwise(question.words)
    )


def _is_namesake(asked: Entity, other: Entity, names: Names) -> bool:
    """Says whether two have one role and other names: uncle pat is not uncle tom."""
    if not (asked.role and asked.role == other.role and asked.name and other.name):
        return False
    return other.name not in all_keys(frozenset((asked.name,)), names)


def _has_open_owner(question: Statement) -> bool:
    """Says whether something belongs to somebody whom only a pronoun names, and who is not in the question itself."""
    named = any(entity.keys and not entity.pronoun and SPEAKER not in entity.keys for entity in question.subject)
    return not named and any(key.startswith("?") for key in question.keys)


def _owners(entity: Entity, names: Names) -> frozenset[str]:
    """Returns the keys of whom a thing belongs to; empty for the speaker's."""
    roots = frozenset(key.rpartition(">")[0] for key in entity.keys if ">" in key) - {SPEAKER}
    roots = frozenset(root for root in roots if not root.startswith("?"))
    return all_keys(roots, names) if roots and not entity.is_person else frozenset()


def _label_owner(key: str, meaning: Meaning) -> tuple[str, ...]:
    """Returns the owner of what only says what is asked: of "the vet's number" the vet."""
    root, _, head = key.rpartition(">")
    return (root,) if root and root != SPEAKER and head in meaning.set_of("asked nouns") else ()


def _with_near(words: Iterable[str], meaning: Meaning) -> Forms:
    spoken = frozenset(words)
    return spoken.union(*(meaning.set_of(f"same as {form}") for form in spoken))


def topic_words(question: Statement, line: Line, meaning: Meaning) -> list[Forms]:
    """Returns the words of a question for what it is about: no verb, no adverb, and nothing that says what is asked."""
    sort = frozenset(form for forms in question.sort for form in forms)
    asked = meaning.set_of("asked nouns") | meaning.soft | meaning.light
    found = []
    for at in range(len(line)):
        beside = line.word(at) in line.words.adverbs and _follows_article(line, at) and line.is_open(at + 1)
        if not (is_telling(line, at) or beside) or line.is_auxiliary(at):
            continue
        forms = forms_at(line, at, meaning)
        purpose = line.word(at - 2) == "for" and _follows_article(line, at)
        if (forms & asked and not purpose) or (forms & sort and _is_sort(forms, line, at, meaning)):
            continue
        inside = forms in question.subject_words and question.clause.lemma not in forms
        done = line.is_in(at - 1, "getting") and line.has_form(at, "n")  # "when does derek get paid"
        if line.usual(at) in "vr" and not done and not (inside or _follows_article(line, at)):
            continue
        if question.clause.lemma in forms and not inside:
            continue
        found.append(forms)
    return found


def is_other_of_sort(question: Statement, told: Statement, language: str) -> bool:
    """Says whether a statement tells of another one of a sort: the hospital appointment is not the dentist's, and what
    is done at easter is nothing of christmas.
    """
    meaning = load_meaning(language)
    line, asked = line_of(told.text, language), line_of(question.text, language)
    every = frozenset(form for forms in told.words for form in forms)
    feasts = frozenset(form for forms in question.words for form in forms) & meaning.set_of("feasts")
    if question.clause.asks is not Gap.NONE and feasts and every & meaning.set_of("feasts") and not feasts & every:
        return True
    for at in range(1, len(asked)):
        if not _is_compound(asked, at, "na") or forms_at(asked, at - 1, meaning) & meaning.set_of("qualifying"):
            continue
        which, head = forms_at(asked, at - 1, meaning), forms_at(asked, at, meaning)
        near = which.union(*(meaning.groups.get(form, ()) for form in which))
        named = (
            _is_compound(line, place, "na") and forms_at(line, place, meaning) & head for place in range(1, len(line))
        )
        if not near & every and any(named):
            return True
    return False


def _is_compound(line: Line, at: int, before: str) -> bool:
    """Says whether a noun is made with the word before it: "flu | jab"; `before` are the classes that this may have."""
    plain = all(line.is_open(place) and not line.is_time(place) and not line.is_number(place) for place in (at - 1, at))
    plain = plain and not (line.is_in(at, "naming") or line.word(at) in line.words.adverbs)  # "my niece called ada"
    owned = line.word(at - 2) in line.words.possessives | line.words.determiners
    return plain and line.usual(at - 1) in before and (line.usual(at) == "n" or owned)


def _is_sort(forms: Forms, line: Line, at: int, meaning: Meaning) -> bool:
    """Says whether a word is the sort that is asked for, and not the thing: of "what size sneakers" the size only."""
    single = at == 1 or line.word(at - 1) == "how"
    known = forms & (meaning.sorts.keys() | meaning.kinds.keys() | meaning.set_of("measures asked"))
    return bool(known) or (single and line.word(0) == "how")


def _follows_article(line: Line, at: int) -> bool:
    before = line.word(at - 1)
    return before in line.words.determiners or before in line.words.possessives


def _is_somebody(entity: Entity, names: Names) -> bool:
    if entity.name.endswith(_TIME) and not entity.role:
        return False
    return bool(entity.role or entity.name or entity.is_person or not entity.keys.isdisjoint(names))


def parts_of_key(key: str) -> list[str]:
    """Returns the words of an entity's key: "me", "brother" of "me>brother"."""
    return [word for part in key.split(">") for word in part.split()]


def _stands(forms: Forms, line: Line, question: Forms, meaning: Meaning) -> bool:
    """Says whether a word stands in the statement as a thing of its own: of "my car key" the car does not."""
    near = _with_near(forms, meaning)
    begins = {form.removesuffix(_TIME) for form in forms if form.endswith(_TIME) and form != _TIME}
    for at in range(len(line)):
        own = forms_at(line, at, meaning)
        if own & begins or any(forms & meaning.implies.get(form, frozenset()) for form in own):
            return True
        if own & near:
            return not _is_modifier(line, at, question, meaning)
    return False


def _is_modifier(line: Line, at: int, question: Forms, meaning: Meaning) -> bool:
    """Says whether another thing follows: "the car | key", "the car's | engine"."""
    place = at + 1
    owned = line.word(place) == "'s"
    place += owned
    if not line.is_open(place) or line.is_number(place) or line.usual(place) != "n" or line.is_time(place):
        return False
    if line.word(place) in line.words.adverbs or line.word(place) in ("called", "named"):
        return False
    after = forms_at(line, place, meaning)
    if after & question:
        return False
    colours = meaning.kinds.get("colour", frozenset())
    while line.is_open(place + 1):
        place += 1
    last = forms_at(line, place, meaning)
    return not (after | last) & (colours | meaning.set_of("asked nouns")) and not owned


def _knows_subject(question: Statement, told: Statement, names: Names, meaning: Meaning) -> bool:
    """Says whether the subject of the statement is somebody or something that the question names, or the speaker."""
    if not told.subject:
        return True
    asked = all_keys(question.keys, names)
    near = _with_near((form for forms in question.words for form in forms), meaning)
    for entity in told.subject:
        keys = all_keys(entity.keys, names)
        if keys & asked or SPEAKER in entity.keys or entity.pronoun == "many":
            return True
        heads = {word for key in keys for word in key.rpartition(">")[2].split()}
        owners = {key.rpartition(">")[0] for key in keys} - {SPEAKER, ""} - asked
        if heads & near and all(_is_own_thing(owner, meaning) for owner in owners):
            return True
    return False


def _is_own_thing(key: str, meaning: Meaning) -> bool:
    """Says whether something of the speaker's is nobody: the car whose insurance "the insurance" is."""
    root, _, head = key.rpartition(">")
    return root == SPEAKER and head not in meaning.roles and head not in meaning.animals
