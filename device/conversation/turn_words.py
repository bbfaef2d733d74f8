"""Pure: the words of a language that say how a conversation goes on: who only listens, who has more to say, and who
wants silence.

They stand in the language file, in the section `turn_taking`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from device.conversation.turn_state import ConversationState
from device.conversation.turn_tables import MouthState, Origin
from memory.reading.grammar.clause import Act, ActKind
from memory.reading.grammar.reader import read
from memory.reading.words.closed_words import has_reading
from memory.text.language_file import Data, table, texts

_SENTENCES = frozenset({ActKind.TELL, ActKind.ASK, ActKind.COMMAND, ActKind.CORRECT})
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")


class SaidSoFar(StrEnum):
    """What the words before a pause are."""

    UNKNOWN = "unknown"
    OPEN = "open"
    PHRASE = "only what a sentence is about"
    FRAGMENT = "no sentence"
    COMPLETE = "a sentence"
    UNSURE = "a sentence on a closer look"
    NOT_MEANT = "not meant for her"


@dataclass(frozen=True, slots=True)
class TurnWords:
    """The words of one language; without any, every word is a turn of its own."""

    language: str = "en"
    backchannels: frozenset[str] = frozenset()
    open_words: frozenset[str] = frozenset()
    """Words that no sentence ends with: "and", "my", "is", "um"."""
    phrase_starts: frozenset[str] = frozenset()
    """Words that begin what a sentence is about: "my", "the"."""
    lead_ins: tuple[str, ...] = ()
    """Words before a sentence that is to be kept: "remember that"."""
    fillers: frozenset[str] = frozenset()
    """Words before a sentence that are no part of it: "um", "okay"."""
    stops: frozenset[str] = frozenset()
    """Utterances that tell her to be silent, and nothing else: "stop", "be quiet"."""
    echo_lost: str = ""
    """What she says when she cannot tell her own voice from a person's any more."""
    engine_lost: Mapping[str, str] = field(default_factory=dict)
    """What she says when an engine is replaced, by its kind; `{phrase}` is the wake word that counts now."""

    def is_backchannel(self, text: str) -> bool:
        """Says whether the words only tell that somebody listens: "mhm", "yeah, right"."""
        left = _WORD.findall(text.casefold())
        while left:
            taken = next((n for n in (3, 2, 1) if " ".join(left[:n]) in self.backchannels), 0)
            if not taken:
                return False
            left = left[taken:]
        return bool(text.strip())

    def is_stop(self, text: str) -> bool:
        """Says whether the words only tell her to be silent."""
        return _plain_words(text) in self.stops

    def ends_open(self, text: str) -> bool:
        """Says whether more must follow because no sentence ends with the last word, such as "and"."""
        said = _plain_words(text).split()
        return bool(said) and not self.open_words.isdisjoint((said[-1], " ".join(said[-2:])))

    def is_phrase(self, text: str) -> bool:
        """Says whether only the subject of a sentence was said yet: "my favourite colour", "remember that the bin"."""
        led = self._led(text).split()
        return bool(led) and led[0] in self.phrase_starts and self.is_fragment(" ".join(led))

    def is_open(self, text: str, *, answers: bool) -> bool:
        """Says whether more must follow. Where a question is answered, a phrase may be all."""
        return self.ends_open(text) or (not answers and self.is_phrase(text))

    def is_fragment(self, text: str) -> bool:
        """Says whether the words are no sentence: parts of one, or words that were heard wrong."""
        return {act.kind for act in self._acts(text)} == {ActKind.FRAGMENT}

    def is_unfinished(self, text: str) -> bool:
        """Says whether the words are parts of a sentence, or one without what its verb is about: "I like"."""
        led = self._led(text)
        acts = self._acts(led)
        told = bool(acts) and acts[-1].kind is ActKind.TELL
        return self.is_fragment(led) or (told and not 0 <= acts[-1].clause.rest < acts[-1].clause.last)

    def is_sentence(self, text: str) -> bool:
        """Says whether the words are a sentence to which nothing is missing."""
        if self.is_stop(text):
            return True
        kinds = {act.kind for act in self._acts(text)}
        return bool(kinds & _SENTENCES) and not self.is_open(text, answers=False) and not self.is_unfinished(text)

    def _led(self, text: str) -> str:
        """Returns what is behind the first words, where they only lead to a sentence: "um, remember that"."""
        said = _plain_words(text)
        while (first := said.split(maxsplit=1)) and first[0] in self.fillers:
            said = first[1] if len(first) > 1 else ""
        for lead in self.lead_ins:
            before, found, behind = f" {said}".partition(f" {lead} ")
            if found and (not before or " " in lead):  # "you remember that the bin", but not "do you remember my name"
                return behind
        return said

    def _acts(self, text: str) -> tuple[Act, ...]:
        return read(text, self.language).acts if text and has_reading(self.language) else ()


def _plain_words(text: str) -> str:
    return " ".join(_WORD.findall(text.casefold().replace("’", "'")))


def judge_words(words: TurnWords, state: ConversationState, text: str) -> SaidSoFar:
    """Says what the words before a pause are; over playback "mhm", and no words at all, are not meant for her."""
    if state.mouth is MouthState.HELD and (not text or (words.is_backchannel(text) and not state.waits_for_reply)):
        return SaidSoFar.NOT_MEANT
    if words.ends_open(text):
        return SaidSoFar.OPEN
    if state.origin is not Origin.FOLLOW_UP and words.is_phrase(text):
        return SaidSoFar.PHRASE
    if state.origin is Origin.WAKE_WORD and words.is_unfinished(text):
        return SaidSoFar.FRAGMENT
    return SaidSoFar.COMPLETE if words.is_sentence(text) else SaidSoFar.UNKNOWN


def turn_words(language: str, data: Data) -> TurnWords:
    """Reads the section `turn_taking` of a language file."""
    section = table(data)
    return TurnWords(
        language,
        frozenset(texts(section["backchannels"])),
        frozenset(texts(section["open_words"])),
        frozenset(texts(section["phrase_starts"])),
        tuple(sorted(texts(section["lead_ins"]), key=len, reverse=True)),
        frozenset(texts(section["fillers"])),
        frozenset(texts(section["stops"])),
        str(section["echo_lost"]),
        {kind: str(sentence) for kind, sentence in table(section["engine_lost"]).items()},
    )
