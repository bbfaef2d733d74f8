"""Pure: says whether German moves an appointment to another time, by whoever did it: "den zahnarzt hab ich verlegt"."""

from __future__ import annotations

from memory.reading.changes.change_words import spoken_in
from memory.reading.facts.entities import SPEAKER, Names
from memory.reading.facts.statement_words import Forms
from memory.reading.facts.statements import Statement, statements
from memory.reading.german.german_line import GermanLine
from memory.reading.german_facts.told_things import LANGUAGE, are_named_in, things_of, verbs_in
from memory.reading.grammar.clause import Mark, Modality
from memory.reading.grammar.reader import line_of
from memory.reading.words.closed_words import load_closed_words
from memory.reading.words.extra_words import load_extra_words
from memory.reading.words.line import Line
from memory.reading.words.meaning import Meaning, load_meaning


def is_retimed(new: Statement, old: Statement, meaning: Meaning) -> bool:
    """Says whether a verb of moving gives what an older statement tells the time of another time."""
    verbs = {new.clause.lemma, *verbs_in(new)}
    if _is_shifted(new, old, meaning) or _is_so_since(new, old):
        return True
    moved = bool(verbs & meaning.set_of("retiming")) or _is_now_at_a_time(new) or _is_put_on_day(new, verbs)
    to_hour = new.has_number and "auf" in spoken_in(new)  # "die wurde auf neun umgebucht"
    if not moved or not ((new.has_time or to_hour) and old.has_time) or new.clause.negated:
        return False
    if _tells_same_day(new.text, old.text):
        return False
    both = bool(spoken_in(old) & load_closed_words(LANGUAGE).conjunctions)
    things = things_of(new, meaning) if SPEAKER in new.subject_keys or not new.subject else new.subject_words
    named = tuple(forms for forms in things if not forms & (verbs | meaning.set_of("occasions")))
    arranged = bool({old.clause.lemma, *verbs_in(old)} & meaning.set_of("arranging"))
    return not both and (arranged or not old.clause.past) and are_named_in(named, old, meaning)


def _is_so_since(new: Statement, old: Statement) -> bool:
    """Says whether the hour of something is another one since then: "seit den ferien fährt er um 7 uhr 20"."""
    alike = new.clause.lemma == old.clause.lemma != "be" and not (new.clause.past or old.clause.past)
    since = new.text.casefold().startswith(("seit ", "ab ")) and not new.clause.negated
    marks = load_closed_words(LANGUAGE).sets["hour_marks"]
    hours = all({"um", *marks} & spoken_in(each) and each.has_number for each in (new, old))
    return alike and since and hours and SPEAKER not in new.subject_keys and bool(new.subject_keys & old.subject_keys)


def _is_put_on_day(one: Statement, verbs: set[str]) -> bool:
    """Says whether something is put on a day: "wir haben ihn auf freitag gelegt"."""
    spoken, days = one.text.casefold().split(), load_closed_words(LANGUAGE).days
    on_day = any(word == "auf" and {*spoken[at + 1 : at + 3]} & days for at, word in enumerate(spoken))
    return on_day and one.clause.past and bool(verbs & {"legen", "put"})


def _is_shifted(new: Statement, old: Statement, meaning: Meaning) -> bool:
    """Says whether something is at a later or an earlier time that is not told: "um eine woche nach hinten"."""
    verbs = {new.clause.lemma, *verbs_in(new)}
    shifted = bool(verbs & meaning.set_of("retiming")) and new.clause.past and not new.has_time
    late = bool(verbs & meaning.set_of("running late"))
    if not (shifted or late) or new.clause.negated or not old.has_time or old.clause.past:
        return False
    apart = meaning.set_of("occasions")
    things = _apart_from(things_of(new, meaning), verbs | load_closed_words(LANGUAGE).units)
    moved = _apart_from(things, apart) or things
    if SPEAKER in new.subject_keys or moved:
        return are_named_in(moved, old, meaning)  # "die praxis hat den termin beim zahnarzt um eine woche verschoben"
    return are_named_in(_apart_from(new.subject_words, apart) or new.subject_words, old, meaning)


def _apart_from(things: tuple[Forms, ...], others: frozenset[str] | set[str]) -> tuple[Forms, ...]:
    return tuple(forms for forms in things if not forms & others)


def retimes_last(new: Statement, old: Statement, names: Names) -> bool:
    """Says whether "die haben das um zwei wochen verschoben" right after "die op ist am neunten" moves it: it names
    nothing that was told but by a pronoun.
    """
    meaning, units = load_meaning(LANGUAGE), load_closed_words(LANGUAGE).units
    verbs = {new.clause.lemma, *verbs_in(new)} & meaning.set_of("retiming")
    if not verbs or not old.has_time or old.clause.past or new.clause.negated:
        return False
    far = any(forms & units for forms in new.words)
    told = new.clause.past or new.clause.main == new.clause.verb or new.clause.modality is Modality.DUTY
    apart = verbs | meaning.set_of("occasions") | units | load_extra_words().time_prepositions  # "nächste woche montag"
    things = (*things_of(new, meaning), *new.subject_words)
    dated = any(form.endswith("termin") for forms in things for form in forms)  # "die spedition hat den liefertermin"
    own = [forms for forms in things if not (forms & apart or any(form.endswith("termin") for form in forms))]
    pointed = dated or any(one.pronoun and SPEAKER not in one.keys for one in new.entities)
    pointed = pointed or _has_bare_das(new)
    by_somebody = all(any(forms & own for own in new.subject_words) for forms in own)
    return told and (new.has_time or far) and pointed and by_somebody


def _has_bare_das(one: Statement) -> bool:
    """Says whether "das" stands for something told before, and not before its noun: "das training ist verlegt"."""
    line = line_of(one.text, LANGUAGE)
    assert isinstance(line, GermanLine)
    words, bare = line.words, (at for at in range(len(line)) if line.word(at) in ("das", "es"))
    light = words.prepositions | words.adverbs | words.middle | words.subjects | words.days
    return any(line.word(at + 1) in light or line.finite(at + 1) or line.lemmas(at + 1, "n") for at in bare)


def _is_now_at_a_time(one: Statement) -> bool:
    """Says whether a statement only tells when something is now, whose word no list has: "aquafitness ist jetzt
    freitags".
    """
    alone = len(one.subject) == 1 and bool(one.subject[0].name) and not one.others and not one.has_place
    return one.clause.lemma == "be" and Mark.NOW in one.clause.marks and alone and not one.about_speaker


def is_called_off(one: Statement) -> bool:
    """Says whether a statement tells that something does not take place: "fällt aus", "ist abgesagt"."""
    meaning, spoken = load_meaning(LANGUAGE), spoken_in(one)
    verbs = {one.clause.lemma, *verbs_in(one)}
    falls = "fallen" in verbs and "aus" in spoken
    return falls or bool(verbs & meaning.set_of("falling through") or spoken & meaning.set_of("called off"))


def skips_once(new: Statement, old: Statement) -> bool:
    """Says whether what comes again and again is only left out once: "diese woche fällt yoga aus"."""
    meaning, words, spoken = load_meaning(LANGUAGE), load_closed_words(LANGUAGE), spoken_in(new)
    named = any(word in words.days and not word.endswith("s") for word in spoken)
    return bool(named or spoken & meaning.set_of("only once")) and is_called_off(new) and _comes_again(old)


def is_so_once(new: Statement, old: Statement) -> bool:
    """Says whether what is always so is only once otherwise: "diese woche kommt die hebamme erst am mittwoch"."""
    return bool(spoken_in(new) & load_meaning(LANGUAGE).set_of("only once")) and _comes_again(old)


def _comes_again(one: Statement) -> bool:
    """Says whether a statement tells what comes every week, or always: "immer dienstags"."""
    words, spoken = load_closed_words(LANGUAGE), spoken_in(one)
    weekly = any(word in words.days and word.endswith("s") for word in spoken)
    return weekly or bool(spoken & (words.sets["each"] | words.sets["habits"]))


def moved_day(told: str, news: Statement) -> tuple[str, str]:
    """Returns the day of a fact and the new one, where news of a move tells no more and the fact does: "der umzug
    verschiebt sich auf den elften april" leaves the town of "wir ziehen am 28. märz nach ulm"; both empty for all else.
    """
    each, verbs = statements(told, LANGUAGE), {news.clause.lemma, *verbs_in(news)}
    moves = verbs & load_meaning(LANGUAGE).set_of("retiming") and not news.clause.negated
    if not moves or news.clause.modality is not Modality.FACT or len(each) != 1 or not each[0].has_place:
        return "", ""
    line, value = line_of(told, LANGUAGE), line_of(news.text, LANGUAGE)
    before, after = _days(line), _days(value)
    if len(before) != 1 or len(after) != 1 or any(value.is_number(at) for at in range(after[0][1], len(value))):
        return "", ""
    if spoken_in(news) & line.words.sets["hour_marks"] or value.word(after[0][0] - 1) not in ("auf", "den"):
        return "", ""
    if line.word(before[0][0] - 1) != "am":
        return "", ""
    return _text_of(line, told, before[0]), _text_of(value, news.text, after[0])


def _tells_same_day(new: str, old: str) -> bool:
    lines = [(line_of(text, LANGUAGE), text) for text in (new, old)]
    one, other = ([_text_of(line, text, span) for span in _days(line)] for line, text in lines)
    hourly = any({"um", *line.words.sets["hour_marks"]} & set(text.casefold().split()) for line, text in lines)
    return bool(one) and one == other and not hourly


def _days(line: Line) -> list[tuple[int, int]]:
    """Returns the runs of words that name one day: "28 märz", "nächsten freitag", "samstag den elften april"."""
    found: list[tuple[int, int]] = []
    for at in range(len(line)):
        word, words = line.word(at), line.words
        dated = (line.is_number(at) and (line.is_month(at + 1) or word.endswith("ten"))) or word in words.ordinals
        if not (word in words.days or dated or line.is_month(at)):
            continue
        begin = at - (line.is_in(at - 1, "which_time") and word in words.days)
        if found and begin - found[-1][1] <= (line.word(begin - 1) == "den"):
            found[-1] = (found[-1][0], at + 1)
        else:
            found.append((begin, at + 1))
    return found


def _text_of(line: Line, text: str, span: tuple[int, int]) -> str:
    return text[line.tokens[span[0]].start : line.tokens[span[1] - 1].end]
