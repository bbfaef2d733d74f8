"""Whether an utterance was said to her by the person: each kind of evidence by itself, and together."""

from __future__ import annotations

from dataclasses import replace

import pytest

from device.addressing.addressed import HearingEvidence, decide_addressed
from device.addressing.sound_profile import SoundProfile
from device.addressing.voiceprint import VoiceMatch
from device.addressing.wording import WordsHeard, read_words
from device.conversation.events import HearingAct
from device.conversation.turn_tables import Origin
from device.conversation.turn_words import turn_words
from device.platform.language_files import load_language

FLAT = (0.0,) * 16
PERSON = SoundProfile(-25.0, 120.0, FLAT, 1_400)
WAKE = replace(PERSON, voiced_ms=800)
TELLS = WordsHeard(tells=True)
NARRATES = WordsHeard(tells=True, narrates=True)
ASKS = WordsHeard(turns_to_her=True)
YES = WordsHeard()
HEARD = HearingEvidence(Origin.WAKE_WORD, TELLS, PERSON, WAKE, gap_ms=900)

SOFTER, DEEPER = replace(PERSON, level_db=-36.5), replace(PERSON, pitch_hz=75.0)
TELEVISION = SoundProfile(-36.0, 210.0, (8.0, -8.0) * 8, 2_000)
FOLLOWS, OVER = replace(HEARD, origin=Origin.FOLLOW_UP), replace(HEARD, origin=Origin.SPEECH_OVER_PLAYBACK)
GUARDED = replace(FOLLOWS, words=YES, guarded=True, asked=PERSON)
UNHEARD = replace(HEARD, heard=None)

ACT, OVERHEARD, AGAIN, IGNORE = HearingAct.ACT, HearingAct.ANSWER_ONLY, HearingAct.ASK_AGAIN, HearingAct.IGNORE
DECISIONS = [
    ("the person", HEARD, ACT, ()),
    ("the person, of others", replace(HEARD, words=NARRATES), ACT, ()),
    ("turned away a little", replace(HEARD, heard=replace(PERSON, level_db=-29.5)), ACT, ()),
    ("much softer", replace(HEARD, heard=SOFTER), IGNORE, ("OTHER_LEVEL",)),
    ("much softer, asks", replace(HEARD, heard=SOFTER, words=ASKS), OVERHEARD, ("OTHER_LEVEL", "TURNS_TO_HER")),
    ("another pitch", replace(HEARD, heard=DEEPER), IGNORE, ("OTHER_PITCH",)),
    ("a television", replace(HEARD, heard=TELEVISION, words=NARRATES), IGNORE,
     ("OTHER_LEVEL", "OTHER_PITCH", "OTHER_COLOUR", "NARRATION")),
    ("one breath, a little softer", replace(HEARD, heard=replace(PERSON, level_db=-31.0), gap_ms=0), ACT,
     ("OTHER_LEVEL", "ONE_BREATH")),
    ("a pause, a little softer", replace(HEARD, heard=replace(PERSON, level_db=-31.0)), OVERHEARD, ("OTHER_LEVEL",)),
    ("a pause, a little softer, asks", replace(HEARD, heard=replace(PERSON, level_db=-31.0), words=ASKS), ACT,
     ("OTHER_LEVEL", "TURNS_TO_HER")),
    ("one breath, somebody spoke before", replace(HEARD, heard=replace(PERSON, level_db=-31.0), gap_ms=0,
     background=TELEVISION), OVERHEARD, ("OTHER_LEVEL",)),
    ("goes on with who spoke before", replace(HEARD, heard=replace(PERSON, level_db=-31.0, pitch_hz=121.0),
     background=replace(PERSON, level_db=-32.0)), IGNORE, ("OTHER_LEVEL", "LIKE_BACKGROUND")),
    ("a short word may be louder", replace(HEARD, heard=replace(PERSON, level_db=-17.5, voiced_ms=220)), ACT, ()),
    ("another goes on", replace(HEARD, end=TELEVISION, gap_ms=0), OVERHEARD, ("ANOTHER_GOES_ON", "ONE_BREATH")),
    ("another goes on after a question", replace(HEARD, end=TELEVISION, words=ASKS), ACT, ()),
    ("another goes on after an order to keep", replace(HEARD, end=TELEVISION,
     words=WordsHeard(tells=True, turns_to_her=True)), OVERHEARD, ("ANOTHER_GOES_ON",)),
    ("a soft end of its own", replace(HEARD, end=replace(PERSON, level_db=-31.5)), ACT, ()),
    ("whispered", UNHEARD, ACT, ()),
    ("follows the person", FOLLOWS, ACT, ()),
    ("follows nobody known", replace(FOLLOWS, reference=None), OVERHEARD, ("UNKNOWN_TALKER",)),
    ("over a reply, nobody known, orders", replace(OVER, reference=None, words=ASKS), OVERHEARD,
     ("UNKNOWN_TALKER", "TURNS_TO_HER")),
    ("over a reply, changed by the echo", replace(OVER, heard=replace(PERSON, level_db=-31.0), words=ASKS), ACT,
     ("OTHER_LEVEL",)),
    ("over a reply, changed by the echo, tells", replace(OVER, heard=replace(PERSON, level_db=-31.0)), OVERHEARD,
     ("OTHER_LEVEL",)),
    ("orders to keep, a little softer", replace(HEARD, heard=replace(PERSON, level_db=-31.0),
     words=WordsHeard(tells=True, turns_to_her=True)), OVERHEARD, ("OTHER_LEVEL",)),
    ("stop from anybody", replace(OVER, heard=TELEVISION, words=WordsHeard(turns_to_her=True, stops=True)), ACT,
     ("STOP",)),
    ("guesses", replace(HEARD, confidence_bp=2_000), AGAIN, ("LOW_CONFIDENCE",)),
    ("guesses after a question", replace(FOLLOWS, confidence_bp=2_000), IGNORE, ("LOW_CONFIDENCE",)),
    ("no word is sure over a reply", replace(OVER, guessed=True), AGAIN, ("LOW_CONFIDENCE",)),
    ("no word is sure over a reply, another", replace(OVER, guessed=True, heard=TELEVISION, words=NARRATES), IGNORE,
     ("OTHER_LEVEL", "OTHER_PITCH", "OTHER_COLOUR", "NARRATION")),
    ("stop is not sure over a reply", replace(OVER, guessed=True, words=WordsHeard(stops=True)), ACT, ("STOP",)),
    ("no word is sure after the wake word", replace(HEARD, guessed=True), ACT, ()),
    ("sure", replace(HEARD, confidence_bp=9_000), ACT, ()),
    ("enrolled as another pitch", replace(HEARD, enrolled=replace(PERSON, pitch_hz=190.0)), IGNORE,
     ("NOT_THE_PERSONS_PITCH",)),
    ("enrolled alike is no proof", replace(HEARD, heard=SOFTER, enrolled=PERSON), IGNORE, ("OTHER_LEVEL",)),
    ("a guest", replace(HEARD, speaker=VoiceMatch.GUEST), OVERHEARD, ("GUEST_VOICE",)),
    ("a guest in between", replace(HEARD, speaker=VoiceMatch.GUEST, heard=TELEVISION), IGNORE,
     ("OTHER_LEVEL", "OTHER_PITCH", "OTHER_COLOUR", "GUEST_VOICE")),
    ("unsure", replace(HEARD, speaker=VoiceMatch.UNSURE), OVERHEARD, ("UNSURE_VOICE",)),
    ("known by a voiceprint", replace(HEARD, speaker=VoiceMatch.PERSON, heard=SOFTER), ACT, ()),
    ("yes of who was asked", GUARDED, ACT, ()),
    ("yes of another", replace(GUARDED, heard=DEEPER), OVERHEARD,
     ("OTHER_PITCH", "NOT_WHO_WAS_ASKED", "GUARDED_QUESTION")),
    ("yes after another woke her", replace(GUARDED, origin=Origin.WAKE_WORD, heard=DEEPER, reference=DEEPER), OVERHEARD,
     ("NOT_WHO_WAS_ASKED", "GUARDED_QUESTION")),
    ("yes that was not measured", replace(GUARDED, heard=None), OVERHEARD, ("NOT_WHO_WAS_ASKED", "GUARDED_QUESTION")),
    ("yes of a guest", replace(GUARDED, speaker=VoiceMatch.GUEST), OVERHEARD, ("GUARDED_QUESTION",)),
    ("yes known by a voiceprint", replace(GUARDED, speaker=VoiceMatch.PERSON, heard=SOFTER), ACT, ()),
]  # fmt: skip


@pytest.mark.parametrize(("evidence", "act", "reasons"), [row[1:] for row in DECISIONS], ids=[r[0] for r in DECISIONS])
def test_an_utterance_is_acted_on_answered_asked_again_or_ignored(
    evidence: HearingEvidence, act: HearingAct, reasons: tuple[str, ...]
) -> None:
    decided = decide_addressed(evidence)
    assert (decided.act, decided.reasons) == (act, reasons)


def test_a_pitch_or_a_level_never_raises_trust() -> None:
    """Whatever else speaks against an utterance, a sound that fits never turns a refusal into an act."""
    for _, evidence, _, _ in DECISIONS:
        without = decide_addressed(replace(evidence, enrolled=None))
        assert decide_addressed(replace(evidence, enrolled=evidence.heard)) == without


WORDS = [
    ("my brother lives in chicago", "en", TELLS),
    ("the senator said that his wife won", "en", NARRATES),
    ("what time is it", "en", ASKS),
    ("forget that", "en", ASKS),
    ("stop", "en", WordsHeard(turns_to_her=True, stops=True)),
    ("Stop talking.", "en", WordsHeard(turns_to_her=True, stops=True)),
    ("that’s enough", "en", WordsHeard(tells=True, narrates=True, stops=True)),
    ("stop remembering", "en", ASKS),
    ("stop mentioning my sister", "en", ASKS),
    ("remember that the wedding is on saturday", "en", WordsHeard(tells=True, turns_to_her=True)),
    ("yes", "en", YES),
    ("", "en", YES),
    ("mein bruder wohnt in ulm", "de", TELLS),
    ("der minister hat gestern in berlin gesprochen", "de", NARRATES),
    ("wie spät ist es", "de", ASKS),
    ("hör auf", "de", WordsHeard(turns_to_her=True, stops=True)),
    ("ruhe", "de", WordsHeard(stops=True)),
    ("halt dich von ulm fern", "de", YES),
]


@pytest.mark.parametrize(("text", "language", "flags"), WORDS, ids=[row[0] or "nothing" for row in WORDS])
def test_the_words_say_whether_somebody_is_spoken_to(text: str, language: str, flags: WordsHeard) -> None:
    words = turn_words(language, load_language(language).device["turn_taking"])
    assert read_words(text, words) == flags
