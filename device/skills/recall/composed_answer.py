"""Pure: answers a question for several things with one line for each part, in the words that were said.

A line is a sentence of what the person told (`memory/retrieval/passages.py` scores it). It is quoted for a part when
it has words of the part and names what all parts belong to; of equally good ones the newest. A sentence that answers
several parts is told once. A part without one is left out. Who asks for the whole ("the plan") gets the few sentences
that tell most of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from device.core.policy import ENOUGH_PARTS, MAX_BUNDLED_PASSAGES, MIN_LISTED_PARTS
from device.languages.reply_templates import quote_text
from device.skills.instructions.manner import BRIEFLY
from device.skills.recall.asked_lookups import Asked, as_lines, found_lines, names_in, ready_question, with_known_topics
from device.skills.recall.chosen_passages import best_passages, chosen_passages
from device.skills.recall.told_days import told_days
from device.skills.reply_context import Reply, ReplyContext
from memory.core.policy import SUMMARY_SEPARATOR_BYTES
from memory.model.atoms import ArchivedLine, Atom, Channel
from memory.retrieval.context_builder import AssembledContext
from memory.retrieval.passages import Passage, passages_of
from memory.text.several_asked import SeveralAsked


def recall_listed_parts(view: ReplyContext) -> tuple[Reply, AssembledContext] | None:
    """Answers a question with a list, or for all of something; None for any other."""
    asked = view.fact_keys.several.read(view.heard.turn.text)
    if asked is None:
        return None
    bidden = asked.bids and asked.leads and len(asked.parts) >= ENOUGH_PARTS
    lists = len(asked.parts) >= MIN_LISTED_PARTS or (asked.listed and bool(asked.parts)) or bidden
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


def compose_answer(view: ReplyContext, asked: SeveralAsked) -> tuple[Reply, AssembledContext] | None:
    """Answers part by part, or with an overview; None when less than two lines are known."""
    ready = ready_question(view, asked)
    if ready is None:
        return None
    found = found_lines(view, ready.lookups)
    near = found.near
    ready = replace(ready, scorer=replace(ready.scorer, nearest=max(near.values(), default=1_000) or 1_000))
    told = tuple(passages_of((*found.lines, *as_lines(view, found)), near, view.memory.language))
    ready = with_known_topics(ready, told, view.heard.turn.text)
    written = view.gate.channel is Channel.TEXT and not view.manner.holds(BRIEFLY)
    shown = _fitting(view, chosen_passages(ready, told, written=written))
    known = sum(bool(best_passages(ready.scorer, part, told)) for part in ready.parts)
    if not shown or not (asked.whole or max(known, len(shown)) >= ENOUGH_PARTS) or _names_another(view, asked, shown):
        return None
    ids = tuple(dict.fromkeys(passage.line.line_id for passage in shown))
    name = "drafted" if asked.drafts else "also"
    text = view.say(name, items=view.say("join").join(quote_text(passage.text) for passage in shown))
    days = told_days(view, shown)
    text = f"{text} {view.say('composed_days', days=view.replies.join_words(list(days)))}" if days else text
    context = view.look_up(view.heard.turn.text, (), _bundled(ready, told, shown, found.lines))
    return Reply(text, ("RELEVANT",), _used(context, shown), quotes=ids), context


def _names_another(view: ReplyContext, asked: SeveralAsked, shown: Sequence[Passage]) -> bool:
    """Says whether the question names somebody or something of whom no sentence of the answer tells."""
    named = names_in(view.heard.turn.text[asked.start :])
    return bool(named) and not any(named & passage.around for passage in shown)


def _fitting(view: ReplyContext, chosen: Sequence[Passage]) -> tuple[Passage, ...]:
    """Returns those whose words fit into one answer, at most as long as a summary."""
    policy = view.memory.policy
    room = policy.max_recall_summary_bytes - len(view.say("drafted", items="").encode())
    shown: list[Passage] = []
    for passage in chosen:
        cost = len(passage.text.encode("utf-8", "surrogatepass")) + SUMMARY_SEPARATOR_BYTES
        if len(shown) < policy.max_recall_summary_items and cost <= room:
            shown.append(passage)
            room -= cost
    return tuple(shown)


def _bundled(
    asked: Asked, told: Sequence[Passage], shown: Sequence[Passage], known: Sequence[ArchivedLine]
) -> tuple[ArchivedLine, ...]:
    """Returns the lines of the answer and of the next best sentences for each part."""
    ranked = [best_passages(asked.scorer, part, told) for part in (*asked.parts, *asked.wholes)]
    more = [passages[at] for at in range(MAX_BUNDLED_PASSAGES) for passages in ranked if at < len(passages)]
    quotable = {id(line) for line in known}
    lines = (passage.line for passage in (*shown, *more) if id(passage.line) in quotable)
    return tuple({line.line_id: line for line in lines}.values())[:MAX_BUNDLED_PASSAGES]


def _used(found: AssembledContext, shown: Sequence[Passage]) -> tuple[Atom, ...]:
    """Returns the memories whose words the answer quotes."""
    turns = {passage.line.turn_id for passage in shown}
    return tuple(
        atom
        for atom in found.atoms
        if any(source.turn_id in turns for source in atom.sources)
        and any(quote_text(atom.text) in passage.text for passage in shown)
    )
