"""Pure: answers what was known of something on a past day: it follows from when each fact was learned and ended.

Everything is read through the gate.
"""

from __future__ import annotations

from device.languages.reply_templates import quote_text
from device.skills.recall.history.asked_time import PastSpan, day_name, mentionable_periods, past_span, topic_and_span
from device.skills.reply_context import Reply, ReplyContext
from memory.core.policy import MAX_CHANGES_READ
from memory.model.ports import KnownPeriod
from memory.retrieval.context_builder import AssembledContext
from memory.rules.controls import topic_stems


def recall_known_then(view: ReplyContext) -> tuple[Reply, AssembledContext] | None:
    """Answers "what did you know about the flat on january first"; None where no past time is named."""
    asked = _asked(view)
    if asked is None:
        return None
    about, span = asked
    stems = topic_stems(about, view.memory.language) if about else ()
    found = view.memory.queries.known_at(view.gate, span.until_ms, stems, MAX_CHANGES_READ)
    known = mentionable_periods(view, found)
    date = day_name(view, span.until_ms - 1)
    if not known:
        nothing = "knew_nothing" if about else "knew_nothing_at_all"
        return Reply(view.say(nothing, date=date), ("NOTHING_FOUND",)), view.look_up("")
    told, text = _as_much_as_fits(view, known)
    used = tuple(each.atom for each in told)
    standing = tuple(each.atom for each in told if each.ended_ms is None)
    return Reply(view.say("knew_then", date=date, items=text), ("HISTORY",), used), view.look_up("", standing)


def _asked(view: ReplyContext) -> tuple[str, PastSpan] | None:
    slots = dict(view.heard.slots)
    if "during" in slots:
        span = past_span(view, slots["during"])
        return (slots.get("about", ""), span) if span else None
    return topic_and_span(view, slots.get("about", ""))


def _as_much_as_fits(view: ReplyContext, known: tuple[KnownPeriod, ...]) -> tuple[tuple[KnownPeriod, ...], str]:
    policy, join = view.memory.policy, view.say("join")
    told = known[: policy.max_recall_summary_items]
    while len(join.join(_item(view, each) for each in told).encode()) > policy.max_recall_summary_bytes - 100:
        told = told[:-1]
    return told, join.join(_item(view, each) for each in told)


def _item(view: ReplyContext, period: KnownPeriod) -> str:
    text = quote_text(period.atom.text)
    if period.ended_ms is None:
        return text
    return view.say("knew_until", text=text, date=day_name(view, period.ended_ms))
