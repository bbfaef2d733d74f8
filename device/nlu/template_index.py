"""Pure: finds the commands that a text may be, by its beginning and its words, so that few templates are tried.

It uses how hassil matches: a template without a leading slot is at the beginning of the text, except for skipped words,
a text of it has every word that the template needs, and no other word than those of the template. A template is
excluded only when it certainly does not match, and parsed when it is first not excluded.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from functools import cached_property
from itertools import pairwise

from hassil import Intents, Sentence
from hassil.expression import Expression, Group, ListReference, RuleReference, TextChunk
from hassil.intents import Intent, IntentData

from device.nlu.template_beginnings import LETTERS, WORD, TemplateBeginnings, TemplateWords, words_said

_NOT_SAID = "\0"
"""Stands for words to skip where a text has none: hassil treats a text otherwise when there are none to skip at all."""
_LEADING = re.compile(r"\{(\w+)\}")


class _SharedPieces:
    """The pieces of parsed templates, each once: "[please]" and "<me>" are in hundreds of them. hassil changes none."""

    def __init__(self) -> None:
        self._known: dict[tuple[object, ...], Expression] = {}

    def share(self, sentence: Sentence) -> None:
        """Replaces the pieces of a sentence by the equal ones of earlier sentences."""
        sentence.expression = self._shared(sentence.expression)

    def forget(self) -> None:
        """Forgets which pieces there are; the sentences keep theirs."""
        self._known.clear()

    def _shared(self, piece: Expression) -> Expression:
        if isinstance(piece, TextChunk):
            piece.parent = None  # hassil never asks for it, and it makes of a sentence one knot
            key: tuple[object, ...] = (piece.text, piece.original_text)
        elif isinstance(piece, RuleReference):
            key = (RuleReference, piece.rule_name)
        elif isinstance(piece, Group):
            piece.items = [self._shared(item) for item in piece.items]
            key = (type(piece), getattr(piece, "is_optional", False), *map(id, piece.items))
        elif isinstance(piece, ListReference):
            key = (ListReference, *(getattr(piece, each.name) for each in fields(piece)))
        else:
            return piece
        return self._known.setdefault(key, piece)


@dataclass(frozen=True)
class _Template:
    """A template of hassil, parsed when it is first asked what it requires."""

    intent: str
    data: IntentData
    words: TemplateWords
    pieces: _SharedPieces

    def has_all(self, said: tuple[str, ...]) -> bool:
        """Says whether every word may be one of the template's."""
        known = self._known
        for word in said if known is not None else ():
            for words in known or ():
                if word in words:
                    break
            else:
                return False
        return True

    @cached_property
    def _known(self) -> tuple[frozenset[str], ...] | None:
        (text,) = self.data.sentence_texts
        return self.words.of(text)

    @cached_property
    def needed(self) -> tuple[frozenset[str], ...]:
        """Sets of words: a text of it has one of each."""
        (text,) = self.data.sentence_texts
        return self.words.needed_by(text)

    @cached_property
    def leading(self) -> str:
        """Its slot with which every text of it begins; empty when there is none."""
        (text,) = self.data.sentence_texts
        begun = _LEADING.match(text)
        return begun[1] if begun else ""

    @cached_property
    def place(self) -> int:
        """Its place among the templates of an intent: those with slots by their number of literal words."""
        (sentence,) = self.data.sentences
        self.pieces.share(sentence)
        free = not self.data.wildcard_list_names.isdisjoint(sentence.list_names())
        return -sentence.text_chunk_count() if free else 0


class TemplateIndex:
    """An index of the beginnings of one language's commands."""

    def __init__(self, commands: Intents, leading: Mapping[str, Callable[[str], bool]] | None = None) -> None:
        """Examines the beginning of every template; each has `IntentData` of its own.

        `leading` says of some slots whether a text may begin with one: else no template that begins so is tried.
        """
        self._commands = commands
        self._may_lead = dict(leading or {})
        self._skipped = frozenset(word for phrase in commands.skip_words for word in WORD.findall(phrase.casefold()))
        self._maybe_skipped = frozenset(part for word in self._skipped for part in LETTERS.findall(word))
        words, self._pieces = TemplateWords(commands), _SharedPieces()
        self._templates = [
            _Template(intent.name, data, words, self._pieces)
            for intent in commands.intents.values()
            for data in intent.data
        ]
        found: dict[str, dict[str, set[int]]] = defaultdict(lambda: defaultdict(set))
        beginnings = TemplateBeginnings(commands)
        for number, template in enumerate(self._templates):
            (text,) = template.data.sentence_texts
            for first, second in beginnings.words_of(text):
                found[first][second].add(number)
        beginnings.forget()
        self._beginning = {first: _Following(seconds) for first, seconds in found.items()}
        self._lengths = _lengths(self._beginning)
        self._of_intents: dict[frozenset[str], frozenset[int]] = {}

    def fitting(self, text: str) -> Intents | None:
        """Returns the commands with only the templates that `text` may match, in the order in which hassil would try
        them; None without any.

        The text has plain apostrophes.
        """
        folded = " ".join(text.casefold().split())  # hassil takes several spaces for one
        said = tuple(word for word in LETTERS.findall(folded) if word not in self._maybe_skipped)
        found = list(self._beginning_like(folded, said))
        return replace(self._of(found), skip_words=self._skipped_in(folded)) if found else None

    def _skipped_in(self, folded: str) -> list[str]:
        """Returns the phrases that hassil has to skip in a text; it makes a pattern of all that it is given."""
        return [phrase for phrase in self._commands.skip_words if phrase.casefold() in folded] or [_NOT_SAID]

    def may_begin_with(self, text: str, intents: frozenset[str]) -> bool:
        """Says whether the first words of `text` may be a command of one of these intents, whatever follows them."""
        return any(self._beginning_like(text.casefold(), (), intents))

    def _beginning_like(
        self, folded: str, said: tuple[str, ...], intents: frozenset[str] | None = None
    ) -> Iterator[_Template]:
        """Returns the templates, those of `intents` or all, that begin as the text does, have all words of `said`, and
        need none that the text has not.
        """
        begun = set[int]().union(*self._begun(folded))
        begun = begun if intents is None else begun & self._numbers(intents)
        if not begun:
            return
        heard = _Heard(folded, self._may_lead)
        for number in sorted(begun):
            one = self._templates[number]
            if heard.has_needed(one.needed) and heard.may_begin_with(one.leading) and one.has_all(said):
                yield one

    def _numbers(self, intents: frozenset[str]) -> frozenset[int]:
        """Returns the numbers of the templates of some intents; rules ask for the same few sets of them again."""
        numbers = self._of_intents.get(intents)
        if numbers is None:
            numbers = frozenset(at for at, one in enumerate(self._templates) if one.intent in intents)
            self._of_intents[intents] = numbers
        return numbers

    def warm_up(self) -> None:
        """Parses every template and finds the words that it needs, for which the first turns would otherwise wait."""
        for one in self._templates:
            _ = one.place, one.needed
        self._pieces.forget()

    def complete(self) -> Intents:
        """Returns the commands with all templates, in that order; parses each that was not parsed yet."""
        return self._of(self._templates)

    def _of(self, templates: Iterable[_Template]) -> Intents:
        by_intent: dict[str, list[_Template]] = defaultdict(list)
        for one in templates:
            by_intent[one.intent].append(one)
        return replace(
            self._commands,
            intents={
                name: Intent(name, [one.data for one in sorted(found, key=lambda one: one.place)])
                for name, found in by_intent.items()
            },
        )

    def _begun(self, folded: str) -> Iterator[tuple[int, ...]]:
        """Returns the templates that begin as the text does, also after skipped words."""
        words = [*WORD.findall(folded), "", ""]
        for word, following in pairwise(words):
            for length in self._lengths.get(word[:1], (0,)):
                begun = self._beginning.get(word[:length])
                if begun is not None:
                    yield from (begun.every,) if following in self._skipped else begun.before(following)
            if word not in self._skipped:
                return


class _Heard:
    """The words of one text. Many templates need the same ones, so each set of them is looked for once."""

    def __init__(self, folded: str, may_lead: Mapping[str, Callable[[str], bool]]) -> None:
        self._folded, self._words, self._may_lead = folded, words_said(folded), may_lead
        self._met: dict[frozenset[str], bool] = {}
        self._led: dict[str, bool] = {}

    def has_needed(self, needed: tuple[frozenset[str], ...]) -> bool:
        """Says whether the text has a word of each set."""
        for words in needed:
            met = self._met.get(words)
            if met is None:
                met = self._met[words] = not words.isdisjoint(self._words)
            if not met:
                return False
        return True

    def may_begin_with(self, slot: str) -> bool:
        """Says whether the text may begin with a slot, which is empty for a template without one there."""
        if slot not in self._may_lead:
            return True
        if slot not in self._led:
            self._led[slot] = self._may_lead[slot](self._folded)
        return self._led[slot]


class _Following:
    """The templates with one first word, by the beginning of their second word."""

    def __init__(self, seconds: Mapping[str, set[int]]) -> None:
        self.every = tuple(sorted(set[int]().union(*seconds.values())))
        self._seconds = {
            second: tuple(sorted(numbers)) for second, numbers in seconds.items()
        }  # a set is five times it
        self._lengths = _lengths(seconds)

    def before(self, following: str) -> Iterator[tuple[int, ...]]:
        """Returns the templates whose second word begins as `following` does."""
        for length in self._lengths.get(following[:1], (0,)):
            numbers = self._seconds.get(following[:length])
            if numbers is not None:
                yield numbers


def _lengths(beginning: Iterable[str]) -> dict[str, list[int]]:
    """Returns the lengths of the beginnings with each letter. Every word begins with the empty one too."""
    found: dict[str, set[int]] = defaultdict(lambda: {0})
    for each in beginning:
        found[each[:1]].add(len(each))
    return {letter: sorted(lengths) for letter, lengths in found.items()}
