"""Pure: tells of a word form whether it may be a verb, an adjective or an adverb, from the table of its language.

A form that can only be a noun is in no table, and neither is a name: a reader takes an unknown word for one of these.
Everyday nouns that stand without an article are listed, so that they are not taken for names (`things_*.txt`).
The tables are package data (`memory/languages/words_*.tsv`; NOTICES.md beside them says where they come from). A table
stays one text, because tens of thousands of small objects would take more memory than a small device has to spare.
Nothing here looks at the words around a form.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files

from memory.core.policy import KEPT_FORMS
from memory.reading.words.plural_rules import singular_by_rule

_SHARED = len("con")  # so many letters are looked up in a dictionary, and the rest by going through the lines


@dataclass(frozen=True, slots=True)
class WordForm:
    """What a form may be.

    `usual` is its most frequent class at home: n noun, v verb, a adjective, r adverb, d number word, x function word.
    `verbs` are pairs of lemma and form, the likelier verb first. In English a form is b base, s third person, d past, n
    participle, g -ing form; in German b infinitive (with zu inside, too), f finite, i imperative and nothing else, n
    participle, and the lemma `ab|holen` is a verb whose prefix is separable.
    `other` has the letters n, a, r of the classes that it may have besides.
    """

    usual: str
    verbs: tuple[tuple[str, str], ...] = ()
    other: str = ""


class WordTable:
    """The word forms of one language. `text` has a sorted line a form: form, usual class, verbs, other classes."""

    def __init__(
        self, text: str, singulars: Mapping[str, str], things: frozenset[str] = frozenset(), *, has_plural_rules: bool
    ) -> None:
        self._text = f"\n{text}"
        self._places = _places(self._text)
        self._singulars = singulars
        self._things = things
        self._has_plural_rules = has_plural_rules
        self._forms: dict[str, tuple[str, ...]] = {}

    def find(self, form: str) -> WordForm | None:
        """What a form in lower case may be; None when it can be a noun or a name only, or is no word."""
        start, end = self._places.get(form[:_SHARED], (0, 0))
        found = self._text.find(f"\n{form}\t", start, end)
        if found < 0 or "\n" in form or "\t" in form:
            return None
        return _word_form(self._text[found + len(form) + 2 : self._text.index("\n", found + 1)])

    def forms_of(self, lemma: str) -> tuple[str, ...]:
        """All forms of a verb, sorted; none for a word that is no verb's lemma."""
        if not self._may_be_lemma(lemma):
            return ()
        if lemma not in self._forms:
            found = {*_lines_with(self._text, f"\t{lemma}:"), *_lines_with(self._text, f",{lemma}:")}
            if not found:
                return ()
            self._forms[lemma] = tuple(sorted(found))
        return self._forms[lemma]

    def _may_be_lemma(self, lemma: str) -> bool:
        """Says whether a word may be a verb's lemma, by its own line: every lemma is a form of its verb."""
        base = self.find(lemma.replace("-", ""))
        return "|" in lemma or (base is not None and any(lemma == verb for verb, _ in base.verbs))

    def is_thing(self, noun: str) -> bool:
        """Says whether a word is a common noun that is in no table, and so no name: "appointment", "trout"."""
        return noun in self._things or self.singular(noun) in self._things

    def singular(self, noun: str) -> str:
        """The singular of a plural; any other word unchanged."""
        if noun in self._singulars:
            return self._singulars[noun]
        return singular_by_rule(noun) if self._has_plural_rules else noun


@cache
def load_word_table(language: str) -> WordTable:
    """The table of a language ("en", "de"), read once. Raises `FileNotFoundError` for a language that has none."""
    words = _packaged(f"words_{language}.tsv")
    if language != "en":
        return WordTable(words, {}, has_plural_rules=False)
    lines = (line.partition("\t") for line in _packaged("nouns_en.tsv").splitlines())
    things = frozenset(_packaged(f"things_{language}.txt").split())
    return WordTable(words, {plural: singular for plural, _, singular in lines}, things, has_plural_rules=True)


def _packaged(name: str) -> str:
    return (files("memory.languages") / name).read_text(encoding="utf-8")


def _places(text: str) -> dict[str, tuple[int, int]]:
    """Where in a text with a line feed at its start the lines lie whose forms begin alike."""
    places: dict[str, tuple[int, int]] = {}
    at = 0
    while (end := text.find("\n", at + 1)) >= 0:
        first = text[at + 1 : at + 1 + _SHARED].partition("\t")[0]
        places[first] = (places.get(first, (at, at))[0], end + 1)
        at = end
    return places


@lru_cache(KEPT_FORMS)
def _word_form(line: str) -> WordForm:
    usual, verbs, other = (*line.split("\t"), "", "")[:3]
    readings = (reading.partition(":") for reading in verbs.split(",") if reading)
    return WordForm(usual, tuple((lemma, form) for lemma, _, forms in readings for form in forms), other)


def _lines_with(text: str, part: str) -> list[str]:
    """The forms of the lines that have a part."""
    found, at = [], text.find(part)
    while at >= 0:
        start = text.rindex("\n", 0, at) + 1
        found.append(text[start : text.index("\t", start)])
        at = text.find(part, at + 1)
    return found
