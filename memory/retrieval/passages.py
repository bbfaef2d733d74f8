"""Pure: scores the sentences of what was told against one part of a question: "the day", "the place", "the bill".

A sentence counts for the words of the part that it holds, for the words of what all parts belong to (its line may hold
those), and for what it tells besides. A rare word weighs more than a common one. Scores are in thousandths, with
integers only.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from memory.core.policy import (
    KIND_ONLY_MILLI,
    KIND_TOPIC_MILLI,
    MAX_PASSAGE_CHARS,
    MIN_PASSAGE_WORDS,
    NEAR_SHARE_MILLI,
    PART_SHARE_MILLI,
    SYNONYM_MILLI,
    TELLING_SHARE_MILLI,
    TOLD_WORDS,
    TOPIC_IN_LINE_MILLI,
    TOPIC_SHARE_MILLI,
)
from memory.model.atoms import ArchivedLine
from memory.model.ports import StemCounts
from memory.retrieval.query import QueryConcept
from memory.retrieval.scored_document import weight_of
from memory.rules.controls import BLANK
from memory.text.language_rules import Language
from memory.text.normalise import sentence_spans
from memory.text.stemming import stems
from memory.text.synonyms import STOP_WORDS

_OPENERS = "'\"“‘„("
_VALUE = re.compile(r"\d|(?<=[\w,;:] )[A-Z]")
"""What looks like a value: a digit, or a name inside a sentence."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A sentence of a line, in the words that were said."""

    line: ArchivedLine
    start: int
    end: int
    said: tuple[str, ...]
    """The stems of the sentence, in order."""
    held: frozenset[str]
    """The same, as a set."""
    around: frozenset[str]
    """The stems of its line."""
    near_milli: int = 0
    """How much of the question the line and its neighbours cover, by retrieval."""

    @property
    def text(self) -> str:
        """The words of the sentence."""
        return self.line.text[self.start : self.end]


@dataclass(frozen=True, slots=True)
class AskedPart:
    """One thing that is asked for: its own words, and those of what it belongs to."""

    own: tuple[QueryConcept, ...]
    topic: tuple[QueryConcept, ...]
    kind: re.Pattern[str] | None = None
    """What an answer holds: a time, a number."""


@dataclass(frozen=True, slots=True)
class PassageScorer:
    """Scores passages for parts of one question."""

    weights: Mapping[str, int]
    asked: frozenset[str]
    """All stems of the question: what a sentence holds besides is what it tells."""
    stale: re.Pattern[str]
    """Words that mark what was so before: "the old code"."""
    empty: re.Pattern[str]
    """Words of sentences that wish or rule and tell no value: "I only need"."""
    fresh: re.Pattern[str]
    """Words that mark a change: "now", "updated"."""
    denies: re.Pattern[str]
    """Words that deny: "not", "never"."""
    nearest: int = 1_000
    """The best score of a turn by retrieval."""

    def score(self, passage: Passage, part: AskedPart) -> int:
        """Returns how well a passage answers a part, in thousandths; 0 when it has none of its words."""
        topic = self._topic(passage, part.topic)
        own = self._share(part.own, passage.held) if part.own else 1_000
        if not own and topic >= KIND_TOPIC_MILLI and part.kind is not None and part.kind.search(passage.text):
            own = KIND_ONLY_MILLI  # "the day" is told by a day
        if not own:
            return 0
        told = self._told(passage, part) * 1_000 // TOLD_WORDS
        score = own * PART_SHARE_MILLI + topic * TOPIC_SHARE_MILLI + told * TELLING_SHARE_MILLI
        score += self.near(passage) * NEAR_SHARE_MILLI
        score //= PART_SHARE_MILLI + TOPIC_SHARE_MILLI + TELLING_SHARE_MILLI + NEAR_SHARE_MILLI
        if part.kind is not None and part.kind.search(passage.text) is None:
            score = score * 6 // 10
        if self._only_denies(passage.text):
            score = score * 11 // 20
        elif self.tells_little(passage.text):
            score = score * 7 // 10
        elif part.own and self.fresh.search(passage.text):
            score = score * 11 // 10
        return score

    def tells_little(self, text: str) -> bool:
        """Says whether a sentence tells what was before, a wish or a rule, or only what is not so."""
        stale = self.stale.search(text) is not None or self.empty.search(text) is not None
        return stale or self._only_denies(text)

    def _only_denies(self, text: str) -> bool:
        return self.denies.search(text) is not None and _VALUE.search(text) is None

    def _told(self, passage: Passage, part: AskedPart) -> int:
        """Returns how much a sentence tells that was not asked, most of it after the words of the part."""
        forms = frozenset(form for concept in part.own for form in concept.forms)
        first = next((at for at, stem in enumerate(passage.said) if stem in forms), 0)
        fresh = [at for at, stem in enumerate(passage.said) if stem not in self.asked and stem not in STOP_WORDS]
        after = sum(at >= first for at in fresh)
        return min(max(after, (len(fresh) - after) // 2) + 2 * len(_VALUE.findall(passage.text)), TOLD_WORDS)

    def holds(self, passage: Passage, part: AskedPart) -> int:
        """Returns how much of the words of a part a passage has, and of what an answer holds, in thousandths."""
        missing = part.kind is not None and part.kind.search(passage.text) is None
        return 0 if missing else self._share(part.own, passage.held)

    def near(self, passage: Passage) -> int:
        """Returns how much the line and its neighbours cover of the question against the best, in thousandths."""
        return passage.near_milli * 1_000 // self.nearest

    def topic(self, passage: Passage, part: AskedPart) -> int:
        """Returns how much of what the part belongs to a passage or its line names, in thousandths."""
        return self._topic(passage, part.topic)

    def _topic(self, passage: Passage, topic: tuple[QueryConcept, ...]) -> int:
        if not topic:
            return 1_000
        near = self._share(topic, passage.held)
        return max(near, self._share(topic, passage.around) * TOPIC_IN_LINE_MILLI // 1_000)

    def _share(self, concepts: tuple[QueryConcept, ...], held: frozenset[str]) -> int:
        whole = sum(self._weight(concept) for concept in concepts)
        got = 0
        for concept in concepts:
            if not held.isdisjoint(concept.forms):
                got += self._weight(concept) * 1_000
            elif not held.isdisjoint(concept.synonyms):
                got += self._weight(concept) * 2 * SYNONYM_MILLI
        return got // max(whole, 1)

    def _weight(self, concept: QueryConcept) -> int:
        return max((self.weights.get(form, 0) for form in concept.forms), default=0) or 1_000


def has_value(text: str) -> bool:
    """Says whether words hold what looks like a value: a digit, or a name inside a sentence."""
    return _VALUE.search(text) is not None


def stem_weights(census: StemCounts, stems_asked: Iterable[str]) -> dict[str, int]:
    """Returns the weight of each stem of a question; one that nobody said has the most."""
    counts = dict(census.counts)
    return {stem: weight_of(counts.get(stem, 0), max(census.docs, 1)) for stem in stems_asked}


def passages_of(lines: Iterable[ArchivedLine], near: Mapping[str, int], language: Language) -> Iterator[Passage]:
    """Yields the sentences of lines that tell something and are no questions; `near` has the scores of their turns."""
    for line in lines:
        around = frozenset(stems(line.text))
        for start, end, asks in sentence_spans(line.text, language):
            said = line.text[start:end].strip()
            begin = line.text.find(said, start)
            words = stems(said)
            cut = said[-1:] == "," or (line.text[end:].lstrip().startswith(BLANK) and not line.text[end].strip())
            if (
                asks
                or cut
                or len(words) < MIN_PASSAGE_WORDS
                or len(said) > MAX_PASSAGE_CHARS
                or language.question.match(said)
            ):
                continue
            if said[0].isalnum() or said[0] in _OPENERS:
                yield Passage(
                    line, begin, begin + len(said), words, frozenset(words), around, near.get(line.turn_id, 0)
                )
