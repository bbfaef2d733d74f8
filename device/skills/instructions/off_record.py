"""Pure: keeps nothing of what is said next, or of the rest of a conversation, when the person asks for it.

Which conversation it is stands in Current State as a code, so that it outlives the process. The words of such a turn
are not archived and make no memory; commands in it are still done.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from device.skills.memory.privacy_rules import bar_topic
from device.skills.reply_context import Reply, ReplyContext
from device.skills.skill import SkillReply
from device.skills.turn_context import TurnContext, TurnOutcome
from memory.model.atoms import Turn
from memory.model.canonical import canonical_digest
from memory.model.changes import Setting
from memory.rules.mention_target import PASSING, TELLING

OFF_THE_RECORD, KEEP_AGAIN_FIRST = "OFF_THE_RECORD", "KEEP_AGAIN_FIRST"
_NEXT, _MORE, _ENDED = "next", "more", "ended"
_MODES = {"keep_nothing_next": _NEXT, "keep_nothing_more": _MORE}


def keep_nothing(context: TurnContext, mode: str = "") -> TurnOutcome:
    """Begins to keep nothing: of the next thing that is said, or of the rest of this conversation."""
    intent = context.understood.intent
    return TurnOutcome(intent, (OFF_THE_RECORD,), settings=(_setting(context.turn, mode or _MODES[intent]),))


def keep_off_the_record(context: TurnContext) -> TurnOutcome:
    """Takes back what the last turn told; without that, it announces what comes next."""
    turn = context.turn
    last = context.queries.recent_turns(turn.user_id, turn.session_id, 1)
    if set(context.queries.intents(last).values()) & TELLING:
        return bar_topic(context)
    return replace(keep_nothing(context, _NEXT), intent="keep_nothing_next")


def keep_again(context: TurnContext) -> TurnOutcome:
    """Keeps again what is told."""
    if not off_record_mode(context.queries.current_state(), context.turn):
        return TurnOutcome("keep_again", ("UNDERSTOOD",))
    return TurnOutcome("keep_again", (OFF_THE_RECORD,), settings=(_setting(context.turn, _ENDED),))


def off_record_mode(state: Mapping[str, str], turn: Turn) -> str:
    """Returns how nothing of this turn is kept: `next` or `more`; empty when it is kept."""
    mode, _, session = state.get(_key(turn), "").partition(".")
    return mode if mode in (_NEXT, _MORE) and session == _session_code(turn) else ""


def left_unkept(context: TurnContext) -> TurnOutcome:
    """Returns the outcome of words that tell something off the record: nothing."""
    asked = context.understood.intent in ("remember", "insist")
    return TurnOutcome("off_the_record", (KEEP_AGAIN_FIRST,) if asked else (OFF_THE_RECORD,))


def off_record_outcome(context: TurnContext, outcome: TurnOutcome, mode: str) -> TurnOutcome:
    """Returns the outcome without new memories and without the words of the turn; the next turn is kept again after
    `next`, but a courtesy is not what was announced.
    """
    if outcome.new:
        outcome = TurnOutcome("off_the_record", (KEEP_AGAIN_FIRST,))
    said = context.understood.intent
    over = mode == _NEXT and said not in PASSING and said != "off_the_record"
    settings = (*outcome.settings, _setting(context.turn, _ENDED)) if over else outcome.settings
    return replace(outcome, settings=settings, hide=((0, len(context.turn.text)),))


def tell_kept_nothing(view: ReplyContext) -> SkillReply:
    """Says that nothing was kept, or is kept of it any more, and how that ends when there was something to remember."""
    reasons = view.heard.reason_codes
    sentences = {KEEP_AGAIN_FIRST: "keep_again_first", OFF_THE_RECORD: "kept_nothing"}
    sentence = next((sentences[reason] for reason in reasons if reason in sentences), "wont_remember")
    return Reply(view.say(sentence), reasons or (OFF_THE_RECORD,)), view.look_up("")


def _setting(turn: Turn, mode: str) -> Setting:
    return Setting(_key(turn), mode if mode == _ENDED else f"{mode}.{_session_code(turn)}")


def _key(turn: Turn) -> str:
    return f"off_record.{_code(turn.user_id)}"


def _session_code(turn: Turn) -> str:
    return _code(turn.session_id)


def _code(outside: str) -> str:
    return canonical_digest(outside, person="selene.offrec.v1", size=8).hex()
