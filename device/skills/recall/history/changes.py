"""Pure: answers what changed since a day, and when a fact changed. Everything is read through the gate."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from device.languages.reply_templates import quote_text
from device.skills.recall.history.asked_time import PastSpan, begun_ms, day_name, past_span, recent_span, since_span
from device.skills.recall.history.known_changes import changes_ever, changes_in
from device.skills.reply_context import Reply, ReplyContext
from memory.continuity.kept_threads import latest_threads
from memory.model.atoms import Atom, Status
from memory.model.timestamps import on_wall_clock
from memory.retrieval.context_builder import AssembledContext
from memory.rules.controls import topic_stems
from memory.rules.history import ChangeKind, KnownChange
from memory.text.stemming import stems

SINCE_LAST_TALK = "changed_since_talk"
"""The intent of "what changed since we last talked"."""
_ORDER = (ChangeKind.CHANGED, ChangeKind.CORRECTED, ChangeKind.ENDED, ChangeKind.LEARNED)


def recall_changes(view: ReplyContext) -> tuple[Reply, AssembledContext] | None:
    """Answers "what changed since yesterday"; None where the time cannot be read or nothing is known of the topic.

    What is told only if it is asked for is not asked for by asking for every change.
    """
    slots = dict(view.heard.slots)
    span, about = _asked_span(view, slots), slots.get("about", "")
    if span is None:
        return None
    until_ms = min(span.until_ms, view.heard.turn.at.at_ms) + 1
    gate = view.gate if about else replace(view.gate, asked=False)
    changes = _of_topic(view, changes_in(view.memory, gate, span.from_ms, until_ms), about)
    if not changes:
        return None if about else _nothing_changed(view, span)
    text, told = _told_changes(view, changes)
    used = tuple(dict.fromkeys(atom for each in told for atom in each.atoms))
    return Reply(f"{_lead(view, span)} {text}", ("HISTORY",), used), view.look_up("", _standing(used))


def recall_when_changed(view: ReplyContext) -> tuple[Reply, AssembledContext] | None:
    """Answers "when did that change": since when it is so, when it was told, and what was before; None without a
    change.
    """
    about = dict(view.heard.slots).get("about", "")
    ever = changes_ever(view.memory, view.gate, view.heard.turn.at.at_ms + 1)
    found = _of_topic(view, ever, about) if about else _last_mentioned(view, ever)
    if not found:
        return None
    used = found[0].atoms
    return Reply(_told_when(view, found[0]), ("HISTORY",), used), view.look_up("", _standing(used))


def _asked_span(view: ReplyContext, slots: dict[str, str]) -> PastSpan | None:
    if view.heard.intent == SINCE_LAST_TALK:
        return _since_last_talk(view)
    if "since" in slots:
        return since_span(view, slots["since"])
    return past_span(view, slots["during"]) if "during" in slots else recent_span(view)


def _since_last_talk(view: ReplyContext) -> PastSpan | None:
    """Returns the time since the last conversation that has a thread was over; None without one."""
    turn = view.heard.turn
    last = next(latest_threads(view.memory.reader, turn.user_id), None) if view.gate.identified else None
    return PastSpan(last.active_ms + 1, turn.at.at_ms) if last is not None else None


def _of_topic(view: ReplyContext, changes: Sequence[KnownChange], about: str) -> tuple[KnownChange, ...]:
    """Returns the changes of what is filed under a topic, else those that hold its words; all of them without one."""
    if not about:
        return tuple(changes)
    keys = frozenset(view.fact_keys.keys(about, view.heard.turn.text))
    filed = tuple(each for each in changes if any(atom.key in keys for atom in each.atoms))
    wanted = frozenset(topic_stems(about, view.memory.language))
    held = (
        each
        for each in changes
        if wanted and wanted <= frozenset(stems(" ".join(f"{one.key} {one.text}" for one in each.atoms)))
    )
    return filed or tuple(held)


def _last_mentioned(view: ReplyContext, changes: Sequence[KnownChange]) -> tuple[KnownChange, ...]:
    """Returns the changes of what the last reply told, or of what the turn before told."""
    turn, queries = view.heard.turn, view.memory.queries
    before, _ = queries.last_reason(turn.user_id, turn.session_id)
    spoken = (*queries.used_in(view.gate, before), *queries.mentioned_in(turn.user_id, before))
    ids = frozenset(atom.atom_id for atom in spoken)
    return tuple(each for each in changes if any(atom.atom_id in ids for atom in each.atoms))


def _nothing_changed(view: ReplyContext, span: PastSpan) -> tuple[Reply, AssembledContext]:
    date = day_name(view, span.from_ms)
    return Reply(view.say("nothing_changed", date=date), ("NOTHING_FOUND",)), view.look_up("")


def _told_changes(view: ReplyContext, changes: Sequence[KnownChange]) -> tuple[str, tuple[KnownChange, ...]]:
    """Renders as many changes as a summary holds: first what is different, then what is over, then what is new."""
    ranked = sorted(changes, key=lambda each: _ORDER.index(each.kind))
    policy = view.memory.policy
    told = tuple(ranked[: policy.max_recall_summary_items])
    while told and len(_sections(view, told).encode()) > policy.max_recall_summary_bytes:
        told = told[:-1]
    left = len(changes) - len(told)
    more = view.say("summary_more", count=view.replies.counted("things", left)) if left else ""
    return f"{_sections(view, told)} {more}".strip(), told


def _sections(view: ReplyContext, told: Iterable[KnownChange]) -> str:
    items: dict[ChangeKind, list[str]] = {kind: [] for kind in _ORDER}
    for each in told:
        items[each.kind].append(_item(view, each))
    return " ".join(
        view.say(f"history_{kind.value}", items=view.say("join").join(texts)) for kind, texts in items.items() if texts
    )


def _item(view: ReplyContext, change: KnownChange) -> str:
    new, old = (quote_text(atom.text) if atom else "" for atom in (change.after, change.before))
    old = old or change.was
    return view.say("history_item", new=new, old=old) if new and old else new or old


def _lead(view: ReplyContext, span: PastSpan) -> str:
    date = day_name(view, span.from_ms)
    if span.until_ms >= view.heard.turn.at.at_ms:
        return view.say("history_since", date=date)
    if span.is_day:
        return view.say("history_on", date=date)
    return view.say("history_between", date=date, until=day_name(view, span.until_ms - 1))


def _told_when(view: ReplyContext, change: KnownChange) -> str:
    """Renders since when something is so, in the world and as it was told."""
    at = on_wall_clock(change.at_ms, view.heard.turn.at)
    told, old = view.replies.date(at, timed=True), quote_text(change.before.text) if change.before else ""
    if change.after is None:
        return view.say("ended_when", date=told, old=old)
    new, begun = quote_text(change.after.text), begun_ms(view, change.after)
    if begun is None:
        return view.say("changed_when", date=told, new=new, old=old)
    return view.say("changed_since", date=told, since=day_name(view, begun), new=new, old=old)


def _standing(atoms: Iterable[Atom]) -> tuple[Atom, ...]:
    """Returns what still holds: only that may stand in the bundle of the turn."""
    return tuple(atom for atom in atoms if atom.status not in (Status.OUTDATED, Status.REPLACED))
