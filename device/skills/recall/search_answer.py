"""Pure: answers a question by search: the best atom, else the best line of the person's own (2.11.3).

A result must be about what was asked for, and about whom (`memory/retrieval/answerability.py`). Nothing is told on a
guess.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from device.core.policy import ENOUGH_MILLI, MAX_ITEMS_PER_STEM, MAX_SEARCHED_LINES
from device.languages.reply_templates import quote_text
from device.skills.recall.fact_lookup import may_tell_more_in_writing, reply_from_atoms, reply_from_line, written_gate
from device.skills.recall.successors import is_replaced, living_successor
from device.skills.reply_context import Reply, ReplyContext
from device.skills.undecided import says_it_is_open
from memory.extraction.extract import is_question
from memory.model.atoms import ArchivedLine, Atom, Speaker, Status, Tag
from memory.retrieval.answerability import (
    answers_question,
    asks_about_speaker,
    asks_yes_or_no,
    covers_question,
    drop_weak_words,
    is_about_other_person,
    is_outdated_answer,
    names_only_whom,
    speaks_about_speaker,
)
from memory.retrieval.context_builder import AssembledContext, quotable_lines
from memory.retrieval.query import parse_query
from memory.retrieval.retrieve import RankedItem, retrieve_by_stems
from memory.rules.freshness import overlaps_span
from memory.text.dates import resolve_day_or_span, without_date


def recall_by_search(view: ReplyContext) -> tuple[Reply, AssembledContext]:
    """Returns the best result that covers enough of the question; else one that covers all of it."""
    found = view.look_up(view.heard.turn.text)
    by_score = (told for told in answer_candidates(view, found) if _answers_with_or_without_date(view, told.text))
    reply = _first_answer(view, by_score) or _first_answer(view, _full_matches(view)) or reply_nothing_found(view)
    held = {item.atom.atom_id for item in found.bundle.items}
    if all(atom.atom_id in held for atom in reply.used):
        return reply, found
    return reply, view.look_up(view.heard.turn.text, reply.used)  # what is told is in the bundle


def news_of_replaced(view: ReplyContext, found: AssembledContext) -> Reply | None:
    """Tells what became of the first result that is over and would have been the answer."""
    refs = tuple(item.ref for item in found.ranked if item.kind == "atom" and item.score_milli >= ENOUGH_MILLI)
    for atom in view.atoms(refs) if refs else ():
        fits = (
            is_replaced(atom) and _answers_with_or_without_date(view, atom.text) and not _is_about_another(view, atom)
        )
        news = living_successor(view, atom) if fits else None
        if news is not None:
            return reply_from_atoms(view, (news,), "RELEVANT")
    return None


def find_by_stems(
    view: ReplyContext, terms: tuple[str, ...], over: dict[str, Atom] | None = None
) -> tuple[tuple[Atom, ...], tuple[ArchivedLine, ...]]:
    """Returns memories and lines of the person's own with any of these stems, for this gate. `over` gathers those that
    something replaced.
    """
    found = retrieve_by_stems(view.memory.reader, view.gate, terms, MAX_ITEMS_PER_STEM).items
    known = view.atoms(tuple(item.ref for item in found if item.kind == "atom"))
    if over is not None:
        over.update((atom.atom_id, atom) for atom in known if is_replaced(atom))
    atoms = view.living(known)
    ids = tuple(item.ref for item in found if item.kind == "line" and item.turn_id != view.heard.turn.turn_id)
    lines = view.memory.reader.lines_by_id(view.gate, ids[:MAX_SEARCHED_LINES])
    return atoms, quotable_lines(
        view.memory, view.gate, tuple(line for line in lines if _is_statement_line(view, line))
    )


def _full_matches(view: ReplyContext) -> Iterator[Atom | ArchivedLine]:
    """Returns results that cover the whole question, but for words that an answer need not repeat. The rarity of a word
    does not count here: a question that is asked often does not make its words common.
    """
    asked, language = view.heard.turn.text, view.memory.language
    bare = drop_weak_words(without_date(asked, language), language)
    if not bare or asks_yes_or_no(asked, language) or names_only_whom(asked, language):
        bare = asked
    terms = tuple(dict.fromkeys(form for concept in parse_query(bare).concepts for form in concept.forms))
    atoms, lines = find_by_stems(view, terms)
    yield from (atom for atom in atoms if covers_question(bare, atom.text, language))
    yield from (line for line in lines if covers_question(bare, line.text, language))


def _first_answer(view: ReplyContext, found: Iterator[Atom | ArchivedLine]) -> Reply | None:
    """Returns the first result about the person asked for; for a yes or a no also that it is known of another
    person.
    """
    ruled_out: Atom | None = None
    for told in found:
        if is_outdated_answer(view.heard.turn.text, told.text, view.memory.language):
            continue
        if _is_about_another(view, told):
            theirs = isinstance(told, Atom) and not speaks_about_speaker(told.text, view.memory.language)
            ruled_out = ruled_out or (told if isinstance(told, Atom) and theirs else None)
        elif isinstance(told, ArchivedLine):
            return reply_from_line(view, told)
        else:
            same = view.living(view.memory.reader.atoms_with_key(view.gate, told.key))
            return reply_from_atoms(view, (told, *(atom for atom in same if atom != told)), "RELEVANT")
    if ruled_out is not None and asks_yes_or_no(view.heard.turn.text, view.memory.language):
        return reply_known_of_another(view, ruled_out)
    return None


def reply_known_of_another(view: ReplyContext, atom: Atom) -> Reply:
    """Says that it is known of somebody else."""
    if view.tag(atom) is not Tag.CONFIRMED:
        return Reply(view.say("nothing_found"), ("NOTHING_FOUND",))
    return Reply(view.say("only_of_another", text=quote_text(atom.text)), ("OF_ANOTHER",), (atom,))


def answer_candidates(view: ReplyContext, found: AssembledContext) -> Iterator[Atom | ArchivedLine]:
    """Returns the results that are good enough to be an answer, the best first."""
    for item in _ranked_for_day(view, found):
        told = _answer_candidate(view, found, item)
        if told is not None and item.score_milli >= ENOUGH_MILLI:
            yield told


def _answer_candidate(view: ReplyContext, found: AssembledContext, item: RankedItem) -> Atom | ArchivedLine | None:
    """Returns the atom or the line of a result, if it can be an answer."""
    atom = next((atom for atom in found.atoms if atom.atom_id == item.ref), None)
    if atom is not None:
        return None if atom.status is Status.OUTDATED else atom
    return next((line for line in found.lines if line.line_id == item.ref and _is_statement_line(view, line)), None)


def _answers_with_or_without_date(view: ReplyContext, words: str) -> bool:
    """Compares with and without the date: the day that is asked for need not be in the words."""
    asked, language = view.heard.turn.text, view.memory.language
    return answers_question(asked, words, language) or answers_question(without_date(asked, language), words, language)


def _is_about_another(view: ReplyContext, told: Atom | ArchivedLine) -> bool:
    """Says whether it is about a person whom the question does not name, or was told by another voice about itself."""
    asked, language = view.heard.turn.text, view.memory.language
    if is_about_other_person(asked, told.text, language):
        return True
    who = teller_name(view, told)
    return bool(who) and asks_about_speaker(asked, language) and who.casefold() not in asked.casefold()


def teller_name(view: ReplyContext, told: Atom | ArchivedLine) -> str:
    """Returns the name of the voice that told it; empty for the owner."""
    return next(iter(teller_names(view, (told,)).values()), "")


def teller_names(view: ReplyContext, told: Iterable[Atom | ArchivedLine]) -> dict[str, str]:
    """Returns the names of the voices that told something, by the turn; the owner's turns are left out."""
    turns = tuple(dict.fromkeys(told_in(each) for each in told))
    return {line.line_id: line.who for line in view.memory.reader.lines_by_id(view.gate, turns) if line.who}


def told_in(told: Atom | ArchivedLine) -> str:
    """Returns the turn that told it first."""
    return told.turn_id if isinstance(told, ArchivedLine) else told.sources[0].turn_id


def _ranked_for_day(view: ReplyContext, found: AssembledContext) -> tuple[RankedItem, ...]:
    """Returns the results; when the question names a day, first those of that day, and none of another."""
    turn, language = view.heard.turn, view.memory.language
    when = resolve_day_or_span(turn.text, turn.at, language, past=language.dates.past.search(turn.text) is not None)
    if when is None:
        return found.ranked
    times = {line.line_id: line.at.at_ms for line in found.lines}
    times |= {atom.atom_id: atom.learned_at_ms for atom in found.atoms}
    lies = {atom.atom_id: atom for atom in found.atoms if atom.valid_from_ms is not None}
    on_day = {ref for ref, at_ms in times.items() if when.from_ms <= at_ms < when.until_ms}
    on_day |= {ref for ref, atom in lies.items() if overlaps_span(atom, when.from_ms, when.until_ms)}
    items = (item for item in found.ranked if item.ref in on_day or item.ref not in lies)
    return tuple(sorted(items, key=lambda item: item.ref not in on_day))


def _is_statement_line(view: ReplyContext, line: ArchivedLine) -> bool:
    """Says whether a line is an answer: told by the person, and no question itself."""
    return line.speaker is Speaker.USER and not is_question(line.text, view.memory.language)


def reply_nothing_found(view: ReplyContext) -> Reply:
    """Says that nothing may be told here. In speech, it says that there is an answer in writing."""
    if may_tell_more_in_writing(view) and _is_answered_in_writing(replace(view, gate=written_gate(view.gate))):
        return Reply(view.say("in_writing_only"), ("TEXT_ONLY",))
    return Reply(view.say("unknown_too" if says_it_is_open(view) else "nothing_found"), ("NOTHING_FOUND",))


def _is_answered_in_writing(view: ReplyContext) -> bool:
    """Says whether the question would be answered in writing, by words that cover all it asks for."""
    asked, language = view.heard.turn.text, view.memory.language
    found = view.look_up(asked)
    return any(
        covers_question(asked, told.text, language) and not is_about_other_person(asked, told.text, language)
        for told in answer_candidates(view, found)
    )
