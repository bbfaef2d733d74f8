"""Pure: the persons or things that one sentence tells of together: "ida and noah are ..", "mum takes a, b and c", "anna
likes chocolate and so does ben". Each can be left out, and what is then left says the same of the others.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from memory.reading.facts.entities import SPEAKER, Entity
from memory.reading.facts.statement_words import Forms
from memory.reading.facts.statements import Statement, statements
from memory.reading.grammar.clause import ActKind
from memory.reading.grammar.reader import line_of
from memory.reading.members.agreement import verb_for_many, verb_for_one, verb_for_speaker
from memory.reading.members.phrases import Stretch, forms_in, shared_list
from memory.reading.words.line import Line
from memory.reading.words.meaning import load_meaning

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class ToldPart:
    """One of several: its words, and by what a statement names it."""

    text: str
    alone: str
    """Its words where it stands first: "a meeting with olaf" for "one with olaf"."""
    forms: tuple[Forms, ...]
    keys: frozenset[str] = frozenset()
    """Whom it names, where it is one of those of whom something is told."""
    many: bool = False
    """It is itself several: "my parents"."""

    @property
    def words(self) -> frozenset[str]:
        """Its words as they were said."""
        return frozenset(self.text.casefold().split())

    def has_all(self, said: Iterable[Forms]) -> bool:
        """Says whether it has each of these words."""
        return all(any(forms & known for known in (*self.forms, self.words)) for forms in said)


@dataclass(frozen=True, slots=True)
class Several:
    """A fact of several: where they stand in it, and the verb that agrees with them."""

    told: str
    language: str
    span: Span
    """The characters of all of them together."""
    parts: tuple[ToldPart, ...]
    joint: str
    """The word before the last of them."""
    verb: Span = (0, 0)
    """The verb that agrees with them; (0, 0) where they are no subject."""
    echo: Span = (0, 0)
    """The characters that only add somebody: "and so does ben"."""

    def only(self, kept: Sequence[ToldPart]) -> str:
        """Returns the fact of these alone, with the verb that they need."""
        first, *others = (part.text if part is self.parts[0] or at else part.alone for at, part in enumerate(kept))
        *middle, last = [first, *others]
        words = f"{', '.join(middle)} {self.joint} {last}" if middle else last
        changes = [(self.span, words), (self.echo, "")]
        if self.verb != (0, 0) and len(kept) == 1:
            changes.append((self.verb, self._agreeing(self.told[slice(*self.verb)].casefold(), kept[0])))
        text = self.told
        for (start, end), words in sorted(changes, reverse=True):
            text = text[:start] + words + text[end:]
        return " ".join(text.split()).strip(" ,")

    def denied(self, part: ToldPart) -> str:
        """Returns that it is not so of one of those of whom it was told; empty where they are no subject."""
        if self.verb == (0, 0):
            return ""
        alone = self.only((part,))
        one = next(iter(statements(alone, self.language)), None)
        if one is None or one.clause.verb < 0 or one.clause.negated:
            return ""
        line = line_of(alone, self.language)
        verb = line.tokens[one.clause.verb]
        if self.language == "de":
            late = one.clause.lemma != "be" and one.clause.main == one.clause.verb  # "ella mag brokkoli nicht"
            return f"{alone} nicht" if late else f"{alone[: verb.end]} nicht{alone[verb.end :]}"
        if line.is_auxiliary(one.clause.verb):
            return f"{alone[: verb.end]} not{alone[verb.end :]}"
        does = "do" if SPEAKER in part.keys or part.many else "does"
        return f"{alone[: verb.start]}{does} not {verb_for_many(verb.text)}{alone[verb.end :]}"

    def _agreeing(self, verb: str, alone: ToldPart) -> str:
        several = verb_for_many(verb) if self.language == "en" else verb
        if SPEAKER in alone.keys:
            return verb_for_speaker(several, self.language)
        if self.language == "de" and self.echo != (0, 0):
            return verb
        return several if alone.many else verb_for_one(several, self.language)


def told_of_several(told: str, language: str) -> Iterator[Several]:
    """Returns the ways in which a fact tells of several: by its subject, by "so does ben", by what its verb has."""
    each = statements(told, language)
    if len(each) != 1 or each[0].kind is not ActKind.TELL or each[0].clause.verb < 0 or each[0].clause.asks:
        return
    line, one = line_of(told, language), each[0]
    if not one.spoken.isdisjoint(load_meaning(language).set_of("told of both")):
        return  # "tom and anna are married"
    subjects = _subjects(line, told, one)
    things = _echoed(line, told, one) or _objects(line, told, one)
    yield from (found for found in (subjects, things) if found is not None)


def _subjects(line: Line, told: str, one: Statement) -> Several | None:
    """Reads "ida and noah are allergic", also with the verb before them: "montags gehen max und ella schwimmen"."""
    joints = line.words.sets["joining_parts"]
    members = list(one.subject)
    for entity in one.others:
        if members and entity.start == members[-1].end + 1 and line.word(members[-1].end) in joints:
            members.append(entity)
    if len(members) < 2:
        return None
    between = [line.word(at) for left, right in itertools.pairwise(members) for at in range(left.end, right.start)]
    if not all(word in joints | {","} for word in between) or line.word(members[-1].start - 1) not in joints:
        return None
    before = members[0].start - 1
    begin = before if line.is_in(before, "all_of_them") else members[0].start
    parts = tuple(_person(line, told, entity, one) for entity in members)
    verb = line.tokens[one.clause.verb]
    joint = line.word(members[-1].start - 1)
    span = (line.tokens[begin].start, line.tokens[members[-1].end - 1].end)
    return Several(told, line.words.language, span, parts, joint, (verb.start, verb.end))


def _echoed(line: Line, told: str, one: Statement) -> Several | None:
    """Reads "anna likes chocolate and so does ben", "anna mag schokolade und ben auch"."""
    joint = next((at for at in range(one.clause.rest, one.clause.last) if line.is_in(at, "joining_parts")), -1)
    last = next((entity for entity in reversed(one.others) if entity.start > joint), None)
    if joint < 0 or last is None or len(one.subject) != 1:
        return None
    around = [at for at in range(joint + 1, one.clause.last) if not last.start <= at < last.end]
    echoing = line.words.sets["also_so"]
    words = [at for at in around if not line.is_auxiliary(at)]
    if not words or not all(line.word(at) in echoing for at in words):
        return None
    subject, verb = one.subject[0], line.tokens[one.clause.verb]
    parts = (_person(line, told, subject, one), _person(line, told, last, one))
    span = (line.tokens[subject.start].start, line.tokens[subject.end - 1].end)
    echo = (line.tokens[joint].start, line.tokens[one.clause.last - 1].end)
    return Several(told, line.words.language, span, parts, line.word(joint), (verb.start, verb.end), echo)


def _person(line: Line, told: str, entity: Entity, one: Statement) -> ToldPart:
    begin = entity.start + line.is_in(entity.start, "all_of_them")  # "both tom and lisa"
    text = told[line.tokens[begin].start : line.tokens[entity.end - 1].end]
    forms = forms_in(line, one.clause, (begin, entity.end))
    return ToldPart(text, text, forms, entity.keys, line.is_plural(entity.end - 1))


def _objects(line: Line, told: str, one: Statement) -> Several | None:
    """Reads "mum takes metformin and ramipril", "a meeting with sabine at two and one with olaf at four"."""
    found = shared_list(line, one.clause)
    if found is None:
        return None
    stretches, joint = found
    first = stretches[0]
    parts = tuple(_thing(line, told, one, each, first) for each in stretches)
    span = (line.tokens[first.begin].start, line.tokens[stretches[-1].end - 1].end)
    return Several(told, line.words.language, span, parts, line.word(joint))


def _thing(line: Line, told: str, one: Statement, each: Stretch, first: Stretch) -> ToldPart:
    """Makes a part of a stretch of a list; what it has of the first, such as the thing that is counted, it has too."""
    text = told[line.tokens[each.begin].start : line.tokens[each.end - 1].end]
    forms = forms_in(line, one.clause, (each.begin, each.end))
    if each.head == (0, 0) or first.noun == (0, 0):
        return ToldPart(text, text, forms)
    head, start = line.tokens[each.head[0]], line.tokens[each.begin].start
    said = text[: head.start - start] + _counted(line, told, each, first) + text[head.end - start :]
    noun = tuple(kept for kept in forms_in(line, one.clause, first.noun))
    return ToldPart(text, said, (*forms, *noun))


def _counted(line: Line, told: str, each: Stretch, first: Stretch) -> str:
    """Returns what "one" or "three" stands for: "a meeting", "one pill", "three pills"."""
    at, (begin, end) = each.head[0], first.noun
    said = told[line.tokens[begin].start : line.tokens[end - 1].end]
    if not line.is_number(begin):
        return said if line.is_in(at, "one_of_them") else line.word(at)
    noun = told[line.tokens[begin + 1].start : line.tokens[end - 1].end] if end > begin + 1 else ""
    single = line.is_in(at, "one_of_them")
    last = line.table.singular(line.word(end - 1)) if single else line.word(end - 1)
    *lead, _ = noun.split() or [""]
    return " ".join((line.word(at), *lead, last if noun else ""))
