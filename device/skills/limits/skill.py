"""Pure: the skill of what Selene cannot do: one sentence says so, and what she can do instead."""

from __future__ import annotations

from device.skills.skill import Intent, IntentSkill

_BEYOND = (
    "cannot_play",
    "cannot_switch",
    "cannot_call",
    "cannot_know_outside",
    "cannot_buy",
    "cannot_look_up",
)

LIMITS = IntentSkill(
    "limits",
    (
        *(Intent(name, sentence="cannot_do", reasons=("CANNOT_DO",)) for name in _BEYOND),
        Intent("request", sentence="cannot_do", reasons=("CANNOT_DO",)),
    ),
)
