"""Pure: the skill of voices: learns a person's voice from a few sentences, says whether it is known, forgets it.

Nothing of what the sentences say is kept, and a sentence that sounds like somebody else's is not taken.
"""

from __future__ import annotations

from dataclasses import replace

from device.addressing.policy import ENROLMENT_SENTENCES, ENROLMENT_WAIT_MS
from device.addressing.voiceprint import is_alike, is_enough
from device.skills.reply_context import Reply, ReplyContext
from device.skills.skill import Intent, IntentSkill, SkillReply
from device.skills.turn_context import TurnContext, TurnOutcome
from device.skills.voices.pause_profile import PAUSE_TYPE, pause_profiles
from device.skills.voices.voiceprints import (
    LEARNING,
    VOICE_TYPE,
    Voiceprint,
    learned_voiceprint,
    new_voiceprint,
    voiceprints,
)
from memory.model.changes import Setting

LEARN = "learn_voice"
CONSENTS = tuple(f"sync.{kind}" for kind in (VOICE_TYPE, PAUSE_TYPE))
"""The settings with the person's consent that other devices of theirs get the voiceprint, and how they pause."""
_WAITING = frozenset({"VOICE_ASKED", "VOICE_SENTENCE_TAKEN", "VOICE_TOO_SHORT", "VOICE_UNLIKE"})
"""After these the next sentence is waited for."""
_ENDS = frozenset({"stop", "deny"})


def _learn(context: TurnContext) -> TurnOutcome:
    """Begins to learn. The voice that is known counts until the new one is learned."""
    if context.voice is None:
        return TurnOutcome(LEARN, ("VOICE_NOT_HEARD",))
    begun = [one for one in voiceprints(context.reader, context.turn.user_id) if one.state == LEARNING]
    new = new_voiceprint(context.turn, context.voice)
    return TurnOutcome(LEARN, ("VOICE_ASKED",), records=(new.record(),), drop_records=_dropped(*begun))


def _forget(context: TurnContext) -> TurnOutcome:
    """Forgets the voice, learned or not, and how it pauses."""
    known, user_id = voiceprints(context.reader, context.turn.user_id), context.turn.user_id
    paused = tuple((PAUSE_TYPE, one.pause_profile_id) for one in pause_profiles(context.reader, user_id))
    reason = "VOICE_FORGOTTEN" if known or paused else "VOICE_UNKNOWN"
    return TurnOutcome("forget_voice", (reason,), drop_records=(*_dropped(*known), *paused))


def _share(context: TurnContext) -> TurnOutcome:
    """Lets the person's other devices have the voiceprint."""
    return TurnOutcome("share_voice", ("VOICE_SHARED",), settings=_consents("yes"))


def _keep_here(context: TurnContext) -> TurnOutcome:
    """Takes that back, for what is learned from now on."""
    return TurnOutcome("keep_voice_here", ("VOICE_KEPT_HERE",), settings=_consents("no"))


def _consents(value: str) -> tuple[Setting, ...]:
    return tuple(Setting(key, value) for key in CONSENTS)


def _answer_learning(view: ReplyContext) -> SkillReply:
    """Asks for the next sentence, or says that the voice is known."""
    reason = view.heard.reason_codes[0]
    begun = [one for one in voiceprints(view.memory.reader, view.gate.user_id) if one.state == LEARNING]
    left = ENROLMENT_SENTENCES - (begun[-1].sentences if begun else 0)
    sentence = "voice_sentence_last" if reason == "VOICE_SENTENCE_TAKEN" and left == 1 else reason.lower()
    text = view.say(sentence if view.replies.has(sentence) else "voice_learned", count=left)
    return Reply(text, view.heard.reason_codes, waits=reason in _WAITING), view.look_up("")


def _answer_change(view: ReplyContext) -> SkillReply:
    """Says what was changed."""
    reason = view.heard.reason_codes[0]
    sentence = reason.lower() if view.replies.has(reason.lower()) else "all_right"
    return Reply(view.say(sentence), view.heard.reason_codes), view.look_up("")


def _answer_known(view: ReplyContext) -> SkillReply:
    """Says whether the voice is known, and by what."""
    known = learned_voiceprint(view.memory.reader, view.gate.user_id)
    if known is None:
        return Reply(view.say("voice_unknown"), ("VOICE_UNKNOWN",)), view.look_up("")
    by = "voice_known" if known.embedding else "voice_known_by_pitch"
    return Reply(view.say(by, date=view.date(known.learned_ms)), ("VOICE_KNOWN",)), view.look_up("")


def _dropped(*gone: Voiceprint) -> tuple[tuple[str, str], ...]:
    return tuple((VOICE_TYPE, one.voiceprint_id) for one in gone)


class VoiceSkill(IntentSkill):
    """Keeps voices as records of the vault."""

    def follow_up(self, context: TurnContext) -> TurnOutcome | None:
        """Takes the next sentence of a voice that is being learned."""
        begun = self._begun(context)
        intent = context.understood.intent
        if begun is None or any(one.name == intent for one in self.intents):
            return None
        if intent in _ENDS:
            return TurnOutcome(LEARN, ("VOICE_NOT_LEARNED",), drop_records=_dropped(begun))
        taken = _with_sentence(context, begun)
        return replace(taken, hide=((0, len(context.turn.text)),))

    def _begun(self, context: TurnContext) -> Voiceprint | None:
        """Returns the voice that the last turn of this session was about."""
        turn = context.turn
        begun = [one for one in voiceprints(context.reader, turn.user_id) if one.state == LEARNING]
        if not begun or turn.at.at_ms - begun[-1].learned_ms > ENROLMENT_WAIT_MS:
            return None
        last = context.queries.recent_turns(turn.user_id, turn.session_id, 1)
        return begun[-1] if last == (begun[-1].turn_id,) else None


def _with_sentence(context: TurnContext, begun: Voiceprint) -> TurnOutcome:
    """Takes one sentence, unless it is too short or of somebody else."""
    sample, turn = context.voice, context.turn
    if sample is None or not is_enough(sample):
        return TurnOutcome(LEARN, ("VOICE_TOO_SHORT",), records=(begun.touched(turn).record(),))
    if begun.sentences and not is_alike(sample, begun.sample):
        return TurnOutcome(LEARN, ("VOICE_UNLIKE",), records=(begun.touched(turn).record(),))
    now = begun.with_sentence(sample, turn)
    if now.state == LEARNING:
        return TurnOutcome(LEARN, ("VOICE_SENTENCE_TAKEN",), records=(now.record(),))
    others = [one for one in voiceprints(context.reader, turn.user_id) if one.voiceprint_id != now.voiceprint_id]
    return TurnOutcome(LEARN, ("VOICE_LEARNED",), records=(now.record(),), drop_records=_dropped(*others))


VOICES = VoiceSkill(
    "voices",
    (
        Intent(LEARN, _learn, _answer_learning),
        Intent("forget_voice", _forget, _answer_change),
        Intent("knows_voice", answer=_answer_known, asks=True),
        Intent("share_voice", _share, _answer_change),
        Intent("keep_voice_here", _keep_here, _answer_change),
    ),
)
