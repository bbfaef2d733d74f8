"""Pure: maps a person's words for a thing to fact keys: "my name", "where I live", "how old I am"."""

from __future__ import annotations

import re
from collections.abc import Mapping

from device.nlu.time_ranges import TimeRanges
from memory.text.language_file import Data, table, texts
from memory.text.language_rules import Language
from memory.text.lazy_pattern import PatternReader, lazy_pattern
from memory.text.normalise import same_value, subject_key
from memory.text.several_asked import AskedReader

_EDGES = " .,;:!?"


class FactKeys(PatternReader):
    """The fact keys of one language: the `questions`, `question_kinds` and `likings` of its file."""

    def __init__(self, data: Mapping[str, Data], memory: Language) -> None:
        """Takes the patterns."""
        self._memory = memory
        self._fixed = tuple(
            (lazy_pattern(str(pattern), re.NOFLAG), key) for key, pattern in table(data["questions"]).items()
        )
        self._lead, self._verbs = (
            lazy_pattern(str(data["about_lead"]), re.NOFLAG),
            lazy_pattern(str(data["about_verbs"]), re.NOFLAG),
        )
        self._kinds = {word: texts(kinds) for word, kinds in table(data["question_kinds"]).items()}
        self._between = lazy_pattern(str(table(data["joined"])["each"]))
        self._of_days = tuple(
            (name, lazy_pattern(str(said), re.NOFLAG)) for name, said in table(data["of_days"]).items()
        )
        self._countdowns = table(data["countdowns"])
        self._likings, self._dislikings = texts(data["likings"]), texts(data["dislikings"])
        self._both = frozenset(texts(data["preferences"]))
        self.spans = TimeRanges(data, memory)
        self.several = AskedReader(data)
        """Reads questions for several things."""

    def keys(self, about: str, question: str = "") -> tuple[str, ...]:
        """Returns the keys that "my `about`" may have, the likeliest first; `question` is the whole question."""
        fixed = self.fixed_key(about)
        if fixed:
            return (fixed,)
        name = self.topic(about)
        asked = next(
            (kinds for word, kinds in self._kinds.items() if question.lstrip().casefold().startswith(word)), ()
        )
        kinds = (kind for kind in (*asked, *self._kinds["any"]) if self.is_relation(name) or "*" not in kind)
        return tuple(dict.fromkeys(kind.format(name=name) for kind in kinds)) if name else ()

    def is_relation(self, name: str) -> bool:
        """Says whether it is a relation of the speaker: more may be filed under their name, "daughter mia"."""
        return any(self._memory.another.fullmatch(f"{article} {name}") for article in self._memory.articles)

    def fixed_key(self, about: str) -> str:
        """Returns the key of what everybody has one of (a name, a home, an age); empty for anything else."""
        plain = self._bare(about)
        return next((key for pattern, key in self._fixed if pattern.fullmatch(plain)), "")

    def topic(self, about: str) -> str:
        """Returns the topic of the words as keys have it."""
        return subject_key(self._verbs.sub("", self._bare(about)), self._memory)

    def each(self, about: str) -> tuple[str, ...]:
        """Splits "my dog and my cat" into its things; returns one when only one is named."""
        return tuple(piece for piece in self._between.split(about) if piece.strip(_EDGES))

    def is_liking(self, about: str) -> bool:
        """Says whether a question asks for all likings: "what do I like"."""
        return self._bare(about) in {*self._likings, *self._dislikings, *self._both}

    def is_asked_liking(self, about: str, value: str) -> bool:
        """Says whether a preference of this value ("love", "hate", "green") is of the type that `about` asks for."""
        plain = self._bare(about)
        disliked = same_value(value, self._dislikings[0], self._memory)
        return plain in self._both or disliked is (plain in self._dislikings)

    def asked_of_day(self, question: str) -> str:
        """Returns what a question asks of a day: `said`, `done`, `planned`, or nothing of the kind."""
        plain = " ".join(question.lower().replace("\u2019", "'").split()).strip(_EDGES)
        return next((name for name, said in self._of_days if said.fullmatch(plain)), "")

    def asked_day(self, about: str) -> str:
        """Returns the question for the day of what a countdown is about: "when is dad's birthday"."""
        clause = about.casefold().split()[:1] and about.casefold().split()[0] in texts(self._countdowns["begins"])
        return str(self._countdowns["clause" if clause else "thing"]).format(about=about)

    def _bare(self, about: str) -> str:
        """Removes the words that only ask: "where I live" becomes "i live"."""
        plain = " ".join(about.lower().replace("\u2019", "'").split()).strip(_EDGES)
        return self._lead.sub("", plain)
