"""Pure: answers questions about the talk itself: when a fact was stated, where the talk ended, why a reply was given.

Everything is read through the gate, and told in the person's own words.
"""

from __future__ import annotations

from collections.abc import Callable

from device.core.policy import LAST_LINES, MAX_DAY_LINES, MAX_HELD_ATOMS
from device.languages.reply_templates import quote_text
from device.skills.recall.fact_lookup import may_tell_more_in_writing, written_gate
from device.skills.recall.search_answer import answer_candidates
from device.skills.reply_context import Reply, ReplyContext
from memory.model.atoms import ArchivedLine, Atom, Speaker
from memory.model.timestamps import on_wall_clock
from memory.retrieval.answerability import covers_question
from memory.retrieval.context_builder import AssembledContext, quotable_lines
from memory.rules.controls import topic_stems


def recall_when_told(view: ReplyContext) -> tuple[Reply, AssembledContext]:
    """Answers "When did I tell you that": day and hour of the last mention, or of what is named."""
    slots = dict(view.heard.slots)
    about = slots.get("about", "") or slots.get("own_statement", "")
    told, found = first_told_of(view, about) if about else _last_mention(view)
    if told is None:
        return Reply(view.say("nothing_found"), ("NOTHING_FOUND",)), found
    return tell_when(view, told), found


def tell_when(view: ReplyContext, told: Atom | ArchivedLine) -> Reply:
    """Tells words with the day and hour at which they were said."""
    atoms, quotes = ((told,), ()) if isinstance(told, Atom) else ((), (told.line_id,))
    at_ms = told.learned_at_ms if isinstance(told, Atom) else told.at.at_ms
    words = quote_text(told.text) if isinstance(told, Atom) else told.text
    text = view.say("told_when", date=_moment(view, at_ms), text=words)
    return Reply(text, ("ARCHIVED_THEN",), atoms, quotes=quotes)


def recall_last_told(view: ReplyContext) -> tuple[Reply, AssembledContext]:
    """Tells the last thing that the person stated."""
    lines = _last_told_lines(view)
    if not lines:
        return Reply(view.say("nothing_said_yet"), ("NOTHING_FOUND",)), view.look_up("")
    last = lines[-1]
    text = view.say("last_said", date=_moment(view, last.at.at_ms), text=last.text)
    return Reply(text, ("EXCERPT",), quotes=(last.line_id,)), view.look_up("")


def recall_first_told(view: ReplyContext) -> tuple[Reply, AssembledContext]:
    """Tells the first thing that the person stated in this talk; of a talk without one, in the one before it."""
    lines = _last_told_lines(view)
    if not lines:
        return Reply(view.say("nothing_said_yet"), ("NOTHING_FOUND",)), view.look_up("")
    own = [line for line in lines if line.session_id == view.heard.turn.session_id]
    first = (own or [line for line in lines if line.session_id == lines[-1].session_id])[0]
    text = view.say("first_said", date=_moment(view, first.at.at_ms), text=first.text)
    return Reply(text, ("EXCERPT",), quotes=(first.line_id,)), view.look_up("")


def recall_left_off(view: ReplyContext) -> tuple[Reply, AssembledContext]:
    """Tells the last few things of this talk, or of the one before when this one has only begun."""
    lines = _last_told_lines(view)
    own = [line for line in lines if line.session_id == view.heard.turn.session_id]
    latest = own or [line for line in lines if line.session_id == lines[-1].session_id]
    if not latest:
        return Reply(view.say("nothing_said_yet"), ("NOTHING_FOUND",)), view.look_up("")
    texts = dict.fromkeys(quote_text(line.text) for line in latest[-LAST_LINES:])
    date = view.date(latest[-1].at.at_ms)
    return Reply(view.say("left_off", date=date, text=view.say("join").join(texts)), ("EXCERPT",)), view.look_up("")


def count_memories(view: ReplyContext) -> tuple[Reply, AssembledContext]:
    """Counts memories; those that are only for writing apart."""
    count, found = view.count(), view.look_up("")
    more = view.memory.queries.count_atoms(written_gate(view.gate)) - count if may_tell_more_in_writing(view) else 0
    if not count and not more:
        return Reply(view.say("nothing_at_all"), ("NOTHING_FOUND",)), found
    text = view.say("how_many", counts=view.replies.counted("things", count))
    return Reply(f"{text} {view.say('in_writing', count=more)}" if more else text, ("SUMMARY",)), found


def _last_mention(view: ReplyContext) -> tuple[Atom | ArchivedLine | None, AssembledContext]:
    """Returns what the last reply told, else what the person stated last."""
    turn, queries = view.heard.turn, view.memory.queries
    before, _ = queries.last_reason(turn.user_id, turn.session_id)
    atoms = view.living(queries.used_in(view.gate, before))
    if atoms:
        return atoms[0], view.look_up("", atoms[:1])
    quotes = view.memory.reader.lines_by_id(view.gate, queries.quoted_in(turn.user_id, before))
    lines = quotable_lines(view.memory, view.gate, quotes) or _last_told_lines(view)[-1:]
    return (lines[0] if lines else None), view.look_up("")


def first_told_of(
    view: ReplyContext, about: str, fits: Callable[[str], bool] = lambda _: True
) -> tuple[Atom | ArchivedLine | None, AssembledContext]:
    """Returns the fitting words in which the named thing was stated first."""
    held = view.memory.queries.visible_holding(view.gate, topic_stems(about, view.memory.language), MAX_HELD_ATOMS)
    living = view.living(held)
    found = view.look_up(about, living)
    told: list[tuple[int, str, Atom | ArchivedLine]] = [(one.learned_at_ms, one.text, one) for one in living]
    told += [
        (each.at.at_ms, each.text, each)
        for each in answer_candidates(view, found)
        if isinstance(each, ArchivedLine) and covers_question(about, each.text, view.memory.language)
    ]
    fitting = [one for one in told if fits(one[1])]
    return min(fitting, key=lambda one: one[:2])[2] if fitting else None, found


def _last_told_lines(view: ReplyContext) -> tuple[ArchivedLine, ...]:
    """Returns the last lines that stated something, in order, without this turn."""
    turn = view.heard.turn
    lines = view.memory.queries.lines_between(view.gate, 0, turn.at.at_ms + 1, MAX_DAY_LINES)
    mine = (line for line in lines if line.turn_id != turn.turn_id and line.speaker is Speaker.USER and not line.who)
    return quotable_lines(view.memory, view.gate, tuple(mine))


def _moment(view: ReplyContext, at_ms: int) -> str:
    return view.replies.date(on_wall_clock(at_ms, view.heard.turn.at), timed=True)


def explain_last_reply(view: ReplyContext) -> tuple[Reply, AssembledContext]:
    """Explains the last reply: its reason code, and the memory that it used."""
    user_id, session_id = view.heard.turn.user_id, view.heard.turn.session_id
    turn_id, code = view.memory.queries.last_reason(user_id, session_id)
    if not code:
        return Reply(view.say("why_nothing"), ("NOTHING_SAID",)), view.look_up("")
    reason = view.replies.reason(code)
    used = view.memory.queries.used_in(view.gate, turn_id)
    if not used:
        return Reply(view.say("why_bare", reason=reason), (code,)), view.look_up("")
    date = view.date(used[0].learned_at_ms)
    text = view.say("why_told", reason=reason, date=date, text=quote_text(used[0].text))
    return Reply(text, (code,), used[:1]), view.look_up("")


def report_forgotten(view: ReplyContext) -> tuple[Reply, AssembledContext]:
    """Tells how much was forgotten and when, never which words."""
    gone = view.memory.queries.forgotten(view.heard.turn.user_id)
    if not gone.last_ms:
        return Reply(view.say("forgotten_none"), ("NOTHING_FORGOTTEN",)), view.look_up("")
    counts = (("memories", gone.count), ("lines", gone.lines), ("corrections", gone.corrections))
    named = [view.replies.counted(name, count) for name, count in counts if count]
    text = view.say("forgotten_list", counts=view.replies.join_words(named), date=view.date(gone.last_ms))
    return Reply(text, ("LEDGER_COUNTED",)), view.look_up("")
