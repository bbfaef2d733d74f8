"""Pure: says which questions are answered part by part: lists, wholes and bids, as the person asked them."""

from __future__ import annotations

from device.core.policy import MIN_LISTED_PARTS
from device.skills.recall.composed_answer import compose_answer
from device.skills.reply_context import Reply, ReplyContext
from memory.retrieval.context_builder import AssembledContext


def recall_listed_parts(view: ReplyContext) -> tuple[Reply, AssembledContext] | None:
    """Answers a question with a list, or for all of something; None for any other."""
    asked = view.fact_keys.several.read(view.heard.turn.text)
    if asked is None:
        return None
    lists = len(asked.parts) >= MIN_LISTED_PARTS or (asked.listed and bool(asked.parts))
    if not (lists or asked.whole or asked.drafts):
        return None
    return compose_answer(view, asked) or (_cannot_write(view) if asked.drafts else None)


def _cannot_write(view: ReplyContext) -> tuple[Reply, AssembledContext]:
    """Says that she writes no texts, where nothing is known about what one is asked for."""
    return Reply(view.say("cannot_do"), ("CANNOT_DO",)), view.look_up(view.heard.turn.text)


def recall_parts(view: ReplyContext) -> tuple[Reply, AssembledContext] | None:
    """Answers each of at least two things that are asked for; None when fewer than two lines are known."""
    asked = view.fact_keys.several.read(view.heard.turn.text)
    return compose_answer(view, asked) if asked is not None and asked.parts else None
