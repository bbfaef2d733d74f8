"""Pure: finds the value that a German correction names by its label alone: "falsch die nummer ist zwei neun null"."""

from __future__ import annotations

from memory.core.policy import MAX_REPAIRED_TOKENS
from memory.reading.facts.statements import Statement, statements
from memory.reading.german.german_line import GermanLine
from memory.reading.german.nouns import is_part_of_word
from memory.reading.german_facts.told_things import LANGUAGE
from memory.reading.grammar.reader import line_of
from memory.reading.words.line import Certainty
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
    """Returns the last phrase of `told` and the one that takes its place: "doch lieber nudeln", "lieber nach wien".

    Both are empty where nobody says that they would rather, and where the phrases begin in another way.
    """
    line, other = line_of(said, LANGUAGE), line_of(told, LANGUAGE)
    assert isinstance(line, GermanLine)
    assert isinstance(other, GermanLine)
    rather = load_meaning(LANGUAGE).set_of("rather")
    begin = next((at for at in range(len(line)) if line.word(at) not in rather), len(line))
    last, end = (len(each) - each.is_stop(len(each) - 1) for each in (line, other))
    bare = begin + _led(line, begin)
    if not 0 < begin < last or bare != last - 1 or not line.is_open(bare) or line.finite(bare) == Certainty.SURE:
        return "", ""
    said_so = {line.word(at) for at in range(begin)}
    if not {"lieber", "eher", "besser"} & said_so or (bare == begin and "doch" not in said_so):
        return "", ""  # "lieber gott"
    if line.is_time(bare) != other.is_time(end - 1) or line.is_number(bare) != other.is_number(end - 1):
        return "", ""
    start = end - (last - begin)
    same = [line.word(at) for at in range(begin, bare)] == [other.word(at) for at in range(start, end - 1)]
    plain = bare > begin or not _led(other, end - 2)
    noun = other.is_open(end - 1) and other.finite(end - 1) != Certainty.SURE and not other.is_blocked(start - 1)
    if start < 1 or not same or not plain or not noun or line.word(bare) == other.word(end - 1):
        return "", ""
    return told[other.tokens[start].start :].rstrip(" .!"), said[line.tokens[begin].start :].rstrip(" .!")


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
