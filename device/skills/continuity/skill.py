"""Pure: the skill of what is carried on: threads, how much is kept, and what may come unasked (2.18, 2.22)."""

from __future__ import annotations

from device.skills.continuity.past_talks import PAST_TALKS, tell_past_talks
from device.skills.continuity.points import POINTS, tell_points
from device.skills.continuity.preferences import PREFERENCES, set_preference, tell_preference
from device.skills.continuity.resuming import tell_left_off, tell_new_start, tell_rest_or_left_off
from device.skills.continuity.taking_up import ask_state, confirm_done, put_off, take_up, tell_done
from device.skills.continuity.thread_commands import (
    forget_thread,
    list_threads,
    pin_thread,
    resume_thread,
    tell_forgotten_thread,
    tell_pinned,
    tell_resumed,
)
from device.skills.continuity.told_last import settle_told
from device.skills.continuity.work_commands import (
    cancel_work,
    confirm_work,
    list_work,
    make_work,
    resume_work,
    suppress_work,
    tell_work,
)
from device.skills.memory.acknowledgement import acknowledge
from device.skills.skill import Intent, IntentSkill
from device.skills.small_talk.last_reply import GO_ON
from device.skills.turn_context import TurnContext, TurnOutcome


class ContinuitySkill(IntentSkill):
    """The skill with what goes on from a thread that was told."""

    def follow_up(self, context: TurnContext) -> TurnOutcome | None:
        """Settles "forget that" right after a thread was told."""
        return settle_told(context)


CONTINUITY = ContinuitySkill(
    "continuity",
    (
        *(Intent(name, set_preference, tell_preference, follows=True) for name in PREFERENCES),
        Intent("resume_thread", resume_thread, tell_resumed, recalls=True),
        Intent("pin_thread", pin_thread, tell_pinned, follows=True),
        Intent("unpin_thread", pin_thread, tell_pinned, follows=True),
        Intent("forget_thread", forget_thread, tell_forgotten_thread, follows=True),
        Intent("make_work", make_work, tell_work),
        Intent("resume_work", resume_work, tell_work, recalls=True),
        Intent("confirm_work", confirm_work, tell_work),
        Intent("cancel_work", cancel_work, tell_work),
        Intent("suppress_work", suppress_work, tell_work),
        Intent("list_work", answer=list_work, recalls=True, asks=True, writes_nothing=True),
        Intent("ask_done", answer=tell_done, recalls=True, asks=True, writes_nothing=True),
        Intent("ask_ended", answer=tell_done, recalls=True, asks=True, writes_nothing=True),
        Intent("is_done", confirm_done),
        Intent("take_up", take_up, tell_resumed, recalls=True),
        Intent("ask_state", ask_state, recalls=True, asks=True),
        Intent("put_off", put_off, sentence="put_off"),
        *(Intent(name, answer=tell_points, recalls=True, asks=True, writes_nothing=True) for name in POINTS),
        *(Intent(name, answer=tell_past_talks, recalls=True, asks=True, writes_nothing=True) for name in PAST_TALKS),
        Intent("start_new", answer=tell_new_start),
        Intent(GO_ON, answer=tell_rest_or_left_off, recalls=True, asks=True, writes_nothing=True),
        Intent("leave_off", answer=tell_left_off, recalls=True, asks=True, writes_nothing=True),
        Intent("list_threads", answer=list_threads, recalls=True, asks=True, writes_nothing=True),
    ),
    acknowledge=acknowledge,
)
