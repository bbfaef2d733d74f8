"""Pure: a toy skill, "boil the eggs for 4 minutes": an intent, a record of its own, and something to say when due."""

from __future__ import annotations

from dataclasses import dataclass

from device.core.messages import Announcement
from device.skills.reply_context import Reply, ReplyContext
from device.skills.skill import DueContext, Intent, IntentSkill, SkillReply
from device.skills.turn_context import TurnContext, TurnOutcome
from memory.model.atoms import Turn
from memory.model.changes import Change, Record, Scope
from memory.retrieval.context_builder import MemoryAccess
from memory.text.language_file import Data
from protos.canonical_json import Plain

TEMPLATES: dict[str, dict[str, Data]] = {
    "en": {
        "intents": {"boil": ["boil {what} for {minutes} minutes"]},
        "lists": {"wildcards": ["what", "minutes"]},
        "replies": {
            "boil_started": "I will tell you when {what} are done.",
            "boil_unclear": "For how many minutes?",
            "boil_due": "Now {what} are done.",
        },
    }
}


def start_timer(context: TurnContext) -> TurnOutcome:
    """A record of the toy type `timer`, written in the transaction of the turn."""
    minutes, turn = context.understood.slot("minutes"), context.turn
    if not minutes.isdecimal():
        return TurnOutcome("boil", ("TIMER_UNCLEAR",))
    timer: dict[str, Plain] = {
        "timer_id": f"timer-{turn.turn_id}",
        "user_id": turn.user_id,
        "label": context.understood.slot("what"),
        "due_ms": turn.at.at_ms + int(minutes) * 60_000,
        "tone": "soft",
    }
    return TurnOutcome("boil", ("TIMER_SET",), records=(Record("timer", timer),))


def confirm_timer(view: ReplyContext) -> SkillReply:
    """One sentence about what was committed."""
    slots, reasons = dict(view.heard.slots), view.heard.reason_codes
    sentence = "boil_started" if "TIMER_SET" in reasons else "boil_unclear"
    return Reply(view.say(sentence, what=slots.get("what", "")), reasons), view.look_up("")


@dataclass(frozen=True)
class BoilSkill(IntentSkill):
    """Keeps its timers in the vault, so that they outlive a restart, reach other devices and are forgotten."""

    def due(self, context: DueContext) -> tuple[Announcement, ...]:
        """Says each timer whose time has come."""
        timers = (one.content for one in context.memory.reader.records(context.user_id, "timer"))
        return tuple(
            Announcement(self.name, str(timer["timer_id"]), context.replies.say("boil_due", what=str(timer["label"])))
            for timer in timers
            if int(str(timer["due_ms"])) <= context.now.at_ms
        )

    def announced(self, announcement: Announcement, turn: Turn, memory: MemoryAccess) -> Change | None:
        """Drops the timer: it was said."""
        scope = Scope(turn.user_id, turn.session_id, turn.turn_id, turn.at.at_ms)
        return Change(scope, drop_records=(("timer", announcement.key),))


BOIL = BoilSkill("boil", (Intent("boil", start_timer, confirm_timer),), TEMPLATES)
