"""Pure: says whether a German clause retells a story, asks for advice or imagines, or only moans."""

from __future__ import annotations

from memory.core.policy import MAX_SUBJECT_TOKENS
from memory.reading.german.german_line import GermanLine
from memory.reading.grammar.clause import Clause


def is_passing_talk(line: GermanLine, clause: Clause) -> bool:
    """Says whether nothing of the clause is a fact of the speaker's own world."""
    begin = _after_openers(line, clause.first)
    return (
        _is_of_story(line, begin, clause.first)
        or _is_only_thought(line, begin, clause.first)
        or _is_joke(line, begin)
        or _only_moans(line, clause)
    )


def is_said_in_question(line: GermanLine, clause: Clause) -> bool:
    """Says whether a clause only tells what a question before it is about: "findest du ich sollte kündigen"."""
    begin, at = _after_openers(line, clause.first), clause.first
    asks_for_song = line.word(begin) in line.words.sets["asking_for_songs"] and _is_of_story(line, begin, at)
    return asks_for_song or _is_only_thought(line, begin, at) or _is_joke(line, begin)


def _after_openers(line: GermanLine, end: int) -> int:
    """Returns where the utterance itself begins, at the latest at `end`."""
    return next((at for at in range(end + 1) if not line.length_of(line.words.openers, at)), end)


def _is_of_story(line: GermanLine, begin: int, at: int) -> bool:
    """Says whether the utterance begins in a film, or with a song, up to this clause: "im krimi hat der mörder"."""
    sets, place = line.words.sets, begin
    if line.word(place) in sets["told_in"]:
        place += 1
        while line.word(place) in sets["told_in_a"]:
            place += 1
        return line.word(place) in sets["stories"] | sets["songs"]
    there = any(line.word(start) in sets["there_are"] for start in (begin, begin + 1))
    last = min(begin + MAX_SUBJECT_TOKENS, len(line) if there else at)
    named = any(line.word(start) in sets["songs"] for start in range(begin, last))
    return named and (there or line.word(begin) in sets["asking_for_songs"])


def _is_only_thought(line: GermanLine, begin: int, at: int) -> bool:
    """Says whether the utterance asks for advice or imagines: "findest du ich sollte kündigen", "angenommen"."""
    sets, length = line.words.sets, line.length_of(line.words.imagined, begin)
    if not length or at < begin:
        return False
    after = begin + length
    while line.is_stop(after) and after < len(line):
        after += 1
    if line.word(begin + length - 1) != "du" and "du" not in {line.word(place) for place in range(begin, after)}:
        return True
    word = line.word(after)
    return word in line.words.nominative | line.words.modals | sets["advised_that"] or (
        word in line.words.determiners | line.words.possessives
    )


def _is_joke(line: GermanLine, begin: int) -> bool:
    """Says whether a joke is told: its verb comes first, then somebody unknown: "kommt ein mann zum arzt und sagt"."""
    sets = line.words.sets
    place = begin + 1 + (line.word(begin + 1) == "sich")
    unknown = line.word(place) in line.words.indefinite or line.is_number(place)
    if not line.finite(begin) or not unknown or not line.is_open(place + 1):
        return False
    said = range(place + 2, len(line))
    return line.word(place - 1) == "sich" or any(
        line.word(at) in sets["retelling"] and line.word(at - 1) in (*line.words.conjunctions, ",", "da") for at in said
    )


def _only_moans(line: GermanLine, clause: Clause) -> bool:
    """Says whether somebody moans that all is left to them: "immer muss ich alles machen", "auf mich hört keiner"."""
    sets = line.words.sets
    said = frozenset(line.word(at) for at in range(clause.first, clause.last))
    if said & sets["nobody"] and clause.lemma in sets["left_alone_by"] and said & sets["me_and_us"]:
        return True
    own = bool(said & sets["i"])
    if own and clause.lemma in sets["doing"] and said & sets["all_of_it"] and said & sets["always"]:
        return True
    return any(said >= frozenset(phrase) for phrase in line.words.idle)
