"""Pure: reads a sentence that takes back an earlier one, and returns the sentence that it takes back (2.4.4).

"Actually he's 72" becomes "my father is 72" when the father was mentioned; "I no longer like olives" takes back "I like
olives". Which memory that is, and what happens to it, is decided by the caller.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from memory.core.policy import MAX_RETRACTION_LEADS, MemoryPolicy
from memory.extraction.anaphora import refers_to_person, related_person_in, substitute_topic
from memory.extraction.extract import Fact, extract_facts
from memory.model.atoms import Atom, Kind, Turn
from memory.reading.grammar.reader import line_of, read
from memory.text.dates import has_date
from memory.text.language_rules import Language
from memory.text.normalise import split_clauses, subject_key, tidy
from memory.text.stemming import split_words

_EDGES = " \t\n\"'“”‘’.,;:!?-–—"


@dataclass(frozen=True, slots=True)
class BareSentence:
    """A sentence without the announcing words before it: characters `start` to the end of the turn."""

    text: str
    start: int
    denies: bool = False
    """It denies the previous statement ("no", "that's wrong")."""
    marked: bool = False
    """It announces a correction ("actually", "wait")."""
    changed: bool = False
    """It says that something is so now: a change, not an error."""


def strip_announcement(text: str, language: Language) -> BareSentence:
    """Removes the announcing words: "No wait, he moved" becomes "he moved", with `denied` and `marked` set."""
    start, denies, marked = len(text) - len(text.lstrip(_EDGES)), False, False
    for _ in range(MAX_RETRACTION_LEADS):
        denial, mark = language.revising.denial.match(text, start), language.revising.mark.match(text, start)
        found = denial or mark or language.revising.filler.match(text, start)
        if found is None:
            break
        start, denies, marked = found.end(), denies or denial is not None, marked or bool(denial or mark)
    kept = text[start:].rstrip(_EDGES)
    after = language.revising.after.search(kept)
    changed = after is not None and after.start() > 0 and not after["mark"]
    if after is not None and after.start():
        kept, marked = kept[: after.start()], marked or bool(after["mark"])
    return BareSentence(kept, start, denies, marked, changed)


def retracted_statements(text: str, language: Language) -> Iterator[str]:
    """Returns the statements that a sentence ends: "I like olives" for "I no longer like olives"."""
    for pattern, positive in language.revising.retired:
        found = pattern.fullmatch(text)
        if found is not None:
            yield " ".join(found.expand(positive).split())


def ends_before_verb(text: str, language: Language) -> bool:
    """Says whether a clause alone, or one before a pause, ends something before its verb: "i no longer like olives"."""
    line = line_of(text, language.code)
    over = [at for at in range(len(line)) if line.length_of(line.words.over, at)]
    acts = read(text, language.code).acts if over else ()
    if len(acts) > 1 and language.joint.search(text) is None:
        return False
    return any(act.clause.first <= at < act.clause.verb for act in acts[:1] for at in over)


def denied_statements(text: str, language: Language) -> Iterator[str]:
    """Returns the statements that a sentence denies: "my name is Ana" for "my name is not Ana"."""
    for pattern, positive in language.revising.denied:
        found = pattern.fullmatch(text)
        if found is not None:
            yield " ".join(found.expand(positive).split())


def heard_and_meant(text: str, language: Language) -> tuple[str, str]:
    """Returns what was heard and what was meant in "not Ana, Anna"; both empty when they are not named."""
    for pattern in language.revising.both:
        found = pattern.fullmatch(text)
        if found is not None:
            return found["heard"].strip(_EDGES), found["meant"].strip(_EDGES)
    return "", ""


def resolve_pronouns(text: str, atom: Atom, language: Language) -> Iterator[str]:
    """Replaces "he", "she", "it" or "the ..." by what the atom is about."""
    # A key with several possible values ends in its value: "daughter tall".
    topic = (atom.key.partition(":")[2] or atom.key).removesuffix(f" {subject_key(atom.value, language)}")
    return substitute_topic(text, topic, language)


def facts_about_mentioned(
    turn: Turn, told: tuple[Fact, ...], mentioned: tuple[str, ...], language: Language, policy: MemoryPolicy
) -> Iterator[Fact]:
    """Extracts the facts about "him" or "her", read as the last told person (`told`), else the last mentioned one.

    The words of the sentence then name that person: "she lives in Porto" becomes "my sister lives in Porto".
    """
    for clause in split_clauses(turn.text, language):
        if clause.asks or any(fact.start < clause.end and clause.start < fact.end for fact in told):
            continue
        said = strip_announcement(clause.text, language)
        if not refers_to_person(said.text, language):
            continue
        before = (related_person_in(fact, language) for fact in reversed(told) if fact.end <= clause.start)
        people = filter(None, (*before, *mentioned))
        sentences = (list(substitute_topic(said.text, person, language)) for person in people)
        named = next((each[0] for each in sentences if each), "")
        for fact in facts_in_words(named, turn, language, policy) if named else ():
            yield replace(fact, start=clause.start, end=clause.end)


def facts_in_words(text: str, turn: Turn, language: Language, policy: MemoryPolicy) -> tuple[Fact, ...]:
    """Extracts the facts that the turn would hold if these were its words."""
    return extract_facts(replace(turn, text=tidy(text)), language, policy)


def changed_words(before: str, after: str) -> tuple[str, str]:
    """Returns the words in which two sentences with a common beginning or end differ; both empty otherwise."""
    old, new = before.split(), after.split()
    front = 0
    while front < min(len(old), len(new)) and split_words(old[front]) == split_words(new[front]):
        front += 1
    back = 0
    while back < min(len(old), len(new)) - front and split_words(old[-1 - back]) == split_words(new[-1 - back]):
        back += 1
    heard, meant = old[front : len(old) - back], new[front : len(new) - back]
    if not heard or not meant or 2 * (front + back) < len(old) - 1 or not front + back:
        return "", ""
    return " ".join(heard).strip(_EDGES), " ".join(meant).strip(_EDGES)


def hour_or_day(text: str, atom: Atom, language: Language) -> str:
    """Returns the one time that a sentence about a date names: "at 4" of "it was moved to 4", with its day of "it was
    changed to thursday at 4".
    """
    if atom.kind is not Kind.DATE:
        return ""
    hours = [found.span() for found in language.revising.clock.finditer(text)]
    found = [piece.span() for piece in language.dates.find.finditer(text) if has_date(piece[0].strip(), language)]
    days = [span for span in found if all(span[1] <= hour[0] or hour[1] <= span[0] for hour in hours)]
    if len(hours) > 1 or len(days) > 1:
        return text[slice(*hours[0])].strip() if len(hours) == 1 else ""
    said = (*hours, *days)
    return text[min(each[0] for each in said) : max(each[1] for each in said)].strip() if said else ""
