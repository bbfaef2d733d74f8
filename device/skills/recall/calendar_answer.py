"""Pure: answers questions about a day: "what did I say yesterday", "what do I have next friday".

The day is resolved from the turn's own time. What was said is quoted from the archive; what is planned are the atoms
whose own time is on that day, or in the next weeks when somebody asks what is coming up. How long it is to a day is
asked for as by "when is", and the days till then are added. Everything is read through the gate.
"""

from __future__ import annotations

from dataclasses import replace

from device.core.policy import MAX_DAY_LINES, MAX_PLANS
from device.languages.reply_templates import quote_text
from device.skills.recall.fact_lookup import quote_atom, tell_in_a_row
from device.skills.reply_context import Reply, ReplyContext
from device.skills.schedules.answers import say_reminders
from memory.core.policy import DAY_MS, MAX_DAYS_AHEAD
from memory.model.atoms import Atom, Moment, Speaker
from memory.model.timestamps import from_datetime, local_datetime, on_wall_clock
from memory.reading.facts.statements import statements
from memory.retrieval.context_builder import AssembledContext, quotable_lines
from memory.text.dates import ResolvedDate, mentions_day, resolve_date, resolve_day_or_span, without_date

_PAST = ("said", "done")
"""What is asked of a day that is over."""


def recall_by_day(view: ReplyContext) -> tuple[Reply, AssembledContext] | None:
    """Answers a question about a day; None when it is another question, or nothing is known of that day."""
    turn, language = view.heard.turn, view.memory.language
    if view.fact_keys.asked_of_day(turn.text) == "ahead":
        return _recall_plans(view, _days_ahead(turn.at))
    recent = _recall_recent_lines(view)
    if recent is not None:
        return recent
    asked = view.fact_keys.asked_of_day(without_date(turn.text, language))
    when = resolve_day_or_span(turn.text, turn.at, language, past=asked in _PAST) if asked else None
    if asked and asked not in _PAST and (when is None or not _is_day(when)):
        when = _named_span(view) or when
    if when is None:
        return None
    if asked == "done":
        return _recall_deeds(view, when)
    return _recall_day_lines(view, when) if asked == "said" else _recall_plans(view, when)


def recall_said_on_day(view: ReplyContext) -> tuple[Reply, AssembledContext] | None:
    """Answers "was hab ich dir heute alles erzählt" with what was said that day; None for any other question."""
    turn, language = view.heard.turn, view.memory.language
    if view.fact_keys.asked_of_day(without_date(turn.text, language)) != "said":
        return None
    when = resolve_day_or_span(turn.text, turn.at, language, past=True)
    return None if when is None else _recall_day_lines(view, when)


def _named_span(view: ReplyContext) -> ResolvedDate | None:
    """Returns the day or month that a question names; a month that has begun is the one that goes on."""
    turn, language = view.heard.turn, view.memory.language
    begun = resolve_date(turn.text, turn.at, language, past=True)
    if begun is not None and not _is_day(begun) and begun.from_ms <= turn.at.at_ms < begun.until_ms:
        return begun
    when = resolve_date(turn.text, turn.at, language, past=False)
    named = when is not None and (not when.relative or not _is_day(when))
    return when if named else None


def _in_nearer_half(view: ReplyContext, when: ResolvedDate) -> ResolvedDate:
    """Returns the hour that comes next of "at six", in which there is something; else the time as it was read."""
    turn, begin = view.heard.turn, when.from_ms - DAY_MS // 2
    if not when.timed or begin < turn.at.at_ms or mentions_day(turn.text, view.memory.language):
        return when
    hour = replace(when, from_ms=begin, until_ms=begin + DAY_MS // 24)
    planned = view.memory.queries.atoms_between(view.gate, hour.from_ms, hour.until_ms, MAX_PLANS)
    return hour if planned or say_reminders(view, hour.from_ms, hour.until_ms) else when


def _recall_plans(view: ReplyContext, when: ResolvedDate) -> tuple[Reply, AssembledContext]:
    when = _in_nearer_half(view, when)
    atoms = view.living(view.memory.queries.atoms_between(view.gate, when.from_ms, when.until_ms, MAX_PLANS))
    found, reminders = view.look_up(view.heard.turn.text, atoms), say_reminders(view, when.from_ms, when.until_ms)
    if not atoms:
        reply = Reply(reminders, ("SCHEDULES_TOLD",)) if reminders else _nothing_on_day(view, when, "nothing_on")
        return reply, found
    shown = _atoms_in_period(view, atoms)
    told = quote_atom(view, atoms[0]) if len(atoms) == 1 else tell_in_a_row(view, shown)
    return Reply(f"{told} {reminders}".strip(), ("RELEVANT",), shown), found


def _recall_deeds(view: ReplyContext, when: ResolvedDate) -> tuple[Reply, AssembledContext] | None:
    """Tells what the person told of a day that is over; None where nothing is known of it."""
    turn, queries = view.heard.turn, view.memory.queries
    lines = queries.lines_between(view.gate, when.from_ms, turn.at.at_ms + 1, MAX_DAY_LINES)
    turns = tuple(line.turn_id for line in lines if line.turn_id != turn.turn_id)
    named = dict.fromkeys(atom.atom_id for atoms in queries.mentioned_in_each(turn.user_id, turns) for atom in atoms)
    living = view.living(view.atoms(tuple(named)))
    told = sorted((atom for atom in living if _tells_deed(view, atom, when)), key=_by_telling)
    if not told:
        return None
    found, shown = view.look_up(turn.text, tuple(told)), _atoms_in_period(view, tuple(told[:MAX_PLANS]))
    said = quote_atom(view, told[0]) if len(told) == 1 else tell_in_a_row(view, shown)
    return Reply(said, ("RELEVANT",), shown), found


def _by_telling(atom: Atom) -> tuple[int, str]:
    return atom.learned_at_ms, atom.atom_id


def _tells_deed(view: ReplyContext, atom: Atom, when: ResolvedDate) -> bool:
    """Says whether a memory tells what the speaker did on that day, by the day on which it was told."""
    language, told_at = view.memory.language, on_wall_clock(atom.learned_at_ms, view.heard.turn.at)
    day = resolve_day_or_span(atom.text, told_at, language, past=True)
    then = day is not None and _is_day(day) and day.from_ms < when.until_ms and day.until_ms > when.from_ms
    each = statements(atom.text, language.code) if then else ()
    return any(one.clause.past and one.about_speaker and not one.clause.negated for one in each)


def _days_ahead(at: Moment) -> ResolvedDate:
    """Returns the days from today of which somebody is told who asks what is coming up, and names no day."""
    today = from_datetime(local_datetime(at).replace(hour=0, minute=0, second=0, microsecond=0)).at_ms
    return ResolvedDate(today, today + MAX_DAYS_AHEAD * DAY_MS, False, True)


def _recall_recent_lines(view: ReplyContext) -> tuple[Reply, AssembledContext] | None:
    """Tells what the person said "this morning", "last night" or "earlier"; None when another thing is asked."""
    turn = view.heard.turn
    recent = view.fact_keys.spans.recent_range(turn.text, turn.at)
    if recent is None or view.fact_keys.asked_of_day(recent[0]) != "said":
        return None
    found, texts = view.look_up(turn.text), _said_between(view, recent[1].from_ms, recent[1].until_ms)
    if not texts:
        return Reply(view.say("nothing_told_then"), ("NOTHING_FOUND",)), found
    return Reply(view.say("told", text=view.say("join").join(texts)), ("EXCERPT",)), found


def _recall_day_lines(view: ReplyContext, when: ResolvedDate) -> tuple[Reply, AssembledContext]:
    """Tells what the person said on that day."""
    found, texts = view.look_up(view.heard.turn.text), _said_between(view, when.from_ms, when.until_ms)
    if not texts:
        return _nothing_on_day(view, when, "nothing_said_on"), found
    words = view.say("join").join(texts)
    today = when.from_ms <= view.heard.turn.at.at_ms < when.until_ms
    dated = _is_day(when) and not today  # what was said today needs no date
    said = view.say("said_on", date=_day_name(view, when), text=words) if dated else view.say("told", text=words)
    return Reply(said, ("EXCERPT",)), found


def _said_between(view: ReplyContext, from_ms: int, until_ms: int) -> list[str]:
    """Returns what the person said in that time, in order, as much as a summary holds."""
    turn, most = view.heard.turn, view.memory.policy.max_recall_summary_bytes
    lines = view.memory.queries.lines_between(view.gate, from_ms, until_ms, MAX_DAY_LINES)
    lines = quotable_lines(view.memory, view.gate, tuple(line for line in lines if line.turn_id != turn.turn_id))
    texts: list[str] = []
    for line in (line for line in lines if line.speaker is Speaker.USER and not line.who):
        text = quote_text(" ".join(line.text.split()))
        if text and len("; ".join((*texts, text)).encode()) <= most - 100 and text not in texts:
            texts.append(text)
    return texts


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
    return view.replies.date(on_wall_clock(when.from_ms, view.heard.turn.at))


def asking_for_day(view: ReplyContext) -> ReplyContext:
    """Returns the view of the question for the day that the turn counts to."""
    asked = view.fact_keys.asked_day(dict(view.heard.slots)["about"])
    return replace(view, heard=replace(view.heard, turn=replace(view.heard.turn, text=asked), slots=()))


def with_days_left(view: ReplyContext, reply: Reply) -> Reply:
    """Adds the days to the day of the one fact that the reply tells; nothing to a day that is over or is today."""
    days = _days_to(view, reply.used[0]) if len({atom.key for atom in reply.used}) == 1 else 0
    if days < 1:
        return reply
    left = view.say("days_left", duration=view.replies.times.duration(days * DAY_MS))
    return replace(reply, text=f"{reply.text} {left}")


def _days_to(view: ReplyContext, atom: Atom) -> int:
    turn, language = view.heard.turn, view.memory.language
    spans = (atom.valid_until_ms or 0) - (atom.valid_from_ms or 0) > DAY_MS
    if spans or not mentions_day(atom.text, language):
        return 0
    starts_ms = atom.valid_from_ms
    if starts_ms is None or language.dates.yearly.search(atom.text.casefold()):
        when = resolve_date(atom.text, turn.at, language, past=False)
        starts_ms = when.from_ms if when and not when.relative else None
    if starts_ms is None:
        return 0
    starts = on_wall_clock(starts_ms, turn.at)
    return (local_datetime(starts).date() - local_datetime(turn.at).date()).days
