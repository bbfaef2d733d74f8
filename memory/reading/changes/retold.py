"""Pure: reads a correction that denies words and tells the whole again: "no not the baths, i pick them up from gran's".

The words that are denied name what is wrong in the fact; what stands in the same place of the new clause, after the
same preposition or verb, takes their place. Where the new clause has no such place, nothing is replaced.
"""

from __future__ import annotations

from memory.reading.grammar.clause_starts import starts_statement
from memory.reading.grammar.marks import opening_marks
from memory.reading.grammar.reader import line_of
from memory.reading.words.line import Line


def begins_with_denial(text: str, language: str = "en") -> bool:
    """Says whether a turn begins with words that it denies: "no not the baths"."""
    line = line_of(text, language)
    first = _denial(line, language)
    return first < len(line) and line.is_in(first, "not")


def _denial(line: Line, language: str) -> int:
    """Returns where a denial would begin, behind the words that announce a correction."""
    return opening_marks(line, 0)[1] if language == "en" else len(line)


def denied_and_retold(text: str, told: str, language: str = "en") -> tuple[str, str]:
    """Returns the words of the fact `told` that a correction denies, and what is told instead; else both empty."""
    if not begins_with_denial(text, language):
        return "", ""
    line = line_of(text, language)
    first = _denial(line, language)
    clause = next((at for at in range(first + 2, len(line)) if _begins_clause(line, at)), 0)
    fixed = clause + line.length_of(line.words.fixes, clause)
    if not clause or (fixed > clause and line.is_stop(fixed)):
        return _denied_and_named(text, line, first + 1, clause or len(line), told)
    denied = [line.word(at) for at in range(first + 1, clause)]
    fact = line_of(told, language)
    at = next((at for at in range(len(fact)) if denied and _stands_at(fact, at, denied)), -1)
    if at < 1:
        return "", ""
    same = next((place for place in range(len(line) - 1, clause, -1) if line.word(place) == fact.word(at - 1)), -1)
    end = next((place for place in range(same + 1, len(line)) if line.is_stop(place)), len(line))
    if same < 0 or end <= same + 1:
        return "", ""
    heard = told[fact.tokens[at].start : fact.tokens[at + len(denied) - 1].end]
    return heard, text[line.tokens[same + 1].start : line.tokens[end - 1].end]


def _denied_and_named(text: str, line: Line, begin: int, end: int, told: str) -> tuple[str, str]:
    """Returns the words of a fact that "not cats dogs" denies, and those named behind them; else both empty."""
    fact, opened = line_of(told, line.words.language), line.word(begin) in line.words.determiners
    begin += opened
    words = [line.word(at) for at in range(begin, end)]
    runs = ((size, at) for size in range(len(words) - 1, 0, -1) for at in range(len(fact)))
    size, at = next(((size, at) for size, at in runs if _stands_at(fact, at, words[:size])), (0, -1))
    meant = range(begin + size + (opened and line.word(begin + size) in line.words.determiners), end)
    named = size and meant and all(line.is_open(at) or line.word(at) in line.words.possessives for at in meant)
    if not named or len(meant) > size + 2 or line.word(begin + size - 1) in line.words.determiners:
        return "", ""
    heard = told[fact.tokens[at].start : fact.tokens[at + size - 1].end]
    return heard, text[line.tokens[meant[0]].start : line.tokens[meant[-1]].end]


def _begins_clause(line: Line, at: int) -> bool:
    return line.word(at) in line.words.nominative and starts_statement(line, at)


def _stands_at(line: Line, at: int, words: list[str]) -> bool:
    return [line.word(place) for place in range(at, at + len(words))] == words
