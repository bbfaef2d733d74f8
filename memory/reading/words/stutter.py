"""Pure: finds what a German speaker said twice or took up again: "im im hof", "meine oma die hat morgen geburtstag".

What is said a second time is meant; hesitations and the first of both are left out, and so is "die" that takes up the
noun before it. The archive keeps the words as they were said.
"""

from __future__ import annotations

from memory.core.policy import MAX_STUTTERED_TOKENS
from memory.reading.words.line import Certainty, Line


def stuttered(line: Line) -> frozenset[int]:
    """Returns the tokens that are left out; none where every word is meant."""
    out = {at for at in range(len(line)) if line.is_in(at, "hesitations")}
    kept = [at for at in range(len(line)) if at not in out]
    for size in range(MAX_STUTTERED_TOKENS, 0, -1):
        at = 0
        while at + 2 * size <= len(kept):
            if _is_said_again(line, kept, at, size):
                del kept[at : at + size]
            else:
                at += 1
    again = _taken_up(line, kept)
    if again >= 0:
        kept.remove(again)
    return frozenset(range(len(line))) - frozenset(kept)


def _is_said_again(line: Line, kept: list[int], at: int, size: int) -> bool:
    """Says whether `size` words are said twice in a row; a single one only where it is no word of content."""
    one, other = ([line.word(place) for place in kept[start : start + size]] for start in (at, at + size))
    if one != other or any(line.is_stop(place) for place in kept[at : at + 2 * size]):
        return False
    if size > 1:
        return not any(line.is_number(place) for place in kept[at : at + size]) and len(set(one)) > 1
    word, words, before = one[0], line.words, kept[at - 1] if at else -1
    if words.language == "de" and word in words.nominative and at and at + 2 < len(kept):
        between = all(line.finite(place) == Certainty.SURE for place in (before, kept[at + 2]))
        if between:
            return False  # "das lassen wir | wir gehen ins museum"
    if word in words.relatives:
        return before < 0 or not line.is_open(before) or line.word(before) in words.middle | words.adverbs
    return word in words.prepositions | words.determiners | words.possessives | words.nominative


def _taken_up(line: Line, kept: list[int]) -> int:
    """Returns the "die" of "meine oma die hat geburtstag": a pronoun after a noun phrase without a verb; else -1."""
    words = line.words
    first = 0
    while first < len(kept) and (led := line.length_of(words.openers, kept[first])):
        first += led  # "pass auf | der schlüssel vom schuppen der liegt ..."
    if first >= len(kept) or line.word(kept[first]) not in words.determiners | words.possessives:
        return -1
    for at in range(first + 2, len(kept) - 1):
        place, before = kept[at], kept[at - 1]
        if line.is_stop(before) or line.finite(before) == Certainty.SURE or line.word(before) in words.conjunctions:
            return -1
        pointed = line.word(place) in words.sets["taking_up"] and line.is_open(before)
        if pointed and line.finite(kept[at + 1]) == Certainty.SURE and not line.is_stop(kept[at + 1]):
            return place
    return -1
