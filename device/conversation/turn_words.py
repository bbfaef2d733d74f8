"""Pure: the words of a language that say how a conversation goes on: who only listens, and who has more to say.

They stand in the language file, in the section `turn_taking`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from device.conversation.turn_state import ConversationState
from device.conversation.turn_tables import MouthState, Origin
from memory.reading.grammar.clause import ActKind
from memory.reading.grammar.reader import read
from memory.reading.words.closed_words import has_reading
from memory.text.language_file import Data, table, texts

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")


class SaidSoFar(StrEnum):
    """What the words before a pause are."""

    UNKNOWN = "unknown"
    OPEN = "open"
    FRAGMENT = "no sentence"
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
    echo_lost: str = ""
    """What she says when she cannot tell her own voice from a person's any more."""

    def is_backchannel(self, text: str) -> bool:
        """Says whether the words only tell that somebody listens: "mhm", "yeah, right"."""
        left = _WORD.findall(text.casefold())
        while left:
            taken = next((n for n in (3, 2, 1) if " ".join(left[:n]) in self.backchannels), 0)
            if not taken:
                return False
            left = left[taken:]
        return bool(text.strip())

    def is_open(self, text: str, *, answers: bool) -> bool:
        """Says whether more must follow: after a last word such as "and", or a sentence of which there is only the
        subject yet ("my favourite colour"). Where a question is answered, a phrase may be all.
        """
        said = " ".join(_WORD.findall(text.casefold()))
        if not said:
            return False
        last = (said.split()[-1], " ".join(said.split()[-2:]))
        led = next((said.removeprefix(lead) for lead in self.lead_ins if said.startswith(f"{lead} ")), said).strip()
        bare = led and led.split()[0] in self.phrase_starts and self.is_fragment(led)
        return not self.open_words.isdisjoint(last) or (not answers and bool(bare))

    def is_fragment(self, text: str) -> bool:
        """Says whether the words are no sentence: parts of one, or words that were heard wrong."""
        acts = read(text, self.language).acts if text and has_reading(self.language) else ()
        return {act.kind for act in acts} == {ActKind.FRAGMENT}


def judge_words(words: TurnWords, state: ConversationState, text: str) -> SaidSoFar:
    """Says what the words before a pause are; over playback "mhm", and no words at all, are not meant for her."""
    if state.mouth is MouthState.HELD and (not text or (words.is_backchannel(text) and not state.waits_for_reply)):
        return SaidSoFar.NOT_MEANT
    if words.is_open(text, answers=state.origin is Origin.FOLLOW_UP):
        return SaidSoFar.OPEN
    called = state.origin is Origin.WAKE_WORD
    return SaidSoFar.FRAGMENT if called and words.is_fragment(text) else SaidSoFar.UNKNOWN


def turn_words(language: str, data: Data) -> TurnWords:
    """Reads the section `turn_taking` of a language file."""
    section = table(data)
    return TurnWords(
        language,
        frozenset(texts(section["backchannels"])),
        frozenset(texts(section["open_words"])),
        frozenset(texts(section["phrase_starts"])),
        tuple(sorted(texts(section["lead_ins"]), key=len, reverse=True)),
        str(section["echo_lost"]),
    )
