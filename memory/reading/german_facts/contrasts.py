"""Pure: reads what was heard and what was meant in a German contrast: "nicht nach kroatien sondern nach dänemark"."""

from __future__ import annotations

from memory.core.policy import MAX_REPAIRED_TOKENS
from memory.reading.german.change_marks import marks_before
from memory.reading.german.german_line import GermanLine
from memory.reading.grammar.clause import Span

_BUT = "sondern"


def german_contrast(line: GermanLine) -> tuple[Span, Span] | None:
    """Returns the tokens that were heard and those that were meant; None without "nicht A sondern B"."""
    but = next((at for at in range(2, len(line)) if line.word(at) == _BUT), -1)
    if but < 0:
        return _said_again(line)
    deny = max((at for at in range(but) if _denies(line, at)), default=-1)
    if deny < 0:
        return None
    end = _end_of_value(line, but + 1)
    cut = but - (line.is_stop(but - 1))
    heard, meant = (deny + 1, cut), (but + 1, end)
    sizes = (heard[1] - heard[0], meant[1] - meant[0])
    return (heard, meant) if all(0 < size <= MAX_REPAIRED_TOKENS for size in sizes) else None


def _said_again(line: GermanLine) -> tuple[Span, Span] | None:
    """Reads "nicht auf föhr auf amrum": two phrases with one preposition, as long as each other."""
    deny = marks_before(line, 0)[1]
    end = next((at for at in range(deny, len(line)) if line.is_stop(at) or line.length_of(line.words.closers, at)), -1)
    end = len(line) if end < 0 else end
    size, odd = divmod(end - deny - 1, 2)
    alike = line.word(deny + 1) in line.words.prepositions and line.word(deny + 1) == line.word(deny + 1 + size)
    if not _denies(line, deny) or odd or not 1 < size <= MAX_REPAIRED_TOKENS or not alike:
        return None
    return (deny + 1, deny + 1 + size), (deny + 1 + size, end)


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
