"""Pure: finds the wrong and the right words where a speaker tells what was said wrongly.

"I said magda but her name's marta", "not martin his name's marvin", "not marco mirko i always mix that up", "it wasn't
my sister it was winston who lent it to me".
"""

from __future__ import annotations

import itertools
from difflib import SequenceMatcher

from memory.core.policy import MAX_WRONG_WORDS, MIN_SAME_PHRASE, SIMILAR_SPELLING
from memory.reading.german.german_line import GermanLine
from memory.reading.grammar.clause import Act, ActKind, Clause
from memory.reading.grammar.clause_starts import starts_statement
from memory.reading.grammar.reader import line_of, read
from memory.reading.grammar.subjects import find_verb
from memory.reading.grammar.verb_groups import read_verb_group
from memory.reading.words.line import Certainty, Line
from memory.reading.words.meaning import load_meaning

Pair = tuple[str, str]
_NONE = ("", "")


def misnamed_pair(line: Line, text: str) -> Pair:
    """Returns the words that were wrong and those that are right; both empty where none are told."""
    acts = read(text, line.words.language).acts
    if not acts or any(act.clause.asks for act in acts):
        return _NONE
    if len(acts) == 1 and acts[0].clause.verb < 0 and (pair := _number_after_wrong(line, text, acts[0].clause)):
        return pair
    if len(acts) == 1 and acts[0].kind is ActKind.FRAGMENT and (pair := _bare_contrast(line, text, acts[0].clause)):
        return pair
    for first, second in itertools.pairwise(acts):
        pair = _said_wrong(line, text, first, second.clause) or _set_apart(line, text, first.clause, second.clause)
        pair = pair or _named_after_wrong(line, text, first.clause, second.clause)
        if pair:
            return pair
    return _NONE


def _bare_contrast(line: Line, text: str, clause: Clause) -> Pair | None:
    """Returns "april" and "august" of "august not april"; None with no words on a side, or with many."""
    at = next((place for place in range(clause.first, clause.last) if line.is_in(place, "not")), clause.first)
    few = max(at - clause.first, clause.last - at - 1) <= MAX_WRONG_WORDS
    if not few or not clause.first < at < clause.last - 1:
        return None
    return _span_text(line, text, at + 1, clause.last), _span_text(line, text, clause.first, at)


def without_aside(line: Line) -> int:
    """Returns where a closing "i always mix that up" begins, else the length of the line."""
    meaning = load_meaning(line.words.language)
    for at in range(len(line) - 2, 0, -1):
        if not line.is_in(at, "i") or not starts_statement(line, at):
            continue
        group = read_verb_group(line, find_verb(line, at))
        pointing = any(line.word(place) in meaning.set_of("mixed_up") for place in range(group.rest, len(line)))
        return at if group.lemma in meaning.set_of("mixing") and pointing else len(line)
    return len(line)


def _said_wrong(line: Line, text: str, first: Act, second: Clause) -> Pair | None:
    """Reads "i said magda but her name's marta"."""
    clause = first.clause
    spoke = first.kind is ActKind.TELL and clause.lemma in load_meaning(line.words.language).set_of("naming_it")
    if not spoke or not clause.past or clause.negated or not line.is_in(clause.subject[0], "i"):
        return None
    begin = clause.rest
    while line.word(begin) in line.words.objects:
        begin += 1
    if clause.lemma == "call" and begin == clause.rest:
        return None  # "i called my mum but she's out"
    heard, meant = _span_text(line, text, begin, clause.last), _told_name(line, text, second)
    short = 0 < len(heard.split()) <= MAX_WRONG_WORDS and not starts_statement(line, begin)
    return (heard, meant) if short and meant else None


def _told_name(line: Line, text: str, clause: Clause) -> str:
    """Returns what a clause says of "it", "he" or "her name": "marta" of "her name's marta"."""
    subject = range(*clause.subject)
    named = len(subject) == 2 and line.word(subject[0]) in line.words.possessives and line.word(subject[1]) == "name"
    pointed = len(subject) == 1 and line.word(subject[0]) in {*line.words.third, "that"}
    if clause.negated or clause.lemma not in ("be", "call") or not (named or pointed):
        return ""
    begin = clause.rest + (clause.lemma == "be" and line.is_in(clause.rest, "naming"))
    return _span_text(line, text, begin, clause.last)


def _set_apart(line: Line, text: str, first: Clause, second: Clause) -> Pair | None:
    """Reads "it wasn't my sister it was winston who lent it to me"."""
    apart = second.lemma != "be" and line.is_in(second.first, "it") and second.subject[0] > second.first
    if not (apart and first.negated and first.lemma == "be" and line.is_in(first.first, "it")) or second.negated:
        return None
    heard, meant = _span_text(line, text, first.rest, first.last), _span_text(line, text, *second.subject)
    return (heard, meant) if heard and meant else None


def _named_after_wrong(line: Line, text: str, first: Clause, second: Clause) -> Pair | None:
    """Reads "not martin his name's marvin"."""
    if line.word(first.first) != "not" or first.verb >= 0:
        return None
    heard, meant = _span_text(line, text, first.first + 1, first.last), _told_name(line, text, second)
    return (heard, meant) if heard and meant else None


def _number_after_wrong(line: Line, text: str, one: Clause) -> Pair | None:
    """Reads "not six half six" and "not two quarter past two": the first number is the wrong one."""
    begin, last = one.first + 1, one.last
    while line.is_stop(last - 1) and last > begin:
        last -= 1
    numbers = all(line.is_number(at) or line.is_in(at, "hour_words") for at in range(begin, last))
    if line.word(one.first) != "not" or last - begin < 2 or not numbers or line.is_in(begin, "hour_words"):
        return None
    return _span_text(line, text, begin, begin + 1), _span_text(line, text, begin + 1, last)


def _span_text(line: Line, text: str, begin: int, end: int) -> str:
    return text[line.tokens[begin].start : line.tokens[end - 1].end] if 0 <= begin < end <= len(line) else ""


def word_put_right(line: Line, value: Line) -> tuple[int, int]:
    """Returns the tokens of a fact that a value replaces which is the same but for its last or its first word: "class
    three c" after "class three b", "dove grey" after "pebble grey"; (0, 0) where there are none or several.
    """
    size = len(value)
    if size < MIN_SAME_PHRASE or not all(value.is_open(at) for at in range(size)):
        return 0, 0
    for other, same in ((size - 1, range(size - 1)), (0, range(1, size))):
        if value.is_number(other) or value.is_time(other):
            continue
        places = [at for at in range(len(line) - size + 1) if all(line.word(at + b) == value.word(b) for b in same)]
        differ = [at for at in places if line.is_open(at + other) and line.word(at + other) != value.word(other)]
        if len(differ) == len(places) == 1:
            return differ[0], differ[0] + size
    return 0, 0


def misheard_word(line: Line, value: Line) -> int:
    """Returns where a fact has the one word that sounds like the value: "badger" for "bodger"; -1 without one."""
    if len(value) != 1 or value.is_number(0) or value.is_month(0) or value.is_time(0):
        return -1
    near = sorted(
        (SequenceMatcher(None, line.word(at), value.word(0)).ratio(), at)
        for at in range(len(line))
        if line.word(at) != value.word(0) and (isinstance(line, GermanLine) or _may_be_misheard(line, at, value))
    )[-2:]
    sure = bool(near) and near[-1][0] >= SIMILAR_SPELLING and (len(near) < 2 or near[0][0] < near[-1][0])
    return near[-1][1] if sure else -1


def _may_be_misheard(line: Line, at: int, value: Line) -> bool:
    """Says whether a word may have been heard for the value: a verb only for another verb, "lives" not for "leeds"."""
    return line.is_open(at) and (line.finite(at) is not Certainty.SURE or bool(value.finite(0)))


def end_put_right(told: str, meant: str, language: str = "en") -> Pair:
    """Returns the number or code of `told` whose end or beginning "no it ends in 124" puts right, and how it is then;
    both empty in any other words, and where the fact has no value of this length.
    """
    meaning, value, acts = load_meaning(language), line_of(meant, language), read(meant, language).acts
    one = next((act.clause for act in acts if act.kind is ActKind.CORRECT and act.clause.verb >= 0), None)
    if one is None or one.subject[1] - one.subject[0] != 1 or value.word(one.subject[0]) not in value.words.third:
        return "", ""
    said = [value.word(at) for at in range(one.rest, one.last) if any(map(str.isdigit, value.word(at)))]
    last = [word for word in told.split() if any(map(str.isdigit, word))]
    if len(said) != 1 or not last or one.lemma not in meaning.set_of("ending in") | meaning.set_of("beginning with"):
        return "", ""
    ends = one.lemma in meaning.set_of("ending in")
    heard, new = last[-1 if ends else 0], said[0]
    if len(heard) < len(new) or heard.isdigit() != new.isdigit():
        return "", ""
    changed = heard[: -len(new)] + new if ends else new + heard[len(new) :]
    return (heard, changed) if changed != heard.casefold() else ("", "")
