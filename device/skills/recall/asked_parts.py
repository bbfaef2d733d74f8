"""Pure: answers a question that asks for several things at once, one line for each: "the day, the place and the bill".

A line is quoted for a part when it has words of that part and of what all of them belong to, the first thing named. A
part without one is left out; with fewer than two the question is answered as any other.
"""

from __future__ import annotations

from collections.abc import Iterator

from device.core.policy import ENOUGH_PARTS, MAX_ASKED_PARTS, MIN_LISTED_PARTS
from device.skills.reply_context import Reply, ReplyContext
from memory.extraction.paraphrase import telling_stems
from memory.model.atoms import Atom, Tag
from memory.retrieval.answerability import is_about_other_person, is_outdated_answer
from memory.retrieval.context_builder import AssembledContext
from memory.retrieval.recall_summary import summarise
from memory.text.stemming import stems


def recall_listed_parts(view: ReplyContext) -> tuple[Reply, AssembledContext] | None:
    """Answers a question with a list of at least three things; None for any other."""
    return recall_parts(view) if len(_pieces(view)) >= MIN_LISTED_PARTS else None


def recall_parts(view: ReplyContext) -> tuple[Reply, AssembledContext] | None:
    """Answers each thing that is asked for; None when fewer than two of them are known."""
    head, *others = _pieces(view) or ("",)
    parts = (head, *others)[:MAX_ASKED_PARTS]
    found = tuple(atom for part in parts if (atom := next(_lines_of(view, head, part), None)) is not None)
    told = tuple({atom.atom_id: atom for atom in found if view.tag(atom) is Tag.CONFIRMED}.values())
    if len(told) < ENOUGH_PARTS:
        return None
    shown = summarise(told, len(view.say("also", items="").encode()), view.memory.policy)
    reply = Reply(view.say("also", items=view.replies.listed(shown)), ("RELEVANT",), shown)
    return reply, view.look_up(view.heard.turn.text, told)


def _pieces(view: ReplyContext) -> tuple[str, ...]:
    return tuple(piece for piece in view.fact_keys.each(view.heard.turn.text) if telling_stems(stems(piece)))


def _lines_of(view: ReplyContext, head: str, part: str) -> Iterator[Atom]:
    """Returns what is known of a part, the best first."""
    asked, language = view.heard.turn.text, view.memory.language
    of_head, of_part = telling_stems(stems(head)), telling_stems(stems(part))
    wanted = of_head if part == head else of_part - of_head
    for told in view.look_up(head if head == part else f"{head} {part}").atoms:
        held = frozenset(stems(told.text))
        fits = held & of_head and len(held & wanted) * 2 >= len(wanted) > 0
        wrong = is_outdated_answer(asked, told.text, language) or is_about_other_person(asked, told.text, language)
        if fits and not wrong:
            yield told
