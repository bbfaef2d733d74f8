"""Pure: reads what was heard and what was meant in a German contrast: "nicht nach kroatien sondern nach dänemark"."""

from __future__ import annotations

from memory.core.policy import MAX_REPAIRED_TOKENS
from memory.reading.german.change_marks import closers_length, denied_before, denied_phrase, marks_before
from memory.reading.german.german_line import GermanLine
from memory.reading.grammar.clause import Span
from memory.reading.words.line import Certainty

_BUT = "sondern"


def german_contrast(line: GermanLine) -> tuple[Span, Span] | None:
    """Returns the tokens that were heard and those that were meant; None without "nicht A sondern B"."""
    but = next((at for at in range(2, len(line)) if line.word(at) == _BUT), -1)
    if but < 0:
        alone = _said_again(line) or _denied_after(line) or _denied_thing(line) or _made_of(line)
        first, end = marks_before(line, 0)[1], len(line) - line.is_stop(len(line) - 1)
        alone = alone or denied_before(line, first)
        return alone or denied_phrase(line, first, end) or _denied_in_clause(line)
    deny = max((at for at in range(but) if _denies(line, at)), default=-1)
    if deny < 0:
        return None
    end = _end_of_value(line, but + 1)
    cut = but - (line.is_stop(but - 1))
    heard, meant = (deny + 1, cut), (but + 1, end)
    sizes = (heard[1] - heard[0], meant[1] - meant[0])
    return (heard, meant) if all(0 < size <= MAX_REPAIRED_TOKENS for size in sizes) else None


def _said_again(line: GermanLine) -> tuple[Span, Span] | None:
    """Reads "nicht auf föhr auf amrum" and "nicht die blaue die graue": two phrases that begin alike, of one length."""
    first = marks_before(line, 0)[1]
    deny = first - (line.word(first - 1) == "nicht")  # "doch nicht" announces a correction
    end = next((at for at in range(deny, len(line)) if line.is_stop(at) or line.length_of(line.words.closers, at)), -1)
    end = len(line) if end < 0 else end
    size, odd = divmod(end - deny - 1, 2)
    opened = line.word(deny + 1) in line.words.prepositions | line.words.determiners
    told = any(line.finite(at) == Certainty.SURE for at in range(deny + 2, end))  # "nicht die frau die lacht"
    alike = opened and line.word(deny + 1) == line.word(deny + 1 + size) and not told
    if not _denies(line, deny) or odd or not 1 < size <= MAX_REPAIRED_TOKENS or not alike:
        return None
    return (deny + 1, deny + 1 + size), (deny + 1 + size, end)


def _denied_after(line: GermanLine) -> tuple[Span, Span] | None:
    """Reads "dreizehn nicht drei" and "im anker ist das nicht im ratskeller": what was meant stands first."""
    first, deny = marks_before(line, 0)[1], -1
    deny = next((at for at in range(first + 1, len(line)) if _denies(line, at)), -1)
    end = next((at for at in range(max(deny, 0), len(line)) if line.is_stop(at)), len(line))
    cut = deny
    if deny - first > 2 and line.word(deny - 1) in _POINTING and line.finite(deny - 2) == Certainty.SURE:
        cut = deny - 2
    cut -= closers_length(line, first, cut)  # "gleis neun mein ich nicht sieben"
    if deny > cut == first + 2 and end - deny == cut - first and line.is_number(cut - 1):
        first += 1
    sizes = cut - first, end - deny - 1
    if deny < 0 or not all(0 < size <= MAX_REPAIRED_TOKENS for size in sizes):
        return None
    told = any(line.finite(at) == Certainty.SURE for at in (*range(first, cut), *range(deny + 1, end)))
    alike = _shape(line, first) == _shape(line, deny + 1)
    return None if told or not alike or (cut == deny and sizes[0] != sizes[1]) else ((deny + 1, end), (first, cut))


def _denied_in_clause(line: GermanLine) -> tuple[Span, Span] | None:
    """Reads "gerda wohnt in fulda nicht in kassel": what was heard closes the clause, as long as what was meant."""
    first, end = marks_before(line, 0)[1], len(line) - line.is_stop(len(line) - 1)
    deny = next((at for at in range(first + 1, end) if _denies(line, at)), end)
    begin = 2 * deny + 1 - end
    if (
        deny == end
        or begin <= first
        or end - deny > MAX_REPAIRED_TOKENS
        or _shape(line, begin) != _shape(line, deny + 1)
    ):
        return None
    both = (*range(begin, deny), *range(deny + 1, end))
    if line.word(begin - 1) in line.words.prepositions:
        return None  # "am liebsten nicht tee"
    plain = all(line.is_open(at) or line.word(at) in line.words.prepositions | line.words.determiners for at in both)
    verbs = any(line.finite(at) == Certainty.SURE or line.word(at) in line.words.middle for at in both)
    return None if verbs or not plain or not line.is_open(end - 1) else ((deny + 1, end), (begin, deny))


def _denied_thing(line: GermanLine) -> tuple[Span, Span] | None:
    """Reads "kein hamster ein meerschweinchen": what is denied, and what stands instead with its own article."""
    first = marks_before(line, 0)[1]
    end = next((at for at in range(first, len(line)) if line.is_stop(at)), len(line))
    other = next((at for at in range(first + 2, end) if line.word(at) in line.words.indefinite), -1)
    bare = all(line.is_open(at) and line.finite(at) != Certainty.SURE for at in range(first + 1, end) if at != other)
    named = line.word(first).startswith("kein") and other > 0 and 0 < end - other - 1 < MAX_REPAIRED_TOKENS
    return ((first + 1, other), (other + 1, end)) if named and bare else None


def _made_of(line: GermanLine) -> tuple[Span, Span] | None:
    """Reads "aus montag wird mittwoch" and "statt montag dienstag": two times or two numbers, the wrong one first."""
    first, end = marks_before(line, 0)[1], len(line) - line.is_stop(len(line) - 1)
    turned = line.word(first) == "aus" and line.word(first + 2) == "wird" and end - first == 4
    instead = line.word(first) in ("statt", "anstatt") and end - first == 3
    if not (turned or instead):
        return None
    heard, meant = first + 1, end - 1
    alike = all(line.is_time(at) for at in (heard, meant)) or all(line.is_number(at) for at in (heard, meant))
    return ((heard, heard + 1), (meant, end)) if alike else None


_POINTING = ("das", "der", "die", "er", "sie", "es")


def _shape(line: GermanLine, at: int) -> tuple[bool, bool, bool]:
    word, words = line.word(at), line.words
    return line.is_number(at), word in words.prepositions, word in words.determiners | words.possessives


def _denies(line: GermanLine, at: int) -> bool:
    return line.word(at) == "nicht" and line.word(at + 1) not in ("nur", "mehr")


def _end_of_value(line: GermanLine, begin: int) -> int:
    """Returns the end of what was meant: before a stop, a verb or a new clause, and before whom "sie" stands for."""
    at = begin
    while not line.is_stop(at):
        opened = at > begin and (line.word(at) in line.words.nominative or line.finite(at) == 2)
        named = (
            at > begin and line.word(at) in line.words.possessives and line.word(at - 1) not in line.words.prepositions
        )
        if opened or named:
            break
        at += 1
    return at
