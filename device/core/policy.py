"""Pure: every limit of the ear and the mouth, with its unit in the name and its reason. All times are audio time."""

from __future__ import annotations

from dataclasses import dataclass

# Microphone, speaker and sound files.
MAX_QUEUED_FRAMES = 250
"""Frames queued from a microphone: 5 s, longer than any pause of a healthy machine."""
CUSHION_FRAMES = 3
"""60 ms of silence before the first frame of speech, so that a late frame is not a click."""
MAX_SOUND_S = 24 * 3600
"""A day: a longer sound file is a mistake, or has a wrong header."""
MIN_RATE_HZ = 4_000
"""The lowest sample rate of a sound file; below it speech is not intelligible."""
MAX_RATE_HZ = 384_000
"""The highest sample rate that recorders have."""
MAX_CHANNELS = 32
"""The most channels of a sound file."""
EVALUATION_BEFORE_MS = 300
"""Silence before a played utterance, as in a turn."""
EVALUATION_AFTER_MS = 700
"""Silence after it."""

# Recognition and speech.
MAX_LISTENED_ON = 2
"""How often the ear waits on after what somebody else said: a television that goes on must not keep it open."""
CATCH_UP_FRAMES = 3
"""Frames decoded for each new one: bounds the work in one frame."""
MAX_DICTIONARY_READINGS = 3
"""Readings of one word in the dictionary."""
SPELLED_INSERTION = 1e-3
"""The likelihood of one more letter. With the engine's default of 0.65 a breath between two letters becomes a third."""
MAX_READINGS = 4
"""Readings of one term; more cost time and are heard where the term was not said."""
MAX_HEARD_READINGS = 2
"""Heard forms of one term: they show how it sounds, but more of them would be heard where something else was said."""
MAX_READ_TERM_WORDS = 8
"""A term of more words gets no pronunciation."""
MAX_READ_WORD_CHARS = 40
"""A longer word gets no pronunciation."""
HINT_SLOTS = 1_000
"""More terms than any bundle has; `selene vocab eval` may play more than a bundle."""
HINT_WEIGHT = 100.0
"""How much likelier than an average word a term is. At 300 more are heard that were not said (`selene vocab eval`)."""
UNPLAIN_HINT_SLOTS = 100
"""As many as a bundle has terms."""
EVERYDAY_LIKELIHOOD = 3.5e-6
"""The least likelihood of an everyday word; to swap more than 9,600 takes longer than 50 ms (`bench/hints.py`)."""
MAX_SPOKEN_CHARS = 5_000
"""About five minutes of speech. Longer text is cut, so that no reply takes all memory."""
WORDS_PER_MINUTE = 175
"""eSpeak's own rate."""
SLOWER_PERCENT, FASTER_PERCENT, LONGER_PERCENT, SOONER_PERCENT, USUAL_PERCENT = 75, 130, 200, 70, 100
"""How fast a voice speaks, and how long a silence ends a turn, when a person asked for it: shares of the usual."""
MIN_SPELLED_LETTERS = 2
"""The fewest letters of a spelled word."""
MAX_SPELLED_LETTERS = 40
"""The most letters of a spelled word."""
MAX_NEAR_TERMS = 40
"""The most package terms that recent words bring to the front; the rest of the bundle is for all others."""
MAX_OWN_WORDS = 100
"""A person's own words in the hints of a turn, the latest."""
MAX_HEARD_FORMS = 8
"""Misheard forms of one of them."""
RECENT_LINES = 6
"""The latest lines: three turns of both sides."""

# One turn (2.11.10 to 2.11.12).
MAX_ANSWER_WORDS = 4
"""Words of an answer to a question in addition to the value."""
MAX_ANSWER_LEAD_WORDS = 4
"""Words before the value in an answer: "no, it's ..."."""
MAX_LATE_ANSWER_WORDS = 6
"""Words of an answer that comes a turn late."""
MAX_LATE_VALUE_WORDS = 3
"""Words of a value that comes a turn late: the value, or "it's" and the value; a repeated statement is no answer."""
MAX_BARE_NAME_WORDS = 2
"""A name alone, as an answer to who somebody is."""
MAX_COMMAND_PARTS = 4
"""Commands in one utterance."""
MAX_FILLER_WORDS = 3
"""So few words before "forget that" that state nothing are not what is forgotten: "oh wait"."""
MAX_MANNERS = 32
"""How many instructions on how to answer are read for a turn."""
MAX_ECHO_CHARS = 200
"""Characters of the person's words that a reply repeats."""
MAX_ANSWERS = 10
"""Facts that one answer lists."""
MAX_POINTING_WORDS = 6
"""Words of an answer that only points at one of two: "the new one's right"."""
MAX_READ_CANDIDATES = 150
"""Facts and lines that are read to answer one question."""
MAX_RANKED_CANDIDATES = 48
"""Facts, the highest ranked, that are read where no fact found by the words of the question answers it."""
MAX_FURTHER_WORDS, MAX_VERBLESS_WORDS, MAX_PART_WORDS, MIN_OWNER_TOKENS = 5, 8, 2, 4
"""Words of a question that only names what differs, of one without a verb, of one for a part: "who from"."""
MAX_INTRODUCTIONS = 8
"""Sentences that have the words of a question, and may be the one before its answer."""
NEXT_SENTENCES, NEXT_WITHIN_MS = 2, 600_000
"""How many sentences, and how soon, after "we got a boat" still tell its name without naming the boat."""
MAX_NAMING_ROUNDS = 3
"""How often names of names are looked up: of "my brother's daughter" the brother's name, then hers."""
SAID_BEFORE_TURNS = 4
"""Turns of a session that a pronoun may look back."""
MAX_BESIDE_ATOMS, ALIKE_WORDS = 20, 3
"""Atoms that hold together with one key and are compared with it; words in which two beginnings are alike."""
CORRECTION_LOOK_BACK_TURNS = 8
"""Turns in which the target of a correction is looked for."""
MAX_CORRECTION_ATOMS = 12
"""Atoms that a correction is compared with."""
MAX_BARE_ANSWER_WORDS = 8
"""What is said after an unanswered question, and is no longer, is its answer: "in the desk drawer"."""
MAX_BARE_CORRECTION_WORDS = 4
"""Words of a correction by a bare value ("No, blue"); a longer sentence names what it corrects."""
MAX_MORE_WORDS = 1
"""Words by which the new wording may be longer."""
CORRECTION_AHEAD_DAYS = 365
"""A day that a correction names is at most so far ahead."""
MAX_FOUND_ATOMS = 200
"""Atoms that a control reads for one topic or time range."""
MAX_TOLD_ON_MS = 1_800_000  # after a fact, in the same conversation, something may be told on about it
MAX_NAMING_STEMS = 6
"""Words of a topic to be forgotten of which one may be another than the memory's."""
MORE_NAMING_STEMS = 2
"""With so many more of its words another fact is what a topic names, and not one that answers it."""
MAX_ENDED_ATOMS = 50
"""Atoms that one sentence may end."""
MAX_PLANS = 10
"""Dated atoms in one answer."""
MAX_DAY_LINES = 60
"""Lines of one day that are read."""
ENOUGH_MILLI = 500
"""The share of a question's weight that an answer must have, in thousandths."""
MAX_LIKINGS = 200
"""Preferences that are read."""
MAX_ABOUT_ATOMS = 200
"""Atoms with all words of a topic that are read."""
MAX_BELOW_ATOMS = 8
"""Atoms with keys that begin with one key."""
MIN_LISTED = 2
"""Fewer items are not told as a list."""
LAST_LINES = 3
"""Lines that "where were we" tells."""
MAX_HELD_ATOMS = 200
"""Atoms that a question about the past compares."""
MAX_ITEMS_PER_STEM = 60
"""Postings read of each word, the newest."""
MAX_SEARCHED_LINES = 40
"""Lines that are examined."""

# Account, commands and daemon.
MAX_HELP_CHARS = 1_000
"""Longer than the first sentence of every command: none is cut in a list, however wide the terminal is."""
MAX_DEVICE_NAME_CHARS = 64
"""The longest name of a device."""
SHORT_HEAD_DIGITS = 4
"""Digits of the head that are enough to compare by eye."""
WORD_COLUMNS = 4
"""Columns of the 24 words on a screen."""
WORD_TRIES = 3
"""Tries to type one of them."""
CHECKED_WORDS = 3
"""How many of the words are asked for."""
CHECK_TRIES = 3
"""Wrong answers to one of them until the paper counts as wrong."""
MIN_FREE_BYTES = 64 * 1024 * 1024
"""Below this a vault and its write-ahead log may not fit."""
MIN_CLOCK_MS = 1_735_689_600_000
"""2025: a clock before that was never set."""
FAR_SYNC_DAYS, RENEW_CERTIFICATE_DAYS = 7, 30
"""After so long without a sync there is a warning; a certificate is renewed so long before its end."""
DAY_BEFORE_HOUR, EVENING_BEFORE_HOUR = 9, 19
"""The hours at which somebody is reminded of what is on the next day."""
MAX_LISTED_ATOMS = 1_000_000
"""More atoms than a person has: all of them."""
MAX_LISTED_EVENTS = 10_000
"""Events that one reading of the ledger returns."""
SYNC_STOP_S = 5.0
"""The time that a stopping daemon waits for a running sync."""
ENGINE_STOP_S, SOUND_STOP_S, STOP_LOOK_S = 10.0, 12.0, 0.1
"""The times that it waits for engines and for a conversation by voice (systemd gives it 20), and how often it looks."""
MAX_FOLLOWED_EVENTS = 1_000
"""Events that wait for one follower; a talk has about ten a turn."""
MAX_CONTROL_BYTES = 1024 * 1024
"""The longest message at the control socket; the longest text of a turn is far below it."""
MAX_CONTROL_CLIENTS = 64
"""Commands at the control socket at once; more are refused with a sentence."""
CONTROL_REQUEST_S, CONTROL_READ_S = 5.0, 30.0
"""The times in which a client at the control socket must say what it wants, and read what it was sent."""
VAULT_WAIT_S, VAULT_LOOK_S, VECTOR_LOOK_S = 30.0, 0.05, 15.0
"""The time a command waits for a vault of another process, how often it looks, and how often a daemon for vectors."""
DEMO_EVENT_S = 60
"""How long the demo waits for an event: a slow machine needs some of it."""
DEMO_QUIET_S = 4
"""How long nothing more may be said, for the demo to call it once."""
DEMO_TAPE_S = 90
"""The silence of its last scene; it ends before that."""
FOLLOW_S = 0.5
"""How often a follower of events looks whether its client is still there."""
MAX_OPEN_SESSIONS = 1_000
"""Conversations of clients whose state between two turns is kept; each is a few hundred bytes."""

# Clients in the network.
MAX_WYOMING_CLIENTS = 64
"""Connections at once. For one more, the one that has been silent for longest is closed."""
MAX_WYOMING_LINE_BYTES = 64 * 1024
"""The longest first line of an event; the words of a turn usually follow it."""
MAX_WYOMING_DATA_BYTES = 256 * 1024
"""The longest further data of an event; the longest text of a turn is far below it."""
MAX_WYOMING_PAYLOAD_BYTES = 256 * 1024
"""The longest sound of one event: more than a second of the finest recording. Home Assistant sends 2 KB."""
WYOMING_READ_S = 30.0
"""The time in which a client must read what it was sent."""
WYOMING_ENGINE_S = 60.0
"""After so long a recogniser or voice counts as hung, and the next utterance gets a new one."""
RECOGNISER_PROCESS_S = 60.0
"""After so long without an answer a recogniser's own process counts as hung, and is ended."""
WYOMING_CHUNK_BYTES = 8 * 1024
"""Sound of one event to the client: a quarter of a second."""
MAX_CLIENT_TURNS = 4
"""Turns of clients that wait for the vault at once; the vault takes one at a time."""
MAX_TOOL_MEMORIES = 1_000
"""Memories of one answer of an MCP tool."""
DEFAULT_TOOL_MEMORIES = 50
"""Memories of one answer where the client names no number: a few pages."""

# Typed secrets.
CLIENT_TOKEN_BYTES = 32
"""Random bytes of a client's token: too many to be guessed, so that a plain hash of it may be kept."""
MAX_HTTP_CONNECTIONS = 64
"""Connections to the API at once; more are refused, so that they take no descriptors from the rest."""
MAX_HTTP_BODY_BYTES = 2 * 1024 * 1024
"""The longest body or message; a turn of the most characters is shorter, however it is escaped."""
MAX_HTTP_HEAD_BYTES = 16 * 1024
"""The longest head of a request."""
MAX_HTTP_SOCKETS = 16
"""Conversations over WebSockets at once."""
MAX_HTTP_VOICES = 4
"""Of these by voice; each has a recogniser of its own, with tens of megabytes."""
MAX_SOUND_AHEAD_MS = 5_000
"""How much sound a client may send before its time, as after a pause of the network."""
SOCKET_REVOKED = 4_401
"""The code with which a WebSocket of a revoked client is closed: 401 in the range for applications."""
MAX_HTTP_LISTED = 1_000
"""Memories of one answer."""
HTTP_WORKERS = 8
"""Calls of the API that run at once; more wait."""
HTTP_HEAD_S = 5.0
"""The time in which a client must send the head of a request."""
HTTP_BODY_S, HTTP_READ_S = 10.0, 10.0
"""The times in which it must send the body, and read what it was sent."""
HTTP_STOP_S = 2.0
"""The time that a stopping daemon gives the answers that are under way."""
HTTP_IDLE_S = 15.0
"""How often a stream without events says that it is there."""

# Typed secrets.
MAX_KEYBOARD_BYTES = 4_096
"""The most that a terminal gives at once: its longest line."""
MAX_PRIVATE_FILE_BYTES = 64 * 1024
"""Neither 24 words nor an invitation is longer; a larger file is refused before it is read."""

# Configuration.
MAX_CONFIG_BYTES = 1024 * 1024
"""A longer `selene.toml` is refused before it is read as TOML."""
MAX_CONFIG_TEXT_CHARS = 1_000
"""The longest text of one setting; a path has at most 4,096 bytes, and none that a person writes is a fourth of it."""
NEW_CONFIG_MODE = 0o644
"""A new `selene.toml` is readable for all: the service is another user, and no secret stands in it."""
MAX_PORT = 65_535
"""The highest port."""

# Export and import of a memory.
MAX_FILE_NAME_CHARS = 80
"""How much of the name of an imported file its memories keep; a session's name has at most 200 characters."""
MAX_CONVERSATION_ID_CHARS = 80
"""The longest id of a conversation or message; those of ChatGPT and Claude have 36."""
MAX_IMPORTED_MS = 253_402_128_000_000
"""The last day of the year 9999; a later moment in a file is none."""
MAX_IMPORTED_BYTES = 1024 * 1024 * 1024
"""The most that an imported file unpacks to: ten years of talking are less."""
MAX_IMPORT_DEPTH = 64
"""How deep the lists of an imported file may lie in each other; those of a conversation lie about ten deep."""
MAX_EXPORTED_EVENTS = 1_000
"""Ledger events of one memory in an export, the newest."""

# Timers, alarms, reminders and lists.
MAX_SPOKEN_NUMBER = 120
"""Numbers up to this are understood as words; two hours in minutes."""
CLOCK_TRUSTED_AFTER_MS = 5 * 60_000
"""An alarm waits so long for a time server after the device was started: one without a network has none."""
CLOCK_WAS_WRONG_MS = 86_400_000
"""A wall clock that goes back by more than this was wrong before; what was set by it is set anew."""
MAX_RINGING_MS = 10 * 60_000
"""Nothing rings longer, and what was due longer ago is told as missed."""
SNOOZE_MS = 9 * 60_000
"""As long as alarm clocks snooze."""
MAX_TIMER_MS = 7 * 86_400_000
"""A timer of more than a week was misheard."""
MAX_SCHEDULES = 200
"""Open timers, alarms and reminders of a person; more cannot be listed aloud, and a client may not fill the vault."""
MAX_LABEL_CHARS = 200
"""A longer label of a timer or reminder is cut, and a longer thing on a list."""
MAX_THING_WORDS = 4
"""Words in the name of a thing that is put on a list by its name alone: "also two litres of milk" has more."""
MIN_LIST_NAME_CHARS = 4
"""Letters with which the name of a list may be begun to be found by them: "Camping" of "Campingliste"."""
LIST_STAYS_TURNS = 8
"""Turns for which the list that was spoken of is the one that "it" and "the list" mean."""
MAX_LIST_ITEMS = 1_000
"""Things on all lists of a person."""
MAX_ITEMS_AT_ONCE = 20
"""Things that one utterance puts on a list."""
MAX_TOLD_ITEMS = 12
"""Things of a list that are read aloud; the rest is counted."""


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
    wake_tail_ms: int = 420
    """So long after its end the wake word may still sound as an echo; speech that lasts longer is the command."""
    said_nothing_ms: int = 5_000
    """How long a woken ear waits for speech."""
    follow_up_ms: int = 5_000
    """How long the ear stays open after Selene asked something (voice.md section 12: 4 s after a question)."""
    writing_down_ms: int = 900_000
    """By then the 24 words are on paper, or nobody is there: the screen is cleared."""
    never_stops_ms: int = 30_000
    """A longer monologue is cut here and answered; the recogniser is not made for more."""
    wake_quiet_bp: int = 7_500
    wake_strict_bp: int = 8_400
    wake_masked_bp: int = 5_000
    """The least mean of both scores of a wake word: in quiet, beside talk, where noise or her own voice hides it."""
    preroll_ms: int = 480
    """Audio kept from before the speech was confirmed, so that first syllables are heard."""
    session_idle_ms: int = 600_000
    """Ten quiet minutes end a session; the next wake word starts a new one."""
    due_every_ms: int = 1_000
    """How often the skills are asked what is due; an alarm may be a second late."""
    drain_ms: int = 60_000
    """How long the current reply may still play after the tape ends."""
    max_reply_chars: int = 4_000
    """The longest reply that is spoken."""
    max_sentence_chars: int = 400
    """A longer sentence is spoken in parts, so that the first sound comes early."""


MAX_ASKED_PARTS = 10
"""So many things are looked up of a question that asks for several."""
MIN_LISTED_PARTS = 3
"""So many things are a list: "the day, the place and the bill"."""
ENOUGH_PARTS = 2
"""So many of them must be known for an answer part by part."""
MAX_WHOLE_LINES = 3
"""So many lines tell of each of several things that are asked about."""
COVERS_PART_MILLI = 500
"""A sentence with so much of the words of a part may answer it beside another."""
MAX_OVERVIEW_LINES = 6
"""So many lines are an overview."""
MAX_BUNDLED_PASSAGES = 24
"""So many sentences go into the bundle of a question for several things."""
NEARLY_BEST_MILLI = 120
"""Sentences whose scores lie so near are equally good: the newest is told."""
ENOUGH_PART_MILLI = 430
"""A sentence with a lower score answers no part."""
ENOUGH_TOPIC_MILLI = 500
"""How much of what is asked about an answer names, in thousandths."""
LEAST_TOPIC_MILLI = 250
"""Where nothing told names so much of what is asked about, it is not known."""
MAX_COMPOSED_LINES = 8
"""So many lines are an answer to a question for several things."""
MAX_WRITTEN_LINES = 10
"""So many lines are an answer in writing, which is read faster than it is heard."""
MIN_TAIL_WORDS = 3
"""So many of the last words of what is to be forgotten name it by themselves, where they were said so."""
MAX_TOLD_DAYS = 3
"""So many days of the week are told with their dates."""
ENOUGH_NEW_STEMS = 4
"""So many words must be new in a second line for the same part."""
MAX_RULE_LOOK_BACK_TURNS = 6
"""How many turns back a rule may have been spoken of for "drop that rule" to mean it."""
MAX_TARGET_WORDS = 4
"""So many words name one of several things to forget."""
NAME_FACTOR = 2
"""How much more a name weighs in what is asked about than another word."""
MAX_FACTS_APART = 12
"""So many facts that no line tells are read for a question for several things."""
