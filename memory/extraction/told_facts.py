"""Pure: extracts the facts of a plain statement, clause by clause as `memory/reading` cuts it.

Each clause that states something becomes at least one fact: by a fact pattern, else as a free statement. Conditions,
passing states and questions become none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from memory.core.policy import MIN_DATE_CHARS, MemoryPolicy
from memory.extraction.extract import Fact, exposure_of, extract_facts, statement_fact, statement_key, whole_turn_fact
from memory.model.atoms import Exposure, Kind, Turn
from memory.model.timestamps import local_datetime, on_wall_clock
from memory.reading.changes.change_words import goes_on_again
from memory.reading.facts.keeping import keepable, news_without_verb
from memory.reading.facts.statements import Statement, statements
from memory.reading.grammar.clause import ActKind, Modality
from memory.reading.grammar.reader import line_of
from memory.reading.references.antecedents import Antecedent
from memory.reading.references.resolution import antecedents_of, is_without_subject, resolve
from memory.reading.words.closed_words import load_closed_words
from memory.reading.words.meaning import Meaning, load_meaning
from memory.text.dates import ResolvedDate, resolve_date, second_day
from memory.text.language_rules import Language
from memory.text.normalise import split_clauses
from memory.text.secret_detector import MASK


def extract_told(
    turn: Turn, before: Callable[[], tuple[str, ...]], language: Language, policy: MemoryPolicy
) -> tuple[Fact, ...]:
    """Returns the facts of a turn, at most as many as it may make; `before` returns earlier words of the session."""
    if language.repair.search(turn.text):  # "my name is Ana, I mean Anna" is one statement
        repaired = extract_facts(turn, language, policy)
        if repaired:
            return repaired
    found: dict[str, Fact] = {}
    for fact in _facts(turn, before, language, policy):
        if fact.key in found and found[fact.key].text != fact.text:
            fact = replace(fact, key=statement_key(fact.text, language))  # "... is called ilse and she's from utrecht"
        found.setdefault(fact.key, fact)
    return tuple(found.values())[: policy.max_new_atoms_per_turn]


def _facts(
    turn: Turn, before: Callable[[], tuple[str, ...]], language: Language, policy: MemoryPolicy
) -> Iterator[Fact]:
    told: list[str] = []
    each, meaning = statements(turn.text, language.code), load_meaning(language.code)
    for at, one in enumerate(each):
        if at and _is_told_with(turn.text, each[at - 1], one, meaning):
            told.append(one.text)
            continue  # told with the clause before
        after = each[at + 1] if at + 1 < len(each) else None
        of_secret = MASK in turn.text and any(entity.pronoun for entity in one.subject)
        if _only_confides(one.text, language):
            continue
        if keepable(turn.text, one, language.code) and MASK not in one.text and not of_secret:
            known = antecedents_of(turn.text, one, lambda: (*before(), *told), language.code)
            if after is not None and _is_told_with(turn.text, one, after, meaning):
                both = _blank_before(turn.text, one.start, after.clause.end)
                yield statement_fact(replace(turn, text=both), language, policy)
            else:
                yield from facts_of_clause(turn, one, known, language, policy)
        elif one.kind in (ActKind.COMMAND, ActKind.FRAGMENT) and MASK not in one.text:
            own = _blank_before(turn.text, one.start, one.clause.end)
            found = extract_facts(replace(turn, text=own), language, policy)
            news = "" if found else news_without_verb(turn.text, one, language.code)
            if news and news in own:
                found = (statement_fact(replace(turn, text=own), language, policy),)
            elif news:
                found = _facts_of_news(turn, one, news, language, policy)
            yield from (confided_fact(fact, turn.text, language) for fact in found)
        told.append(one.text)


def _is_told_with(text: str, one: Statement, after: Statement, meaning: Meaning) -> bool:
    """Says whether a clause misleads without the next: "i quit | but i started again", "we wanted a dog | but
    we've decided on a rabbit".
    """
    planned = one.clause.past and one.clause.modality in (Modality.PLAN, Modality.DUTY) and not one.clause.negated
    between = text[one.clause.end : after.clause.start].casefold().split()
    dropped = planned and bool(between) and load_closed_words(meaning.language).sets["but"].issuperset(between)
    told = after.kind is ActKind.TELL and after.clause.asks is None
    return told and (dropped or goes_on_again(after, one, meaning))


def _blank_before(text: str, start: int, end: int) -> str:
    """Returns words of a text in their places."""
    return " " * start + text[start:end]


def _facts_of_news(turn: Turn, one: Statement, news: str, language: Language, policy: MemoryPolicy) -> tuple[Fact, ...]:
    """Returns the facts of words that leave out their verb, by the same words with it."""
    told = next(iter(statements(news, language.code)), None)
    if told is None or told.clause.verb < 0:
        return ()
    facts = facts_of_clause(replace(turn, text=news), told, (), language, policy)
    return tuple(replace(fact, start=one.clause.start, end=one.clause.end) for fact in facts)


def confided_fact(fact: Fact, said: str, language: Language) -> Fact:
    """Returns a fact as private as the whole turn that tells it: "this stays between us, i quit my job"."""
    if fact.exposure is not Exposure.SAFE_TO_SPEAK:
        return fact
    return replace(fact, exposure=exposure_of(fact.text, said, language))


def _only_confides(said: str, language: Language) -> bool:
    """Says whether words only mark what is told beside them as private: "this stays between us" is no fact."""
    marked = language.confiding.sub("", said)
    return marked != said and not any(letter.isalnum() for letter in marked)


def _with_named_day(fact: Fact, turn: Turn, one: Statement, language: Language) -> Fact:
    """Adds the day that a statement of something to come names, so that "what have i got today" finds it."""
    dates, said = language.dates, one.text.casefold()
    several = dates.repeated.search(said) or dates.yearly.search(said)
    over = one.clause.past and one.clause.lemma not in load_meaning(language.code).moving
    if fact.kind is not Kind.STATEMENT or fact.when or not one.has_time or over or several:
        return fact
    other = second_day(one.text, language)
    ranged = other < 0 or language.dates.ranged.search(said) is not None
    text = one.text if ranged else one.text[:other]
    if not ranged and _tells_two(one, other, language.code):
        return fact
    when = resolve_date(text, turn.at, language, past=False)
    if when is None:
        pieces = sorted((found[0].strip() for found in language.dates.find.finditer(text)), key=len, reverse=True)
        each = (resolve_date(piece, turn.at, language, past=False) for piece in pieces if len(piece) >= MIN_DATE_CHARS)
        when = next((day for day in each if day is not None), None)
    fits = when is not None and when.until_ms > turn.at.at_ms and _fits_named_day(one.text, when, turn, language)
    return replace(fact, when=when) if fits else fact


def _tells_two(one: Statement, other: int, language: str) -> bool:
    """Says whether what stands between two days tells of another thing: "... today because the plumber comes"."""
    line = line_of(one.text, language)
    return any(line.word(at) in line.words.subordinators for at in range(len(line)) if line.tokens[at].start < other)


def _fits_named_day(text: str, when: ResolvedDate, turn: Turn, language: Language) -> bool:
    """Says whether a resolved date is the day that the words name: "tuesday the tenth" is no third."""
    spoken = text.casefold().split()
    line = line_of(text, language.code)  # and no "first" of "her first jabs"
    nouns = {line.word(at) for at in range(len(line) - 1) if line.is_open(at + 1) and not line.is_time(at + 1)}
    named = {language.ordinals[word] for word in spoken if word in language.ordinals and word not in nouns}
    day = local_datetime(on_wall_clock(when.from_ms, turn.at))
    return not named or any(day.day == number or day.day - number in (20, 30) for number in named)


def _covers(facts: tuple[Fact, ...], said: str, language: Language) -> bool:
    """Says whether every part of a clause is in a fact: of "i live with my wife and my son" the first part alone is."""
    return all(
        any(fact.start < part.end and part.start < fact.end for fact in facts) for part in split_clauses(said, language)
    )


_OF_NO_SLOT = (Modality.GENERAL, Modality.REPORTED)
"""What holds under a condition, and what another said, takes no value's place: "mum says i live in a tip"."""


def facts_of_clause(
    turn: Turn, one: Statement, known: tuple[Antecedent, ...], language: Language, policy: MemoryPolicy
) -> tuple[Fact, ...]:
    """Returns the facts of one clause: those of the fact patterns, else the clause itself."""
    whole = one.clause.modality is Modality.GENERAL and not any(entity.pronoun for entity in one.subject)
    named = one.text if whole else resolve(turn.text, one, known, language.code)
    if named == one.text and is_without_subject(turn.text, one, language.code):
        return ()
    clause = one.clause
    own = replace(turn, text=named)
    found = () if clause.modality in _OF_NO_SLOT else extract_facts(own, language, policy)
    facts = found or (statement_fact(own, language, policy),)
    if not _covers(facts, named, language):
        facts = (whole_turn_fact(own, language, policy) or statement_fact(own, language, policy),)
    if named == one.text:
        facts = tuple(replace(fact, start=fact.start + clause.start, end=fact.end + clause.start) for fact in facts)
    else:
        facts = tuple(replace(fact, start=clause.start, end=clause.end) for fact in facts)
    timed = one if one.has_time or named == one.text else next(iter(statements(named, language.code)), one)
    facts = tuple(_with_named_day(fact, turn, timed, language) for fact in facts)
    if exposure_of(one.text, turn.text, language) is not Exposure.SAFE_TO_SPEAK:
        facts = tuple(replace(fact, exposure=Exposure.SAFE_TO_TEXT) for fact in facts)
    unsure = one.clause.modality is Modality.HEDGED
    return (
        tuple(replace(fact, confidence_bp=min(fact.confidence_bp, policy.hedged_bp)) for fact in facts)
        if unsure
        else facts
    )
