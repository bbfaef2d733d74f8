"""Pure: reads "that's the parcel posted now" as what it tells of the thing: "the parcel is posted"."""

from __future__ import annotations

from memory.reading.grammar.reader import line_of
from memory.reading.words.line import Line


def told_of_thing(text: str, language: str) -> str:
    """Returns what a clause tells of the thing that it says is done; the same words for any other clause."""
    line = line_of(text, language)
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


def _is_named(line: Line, at: int) -> bool:
    """Says whether a known thing begins here: "the parcel", "my tax return"."""
    return line.word(at) in line.words.possessives or line.is_in(at, "definite_article")
