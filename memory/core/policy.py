"""Pure: every limit of the memory, with its unit in the name and the section that demands it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

DAY_MS = 86_400_000

CONFIDENCE_DELTAS_BP: Mapping[str, int] = MappingProxyType(
    {
        "RESTATED": 200,
        "CONFIRMED_BY_USER": 1_000,
        "KEPT_BY_USER": 500,
        "APPROVED_BY_USER": 1_000,
        "CORRECTED_BY_USER": 500,
        "DENIED_BY_USER": -4_000,
        "SUPERSEDED": -4_000,
        "MADE_OUTDATED": -3_000,
    }
)
"""Q13: how much a reason code moves confidence, in basis points. Fixed numbers, so that replays agree."""

FRESHNESS_DAYS: Mapping[str, int] = MappingProxyType(
    {
        "name": 1_825,
        "language": 1_095,
        "contact_preference": 365,
        "instruction": 365,
        "project": 90,
        "preference": 365,
        "relationship": 1_095,
        "place": 365,
        "date": 365,
        "ritual": 180,
        "vocabulary": 1_825,
        "decision": 180,
        "statement": 365,
    }
)
"""2.11.10: after this many days unconfirmed and unused, an atom of the kind is stale."""

# Continuity (2.18, 2.21, 2.22).
SOFT_CLOSE_MS = 30 * 60_000
"""After so long a silence a conversation is over."""
LOOK_FOR_SILENCE_MS = 60_000
"""How often a daemon looks whether a conversation is over."""
THREADS_READ = "threads_read."
"""Beginning of the entry of Current State, one a person and device: up to where it has digested what it heard."""
MAX_ENDING_WORDS = 60
"""Words of a sentence, from its end, among which the order to forget may begin: "... you can let go of now"."""
MAX_CLAUSE_CHARS = 120
"""The most characters of a clause that a digest points at."""
DIGEST_ENTRIES: Mapping[str, int] = MappingProxyType({"DEFAULT": 4, "REMEMBER_EVERYTHING": 8})
"""Entities, decisions and questions of a digest, each, by retention mode."""
MAX_TITLE_ENTITIES = 1
"""Nouns in the title of a thread."""
MAX_EVIDENCE = 16
"""Turns that a digest points at as evidence."""
MIN_TOPIC_CHARS, MIN_COMPOUND_PART_CHARS, MIN_SHARED_STEMS = 3, 4, 2
"""A shorter word is no topic, a shorter last part names no German compound, and a clause that shares fewer stems with
what an earlier conversation left open does not answer it."""
HOT_MS, WARM_MS, UNRESOLVED_MS = 72 * 3_600_000, 30 * DAY_MS, 90 * DAY_MS
"""2.21A: until when a thread may be spoken of unasked, is asked about, and counts as unresolved."""
RETENTION_MS: Mapping[str, int] = MappingProxyType(
    {"DEFAULT": 2 * 365 * DAY_MS, "REMEMBER_EVERYTHING": 10 * 365 * DAY_MS}
)
"""How long a thread is kept that is neither pinned nor unresolved, by retention mode."""
MAX_RESUME_BULLETS = 3
"""2.21: the most bullets of a resumed thread."""
MAX_RESUME_CANDIDATES = 5
"""Threads of a Resume Bundle."""
THREADS_AT_ONCE = 32
"""Threads that are read at a time where it is not known how many are needed."""
THREADS_LOOKED_AT = 512
"""Latest threads among which those with something open are found that do not come up unasked."""
LAST_MS = (1 << 63) - 1
"""No moment is later, and no count is higher."""
MAX_FORGOTTEN_UNASKED = 5
"""Memories that go with a thread without a question; above it Selene asks first."""
MAX_LISTED_THREADS = 10
"""Threads that one answer names."""
MAX_LISTED_POINTS = 5
"""Open questions, decisions or next steps that one answer tells."""
MAX_PAGED_DIGESTS = 10
"""2.20: digests that one answer reads before it reads an excerpt."""
MAX_SNAPSHOT_BYTES, MAX_SNAPSHOT_ATOMS, MAX_SNAPSHOT_THREADS = 2_048, 200, 32
"""The size of the snapshot, and what it is chosen from."""
MAX_READ_TURNS = 600
"""Turns that one search for conversations which are over reads; older ones stay without a thread."""

# Extraction (2.11.4).
MAX_ALIAS_ATOMS = 200
"""Atoms with names of a person that one look-up reads."""
ABOUT_LEAD_WORDS = 5
"""Words at the beginning of a sentence among which its subject stands."""
MIN_KEY_WORDS = 3
"""A free statement with fewer fixed words than this has all its words in its key."""
MIN_PARAPHRASE_WORDS, ENOUGH_PARAPHRASE_WORDS = 2, 2
"""So many words about something a paraphrase must share; so many are enough of a long value, otherwise half of it."""
LEAST_ORDER_MARGIN, LIKELY_ORDER_MARGIN, SURE_ORDER_MARGIN, MIN_BEGINNING_CHARS, MAX_WEIGHED_WORDS = -20, 30, 250, 5, 24
"""Hundredths of a logit by which a turn is likelier an order; letters that make forms of one word; words of a turn."""
MAX_RETRACTION_LEADS = 6
"""Beginnings of a sentence that are tried as a retraction."""
MAX_PERSON_NAME_WORDS = 4
"""The most words of a person's name."""
MAX_VALUE_WORDS, QUALIFYING_WORDS, MIN_BARRED_DIGITS = 9, 3, 4
"""The most words of a value that a request names and of what says which it is; so many digits stand for one thing."""
MAX_SPOKEN_ORDERS, MAX_ORDER_LEAD_CHARS = 20, 120
"""So many orders of a spoken sentence are looked at, and so many characters before one: "I never said"."""
MAX_ARTICLE_CHARS = 4
"""So many characters before an amount are its article: "the 14 units are too much" tells of the amount."""
MIN_PLACE_WORDS = 3
"""So many words name one place, which a request for its time forgets as well: "the old river bench"."""
MAX_WORDS_GOING_ALONG = 9
"""So few words around a forgotten phrase, up to the next mark, go with it: "my locker code is 7719"."""
MENTION_LOOK_BACK_TURNS = 20
"""Turns in which "that" is looked for."""
MAX_DATE_CHARS = 80
"""A longer expression is not read as a date."""
MAX_DATE_DAYS_AHEAD = 366
"""A leap year: a date without a year is the next one."""
MAX_DATE_YEARS_AWAY = 8
"""The 29th of February comes in one of them at the latest."""
LAST_SHORT_YEAR = 68
"""As in POSIX: of short years 68 is 2068, and 69 is 1969."""
MAX_SUBJECT_CHARS = 80
"""The longest key; a longer one is cut and ends in a digest."""
KEPT_STEMS, KEPT_FORMS = 4_096, 2_048
"""Cached stems, and word forms as a table has them: people repeat their words, so a megabyte saves most calls."""
MAX_LAST_DIGITS, MAX_SECRET_NAME_CHARS, MAX_SECRET_WORDS, MAX_HOME_CODE_CHARS = 4, 60, 5, 600
"""Last digits of a card that are no secret; characters of a secret's name, words of one put right; a turn with one."""
KEPT_TOPICS = 256
"""Cached topics of standing rules; a person has a few."""
MAX_COVER_PARTS = 3
"""Words of a phrase that are compared; the vault has a column for each."""
MIN_COMPOUND_CHARS = 6
"""A topic of one word is looked for in longer words from this many letters on."""
MIN_SHORTENED_CHARS = 8
"""A word of so many letters is looked for at the end of longer ones though its stem is short: "operation"."""

# Reading (memory/reading).
MIN_HEAD_CHARS = 4
"""The last part of a German compound has at least so many letters: "fest" of "schulfest"."""
MAX_RESTATED_CHARS = 160
"""A German sentence at most this long is said again in the ways in which it is asked for."""
MIN_FRONT_CHARS = 3
"""And what is before it at least so many."""
MIN_WEAK_NOUN_CHARS = 6
"""Letters of a German noun whose ending alone says that it changes in its cases: "student"."""
MAX_READ_TOKENS = 160
"""Words of an utterance that are read for their meaning; a clause has about ten."""
SIMILAR_SPELLING = 0.6
"""How alike two words are of which one corrects the spelling of the other: "clara" and "klara"."""
MIN_DATE_CHARS = 5
"""A shorter piece of a sentence names no day by itself."""
YEARS = range(1901, 2100)
"""Numbers that are read as years."""
MAX_ACTS = 5
"""Acts of one utterance; more are kept as words only."""
KEPT_READINGS, KEPT_TALKS, KEPT_REQUESTS = 512, 16, 16
"""Readings kept in memory, stretches of talk with what they name, requests to forget: a turn asks several times."""
MAX_SUBJECT_TOKENS = 14
"""Words before the verb of a clause that may be its subject."""
MAX_GAPPED_TOKENS, MAX_STUTTERED_TOKENS = 4, 4
"""Words of a clause that shares the verb of the one before, "und ben kaffee"; words said twice in a row."""
MAX_REPAIRED_TOKENS = 8
"""Words between a value and what it is put right by, and words of the latter."""
MAX_WRONG_WORDS = 4
"""Words that a speaker says again to put them right: "i said magda but her name's marta"."""
MIN_SAME_PHRASE = 2
"""Words of a phrase that is told again with another last word: "three c" after "three b"."""
MAX_REPEATED_WORDS = 3
"""Small words that a speaker says twice in a row: "to the to the vet's"."""
MAX_WORDS_BEFORE_PRONOUN = 5
"""Words of a subject that a pronoun names again: "my nephew caleb | he"."""
MAX_ASIDE_WORDS = 5
"""Words of what only accompanies a sentence: "god rest his soul", "if you want to know"."""
SAID_BEFORE_TOKENS = 3
"""Helper, speaker and participle of "haben wir gesagt", inside a question."""
MAX_WORDS_BEFORE_NAMING = 5
"""How far before a word of dialect its noun phrase or the speaker is looked for: "a retired joiner name of alf"."""
MAX_SORT_WORDS = 7
"""Words after a question word that say of what sort the answer is: "how many drums of lamp oil are"."""
MAX_WORDS_TO_AUXILIARY = 5
"""Words after a question word among which its auxiliary stands."""
MAX_ADDRESS_WORDS = 7
"""Words after a greeting among which the question begins: "hi there love quick one what's ..."."""
MAX_LOOKED_UP_KINDS = 120
"""Words of a kind ("which herb") by which facts are looked up, the most frequent first."""
WHOLE_SHARE = 1000
MAX_RIVALS = 3
"""So many different values of one thing are named at most."""
ENOUGH_SHARE = 500
"""Of the whole, how much of a question's words a fact must have that holds the part that is asked for."""

# Retrieval (2.11.9).
MAX_QUESTION_CONCEPTS = 32
"""A long text gives its first 32 concepts; a spoken question has about six."""
MAX_QUESTION_CHARS = 4_000
"""The part of a turn that is read as a question: about four spoken minutes."""
SYNONYM_MILLI = 300
"""The weight of a synonym against that of the word itself."""
LOOKALIKE_CHARS = 5
"""A word that nobody said is replaced by stems that share so many first letters."""
MAX_LOOKALIKES = 8
"""The most stems that replace such a word."""
REACH_MILLI = ((1, 500), (-1, 500), (2, 400), (-2, 400), (3, 300), (-3, 300), (4, 200), (-4, 200))
"""The reach of a concept by distance in turns, in thousandths."""
ANSWER_REACH_MILLI = 800
"""The reach to the turn after a question."""
SESSION_REACH_MILLI = 100
"""The reach to every line of a session in which the concept occurs."""
SATURATION_MILLI = 1_200
"""BM25's k1."""
LENGTH_SHARE_MILLI = 650
"""BM25's b."""
USUAL_STEMS = 30
"""The length of an average document, in distinct stems."""
NAMED_VOICE_MILLI = 150
"""Added when the question names the voice that spoke."""
MAX_MERE_QUESTION_STEMS = 30
"""A longer turn that ends in a question still tells a fact."""
RELEVANCE_TIERS = 20
"""Steps of relevance below the best; inside one, section 2.11.9 decides."""
STEM_LEAD_CHARS = 2
"""First letters of a word that its stem keeps."""
MIN_NOTE_STEMS = 40
"""A line with so many distinct stems is a note: it can answer about its subject alone, and a newer note replaces it."""
MAX_NOTES = 20
"""Notes that are compared."""
MAX_EARLY_ATOMS_PER_TURN = 2
"""Further atoms of one turn are moved down."""
LATER_TIERS = 10
"""How many tiers they are moved down."""
LISTED_STEMS = 4
"""The number of stems whose postings one listing may read."""
MAX_PUSHED_PER_PREFIX = 3
"""Projects in the push slot, and instructions."""
TELLING_CHARS = 5
"""Stems with so many letters are about something."""
TELLING_DIGITS = 3
"""Numbers with so many digits are about something."""
MAX_HINT_TERM_CHARS = 60
"""2.14: a longer term is not hinted."""
TOPIC_LOOK_BACK_TURNS = 6
"""Turns in which the topic of a pronoun is looked for."""
MAX_TOPICLESS_WORDS = 2
"""Turns of at most so many words ("thanks") do not change the topic."""
MIN_TOLD_STEMS = 3
"""Fewer words about something are no line worth quoting, once others are left out."""
MAX_PASSAGE_LINES = 12
"""Lines of one session that are read for an excerpt."""
MIN_PASSAGE_WORDS = 3
"""A shorter sentence tells nothing by itself."""
MAX_ATOM_NODES = 6
"""Nouns and names of a memory that are nodes of the graph."""
MAX_GRAPH_CHARS = 400
"""So much of a text is read for nodes."""
KNOWN_NODE_WORDS = 16_384
"""Words of which it is kept whether they are nouns."""
MAX_GRAPH_DEPTH = 2
"""Steps from what a question speaks of."""
GRAPH_FAN_OUT = 8
"""Edges followed from a node."""
GRAPH_HUB_EDGES = 64
"""Edges of a node, each way, among which these are chosen: the newest."""
MAX_GRAPH_NODES = 64
"""Nodes that a question reaches."""
FEW_FOUND_ATOMS = 4
"""So many memories, found by the words of a question, leave something for the graph to bring."""
MAX_LINKED_ATOMS = 4
"""Memories that the graph brings into a Context Bundle."""
MAX_LINKED_TURNS = 2
"""Turns of decisions that the graph offers as excerpts; how many come in is the cap of the bundle."""
MAX_PASSAGE_CHARS = 320
"""A longer sentence is quoted nowhere as one line of an answer."""
PART_SHARE_MILLI = 500
"""The share of the words of an asked part in the score of a sentence, in thousandths."""
TOPIC_SHARE_MILLI = 300
"""The share of the words of what the part belongs to."""
TELLING_SHARE_MILLI = 250
"""The share of what a sentence tells besides."""
KIND_ONLY_MILLI = 500
"""What an answer of the right kind counts for the words of the part that it lacks."""
KIND_TOPIC_MILLI = 700
"""So much of the topic it must name for that."""
NEAR_SHARE_MILLI = 250
"""The share of what the lines around a sentence say of the question."""
TOPIC_IN_LINE_MILLI = 800
"""How much the topic counts that only the line around a sentence names."""
TOLD_WORDS = 10
"""So many new words and values are all that a sentence can be asked to tell."""
SUMMARY_SEPARATOR_BYTES = 4
"""The bytes between two items of a summary (Q16)."""
MAX_CHANGES_READ = 400
"""Changes of what is known that are read for one answer."""
MAX_TIME_WORDS = 6
"""Words of a past time in a question: "on the first of january 2026"."""
# The tone (2.3, Q18).
MAX_FEELING = 100
"""The ends of the scales of valence and activation."""
MAX_FEELING_CHARS = 2_000
"""Of a longer turn only the beginning is read for feelings."""
FEELING_LEAD_WORDS = 3
"""Words before one for a feeling that turn it round, or make it stronger or weaker."""
MORE_PERCENT, LESS_PERCENT, TURNED_PERCENT = 150, 60, 50
"""What "very", "a bit" and "not" make of a feeling; what is turned round is weaker than its opposite."""
OUTCRY_ACTIVATION = 15
"""What an exclamation mark adds."""
SESSION_SHARE_PERCENT, LASTING_SHARE_PERCENT = 50, 25
"""How far one turn draws the mood of its conversation, and that of the last days."""
MAX_DAYS_AHEAD = 31
"""Days from today of which somebody is told who asks what is coming up."""
SESSION_HALF_LIFE_MS, LASTING_HALF_LIFE_MS = 3_600_000, 2 * DAY_MS
"""After so long half of a feeling is left."""
LEAST_FEELING = 5
"""What is left below this is nothing."""
TONE_VALENCE, TONE_ACTIVATION = 20, 15
"""From how much on a feeling changes the tone, and makes a low one a tense one."""
GENTLE_PACE_PERCENT, GENTLE_PITCH_PERCENT = 92, 94
TENSE_PACE_PERCENT, TENSE_PITCH_PERCENT = 95, 92
GLAD_PACE_PERCENT, GLAD_PITCH_PERCENT = 104, 106
"""How fast and how high a voice speaks, as a share of what is usual."""
RECENT_DAYS = 7
"""How far "what has changed" looks back."""


@dataclass(frozen=True, slots=True)
class MemoryPolicy:
    """Hard caps and thresholds. Built once by the composition root and passed inward."""

    max_bundle_bytes: int = 32 * 1024
    """2.11.9: the Context Bundle."""
    max_bundle_atoms: int = 20
    """2.11.9."""
    max_bundle_excerpts: int = 2
    """2.11.9."""
    max_push_atoms: int = 8
    """2.11.9: the push slot stays tiny."""
    max_bundle_flags: int = 16
    """Do-not-repeat keys that travel in a bundle."""
    max_excerpt_chars: int = 1_200
    """2.11.9 asks for "bounded and short"; about a spoken minute."""
    max_excerpt_piece_chars: int = 240
    """How much of one line goes into an excerpt that holds several lines."""
    max_excerpt_candidates: int = 40
    """How many lines are read to build the excerpts."""
    max_new_atoms_per_turn: int = 5
    """Q13."""
    max_changed_atoms_per_turn: int = 5
    """Q13."""
    max_recall_summary_bytes: int = 1_024
    """Q16."""
    max_recall_summary_items: int = 10
    """Q16."""
    max_do_not_repeat_keys: int = 128
    """Q14, per user."""
    max_metrics_bytes: int = 1_024
    """Q17, per turn."""
    max_hint_terms: int = 100
    """2.14; research/voice.md section 5 shows the cost of more."""
    max_hint_bytes: int = 4 * 1024
    """2.14."""
    max_text_chars: int = 100_000
    """A turn; longer is refused with TEXT_TOO_LONG."""
    max_user_name_chars: int = 200
    max_clauses_per_turn: int = 40
    """Later clauses are archived but not searched for facts, so that capture stays under 5 ms."""
    max_clause_chars: int = 400
    """Clauses above this length are not read as one fact."""
    max_atom_text_chars: int = 2_000
    """How much "remember that" keeps word for word; longer text is only archived, and Selene says so."""
    max_command_chars: int = 300
    """Longer text is not read as a command; only the words after "remember that" may be longer."""
    hedged_bp: int = 4_000
    """Confidence of a fact said with "I think", "maybe": TENTATIVE until confirmed."""
    imported_bp: int = 4_000
    """Confidence of a fact from an imported file, at most: below `low_confidence_bp`, so TENTATIVE until confirmed."""
    inferred_bp: int = 7_000
    """Confidence of a fact that a longer sentence mentions in passing."""
    confidence_deltas_bp: Mapping[str, int] = field(default_factory=lambda: CONFIDENCE_DELTAS_BP)
    freshness_days: Mapping[str, int] = field(default_factory=lambda: FRESHNESS_DAYS)
    max_sources: int = 16
    """Sources kept of a fact that was told many times: the first and the latest ones."""
    max_forget_choices: int = 4
    """How many memories one "which one?" question may offer."""
    max_forget_unasked: int = 3
    """How many memories of a time range are forgotten without a question; above it Selene asks first."""
    max_postings_read: int = 1_500
    """Postings that one question may read; stems beyond it only score documents that rarer stems found."""
    max_candidates: int = 160
    """Documents that are scored one by one."""
    max_ranked_documents: int = 48
    """How many of the scored documents are loaded by name."""
    max_ranked_items: int = 100
    """Atoms and lines that a retrieval returns; the bundle takes the first few."""
    low_confidence_bp: int = 5_000
    """2.11.10: below this an atom is TENTATIVE, and Selene asks about it before using it."""
