"""Pure: finds speech in a clause that may be somebody's own words: quotation marks, "he said i'm sorry"."""

from __future__ import annotations

import re

from memory.reading.grammar.verb_groups import lemma_of
from memory.reading.speakers.person_words import load_person_words
from memory.reading.words.line import Line

_QUOTES = frozenset('"\u201c\u201d\u201e\u00ab\u00bb\u2018`()[]{}<>')
_NAMED = re.compile('"([^"]*)"|\u201c([^\u201d]*)\u201d')
_OWN_BE = re.compile(r"\b(?:i|we)(?:['\u2019](?:m|re)|\s+(?:am|are|was|were))\s+$", re.IGNORECASE)
_OWN = frozenset(("i", "we"))
_ADVERBS = frozenset(("like", "well", "ok", "okay", "so"))


def holds_quote(line: Line, first: int, last: int, text: str) -> bool:
    """Says whether what stands between these tokens may be the words of another speaker, or words to one: "let's"."""
    if _QUOTES & set(_NAMED.sub(lambda found: _without_marks(line, found), text)) or any(
        line.word(at) == "let" and line.word(at + 1) in ("'s", "us") for at in range(first, last)
    ):
        return True
    if any(_loose_apostrophe(line, at) for at in range(first, last)):
        return True
    return any(_reports(line, at) for at in range(first + 1, last - 1))


def _without_marks(line: Line, found: re.Match[str]) -> str:
    """Returns a quotation without its marks where it names something: of a book "the crown". What the speaker is, in
    marks, are the words of others: i'm "dee" to my friends.
    """
    words, named = line.words, found[1] or found[2] or ""
    speaking = words.subjects | words.objects | words.possessives
    of_others = _OWN_BE.search(found.string, 0, found.start()) is not None
    return named if not of_others and speaking.isdisjoint(re.findall(r"\w+", named.lower())) else found[0]


def _loose_apostrophe(line: Line, at: int) -> bool:
    word = line.word(at)
    return word == "'" or (word.startswith("'") and word not in line.words.clitics and word != "'cause")


def _reports(line: Line, at: int) -> bool:
    """Says whether somebody else's verb of saying stands here, and "i" or "we" after it without "that"."""
    if line.word(at) in ("like", "goes", "went") and line.word(at + 1) in _OWN:
        return line.words.be.get(line.word(at - 1), "") != "" or line.word(at) != "like"
    if lemma_of(line, at) not in line.words.reporting or _is_own(line, at):
        return False
    after = at + 2 if line.word(at + 1) in _ADVERBS else at + 1
    if line.word(after) not in _OWN:
        return False
    return line.word(line.skip_middle(after + 1)) not in load_person_words("en")["indirect"]


def _is_own(line: Line, at: int) -> bool:
    """Says whether the speaker is the one who says it."""
    place = at - 1
    while line.word(place) in line.words.middle or line.word(place) in line.words.clitics or line.is_auxiliary(place):
        place -= 1
    return line.word(place) in _OWN
