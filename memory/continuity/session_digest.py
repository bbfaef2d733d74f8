"""Pure: digests a conversation that is over into a thread (2.18): deterministic, by pointer, without its words.

A field points at one clause of at most `MAX_CLAUSE_CHARS` characters, and never at two clauses of a turn that follow
each other. What a later clause of the conversation decides, answers or calls done is no open question any more. The
same lines give the same thread, whenever and on whichever device they are digested.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from memory.continuity.preferences import RetentionMode
from memory.continuity.thread import Pointer, Thread, thread_id_of
from memory.continuity.topics import (
    Telling,
    answers_open,
    is_matter_over,
    is_mostly_noun,
    is_named,
    noun_places,
    says_when,
    settles,
    topic_stems_of,
)
from memory.continuity.wordings import Wordings, load_wordings
from memory.core.policy import DIGEST_ENTRIES, MAX_CLAUSE_CHARS, MAX_EVIDENCE, MAX_TITLE_ENTITIES
from memory.extraction.extract import is_question
from memory.reading.facts.entities import SPEAKER
from memory.reading.facts.statements import statements
from memory.reading.words.closed_words import has_reading
from memory.text.language_rules import Language
from memory.text.normalise import split_clauses
from memory.text.stemming import stems


@dataclass(frozen=True, slots=True)
class SaidTurn:
    """What the person said in one turn."""

    turn_id: str
    session_id: str
    at_ms: int
    text: str
    tells: bool = True
    """Whether it tells or asks something; a command only counts as a turn of the conversation."""


@dataclass(frozen=True)
class _Found:
    """A clause that says something for a digest."""

    place: int
    """Its place among all clauses of the conversation."""
    turn: int
    pointer: Pointer
    asks: bool
    """Whether it asks something."""
    text: str
    code: str

    @cached_property
    def stems(self) -> frozenset[str]:
        """What it is about; few clauses of a conversation are asked for it."""
        return topic_stems_of(self.text, self.code, load_wordings(self.code))


def digest_session(
    user_id: str, said: Sequence[SaidTurn], language: Language, mode: RetentionMode = RetentionMode.DEFAULT
) -> Thread | None:
    """Returns the thread of one conversation; None when it has no topic."""
    wordings = load_wordings(language.code)
    telling = [one for one in said if one.tells]
    spoken = [one for one in telling if not _only_asks(one.text, language, wordings)]
    named = _entities(spoken, language.code, wordings) or _entities(telling, language.code, wordings)
    if not named:
        return None
    entities = tuple(_pointed(named.values()))
    most = DIGEST_ENTRIES[mode.value]
    first, last = said[0], said[-1]
    thread = Thread(
        thread_id_of(user_id, first.session_id, first.turn_id),
        user_id,
        first.session_id,
        first.at_ms,
        last.at_ms,
        title=entities[:MAX_TITLE_ENTITIES],
        entities=entities[:most],
        evidence=tuple(Pointer(one.turn_id, 0, len(one.text)) for one in telling)[-MAX_EVIDENCE:],
    )
    title = frozenset(tuple(named)[:MAX_TITLE_ENTITIES])
    clauses = _clauses(telling, language)
    texts = {one.turn_id: one.text for one in telling}
    titled = frozenset(stems(" ".join(texts[one.turn_id][one.start : one.end] for one in thread.title)))
    whole = _with_clauses(thread, clauses, title, titled, most, language.code, wordings) if wordings else thread
    return whole if whole.questions or not all(is_question(one.text, language) for one in telling) else None


def _only_asks(text: str, language: Language, wordings: Wordings | None) -> bool:
    """Says whether Selene is asked for something, and nothing is to be decided: "when is the move"."""
    return is_question(text, language) and not (wordings and wordings.asks.search(text.casefold()))


def _with_clauses(
    thread: Thread,
    clauses: Sequence[_Found],
    title: frozenset[str],
    titled: frozenset[str],
    most: int,
    code: str,
    wordings: Wordings,
) -> Thread:
    """Adds what was decided, what is open and what comes next, each clause once and none beside another."""
    said_so = [(one, one.text.casefold()) for one in clauses]
    decided = [one for one, text in said_so if not one.asks and _decides(text, wordings)]
    asked = [one for one, text in said_so if (wordings.asks if one.asks else wordings.open).search(text)]
    coming = [
        one
        for one, text in said_so
        if wordings.next_step.search(text) and not one.asks and one not in decided and one not in asked
    ]
    told = [(one.place, Telling(one.text, code)) for one in clauses if not one.asks] if asked or coming else []
    ends = [(place, one.over) for place, one in told if one.over]
    asked = [one for one in asked if not _settled(one, decided, told, title)]
    asked, coming = ([one for one in each if not _is_over(one, ends, titled)] for each in (asked, coming))
    taken: list[_Found] = []
    decisions = _apart(decided[-most:], taken)
    questions = _apart(asked[-most:], taken)
    next_step = _apart(coming[-1:], taken)
    return replace(thread, decisions=decisions, questions=questions, next_step=next_step)


def _decides(text: str, wordings: Wordings) -> bool:
    return wordings.decides.search(text) is not None and wordings.open.search(text) is None


def _settled(
    asked: _Found, decided: Sequence[_Found], told: Sequence[tuple[int, Telling]], title: frozenset[str]
) -> bool:
    """Says whether a later decision speaks of what was asked, or a later clause answers it."""
    if any(one.place > asked.place and settles(one.stems, asked.stems, title) for one in decided):
        return True
    later = (one for place, one in told if place > asked.place and not one.stems.isdisjoint(asked.stems))
    return any(answers_open(one, asked.text) for one in later)


def _is_over(found: _Found, ends: Sequence[tuple[int, frozenset[str]]], titled: frozenset[str]) -> bool:
    """Says whether a later clause says that the matter of an earlier one is over."""
    return any(place > found.place and is_matter_over(over, found.stems, titled) for place, over in ends)


def _apart(found: Sequence[_Found], taken: list[_Found]) -> tuple[Pointer, ...]:
    """Returns the clauses that neither are nor follow or precede one that is taken, in the same turn."""
    kept: list[Pointer] = []
    for one in found:
        if all(one.turn != other.turn or abs(one.place - other.place) > 1 for other in taken):
            taken.append(one)
            kept.append(one.pointer)
    return tuple(kept)


def _clauses(said: Sequence[SaidTurn], language: Language) -> list[_Found]:
    found: list[_Found] = []
    for number, turn in enumerate(said):
        for clause in split_clauses(turn.text, language):
            end = _short_end(turn.text, clause.start, clause.end)
            asks = clause.asks or is_question(turn.text[clause.start : end], language)
            found.append(
                _Found(
                    len(found),
                    number,
                    Pointer(turn.turn_id, clause.start, end),
                    asks,
                    turn.text[clause.start : end].replace("’", "'"),
                    language.code,
                )
            )
    return found


def _short_end(text: str, start: int, end: int) -> int:
    """Returns where a clause ends, at the last whole word within the limit."""
    if end - start <= MAX_CLAUSE_CHARS:
        return end
    cut = text.rfind(" ", start, start + MAX_CLAUSE_CHARS + 1)
    return cut if cut > start else start + MAX_CLAUSE_CHARS


def _compounds(text: str, named: Sequence[tuple[str, re.Match[str]]], code: str) -> Iterator[tuple[str, int, int]]:
    """Yields each topic word with its place; of nouns side by side the place of all: "apple tree"."""
    beside: list[list[tuple[str, re.Match[str]]]] = []
    for root, match in named:
        noun = is_mostly_noun(match.group(), code)
        last = beside[-1][-1][1] if beside else None
        joined = last is not None and text[last.end() : match.start()] == " " and is_mostly_noun(last.group(), code)
        if noun and joined:
            beside[-1].append((root, match))
        else:
            beside.append([(root, match)])
    for group in beside:
        for root, _ in group:
            yield root, group[0][1].start(), group[-1][1].end()


def _pointed(named: Iterable[tuple[Pointer, Pointer]]) -> Iterator[Pointer]:
    """Yields the place of each word, and of that in the title its last one too: a title outlives that the turn which
    spoke of it first is corrected or forgotten.
    """
    for number, (first, last) in enumerate(named):
        yield first
        if number < MAX_TITLE_ENTITIES and last.turn_id != first.turn_id:
            yield last


def _entities(said: Sequence[SaidTurn], code: str, wordings: Wordings | None) -> dict[str, tuple[Pointer, Pointer]]:
    """Returns where the nouns and names stand that were spoken of, by stem, each with its first and its last place; the
    most frequent first; of those as frequent what can be nothing but a noun before "red" and "want", and then the
    earliest. The person's own name comes last, since it is told and not spoken of, and so does "June", which says when.
    Of German forms the shortest stands for all: "Umzug", not "Umzugs".
    """
    places: dict[str, Pointer] = {}
    latest: dict[str, Pointer] = {}
    turns: Counter[str] = Counter()
    doubtful, last = set[str](), set[str]()
    for turn in said:
        last |= _introducing_words(turn.text, code, wordings)
        named = list(noun_places(turn.text, code, wordings))
        last |= {root for root, match in named if says_when(match.group(), code)}
        doubtful |= {root for root, match in named if not is_named(turn.text, match, code)}
        for root, start, end in _compounds(turn.text, named, code):
            place = Pointer(turn.turn_id, start, end)
            shorter = code == "de" and root in places and end - start < places[root].end - places[root].start
            places[root] = place if shorter else places.setdefault(root, place)
            latest[root] = place
        turns.update({root for root, _ in named})
    order = list(places)
    ranked = sorted(order, key=lambda root: (root in last, -turns[root], root in doubtful, order.index(root)))
    return {root: (places[root], latest[root]) for root in ranked}


def _introducing_words(text: str, code: str, wordings: Wordings | None) -> set[str]:
    """Returns the stems of the clauses in which somebody introduces themselves: "my name is tom"."""
    told = statements(text, code) if has_reading(code) else ()
    clauses = (one.text for one in told if any(of == SPEAKER for of, _ in one.named))
    return {root for clause in clauses for root, _ in noun_places(clause, code, wordings)}
