"""Pure: matches a turn's words with intents: sentence templates from `device/languages/*.yaml`, matched whole by
hassil.

`match_intent` never reads memory and never fails: a text that is no command is a `question` or a `statement`. Text
above `max_command_chars` is no command; only the words after "remember that" may be longer.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from hassil import Intents, RecognizeResult, recognize_all

from device.nlu.list_words import ListWords, list_words
from device.nlu.template_index import TemplateIndex
from device.nlu.time_phrases import TimeReader
from memory.core.policy import KEPT_READINGS
from memory.extraction.extract import is_question
from memory.text.language_file import Data, table, texts
from memory.text.language_rules import Language
from memory.text.lazy_pattern import compile_patterns, lazy_pattern
from memory.text.word_caches import cache_for_words

OPEN_ENDED = frozenset({"remember", "insist"})
"""Intents whose last words may be longer than a command."""

_MARKS = re.compile(r"[!?;:,.](?=\s)")
_POINT = re.compile(r"(?<![^\W\d_])([^\W\d_]+)\.(?=\s)")
_APOSTROPHES = str.maketrans(dict.fromkeys("\u2018\u2019\u02bc", "'"))
_EDGES = " \t\n\"'“”‘’.,;:!?-–—"


@dataclass(frozen=True, slots=True)
class Slot:
    """Free words in a command: characters `start` to `end` of the turn."""

    name: str
    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class IntentMatch:
    """An intent and its slots. `slot` returns the text of one, empty without it."""

    intent: str
    slots: tuple[Slot, ...] = ()

    def slot(self, name: str) -> str:
        """Returns the words of a slot."""
        return next((slot.text for slot in self.slots if slot.name == name), "")

    def span(self, name: str) -> tuple[int, int]:
        """Returns the position of a slot in the turn; (0, 0) without it."""
        return next(((slot.start, slot.end) for slot in self.slots if slot.name == name), (0, 0))


class IntentMatcher:
    """The templates of one language, each parsed when first tried. `pointers` are words that only point: "this"."""

    def __init__(self, data: Mapping[str, Data], memory: Callable[[], Language], max_command_chars: int) -> None:
        """Takes the `intents`, `rules`, `lists` and `skip_words` of a language file.

        `memory` is loaded only for a text that may be a command, or has to be a question or a statement.
        """
        self._memory = memory
        self.times = TimeReader(data)
        """Reads times, for slots that must be one."""
        self.list_words = list_words(data)
        """The words around things on a list."""
        self._wholes = {name: lazy_pattern(str(text)) for name, text in table(data["slot_patterns"]).items()}
        wholes = {name: _matches_whole(pattern) for name, pattern in self._wholes.items()}
        self._checks = {**_slot_checks(self.times, self.list_words), **wholes}
        self._telling = {*self._checks, *table(data["lists"])} - {"ordinal"}
        self._limit = max_command_chars
        self._openings = TemplateIndex(Intents.from_dict(_hassil_form(data)), {"span": self.times.has_duration})
        self.pointers = frozenset(texts(data["pointers"]))
        self._courtesy = re.compile(rf"(?:^|[\s,]+)(?:{'|'.join(texts(data['courtesies']))})$", re.IGNORECASE)

    def commands(self) -> Intents:
        """Returns all commands for hassil, in the order in which it tries them. Parses every template."""
        return self._openings.complete()

    def warm_up(self) -> None:
        """Prepares every template and pattern, each of which is otherwise prepared when a text may be it."""
        compile_patterns((self.times.words, self.list_words, self._wholes))
        self._openings.warm_up()

    def match_intent(self, text: str) -> IntentMatch:
        """Returns the intent of the words; `text` is cleaned already. Deterministic."""
        if not text.strip(_EDGES):
            return IntentMatch("nothing")
        found = matched_command(self, text)
        if found is not None:
            return self._whole(found, text)
        return IntentMatch("question" if is_question(text, self._memory()) else "statement")

    def is_command(self, text: str) -> bool:
        """Says whether the words are a command; other phrases are rejected in microseconds."""
        tidied = " ".join(text.split())
        return bool(tidied.strip(_EDGES)) and self.read_command(tidied) is not None

    def _dotted(self, text: str) -> str:
        """Returns the text for slots: plain, but with the points of "Dr." and "J."."""
        heard, memory = list(_plain(text)), self._memory()
        for found in _POINT.finditer(text):
            word = found[1].casefold()
            if word in memory.abbreviations or (len(word) == 1 and word != "i"):
                heard[found.end() - 1] = "."
        return "".join(heard)

    def may_begin_with(self, text: str, intents: frozenset[str]) -> bool:
        """Says whether the first words may be a command of one of these intents; without trying any template."""
        return self._openings.may_begin_with(self._heard(text), intents)

    def _heard(self, text: str) -> str:
        """Returns the words that a command may have, as they are compared."""
        return _plain(text[: self._limit + 1])[: self._limit]

    def read_command(self, text: str) -> IntentMatch | None:
        """Returns the command that the words are, by all templates that fit; None for other words."""
        heard, cut = self._heard(text), len(text) > self._limit
        fitting = self._openings.fitting(heard)
        found = recognize_all(heard, fitting) if fitting else ()
        results = [
            result for result in found if (not cut or result.intent.name in OPEN_ENDED) and self._fits_checks(result)
        ]
        if not results:
            return None
        best, dotted = min(results, key=self._by_literal_words), self._dotted(text)
        slots = tuple(self._slot(entity, dotted, heard) for entity in best.entities_list)
        if any(not slot.text for slot in slots) or (not cut and self._asks_about_past(best.intent.name, slots, heard)):
            return None
        return IntentMatch(best.intent.name, slots)

    def _fits_checks(self, result: RecognizeResult) -> bool:
        """Says whether the slots that must be a time are one."""
        return all(
            self._checks[entity.name](entity.text or "")
            for entity in result.entities_list
            if entity.name in self._checks
        )

    def _by_literal_words(self, result: RecognizeResult) -> tuple[int, int, int]:
        """Orders results: most literal words first, then most slots that cannot be just any words, then fewest slots,
        then the first.
        """
        checked = sum(entity.name in self._telling for entity in result.entities_list)
        return -result.text_chunks_matched, -checked, len(result.entities_list)

    def _asks_about_past(self, intent: str, slots: tuple[Slot, ...], heard: str) -> bool:
        """Says whether "Remember when we met?" is a question, not a command to remember."""
        asks = heard.rstrip().endswith("?") and bool(slots)
        return asks and intent in OPEN_ENDED and self._memory().question.match(slots[-1].text) is not None

    def _slot(self, entity: Any, heard: str, plain: str) -> Slot:
        """Returns a slot without the courtesies around it."""
        if not entity.is_wildcard:
            return Slot(entity.name, str(entity.value), *(entity.text_span or (0, 0)))
        start, end = _true_span(entity, plain)
        piece = heard[start:end]
        start += len(piece) - len(piece.lstrip(_EDGES))
        kept = piece.strip(_EDGES)
        while (tail := self._courtesy.search(kept)) is not None and tail.start():
            kept = kept[: tail.start()].rstrip(_EDGES)
        return Slot(entity.name, kept, start, start + len(kept))

    def _whole(self, found: IntentMatch, text: str) -> IntentMatch:
        """Maps the slots to the text; an open-ended one takes the rest of a long text."""
        if len(text) <= self._limit or not found.slots:
            return found
        last = found.slots[-1]
        end = len(text.rstrip(_EDGES))
        return IntentMatch(found.intent, (*found.slots[:-1], Slot(last.name, text[last.start : end], last.start, end)))


@cache_for_words(KEPT_READINGS)
def matched_command(matcher: IntentMatcher, text: str) -> IntentMatch | None:
    """Returns the command that the words are. A turn asks several times, of itself and of its parts."""
    return matcher.read_command(text)


def _true_span(entity: Any, heard: str) -> tuple[int, int]:
    """Returns where the words of a slot stand. After words that are skipped, hassil gives the span of other words."""
    start, end = entity.text_span
    said, folded = (entity.text or "").strip().casefold(), heard.casefold()
    if not said or len(folded) != len(heard) or folded[start:end].strip() == said:
        return start, end
    places = [found.start() for found in re.finditer(re.escape(said), folded)]
    nearest = min(places, key=lambda at: abs(at - start), default=-1)
    return (nearest, nearest + len(said)) if nearest >= 0 else (start, end)


def _slot_checks(times: TimeReader, listed: ListWords) -> Mapping[str, Callable[[str], bool]]:
    """Returns what the words of some slots must be, by the name of the slot."""
    return {
        "span": times.is_duration,
        "clock": times.is_time,
        "when": times.has_time,
        "then": times.begins_with_time,
        "clocked": times.has_clock,
        "minute": times.is_minute,
        "quantity": times.is_number,
        "condition": times.is_condition,
        "place": times.has_no_time,
        "titled": lambda text: listed.list.search(text.strip(_EDGES)) is not None,
    }


def _matches_whole(pattern: re.Pattern[str]) -> Callable[[str], bool]:
    return lambda text: pattern.fullmatch(text.strip(_EDGES)) is not None


def _plain(text: str) -> str:
    """Returns the text with plain apostrophes and without sentence marks; the same length, so that spans stay true."""
    return _MARKS.sub(" ", text.translate(_APOSTROPHES)).replace("\n", " ")


def _values(named: Mapping[str, Data]) -> dict[str, Any]:
    """Returns a list of hassil: what is said, and what it stands for."""
    return {"values": [{"in": word, "out": value} for value, words in named.items() for word in texts(words)]}


def _hassil_form(data: Mapping[str, Data]) -> dict[str, Any]:
    lists = table(data["lists"])
    named = {name: _values(table(words)) for name, words in lists.items() if name != "wildcards"}
    wildcards: dict[str, Any] = {name: {"wildcard": True} for name in texts(lists["wildcards"])}
    intents = table(data["intents"]).items()
    return {
        "language": data["language"],
        "intents": {name: {"data": [{"sentences": [one]} for one in texts(said)]} for name, said in intents},
        "lists": {**wildcards, **named},
        "expansion_rules": dict(table(data["rules"])),
        "skip_words": list(texts(data["skip_words"])),
    }
