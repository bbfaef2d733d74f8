"""Pure: finds the name that somebody gives with a greeting: "morning it's karen", "hi derek here".

Without the greeting the same words answer a question about anybody, and tell no name of the speaker.
"""

from __future__ import annotations

from memory.reading.grammar.reader import line_of
from memory.reading.words.given_names import is_given_name
from memory.reading.words.line import Line
from memory.reading.words.meaning import load_meaning

_ITS = (("it", "'s"), ("it", "is"), ("this", "is"))


def introduced_name(text: str, language: str = "en") -> str:
    """Returns the name that a greeting gives, as it was said; empty where none does."""
    line = line_of(text, language) if language == "en" else None
    if line is None or not line.is_in(line.is_in(0, "good"), "greetings"):
        return ""
    at = 1 + line.is_in(0, "good")
    while line.is_in(at, "greeted_with") or (line.is_stop(at) and at < len(line)):
        at += 1
    points = (line.word(at), line.word(at + 1)) in _ITS
    at += 2 * points
    if points and line.word(at) == "me":
        return ""  # who is known already
    end = len(line) - (line.word(len(line) - 1) in "?!.")
    behind = end - at > 1 and line.is_in(end - 1, "introducing_behind")
    end -= behind
    named = end - at == 1 and (points or behind) and _is_name(line, at, sure=behind or line.word(at - 2) == "this")
    return text[line.tokens[at].start : line.tokens[at].end] if named else ""


def _is_name(line: Line, at: int, *, sure: bool) -> bool:
    """Says whether a word is a name: one of the list, or where only a name can stand, or one that no table has."""
    word, meaning = line.word(at), load_meaning("en")
    if (
        not line.is_open(at)
        or line.is_time(at)
        or line.is_number(at)
        or word in meaning.roles
        or word in meaning.weather
    ):
        return False
    thing = line.table.is_thing(word)
    known = line.form(at) is not None or thing
    return (is_given_name(word, "en") and not thing) or not known or (sure and line.usual(at) != "a")
