"""Pure: says where the verb of a relative clause ends: "the midwife who comes round | to us is called ann"."""

from __future__ import annotations

from collections.abc import Callable

from memory.reading.words.line import Line


def after_relative(line: Line, at: int) -> int:
    """Returns where the words go on behind the first verb of a relative clause: after the verbs that it leads, and a
    particle without a noun.
    """
    while line.has_form(line.skip_middle(at), "gn") and not line.is_auxiliary(line.skip_middle(at)):
        at = line.skip_middle(at) + 1
    while line.word(at) in line.words.prepositions and _governs_nothing(line, at + 1):
        at += 1
    return at


def verb_after_all(line: Line, first: int, find_verb: Callable[[Line, int], int]) -> int:
    """Returns the "is" of "all i've got left is the sky", whose subject has a relative clause; -1 for none."""
    inner = first + 1 + (line.word(first + 1) in line.words.relatives)
    verb = find_verb(line, inner) if line.word(inner) in line.words.nominative else -1
    end = after_relative(line, line.skip_middle(verb + 1)) if verb > 0 else -1
    return end if end > 0 and line.word(end) in line.words.be else -1


def _governs_nothing(line: Line, after: int) -> bool:
    return line.is_auxiliary(after) or line.is_in(after, "is") or line.word(after) in line.words.prepositions
