"""Pure: the skill of what is carried on: threads, how much is kept, and what may come unasked (2.18, 2.22)."""

from __future__ import annotations

from device.skills.continuity.preferences import PREFERENCES, set_preference, tell_preference
from device.skills.continuity.resuming import tell_left_off
from device.skills.continuity.thread_commands import (
    forget_thread,
    list_threads,
    pin_thread,
    resume_thread,
    tell_forgotten_thread,
    tell_pinned,
    tell_resumed,
)
from device.skills.memory.acknowledgement import acknowledge
from device.skills.skill import Intent, IntentSkill

CONTINUITY = IntentSkill(
    "continuity",
    (
        *(Intent(name, set_preference, tell_preference, follows=True) for name in PREFERENCES),
        Intent("resume_thread", resume_thread, tell_resumed, recalls=True),
        Intent("pin_thread", pin_thread, tell_pinned, follows=True),
        Intent("unpin_thread", pin_thread, tell_pinned, follows=True),
        Intent("forget_thread", forget_thread, tell_forgotten_thread),
        Intent("start_new", sentence="start_new"),
        Intent("leave_off", answer=tell_left_off, recalls=True, asks=True, writes_nothing=True),
        Intent("list_threads", answer=list_threads, recalls=True, asks=True, writes_nothing=True),
    ),
    acknowledge=acknowledge,
)
