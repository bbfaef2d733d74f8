"""Pure: finds what a German speaker puts right within one utterance: "das training fängt um drei an quatsch um vier".

What was meant takes the place of the last words of its sort, wherever they stand in the clause: a number that of a
number, a day that of a day, a phrase that of one with the same preposition, a name that of a name. Where no words of
its sort stand before it, nothing is put right.
"""

from __future__ import annotations

from dataclasses import dataclass

from memory.core.policy import MAX_REPAIRED_TOKENS
from memory.reading.german.beginnings import is_subordinate, opens_order, second_verb
from memory.reading.german.change_marks import marks_before
from memory.reading.german.german_line import GermanLine
from memory.reading.german.time_and_place import in_number, is_day, is_month, is_unit
from memory.reading.german.verbs import closes_modal, closing_begin, german_lemma
from memory.reading.grammar.clause import Span
from memory.reading.words.line import Certainty, last_run, run_end


@dataclass(frozen=True, slots=True)
class GermanRepair:
    """Tokens: those that are replaced, those that replace them, where the clause broke off, and what follows."""

    heard: Span
    meant: Span
    stop: int
    after: int


def german_repair(line: GermanLine) -> GermanRepair | None:
    """Returns the first repair of an utterance; None where nothing is put right."""
    opening = _contrast_first(line)
    if opening is not None:
        return opening
    for at in range(marks_before(line, 0)[1] + 1, len(line)):
        begin, sure = _after_marks(line, at)
        if at < begin < len(line) and not line.is_stop(begin):
            found = _repair(line, at, begin, sure=sure)
            if found is not None:
                return found
    return None


def puts_right(line: GermanLine) -> bool:
    """Says whether the words announce that something said before is put right: "quatsch", "nicht", "doch nicht"."""
    at = int(line.word(0) in line.words.middle - line.words.negators)
    return _after_marks(line, 0)[0] > 0 or line.word(at) in line.words.negators


def _contrast_first(line: GermanLine) -> GermanRepair | None:
    """Reads "nicht die lena kommt sondern die lea" as "die lea kommt"."""
    first = marks_before(line, 0)[1]
    but = next((at for at in range(first + 2, len(line)) if line.word(at) in line.words.sets["but"]), -1)
    if line.word(first) != "nicht" or but < 0:
        return None
    verb, end = second_verb(line, first + 1), _phrase_end(line, but + 1)
    return GermanRepair((first, verb), (but + 1, end), but, end) if first < verb < but and end > but + 1 else None


def _after_marks(line: GermanLine, at: int) -> tuple[int, bool]:
    """Returns where what was meant begins, after "nein warte" or "äh sorry", and whether these surely announce it."""
    place, sure, marked = at, False, False
    while place < len(line):
        strong = line.length_of(line.words.repairs, place)
        length = strong or line.length_of(line.words.weak_repairs, place)
        if length and not (_belongs_before(line, place) and not marked):
            sure, marked = sure or strong > 0, True
            place += length
        elif line.word(place) == "," or (line.is_in(place, "fillers") and (marked or place == at)):
            place += 1
        else:
            break
    return (place, sure) if marked else (at, False)


def _belongs_before(line: GermanLine, at: int) -> bool:
    """Says whether the word is part of the clause: "das ist falsch", "im moment", "ich warte", "er sagte nein"."""
    before = line.word(at - 1)
    closed = line.words.prepositions | line.words.determiners | line.words.subjects | line.words.possessives
    verb = line.finite(at - 1) == Certainty.SURE and not line.is_number(at - 1) and not closes_modal(line, at - 1)
    parted = set[str]() if line.is_in(at, "foods of nonsense") else {"an", "auf", "aus", "ab", "ein", "zu", "mit"}
    return before in closed - parted or (verb and line.word(at + 1) != "nicht")


def _repair(line: GermanLine, stop: int, begin: int, *, sure: bool) -> GermanRepair | None:
    contrast = _contrasted(line, stop, begin)
    if contrast is not None:
        return contrast
    again = _said_again(line, stop, begin) or _noun_again(line, stop, begin)
    opened, begin = begin, _without_lead(line, stop, begin)
    denied = _denied_after(line, stop, begin)
    if denied is not None or again is not None:
        return denied or again
    if begin < 0 or line.is_stop(begin) or opens_order(line, begin) or _opens_another(line, stop, begin):
        return None
    for find in (_counted, _day_or_month, _phrase, _named):
        found = find(line, stop, begin, sure)
        if found is not None:
            heard, meant = found
            after = _past_trailing_verb(line, stop, meant[1])
            while heard[1] - heard[0] > 1 and line.word(heard[1] - 1) in _said_between(line, meant[1], after):
                heard = (heard[0], heard[1] - 1)  # "gegen nüsse allergisch nein gegen milch ist sie allergisch"
            after = _past_said_twice(line, heard[1], stop, after)
            end = meant[1] - (stop - heard[1])
            if end > meant[0] and _past_said_twice(line, heard[1], stop, end) == meant[1]:
                meant = (meant[0], end)  # "mit quark gemacht nein mit schmand gemacht"
            return GermanRepair(heard, meant, stop, after)
    return _placed_anew(line, stop, opened)


def _said_between(line: GermanLine, first: int, last: int) -> frozenset[str]:
    return frozenset(line.word(at) for at in range(first, last))


def _opens_another(line: GermanLine, stop: int, begin: int) -> bool:
    """Says whether another clause begins, after one that has its verb: "ich sag nein am montag hab ich zeit"."""
    verb = second_verb(line, begin)
    told = any(line.finite(at) == Certainty.SURE for at in range(stop))
    return verb >= 0 and told and not line.is_stop(verb + 1) and _past_trailing_verb(line, stop, verb) == verb


def _past_trailing_verb(line: GermanLine, stop: int, at: int) -> int:
    """Skips "heißt sie" after a name where the clause has this verb: "die heißt lohmann nein lehmann heißt sie"."""
    end = at + 1
    while line.word(end) in line.words.nominative or _points(line, end) or line.word(end) in line.words.middle:
        end += 1
    said = {line.word(place) for place in range(stop)}
    while end > at + 1 and (line.word(end) in line.words.particles or line.word(end) in said) and not line.is_stop(end):
        end += 1  # "macht die auf", "hab ich die geliehen"
    if line.finite(at) == Certainty.NO or not line.is_stop(end) or end == at + 1:
        return at
    return end if _says_again(line, stop, at) else at


def _says_again(line: GermanLine, stop: int, at: int) -> bool:
    """Says whether a verb is one of those before, or says what one of them said: "ist" and "heißt"."""
    verbs = {german_lemma(line, place) for place in range(stop) if line.finite(place) == Certainty.SURE}
    alike = (line.words.sets[name] for name in ("saying_start", "saying_place", "saying_name"))
    verb = german_lemma(line, at)
    return verb in verbs or any(verb in each and each & verbs for each in alike)


def _points(line: GermanLine, at: int) -> bool:
    return line.word(at) in line.words.third or line.word(at) in ("das", "der", "die")


def _denied_after(line: GermanLine, stop: int, begin: int) -> GermanRepair | None:
    """Reads "er spielt oboe nicht klarinette" after "er spielt klarinette": what is denied was said."""
    deny = next((at for at in range(max(begin, 0) + 1, len(line)) if line.word(at) in line.words.negators), -1)
    end = deny + 1
    while deny > 0 and not line.is_stop(end):
        end += 1
    size = end - deny - 1
    if begin < 0 or deny < 0 or not 0 < size <= MAX_REPAIRED_TOKENS or deny - begin > MAX_REPAIRED_TOKENS:
        return None
    denied = [line.word(at) for at in range(deny + 1, end)]
    cut = _without_pointing(line, begin, deny)
    cut = (
        cut if denied[-1] == line.word(deny - 1) else closing_begin(line, cut)
    )  # "mit schmand gemacht nicht mit quark"
    for at in range(stop - size, -1, -1):
        if [line.word(at + place) for place in range(size)] == denied:
            meant = _meant_before(line, begin, cut, deny, size)
            return GermanRepair((at, at + size), (meant, cut), stop, end) if 0 < meant < cut else None
    return None


def _meant_before(line: GermanLine, begin: int, cut: int, deny: int, size: int) -> int:
    """Returns where what was meant begins: right before "nicht" in a clause, "er wohnt in fulda nicht in ulm"."""
    told = any(line.finite(at) == Certainty.SURE for at in range(begin, cut))
    closed = cut < deny and not _points(line, deny - 1)
    first = cut - size if told or closed else begin
    like = _is_opener(line, first) == _is_opener(line, deny + 1) and first >= begin
    return first if like and not (told and line.word(first - 1) in line.words.prepositions) else 0  # "am liebsten"


def _without_pointing(line: GermanLine, begin: int, end: int) -> int:
    """Leaves out "heißt der" after a name: "lindemann heißt der nicht lindner"."""
    pointed = end - 2 > begin and _points(line, end - 1) and line.finite(end - 2) == Certainty.SURE
    return end - 2 if pointed else end


def _past_said_twice(line: GermanLine, first: int, stop: int, after: int) -> int:
    """Skips the end of the clause where it was said with both: "fängt um drei an nein um vier an"."""
    size = stop - first
    return after + size if size and all(line.word(first + at) == line.word(after + at) for at in range(size)) else after


def _contrasted(line: GermanLine, stop: int, begin: int) -> GermanRepair | None:
    """Reads "nicht anna sondern hanna" and "nicht mittwoch donnerstag" after what was said before."""
    begin += line.word(begin) in line.words.middle - line.words.negators
    if line.word(begin) not in line.words.negators:
        return None
    for size in range(min(stop, MAX_REPAIRED_TOKENS), 0, -1):
        cut = begin + 1 + size
        said = [line.word(at) for at in range(begin + 1, cut)]
        cut += line.word(cut) == ","
        cut += line.word(cut) in line.words.sets["but"]
        cut = _without_lead(line, stop, cut)
        if cut < 0 or line.is_stop(cut):
            continue
        for at in range(stop - size, -1, -1):
            if [line.word(at + place) for place in range(size)] == said:
                end = _phrase_end(line, cut)
                after = _past_trailing_verb(line, stop, end)
                return GermanRepair((at, at + size), (cut, end), stop, after) if end > cut else None
    return None


def _said_again(line: GermanLine, stop: int, begin: int) -> GermanRepair | None:
    """Reads a clause that is said anew: "ich wohn in bern nein ich wohn in basel", "meine tante nein meine oma"."""
    first = line.word(begin)
    opens = first in line.words.nominative | line.words.possessives or line.is_in(begin, "that")
    verb = second_verb(line, begin)
    at = next((place for place in range(stop - 1, -1, -1) if line.word(place) == first), -1)
    size = verb + 1 - begin
    if not opens and verb >= 0 and all(line.word(place) == line.word(begin + place) for place in range(size)):
        opens, at = size > 2, 0  # "den schlüssel hat die anna nein den schlüssel hat die lena"
    if not opens or verb < 0 or at < 0:
        return None
    if _points(line, begin) and (verb == begin + 1) != (line.finite(at + 1) == Certainty.SURE):
        return None  # "das spiel ist am sonntag", and then "das ist am samstag"
    said = next((place for place in range(at + 1, stop) if line.finite(place) == Certainty.SURE), -1)
    if said >= 0 and german_lemma(line, said) != german_lemma(line, verb):
        return None
    end = _sentence_end(line, begin)
    asked = at > 0 and line.finite(at - 1) == Certainty.SURE
    return None if asked else GermanRepair((at, stop), (begin, end), stop, end)


def _sentence_end(line: GermanLine, begin: int) -> int:
    return next(at for at in range(begin, len(line) + 1) if line.is_stop(at))


def _noun_again(line: GermanLine, stop: int, begin: int) -> GermanRepair | None:
    """Reads "sein hund heißt wolf nee der hund heißt fuchs": a noun and its verb again, with what was meant."""
    noun, end = begin + 1, _sentence_end(line, begin)
    led = line.words.possessives | line.words.determiners
    same = [at for at in range(1, stop - 2) if all(line.word(at + k) == line.word(noun + k) for k in (0, 1))]
    again = line.word(begin) in led and line.finite(noun + 1) == Certainty.SURE and end > noun + 2
    if not again or not same or line.word(same[-1] - 1) not in led:
        return None
    return GermanRepair((same[-1] + 2, stop), (noun + 2, end), stop, end)


def _placed_anew(line: GermanLine, stop: int, begin: int) -> GermanRepair | None:
    """Reads "der schlüssel hängt am haken nee der liegt unterm topf": where a thing is, with another verb of place."""
    at, end = begin + 1, _sentence_end(line, begin)
    verbs = [place for place in range(1, stop) if line.finite(place) == Certainty.SURE]
    placing = all(german_lemma(line, place) in line.words.sets["saying_place"] for place in (at, *verbs[-1:]))
    led = line.word(at + 1) in line.extra.place_prepositions and end > at + 2 and not line.is_time(end - 1)
    if not (_points(line, begin) and verbs and placing and led) or line.word(0) in line.words.questions:
        return None
    return GermanRepair((verbs[-1], stop), (at, end), stop, end)


def _without_lead(line: GermanLine, stop: int, begin: int) -> int:
    """Skips "doch", and "der ist", "sie heißt" or "den leihen wir" where the clause has this verb.

    Returns -1 where another clause begins.
    """
    at = begin
    while line.word(at) in line.words.middle - line.words.negators:
        at += 1
    turned = line.word(at) in line.words.relatives and line.word(at + 2) in line.words.nominative
    if not (_points(line, at) or turned) or line.finite(at + 1) != Certainty.SURE:
        return at
    if not _says_again(line, stop, at + 1):
        return -1
    at += 3 if turned else 2
    skipped = line.words.middle | line.words.objects - line.words.negators
    while line.word(at) in skipped or _is_thing_alone(line, stop, at):
        at += 1
    return at


def _is_thing_alone(line: GermanLine, stop: int, at: int) -> bool:
    """Says whether "den" has no noun before a phrase like one before: "mit quark" and "sie hat den mit schmand"."""
    led, after = line.words.prepositions, line.word(at + 1)
    again = any(line.word(place) == after and line.is_open(place - 1) for place in range(1, stop))
    return line.word(at) in ("den", "die", "das") and after in led and again


Pair = tuple[Span, Span]


def _counted(line: GermanLine, stop: int, begin: int, sure: bool) -> Pair | None:
    """Finds the number that a number replaces, with its unit or month where both were said."""
    first = _past_openers(line, begin)
    new, old = run_end(line, first, len(line), in_number), last_run(line, stop, in_number)
    if new == first or old is None:
        return None
    tail, said = run_end(line, new, len(line), is_unit), run_end(line, old[1], stop, is_unit)
    end = said if tail > new else old[1]
    start = _with_openers(line, old[0], begin, first)
    bare = start == old[0] and line.word(begin) in line.words.determiners  # "nummer sechs", and then "die neun"
    return (start, end), (first if bare else begin, tail)


def _day_or_month(line: GermanLine, stop: int, begin: int, sure: bool) -> Pair | None:
    """Finds the day or month that another one replaces: "am montag nein morgen"."""
    first = _past_openers(line, begin)
    for fits in (is_day, is_month):
        new, old = run_end(line, first, len(line), fits), last_run(line, stop, fits)
        if new == first or old is None:
            continue
        bare = line.is_in(first, "single_days") and first == begin
        start = old[0] - 1 if bare and _is_opener(line, old[0] - 1) else _with_openers(line, old[0], begin, first)
        return (start, old[1]), (begin, new)
    return None


def _phrase(line: GermanLine, stop: int, begin: int, sure: bool) -> Pair | None:
    """Finds the phrase with the same preposition or the same first word: "in essen sorry in bochum"."""
    for place in range(stop - 2, max(stop - MAX_REPAIRED_TOKENS, -1), -1):
        if not _opens_alike(line, place, begin):
            continue
        end = _phrase_end(line, begin)
        heard = min(_phrase_end(line, place), closing_begin(line, stop))
        return ((place, heard), (begin, end)) if heard > place and end > begin else None
    return None


def _opens_alike(line: GermanLine, one: int, other: int) -> bool:
    """Says whether the phrases begin alike: "in" and "im", "einen" and "eine", or the same noun: "raum zwölf"."""
    first, second, words = line.word(one), line.word(other), line.words
    if first in words.prepositions and second in words.prepositions:
        return first == second or (first[:2] == second[:2] and first not in ("auf", "aus", "mit", "als"))
    for group in (words.indefinite, words.possessives, words.determiners - words.indefinite):
        if first in group and second in group:
            return line.word(one - 1) not in words.prepositions
    return first == second and line.is_open(one)


def _named(line: GermanLine, stop: int, begin: int, sure: bool) -> Pair | None:
    """Finds the words that a name or another noun replaces: as many as it has, before what closes the clause."""
    end, last = _phrase_end(line, begin), closing_begin(line, stop)
    if end == begin or not all(_is_plain(line, at) for at in range(begin, end)):
        return None
    at = last
    while at > max(last - (end - begin), 1) and _is_plain(line, at - 1) and line.finite(at - 1) != Certainty.SURE:
        at -= 1
    old, new = line.form(last - 1), line.form(end - 1)
    alike = (old is None and new is None) or (old is not None and new is not None and old.usual == new.usual)
    if (known := old or new) and end == begin + 1 and line.is_stop(end):
        alike = alike or known.usual == "n"  # "will pilot werden nee astronaut": one of them is in no table
    timed = line.word(last - 1) in line.words.units and line.word(last - 2) in line.words.prepositions  # "im sommer"
    alike = (sure or alike) and (not timed or line.word(end - 1) in line.words.units)
    return ((at, last), (begin, end)) if at < last and alike and not line.is_number(last - 1) else None


def _is_plain(line: GermanLine, at: int) -> bool:
    idle = line.words.adverbs | line.words.middle
    return line.is_open(at) and line.word(at) not in idle and not line.length_of(line.words.closers, at)


def _phrase_end(line: GermanLine, at: int) -> int:
    """Returns where a phrase ends: before a stop, another phrase, a conjunction or a verb."""
    words, place = line.words, _past_openers(line, at)
    begin = place
    while not line.is_stop(place) and (line.is_open(place) or line.is_number(place)):
        word = line.word(place)
        ended = place > begin and (
            line.finite(place) == Certainty.SURE
            or word in words.adverbs
            or word in words.middle
            or is_subordinate(line, place)
            or bool(line.length_of(words.closers, place))
        )
        if ended:
            break
        place += 1
    return place if place > begin else at


def _past_openers(line: GermanLine, begin: int) -> int:
    at = begin
    while _is_opener(line, at) and not (in_number(line, at) and at > begin):
        at += 1
    return at


def _is_opener(line: GermanLine, at: int) -> bool:
    openers = line.words.prepositions | line.words.determiners | line.words.possessives
    return (line.word(at) in openers or _is_next(line, at)) and not in_number(line, at)


def _is_next(line: GermanLine, at: int) -> bool:
    """Says whether "nächsten" or "kommende" stands before a day."""
    return line.word(at) in line.extra.time_prepositions and line.word(at) not in line.words.prepositions


def _with_openers(line: GermanLine, old: int, begin: int, first: int) -> int:
    """Includes the words before what is replaced where what was meant has such words too."""
    at = old
    while first > begin and at > 0 and _is_opener(line, at - 1):
        at -= 1
    return at
