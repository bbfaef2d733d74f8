"""Pure: finds what a correction replaces: the pair of a contrast, and the words of a fact that a bare value stands for.

"It's not marta it's magda" names both words. "I meant friday" names one: it replaces the one day of the fact. Where
more than one place fits, nothing is guessed.
"""

from __future__ import annotations

import itertools
from difflib import SequenceMatcher

from memory.core.policy import SIMILAR_SPELLING
from memory.reading.changes.misnamed import misheard_word, misnamed_pair, without_aside, word_put_right
from memory.reading.facts.noun_put_right import is_common_noun, noun_put_right, place_put_right
from memory.reading.german.german_line import GermanLine
from memory.reading.german_facts.contrasts import german_contrast
from memory.reading.german_facts.updates.put_right import phrases_put_right
from memory.reading.grammar.clause import ActKind, Clause, Mark
from memory.reading.grammar.reader import line_of, read
from memory.reading.words.given_names import is_given_name
from memory.reading.words.line import Line

Pair = tuple[str, str]


def contrast_pair(text: str, language: str = "en") -> Pair:
    """Returns what was heard and what was meant in "her name's not marta it's magda"; both empty without a contrast."""
    line, acts = line_of(text, language), read(text, language).acts
    if isinstance(line, GermanLine):
        found = german_contrast(line)
        return (_text(line, text, *found[0]), _text(line, text, *found[1])) if found else ("", "")
    aside = without_aside(line)
    if aside < len(line):
        return contrast_pair(text[: line.tokens[aside - 1].end], language)
    misnamed = misnamed_pair(line, text)
    if misnamed != ("", ""):
        return misnamed
    for first, second in itertools.pairwise(acts):
        heard = _without_naming(
            line, _denied_words(line, text, first.clause.first, first.clause.last, first.clause.negated)
        )
        ends = _denied_end(line, text, first.clause, second.clause)
        if ends != ("", ""):
            return ends
        says_so = _is_called(line, second.clause) or second.clause.lemma == "be" or second.kind is ActKind.FRAGMENT
        if not heard or Mark.OVER in first.clause.marks or not says_so or second.clause.negated or second.clause.asks:
            continue
        begin = second.clause.rest if second.clause.verb >= 0 else second.clause.first
        relative = (at for at in range(begin + 1, second.clause.last) if line.word(at) in ("who", "that", "which"))
        meant = _without_naming(line, _text(line, text, begin, next(relative, second.clause.last)))
        if meant and len(meant.split()) <= len(heard.split()) + 3:
            return heard, meant
    alone = len(acts) == 1 and acts[0].clause.asks is None
    named = _named_after_not(line, text, acts[0].clause.first) if alone else ("", "")
    if named != ("", ""):
        return named
    if (
        len(acts) == 1
        and acts[0].clause.asks is None
        and line.word(acts[0].clause.first) == "not"
        and acts[0].clause.lemma == "be"
    ):
        clause = acts[0].clause
        return _text(line, text, clause.first + 1, clause.subject[0]), _text(line, text, clause.rest, clause.last)
    announced = all(act.kind is ActKind.CORRECT for act in acts[:-1])  # "i got her name wrong it's eva not ada"
    if not acts or not announced or acts[-1].clause.asks is not None:
        return "", ""
    return _inner_pair(line, text, acts[-1].clause.first, acts[-1].clause.last)


def _without_naming(line: Line, words: str) -> str:
    """Returns words without the "called" before a name."""
    first, _, name = words.partition(" ")
    return name if name and first in line.words.sets["naming"] else words


def _is_called(line: Line, clause: Clause) -> bool:
    """Says whether a clause only names its subject: "i'm called thomas"."""
    return not clause.negated and any(line.is_in(at, "naming") for at in (clause.verb, clause.rest))


def _denied_end(line: Line, text: str, denied: Clause, instead: Clause) -> Pair:
    """Reads "she doesn't live in leeds it's york": the last words of both are two names, numbers or days."""
    heard, meant = denied.last - 1, instead.last - 1
    points = (
        line.words.third.get(line.word(instead.first)) == "thing"
        and instead.lemma == "be"
        and not (instead.negated or instead.asks)
    )
    inner = all(line.word(at) in line.words.prepositions for at in range(instead.rest, meant))
    if not (denied.negated and denied.lemma != "be" and points and inner) or line.word(heard) == line.word(meant):
        return "", ""
    if not _are_of_one_sort(line, heard, meant):
        return "", ""
    return _text(line, text, heard, heard + 1), _text(line, text, meant, meant + 1)


def _named_after_not(line: Line, text: str, first: int) -> Pair:
    """Reads "not marek darek" and "not on monday on tuesday": as many words twice, each pair of one sort."""
    last = len(line)
    while last > first and line.is_stop(last - 1):
        last -= 1
    size, odd = divmod(last - first - 1, 2)
    if line.word(first) != "not" or odd or not size:
        return "", ""
    begin, cut = first + 1, first + 1 + size
    if not all(_are_of_one_sort(line, begin + at, cut + at) for at in range(size)):
        return "", ""
    heard, meant = _text(line, text, begin, cut), _text(line, text, cut, last)
    return (heard, meant) if heard != meant else ("", "")


def _are_of_one_sort(line: Line, one: int, other: int) -> bool:
    """Says whether two words are the same, two days, two numbers, two names, or spelt with the same letters but few."""
    both = (one, other)
    if line.word(one) == line.word(other) or all(line.word(at) in line.words.days for at in both):
        return True
    if all(line.is_number(at) for at in both) or all(line.word(at) in line.words.months for at in both):
        return True
    if not all(line.is_open(at) for at in both):
        return False
    near = SequenceMatcher(None, line.word(one), line.word(other)).ratio() >= SIMILAR_SPELLING
    return near or all(line.form(at) is None for at in both)


def _denied_words(line: Line, text: str, first: int, last: int, negated: bool) -> str:
    """Returns the words after "not": "marta" of "her name's not marta"."""
    at = next((place for place in range(first, last) if line.word(place) in ("not", "n't")), -1)
    if (
        at < 0
        or (not negated and at != first)
        or any(line.length_of(line.words.over, place) for place in range(first, last))
    ):
        return ""
    if at > first and not any(
        line.word(place) in line.words.be or line.word(place) == "'s" for place in range(first, at)
    ):
        return ""
    return _text(line, text, at + 1, last)


def _inner_pair(line: Line, text: str, first: int, last: int) -> Pair:
    """Reads "not nine but ten", "nora not laura", "at ten instead of nine" inside one clause."""
    while last > first and line.is_stop(last - 1):
        last -= 1
    for at in range(first, last):
        but = next((place for place in range(at + 2, last) if line.word(place) == "but"), -1)
        if line.word(at) == "not" and but > 0:
            aside = next((place for place in range(at + 2, but) if _is_aside(line, place)), but)
            return _text(line, text, at + 1, aside), _text(line, text, but + 1, last)
        if line.word(at) == "not" and at > first:
            heard = _text(line, text, at + 1, last)
            size = len(heard.split())
            if (
                line.is_auxiliary(at - 1)
                or line.word(at - 1) in ("'s", "'m", "'re")
                or at - size <= first
                or not size
                or size > 4
            ):
                return "", ""
            if line.word(at + 1) in line.words.middle | line.words.subordinators | line.words.subjects or line.has_form(
                at + 1, "g"
            ):
                return "", ""
            stop = _before_unit(line, first, _before_time(line, first, at, last), at + 1)
            stop -= line.is_in(stop - 1, "now_opening")
            begin = _aligned(line, first, stop, at + 1, last)
            if all(line.word(place) in line.words.ordinals for place in (last - 1, begin + size - 1)):
                stop = min(stop, begin + size)  # "the second sunday now not the first"
            return (heard, _text(line, text, begin, stop)) if begin >= 0 else ("", "")
        if line.word(at) == "instead" and line.word(at + 1) == "of" and at > first and not line.has_form(at + 2, "g"):
            stop = _before_time(line, first, at, last)
            begin = _aligned(line, first, stop, at + 2, last)
            whole = begin < 0 or any(line.word(place) in line.words.adverbs for place in range(begin, stop))
            if whole or line.is_in(begin - 1, "beside_object"):
                return "", ""  # "i have porridge for breakfast now instead of toast" is told as a whole
            return _text(line, text, at + 2, last), _text(line, text, begin, stop)
    return "", ""


def _before_time(line: Line, first: int, stop: int, last: int) -> int:
    """Returns where "physics" ends in "physics on friday not maths", since a day stands against no other thing."""
    timed = line.is_time(stop - 1) and line.word(stop - 2) in line.words.prepositions
    return stop - 2 if timed and stop - 3 > first and not line.is_time(last - 1) else stop


def _before_unit(line: Line, first: int, stop: int, denied: int) -> int:
    """Returns where the number ends in "ninety five a week not ninety", since what it counts stays."""
    if not line.is_number(denied) or line.in_number(stop - 1):
        return stop
    return next((at + 1 for at in range(stop - 1, first, -1) if line.in_number(at)), stop)


def _is_aside(line: Line, at: int) -> bool:
    """Says whether "as you heard" or "like i said" begins here."""
    spoken = line.word(at + 1) in line.words.subjects or line.word(at + 1) in ("before",)
    return line.word(at) in ("as", "like") and spoken


def _aligned(line: Line, first: int, stop: int, begin: int, last: int) -> int:
    """Returns where the words before "not" begin that stand against those after it."""
    placed = line.word(stop - 2) in line.words.prepositions
    if placed and line.is_time(last - 1) and line.is_time(stop - 1) and line.word(begin) != line.word(stop - 2):
        return stop - 1  # "we go in june not the summer"
    if line.word(begin) in line.words.prepositions | line.words.determiners | line.words.possessives:
        return next((place for place in range(stop - 1, first, -1) if line.word(place) == line.word(begin)), -1)
    start = max(stop - (last - begin), first)
    while start > first and line.is_number(begin) and line.in_number(start) and line.in_number(start - 1):
        start -= 1  # "half past | four not three"
    return start


def _text(line: Line, text: str, begin: int, end: int) -> str:
    if not 0 <= begin < end <= len(line):
        return ""
    return text[line.tokens[begin].start : line.tokens[end - 1].end]


def bare_replacement(told: str, meant: str, language: str = "en") -> Pair:
    """Returns the words of `told` that a bare value replaces, and the new ones; both empty when that is unclear."""
    line, value = line_of(told, language), line_of(meant, language)
    several = phrases_put_right(told, meant) if isinstance(line, GermanLine) else ("", "")
    if several != ("", ""):
        return several
    alike = word_put_right(line, value)
    if alike != (0, 0):
        return _text(line, told, *alike), meant.strip()
    misheard = misheard_word(line, value)
    near = (_text(line, told, misheard, misheard + 1), meant.strip()) if misheard >= 0 else ("", "")
    if near == ("", "") and not isinstance(line, GermanLine):
        near = place_put_right(told, meant)
    for find in (_day, _hour, _date, _number, _name):
        heard, new = find(line), find(value)
        if find is _name and near == ("", "") and is_common_noun(value):
            put = noun_put_right(told, meant)
            if put != ("", "") or any(is_given_name(line.word(at), "en") for span in heard for at in range(*span)):
                return put
        if find is _name and len(new) == len(heard) == 1 and _is_placed_only(value, new[0][0], line, heard[0][0]):
            return near
        if len(new) == 1 and len(heard) == 1:
            old = heard[0] if find is not _date or _names_month(value, new[0]) else _without_month(line, heard[0])
            return _text(line, told, *old), _text(value, meant, *new[0])
        if new:
            return near
    return near


def _names_month(line: Line, span: tuple[int, int]) -> bool:
    return any(line.is_month(at) or line.word(at) in line.words.months for at in range(*span))


def _without_month(line: Line, span: tuple[int, int]) -> tuple[int, int]:
    """Returns the day alone of "the fourteenth of march", since its month stays; all of "march the fourteenth"."""
    end = next((at for at in range(*span) if line.word(at) == "of" or _names_month(line, (at, at + 1))), span[1])
    return (span[0], end) if end > span[0] else span


def _is_placed_only(value: Line, new: int, line: Line, heard: int) -> bool:
    """Says whether a name has a preposition in the correction alone: "she comes from antwerp" names nobody."""
    places = value.words.prepositions
    return new > 0 and value.word(new - 1) in places and line.word(heard - 1) not in places


def predicate_replacement(told: str, meant: str, language: str = "en") -> Pair:
    """Returns the whole phrase of `told` that "it's at a hotel" replaces: "on the boat", not one word of it.

    Both are empty where a number, a day or a name is the value, and where the fact says more than one thing of its
    subject.
    """
    line, value = line_of(told, language), line_of(meant, language)
    acts, others = read(told, language).acts, read(meant, language).acts
    if len(acts) != 1 or not others or others[-1].clause.lemma != "be":
        return "", ""
    old, new = acts[0].clause, others[-1].clause
    pronoun = new.subject[1] - new.subject[0] == 1 and value.word(new.subject[0]) in value.words.subjects | {"that"}
    if not pronoun or new.negated or old.negated or old.rest < 0 or not 0 <= new.rest < new.last:
        return "", ""
    places = [at for at in range(old.rest, old.last) if line.word(at) in line.words.prepositions]
    if value.word(new.rest) in value.words.prepositions:
        begin, end = _phrase(line, places, value.word(new.rest), old.last)
        return (_text(line, told, begin, end), _text(value, meant, new.rest, new.last)) if begin >= 0 else ("", "")
    other = any(value.is_number(at) or value.is_stop(at) or value.word(at) == "not" for at in range(new.rest, new.last))
    if places or other or old.lemma != "be":
        return "", ""
    return _text(line, told, old.rest, old.last), _text(value, meant, new.rest, new.last)


def _phrase(line: Line, places: list[int], word: str, last: int) -> tuple[int, int]:
    """Returns where the one phrase with this preposition, or the only phrase, begins and ends; -1 when unclear."""
    same = [at for at in places if line.word(at) == word]
    begin = next(iter(same if len(same) == 1 else places if len(places) == 1 else ()), -1)
    return begin, next((at for at in places if at > begin), last)


def replaced_by_all(told: str, values: tuple[str, ...], language: str = "en") -> Pair:
    """Returns the words that several values replace together: "monday at nine" and "tuesday at ten"."""
    changed = told
    for value in values:
        heard, meant = bare_replacement(changed, value, language)
        if not heard:
            return "", ""
        changed = changed.replace(heard, meant, 1)
    front = next(
        (at for at, (one, other) in enumerate(zip(told.split(), changed.split(), strict=False)) if one != other), -1
    )
    if front < 0:
        return "", ""
    while front > 0 and told.count(" ".join(_without_same_end(told, changed, front)[0])) > 1:
        front -= 1  # "one nine one nine" has "one nine" twice
    old, new = _without_same_end(told, changed, front)
    return " ".join(old), " ".join(new)


def _without_same_end(told: str, changed: str, front: int) -> tuple[list[str], list[str]]:
    """Returns the words of both from a place on, without those at their ends that are the same."""
    old, new = told.split()[front:], changed.split()[front:]
    while len(old) > 1 and len(new) > 1 and old[-1] == new[-1]:
        old, new = old[:-1], new[:-1]
    return old, new


def _day(line: Line) -> list[tuple[int, int]]:
    found = [(at, at + 1) for at in range(len(line)) if line.word(at) in line.words.days]
    return found or [(at, at + 1) for at in range(len(line)) if line.word(at) in line.words.sets["single_days"]]


def _hour(line: Line) -> list[tuple[int, int]]:
    spans = _runs(
        line,
        lambda at: line.is_number(at) or line.word(at) in line.words.sets["hour_words"],
    )
    return [
        span
        for span in spans
        if line.word(span[0] - 1) in line.words.sets["before_hours"]
        or line.words.sets["hour_marks"] & {line.word(at) for at in range(*span)}
    ]


def _date(line: Line) -> list[tuple[int, int]]:
    spans = _runs(
        line,
        lambda at: (
            line.word(at) in line.words.ordinals - {"last", "next"}
            or line.is_month(at)
            or line.word(at) in line.words.months - {"may", "march"}
            or (line.word(at) == "of" and line.word(at + 1) in line.words.months)
            or (line.is_number(at) and line.is_month(at - 1))
            or (line.is_number(at) and line.word(at + 1) in line.words.ordinals - {"last", "next"})  # "twenty first"
        ),
    )
    return [span for span in spans if span[1] > span[0]]


def _number(line: Line) -> list[tuple[int, int]]:
    spans = _runs(
        line,
        lambda at: line.in_number(at) and line.word(at) not in line.words.ordinals,
    )
    doubling = line.words.sets.get("doubling", frozenset())
    return [span for span in spans if not all(line.word(at) in doubling for at in range(*span))]  # "the double bed"


def _name(line: Line) -> list[tuple[int, int]]:
    """Returns runs of words that the table does not know, which may be names."""
    spans = _runs(
        line,
        lambda at: (
            (line.form(at) is None or line.word(at - 1) in line.words.sets["before_proper"])
            and line.is_open(at)
            and not line.is_number(at)
            and line.word(at) not in line.words.days | line.words.months
        ),
    )
    named = [span for span in spans if line.word(span[0] - 1) in line.words.sets["before_names"] or span[0] == 0]
    return named[-1:] if named else []


def _runs(line: Line, fits) -> list[tuple[int, int]]:  # type: ignore[no-untyped-def]
    spans: list[tuple[int, int]] = []
    for at in range(len(line)):
        if not fits(at):
            continue
        if spans and spans[-1][1] == at:
            spans[-1] = (spans[-1][0], at + 1)
        else:
            spans.append((at, at + 1))
    return spans
