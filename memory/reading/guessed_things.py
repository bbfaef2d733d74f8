"""Pure: names the thing that a fact tells of, and the one that a question guesses at (2.11.11).

"My locker code is 7719" names the locker code, "is the code 1234?" guesses at the code, and "I owe Tom 400" tells what
I owe, whatever the sum. Names hold no part of the value, so that a right guess and a wrong one are about the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from memory.reading.facts.entities import BETWEEN
from memory.reading.facts.statements import Statement, statements
from memory.reading.grammar.clause import ActKind, Gap
from memory.reading.grammar.reader import line_of
from memory.reading.words.closed_words import has_reading, load_closed_words
from memory.reading.words.given_names import is_given_name
from memory.reading.words.meaning import load_meaning
from memory.text.forgetting.guess_words import CODE, GuessWords
from memory.text.stemming import split_words, stem

SPEAKER, TOGETHER, NOBODY = "#speaker", "#together", "#nobody"
Name = frozenset[str]
"""The words of a name, or one token for a relation: who does what, whatever it is done to."""


@dataclass(frozen=True, slots=True)
class Guess:
    """What a question guesses at: its naming words, those of its subject, and who does what in it."""

    words: Name
    subject: Name = frozenset()
    relation: Name = frozenset()
    """One token for who does what, and one with whom it is done to."""
    stems: tuple[str, ...] = ()
    """All that it says, with the value."""
    valued: bool = False
    """Whether it holds a number, or says how one begins or ends."""
    points: bool = False
    """Whether it only points: "it starts with 77, right?"."""
    doing: tuple[str, ...] = ()
    """Who does what in it and to whom, as stems of its own words."""

    def named(self, name: Name, digest: Callable[[str], str]) -> tuple[str, ...] | None:
        """Returns the words by which it names what has this name of digests, or None: all of the name stands in it, or
        its subject is of the name.
        """
        if any(name == {digest(token)} for token in self.relation):
            return self.doing
        shared = frozenset(word for word in self.words if digest(word) in name)
        whole = len(shared) == len(name) and shared != {CODE}
        coded = digest(CODE) not in name or CODE in shared
        part = bool(self.subject) and self.subject <= shared and coded and (self.valued or self.subject != {CODE})
        return tuple(sorted(shared - {CODE})) if whole or part else None


def names_of_fact(text: str, words: GuessWords, language: str, topic: Name, *, coded: bool) -> frozenset[Name]:
    """Returns the names of what a fact tells of, which goes as this topic; none where it tells no value. Of "what I owe
    Tom", other guesses at what is owed to somebody else are of another thing; where whom it is done to is what goes,
    any of them is about it.
    """
    made: set[Name] = set()
    for one in statements(text, language) if has_reading(language) else ():
        subject = words.tokens(_subject(text, one, language))
        if one.kind is not ActKind.TELL or not _has_complement(one):
            continue
        if coded:
            made.add(subject | {CODE})
        relation, whom = _relation(subject, text, one, language), _whom(one, language)
        named = words.only_names(one.clause.lemma)
        if named or (topic and topic <= subject):
            made.add(subject)
        if named:
            continue
        if relation and whom and topic.issuperset(whom):
            made |= {frozenset({_with(relation, whom)}), frozenset({_with(relation, (NOBODY,))})}
        elif relation:
            made.add(frozenset({relation}))
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
        whom = _whom(about, language) if about is not None else ()
        relation = _relation(subject, sentence, about, language) if about is not None else ""
        does = frozenset({relation, _with(relation, whom or (NOBODY,))}) if relation else Name()
        doing = (*subject, *_verb(sentence, about, language), *whom) if about is not None else ()
        bare = not subject and (valued or bool(named)) and (not said or words.is_pointing(said))
        yield Guess(named, subject, does, words.stems(sentence), valued, bare, tuple(sorted(doing)))


def _relation(subject: Name, text: str, one: Statement, language: str) -> str:
    """Returns the token of who does what; none where a pronoun for somebody else does it."""
    said, closed = split_words(_subject(text, one, language)), load_closed_words(language)
    own = SPEAKER if all(word in closed.speaker for word in said) else ""
    own = own or (TOGETHER if said and said[0] in closed.together else "")
    who = sorted(subject) or ([own] if said and own else [])
    return "~".join((*who, stem(one.clause.lemma))) if who else ""


def _with(relation: str, whom: tuple[str, ...]) -> str:
    return "~".join((relation, *whom))


def _whom(one: Statement, language: str) -> tuple[str, ...]:
    """Returns the persons that a statement names besides its subject: "I owe Tom forty pounds"."""
    roles = load_meaning(language).roles
    named = (word for each in one.others for word in split_words(max(each.keys, default="").rpartition(BETWEEN)[2]))
    return tuple(sorted({stem(word) for word in named if word in roles or is_given_name(word)}))


def _verb(text: str, one: Statement, language: str) -> tuple[str, ...]:
    """Returns the stem of a statement's main verb as it was said."""
    tokens, at = line_of(text, language).tokens, one.clause.main
    return tuple(map(stem, split_words(text[tokens[at].start : tokens[at].end]))) if 0 <= at < len(tokens) else ()


def _has_complement(one: Statement) -> bool:
    return one.clause.rest < one.clause.last and not one.clause.negated


def _subject(text: str, one: Statement, language: str) -> str:
    """Returns the words of a statement's subject as they were said."""
    first, last = one.clause.subject
    tokens = line_of(text, language).tokens
    return text[tokens[first].start : tokens[last - 1].end] if first < last <= len(tokens) else ""
