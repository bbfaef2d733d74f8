"""Pure: cuts a fact that tells two things of one person to the one that a question names.

"She has ballet on mondays and football on saturdays" answers "what is on saturday" with "she has football on
saturdays": the subject, the verb and one of the two things, every word as it was said. A fact whose parts do not stand
side by side, or of which the question names both or neither, stays whole.
"""

from __future__ import annotations

from memory.reading.grammar.clause import ActKind, Clause
from memory.reading.grammar.reader import line_of, read
from memory.reading.words.line import Line
from memory.text.stemming import stems


def asked_conjunct(text: str, question: str, language: str) -> str | None:
    """Returns the fact with the one of its two things that `question` names; None where the whole is the answer."""
    acts = read(text, language).acts
    if len(acts) != 1 or acts[0].kind is not ActKind.TELL:
        return None
    line, clause = line_of(text, language), acts[0].clause
    joint = _joint(line, clause)
    if joint < 0:
        return None
    ahead = text[: line.tokens[clause.rest - 1].end]
    before = text[line.tokens[clause.rest].start : line.tokens[joint - 1].end]
    after = text[line.tokens[joint + 1].start :]
    naming = " ".join(sorted(line.words.sets.get("naming", frozenset())))  # "called" is of either name
    asked = frozenset(stems(question)) - frozenset(stems(f"{ahead} {naming}"))
    one, other = (_own(part, than) & asked for part, than in ((before, after), (after, before)))
    if bool(one) == bool(other):
        return None
    return f"{ahead} {before if one else after}"


def _own(part: str, other: str) -> frozenset[str]:
    """Returns the stems of one thing that the other does not have."""
    return frozenset(stems(part)) - frozenset(stems(other))


def _joint(line: Line, clause: Clause) -> int:
    """Returns where the conjunction between the two things stands; -1 where they are no pair of one form."""
    places = range(clause.rest + 1, min(clause.last, len(line)) - 1)
    joints = [at for at in places if line.word(at) in line.words.conjunctions]
    if clause.verb < 0 or len(joints) != 1 or line.word(clause.rest) in line.words.objects:
        return -1  # "the doctor has me on statins in the morning and a sleeping pill at night"
    (joint,) = joints
    ends = (joint, clause.last)
    begins = (clause.rest, joint + 1)
    pairs = tuple(zip(begins, ends, strict=True))
    if any(line.is_stop(at) for at in range(clause.rest, clause.last)):
        return -1
    alike = all(_is_timed(line, *part) for part in pairs) or all(_is_named(line, *part) for part in pairs)
    return joint if alike else -1


def _is_timed(line: Line, start: int, end: int) -> bool:
    """Says whether something and its time stand here: "ballet on mondays", "two in the morning"."""
    first = next((at for at in range(start, end) if line.word(at) in line.words.prepositions), -1)
    return first > start and any(line.is_time(at) for at in range(first, end))


def _is_named(line: Line, start: int, end: int) -> bool:
    """Says whether something and its name stand here: "a hamster called peanut"."""
    return any(line.is_in(at, "naming") for at in range(start + 1, end - 1))
