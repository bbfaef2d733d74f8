"""Pure: finds one of several things that a fact lists: the nails of "i need nails and a hammer".

The list stands right behind the verb, its things joined by "and", "or" or commas. What is cut takes its joint along, so
that what stays reads as it would have been said.
"""

from __future__ import annotations

from memory.reading.facts.statements import Statement
from memory.reading.grammar.reader import line_of
from memory.reading.words.line import Line
from memory.text.stemming import stems

Span = tuple[int, int]


def listed_thing(text: str, one: Statement, named: frozenset[str], language: str) -> Span | None:
    """Returns the characters of the one listed thing that has all of these stems, with its joint; else None."""
    line = line_of(text, language) if named and language == "en" else None
    items = _listed(line, one) if line is not None else ()
    if line is None or len(items) < 2 or items[-1][1] > len(line):
        return None
    spans = [(line.tokens[first].start, line.tokens[last - 1].end) for first, last in items]
    fitting = [at for at, span in enumerate(spans) if named <= frozenset(stems(text[slice(*span)]))]
    if len(fitting) != 1 or not _names_whole(line, items[fitting[0]], named):
        return None
    at = fitting[0]
    return (spans[0][0], spans[1][0]) if at == 0 else (spans[at - 1][1], spans[at][1])


def _listed(line: Line, one: Statement) -> tuple[Span, ...]:
    """Returns the things of a list right behind the verb, as tokens; none where anything else stands in it."""
    clause, items = one.clause, list[Span]()
    at = begin = clause.rest
    if begin < 0:
        return ()
    while at <= clause.last:
        joins = line.is_in(at, "and_or") or line.word(at) == ","
        ends = at == clause.last or line.word(at) in line.words.prepositions or line.is_time(at)
        if joins or ends:
            if at > begin:
                items.append((begin, at))
            begin = at + 1
        elif not _belongs_to_thing(line, at):
            return ()
        if ends:
            break
        at += 1
    return tuple(items)


def _names_whole(line: Line, item: Span, named: frozenset[str]) -> bool:
    """Says whether the words name all of a thing: "the bike" of "a red bike", but not "the eggs" of "milk eggs"."""
    first, last = item
    opened = not line.is_open(first) or line.is_number(first)
    return opened or all(frozenset(stems(line.word(at))) <= named for at in range(first, last))


def _belongs_to_thing(line: Line, at: int) -> bool:
    """Says whether a word may stand in the name of a thing: no pronoun, no clause of its own."""
    word, words = line.word(at), line.words
    return line.is_open(at) or word in words.determiners or word in words.possessives
