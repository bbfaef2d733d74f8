"""Pure: the skill of retention and recall: how much is kept, and what may come unasked (2.22)."""

from __future__ import annotations

from device.skills.continuity.preferences import PREFERENCES, set_preference, tell_preference
from device.skills.memory.acknowledgement import acknowledge
from device.skills.skill import Intent, IntentSkill

CONTINUITY = IntentSkill(
    "continuity",
    tuple(Intent(name, set_preference, tell_preference, follows=True) for name in PREFERENCES),
    acknowledge=acknowledge,
)
