"""Pure: says whether a German statement holds the part that a question asks for, and how surely it is that part.

The part must be new: "wo ist der schlüssel vom schuppen" is not answered by the shed.
"""

from __future__ import annotations

from memory.core.policy import MIN_FRONT_CHARS
from memory.reading.facts.entities import SPEAKER, Names, all_keys
from memory.reading.facts.gaps import names_asked, tells_age, tells_job
from memory.reading.facts.statement_words import Forms
from memory.reading.facts.statements import Statement
from memory.reading.facts.wanted import Aspect, Wanted
from memory.reading.german.german_line import GermanLine
from memory.reading.german.nouns import german_forms
from memory.reading.german_facts.told_things import plain_preposition
from memory.reading.grammar.clause import Gap
from memory.reading.nearest.asked_part import Evidence
from memory.reading.nearest.german_topic import sort_words
from memory.reading.words.german_numbers import value_of_number
from memory.reading.words.meaning import Meaning

Lines = tuple[GermanLine, GermanLine]
"""The question and the statement."""


def german_evidence(want: Wanted, told: Statement, names: Names, lines: Lines, meaning: Meaning) -> Evidence:
    """Returns how surely a German statement holds what a question asks for."""
    if want.aspect is Aspect.NAME and not sort_words(want.question, lines[0]):
        return Evidence(2 * names_asked(want, told, names))
    if want.aspect is Aspect.AGE:
        return Evidence(2 * (tells_age(told, meaning) or _tells_birth(lines[1])))
    if want.aspect is Aspect.JOB:
        return Evidence(2 * (tells_job(told, meaning) or told.clause.lemma in meaning.set_of("learning")))
    if want.gap in (Gap.DEGREE, Gap.COUNT, Gap.AMOUNT):
        return _measure(want, lines, meaning)
    if want.gap is Gap.WHEN:
        return Evidence(_tells_time(lines, told))
    if want.gap is Gap.WHERE:
        return Evidence(has_new_place(told, lines, meaning))
    if want.gap is Gap.WHO:
        return Evidence(_has_new_person(want, told, names) or _has_new_after_same(lines, meaning))
    if want.gap is Gap.WHAT and want.question.clause.lemma in _DONE and told.clause.lemma not in _STATES:
        return Evidence.POSSIBLE
    if want.gap is Gap.HOW:
        return Evidence(_has_manner(lines))
    return _of_sort(want, told, lines, meaning)


_DONE = frozenset(("do", "machen", "tun"))
_STATES = frozenset(("be", "have", "call", "do", "machen", "tun"))


def _tells_birth(line: GermanLine) -> bool:
    """Says whether a year of birth is told: "ist zweitausendvier geboren", "jahrgang 1961"."""
    years = any(value_of_number(line.word(at)) in _BIRTH_YEARS for at in range(len(line)))
    return years and any(line.word(at) in ("geboren", "jahrgang") for at in range(len(line)))


_BIRTH_YEARS = range(1900, 2100)


def _asked_forms(line: GermanLine, meaning: Meaning) -> Forms:
    return frozenset(form for at in range(len(line)) for form in german_forms(line, at, meaning, told=False))


def _measure(want: Wanted, lines: Lines, meaning: Meaning) -> Evidence:
    """Compares the number with the measure that is asked for, or with what is counted."""
    asked, said = lines
    sort = sort_words(want.question, asked) - {"viel", "viele"}
    units = frozenset(unit for word in sort for unit in meaning.set_of(f"measures {word}"))
    if want.gap is Gap.DEGREE and not units:
        return Evidence.NONE
    if want.gap is Gap.AMOUNT and not sort:
        units = meaning.set_of("measures teuer")
    if want.gap is Gap.AMOUNT and "geld" in sort:
        units = meaning.set_of("measures teuer")
    if units:
        lasting = "lange" in sort or "lang" in sort
        ends = lasting and any(said.word(at) == "bis" for at in range(len(said)))
        sides = not lasting and _has_sides(said)
        return Evidence(2 * (_has_unit(said, units) or ends or sides or _is_recounted(said, meaning)))
    counted = frozenset(form for at in range(len(asked)) if asked.word(at) in sort
                        for form in german_forms(asked, at, meaning, told=False))  # fmt: skip
    return Evidence(2 * (bool(counted) and _is_counted(counted, said, meaning)))


def _has_unit(line: GermanLine, units: frozenset[str]) -> bool:
    """Says whether a number with one of these units stands in a line: "80 liter", "sechs komma vier liter"."""
    return any(line.is_number(at - 1) and line.word(at) in units for at in range(1, len(line)))


def _is_recounted(line: GermanLine, meaning: Meaning) -> bool:
    """Says whether something has come to a number without a unit: "die miete ist auf 750 gestiegen"."""
    verbs = {verb for at in range(len(line)) for verb in line.lemmas(at, "nbf")} & meaning.set_of("recounting")
    bare = (at for at in range(1, len(line)) if line.is_number(at) and line.word(at - 1) == "auf")
    return bool(verbs) and any(line.word(at + 1) not in line.words.measures for at in bare)


def _has_sides(line: GermanLine) -> bool:
    """Says whether two numbers tell a size: "80 mal 150"."""
    places = (at for at in range(1, len(line) - 1) if line.word(at) == "mal")
    return any(line.is_number(at - 1) and line.is_number(at + 1) for at in places)


def _is_counted(counted: Forms, line: GermanLine, meaning: Meaning) -> bool:
    """Says whether a number counts a thing: "zwei ältere brüder"."""
    return any(
        german_forms(line, at, meaning, told=True) & counted
        and any(line.is_number(place) and line.word(place) not in line.words.ordinals for place in (at - 1, at - 2))
        for at in range(1, len(line))
    )


def _tells_time(lines: Lines, told: Statement) -> bool:
    """Says whether a time is told, as it is asked: "um wie viel uhr" wants an hour."""
    asked, said = lines
    hour = {"uhr", "spät", "uhrzeit"} & {asked.word(at) for at in range(min(4, len(asked)))}
    marks = said.words.sets["hour_marks"] | {"um"}
    timed = any(said.word(at) in marks for at in range(len(said)))
    each_time = not hour and any(said.word(at) == "wenn" for at in range(told.clause.verb, len(said)))
    return each_time or (told.has_time and (timed or not hour))


def has_new_place(told: Statement, lines: Lines, meaning: Meaning) -> bool:
    """Says whether a phrase of place is told that does not repeat the question, and is of the direction asked for."""
    asked, said = lines
    if not told.has_place or told.clause.negated:
        return False
    known, words = _asked_forms(asked, meaning), said.words
    places = meaning.set_of(f"places {asked.word(0)}") or said.extra.place_prepositions - {"mit", "durch"}
    for at in range(len(said)):
        if said.word(at) in said.extra.wordless_places - {"da", "dort", "hier", "weg"} and asked.word(0) == "wo":
            return True
        if said.word(at) not in places or at == told.clause.main - told.clause.first:
            continue
        place = at + 1
        while said.word(place) in words.determiners | words.possessives:
            place += 1
        timely = said.word(place) in words.days | words.units or said.is_month(place) or said.is_number(place)
        timely = timely or bool(said.length_of(words.parts, place) or said.length_of(words.day_words, place))
        if said.is_open(place) and not timely and not german_forms(said, place, meaning, told=False) & known:
            return True
    return False


def _has_new_person(want: Wanted, told: Statement, names: Names) -> bool:
    asked = all_keys(want.question.keys, names)
    people = (entity for entity in told.entities if entity.is_person or entity.role or entity.name)
    return any(
        SPEAKER not in entity.keys and entity.keys and not all_keys(entity.keys, names) & asked for entity in people
    )


def _has_new_after_same(lines: Lines, meaning: Meaning) -> bool:
    """Says whether something new stands after the preposition of the question: "bei wem", "bei der devk"."""
    asked, said = lines
    before = plain_preposition(asked.word(0))
    if before not in asked.words.prepositions or asked.word(1) not in ("wem", "wen"):
        return False
    known = _asked_forms(asked, meaning)
    for at in range(len(said)):
        place = at + 1
        while said.word(place) in said.words.determiners | said.words.possessives:
            place += 1
        new = said.is_open(place) and not german_forms(said, place, meaning, told=False) & known
        if new and plain_preposition(said.word(at)) == before and said.word(place) not in said.words.days:
            return True
    return False


def _has_manner(lines: Lines) -> bool:
    """Says whether a statement tells with what something is done: "mit dem rad", "zu fuß"."""
    said = lines[1]
    return any(said.word(at) == "mit" or (said.word(at), said.word(at + 1)) == ("zu", "fuß") for at in range(len(said)))


def _of_sort(want: Wanted, told: Statement, lines: Lines, meaning: Meaning) -> Evidence:
    """Compares with the sort of thing asked for: a number, a colour, a brand, a kind, the end of a compound."""
    asked, said = lines
    sort = sort_words(want.question, asked) or _label(want, asked, meaning)
    forms = frozenset(form for at in range(len(asked)) if asked.word(at) in sort
                      for form in german_forms(asked, at, meaning, told=False))  # fmt: skip
    if forms & meaning.set_of("asks time"):
        return Evidence(_tells_time(lines, told))
    numbered = next((name for name in sorted(forms) if meaning.set_of(f"numbered {name}")), "")
    if numbered:
        return Evidence(2 * _is_numbered(said, meaning.set_of(f"numbered {numbered}")))
    if forms & meaning.set_of("brands"):
        return Evidence(2 * _has_brand(said))
    rest = [at for at in range(len(said)) if said.is_open(at)]
    forms |= {form.removesuffix("n") for word in sort for form in (word,) if word.endswith("en")}
    known = _asked_forms(asked, meaning) - forms
    kinds = frozenset(other for form in forms for other in meaning.kinds.get(form, ())) - known
    for at in rest:
        own = german_forms(said, at, meaning, told=False)
        special = any(said.word(at).endswith(form) and len(said.word(at)) >= len(form) + MIN_FRONT_CHARS
                      for form in forms if len(form) >= MIN_FRONT_CHARS)  # fmt: skip
        if own & kinds or (special and not own & known):
            return Evidence.SURE
    thing = [
        at
        for at in rest
        if not german_forms(said, at, meaning, told=True) & (known | forms) and said.usual(at) not in "vxar"
    ]
    return Evidence(bool(thing) and not any(meaning.kinds.get(form) for form in forms))


def _label(want: Wanted, line: GermanLine, meaning: Meaning) -> frozenset[str]:
    """Returns the label that a question with "sein" asks for: of "was ist die hausnummer vom arzt" the number."""
    if want.question.clause.lemma not in ("be", "lauten"):
        return frozenset()
    labels = meaning.set_of("asked nouns")
    return frozenset(line.word(at) for at in range(len(line)) if line.word(at) in labels)


def _is_numbered(line: GermanLine, beside: frozenset[str]) -> bool:
    """Says whether a number stands beside a word that it numbers: "goethestraße 14", "im dritten stock", "gleis 7"."""
    for at in range(len(line)):
        numbered = line.is_number(at + 1) or line.is_number(at - 1)
        if numbered and any(line.word(at).endswith(word) for word in beside):
            return True
    return False


def _has_brand(line: GermanLine) -> bool:
    """Says whether a brand is named: "von bosch", "eine miele": a word that no table has."""
    for at in range(1, len(line)):
        unknown = line.is_open(at) and line.form(at) is None and not line.is_number(at)
        if unknown and (line.word(at - 1) in ("von", "vom") or line.word(at - 1) in line.words.indefinite):
            return True
    return False
