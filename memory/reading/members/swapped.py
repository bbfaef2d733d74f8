"""Pure: reads a correction that says who did it to whom: "no tom hit ben" after "ben hit tom at school"."""

from __future__ import annotations

from memory.reading.facts.entities import Entity
from memory.reading.facts.statements import Statement, statements
from memory.reading.grammar.clause import ActKind
from memory.reading.grammar.reader import line_of
from memory.reading.words.line import Line


def with_roles_swapped(told: str, said: str, language: str) -> str:
    """Returns the fact in which two have changed places, as a correction tells of them; empty for anything else."""
    olds, news = statements(told, language), statements(said, language)
    if len(olds) != 1 or len(news) != 1 or news[0].kind is not ActKind.CORRECT or olds[0].kind is not ActKind.TELL:
        return ""
    old, new = olds[0], news[0]
    alike = old.clause.lemma == new.clause.lemma and old.clause.negated == new.clause.negated
    if not alike or len(old.subject) != 1 or len(new.subject) != 1:
        return ""
    doer, other = old.subject[0], _named_in(old, new.subject[0])
    again = _named_in(new, doer)
    if other is None or again is None or not _is_said_again(new, old):
        return ""
    line, spoken = line_of(told, language), line_of(said, language)
    changes = [
        (_span(line, doer), _text(said, spoken, new.subject[0])),
        (_span(line, other), _text(said, spoken, again)),
    ]
    verb, now = line.tokens[old.clause.verb], spoken.tokens[new.clause.verb]
    changes.append(((verb.start, verb.end), said[now.start : now.end]))
    text = told
    for (start, end), words in sorted(changes, reverse=True):
        text = text[:start] + words + text[end:]
    return text


def _named_in(one: Statement, somebody: Entity) -> Entity | None:
    """Returns the person beside the subject who is somebody."""
    return next((each for each in one.others if each.is_person and each.keys & somebody.keys), None)


def _is_said_again(new: Statement, old: Statement) -> bool:
    """Says whether the correction has no word that the fact has not."""
    return all(any(forms & known for known in old.words) for forms in new.words)


def _span(line: Line, entity: Entity) -> tuple[int, int]:
    return line.tokens[entity.start].start, line.tokens[entity.end - 1].end


def _text(text: str, line: Line, entity: Entity) -> str:
    return text[slice(*_span(line, entity))]
