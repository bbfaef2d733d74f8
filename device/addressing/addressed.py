"""Pure: decides whether an utterance was said to her by the person: act, answer and keep nothing, ask again, ignore.

What is compared are the sound of the utterance and that of the wake word, or of who was answered last; how the words
are meant; and what a voiceprint says. A pitch and a level can only lower trust. Doubt is counted in points, each with
its reason code, so that the event file shows why. What was overheard is an outcome: it is no provenance of a memory,
because there is no memory of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from device.addressing.policy import (
    BACKGROUND_POINTS,
    BREATH_MS,
    COLOUR_ALONE_DB,
    COLOUR_DOUBT_DB,
    COLOUR_MS,
    ECHO_ALLOWANCE,
    FAR_BELOW_ENROLLED_DB,
    IGNORE_POINTS,
    LEVEL_DOUBT_DB,
    LIKE_BACKGROUND_DB,
    LIKE_BACKGROUND_SEMITONES,
    LOUDER_DOUBT_DB,
    MIN_CONFIDENCE_BP,
    PITCH_DOUBT,
    SHORT_ALLOWANCE_DB,
    SHORT_MS,
    SHORT_PITCH_DOUBT,
    STRANGER_POINTS,
)
from device.addressing.sound_profile import SoundProfile
from device.addressing.voiceprint import VoiceMatch
from device.addressing.wording import WordsHeard
from device.conversation.events import Addressing, HearingAct
from device.conversation.turn_tables import Origin


@dataclass(frozen=True, slots=True)
class HearingEvidence:
    """Everything that the decision is made from."""

    origin: Origin
    words: WordsHeard
    heard: SoundProfile | None = None
    """The sound of the utterance; None where it was not measured: then the words alone decide."""
    reference: SoundProfile | None = None
    """The sound of the wake word, or of who was answered last."""
    background: SoundProfile | None = None
    """The speech of somebody before the wake word."""
    enrolled: SoundProfile | None = None
    """The person's own profile. Of its level only a great distance counts: it depends on the place."""
    speaker: VoiceMatch | None = None
    """What a voiceprint says; None without an engine or an enrolled voice."""
    end: SoundProfile | None = None
    """The end of a long utterance."""
    gap_ms: int = 0
    """From the opening of the ear to the first voiced frame."""
    confidence_bp: int | None = None
    guessed: bool = False
    """Whether the recogniser was sure of no single word, and none of them is critical."""
    asked: SoundProfile | None = None
    """The voice that was asked what destroys or changes an identity; None when nothing such is open."""
    guarded: bool = False
    """Whether such a question is open."""


@dataclass(slots=True)
class _Doubt:
    points: int = 0
    reasons: list[str] = field(default_factory=list)

    def add(self, points: int, reason: str) -> None:
        if points:
            self.points += points
            self.reasons.append(reason)


def decide_addressed(evidence: HearingEvidence) -> Addressing:
    """Decides what is done with an utterance, with the reasons in the order in which they were found."""
    if evidence.words.stops:
        return Addressing(HearingAct.ACT, ("STOP",))
    voice = _doubt_of_voice(evidence)
    if evidence.guarded and (refused := _refused_answer(evidence, voice)):
        return refused
    if evidence.speaker is VoiceMatch.GUEST:
        return Addressing(_of_stranger(evidence, voice), (*voice.reasons, "GUEST_VOICE"), voice.points)
    if evidence.guessed and evidence.origin is Origin.SPEECH_OVER_PLAYBACK and voice.points < IGNORE_POINTS:
        return Addressing(HearingAct.ASK_AGAIN, (*voice.reasons, "LOW_CONFIDENCE"), voice.points)
    if (evidence.confidence_bp if evidence.confidence_bp is not None else MIN_CONFIDENCE_BP) < MIN_CONFIDENCE_BP:
        first = evidence.origin is Origin.WAKE_WORD and voice.points < IGNORE_POINTS
        act = HearingAct.ASK_AGAIN if first else HearingAct.IGNORE
        return Addressing(act, (*voice.reasons, "LOW_CONFIDENCE"), voice.points)
    return _weighed(evidence, voice)


def _doubt_of_voice(evidence: HearingEvidence) -> _Doubt:
    """Counts what speaks against the voice being that of the person who woke her, or was answered."""
    doubt, heard = _Doubt(), evidence.heard
    if heard is None or evidence.speaker is VoiceMatch.PERSON:
        return doubt
    if evidence.reference is not None:
        for points, reason in _compare(heard, evidence.reference):
            doubt.add(points, reason)
    if evidence.enrolled is not None:
        for points, reason in _compare_enrolled(heard, evidence.enrolled, doubt.reasons):
            doubt.add(points, reason)
    if evidence.origin is Origin.SPEECH_OVER_PLAYBACK:
        doubt.points = max(0, doubt.points - ECHO_ALLOWANCE)
    if evidence.words.tells or not evidence.words.turns_to_her:  # beside a television a question is still the person's
        doubt.add(STRANGER_POINTS * _another_goes_on(evidence), "ANOTHER_GOES_ON")
    doubt.add(evidence.speaker is VoiceMatch.UNSURE, "UNSURE_VOICE")
    return doubt


def _weighed(evidence: HearingEvidence, voice: _Doubt) -> Addressing:
    words, over = evidence.words, evidence.origin is Origin.SPEECH_OVER_PLAYBACK
    unknown = evidence.heard is not None and evidence.reference is None and evidence.speaker is not VoiceMatch.PERSON
    doubt = _Doubt(voice.points, list(voice.reasons))
    doubt.add(BACKGROUND_POINTS * _sounds_like_background(evidence), "LIKE_BACKGROUND")
    doubt.add(int(unknown and evidence.origin is not Origin.WAKE_WORD), "UNKNOWN_TALKER")
    doubt.add(int(words.narrates and doubt.points > 0), "NARRATION")
    doubt.add(-int(_in_one_breath(evidence) and doubt.points > 0), "ONE_BREATH")
    doubt.add(-int(words.turns_to_her and not words.tells and doubt.points > 0), "TURNS_TO_HER")
    if _may_act(evidence, voice, doubt, nobody_known=unknown and over):
        return Addressing(HearingAct.ACT, tuple(doubt.reasons), max(0, doubt.points))
    return Addressing(_of_doubtful(evidence, doubt), tuple(doubt.reasons), doubt.points)


def _may_act(evidence: HearingEvidence, voice: _Doubt, doubt: _Doubt, *, nobody_known: bool) -> bool:
    """Says whether so little doubt allows to act. What tells something needs none, over her own voice not even one
    that the echo may explain: it would be kept.
    """
    over, tells = evidence.origin is Origin.SPEECH_OVER_PLAYBACK, evidence.words.tells
    if nobody_known or voice.points >= STRANGER_POINTS or (over and tells and voice.reasons):
        return False
    return doubt.points <= (0 if tells else 1)


def _of_doubtful(evidence: HearingEvidence, doubt: _Doubt) -> HearingAct:
    """Says what is done with what may be another's: a question is answered, what is told to nobody is ignored."""
    if evidence.words.turns_to_her and evidence.origin is Origin.WAKE_WORD:
        return HearingAct.ANSWER_ONLY
    return HearingAct.IGNORE if doubt.points >= IGNORE_POINTS else HearingAct.ANSWER_ONLY


def _of_stranger(evidence: HearingEvidence, voice: _Doubt) -> HearingAct:
    """Answers a guest who used the wake word, and ignores one who speaks into somebody else's talk."""
    spoke_to_her = evidence.origin is Origin.WAKE_WORD and voice.points < IGNORE_POINTS
    return HearingAct.ANSWER_ONLY if spoke_to_her or evidence.words.turns_to_her else HearingAct.IGNORE


def _refused_answer(evidence: HearingEvidence, voice: _Doubt) -> Addressing | None:
    """Refuses an answer to what destroys or changes an identity unless it comes from the voice that was asked."""
    if evidence.speaker is VoiceMatch.PERSON:
        return None
    doubt = _Doubt(voice.points, list(voice.reasons))
    heard, asked = evidence.heard, evidence.asked
    if heard is not None and asked is not None:
        doubt.add(_distance(heard, asked), "NOT_WHO_WAS_ASKED")
    elif heard is not None or asked is not None:
        doubt.add(1, "NOT_WHO_WAS_ASKED")
    if not doubt.points and evidence.speaker is not VoiceMatch.GUEST:
        return None
    return Addressing(HearingAct.ANSWER_ONLY, (*doubt.reasons, "GUARDED_QUESTION"), doubt.points)


def _compare(heard: SoundProfile, other: SoundProfile) -> tuple[tuple[int, str], ...]:
    """Returns the points of each difference of two sounds. A colour that differs a little counts beside another."""
    level, pitch = _level_points(heard, other), _pitch_points(heard, other)
    long = min(heard.voiced_ms, other.voiced_ms) >= COLOUR_MS
    least_db = COLOUR_DOUBT_DB if level + pitch else COLOUR_ALONE_DB
    colour = int(long and heard.band_distance(other) >= least_db)
    return (level, "OTHER_LEVEL"), (pitch, "OTHER_PITCH"), (colour, "OTHER_COLOUR")


def _compare_enrolled(heard: SoundProfile, enrolled: SoundProfile, known: Sequence[str]) -> tuple[tuple[int, str], ...]:
    """Returns the points of differences to the person's learned profile that the wake word did not show already."""
    pitch = _pitch_points(heard, enrolled) if "OTHER_PITCH" not in known else 0
    far = enrolled.level_db - heard.level_db >= FAR_BELOW_ENROLLED_DB and "OTHER_LEVEL" not in known
    return (pitch, "NOT_THE_PERSONS_PITCH"), (int(far), "NOT_THE_PERSONS_LEVEL")


def _distance(heard: SoundProfile, other: SoundProfile) -> int:
    return sum(points for points, _ in _compare(heard, other))


def _another_goes_on(evidence: HearingEvidence) -> bool:
    """Says whether the end of a long utterance sounds like another than who began it."""
    end, heard = evidence.end, evidence.reference or evidence.heard
    return end is not None and heard is not None and _distance(end, heard) >= STRANGER_POINTS


def _level_points(heard: SoundProfile, other: SoundProfile) -> int:
    allowance = SHORT_ALLOWANCE_DB if min(heard.voiced_ms, other.voiced_ms) < SHORT_MS else 0.0
    louder = heard.level_db - other.level_db
    limits = LOUDER_DOUBT_DB if louder > 0 else LEVEL_DOUBT_DB
    return _points(abs(louder) - allowance, limits)


def _pitch_points(heard: SoundProfile, other: SoundProfile) -> int:
    short = min(heard.voiced_ms, other.voiced_ms) < SHORT_MS
    return _points(heard.pitch_distance(other), SHORT_PITCH_DOUBT if short else PITCH_DOUBT)


def _points(distance: float, limits: Sequence[float]) -> int:
    return sum(distance >= limit for limit in limits)


def _sounds_like_background(evidence: HearingEvidence) -> bool:
    """Says whether it goes on with the speech before the wake word, and not with the wake word."""
    heard, before, wake = evidence.heard, evidence.background, evidence.reference
    if heard is None or before is None or wake is None or evidence.origin is not Origin.WAKE_WORD:
        return False
    near = abs(heard.level_db - before.level_db) < LIKE_BACKGROUND_DB
    near &= heard.pitch_distance(before) < LIKE_BACKGROUND_SEMITONES
    wake_near = abs(wake.level_db - before.level_db) < LIKE_BACKGROUND_DB
    wake_near &= wake.pitch_distance(before) < LIKE_BACKGROUND_SEMITONES
    return near and not wake_near


def _in_one_breath(evidence: HearingEvidence) -> bool:
    """Says whether it was said on with the wake word, while nobody else was speaking."""
    return evidence.origin is Origin.WAKE_WORD and evidence.gap_ms < BREATH_MS and evidence.background is None
