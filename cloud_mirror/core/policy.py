"""Pure: the mirror's own limits. What both ends of the wire must agree on is in protos/wire.py."""

from __future__ import annotations

from dataclasses import dataclass

HOUR_MS = 3_600_000
DAY_MS = 24 * HOUR_MS

# Stores and commands.
MAX_INVITATION_HOURS = 24 * 31
"""A month: a longer invitation is forgotten and left unprotected."""
LOGGED_ID_DIGITS = 8
"""So many characters of an id tell calls apart, and no more are logged."""
BATCH_ROWS = 500
"""Rows of one statement at most (research: reliability 5)."""
CONNECT_S = 3
"""The time for PostgreSQL to answer a new connection."""
STATEMENT_MS = 10_000
"""No statement of the mirror takes longer on a healthy server."""
BUSY_MS = 4_000
"""How long a write waits for another one."""
SPARE_READERS = 8
"""Connections for reading that are kept open."""


@dataclass(frozen=True, slots=True)
class MirrorPolicy:
    """Every length, count and wait of the mirror, with its unit in its name."""

    nonce_life_ms: int = 5 * 60_000
    """The life of a nonce: one restore that is going on now (reliability 2.3)."""
    proof_failures: int = 10
    """Wrong proofs of one account before it is locked (reliability 2.3)."""
    lock_ms: int = HOUR_MS
    """How long a locked account refuses restores. Its devices are not affected."""
    invitation_hours: int = 24
    certificate_days: int = 3_650
    """A certificate only identifies the device; its rights are looked up in the roster at every call."""
    backdate_ms: int = DAY_MS
    """Certificates are valid from a day ago: the clock of a new device may be slow."""
    max_streams: int = 256
    """Calls at once on one connection."""
    keepalive_ms: int = 30_000
    grace_s: float = 5.0
    """The time for calls to finish after the order to stop."""
    ready_every_s: float = 5.0
    """The interval of the readiness check."""
    group_calls: int = 64
    """Calls that share one commit at most."""
    group_weight: int = 500
    """Ops that share one commit at most (reliability 5: batches of at most 500)."""
    store_attempts: int = 12
    """Tries of one transaction before STORE_BUSY."""
    store_patience_ms: int = 4_000
    """The time for all tries together: a push has five seconds."""
    backoff_ms: int = 2
    backoff_most_ms: int = 500
    retry_after_ms: int = 1_000
    """The waiting time in a RetryInfo."""
    segment_bytes: int = 1 << 20
    """The largest segment of Pull in bytes, even when it has fewer ops than allowed."""
    files_at_once: int = 8
    """Package files that one device may read at a time; it needs one. Each is an open file."""
    file_ms: int = 60_000
    """The time for one file, however slow its reader is; a device gives up after half of it
    (packages/core/policy.py).
    """


POLICY = MirrorPolicy()
