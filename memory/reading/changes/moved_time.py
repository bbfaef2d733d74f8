"""Pure: finds the time in the words of a fact that news of a move replaces, where the fact tells more than the time."""

from __future__ import annotations

from memory.reading.changes.change_words import names_day, says, spoken_in
from memory.reading.changes.replacement import bare_replacement
from memory.reading.facts.entities import SPEAKER
from memory.reading.facts.statements import Statement, statements
from memory.reading.german_facts.updates.retimed import moved_day
from memory.reading.grammar.clause import ActKind, Modality
from memory.reading.grammar.reader import line_of
from memory.reading.words.closed_words import load_closed_words
from memory.reading.words.line import Line
from memory.reading.words.meaning import load_meaning

Pair = tuple[str, str]


def moved_time(told: str, news: Statement, language: str = "en") -> Pair:
    """Returns the day or date of a fact and the new one; both empty where nothing but the time was told, or unclear.

    An hour replaces the hour alone: "it's at four now" leaves the day.
    """
    nothing = ("", "")
    if keeps_day(told, news, language):
        return bare_replacement(told, news.text, language)
    meaning, each = load_meaning(language), statements(told, language)
    if language == "en" and len(each) == 1 and (numbered := _moved_number(told, news)) != nothing:
        return numbered
    if language == "de":
        return moved_day(told, news)
    if language != "en" or len(each) != 1 or not _only_moves(news, told, language):
        return nothing
    old = each[0]
    more = old.has_place or any(one.is_person and SPEAKER not in one.keys for one in old.others)
    if not (more and old.has_time) or old.clause.negated or old.clause.lemma in meaning.moving:
        return nothing
    line, value = line_of(told, language), line_of(news.text, language)
    before, after = _dates(line), _dates(value)
    if len(before) != 1 or len(after) != 1:
        return nothing
    return _text(line, told, before[0]), _text(value, news.text, after[0])


def as_moved(text: str, language: str = "en") -> str:
    """Returns a sentence in which somebody moves something as one of what is moved: "it moved to friday" of "they moved
    it to friday" and "they moved my appointment to friday". It is empty where another noun tells what is moved, and
    every other sentence as it stands.
    """
    each = statements(text, language)
    if language != "en" or len(each) != 1 or each[0].clause.lemma not in load_meaning(language).moving:
        return text
    line, clause = line_of(text, language), each[0].clause
    if line.word(clause.main + 1) in load_meaning(language).set_of("moving house"):
        return ""  # "they moved in on wednesday"
    by_pronoun = any(entity.pronoun for entity in each[0].subject)
    named = next((one for one in each[0].others if one.start == clause.rest and not one.pronoun), None)
    end = named.end if named is not None else clause.main + 2
    loose = load_meaning(language).set_of("occasions")
    pointed = line.word(clause.main + 1) in ("it", "them") or (
        named is not None and end - named.start == 2 and line.word(end - 1) in loose
    )
    if by_pronoun and pointed and end < len(line):
        return f"it {line.word(clause.main)} {text[line.tokens[end].start :]}"
    return "" if by_pronoun and named is not None else text


def _moved_number(told: str, news: Statement) -> Pair:
    """Returns the numbered place of a fact and the new one: "terminal two" and "terminal five"."""
    if news.clause.lemma not in load_meaning("en").moving or news.clause.negated or news.has_time:
        return "", ""
    line, value = line_of(told, "en"), line_of(news.text, "en")
    before, after = _numbered(line), _numbered(value)
    alike = [one for one in before if len(after) == 1 and line.word(one[0]) == value.word(after[0][0])]
    if len(alike) != 1 or line.word(alike[0][1] - 1) == value.word(after[0][1] - 1):
        return "", ""
    return _text(line, told, alike[0]), _text(value, news.text, after[0])


def _numbered(line: Line) -> list[tuple[int, int]]:
    """Returns the places of a noun with its number behind it: "gate 12", "platform three"."""
    nouns = (at for at in range(len(line) - 1) if line.is_open(at) and not line.is_number(at))
    return [(at, at + 2) for at in nouns if line.is_number(at + 1) and not line.is_open(at + 2)]


def day_put_right(told: str, news: Statement, language: str = "en") -> Pair:
    """Returns the day of a fact and the one that a correction tells without an hour: "no the match is on wednesday"
    leaves the hour of "the match is on tuesday at seven"; both empty for all else.
    """
    each, clause = statements(told, language), news.clause
    if news.kind is not ActKind.CORRECT or clause.lemma != "be" or clause.negated or len(each) != 1:
        return "", ""
    same = bool((each[0].subject_keys & news.subject_keys) - {SPEAKER}) and names_day(news, load_meaning(language))
    if not same or _tells_hour(line_of(news.text, language)) or not _tells_hour(line_of(told, language)):
        return "", ""
    value = line_of(news.text, language)
    return bare_replacement(told, _text(value, news.text, (clause.rest - clause.first, len(value))), language)


def _tells_hour(line: Line) -> bool:
    """Says whether words tell an hour: a number, or a word that stands in hours alone."""
    days = line.words.ordinals
    return any(
        line.is_in(at, "hour_words") or (line.is_number(at) and line.word(at) not in days) for at in range(len(line))
    )


def keeps_day(told: str, news: Statement, language: str) -> bool:
    """Says whether a fact names a day, and news of the same thing only an hour."""
    meaning, each = load_meaning(language), statements(told, language)
    timed = news.has_time or not spoken_in(news).isdisjoint(load_closed_words(language).sets["hour_words"])
    hourly = language == "en" and news.clause.lemma == "be" and timed and not names_day(news, meaning)
    about = frozenset(key for one in each for key in one.subject_keys) - {SPEAKER}
    return hourly and len(each) == 1 and names_day(each[0], meaning) and bool(about & news.subject_keys)


def adds_hour(told: str, news: Statement, language: str = "en") -> bool:
    """Says whether news gives an hour to a fact that has only a day, so that both hold."""
    return keeps_day(told, news, language) and bare_replacement(told, news.text, language) == ("", "")


def _only_moves(news: Statement, told: str, language: str) -> bool:
    """Says whether a clause tells to what day something is moved, and nothing else."""
    meaning = load_meaning(language)
    moved = says(news, "moves", meaning) or any(forms & meaning.moving for forms in news.words)
    known = told.casefold().split()
    placed = any(entity.name and entity.name not in known for entity in news.others) or (
        news.has_place and not _leads_to_time(news, language)
    )
    return moved and news.has_time and not placed and not news.clause.negated and news.clause.modality is Modality.FACT


def _leads_to_time(news: Statement, language: str) -> bool:
    """Says whether every preposition of place stands before a day or an hour: "to the seventeenth"."""
    line = line_of(news.text, language)
    places = [at for at in range(len(line)) if line.word(at) in load_meaning(language).set_of("place words")]
    return all(line.is_time(at + 1) or line.is_number(at + 1) or line.is_number(at + 2) for at in places)


def _dates(line: Line) -> list[tuple[int, int]]:
    """Returns the runs of words that name a day: "the tenth", "friday the third of may", "tomorrow"."""
    found: list[tuple[int, int]] = []
    for at in range(len(line)):
        if not _is_date(line, at):
            continue
        begin = at - (line.word(at - 1) in ("the", "next", "this"))
        if found and begin - found[-1][1] <= (1 if line.word(found[-1][1]) in ("of", "the") else 0):
            found[-1] = (found[-1][0], at + 1)
        else:
            found.append((begin, at + 1))
    return found


def _is_date(line: Line, at: int) -> bool:
    word, words = line.word(at), line.words
    ranked = word in words.ordinals and word not in ("last", "next") and not line.is_open(at + 1)
    dated = word in words.ordinals and line.word(at + 1) in words.sets["of"] | words.months
    numbered = word[:1].isdigit() and word.endswith(("st", "nd", "rd", "th"))
    tens = line.is_number(at) and line.word(at + 1) in words.ordinals
    day = word in words.days or line.is_month(at) or bool(line.length_of(words.day_words, at) == 1)
    return day or ranked or dated or numbered or tens


def _text(line: Line, text: str, span: tuple[int, int]) -> str:
    return text[line.tokens[span[0]].start : line.tokens[span[1] - 1].end]
