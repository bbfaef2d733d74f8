"""Pure: reads what names its thing in the middle or at the end as what it tells of it: "that's the parcel posted now"
as "the parcel is posted", "it's eleven twenty instead for the scan" as "the scan is at eleven twenty".
"""

from __future__ import annotations

from memory.reading.grammar.reader import line_of
from memory.reading.words.line import Line


def told_of_thing(text: str, language: str) -> str:
    """Returns what a clause tells of the thing that it says is done; the same words for any other clause."""
    line = line_of(text, language)
    if language == "en" and line.is_in(0, "it") and line.word(1) == "'s":
        return _timed_at_end(text, line)
    if language != "en" or not (line.is_in(0, "that") and line.word(1) == "'s" and _is_named(line, 2)):
        return text
    last = next((at for at in range(len(line)) if line.is_stop(at)), len(line))
    while last > 0 and line.word(last - 1) in line.words.middle | line.words.adverbs | line.words.particles:
        last -= 1
    done = last - 1
    if done < 4 or not line.has_form(done, "n") or line.usual(done) != "v" or not line.is_open(done - 1):
        return text
    thing = text[line.tokens[2].start : line.tokens[done - 1].end]
    return f"{thing} is {line.word(done)}"


def _timed_at_end(text: str, line: Line) -> str:
    """Returns when a thing is that is named behind "for" at the end; the same words without one."""
    last = next((at for at in range(len(line)) if line.is_stop(at)), len(line))
    at = next((place for place in range(last - 2, 2, -1) if line.is_in(place, "for")), -1)
    numbers = [place for place in range(2, max(at, 2)) if line.in_number(place)]
    if at < 0 or not _is_named(line, at + 1) or not numbers or line.is_time(last - 1):
        return text
    when = text[line.tokens[numbers[0]].start : line.tokens[numbers[-1]].end]
    return f"{text[line.tokens[at + 1].start : line.tokens[last - 1].end]} is at {when}"


def _is_named(line: Line, at: int) -> bool:
    """Says whether a known thing begins here: "the parcel", "my tax return"."""
    return line.word(at) in line.words.possessives or line.is_in(at, "definite_article")
