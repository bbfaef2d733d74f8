"""Pure: answers with the sentence told right after the one that has the words of the question.

"We got a boat in the spring" has the words of "what's our boat called", its name was told next: "she's called the saucy
sue". Only a memory of that next sentence is told; what was said of it in between, or much later, is not looked at.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from device.core.policy import MAX_DAY_LINES, MAX_INTRODUCTIONS, NEXT_SENTENCES, NEXT_WITHIN_MS
from device.skills.recall.search_answer import find_by_stems, teller_name
from device.skills.reply_context import ReplyContext
from memory.model.atoms import ArchivedLine, Atom, Speaker
from memory.reading.facts.gaps import all_forms
from memory.reading.facts.statement_words import Forms
from memory.reading.facts.statements import Statement, statements
from memory.reading.facts.wanted import Wanted
from memory.reading.grammar.clause import ActKind, Gap
from memory.reading.grammar.reader import line_of
from memory.reading.next_sentence import (
    answers_for,
    asks_choice,
    asks_for_chosen,
    asks_name,
    introduces,
    leaves_choice,
    names_chosen,
    names_instead,
    thing_words,
)
from memory.reading.words.line import Line
from memory.reading.words.meaning import load_meaning
from memory.text.stemming import stems


def told_next(view: ReplyContext, question: Statement) -> Atom | None:
    """Returns the memory of the sentence that names, or chooses, what the one before it speaks of; else None."""
    if not (asks_name(question) or asks_choice(question)):
        return None
    code = view.memory.language.code
    words = thing_words(question, code) or (frozenset((question.clause.lemma,)),)
    told = (atom for line in _newest_with(view, words) for atom in _after(view, question, line))
    return next(told, None)


def told_choice(view: ReplyContext, question: Statement) -> Atom | None:
    """Returns the memory of what was chosen of things that an earlier line leaves open; None without one."""
    code = view.memory.language.code
    if not asks_for_chosen(question):
        return None
    lines = view.memory.queries.lines_between(view.gate, 0, view.heard.turn.at.at_ms + 1, MAX_DAY_LINES)
    newest = [line for line in reversed(lines) if _is_own(line) and leaves_choice(line.text, code)]
    told = (atom for line in newest[:MAX_INTRODUCTIONS] for atom in _chosen_after(view, question, line))
    return next(told, None)


def told_reason(view: ReplyContext, question: Statement) -> ArchivedLine | None:
    """Returns the line that tells a cause before "so" and its effect, whose reason is asked for; None without one."""
    code = view.memory.language.code
    if question.clause.asks is not Gap.WHY:
        return None
    words = thing_words(question, code)
    told = next((line for line in _newest_with(view, words) if _concludes(line, question, code)), None)
    if told is not None or code != "en":
        return told
    words = tuple(forms for forms in question.words if not forms & load_meaning(code).soft)
    return next((line for line in _newest_with(view, words) if _tells_cause_beside(line, question, words)), None)


def gives_no_reason(best: Atom | ArchivedLine | None, want: Wanted, code: str) -> bool:
    """Says whether nothing was found, or a reason is asked for and an English fact tells none: "we're not going"."""
    if best is None:
        return True
    english = want.gap is Gap.WHY and code == "en"
    return english and not any(one.has_reason for one in statements(best.text, code))


def _tells_cause_beside(line: ArchivedLine, question: Statement, words: tuple[Forms, ...]) -> bool:
    """Says whether a line tells what is asked about, and its cause with it or right beside: "we're not going, it's
    too dear". What "and" or "but" joins is another matter.
    """
    code = "en"
    told, spoken = statements(line.text, code), line_of(line.text, code)
    for at, one in enumerate(told):
        every = all_forms(one)
        if one.kind not in (ActKind.TELL, ActKind.CORRECT) or not all(forms & every for forms in words):
            continue
        if one.clause.lemma != question.clause.lemma or one.has_reason:
            if one.has_reason:
                return True
            continue
        beside = [other for place, other in enumerate(told) if abs(place - at) == 1 and other.kind is ActKind.TELL]
        if any(not _is_joined(spoken, *sorted((one, other), key=lambda each: each.clause.first)) for other in beside):
            return True
    return False


def _is_joined(line: Line, one: Statement, other: Statement) -> bool:
    """Says whether "and", "but" or "or" stands between two clauses."""
    between = range(one.clause.last - 1, other.clause.first + 1)
    return any(line.word(at) in line.words.conjunctions and not line.is_in(at, "concluding") for at in between)


def _newest_with(view: ReplyContext, words: Iterable[Forms]) -> list[ArchivedLine]:
    """Returns the newest lines of the person that have these words, the latest first."""
    terms = tuple(dict.fromkeys(stem for forms in words for word in forms for stem in stems(word)))
    found = find_by_stems(view, terms)[1] if terms else ()
    told = (line for line in found if _is_own(line) and not _only_asks(line, view.memory.language.code))
    newest = sorted(told, key=lambda line: (-line.at.at_ms, line.line_id))
    return newest[:MAX_INTRODUCTIONS]


def _only_asks(line: ArchivedLine, code: str) -> bool:
    """Says whether a line asks something and tells nothing."""
    found = statements(line.text, code)
    return bool(found) and all(one.kind is ActKind.ASK for one in found)


def _concludes(line: ArchivedLine, question: Statement, code: str) -> bool:
    """Says whether a line tells what is asked about as the effect of what stands before it."""
    words = line_of(line.text, code)
    told = statements(line.text, code)
    inside = code == "de"  # "darum können wir keine haben": the word is the first of its clause
    effects = [one for one in told[1:] if words.is_in(one.clause.first - 1 + inside, "concluding")]
    if any(introduces(question, one, code) for one in effects):
        return True
    every = frozenset(form for one in told for forms in one.words for form in forms)
    named = all(forms & every for forms in thing_words(question, code))
    return named and any(one.clause.lemma == question.clause.lemma for one in effects)


def _chosen_after(view: ReplyContext, question: Statement, line: ArchivedLine) -> Iterator[Atom]:
    """Returns the memories of the sentences after a line that say which of its things was chosen."""
    code, begin = view.memory.language.code, line.at.at_ms
    following = view.memory.queries.lines_between(view.gate, begin, begin + NEXT_WITHIN_MS, MAX_INTRODUCTIONS)
    own = [each for each in following if _is_own(each) and each.session_id == line.session_id]
    for before in statements(line.text, code):
        for each in own[: NEXT_SENTENCES + 1]:
            chosen = [one for one in statements(each.text, code) if names_chosen(question, before, one, code)]
            clauses = [each.text[one.clause.start : one.clause.end] for one in chosen]
            told = _memories_of(view, each) if clauses else ()
            yield from (atom for atom in told if any(atom.text in clause or clause in atom.text for clause in clauses))


def _is_own(line: ArchivedLine) -> bool:
    return line.speaker is Speaker.USER and not line.who


def _after(view: ReplyContext, question: Statement, line: ArchivedLine) -> Iterator[Atom]:
    """Returns the memories of the sentences after a line that answer for it."""
    code, begin = view.memory.language.code, line.at.at_ms
    for one, other in pairwise(statements(line.text, code)):
        if names_instead(question, one, other, code):
            clause = line.text[other.clause.start : other.clause.end]
            yield from (atom for atom in _memories_of(view, line) if atom.text in clause)
    before = [one for one in statements(line.text, code) if introduces(question, one, code)]
    if not before:
        return
    following = view.memory.queries.lines_between(view.gate, begin + 1, begin + NEXT_WITHIN_MS, MAX_INTRODUCTIONS)
    own = [each for each in following if _is_own(each) and each.session_id == line.session_id]
    for each in own[:NEXT_SENTENCES]:
        if any(answers_for(question, before[-1], one, code) for one in statements(each.text, code)):
            yield from _memories_of(view, each)


def _memories_of(view: ReplyContext, line: ArchivedLine) -> Iterator[Atom]:
    """Returns the living memories of a line."""
    atoms, _ = find_by_stems(view, stems(line.text))
    for atom in atoms:
        if any(source.turn_id == line.turn_id for source in atom.sources) and not teller_name(view, atom):
            yield atom
