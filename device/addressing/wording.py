"""Pure: reads from the words of an utterance whether they may be said to her: a question, an order, or a narration.

Nothing is looked up in a memory, and nothing of the words is kept: the result are flags.
"""

from __future__ import annotations

from dataclasses import dataclass

from device.conversation.turn_words import TurnWords
from memory.reading.grammar.clause import ActKind
from memory.reading.grammar.reader import line_of, read

_TO_SOMEBODY = frozenset({ActKind.ASK, ActKind.COMMAND, ActKind.CORRECT})


@dataclass(frozen=True, slots=True)
class WordsHeard:
    """What kind of words an utterance has."""

    tells: bool = False
    """Whether something is told that could be kept."""
    turns_to_her: bool = False
    """Whether it asks, orders or corrects."""
    narrates: bool = False
    """Whether it tells of others alone: no "I", "my" or "we" is in it."""
    stops: bool = False
    """Whether it only tells her to be silent."""


def read_words(text: str, turn_words: TurnWords) -> WordsHeard:
    """Reads the flags of an utterance. A text that cannot be read tells something of others."""
    language = turn_words.language
    line = line_of(text, language)
    words = [token.text for token in line.tokens]
    if not words:
        return WordsHeard()
    kinds = {act.kind for act in read(text, language).acts}
    own = line.words.speaker | line.words.together
    tells = ActKind.TELL in kinds or not kinds
    turns = bool(kinds & _TO_SOMEBODY) or words[0] in line.words.orders
    narrates = tells and not turns and not any(word in own for word in words)
    return WordsHeard(tells, turns, narrates, turn_words.is_stop(text))
