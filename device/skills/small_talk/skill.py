"""Pure: the skill of courtesies and of questions to Selene herself: the time, help, silence."""

from __future__ import annotations

from dataclasses import replace

from device.skills.instructions.address import NICKNAME, spelled_name
from device.skills.memory.acknowledgement import acknowledge
from device.skills.reply_context import Reply, ReplyContext
from device.skills.schedules.change_schedule import stop_ringing, undo_last_schedule
from device.skills.skill import AnswerRule, Intent, IntentSkill
from device.skills.small_talk.last_reply import AND_THEN, repeat_last_reply, tell_rest, tell_source, tell_whether_sure
from device.skills.turn_context import TurnContext, TurnOutcome
from memory.model.atoms import Channel
from memory.retrieval.context_builder import AssembledContext
from memory.rules.conflict import make_outdated
from memory.rules.mention_target import SMALL_TALK as COURTESIES
from memory.rules.mention_target import recently_told

_GREETINGS = frozenset({"greeting", "good_night", "how_are_you"})
"""Intents that are answered with the name that a person wants to be called by."""


def _acknowledge(view: ReplyContext, sentence: str) -> tuple[Reply, AssembledContext]:
    """Acknowledges a courtesy, and greets a person by what they want to be called."""
    reply, found = acknowledge(view, sentence)
    plain = view.say(sentence) if sentence in _GREETINGS else ""
    called = view.living(view.memory.queries.atoms_filed_under(view.gate, NICKNAME, 1)) if plain else ()
    if not called or not reply.text.startswith(plain):
        return reply, found
    greeting = f"{plain[:-1]}, {spelled_name(called[0].value)}{plain[-1]}"
    return replace(reply, text=greeting + reply.text.removeprefix(plain)), found


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


def _take_back_joke(context: TurnContext) -> TurnOutcome | None:
    """Makes what the last turn told outdated, after "just kidding"; without that it does nothing."""
    turn = context.turn
    last = context.queries.recent_turns(turn.user_id, turn.session_id, 1)
    told = recently_told(context.queries, turn.user_id, turn.session_id, 1)
    meant = told[0].atoms if told and (told[0].turn_id,) == last else ()
    ended = tuple(make_outdated(atom, context.policy) for atom in meant)
    reasons = ("DENIED_BY_USER",) if ended else ("UNDERSTOOD",)
    return TurnOutcome("kidding", reasons, changed=ended, focus=tuple(atom.atom_id for atom in ended))


def _about_last_reply(name: str, answer: AnswerRule) -> Intent:
    return Intent(name, answer=answer, recalls=True, asks=True, writes_nothing=True)


SMALL_TALK = IntentSkill(
    "small_talk",
    (
        *(
            Intent(name, sentence=name, idle=True, writes_nothing=True, asks=name == "how_are_you", for_guests=True)
            for name in sorted(COURTESIES)
        ),
        Intent("nothing", sentence="empty", idle=True),
        Intent("tell_time", answer=_tell_time, asks=True, writes_nothing=True),
        Intent("help", sentence="help", asks=True, writes_nothing=True),
        Intent("who_are_you", sentence="who_are_you", asks=True, writes_nothing=True, for_guests=True),
        Intent("own_tastes", sentence="own_tastes", asks=True, writes_nothing=True, for_guests=True),
        Intent("kidding", _take_back_joke, sentence="all_right"),
        Intent("not_for_you", sentence="all_right", idle=True, writes_nothing=True, for_guests=True),
        _about_last_reply("repeat_that", repeat_last_reply),
        _about_last_reply(AND_THEN, tell_rest),
        _about_last_reply("are_you_sure", tell_whether_sure),
        _about_last_reply("how_known", tell_source),
        Intent("stop", _stop, _fall_silent, reasons=("USER_STOPPED",), writes_nothing=True, for_guests=True),
    ),
    acknowledge=_acknowledge,
)
