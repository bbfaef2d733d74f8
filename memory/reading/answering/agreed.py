"""Pure: reads words that agree to what was told, alone or with more of it: "yeah twelve that's correct thanks", "yes a
nurse in the children's hospital".
"""

from __future__ import annotations

from memory.reading.facts.statements import statements
from memory.reading.grammar.clause import ActKind
from memory.reading.grammar.reader import line_of
from memory.reading.words.line import Line


def agreed_words(told: str, said: str, language: str) -> str:
    """Returns the fact as it is agreed to, with what is told of it besides; empty where the words do not agree."""
    line, fact = line_of(said, language), line_of(told, language)
    if not len(line) or not line.is_in(0, "agreement_openers") or any(_denies(line, at) for at in range(len(line))):
        return ""
    telling = [at for at in range(len(line)) if not _is_beside(line, at)]
    if not telling:
        return ""
    first, last = telling[0], telling[-1]
    places = [at for at in range(first, last + 1) if not line.is_stop(at)]
    words, known = [line.word(at) for at in places], [fact.word(at) for at in range(len(fact))]
    if set(words) <= set(known):
        return told if _stand_in_order(words, known) else ""  # "yes tom hit ben" is not "ben hit tom"
    alone = all(one.kind in (ActKind.FRAGMENT, ActKind.COURTESY) for one in statements(said, language))
    shared = _shared_end(fact, words) if alone else 0
    more = said[line.tokens[places[shared - 1]].end : line.tokens[last].end] if shared else ""
    return f"{told.rstrip(' .!')}{more}" if more.strip() else ""


def _stand_in_order(words: list[str], known: list[str]) -> bool:
    """Says whether words stand among others in the same order."""
    rest = iter(known)
    return all(word in rest for word in words)


def _shared_end(fact: Line, words: list[str]) -> int:
    """Returns how many of the first words are the last of a fact, the longest such run."""
    end = len(fact)
    while end and fact.is_stop(end - 1):
        end -= 1
    sizes = range(min(end, len(words)), 0, -1)
    return next((size for size in sizes if [fact.word(at) for at in range(end - size, end)] == words[:size]), 0)


def _denies(line: Line, at: int) -> bool:
    return line.word(at) in line.words.negators or line.is_in(at, "denials_alone")


def _is_beside(line: Line, at: int) -> bool:
    """Says whether a word only agrees or thanks: "yeah", "that 's correct", "thanks"."""
    standing = (
        line.is_in(at, "agreement_openers") or line.is_in(at, "agreed_beside") or line.word(at) in line.words.clitics
    )
    return standing or line.is_stop(at)
