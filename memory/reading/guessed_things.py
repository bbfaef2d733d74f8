"""Pure: names the thing that a fact tells of, and the one that a question guesses at (2.11.11).

"My locker code is 7719" names the locker code, "is the code 1234?" guesses at the code, and "I owe Tom 400" tells what
I owe, whatever the sum. Names hold no part of the value, so that a right guess and a wrong one are about the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from memory.reading.facts.statements import Statement, statements
from memory.reading.grammar.clause import ActKind, Gap
from memory.reading.grammar.reader import line_of
from memory.reading.words.closed_words import has_reading, load_closed_words
from memory.text.forgetting.guess_words import CODE, GuessWords
from memory.text.stemming import split_words, stem

SPEAKER = "#speaker"
Name = frozenset[str]
"""The words of a name, or one token for a relation: who does what, whatever it is done to."""


@dataclass(frozen=True, slots=True)
class Guess:
    """What a question guesses at: its naming words, those of its subject, and who does what in it."""

    words: Name
    subject: Name = frozenset()
    relation: Name = frozenset()
    stems: tuple[str, ...] = ()
    """All that it says, with the value."""
    valued: bool = False
    """Whether it holds a number, or says how one begins or ends."""
    points: bool = False
    """Whether it only points: "it starts with 77, right?"."""

    def named(self, name: Name, digest: Callable[[str], str]) -> tuple[str, ...] | None:
        """Returns the words by which it names what has this name of digests, or None: all of the name stands in it, or
        its subject is of the name.
        """
        if self.relation and frozenset(map(digest, self.relation)) == name:
            return tuple(sorted(part for token in self.relation for part in token.split("~") if part != SPEAKER))
        shared = frozenset(word for word in self.words if digest(word) in name)
        whole = len(shared) == len(name) and shared != {CODE}
        coded = digest(CODE) not in name or CODE in shared
        part = bool(self.subject) and self.subject <= shared and coded and (self.valued or self.subject != {CODE})
        return tuple(sorted(shared - {CODE})) if whole or part else None


def names_of_fact(text: str, words: GuessWords, language: str, *, coded: bool) -> frozenset[Name]:
    """Returns the names of what a fact tells of; none where it tells no value."""
    made: set[Name] = set()
    for one in statements(text, language) if has_reading(language) else ():
        subject = words.tokens(_subject(text, one, language))
        if one.kind is not ActKind.TELL or not _has_complement(one):
            continue
        if coded:
            made.add(subject | {CODE})
        made.add(subject if words.only_names(one.clause.lemma) else _relation(subject, text, one, language))
    return frozenset(name for name in made if name)


def guesses(text: str, words: GuessWords, language: str) -> Iterator[Guess]:
    """Yields what each guessing sentence of a text is about."""
    for sentence in words.sentences(text):
        read = statements(sentence, language) if has_reading(language) else ()
        valued = words.holds_value(sentence)
        if not valued and any(one.clause.asks not in (None, Gap.NONE) for one in read):
            continue
        named = words.tokens(sentence) | ({CODE} if valued else set())
        about = next((one for one in read if _subject(sentence, one, language)), None)
        said = _subject(sentence, about, language) if about is not None else ""
        subject = words.tokens(said)
        relation = _relation(subject, sentence, about, language) if about is not None else Name()
        bare = not subject and (valued or bool(named)) and (not said or words.is_pointing(said))
        yield Guess(named, subject, relation, words.stems(sentence), valued, points=bare)


def _relation(subject: Name, text: str, one: Statement, language: str) -> Name:
    """Returns the one token of who does what; none where a pronoun for somebody else does it."""
    said = split_words(_subject(text, one, language))
    own = all(word in load_closed_words(language).speaker for word in said)
    who = sorted(subject) or ([SPEAKER] if said and own else [])
    return frozenset({"~".join((*who, stem(one.clause.lemma)))}) if who else Name()


def _has_complement(one: Statement) -> bool:
    return one.clause.rest < one.clause.last and not one.clause.negated


def _subject(text: str, one: Statement, language: str) -> str:
    """Returns the words of a statement's subject as they were said."""
    first, last = one.clause.subject
    tokens = line_of(text, language).tokens
    return text[tokens[first].start : tokens[last - 1].end] if first < last <= len(tokens) else ""
