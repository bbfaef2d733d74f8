"""Pure: says whether a German statement is about everything that a question names: each thing and person, each day.

German says one thing in many shapes: "schuppenschlüssel" is "der schlüssel vom schuppen", "abgabe" is what is
"abgegeben", "kater" is asked for as "katze". Words that only say what is asked, such as "nummer", need not be told.
"""

from __future__ import annotations

from collections.abc import Iterator

from memory.core.policy import MIN_FRONT_CHARS, MIN_HEAD_CHARS
from memory.reading.facts.entities import SPEAKER, Entity, Names, all_keys
from memory.reading.facts.statement_words import Forms
from memory.reading.facts.statements import Statement
from memory.reading.german.german_line import GermanLine
from memory.reading.german.nouns import german_forms
from memory.reading.grammar.clause import Gap
from memory.reading.grammar.reader import line_of
from memory.reading.words.given_names import is_given_name
from memory.reading.words.line import Line
from memory.reading.words.meaning import Meaning

_LINKS = ("", "s", "es", "n", "en", "er", "e")
"""What stands between the two parts of a compound."""


def names_all(question: Statement, told: Statement, names: Names, lines: tuple[GermanLine, GermanLine],
                 meaning: Meaning) -> bool:  # fmt: skip
    """Says whether all that the question names stands in the statement, and nobody else is its subject."""
    asked, said = lines
    pronouns = (entity for entity in question.entities if entity.pronoun and not _is_empty_it(entity, question))
    if any(pronouns) or any(key.startswith("?") for key in question.keys):
        return False
    people = [entity for entity in question.entities if is_somebody(entity, names)]
    if any(_is_another(one, other, names) for one in people for other in told.entities):
        return False
    told_keys = all_keys(told.keys, names)
    if not all(all_keys(entity.keys, names) & told_keys for entity in people):
        return False
    spent = {at for entity in people for at in range(entity.start, entity.end)}
    words = [at for at in topic_places(question, asked, meaning) if at + question.clause.first not in spent]
    if not words and not people and not _is_measured_alone(question, told):
        return False
    if question.clause.asks is Gap.COUNT and question.clause.lemma == "geben" and not people:
        return all(stands(asked, at, told_forms(said, meaning), meaning) for at in words)
    every = told_forms(said, meaning)
    return all(stands(asked, at, every, meaning) for at in words) and _knows_subject(question, told, names, people)


def _is_measured_alone(question: Statement, told: Statement) -> bool:
    """Says whether only a number is asked for: "wie viele bäume stehen da", or "wie alt bin ich" of the speaker."""
    own = SPEAKER in question.subject_keys and SPEAKER in told.subject_keys
    return question.clause.asks is Gap.COUNT or (question.clause.asks is Gap.DEGREE and own)


def lacks_named_thing(question: Statement, told: Statement, meaning: Meaning) -> bool:
    """Says whether a thing with its article, or after "für", stands in the question and not in the statement."""
    asked, said = line_of(question.text, "de"), line_of(told.text, "de")
    if not isinstance(asked, GermanLine) or not isinstance(said, GermanLine):
        return False
    articles = asked.words.determiners | asked.words.possessives | meaning.set_of("leading what is meant")
    led, base = meaning.set_of("leading what is meant"), question.clause.first
    people = {at for entity in question.entities for at in range(entity.start, entity.end)
              if entity.role or is_given_name(asked.word(at - base))
              or (entity.is_person and asked.word(entity.start - base - 1) not in led)}  # fmt: skip
    places = [at for at in topic_places(question, asked, meaning) if at + base not in people]
    named = [at for at in places if asked.word(at - 1) in articles and not asked.is_time(at)]
    every = told_forms(said, meaning)
    spoken = [said.word(at) for at in range(len(said))]
    if any(entity.pronoun for entity in told.entities) or spoken[:1] == ["da"]:
        return False  # "da kommt kümmel rein"
    return not all(
        stands(asked, at, every, meaning) or any(word.endswith(asked.word(at)) for word in spoken) for at in named
    )


def is_somebody(entity: Entity, names: Names) -> bool:
    """Says whether an entity is a person or animal other than the speaker, or a thing whose name was told."""
    if SPEAKER in entity.keys or entity.plain:
        return False
    return bool(entity.role or entity.is_person or not entity.keys.isdisjoint(names))


def _is_another(asked: Entity, told: Entity, names: Names) -> bool:
    """Says whether both have one role and two names: "mein bruder lutz" and "mein bruder sven"."""
    named = bool(asked.role and asked.name and told.name) and asked.role == told.role
    return named and told.name not in all_keys(frozenset((asked.name,)), names)


def topic_places(question: Statement, line: GermanLine, meaning: Meaning) -> list[int]:
    """Returns where the words stand that say what a question is about: no verb, no adverb, no label of the answer."""
    labels = meaning.set_of("asked nouns") | meaning.soft | meaning.light
    verbs = verb_forms(question)
    sort = frozenset(form for forms in question.sort_words or question.sort for form in forms)
    found = []
    for at in range(len(line)):
        word = line.word(at)
        if line.is_stop(at) or line.is_auxiliary(at) or word in line.words.questions | line.words.middle:
            continue
        named_day = word in line.words.days or line.is_month(at)
        if not named_day and (not (line.is_open(at) or line.is_number(at)) or word in line.words.adverbs):
            continue
        forms = german_forms(line, at, meaning, told=False)
        blocked = line.is_blocked(at)
        if (forms & labels and not named_day) or word in sort_words(question, line) or forms & sort:
            continue
        if not blocked and (forms & verbs or word in line.words.particles or line.usual(at) in "vx"):
            continue
        found.append(at)
    return found


def sort_words(question: Statement, line: GermanLine) -> frozenset[str]:
    """Returns the words right after "welche", "was für" and "wie viele" that say what sort of thing is asked for."""
    (first, last), base = question.clause.sort, question.clause.first
    return frozenset(line.word(at) for at in range(max(first - base, 0), max(last - base, 0)))


def verb_forms(question: Statement) -> frozenset[str]:
    """Returns the verb of a statement, by its own name and by that of the rules."""
    return frozenset((question.clause.lemma,)) - {""}


def told_forms(line: GermanLine, meaning: Meaning) -> tuple[Forms, ...]:
    """Returns the forms of each open word of a statement."""
    return tuple(
        german_forms(line, at, meaning, told=True) | _every_week(line, at, meaning)
        for at in range(len(line))
        if line.is_open(at) or line.is_number(at) or line.word(at) in line.words.days
    )


def _every_week(line: GermanLine, at: int, meaning: Meaning) -> Forms:
    """Returns "dienstags" for "jeden dienstag", and "dienstag" for "dienstags": every week has the day asked for."""
    word, days = line.word(at), line.words.days
    if word in days and word.endswith("s") and word[:-1] in days:
        return frozenset((word[:-1],))
    weekly = f"{word}s"
    return frozenset((weekly,)) if weekly in days and line.word(at - 1) == "jeden" else frozenset()


def stands(line: GermanLine, at: int, told: tuple[Forms, ...], meaning: Meaning) -> bool:
    """Says whether a word of the question stands in a statement: itself, a near one, or its parts one by one."""
    forms = german_forms(line, at, meaning, told=False)
    every = frozenset(form for each in told for form in each)
    if near_forms(forms, meaning) & every or any(forms & meaning.implies.get(form, frozenset()) for form in every):
        return True
    heads = [form for form in forms if len(form) >= MIN_HEAD_CHARS]
    if any(word.endswith(tuple(heads)) and len(word) >= MIN_HEAD_CHARS + MIN_FRONT_CHARS for word in every if heads):
        return True
    return any(_is_told_apart(front, head, every, meaning) for front, head in parts_of_compound(line.word(at)))


def only_as_owner(question: Statement, lines: tuple[GermanLine, GermanLine], meaning: Meaning) -> bool:
    """Says whether the thing asked for only owns another: "wo ist das tor" and "der schlüssel vom tor"."""
    asked, said = lines
    places = [at for at in topic_places(question, asked, meaning) if not _is_owner(asked, at)]
    for at in places:
        forms = near_forms(german_forms(asked, at, meaning, told=False), meaning)
        found = [to for to in range(len(said)) if german_forms(said, to, meaning, told=True) & forms]
        if found and all(_is_owner(said, to) for to in found):
            return True
    return False


def _is_owner(line: GermanLine, at: int) -> bool:
    place = at - 1
    while line.word(place) in line.words.determiners | line.words.possessives:
        place -= 1
    return line.word(place) in ("von", "vom")


def near_forms(forms: Forms, meaning: Meaning) -> Forms:
    """Returns the forms with the words that stand for the same, and those of their kind."""
    near = frozenset(other for form in forms for other in meaning.groups.get(form, ()))
    return forms | near | frozenset(other for form in forms for other in meaning.kinds.get(form, ()))


def parts_of_compound(word: str) -> Iterator[tuple[str, str]]:
    """Returns every way to cut a long word in two: "schuppen" and "schlüssel"."""
    for at in range(MIN_FRONT_CHARS, len(word) - MIN_FRONT_CHARS + 1):
        yield word[:at], word[at:]


def _is_told_apart(front: str, head: str, every: frozenset[str], meaning: Meaning) -> bool:
    """Says whether both parts of a compound stand in a statement: "der stromzähler stand bei .." of "zählerstand"."""
    fronts = {front, *(front.removesuffix(link) for link in _LINKS if link and len(front) > len(link) + 2)}
    first = any(part in every or any(word.endswith(part) for word in every if len(part) > MIN_HEAD_CHARS)
                for part in fronts if len(part) >= MIN_FRONT_CHARS)  # fmt: skip
    return first and len(head) >= MIN_FRONT_CHARS and bool(near_forms(frozenset((head,)), meaning) & every)


def _is_empty_it(entity: Entity, question: Statement) -> bool:
    """Says whether "es" stands for nothing: "wie weit ist es bis zur arbeit"."""
    return entity.pronoun == "thing" and question.clause.asks is Gap.DEGREE and len(question.entities) > 1


def _is_measured(line: Line, told: Statement, entity: Entity) -> bool:
    """Says whether an entity is a number with its measure: "55 liter"."""
    at = entity.end - 1 - told.clause.first
    return line.word(at) in line.words.measures and line.is_number(at - 1)


def _is_attribute(line: Line, told: Statement, entity: Entity) -> bool:
    """Says whether somebody stands in the subject after a preposition: "der tisch für frau huber"."""
    at = entity.start - told.clause.first
    return told.clause.subject[0] < entity.start and line.word(at - 1) in line.words.prepositions - {
        "von",
        "vom",
        "mit",
    }


def _knows_subject(question: Statement, told: Statement, names: Names, people: list[Entity]) -> bool:
    """Says whether nobody is the subject of the statement whom the question does not name."""
    if not told.subject:
        return not question.subject or SPEAKER in question.subject_keys
    asked = all_keys(question.keys, names)
    line = line_of(told.text, "de")
    others = [entity for entity in told.subject if SPEAKER not in entity.keys and not _is_attribute(line, told, entity)]
    others = [entity for entity in others if not _is_measured(line, told, entity)]
    empty = any(_is_empty_it(entity, question) for entity in question.entities)
    somebody = [
        entity
        for entity in others
        if entity.is_person or entity.role or (entity.pronoun and not (empty and entity.pronoun == "thing"))
    ]
    if question.subject and any(entity in people for entity in question.subject):
        keys = all_keys(frozenset(key for entity in question.subject for key in entity.keys), names)
        return bool(keys & all_keys(told.subject_keys, names)) or question.clause.lemma == told.clause.lemma
    return all(all_keys(entity.keys, names) & asked or entity.pronoun == "many" for entity in somebody)
