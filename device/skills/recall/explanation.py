"""Pure: explains the last reply, and tells how much was forgotten and when."""

from __future__ import annotations

from device.languages.reply_templates import quote_text
from device.skills.reply_context import Reply, ReplyContext
from memory.retrieval.context_builder import AssembledContext


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
