"""Pure: finds the words that a text may be about, its nouns and names, and says what settles what was left open.

Something open is settled by a decision that speaks of it, by a plain answer, and by "we're done with the garden". A
guess, a question and the wish to ask somebody settle nothing: what stays open can be closed with a word, and what is
closed by mistake is lost.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, cached_property

from memory.continuity.wordings import Wordings, load_wordings
from memory.core.policy import KEPT_FORMS, MIN_COMPOUND_PART_CHARS, MIN_SHARED_STEMS, MIN_TOPIC_CHARS
from memory.extraction.paraphrase import telling_stems, telling_words
from memory.reading.words.closed_words import has_reading, load_closed_words
from memory.reading.words.word_table import load_word_table
from memory.rules.controls import BLANK
from memory.text.stemming import split_words, stem, stems
from memory.text.word_caches import cache_for_words

_WORD = re.compile(r"[^\W\d_]+(?:[’'-][^\W\d_]+)*")
_SAID = re.compile(r"\w+(?:[’'-]\w+)*")
_APART = re.compile(r"[^\w']+")
_ONLY_MEANT = frozenset({"ability", "duty", "wish", "hedged"})
"""Meanings of modal verbs with which nothing is done yet."""

Roots = frozenset[str]
"""The stems that one word has: as it is written, and as the verb that it is a form of."""


def noun_places(text: str, code: str, wordings: Wordings | None) -> Iterator[tuple[str, re.Match[str]]]:
    """Yields the words that a text may be about, each with its stem and its place."""
    about = frozenset(telling_words(text))
    if wordings and wordings.topics:
        about |= wordings.topics.intersection(split_words(text))
    before = ""
    for match in _WORD.finditer(text):
        written = match.group()
        word, deed = _folded(written), before in _doers(code)
        before = written.casefold()
        if word in about and not deed and _is_topic(written, word, code, wordings, first=match.start() == 0):
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


class Telling:
    """A clause that tells something, with the words that it is about. What it settles is read when it is asked for."""

    def __init__(self, text: str, code: str) -> None:
        self.text, self.code = text, code
        self.roots = tuple(_roots(text, code)) if has_reading(code) else ()
        self.stems = frozenset[str]().union(*self.roots)
        self.over = ends_matter(text, code)

    @cached_property
    def states(self) -> bool:
        """Whether it states something for sure: it asks nothing, leaves nothing open and guesses nothing."""
        closed, words, text = load_closed_words(self.code), self._words, _bare(self.text)
        wordings = load_wordings(self.code)
        if not words.isdisjoint(closed.questions | closed.conditions) or (wordings and wordings.open.search(text)):
            return False
        spaced = f" {text} ".replace("'", " '")
        return not any(hedge in spaced for hedge in _hedges(self.code))

    @cached_property
    def done_by_speaker(self) -> bool:
        """Whether the speaker does or did it, and neither should nor might: what others want settles nothing."""
        closed = load_closed_words(self.code)
        only_meant = any(closed.modalities.get(word) in _ONLY_MEANT for word in self._words)
        return not self._words.isdisjoint((closed.speaker | closed.together) & closed.nominative) and not only_meant

    @cached_property
    def denies(self) -> bool:
        """Whether it says that something is not so."""
        closed = load_closed_words(self.code)
        none = closed.negators | closed.nothing
        return not self._words.isdisjoint(none) or any(word.endswith("n't") for word in self._words)

    @cached_property
    def _words(self) -> frozenset[str]:
        return frozenset(_bare(self.text).split())


def answers_open(told: Telling, asked: str) -> bool:
    """Says whether a clause answers what another left open: "the beans go next to the fence" has every word of "not
    sure yet where the beans go", and one more; of "should I cook fish or lamb" it has one side.
    """
    wordings = load_wordings(told.code)
    if wordings is None or not told.roots:
        return False
    matter, sides, is_named_first = _left_open(asked, told.code, wordings)
    if not matter or not all(_is_among(one, told) for one in matter) or not told.states:
        return False
    if sides:
        return sum(_is_among(one, told) for one in sides) == 1
    if not is_named_first and load_closed_words(told.code).questions.isdisjoint(_bare(asked).split()):
        return told.done_by_speaker
    known = frozenset[str]().union(*matter)
    return any(one.isdisjoint(known) for one in told.roots) and not told.denies


def shares_enough(told: frozenset[str], stored: frozenset[str], code: str) -> bool:
    """Says whether a clause has so many stems with a line in common that it may answer it; in German "kommen" is also
    the end of "hinkommen".
    """
    shared = len(told & stored)
    if code == "de" and 0 < shared < MIN_SHARED_STEMS:
        ends = tuple(one for one in told if len(one) >= MIN_COMPOUND_PART_CHARS)
        shared += sum(one.endswith(ends) for one in stored - told)
    return shared >= MIN_SHARED_STEMS


def does_step(told: Telling, step: str) -> bool:
    """Says whether a clause says that what was to come next is done: "I called the plumber"."""
    wordings, text = load_wordings(told.code), step.casefold().replace("’", "'")
    found = wordings.next_step.search(text) if wordings and told.roots else None
    matter = _roots(text[found.end() :], told.code) if found else []
    if not matter or not all(_is_among(one, told) for one in matter):
        return False
    planned = wordings is not None and wordings.next_step.search(_bare(told.text))
    return not planned and told.states and told.done_by_speaker and not told.denies


def ends_matter(text: str, code: str) -> frozenset[str]:
    """Returns the stems of what a clause says to be over: "we're done with the garden"; none for other clauses."""
    wordings = load_wordings(code)
    found = wordings.ends.fullmatch(_bare(text)) if wordings else None
    topic = next((one for one in found.groups() if one), "") if found else ""
    return frozenset(telling_stems(stems(topic)))


def is_matter_over(over: frozenset[str], said: frozenset[str], title: frozenset[str]) -> bool:
    """Says whether a matter that is over is what was said, or the title of the whole talk."""
    return bool(over) and (over <= said or over <= title)


def is_mostly_noun(written: str, code: str) -> bool:
    """Says whether a word is a noun before it is anything else, as "red" and "want" are not."""
    form = load_word_table(code).find(written.casefold()) if has_reading(code) else None
    return form is None or form.usual == "n"


def is_named(text: str, match: re.Match[str], code: str) -> bool:
    """Says whether a word names something where it stands: a noun, a verb after an article as "the move" is, and in
    German what is written as a noun. What is done to something names nothing: "to rent a car".
    """
    if not has_reading(code):
        return True
    word, closed = match.group().casefold(), load_closed_words(code)
    before = next(reversed(text[: match.start()].casefold().split()), "")
    after = next(iter(text[match.end() :].casefold().split()), "")
    if before in closed.sets.get("to", ()) and after in closed.determiners:
        return False
    if is_mostly_noun(word, code):
        return True
    form = load_word_table(code).find(word)
    marked = before in closed.determiners | closed.possessives
    may_be = code == "de" or (form is not None and "n" in form.other)
    written = code == "de" and match.group()[0].isupper() and match.start() > 0
    return written or (marked and may_be and form is not None and form.usual == "v")


def says_when(word: str, code: str) -> bool:
    """Says whether a word is a month or a day of the week: it says when something is, and not what."""
    closed = load_closed_words(code) if has_reading(code) else None
    return closed is not None and word.casefold() in closed.months | closed.days


@cache
def _hedges(code: str) -> tuple[str, ...]:
    """Returns the words of a guess, each as it stands between others."""
    return tuple(f" {' '.join(hedge)} " for hedge in load_closed_words(code).hedges)


@cache
def _doers(code: str) -> frozenset[str]:
    """Returns the words right after which a word is what somebody does: "we plan", "wir laden acht Kinder ein"."""
    return load_closed_words(code).subjects - load_closed_words(code).determiners if has_reading(code) else frozenset()


def _folded(written: str) -> str:
    """Returns the first of the `split_words` of a word."""
    return written.lower() if written.isascii() and written.isalpha() else "".join(split_words(written)[:1])


def _is_topic(written: str, word: str, code: str, wordings: Wordings | None, *, first: bool) -> bool:
    """Says whether a word is a noun or a name that may be a topic: it is written as one, or can be nothing else."""
    plain = written.casefold()
    if len(word) < MIN_TOPIC_CHARS or BLANK in written or (wordings and plain in wordings.no_topic):
        return False
    if not has_reading(code):
        return True
    if re.split("[’']", plain)[0] in load_closed_words(code).subjects and word != plain:
        return False
    form = load_word_table(code).find(plain)
    return form is None or form.usual == "n" or (written[0].isupper() and not first) or "n" in form.other


def _left_open(asked: str, code: str, wordings: Wordings) -> tuple[list[Roots], list[Roots], bool]:
    """Returns the words of what is open, apart from them the two sides of "fish or lamb", and whether it is named
    before it is called open: "the colour is still open".
    """
    text = asked.casefold().replace("’", "'")
    found = wordings.open.search(text) or wordings.asks.search(text)
    core = text[found.end() :] if found else text
    named_first = found is not None and not _roots(core, code)
    core = text[: found.start()] if found and named_first else core
    between = next((match for match in _SAID.finditer(core) if match.group() in wordings.either), None)
    before = _roots(core[: between.start()], code) if between else []
    after = _roots(core[between.end() :], code) if between else []
    if before and after:
        return [*before[:-1], *after[1:]], [before[-1], after[0]], named_first
    return _roots(core, code), [], named_first


def _roots(text: str, code: str) -> list[Roots]:
    """Returns the roots of each word of a text that is about something."""
    return [found for match in _SAID.finditer(text) if (found := _word_roots(match.group().casefold(), code))]


@cache_for_words(KEPT_FORMS)
def _word_roots(word: str, code: str) -> Roots:
    """Returns the roots of a word; none of one that is about nothing."""
    form, closed = load_word_table(code).find(word), load_closed_words(code)
    small = word in closed.questions or word in closed.degrees or word in closed.conditions
    if small or (form is not None and form.usual == "x" and word not in closed.numbers) or not telling_words(word):
        return frozenset()
    lemmas = [lemma for lemma, _ in form.verbs] if form else []
    forms = (word, *(part for lemma in lemmas for part in (lemma.replace("|", ""), lemma.split("|")[-1])))
    return frozenset(root for one in forms for root in stems(one))


def _is_among(one: Roots, told: Telling) -> bool:
    return not one.isdisjoint(told.stems)


def _bare(text: str) -> str:
    return _APART.sub(" ", text.casefold().replace("’", "'")).strip()
