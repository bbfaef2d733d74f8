"""Pure: the limits of telling who spoke, and to whom, with their units in the names and their reasons."""

from __future__ import annotations

# Measuring a voice.
LOWEST_PITCH_HZ, HIGHEST_PITCH_HZ = 65.0, 420.0
"""From a deep voice of a man to the voice of a child."""
MIN_PERIODICITY = 0.6
"""How alike two periods of a voiced sound are, at least; noise and whispering are not."""
MIN_DIP = 0.3
"""How much less alike the sound is within a period."""
MIN_PITCHED_FRAMES = 6
"""120 ms of voiced sound: fewer give no pitch."""
TALKER_BELOW_DB = 15.0
"""Frames softer than the loudest by more are pauses, or somebody behind the talker."""
BANDS = 16
"""So many numbers are the colour of a voice."""

# Comparing two voices. A clear utterance of one talker at one place stays within 3 dB, 3 semitones and 7 dB of the
# colour of the wake word before it (`bench/room.py`); one point of doubt begins beyond.
SHORT_MS = 500
"""Of a shorter utterance level and pitch are less certain, and the colour is that of its one vowel."""
SHORT_ALLOWANCE_DB = 3.0
"""So much more may the level of a short utterance differ: "yes" is said louder than a sentence."""
LEVEL_DOUBT_DB = (5.0, 8.0, 11.0)
"""How much softer another utterance is for one, two and three points: a person turns the head, a television is far."""
LOUDER_DOUBT_DB = (7.0, 10.0, 14.0)
"""How much louder: a person who is not heard speaks up."""
PITCH_DOUBT = (3.6, 5.5, 7.5)
"""Semitones between the middle pitches: a question ends high, a tired person speaks low."""
SHORT_PITCH_DOUBT = (5.5, 7.5, 10.0)
"""The same for a short utterance."""
COLOUR_DOUBT_DB, COLOUR_ALONE_DB = 7.5, 9.5
"""The colour of the spectrum for one point, where level or pitch differ too, and alone; it never gives more."""
COLOUR_MS = 700
"""Shorter utterances have too few sounds for their colour to be compared."""

# What was heard before.
WAKE_SOUND_MS = 900
"""So long before the end of a wake word its sound is measured."""
BACKGROUND_MS = 6_000
"""Sound before a wake word in which somebody else may have been speaking."""
BACKGROUND_VOICED_MS = 600
"""So much speech in it is a television or a conversation."""
SPEECH_BP = 5_000
"""A frame above this is speech."""
KEPT_MS = 12_000
"""The sound that is kept in memory to measure it: a long utterance is measured at its end."""
LIKE_BACKGROUND_DB, LIKE_BACKGROUND_SEMITONES = 4.0, 2.5
"""An utterance so like the speech before the wake word goes on with it."""
BREATH_MS = 400
"""What begins so soon after the wake word is said in one breath with it."""
END_MS = 1_000
"""So much of the end of an utterance, at most its half, is compared by itself: somebody else may go on there."""

# The decision.
IGNORE_POINTS = 3
"""From so many points of doubt on nothing is done, unless it is a question or an order after the wake word."""
STRANGER_POINTS = 2
"""From so many points of the voice alone on nothing is kept, however it was worded."""
BACKGROUND_POINTS = 2
"""What an utterance gets that sounds like the speech before the wake word."""
ECHO_ALLOWANCE = 1
"""Points of the voice that do not count over her own voice, since what a canceller leaves of it changes the sound."""
MIN_CONFIDENCE_BP = 4_000
"""Below it the recogniser guesses; whisper gives clear speech 7,000 and more."""

# Whose voice it is.
PERSON_SCORE = 0.5
"""From this cosine of two voiceprints on it is the person. Strict, because it forgives a change of level and pitch."""
GUEST_SCORE = 0.25
"""Below it is somebody else. Between the two nobody is known for sure, and nothing that is told is kept."""
MIN_VOICEPRINT_MS = 700
"""Of less voice a voiceprint says nothing, and only the sound is compared."""
ENROLMENT_SENTENCES = 3
"""So many sentences are a voice: of one alone the pitch is that of its question or its order."""
MIN_ENROLMENT_MS = 1_000
"""So much voice a sentence needs, about four words."""
ENROLMENT_PITCH = 5.5
"""Semitones from one sentence of a person to the next stay below."""
ENROLMENT_WAIT_MS = 120_000
"""After so long a voice that was being learned is not gone on with."""
MAX_EMBEDDING = 1_024
"""Numbers of a voiceprint: more is no vector of a speaker model."""
FAR_BELOW_ENROLLED_DB = 18.0
"""So much softer than they were heard at first a person cannot be at the same device, however far away."""

# Words that were not heard surely.
MIN_CRITICAL_WORD_BP = 2_500
"""Below it another word was as likely. PocketSphinx gives clear amounts 2,900 and more, and "forget" in noise 400 to
2,100.
"""
MIN_CRITICAL_BP = 7_000
"""The same for an utterance of which no single word is scored: its mean hides one word that was guessed."""
HELD_WORDS_MS = 60_000
"""After so long "yes" is no answer to what she asked any more."""
