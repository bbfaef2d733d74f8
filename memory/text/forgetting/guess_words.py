"""Pure: knows the words in which people guess at a thing: "is it 1234?", "it starts with 77, right?".

It also brings the words that name a thing into a form that can be compared: without qualifiers, values and the words of
the guess itself, and with one token for every word for a code.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from memory.text.language_file import Data, table
from memory.text.lazy_pattern import lazy_pattern
from memory.text.stemming import split_words, stem
from memory.text.synonyms import STOP_WORDS

CODE = "#code"
"""The token of every word for a code, and of what holds one."""

_VALUE = re.compile(r"(?<![\w])[\w-]*\d[\w-]*")
_SENTENCE = re.compile(r"[^.?!…]+(?:[.?!…]+|$)(?:(?<=\w[.])\S+)?")
_NEVER = r"(?!x)x"


class GuessWords:
    """The patterns of one language. A language without them reads no guess."""

    def __init__(self, data: Mapping[str, Data]) -> None:
        said = {name: str(pattern) for name, pattern in table(data.get("forget_guesses", {})).items()}
        self._opens = lazy_pattern(said.get("opens", _NEVER))
        self._tag, self._completes = lazy_pattern(said.get("tag", _NEVER)), lazy_pattern(said.get("completes", _NEVER))
        self._partial, self._aside = lazy_pattern(said.get("partial", _NEVER)), lazy_pattern(said.get("aside", _NEVER))
        self._pointing = lazy_pattern(said.get("pointing", _NEVER))
        self._naming = lazy_pattern(said.get("naming", _NEVER))
        self._code, self._code_end = lazy_pattern(said.get("code", _NEVER)), lazy_pattern(said.get("code_end", _NEVER))

    def sentences(self, text: str) -> Iterator[str]:
        """Yields the sentences that guess, each without what opens it and what asks for a yes behind it."""
        every = [one.strip() for one in _SENTENCE.findall(text) if one.strip(" .?!…")]
        whole = self._completes.search(text) is not None or self._tag.search(every[-1] if every else "") is not None
        for one in every:
            asks = one.endswith("?") and self._opens.match(one) is None
            partial = self._partial.search(one) is not None and one.endswith("?")
            if asks or partial or whole:
                yield self._tag.sub("", one).strip(" ,;:")

    def holds_value(self, text: str) -> bool:
        """Says whether a guess holds a number or a part of one: "it starts with 77"."""
        return _VALUE.search(text) is not None or self._partial.search(text) is not None

    def only_names(self, lemma: str) -> bool:
        """Says whether a verb tells what a thing is, and is no part of its name: "be"."""
        return self._naming.fullmatch(lemma) is not None

    def is_pointing(self, subject: str) -> bool:
        """Says whether a subject only points at what was spoken of, or at a part of it: "it", "the last digit"."""
        return self._pointing.fullmatch(subject) is not None

    def tokens(self, text: str) -> frozenset[str]:
        """Returns the words of a text that name a thing, as they are compared."""
        bare = self._aside.sub(" ", _VALUE.sub(" ", text))
        made: set[str] = set()
        for word in split_words(bare):
            ends = self._code_end.search(word)
            if self._code.fullmatch(word):
                made.add(CODE)
            elif ends is not None and ends.start():
                made |= {stem(word[: ends.start()]), CODE}
            else:
                made.add(stem(word))
        return frozenset(made - STOP_WORDS)

    def stems(self, text: str) -> tuple[str, ...]:
        """Returns the stems of all that a guess says, with its value."""
        return tuple(sorted({stem(word) for word in split_words(self._aside.sub(" ", text))} - STOP_WORDS))
