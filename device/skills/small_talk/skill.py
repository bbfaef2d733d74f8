"""Pure: the skill of courtesies and of questions to Selene herself: the time, help, silence."""

from __future__ import annotations

from dataclasses import replace

from device.skills.memory.acknowledgement import acknowledge
from device.skills.reply_context import Reply, ReplyContext
from device.skills.schedules.change_schedule import stop_ringing, undo_last_schedule
from device.skills.skill import Intent, IntentSkill
from device.skills.turn_context import TurnContext, TurnOutcome
from memory.model.atoms import Channel
from memory.retrieval.context_builder import AssembledContext
from memory.rules.mention_target import SMALL_TALK as COURTESIES


def _tell_time(view: ReplyContext) -> tuple[Reply, AssembledContext]:
    """Tells the moment of the turn on the person's own wall clock."""
    date = view.replies.date(view.heard.turn.at, timed=True)
    return Reply(view.say("time_now", date=date), ("CLOCK",)), view.look_up("")


def _stop(context: TurnContext) -> TurnOutcome | None:
    """Stops what rings; "cancel", right after something was set, cancels that. Otherwise only the mouth stops."""
    ringing = stop_ringing(context)
    if ringing is not None or not context.times.words.cancel.search(context.turn.text.casefold()):
        return ringing
    return undo_last_schedule(context)


def _fall_silent(view: ReplyContext) -> tuple[Reply, AssembledContext]:
    """Says nothing: a person who says stop wants silence."""
    reply, found = acknowledge(view, "stopped")
    if view.heard.turn.channel is Channel.VOICE:
        reply = replace(reply, text=reply.text.removeprefix(view.say("stopped")))
    return reply, found


SMALL_TALK = IntentSkill(
    "small_talk",
    (
        *(
            Intent(name, sentence=name, idle=True, writes_nothing=True, asks=name == "how_are_you")
            for name in sorted(COURTESIES)
        ),
        Intent("nothing", sentence="empty", idle=True),
        Intent("tell_time", answer=_tell_time, asks=True, writes_nothing=True),
        Intent("help", sentence="help", asks=True, writes_nothing=True),
        Intent("who_are_you", sentence="who_are_you", asks=True, writes_nothing=True),
        Intent("stop", _stop, _fall_silent, reasons=("USER_STOPPED",), writes_nothing=True, for_guests=True),
    ),
    acknowledge=acknowledge,
)
