"""Pure: says whether what reads like a question only says that something is open: "I don't know which gate fits"."""

from __future__ import annotations

import re

from device.skills.reply_context import ReplyContext
from memory.continuity.wordings import leaves_undecided, wavers
from memory.extraction.extract import is_question

_SENTENCE_END = re.compile(r"[.!?;]\s")


def says_it_is_open(view: ReplyContext) -> bool:
    """Says whether the person tells that they do not know or have not decided."""
    said, language = _as_said(view), view.memory.language
    return leaves_undecided(said, language.code) and not is_question(said, language)


def is_for_the_person(view: ReplyContext) -> bool:
    """Says whether what is open is for the person alone to decide: "I'm not sure yet which hotel to take"."""
    return says_it_is_open(view) and wavers(_as_said(view), view.memory.language.code)


def _as_said(view: ReplyContext) -> str:
    """Returns the sentence of the turn that the question is a part of."""
    turn = view.heard.turn
    part = turn.text.strip()
    whole = next((text for text, _ in view.memory.queries.said_up_to(turn.user_id, turn.turn_id, 1)), part)
    at = whole.find(part)
    end = at + len(part) if at >= 0 else len(whole)
    begin = max((found.end() for found in _SENTENCE_END.finditer(whole, 0, max(at, 0) or end)), default=0)
    return whole[begin:end].strip()
