"""Pure: what a question asks for in other words than it was told in: "what do I do for a living" asks for a job.

The table is in the language file (`concepts`): the ways of asking, the keys that such facts are filed under, the words
that they are told in, and what the words of an answer have to look like. A question about somebody else ("is my sister
allergic to nuts") is turned into the same about the speaker, and the person is kept apart.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from memory.retrieval.answerability import plain_question
from memory.text.language_file import Data, table, texts
from memory.text.language_rules import Language
from memory.text.stemming import stems

_EDGES = " .,;:!?"
_MACRO = re.compile(r"(?<!\?P)<([a-z]+)>")


class AnswerSubject(StrEnum):
    """Of whom the words of an answer tell."""

    ASKED = "asked"
    """Whoever was asked for."""
    THEIRS = "theirs"
    """They, or somebody of theirs: "my dog is called Rex" tells that I have a dog."""
    THINGS = "things"
    """They, or no person at all: "the spare key is under the pot" tells where my key is."""
    ANYONE = "anyone"
    """Whoever it may be: "who is Marc"."""


@dataclass(frozen=True, slots=True)
class QuestionType:
    """One thing that can be asked for in many words."""

    asks: tuple[re.Pattern[str], ...]
    """Questions about the speaker; group `thing` narrows what is asked for."""
    keys: tuple[str, ...]
    """Where such facts of the speaker are filed; one that ends in `*` is a beginning."""
    words: tuple[str, ...]
    """Stems that such facts are told in."""
    tells: re.Pattern[str]
    """What the words of such a fact hold."""
    several: bool
    """Whether all that is known is told, or the one that stands."""
    after: bool
    """Whether it stands after the thing: "behind the church" does not tell where the church is."""
    kin: bool
    """Whether the thing may be of a sort with what was asked for: "film" for "movie"."""
    of: AnswerSubject
    """Of whom such a fact has to tell."""


@dataclass(frozen=True, slots=True)
class TypedQuestion:
    """What a question asks for: of whom (empty: of the speaker), and of what thing, if it names one."""

    concept: QuestionType
    person: str = ""
    thing: str = ""


class QuestionTypes:
    """The concepts of one language."""

    def __init__(self, data: Mapping[str, Data], memory: Language) -> None:
        """Compile the section `concepts` of a language file."""
        section = table(data["concepts"])
        self._memory = memory
        self._macros = {name: str(said) for name, said in table(section["macros"]).items()}
        self._plain = tuple(self._pair(pair) for pair in _string_rows(section["plain"]))
        self._others = tuple(self._pair(pair) for pair in _string_rows(section["others"]))
        self._all = tuple(self._concept(table(row)) for row in _sequence(section["table"]))

    def asked(self, question: str) -> TypedQuestion | None:
        """What the question asks for, when it is one of the concepts."""
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
        """The question in small letters, without what only leads into it, and in full words."""
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
        return re.compile(said, re.IGNORECASE)

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
