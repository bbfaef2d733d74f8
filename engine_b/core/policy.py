"""Pure: every limit of the vault, with its unit in the name and the reason in a comment."""

from __future__ import annotations

from dataclasses import dataclass

from memory.core.policy import THREADS_READ

LOCAL_SETTINGS = frozenset({
    "restored", "welcome",
    "vocab.active", "vocab.committed", "vocab.starts", "vocab.heard", "vocab.ended", "vocab.hearing",
    "speech.end_silence_ms", "speech.on_bp", "speech.off_bp", "speech.confirm_ms",
    "wake.quiet_bp", "wake.strict_bp", "wake.masked_bp",
})  # fmt: skip
"""Entries of Current State that belong to this device alone and are not mirrored: whether it offers an account at its
start, the vocabulary of its recogniser, and the calibration of wake word and speech for its microphone and room
(2.4.1).
"""
OWN_SETTINGS = "own."
"""Beginnings of the entries with the version of a person's own vocabulary in use, which belong to this device alone
too.
"""

# Storage and search.
MAX_TOKEN_CHARS = 16_384
"""The longest invitation."""
KEPT_STATEMENTS = 1_024
"""More statements than the whole program has. The driver's default of 128 is full after the migrations, and it keeps
the most used ones: every later statement would be compiled anew each time, with its triggers.
"""
FILE_CHUNK_BYTES = 1 << 20
"""Bytes of a file that are read at a time."""
MAX_HEADER_BYTES = 4_096
"""A longer file is no header."""
MAX_ALIKE_IDS = 3
"""Memories read for the beginning of an id: two are enough to know that it names no single one."""
MAX_TELLING_DOCS = 2_000
"""A stem in more documents is about nothing."""
RECENT_TURNS = 8
"""The last turns of a session that are read at once; most rules ask for one to eight."""
MAX_NAME_WORDS = 4
"""A longer value is a sentence with a name in it, and no name."""
MIN_QUOTED_CHARS = 3
"""A shorter value (`4`) is in too many lines to say that they quote it."""
MAX_ANCHORS = 64
"""With more words than this to look for, every line is read instead."""
MAX_UNMADE_VECTORS = 32
"""Documents without a vector that are given one while a question waits; with more, vectors are not used yet. A model
takes some milliseconds for each."""
VECTORS_AFTER_COMMIT = 64
"""Vectors that are made after a commit that nobody waits for."""
VECTORS_AT_ONCE = 256
"""Vectors that are made in one transaction when a whole memory gets them: about as long as a turn may have to wait."""

# Sync and restore.
RESTORE_BYTES = 32 << 20
"""The memory that a restore takes beyond that of its program, however large the account is (2.13, Q15). It follows from
the limits below; the rest is read page by page when a turn asks for it."""
RESTORE_CACHE_KIB = 8_192
"""Pages kept decrypted in memory during a restore."""
RUN_OPS = 500
"""The least number of ops in a transaction of a restore: each writes the pages at the end of every index once more."""
RUN_BYTES = 1 << 20
"""A transaction of a restore ends earlier when its ops have so many bytes."""
INDEXED_SESSIONS = 200
"""Sessions whose lines get their places in one statement."""
INDEXED_DOCS = 1_000
"""Documents whose words are sorted in one statement, at most."""
INDEXED_WORDS = 20_000
"""Words that are sorted in one statement, unless one document has more."""
GRAPH_PART_RECORDS = 500
"""Records of which the edges are made at a time, when the graph is made again."""
GRAPH_ROWS_AT_ONCE = 100
"""Edges that one statement inserts then."""
GRAPH_CACHE_KIB = 65_536
"""Pages kept decrypted while the graph is made again: its edges go into every part of two indexes, and pages that do
not stay are encrypted and decrypted once more for each part. A restore writes edges as it goes, and needs no more.
"""
CALL_S = 20.0
"""The deadline of one call to the mirror."""
STREAM_S = 300.0
"""The deadline of a call that streams."""
STALE_TRIES = 4
"""How often a sync or a restore begins again because another device changed epoch or pages meanwhile."""
STEP_OPS = 250
"""Ops that are verified, or applied by one transaction, between two pauses; or more to complete a transaction of
another device. About a tenth of a second on a small device: as long as a turn may have to wait.
"""


def is_local(key: str) -> bool:
    """Says whether an entry of Current State belongs to this device alone."""
    return key in LOCAL_SETTINGS or key.startswith((OWN_SETTINGS, THREADS_READ))


MAX_CARRIED_DEPTH = 64
"""How deep lists and objects may lie in each other in a field that this build does not know, for the record to be taken
in without it; an op with a deeper one is kept aside whole."""


@dataclass(frozen=True, slots=True)
class VaultPolicy:
    """Waits, tries and sizes. Built once by the composition root and passed inward."""

    busy_timeout_ms: int = 2_000
    """How long a write waits for a reader in another process."""
    scrub_tries: int = 3
    """How often a forget tries to empty the write-ahead log before it reports `scrubbed=False`."""
    scrub_timeout_ms: int = 100
    """How long each of these waits for a reader."""
    journal_bytes: int = 4 * 1024 * 1024
    """From this size on, or half of the vault's if that is more, the write-ahead log is moved into the vault after a
    commit; SQLite's own default is the same.
    """
    page_cache_kib: int = 16_384
    """Pages kept decrypted in memory while a vault is open. With SQLite's own 2 MiB a search among 10,000 memories
    takes half as long again.
    """
    max_waiting_docs: int = 64
    """Lines and atoms that may wait for their postings; each costs a search some ten microseconds."""
    full_check_events: int = 5_000
    """After a crash during a checkpoint of the write-ahead log, a vault with up to this many ledger events is verified
    as a whole at the next open (about half a second); a larger one from the last verified event on. `Vault.verify`
    always reads all.
    """
    max_ledger_read: int = 10_000
    """Events that one `ledger_events` call may return."""
