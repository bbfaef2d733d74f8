"""Pure: recognises what a question asks for in other words: "what do I do for a living" asks for a job.

The table is in the language file (`concepts`): the ways of asking, the keys of such facts, the words they are told in,
and the form of an answer. A question about somebody else ("is my sister allergic to nuts") is turned into the same
question about the speaker, and the person is kept apart.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from memory.retrieval.answerability import plain_question
from memory.text.language_file import Data, table, texts
from memory.text.language_rules import Language
from memory.text.lazy_pattern import PatternReader, lazy_pattern
from memory.text.stemming import stems

_EDGES = " .,;:!?"
_MACRO = re.compile(r"(?<!\?P)<([a-z]+)>")


class AnswerSubject(StrEnum):
    """The person that an answer is about."""

    ASKED = "asked"
    """The person that was asked about."""
    THEIRS = "theirs"
    """That person, or a relation or possession of theirs: "my dog is called Rex" tells that I have a dog."""
    THINGS = "things"
    """That person, or none at all: "the spare key is under the pot" tells where my key is."""
    ANYONE = "anyone"
    """Any person: "who is Marc"."""


@dataclass(frozen=True, slots=True)
class QuestionType:
    """One type of question with its many wordings."""

    asks: tuple[re.Pattern[str], ...]
    """Questions about the speaker; group `thing` narrows what is asked for."""
    keys: tuple[str, ...]
    """The keys of such facts of the speaker; one that ends in `*` is a beginning."""
    words: tuple[str, ...]
    """Stems of the words that tell such facts."""
    tells: re.Pattern[str]
    """A pattern in the words of such a fact."""
    several: bool
    """Whether the answer lists all known facts, or gives the one that holds."""
    after: bool
    """Whether it stands after the thing: "behind the church" does not tell where the church is."""
    kin: bool
    """Whether a synonym of the thing answers too: "film" for "movie"."""
    of: AnswerSubject
    """The person that such a fact must be about."""


@dataclass(frozen=True, slots=True)
class TypedQuestion:
    """The type of a question: its person (empty: the speaker), and its thing, if it names one."""

    concept: QuestionType
    person: str = ""
    thing: str = ""


class QuestionTypes(PatternReader):
    """The question types of one language."""

    def __init__(self, data: Mapping[str, Data], memory: Language) -> None:
        """Compiles the section `concepts` of a language file."""
        section = table(data["concepts"])
        self._memory = memory
        self._macros = {name: str(said) for name, said in table(section["macros"]).items()}
        self._plain = tuple(self._pair(pair) for pair in _string_rows(section["plain"]))
        self._others = tuple(self._pair(pair) for pair in _string_rows(section["others"]))
        self._all = tuple(self._concept(table(row)) for row in _sequence(section["table"]))

    def asked(self, question: str) -> TypedQuestion | None:
        """Returns the type of the question, if it has one."""
        plain = self.plain(question)
        found = self._found(plain, "")
        if found is not None:
            return found
        for pattern, own in self._others:
            person = pattern.search(plain)
            if person is not None:
                own_words = f"{plain[: person.start()]}{own}{plain[person.end() :]}".strip()
                found = self._found(own_words, person["person"])
            if found is not None:
                return found
        return None

    def plain(self, question: str) -> str:
        """Returns the question in small letters, without introduction and contractions."""
        plain = plain_question(question, self._memory).lower().strip(_EDGES)
        for pattern, full in self._plain:
            plain = pattern.sub(full, plain)
        return " ".join(plain.split())

    def _found(self, plain: str, person: str) -> TypedQuestion | None:
        for concept in self._all:
            for ask in concept.asks:
                found = ask.fullmatch(plain)
                if found is not None:
                    return TypedQuestion(concept, person, (found.groupdict().get("thing") or "").strip())
        return None

    def _pair(self, pair: tuple[str, ...]) -> tuple[re.Pattern[str], str]:
        return self._compiled(pair[0]), pair[1]

    def _compiled(self, said: str) -> re.Pattern[str]:
        while _MACRO.search(said):
            said = _MACRO.sub(lambda found: f"(?:{self._macros[found[1]]})", said)
        return lazy_pattern(said)

    def _concept(self, row: Mapping[str, Data]) -> QuestionType:
        return QuestionType(
            asks=tuple(self._compiled(said) for said in texts(row["asks"])),
            keys=texts(row.get("keys", ())),
            words=tuple(dict.fromkeys(stem for said in texts(row.get("words", ())) for stem in stems(said))),
            tells=self._compiled(str(row.get("tells", ""))),
            several=bool(row.get("several", False)),
            after=bool(row.get("after", False)),
            kin=bool(row.get("kin", False)),
            of=AnswerSubject(str(row.get("of", AnswerSubject.ASKED))),
        )


def _sequence(data: Data) -> tuple[Data, ...]:
    if isinstance(data, str | int | Mapping):
        raise TypeError("a language file has something else where a list belongs")
    return tuple(data)


def _string_rows(data: Data) -> tuple[tuple[str, ...], ...]:
    return tuple(texts(row) for row in _sequence(data))
