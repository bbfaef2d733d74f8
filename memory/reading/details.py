"""Pure: finds the detail of a fact that a topic names: "the hall" of "the meeting is on Friday at ten in hall 20".

A detail is a phrase behind the verb: a preposition with what follows it, or what stands between commas. It is one when
the topic names it and the value it has ("hall 20", "gate B12"), or the sort of it ("the time", "where the party is");
what is left must still tell something. "The meeting on Friday" names the meeting, and no detail of it. So is one of
several things that are listed: "the nails" of "i need nails and a hammer".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from memory.reading.facts.statements import Statement, statements
from memory.reading.grammar.clause import ActKind
from memory.reading.grammar.reader import line_of
from memory.reading.listed_things import listed_thing
from memory.reading.words.closed_words import has_reading
from memory.reading.words.line import Line
from memory.text.forgetting.detail_words import DetailWords
from memory.text.stemming import stems
from memory.text.synonyms import STOP_WORDS

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Detail:
    """The parts of a text that tell a detail, as characters in order, and the words that name it."""

    spans: tuple[Span, ...]
    name: frozenset[str]

    def without(self, text: str) -> tuple[Span, ...]:
        """Returns the parts of the text that stay, without the blanks and commas around what goes."""
        left, at = list[Span](), 0
        for start, end in (*self.spans, (len(text), len(text))):
            kept = text[at:start].rstrip(" ,;") if start < len(text) or at else text[at:start]
            begin = at + len(kept) - len(kept.lstrip(" ,;"))
            if kept.strip(" ,;."):
                left.append((begin, at + len(kept)))
            at = end
        return tuple(left)


def detail_named(text: str, topics: Sequence[str], request: str, words: DetailWords, language: str) -> Detail | None:
    """Returns the details of a fact that topics name; None where one names all of it, or nothing would be left."""
    read = [one for one in statements(text, language) if one.kind is ActKind.TELL] if has_reading(language) else []
    if len(read) != 1:
        return None
    alone, phrases = words.means_it_alone(request), _phrases(text, read[0], language)
    subject = frozenset(stem for forms in read[0].subject_words for form in forms for stem in stems(form))
    heads = [words.head(topic) for topic in topics]
    named = [frozenset(stems(head)) - STOP_WORDS for head in heads]
    found = [
        [span for span in _with_what_follows(text, phrases) if _begins_with(text, span, one - subject)]
        or [span for span in phrases if _names(text, span, one - subject, alone=alone)]
        or [span for span in phrases if words.is_of_sort(head, text[slice(*span)])]
        for head, one in zip(heads, named, strict=True)
    ]
    gone = sorted({span for spans in found for span in spans})
    if not all(found) and len(set(named)) == 1:
        thing = listed_thing(text, read[0], named[0] - subject, language)
        return Detail((thing,), named[0]) if thing is not None else None
    left = len(gone) < len(phrases) or (bool(phrases) and _tells_before(text, read[0], phrases[0], language))
    return Detail(tuple(gone), frozenset[str]().union(*named)) if gone and all(found) and left else None


def _with_what_follows(text: str, phrases: tuple[Span, ...]) -> tuple[Span, ...]:
    """Returns each phrase behind a comma together with those behind it: "meeting point at the north gate"."""
    made: list[Span] = []
    for at, (start, _) in enumerate(phrases):
        if not text[:start].rstrip().endswith(","):
            continue
        ends = [end for _, end in phrases[at + 1 :] if "," not in text[start:end]]
        made += [(start, ends[-1])] if ends else []
    return tuple(made)


def _begins_with(text: str, phrase: Span, wanted: frozenset[str]) -> bool:
    first = text[slice(*phrase)].split()[0]
    return bool(wanted) and frozenset(stems(first)) == wanted


def _names(text: str, phrase: Span, wanted: frozenset[str], *, alone: bool) -> bool:
    """Says whether words name a phrase: they stand in it, beside a value or as all that a request is about."""
    said = frozenset(stems(text[slice(*phrase)]))
    return bool(wanted) and wanted <= said and (alone or _has_value(text, phrase, wanted))


def _phrases(text: str, one: Statement, language: str) -> tuple[Span, ...]:
    """Returns the phrases behind the verb, as characters: each begins with a preposition or behind a comma."""
    line, clause = line_of(text, language), one.clause
    marks = [at for at in range(max(clause.rest, 0), clause.last) if _begins(line, at, clause.rest)]
    ends = (*marks[1:], clause.last)
    last = [_end(line, begin, end) for begin, end in zip(marks, ends, strict=False)]
    spans = zip(marks, last, strict=True)
    return tuple((line.tokens[first].start, line.tokens[end - 1].end) for first, end in spans if first < end)


def _begins(line: Line, at: int, rest: int) -> bool:
    word = line.word(at)
    if at > rest and line.is_stop(at - 1) and not line.is_stop(at):
        return True
    return word in line.words.prepositions and not line.is_in(at, "continuing_prepositions")


def _end(line: Line, begin: int, end: int) -> int:
    while end > begin and line.is_stop(end - 1):
        end -= 1
    return end


def _has_value(text: str, span: Span, named: frozenset[str]) -> bool:
    """Says whether a phrase has a number or a name beside the words that name it: "hall 20", "hall Juniper"."""
    words = text[slice(*span)].split()
    beside = [word for word in words[1:] if not frozenset(stems(word)) <= named]
    return any(any(map(str.isdigit, word)) or word[:1].isupper() for word in beside)


def _tells_before(text: str, one: Statement, phrase: Span, language: str) -> bool:
    """Says whether something is told between the verb and the first phrase: "she pays the rent in Ulm"."""
    line, clause = line_of(text, language), one.clause
    return 0 <= clause.rest < clause.last and line.tokens[clause.rest].start < phrase[0]
