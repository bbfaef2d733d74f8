"""Pure: answers questions about a day: "what did I say yesterday", "what do I have next friday".

The day is resolved from the turn's own time. What was said is quoted from the archive; what is planned are the atoms
whose own time is on that day. Everything is read through the gate.
"""

from __future__ import annotations

from device.core.policy import MAX_DAY_LINES, MAX_PLANS
from device.languages.reply_templates import quote_text
from device.skills.recall.fact_lookup import quote_atom
from device.skills.reply_context import Reply, ReplyContext
from memory.core.policy import DAY_MS
from memory.model.atoms import Atom, Moment, Speaker
from memory.retrieval.context_builder import AssembledContext, quotable_lines
from memory.text.dates import ResolvedDate, resolve_day_or_span, without_date


def recall_by_day(view: ReplyContext) -> tuple[Reply, AssembledContext] | None:
    """Answers a question about a day; None when it is another question, or nothing is known of that day."""
    turn, language = view.heard.turn, view.memory.language
    asked = view.fact_keys.asked_of_day(without_date(turn.text, language))
    when = resolve_day_or_span(turn.text, turn.at, language, past=asked == "said") if asked else None
    if when is None:
        return None
    return _recall_day_lines(view, when) if asked == "said" else _recall_plans(view, when)


def _recall_plans(view: ReplyContext, when: ResolvedDate) -> tuple[Reply, AssembledContext]:
    atoms = view.living(view.memory.queries.atoms_between(view.gate, when.from_ms, when.until_ms, MAX_PLANS))
    found = view.look_up(view.heard.turn.text, atoms)
    if not atoms:
        return _nothing_on_day(view, when, "nothing_on"), found
    if len(atoms) == 1:
        return Reply(quote_atom(view, atoms[0]), ("RELEVANT",), atoms), found
    shown = _atoms_in_period(view, atoms)
    return Reply(view.say("also", items=view.replies.listed(shown)), ("RELEVANT",), shown), found


def _recall_day_lines(view: ReplyContext, when: ResolvedDate) -> tuple[Reply, AssembledContext]:
    """Tells what the person said on that day, in order, as much as a summary holds."""
    turn, most = view.heard.turn, view.memory.policy.max_recall_summary_bytes
    found = view.look_up(turn.text)
    lines = view.memory.queries.lines_between(view.gate, when.from_ms, when.until_ms, MAX_DAY_LINES)
    lines = quotable_lines(view.memory, view.gate, tuple(line for line in lines if line.turn_id != turn.turn_id))
    texts: list[str] = []
    for line in (line for line in lines if line.speaker is Speaker.USER and not line.who):
        text = quote_text(line.text)
        if len("; ".join((*texts, text)).encode()) <= most - 100 and text not in texts:
            texts.append(text)
    if not texts:
        return _nothing_on_day(view, when, "nothing_said_on"), found
    words = view.replies.say("join").join(texts)
    one_day = view.say("said_on", date=_day_name(view, when), text=words)
    return Reply(one_day if _is_day(when) else view.say("told", text=words), ("EXCERPT",)), found


def _nothing_on_day(view: ReplyContext, when: ResolvedDate, name: str) -> Reply:
    """Says that nothing is known of that day; a week or a month is not named."""
    text = view.say(name, date=_day_name(view, when)) if _is_day(when) else view.say("nothing_found")
    return Reply(text, ("NOTHING_FOUND",))


def _is_day(when: ResolvedDate) -> bool:
    return when.until_ms - when.from_ms <= DAY_MS


def _atoms_in_period(view: ReplyContext, atoms: tuple[Atom, ...]) -> tuple[Atom, ...]:
    most = view.memory.policy.max_recall_summary_bytes - 100
    return tuple(atom for at, atom in enumerate(atoms) if len(view.replies.listed(atoms[: at + 1]).encode()) <= most)


def _day_name(view: ReplyContext, when: ResolvedDate) -> str:
    return view.replies.date(Moment(when.from_ms, view.heard.turn.at.utc_offset_min))
