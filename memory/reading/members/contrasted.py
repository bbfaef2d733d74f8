"""Pure: reads a correction that says of whom something is so and of whom it is not: "it wasn't jan it was jonas", "it's
my uncle that's allergic not my aunt", "no it was paul who said that".
"""

from __future__ import annotations

from dataclasses import dataclass

from memory.reading.facts.entities import SPEAKER, Entity, entity_at
from memory.reading.facts.statements import statements
from memory.reading.german.german_line import GermanLine
from memory.reading.german.phrases import german_entity
from memory.reading.grammar.clause import ActKind
from memory.reading.grammar.reader import line_of
from memory.reading.members.agreement import HISSING
from memory.reading.members.other_meant import NamedInstead
from memory.reading.words.line import Line
from memory.reading.words.meaning import load_meaning

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Contrasted:
    """Who it is and who it is not."""

    words: str
    """The words for who it is."""
    wrong: str
    """Those for who it is not; empty where only the right one is named: "no it was paul who said that"."""
    clause: tuple[str, ...] = ()
    """The words that tell again of what it is so: "broke", "it"."""
    past: bool = False
    """It tells of what was: "it was jonas"."""


@dataclass(frozen=True, slots=True)
class _Named:
    """One person of a contrast, with what is told of them again."""

    entity: Entity
    denied: bool
    clause: tuple[str, ...]
    past: bool


def contrasted_person(said: str, language: str) -> Contrasted | None:
    """Returns who is meant and who is denied; None for words that say anything else."""
    line = line_of(said, language)
    last = len(line)
    while last and line.is_stop(last - 1):
        last -= 1
    done = _done_by(said, line)
    if done is not None:
        return done
    named = _named(line, 0, last)
    wrong = [one for one in named if one.denied]
    right = [one for one in named if not one.denied]
    if len(right) != 1 or len(wrong) > 1:
        return None
    if not wrong and not (
        right[0].clause and any(line.is_in(at, "denials_alone") for at in range(right[0].entity.start))
    ):
        return None
    clause = right[0].clause or (wrong[0].clause if wrong else ())
    past = right[0].past or bool(wrong and wrong[0].past)
    words, denied = ([_phrase(said, line, one.entity) for one in each] for each in (right, wrong))
    return Contrasted(words[0], next(iter(denied), ""), clause, past)


def _phrase(said: str, line: Line, entity: Entity) -> str:
    return said[line.tokens[entity.start].start : line.tokens[entity.end - 1].end]


def _done_by(said: str, line: Line) -> Contrasted | None:
    """Reads "no paul said that" and "nein das hat paul gesagt", which only say who did it."""
    each = statements(said, line.words.language)
    one = each[0] if len(each) == 1 and each[0].kind is ActKind.CORRECT else None
    if one is None or one.clause.negated or one.clause.lemma == "be" or len(one.entities) != 1:
        return None
    doer, clause = one.entities[0], one.clause
    others = (at for at in range(clause.first, clause.last) if not doer.start <= at < doer.end)
    left = [at for at in others if at not in (clause.verb, clause.main) and not line.is_auxiliary(at)]
    if not _is_somebody(doer) or not left or not all(line.is_in(at, "pointing_at_somebody") for at in left):
        return None
    return Contrasted(_phrase(said, line, doer), "", (line.word(clause.main),), clause.past)


def put_right_in(told: str, contrast: Contrasted, language: str) -> NamedInstead | None:
    """Returns what of a fact named the person who is denied, and the words for the right one; None for a fact that
    tells of anybody or anything else.
    """
    line = line_of(told, language)
    forms = {form for at in range(len(line)) for form in _forms(line, at)}
    again = [each for word in contrast.clause if (each := _telling(word, language))]
    if not all(each & forms for each in again) or not (contrast.wrong or again):
        return None
    person = _person_in(line, told, contrast)
    if person is None:
        return None
    heard = told[line.tokens[person[0]].start : line.tokens[person[1] - 1].end]
    owned = contrast.wrong and heard.casefold() == f"{contrast.wrong.casefold()}s"  # "jans gips"
    meant = f"{contrast.words}{'' if contrast.words.endswith(HISSING) else 's'}" if owned else contrast.words
    return NamedInstead(heard, meant) if heard.casefold() != meant.casefold() else None


def has_happened(told: str, language: str) -> bool:
    """Says whether a fact tells what happened: "jan broke his arm", "jan has broken it"; not "jan lives in kiel"."""
    line = line_of(told, language)
    groups = [one.clause for one in statements(told, language)]
    having = [one for one in groups if line.word(one.verb) in line.words.have]
    perfect = any(line.has_form(at, "n") for one in having for at in (one.verb + 1, one.main))  # "has broken his arm"
    return perfect or any(one.past for one in groups)


def follows_from_event(told: str, language: str) -> bool:
    """Says whether a fact tells of what somebody has for a time after something happened to them: "jan's cast"."""
    worn = load_meaning(language).set_of("worn for a time")
    return any(forms & worn for one in statements(told, language) for forms in one.words)


def _person_in(line: Line, told: str, contrast: Contrasted) -> Span | None:
    """Returns the tokens of a fact that name the person who is denied, with what they are to the speaker; where nobody
    is denied, those of the person with whom the fact begins.
    """
    if not contrast.wrong:
        verb = next((at for at in range(1, len(line)) if line.finite(at)), 0)
        first = _entity(line, 0, verb) if verb else None
        return (0, verb) if first is not None and _is_somebody(first) and first.end == verb else None
    words = contrast.wrong.casefold().split()
    size = len(words)
    places = (at for at in range(len(line) - size + 1) if [line.word(at + by) for by in range(size)] == words)
    begin = next(places, -1)
    if begin < 0:
        owner = f"{words[0]}s" if size == 1 and isinstance(line, GermanLine) else ""
        at = next((at for at in range(len(line)) if owner and line.word(at) == owner), -1)
        return (at, at + 1) if at >= 0 else None
    whole = (entity for one in statements(told, line.words.language) for entity in one.entities)
    covering = (each for each in whole if each.start <= begin and begin + size <= each.end and _is_somebody(each))
    own = next((each for each in covering if each.is_person), None)
    return (own.start, own.end) if own is not None else (begin, begin + size)


def _forms(line: Line, at: int) -> frozenset[str]:
    found = line.form(at)
    return frozenset((line.word(at), *(lemma.replace("|", "") for lemma, _ in (found.verbs if found else ()))))


def _telling(word: str, language: str) -> frozenset[str]:
    """Returns the word where it is of an open class, and so tells what it is that is said again."""
    line = line_of(word, language)
    tells = line.is_open(0) and not line.is_auxiliary(0) and word not in line.words.clitics
    return _forms(line, 0) if tells else frozenset()


def _named(line: Line, at: int, last: int) -> tuple[_Named, ...]:
    """Returns the persons that a stretch names one after another; none where it says anything else."""
    begin, denied, past, pointed = at, False, False, False
    while at < last and _leads(line, at):
        denied = denied or line.word(at) in line.words.negators
        past = past or line.is_in(at, "pointing_back")
        pointed = pointed or line.is_in(at, "pointing_at_somebody")
        at += 1
    entity = _entity(line, at, last)
    if entity is None or not _is_somebody(entity) or not (denied or pointed or begin == 0):
        return ()
    own = _Named(entity, denied, (), past)
    if entity.end == last:
        return (own,)
    if not line.is_in(entity.end, "cleft_relatives"):
        return _with(own, _named(line, entity.end, last)) if _leads(line, entity.end) else ()
    for end in range(entity.end + 2, last + 1):
        clause = tuple(line.word(place) for place in range(entity.end + 1, end))
        told = _Named(entity, denied, clause, past)
        if end == last:
            return (told,)
        after = _named(line, end, last) if _leads(line, end) and end - entity.end > 1 else ()
        if len(after) == 1:
            return (told, *after)
    return ()


def _with(one: _Named, others: tuple[_Named, ...]) -> tuple[_Named, ...]:
    return (one, *others) if others else ()


def _leads(line: Line, at: int) -> bool:
    """Says whether a word only leads to who it is: "no", "it", "'s", "was", "n't", "but"."""
    word, words = line.word(at), line.words
    leading = words.sets["standing_for_told"] | words.negators | words.sets["denials_alone"]
    return word in leading or word in words.clitics or line.is_auxiliary(at) or line.is_in(at, "leading_to_other")


def _entity(line: Line, at: int, last: int) -> Entity | None:
    meaning = load_meaning(line.words.language)
    if not isinstance(line, GermanLine):
        return entity_at(line, at, last, meaning)
    stop = next((place for place in range(at + 1, last) if line.is_in(place, "cleft_relatives")), last)
    return german_entity(line, at, stop, meaning)  # "mein onkel | der allergisch ist"


def _is_somebody(entity: Entity) -> bool:
    return bool(entity.name or entity.role) and not entity.pronoun and SPEAKER not in entity.keys
