"""Pure: tells the facts that most likely answer a question which no rule answers, as what they are.

Facts come by the words of the question, by rank and by the time of telling. Only confirmed ones of the person's own are
weighed (memory/reading/weighed), and none with a code, for which there are rules. The gate and the topics of privacy
decide what may be told, as for every answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from device.core.policy import MAX_RANKED_CANDIDATES
from device.languages.reply_templates import quote_text
from device.skills.recall.fact_lookup import quote_atom, reply_from_line
from device.skills.recall.question_candidates import asked_day, is_of_other_day
from device.skills.recall.search_answer import find_by_stems, teller_names, told_in
from device.skills.reply_context import Reply, ReplyContext
from memory.core.policy import DAY_MS
from memory.model.atoms import ArchivedLine, Atom, Speaker, Tag
from memory.reading.weighed.policy import (
    FILLER_WORDS,
    MAX_LATEST_FACTS,
    MAX_TOLD_WHOLE_WORDS,
    MAX_WHOLE_TURNS,
    SPOKEN_OF_TURNS,
)
from memory.reading.weighed.signs import Known, OpenQuestion
from memory.reading.weighed.weighed_answers import weighed_answers
from memory.retrieval.context_builder import AssembledContext, quotable_lines
from memory.text.secret_detector import find_secrets
from memory.text.stemming import stems


def recall_weighed(view: ReplyContext) -> tuple[Reply, AssembledContext] | None:
    """Tells one or two facts beside an "I'm not sure"; None where none is likely."""
    atoms = {atom.atom_id: atom for atom in _candidates(view)}
    turns = {line.line_id: line for line in _whole_turns(view, frozenset(map(told_in, atoms.values())))}
    known = (*_known(view, tuple(atoms.values())), *map(_as_whole, turns.values()))
    asked = OpenQuestion(view.heard.turn.text, _said_before(view))
    refs = weighed_answers(asked, known, view.memory.language.code)
    if not refs:
        return None
    told = tuple(atoms[ref] for ref in refs if ref in atoms)
    turns |= _told_whole(view, told)
    items = dict.fromkeys(_item(view, turns, atoms.get(ref), ref) for ref in refs)
    reply = Reply(view.say("nearest", items=" ".join(items)), ("NEAREST",), told)
    quotes = tuple(ref for ref in refs if ref in turns)
    return replace(reply, quotes=quotes), view.look_up(view.heard.turn.text, told)


def _item(view: ReplyContext, turns: Mapping[str, ArchivedLine], atom: Atom | None, ref: str) -> str:
    line = turns.get(told_in(atom) if atom is not None else ref)
    if line is None:
        return quote_atom(view, atom) if atom is not None else ""
    quoted = reply_from_line(view, line).text  # its day tells what "tomorrow" was
    today = view.heard.turn.at.at_ms - line.at.at_ms < DAY_MS
    return view.say("told", text=quote_text(line.text)) if today and line.text in quoted else quoted


def _told_whole(view: ReplyContext, told: tuple[Atom, ...]) -> dict[str, ArchivedLine]:
    """Returns the short turns that told more than one of these facts says: its next words may be what is asked for."""
    turns = tuple(dict.fromkeys(map(told_in, told)))
    short = tuple(
        line
        for line in view.memory.reader.lines_by_id(view.gate, turns)
        if len(line.text.split()) <= MAX_TOLD_WHOLE_WORDS
        and not find_secrets(line.text, view.memory.language)
        and any(told_in(atom) == line.line_id and not _is_whole(atom, line) for atom in told)
    )
    return {line.line_id: line for line in quotable_lines(view.memory, view.gate, short)}


def _is_whole(atom: Atom, line: ArchivedLine) -> bool:
    """Says whether a fact has nearly all words of its turn."""
    return len(atom.text.split()) + FILLER_WORDS >= len(line.text.split())


def _whole_turns(view: ReplyContext, told: frozenset[str]) -> tuple[ArchivedLine, ...]:
    """Returns the last turns of the session that may be quoted and of which no fact was made."""
    turn, memory = view.heard.turn, view.memory
    turns = memory.queries.recent_turns(turn.user_id, turn.session_id, MAX_WHOLE_TURNS + 1)
    left = tuple(each for each in turns if each != turn.turn_id and each not in told)
    own = (line for line in memory.reader.lines_by_id(view.gate, left) if line.speaker is Speaker.USER)
    lines = quotable_lines(memory, view.gate, tuple(own))
    return tuple(line for line in lines if not find_secrets(line.text, memory.language))


def _as_whole(line: ArchivedLine) -> Known:
    return Known(line.line_id, line.text, line.line_id, line.text, line.at.at_ms, is_turn=True)


def _candidates(view: ReplyContext) -> tuple[Atom, ...]:
    """Returns the confirmed facts that the person told, by the words of the question, by rank and the latest told."""
    turn, memory = view.heard.turn, view.memory
    found, _ = find_by_stems(view, tuple(dict.fromkeys(stems(turn.text))))
    ranked = memory.reader.atoms(view.gate, MAX_RANKED_CANDIDATES)
    recent = memory.queries.known_at(view.gate, turn.at.at_ms + 1, (), MAX_LATEST_FACTS)
    every = {atom.atom_id: atom for atom in (*found, *ranked, *(one.atom for one in recent))}
    atoms = view.living(tuple(every.values()))
    others, day = teller_names(view, atoms), asked_day(view)
    own = (atom for atom in atoms if told_in(atom) not in others and not is_of_other_day(view, atom, day))
    sure = (atom for atom in own if view.tag(atom) is Tag.CONFIRMED)
    return tuple(atom for atom in sure if not find_secrets(atom.text, memory.language))


def _known(view: ReplyContext, atoms: tuple[Atom, ...]) -> tuple[Known, ...]:
    turns = tuple(dict.fromkeys(told_in(atom) for atom in atoms))
    lines = {line.line_id: line.text for line in view.memory.reader.lines_by_id(view.gate, turns)}
    spoken = _spoken_of(view)
    return tuple(
        Known(
            atom.atom_id,
            atom.text,
            told_in(atom),
            lines.get(told_in(atom), atom.text),
            atom.learned_at_ms,
            atom.atom_id in spoken,
        )
        for atom in atoms
    )


def _spoken_of(view: ReplyContext) -> frozenset[str]:
    """Returns the facts that the last turn mentioned which mentions any."""
    turn, queries = view.heard.turn, view.memory.queries
    turns = queries.recent_turns(turn.user_id, turn.session_id, SPOKEN_OF_TURNS + 1)
    earlier = tuple(turn_id for turn_id in turns if turn_id != turn.turn_id)[:SPOKEN_OF_TURNS]
    mentioned = next(filter(None, queries.mentioned_in_each(turn.user_id, earlier)), ())
    return frozenset(atom.atom_id for atom in mentioned)


def _said_before(view: ReplyContext) -> str:
    """Returns the words of the turn before, unless a topic that is not to be mentioned hides them."""
    turn = view.heard.turn
    said = view.memory.queries.said_up_to(turn.user_id, turn.turn_id, 2)[1:]
    return next((text for text, hidden in said if not hidden), "")
