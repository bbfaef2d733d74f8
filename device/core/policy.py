"""Pure: every limit of the ear and the mouth, with its unit in the name and its reason. All times are audio time."""

from __future__ import annotations

from dataclasses import dataclass

# Microphone, speaker and sound files.
MAX_QUEUED_FRAMES = 250
"""5 s: longer than any stall of a healthy machine."""
STALL_S = 5.0
"""A microphone that delivers nothing for so long was unplugged."""
CUSHION_FRAMES = 3
"""60 ms of silence before the first frame of speech, so that a late frame is not a click."""
MAX_SOUND_S = 24 * 3600
"""A day: longer is a mistake, or a header that lies."""
MIN_RATE_HZ = 4_000
"""Of a sound file; below it speech is not to be understood."""
MAX_RATE_HZ = 384_000
"""The highest that recorders offer."""
MAX_CHANNELS = 32
"""Of a sound file."""
REARM_FRAMES = 25
"""Half a second below the threshold ends one saying of the word; the engine judges only every third step of 10 ms."""
WAKE_THRESHOLD = 0.5
"""openWakeWord's own recommendation."""
EVALUATION_BEFORE_MS = 300
"""Silence before a played utterance, as in a turn."""
EVALUATION_AFTER_MS = 700
"""And after it."""

# Recognition and speech.
CATCH_UP_FRAMES = 3
"""Frames decoded for each one heard: bounds the work in one frame."""
MAX_DICTIONARY_READINGS = 3
"""Of one word of the dictionary."""
SPELLED_INSERTION = 1e-3
"""How likely one more letter is. At the engine's own 0.65 a breath between two letters becomes a third."""
MAX_READINGS = 4
"""Of a term; more cost time and are heard in what was not said."""
MAX_HEARD_READINGS = 2
"""Of a term; what it was misheard as is how it sounds, but more of it would be heard in what is something else."""
MAX_READ_TERM_WORDS = 8
"""A longer term gets no pronunciation."""
MAX_READ_WORD_CHARS = 40
"""Nor does a longer word."""
HINT_SLOTS = 1_000
"""More terms than any bundle has; `selene vocab eval` may play more than a bundle."""
HINT_WEIGHT = 100.0
"""How much likelier than an average word a plain term is. At 300 a few more are recovered, and more names are heard
that were not said (`selene vocab eval`)."""
UNPLAIN_HINT_SLOTS = 100
"""As many as a bundle has terms."""
EVERYDAY_LIKELIHOOD = 3.5e-6
"""The least likelihood of an everyday word; about 9,600 are above it. More would be slower to swap than 50 ms
(`bench/hints.py`)."""
MAX_SPOKEN_CHARS = 5_000
"""About five minutes of speech. A sentence is shorter; longer text is cut, so that no reply takes all memory."""
WORDS_PER_MINUTE = 175
"""eSpeak's own rate."""
MIN_SPELLED_LETTERS = 2
"""Letters of a word that is spelled,"""
MAX_SPELLED_LETTERS = 40
"""at most."""
MAX_NEAR_TERMS = 40
"""At most so many words of packages come first because of what was said; the rest of the bundle is for all others."""
MAX_OWN_WORDS = 100
"""Of a person's own words in a turn's hints, the latest."""
MAX_HEARD_FORMS = 8
"""Forms that one of them was misheard as."""
RECENT_LINES = 6
"""What was said lately: three turns of both."""

# One turn (2.11.10 to 2.11.12).
MAX_ANSWER_WORDS = 4
"""Of an answer to a question, beside its value."""
MAX_ANSWER_LEAD_WORDS = 4
"""Before the value: "no, it's ..."."""
MAX_LATE_ANSWER_WORDS = 6
"""Of an answer that comes a turn late."""
MAX_LATE_VALUE_WORDS = 3
"""The value, or "it's" and the value; saying the whole thing again is no answer."""
MAX_BARE_NAME_WORDS = 2
"""A name alone, as an answer to who somebody is."""
MAX_COMMAND_PARTS = 4
"""Commands that one sentence may join."""
MAX_FILLER_WORDS = 3
"""So few words that tell nothing before "forget that" are no words to be taken back: "oh wait"."""
MAX_ECHO_CHARS = 200
"""What a reply repeats of what was said."""
MAX_BESIDE_ATOMS = 20
"""What is kept beside one key."""
CORRECTION_LOOK_BACK_TURNS = 8
"""How far back a correction may reach."""
MAX_CORRECTION_ATOMS = 12
"""Memories that a correction is compared with."""
MAX_BARE_CORRECTION_WORDS = 4
""""No, blue": a longer sentence says what it corrects."""
MAX_MORE_WORDS = 1
"""By so many words the new wording may be longer."""
CORRECTION_AHEAD_DAYS = 365
"""A day that is corrected lies within a year."""
MAX_FOUND_ATOMS = 200
"""Memories that a control looks at for one topic or stretch of time."""
MAX_ENDED_ATOMS = 50
"""Memories that may have ended with what was told."""
MAX_PLANS = 10
"""Dated memories in one answer."""
MAX_DAY_LINES = 60
"""Lines of a day that are looked at."""
ENOUGH_MILLI = 500
"""How much of a question's weight an item must carry to be an answer."""
MAX_LIKINGS = 200
"""Preferences that are looked at."""
MAX_ABOUT_ATOMS = 200
"""Memories that hold all words of a topic."""
MAX_BELOW_ATOMS = 8
"""Memories below one key."""
MIN_LISTED = 2
"""Fewer are no list."""
LAST_LINES = 3
"""What was talked about last: so many lines."""
MAX_HELD_ATOMS = 200
"""Memories that a look back compares."""
MAX_ITEMS_PER_STEM = 60
"""What is read of each word, the newest,"""
MAX_SEARCHED_LINES = 40
"""and the lines that are looked at."""

# Account, commands and daemon.
MAX_HELP_CHARS = 1_000
"""Longer than any first sentence of a command: none is cut in a list, however wide the terminal is."""
MAX_DEVICE_NAME_CHARS = 64
"""Of a device's name."""
SHORT_HEAD_DIGITS = 4
"""So many digits of the head are enough to compare by eye."""
WORD_COLUMNS = 4
"""Of the 24 words on a screen."""
WORD_TRIES = 3
"""To type one of them right."""
CHECKED_WORDS = 3
"""So many of the words are asked for."""
CHECK_TRIES = 3
"""Wrong answers to one of them before the paper is taken to be wrong."""
MIN_FREE_BYTES = 64 * 1024 * 1024
"""Below this a vault and its journal may not fit."""
MIN_CLOCK_MS = 1_735_689_600_000
"""2025: an earlier clock was never set."""
FAR_SYNC_DAYS = 7
"""So long without an exchange is worth a word."""
RENEW_CERTIFICATE_DAYS = 30
"""So long before its end a certificate is to be renewed."""
MAX_LISTED_ATOMS = 1_000_000
"""More than a person has: all of them."""
MAX_LISTED_EVENTS = 10_000
"""As many as one reading of the ledger returns."""
SYNC_STOP_S = 5.0
"""How long a stopping daemon waits for an exchange under way."""
MAX_KEYBOARD_BYTES = 4_096
"""What a terminal gives at once: its longest line."""
MAX_PRIVATE_FILE_BYTES = 64 * 1024
"""Neither 24 words nor an invitation is longer; a wrong file is refused before it is read whole."""


@dataclass(frozen=True, slots=True)
class DevicePolicy:
    """Frozen; built once by the composition root and passed inward."""

    speech_on_bp: int = 5_000
    """A window above this is speech; Silero's own recommendation."""
    speech_off_bp: int = 3_500
    """A window below this is silence; the gap keeps a quiet syllable from ending a sentence."""
    speech_confirm_ms: int = 60
    """Speech must last this long before it starts a turn: a click is not a word."""
    end_silence_ms: int = 700
    """End of turn; Home Assistant's default. Shorter cuts people off, longer feels slow."""
    min_voiced_ms: int = 120
    """An utterance with less voice than this is none (a cough, the end of the wake word)."""
    wake_tail_ms: int = 320
    """The last vowel of the wake word sounds after its detection; speech that lasts longer is the command."""
    said_nothing_ms: int = 5_000
    """How long a woken ear waits for speech."""
    follow_up_ms: int = 5_000
    """How long the ear stays open after Selene asked something (voice.md section 12: 4 s after a question)."""
    writing_down_ms: int = 900_000
    """By then the 24 words are on paper, or nobody is there: the screen is cleared."""
    never_stops_ms: int = 30_000
    """A longer monologue is cut here and answered; the recogniser is not made for more."""
    preroll_ms: int = 480
    """Audio kept from before the speech was confirmed, so that first syllables are heard."""
    session_idle_ms: int = 600_000
    """Ten quiet minutes end a session; the next wake word starts a new one."""
    drain_ms: int = 60_000
    """How long the current reply may still play after the tape ends."""
    max_reply_chars: int = 4_000
    """The longest reply that is spoken."""
    max_sentence_chars: int = 400
    """A longer sentence is spoken in parts, so that the first sound comes early."""
