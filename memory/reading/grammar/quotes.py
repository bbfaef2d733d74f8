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
    of_work = of_work or _is_in_work(line, start) or _is_written(line, start, group)
    if not of_work and line.is_in(start, "i"):
        return None
    if group.lemma in line.words.thinking and not of_work and group.modality is not Modality.PAST_ONLY:
        return None
    place = group.rest
    if _is_written(line, start, group):
        place = next((at for at in range(place, len(line)) if line.is_in(at, "quoted")), place)
    while line.is_in(place, "before_quote") or (of_work and line.is_open(place) and place < group.rest + 4):
        place += 1
    alike = group.lemma == "be"
    if alike and not of_work and not line.is_in(place - 1, "like"):
        return None
    if not (line.is_in(place, "quoted") and starts_statement(line, place)):
        return None
    timed = any(line.word(at) in line.words.days for at in range(place, _end(line, place)))
    sung = group.lemma in line.words.sets["sung"] and not timed  # "we sing i will survive on fridays"
    passing = of_work or alike or sung or group.modality is Modality.PAST_ONLY
    return _end(line, place), Modality.CONDITIONAL if passing else Modality.REPORTED


def leads_to_quote(line: Line, at: int) -> bool:
    """Says whether the words of a work begin here: "there's that song that goes | i left my heart"."""
    found = line.form(at - 1)
    quotes = found is not None and any(lemma in line.words.sets["quoting"] for lemma, _ in found.verbs)
    if quotes and line.is_in(at - 3, "fronting") and line.is_in(at - 4, "works"):
        return line.word(at - 2) in line.words.nominative  # "there's this song where she sings | i live in a house"
    return quotes and line.is_in(at - 2, "cleft_relatives") and line.is_in(at - 3, "works")


def _is_in_work(line: Line, start: int) -> bool:
    """Says whether a work of somebody's is named before the subject: "in this soap | the woman goes i'm leaving"."""
    before = range(max(start - 4, 0), start)
    named = any(line.is_in(at, "works") for at in before)
    relative = line.is_in(start, "cleft_relatives") and line.is_in(start - 1, "works")  # "that song | that goes"
    relative = relative or (line.is_in(start - 1, "fronting") and line.is_in(start - 2, "works"))  # "a song where she"
    return relative or (named and any(line.is_in(at, "within") for at in before))


def _is_written(line: Line, start: int, group: VerbGroup) -> bool:
    """Says whether "it says" leads to what is written somewhere: "it says on the side of the bus | i lost a stone"."""
    return line.is_in(start, "it") and group.lemma in line.words.sets["meaning"] | line.words.sets["read_aloud"]


def _end(line: Line, place: int) -> int:
    while place < len(line) and (not line.is_stop(place) or line.word(place) == ","):
        place += 1
    return place
