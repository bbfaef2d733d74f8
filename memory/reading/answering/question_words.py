"""Pure: the words of a question that its answer is said with."""

from __future__ import annotations

from memory.reading.grammar.clause import Gap
from memory.reading.words.line import Line

FILLED = frozenset({Gap.WHO, Gap.WHAT, Gap.WHICH, Gap.WHERE, Gap.WHEN, Gap.HOW, Gap.COUNT, Gap.AMOUNT, Gap.DEGREE})
"""What a question may leave open for a bare answer to fill; no answer to "why" is a word or two."""
SPOKEN_OUT = {"'s": "is", "'re": "are", "'m": "am", "'ll": "will", "'d": "would", "'ve": "have"}
"""The verb that each English clitic stands for at the beginning of a question."""


def words_between(line: Line, text: str, start: int, end: int) -> str:
    """Returns the words of `text` from one token of its line up to another, as they were said; empty for none."""
    if start >= end:
        return ""
    return text[line.tokens[start].start : line.tokens[end - 1].end].strip(" .,!?")
