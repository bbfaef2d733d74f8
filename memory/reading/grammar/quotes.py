"""Pure: finds words that a clause quotes without a mark: "farid goes i'm moving", "the song goes i was born in ..."."""

from __future__ import annotations

from memory.reading.grammar.clause import Modality
from memory.reading.grammar.clause_starts import starts_statement
from memory.reading.grammar.verb_groups import VerbGroup
from memory.reading.words.line import Line


def quoted_words(line: Line, start: int, group: VerbGroup) -> tuple[int, Modality] | None:
    """Returns where a quote ends, and how its clause is meant: as reported, or as nobody's statement; None without one.

    `start` is the first word of the subject. A clause after "says" with a person as its subject is no quote: it may be
    told in the speaker's own words.
    """
    if group.lemma not in line.words.sets["quoting"] or group.negated:
        return None
    begun = line.words.sets["informing"] if group.lemma in line.words.sets["beginning"] else frozenset[str]()
    of_work = any(line.is_in(place, "works") or line.word(place) in begun for place in range(start, group.verb))
    if not of_work and line.is_in(start, "i"):
        return None
    if group.lemma in line.words.thinking and not of_work and group.modality is not Modality.PAST_ONLY:
        return None
    place = group.rest
    while line.is_in(place, "before_quote") or (of_work and line.is_open(place) and place < group.rest + 4):
        place += 1
    alike = group.lemma == "be"
    if alike and not of_work and not line.is_in(place - 1, "like"):
        return None
    if not (line.is_in(place, "quoted") and starts_statement(line, place)):
        return None
    passing = of_work or alike or group.modality is Modality.PAST_ONLY
    return _end(line, place), Modality.CONDITIONAL if passing else Modality.REPORTED


def _end(line: Line, place: int) -> int:
    while place < len(line) and (not line.is_stop(place) or line.word(place) == ","):
        place += 1
    return place
