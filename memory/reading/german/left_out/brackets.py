"""Pure: finds a second half of a bracket behind "und" that leaves out its first: "ich hab das rad verkauft und den
roller verschenkt", "ich würde alles verkaufen und nach peru ziehen".
"""

from __future__ import annotations

from memory.reading.german.german_line import GermanLine
from memory.reading.german.noun_phrases import may_end


def repeats_closing(line: GermanLine, verb: int, at: int) -> int:
    """Returns where another object with its participle ends: "ich hab das rad verkauft und den roller verschenkt"; 0
    where none follows.
    """
    if line.word(verb) in line.words.modals:
        return _repeats_infinitive(line, at)
    end = at
    while not line.is_stop(end) and line.word(end) not in line.words.conjunctions:
        end += 1
    helper = line.word(verb) in line.words.have or line.word(verb) in line.words.be
    object_ = line.word(at).endswith("en") and line.word(at) in line.words.determiners | line.words.possessives
    return end if helper and object_ and end - at > 2 and line.lemmas(end - 1, "n") else 0


def _repeats_infinitive(line: GermanLine, at: int) -> int:
    """Returns where another phrase with its infinitive ends: "ich würde alles verkaufen und nach peru ziehen | das"."""
    words, end = line.words, at + 1
    if line.word(at) not in words.prepositions and not line.is_in(at, "object_articles"):
        return 0
    while line.is_open(end) and not (end > at + 1 and line.lemmas(end, "b") and line.word(end).endswith("n")):
        end += 1
    after = line.word(end + 1)
    begins = bool(line.finite(end + 2)) and (after in words.nominative - {"wir"} or after in ("das", "es"))
    return end + 1 if line.lemmas(end, "b") and (begins or may_end(line, end + 1)) else 0
