"""Pure: applies what a speaker puts right within one utterance: "it's on monday no tuesday" says "it's on tuesday".

Words such as "no wait" or "i mean" stand between what was said and what was meant. What was meant replaces the last
words of its sort: a number a number, a day a day, a phrase the phrase with the same preposition. Where no words of its
sort stand before it, nothing is changed. Letters are only left out or moved, never written anew.
"""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass

from memory.core.policy import KEPT_READINGS, MAX_REPAIRED_TOKENS
from memory.reading.german.german_line import GermanLine
from memory.reading.german.pronouns.clefts import plain_order
from memory.reading.grammar.clause import Span
from memory.reading.grammar.clause_starts import starts_statement
from memory.reading.grammar.german_repairs import german_repair, puts_right
from memory.reading.grammar.marks import opening_marks
from memory.reading.grammar.reader import line_of
from memory.reading.grammar.subjects import find_verb
from memory.reading.grammar.verb_groups import lemma_of
from memory.reading.words.line import Certainty, Line, last_run, run_end
from memory.reading.words.stutter import stuttered
from memory.text.word_caches import cache_for_words


@dataclass(frozen=True, slots=True)
class Mended:
    """A text with its repair applied, made of characters `pieces` of the original."""

    text: str
    pieces: tuple[Span, ...]

    def original(self, start: int, end: int) -> Span:
        """Returns the characters of the original that hold those from `start` to `end`."""
        touched: list[int] = []
        at = 0
        for begin, stop in self.pieces:
            first, last = max(start, at), min(end, at + stop - begin)
            if first < last:
                touched += [begin + first - at, begin + last - at]
            at += stop - begin
        return (min(touched), max(touched)) if touched else (start, end)


@cache_for_words(KEPT_READINGS)
def mend(text: str, language: str = "en") -> Mended | None:
    """Returns the text as it was meant; None where nothing is put right."""
    line = line_of(text, language)
    if isinstance(line, GermanLine):
        return _mend_german(line, text)
    if not any(line.word(at) in phrases for at in range(len(line)) for phrases in _beginnings(line)):
        return None  # nothing says that anything is put right
    for at in range(opening_marks(line, 0)[1] + 1, len(line)):
        begin, sure = _after_marks(line, at)
        if begin == at or begin >= len(line):
            continue
        found = _repair(line, at, begin, sure=sure)
        if found is not None:
            return _mended(line, text, at, *found)
    return None


def _beginnings(line: Line) -> tuple[Container[str], Container[str]]:
    """Returns the first words of what announces a repair, surely and perhaps."""
    return line.words.repairs.by_first, line.words.weak_repairs.by_first


def _mend_german(line: GermanLine, text: str) -> Mended | None:
    """Leaves out what was said twice, and then puts right what the speaker did."""
    plain = _without_stutter(line, text)
    again = line_of(plain.text, "de") if plain is not None else line
    german = german_repair(again) if isinstance(again, GermanLine) else None
    said = plain.text if plain is not None else text
    if german is None:
        mended = _in_order(again, said)
    else:
        mended = _mended(again, said, german.stop, german.heard, german.meant, german.after)
    if mended is None:
        return plain if german is None else None
    if plain is None:
        return mended
    return Mended(mended.text, tuple(plain.original(start, end) for start, end in mended.pieces))


def _in_order(line: Line, text: str) -> Mended | None:
    """Says a cleft as the plain clause that it stands for."""
    order = plain_order(line) if isinstance(line, GermanLine) else ()
    if not order:
        return None
    blank = (text.index(" "), text.index(" ") + 1)
    words = ((line.tokens[at].start, line.tokens[at].end) for at in order)
    pieces = tuple(piece for word in words for piece in (word, blank))[:-1]
    return Mended("".join(text[start:stop] for start, stop in pieces), pieces)


def _without_stutter(line: GermanLine, text: str) -> Mended | None:
    out = stuttered(line)
    if not out or len(out) == len(line):
        return None
    pieces: list[Span] = []
    at = 0
    for place in sorted(out):
        begin = line.tokens[place].start
        after = line.tokens[place + 1].start if place + 1 < len(line) else len(text)
        pieces += [(at, begin)] if begin > at else []
        at = max(at, after)
    pieces += [(at, len(text))] if at < len(text) else []
    return Mended("".join(text[start:stop] for start, stop in pieces).rstrip(), tuple(pieces))


def may_repair(said: str, language: str) -> bool:
    """Says whether a turn puts words right that were told before it, whatever these were; never in English."""
    line = line_of(said, language)
    return isinstance(line, GermanLine) and puts_right(line)


def repaired_words(told: str, said: str, language: str) -> tuple[str, str]:
    """Returns the words of a fact that a correction after it replaces, and the new ones: "nee das war raum vierzehn".

    Both are empty where nothing is put right, or where more is said than that, and for English.
    """
    if not may_repair(said, language):
        return "", ""
    fact = line_of(told, language)
    for text in (f"{told} {said}", f"{told} nein {said}"):
        line = line_of(text, language)
        found = german_repair(line) if isinstance(line, GermanLine) else None
        whole = found is not None and all(line.is_stop(at) for at in range(found.after, len(line)))
        if found is not None and found.stop == len(fact) and whole:
            break
    else:
        return "", ""
    (old, new), (begin, end) = found.heard, found.meant
    return (
        text[line.tokens[old].start : line.tokens[new - 1].end],
        text[line.tokens[begin].start : line.tokens[end - 1].end],
    )


def _after_marks(line: Line, at: int) -> tuple[int, bool]:
    """Returns where what was meant begins, after "no wait" or "uh no sorry", and whether these surely announce it."""
    words, place, sure, marked = line.words, at, False, False
    while place < len(line):
        strong, weak = line.length_of(words.repairs, place), line.length_of(words.weak_repairs, place)
        if line.word(place) == "no" and line.word(place + 1) in ("more", "longer"):
            break  # "no more nights"
        if _tells_consequence(line, place) or _says_what_is_meant(line, place):
            break
        if strong or weak:
            sure, marked = sure or strong > 0, True
            place += strong or weak
        elif (
            line.word(place) == ","
            or (place == at and line.word(place) in (".", "!"))
            or (line.is_in(place, "fillers") and (marked or place == at))
        ):
            place += 1
        else:
            break
    sure = sure or (marked and line.is_stop(at) and line.is_stop(place - 1))
    if not marked or (not sure and (_needs_noun(line, at) or line.word(at) in (".", "!"))):
        return at, False  # "two cats. no dogs" corrects nothing
    return place, sure


def _tells_consequence(line: Line, at: int) -> bool:
    """Says whether "no" counts a thing behind a conjunction: "she's allergic to lilies so no lilies please"."""
    return line.word(at) == "no" and line.word(at - 1) in line.words.conjunctions and line.is_plural(at + 1)


def _says_what_is_meant(line: Line, at: int) -> bool:
    """Says whether "i mean" explains a word: "when i say the boys | i mean oscar and finn"."""
    places = range(max(at - MAX_REPAIRED_TOKENS, 0), at - 2)
    says = (place for place in places if line.is_in(place, "before_explained"))
    return line.is_in(at, "i") and any(lemma_of(line, place + 2) in line.words.reporting for place in says)


def _needs_noun(line: Line, at: int) -> bool:
    """Says whether "no" belongs to a noun after it: "has no brothers", "with no sugar"."""
    words, before = line.words, line.word(at - 1)
    return (
        line.is_auxiliary(at - 1)
        or before in words.clitics
        or before in words.prepositions
        or before in words.determiners
        or (line.finite(at - 1) == Certainty.SURE and not line.is_number(at - 1))
    )


Found = tuple[Span, Span]


def _repair(line: Line, stop: int, begin: int, *, sure: bool) -> Found | None:
    """Returns the tokens that are replaced, and those that replace them."""
    if line.word(begin) in line.words.negators:
        return _contrasted(line, stop, begin + 1)
    whole = _said_again(line, stop, begin)
    if whole is not None:
        return whole
    begin = _without_lead(line, begin)
    if starts_statement(line, begin) or line.word(begin) in line.words.orders:
        return None  # "no, forget that"
    end = _value_end(line, begin)
    if end <= begin or end - begin > MAX_REPAIRED_TOKENS:
        return None
    for find in (_counted, _day_or_month, _after_same_word, _named):
        heard = find(line, stop, (begin, end), sure)
        if heard is not None:
            return heard, (begin, end)
    return None


def _contrasted(line: Line, stop: int, begin: int) -> Found | None:
    """Reads "not wednesday thursday" after "on wednesday": the first words were said before."""
    end = _value_end(line, begin)
    for cut in range(end - 1, begin, -1):
        size = cut - begin
        for at in range(stop - size, -1, -1):
            if all(line.word(at + place) == line.word(begin + place) for place in range(size)):
                return (at, at + size), (cut, end)
    return None


def _said_again(line: Line, stop: int, begin: int) -> Found | None:
    """Reads a clause that is said anew: "i live in bath no i live in ulm", "my sister no my brother lives in hull"."""
    if not starts_statement(line, begin):
        return None
    first = line.word(begin)
    at = next((place for place in range(stop - 1, -1, -1) if line.word(place) == first), -1)
    if at < 0:
        return None
    verb = find_verb(line, at)
    if 0 <= verb < stop and lemma_of(line, verb) != lemma_of(line, find_verb(line, begin)):
        return None
    if not 0 <= verb < stop and line.word(begin) not in line.words.possessives | line.words.determiners:
        return None
    end = begin
    while not line.is_stop(end):
        end += 1
    return (at, stop), (begin, end)


def _without_lead(line: Line, begin: int) -> int:
    """Skips "it's", "make it" or "i meant" before a value."""
    at = begin
    if line.is_in(at, "repaired_by") and line.is_in(at + 1, "repaired_things"):
        return at + 2
    if (line.word(at) in line.words.third or line.is_in(at, "that")) and line.word(at) not in line.words.possessives:
        place = line.skip_middle(at + 1)
        linked = line.words.be.get(line.word(place), "") in ("3", "p", "d") or line.is_in(place, "is")
        if linked and not line.has_form(line.skip_middle(place + 1), "g"):
            return line.skip_middle(place + 1)
    return at


def _value_end(line: Line, begin: int) -> int:
    """Returns where a value ends: before a stop, a conjunction, or a clause."""
    at = begin
    while not line.is_stop(at):
        inside = line.is_number(at - 1) and (line.is_number(at + 1) or line.is_in(at, "hour_words"))
        joins = line.word(at) in line.words.conjunctions | line.words.subordinators and not inside
        if at > begin and (joins or line.length_of(line.words.closers, at) or line.finite(at) == Certainty.SURE):
            break
        if at > begin and starts_statement(line, at, run_on=True):
            break
        at += 1
    return at


def _counted(line: Line, stop: int, meant: Span, sure: bool) -> Span | None:
    """Returns the number that a number replaces, with the unit that was said again."""
    first = _past_openers(line, meant)
    new = run_end(line, first, meant[1], _is_number)
    old = last_run(line, stop, _is_number)
    if new == first or old is None or line.is_time(meant[0]):
        return None
    start = _with_same_openers(line, old[0], meant[0], first)
    after = old[1]
    if new < meant[1]:  # "ten milligrams no twenty milligrams"; "at six no seven on friday" adds the day
        same = all(line.word(after + at) == line.word(new + at) for at in range(min(stop - after, meant[1] - new)))
        added = line.word(new) in line.words.prepositions
        after = after if added and after < stop else stop if same or stop - after <= 2 else after
    return start, after


def _day_or_month(line: Line, stop: int, meant: Span, sure: bool) -> Span | None:
    """Returns the day or month that another one replaces."""
    first = _past_openers(line, meant)
    for fits in (_is_day, _is_month):
        new, old = run_end(line, first, meant[1], fits), last_run(line, stop, fits)
        if new > first and old is not None:
            return _with_same_openers(line, old[0], meant[0], first), old[1]
    return None


def _after_same_word(line: Line, stop: int, meant: Span, sure: bool) -> Span | None:
    """Returns the phrase that begins with the word with which what was meant begins: "in bath no in ulm"."""
    first, words = line.word(meant[0]), line.words
    last = max(stop - MAX_REPAIRED_TOKENS, 0)
    at = next((place for place in range(stop - 2, last - 1, -1) if line.word(place) == first), -1)
    if at >= 0:
        return at, stop
    if sure and first in words.prepositions:
        at = next((place for place in range(stop - 2, last - 1, -1) if line.word(place) in words.prepositions), -1)
        return (at, stop) if at > 0 else None
    return None


def _named(line: Line, stop: int, meant: Span, sure: bool) -> Span | None:
    """Returns the words that a name or another word replaces: as many as it has, and no verb."""
    if not all(line.is_open(at) and line.word(at) not in line.words.adverbs for at in range(*meant)):
        return None
    alike = _is_alike(line, stop - 1, meant[1] - 1)
    at = stop
    while at > max(stop - (meant[1] - meant[0]), 1) and line.is_open(at - 1) and line.finite(at - 1) != Certainty.SURE:
        at -= 1
    if at == stop or not (sure or alike) or (line.is_number(stop - 1) and not line.is_number(meant[0])):
        return None
    return at, stop


def _is_alike(line: Line, one: int, other: int) -> bool:
    """Says whether both words are names, or both adjectives: "clara no claire", "blue no green"."""
    both = (line.form(one), line.form(other))
    unknown = all(each is None for each in both) and not line.is_plural(other)
    things = any(line.table.is_thing(line.word(at)) for at in (one, other))
    return (unknown and not things) or all(each is not None and each.usual == "a" for each in both)


def _past_openers(line: Line, meant: Span) -> int:
    at = meant[0]
    while at < meant[1] - 1 and _is_opener(line, at) and not _is_number(line, at):
        at += 1
    return at


def _is_opener(line: Line, at: int) -> bool:
    return line.word(at) in line.words.prepositions or line.word(at) in line.words.determiners


def _with_same_openers(line: Line, old: int, begin: int, first: int) -> int:
    """Includes the preposition and article before what is replaced, where what was meant has them too."""
    size = first - begin
    while size and old > 1 and _is_opener(line, old - 1):
        old, size = old - 1, size - 1
    return old


def _is_number(line: Line, at: int) -> bool:
    return line.in_number(at)


def _is_day(line: Line, at: int) -> bool:
    return line.word(at) in line.words.days or line.is_in(at, "single_days")


def _is_month(line: Line, at: int) -> bool:
    return line.word(at) in line.words.months


def _mended(line: Line, text: str, stop: int, heard: Span, meant: Span, after: int = 0) -> Mended | None:
    """Builds the text from its pieces: what is before, what was meant, the rest of the phrase, what follows."""
    begin, end = line.tokens[meant[0]].start, line.tokens[meant[1] - 1].end
    before = (0, line.tokens[heard[0]].start)
    rest = (line.tokens[heard[1] - 1].end, max(line.tokens[stop - 1].end, line.tokens[heard[1] - 1].end))
    follows = line.tokens[after - 1].end if after else end
    pieces = tuple(each for each in (before, (begin, end), rest, (follows, len(text))) if each[1] > each[0])
    return Mended("".join(text[start:stop] for start, stop in pieces), pieces)
