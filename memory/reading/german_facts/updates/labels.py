"""Pure: finds the value that a German correction names by its label alone: "falsch die nummer ist zwei neun null"."""

from __future__ import annotations

from memory.core.policy import MAX_REPAIRED_TOKENS
from memory.reading.facts.statements import Statement, statements
from memory.reading.german.german_line import GermanLine
from memory.reading.german.nouns import is_part_of_word
from memory.reading.german_facts.told_things import LANGUAGE
from memory.reading.grammar.clause import Span
from memory.reading.grammar.reader import line_of
from memory.reading.words.meaning import load_meaning

Pair = tuple[str, str]
_NAMING = ("be", "call")
_CALLED = ("heißt", "heißen", "lautet")


def relabelled_pair(told: str, said: str) -> Pair:
    """Returns the value of `told` and the one that `said` gives the same label; both empty where the labels differ.

    "Die nummer" is the label of "meine kundennummer ist zwei acht null": what is told again may be named by less, and
    by the last part of its word.
    """
    one, other = _labelled(said), _labelled(told)
    if one is None or other is None or not _is_label_of(one, other):
        return "", ""
    meant, heard = _value(one), _value(other)
    alike = all(meant) and all(heard) and meant[1] == heard[1] and meant[0] != heard[0]
    return (heard[0], meant[0]) if alike else ("", "")


def chosen_instead(told: str, said: str) -> Pair:
    """Returns the last phrase of `told` and the one that takes its place: "doch lieber nudeln", "bratsche mein ich".

    Both are empty where nothing says that another is meant, and where the phrases differ in more than one word.
    """
    line, other = line_of(said, LANGUAGE), line_of(told, LANGUAGE)
    assert isinstance(line, GermanLine)
    assert isinstance(other, GermanLine)
    begin, last = _chosen(line)
    end = len(other) - other.is_stop(len(other) - 1)
    start = end - (last - begin)
    differing = [at for at in range(last - begin) if line.word(begin + at) != other.word(start + at)]
    if start < 1 or len(differing) != 1 or _led(line, begin) > differing[0]:
        return "", ""
    place = differing[0]
    if not _is_like(line, begin + place, other, start + place) or (place == 0 and _led(other, start - 1)):
        return "", ""
    return told[other.tokens[start].start :].rstrip(" .!"), said[line.tokens[begin].start : line.tokens[last - 1].end]


def _chosen(line: GermanLine) -> Span:
    """Returns where the words begin and end that are meant instead; nothing where none are."""
    meaning, last = load_meaning(LANGUAGE), len(line) - line.is_stop(len(line) - 1)
    begin = next((at for at in range(len(line)) if line.word(at) not in meaning.set_of("rather")), len(line))
    said_so = [line.word(at) for at in range(begin)]
    meant = last > 2 and line.word(last - 1) == "ich" and line.word(last - 2) in meaning.set_of("meaning it")
    last -= 2 * meant
    rather = bool({"lieber", "eher", "besser"} & set(said_so)) and (_led(line, begin) > 0 or "doch" in said_so)
    chosen = meant or rather or said_so[-1:] == ["doch"]  # not "lieber gott"
    return (begin, last) if chosen and begin < last else (0, 0)


def _is_like(line: GermanLine, at: int, other: GermanLine, place: int) -> bool:
    """Says whether two words are of one sort: two times, two numbers, two colours, or two nouns of no table."""
    one, two = line.word(at), other.word(place)
    if line.is_time(at) or other.is_time(place) or line.is_number(at) or other.is_number(place):
        return line.is_time(at) == other.is_time(place) and line.is_number(at) == other.is_number(place)
    colours, timed = load_meaning(LANGUAGE).set_of("colours told"), line.words.units
    if two in timed and other.word(place - 1) in other.words.prepositions and one not in timed:
        return False  # "doch italien" does not take the stead of "im sommer"
    nouns = all(each.is_open(there) and each.usual(there) == "n" for each, there in ((line, at), (other, place)))
    return nouns or {one, two} <= colours


def _led(line: GermanLine, at: int) -> int:
    """Returns how many prepositions and articles stand here."""
    words, place = line.words, at
    while line.word(place) in words.prepositions | words.determiners | words.possessives:
        place += 1
    return place - at


def _labelled(text: str) -> Statement | None:
    """Returns the one statement of a text when it tells what a thing is: "die nummer ist vier zwei"."""
    each = statements(text, LANGUAGE)
    one = each[0] if len(each) == 1 else None
    if one is None or one.clause.lemma not in _NAMING or one.clause.negated or one.clause.past or one.clause.asks:
        return None
    thing = bool(one.subject_words) and not any(entity.is_person or entity.pronoun for entity in one.subject)
    return one if thing else None


def _is_label_of(said: Statement, told: Statement) -> bool:
    """Says whether each word of the shorter label is a word of the other, or the last part of one."""
    names, others = _label_words(said), _label_words(told)
    return bool(names) and all(name in others or is_part_of_word(frozenset((name,)), others) for name in names)


def _label_words(one: Statement) -> frozenset[str]:
    """Returns the words before the verb that name something."""
    line = _line(one)
    return frozenset(line.word(at) for at in range(_verb(line)) if line.is_open(at))


def _line(one: Statement) -> GermanLine:
    line = line_of(one.text, LANGUAGE)
    assert isinstance(line, GermanLine)
    return line


def _verb(line: GermanLine) -> int:
    return next((at for at in range(1, len(line)) if line.is_auxiliary(at) or line.word(at) in _CALLED), len(line))


def _value(one: Statement) -> tuple[str, str]:
    """Returns what stands behind the verb to the end, and its sort; both empty where it is no bare value."""
    line = _line(one)
    verb, end = _verb(line), len(line) - line.is_stop(len(line) - 1)
    if not 0 < end - verb - 1 <= MAX_REPAIRED_TOKENS:
        return "", ""
    value = range(verb + 1, end)
    text = one.text[line.tokens[value[0]].start : line.tokens[value[-1]].end]
    if all(line.in_number(at) for at in value):
        return text, "number"
    return (text, "word") if len(value) == 1 and line.is_open(value[0]) and not line.is_time(value[0]) else ("", "")
