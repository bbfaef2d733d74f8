"""Pure: sets what a person prefers about retention and recall, in the transaction of the turn (2.22)."""

from __future__ import annotations

from device.skills.reply_context import Reply, ReplyContext
from device.skills.skill import SkillReply
from device.skills.turn_context import TurnContext, TurnOutcome
from memory.continuity.preferences import (
    Preferences,
    RecallMode,
    ResumeMode,
    RetentionMode,
    preference_setting,
    read_preferences,
)
from memory.model.changes import Setting

PREFERENCE_SET, ALREADY_PREFERRED = "PREFERENCE_SET", "ALREADY_SO"
PREFERENCES: dict[str, RetentionMode | RecallMode | ResumeMode] = {
    "remember_everything": RetentionMode.REMEMBER_EVERYTHING,
    "remember_as_usual": RetentionMode.DEFAULT,
    "recall_only_if_asked": RecallMode.ONLY_IF_ASKED,
    "recall_as_needed": RecallMode.AS_NEEDED,
    "resume_only_if_asked": ResumeMode.ONLY_IF_ASKED,
    "resume_automatically": ResumeMode.AUTOMATIC,
}
"""What each command sets."""


def set_preference(context: TurnContext) -> TurnOutcome:
    """Stores the preference that a command names. What is not kept of this conversation stays so: see `off_record`."""
    name, turn = context.understood.intent, context.turn
    wanted, held = PREFERENCES[name], read_preferences(context.queries.current_state(), turn.user_id)
    if preference_setting(turn.user_id, wanted) in _held_settings(turn.user_id, held):
        return TurnOutcome(name, (ALREADY_PREFERRED,))
    return TurnOutcome(name, (PREFERENCE_SET,), settings=(preference_setting(turn.user_id, wanted),))


def _held_settings(user_id: str, held: Preferences) -> tuple[Setting, ...]:
    return tuple(preference_setting(user_id, mode) for mode in (held.retention, held.recall, held.resume))


def tell_preference(view: ReplyContext) -> SkillReply:
    """Says what holds from now on."""
    return Reply(view.say(view.heard.intent), view.heard.reason_codes or (PREFERENCE_SET,)), view.look_up("")
