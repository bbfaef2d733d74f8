"""Pure: says where German leaves out "das" before its verb: "ich guck gern krimis | ist mir aber peinlich"."""

from __future__ import annotations

from memory.reading.german.german_line import GermanLine


def judges(line: GermanLine, verb: int, lemma: str, place: int) -> bool:
    """Says whether the speaker, whose clause has its verb at `verb`, tells from `place` on how what they told is."""
    own = {"ich", "wir"} & {line.word(verb - 1), line.word(verb + 1)}
    after, being = line.word(place + 1), line.word(place) in ("ist", "war", "wär", "wäre")
    how = after in line.words.objects or line.is_in(place + 1, "judging")
    return bool(own) and being and how and lemma != "sein" and line.is_open(place - 1)
