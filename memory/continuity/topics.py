"""Pure: finds the words that a text may be about: its nouns and names."""

from __future__ import annotations

import re
from collections.abc import Iterator

from memory.continuity.wordings import Wordings
from memory.core.policy import MIN_TOPIC_CHARS
from memory.extraction.paraphrase import telling_stems, telling_words
from memory.reading.words.closed_words import has_reading, load_closed_words
from memory.reading.words.word_table import load_word_table
from memory.rules.controls import BLANK
from memory.text.stemming import split_words, stem, stems

_WORD = re.compile(r"[^\W\d_]+(?:[’'-][^\W\d_]+)*")


def noun_places(text: str, code: str, wordings: Wordings | None) -> Iterator[tuple[str, re.Match[str]]]:
    """Yields the words that a text may be about, each with its stem and its place."""
    about = frozenset(telling_words(text))
    if wordings and wordings.topics:
        about |= wordings.topics.intersection(split_words(text))
    before = ""
    for match in _WORD.finditer(text):
        word, deed = "".join(split_words(match.group())[:1]), _is_deed(before, code)
        before = match.group().casefold()
        if word in about and not deed and _is_topic(match.group(), word, code, wordings, first=match.start() == 0):
            yield stem(word), match


def topic_stems_of(text: str, code: str, wordings: Wordings | None) -> frozenset[str]:
    """Returns the stems of what a clause may be about; of all its telling words where it has no noun."""
    found = frozenset(root for root, _ in noun_places(text, code, wordings))
    return found or frozenset(telling_stems(stems(text)))


def settles(decided: frozenset[str], asked: frozenset[str], title: frozenset[str]) -> bool:
    """Says whether a decision speaks of what was asked: of one of its words that is not the title of the whole talk,
    unless it has no other.
    """
    return not decided.isdisjoint(asked - title or asked)


def is_mostly_noun(written: str, code: str) -> bool:
    """Says whether a word is a noun before it is anything else, as "red" and "want" are not."""
    form = load_word_table(code).find(written.casefold()) if has_reading(code) else None
    return form is None or form.usual == "n"


def is_named(text: str, match: re.Match[str], code: str) -> bool:
    """Says whether a word names something where it stands: a noun, a verb after an article as "the move" is, and in
    German what is written as a noun.
    """
    if is_mostly_noun(match.group(), code):
        return True
    form, closed = load_word_table(code).find(match.group().casefold()), load_closed_words(code)
    before = text[: match.start()].casefold().split()[-1:]
    marked = bool(before) and before[0] in closed.determiners | closed.possessives
    may_be = code == "de" or (form is not None and "n" in form.other)
    written = code == "de" and match.group()[0].isupper() and match.start() > 0
    return written or (marked and may_be and form is not None and form.usual == "v")


def _is_deed(before: str, code: str) -> bool:
    """Says whether a word right after another is what somebody does: "we plan", as English has it."""
    return code == "en" and before in load_closed_words(code).subjects - load_closed_words(code).determiners


def _is_topic(written: str, word: str, code: str, wordings: Wordings | None, *, first: bool) -> bool:
    """Says whether a word is a noun or a name that may be a topic: it is written as one, or can be nothing else."""
    plain = written.casefold()
    if len(word) < MIN_TOPIC_CHARS or BLANK in written or (wordings and plain in wordings.no_topic):
        return False
    if not has_reading(code):
        return True
    form = load_word_table(code).find(plain)
    return form is None or form.usual == "n" or (written[0].isupper() and not first) or "n" in form.other
