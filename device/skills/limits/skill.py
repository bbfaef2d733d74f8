"""Pure: the skill of what Selene cannot do: one sentence says so, and what she can do instead."""

from __future__ import annotations

from device.skills.reply_context import Reply, ReplyContext
from device.skills.skill import Intent, IntentSkill, SkillReply

_BEYOND = (
    "cannot_play",
    "cannot_switch",
    "cannot_call",
    "cannot_buy",
    "cannot_look_up",
)


def _cannot_know(view: ReplyContext) -> SkillReply:
    """Says so of what is asked about the world: a mind may know it."""
    return Reply(view.say("cannot_do"), view.heard.reason_codes, general=True), view.look_up("")


LIMITS = IntentSkill(
    "limits",
    (
        *(Intent(name, sentence="cannot_do", reasons=("CANNOT_DO",)) for name in _BEYOND),
        Intent("cannot_know_outside", answer=_cannot_know, reasons=("CANNOT_DO",)),
        Intent("request", sentence="cannot_do", reasons=("CANNOT_DO",)),
    ),
)
