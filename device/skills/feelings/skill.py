"""Pure: the skill that forgets how the person felt, and nothing else (Q18)."""

from __future__ import annotations

from device.skills.memory.acknowledgement import acknowledge
from device.skills.reply_context import Reply, ReplyContext
from device.skills.skill import Intent, IntentSkill, SkillReply
from device.skills.turn_context import TurnContext, TurnOutcome
from memory.emotion.mood import TYPE, mood_id

FEELINGS_FORGOTTEN = "FEELINGS_FORGOTTEN"


def forget_feelings(context: TurnContext) -> TurnOutcome:
    """Handles "forget how i felt": the mood goes, what was told stays."""
    user_id = context.turn.user_id
    if not context.reader.records(user_id, TYPE):
        return TurnOutcome(context.understood.intent, ("NOTHING_TO_FORGET",))
    return TurnOutcome(context.understood.intent, (FEELINGS_FORGOTTEN,), drop_records=((TYPE, mood_id(user_id)),))


def tell_forgotten(view: ReplyContext) -> SkillReply:
    """Says that it is forgotten."""
    reasons = view.heard.reason_codes
    sentence = "feelings_forgotten" if FEELINGS_FORGOTTEN in reasons else "no_feelings"
    return Reply(view.say(sentence), reasons), view.look_up("")


FEELINGS = IntentSkill(
    "feelings", (Intent("forget_feelings", forget_feelings, tell_forgotten),), acknowledge=acknowledge
)
