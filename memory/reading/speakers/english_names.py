"""Pure: finds a pronoun that belongs to a name or title: "a book called i robot", "my favourite song is my way"."""

from __future__ import annotations

import re
from functools import cache

from memory.reading.grammar.clause import Clause
from memory.reading.grammar.verb_groups import lemma_of
from memory.reading.speakers.person_words import load_person_words
from memory.reading.words.line import Line

_ARTICLES = frozenset(("the", "a", "an"))


def holds_pronoun_in_name(line: Line, first: int, last: int, clause: Clause) -> bool:
    """Says whether a pronoun of the speaker between these tokens may be part of a name."""
    words = load_person_words("en")
    if _title_pattern().search(" ".join(token.text for token in line.tokens[first:last])):
        return True
    for at in range(first, last - 1):
        if not line.is_open(at):
            continue
        if _names(line, at) and _pronoun_in_name(line, at, last, clause):
            return True
        if line.table.singular(line.word(at)) in words["works"] and _title_follows(line, at, last):
            return True
        if (
            lemma_of(line, at) in words["enjoying"]
            and _is_pronoun(line, at + 1)
            and line.word(at + 1) not in ("me", "us")
        ):
            return True
    return False


@cache
def _title_pattern() -> re.Pattern[str]:
    """The titles that begin as a phrase of the speaker would; the possessive mark is a token of its own."""
    titles = sorted(title.replace("'s", " 's") for title in load_person_words("en")["titles"])
    return re.compile(rf"(?<!\S)(?:{'|'.join(map(re.escape, titles))})(?!\S)")


def _is_pronoun(line: Line, at: int) -> bool:
    return line.word(at) in load_person_words("en")["pronouns"]


def _pronoun_in(line: Line, first: int, last: int) -> bool:
    return any(_is_pronoun(line, at) for at in range(first, last))


def _names(line: Line, at: int) -> bool:
    """Says whether the word is a past form of naming: "called", "named", "known as"."""
    lemma = lemma_of(line, at)
    if lemma not in load_person_words("en")["naming"] or not line.has_form(at, "dn"):
        return False
    return lemma != "know" or line.word(at + 1) == "as"


def _pronoun_in_name(line: Line, at: int, last: int, clause: Clause) -> bool:
    """Says whether a pronoun belongs to the name: in "tom called me" and "they named me after her" it does not."""
    before = at - 1
    while before > clause.first and line.word(before) in line.words.middle:
        before -= 1
    passive = line.word(before) in line.words.be or line.word(before) in ("'s", "get", "gets", "got")
    active = at == clause.main and not passive
    if not active:
        return line.word(at + 1) not in ("after", "for", "because") and _pronoun_in(line, at + 1, last)
    leading = line.words.prepositions | line.words.subordinators | line.words.conjunctions
    return any(_is_pronoun(line, place) and line.word(place - 1) not in leading for place in range(at + 2, last))


def _title_follows(line: Line, at: int, last: int) -> bool:
    """Says whether a title with a pronoun in it may follow the word for a work: directly, or after "is"."""
    if _is_pronoun(line, at + 1):
        return True
    if line.word(at + 1) == ",":
        return _pronoun_in(line, at + 2, last)
    place = next((place for place in range(at + 1, min(at + 8, last)) if _links(line, place)), -1)
    if place < 0:
        return False
    begin = line.skip_middle(place + 1)
    if line.word(begin) in line.words.prepositions and line.word(begin) != "like":
        return False
    return _pronoun_in(line, begin, last)


def _links(line: Line, at: int) -> bool:
    """Says whether "is" or "says" joins the word before to its title or wording."""
    return line.words.be.get(line.word(at), "n") in "13pd" or line.word(at) in ("'s", "says", "said", "reads")
