"""Pure: the mirror's own limits. What both ends of the wire must agree on is in protos/wire.py."""

from __future__ import annotations

from dataclasses import dataclass

HOUR_MS = 3_600_000
DAY_MS = 24 * HOUR_MS


@dataclass(frozen=True, slots=True)
class MirrorPolicy:
    """Every length, count and wait of the mirror, with its unit in its name."""

    nonce_life_ms: int = 5 * 60_000
    """A nonce is for one restore that is going on now (reliability 2.3)."""
    proof_failures: int = 10
    """Wrong proofs of one account before it is locked (reliability 2.3)."""
    lock_ms: int = HOUR_MS
    """How long a locked account answers no restore. Devices that are already there notice nothing."""
    invitation_hours: int = 24
    certificate_days: int = 3_650
    """A certificate only says which device calls; whether it still may is looked up in the roster, each time."""
    backdate_ms: int = DAY_MS
    """Certificates are valid from a day ago: the clock of a new device may be behind."""
    max_streams: int = 256
    """Calls at once on one connection."""
    keepalive_ms: int = 30_000
    grace_s: float = 5.0
    """How long calls may finish after the order to stop."""
    ready_every_s: float = 5.0
    """How often readiness is looked at again."""
    group_calls: int = 64
    """Calls that share one commit at most."""
    group_weight: int = 500
    """Ops that share one commit at most (reliability 5: batches of at most 500)."""
    store_attempts: int = 12
    """Tries of one transaction before STORE_BUSY."""
    store_patience_ms: int = 4_000
    """And the time they may take together: a push has five seconds."""
    backoff_ms: int = 2
    backoff_most_ms: int = 500
    retry_after_ms: int = 1_000
    """What a refused caller is told to wait before it tries again."""
    segment_bytes: int = 1 << 20
    """A segment of Pull ends here even when it has fewer ops than it may."""
    files_at_once: int = 8
    """Files of package repositories that one device may read at a time; it needs one. Each holds an open file."""
    file_ms: int = 60_000
    """For one file, however patient its reader is; a device gives up after half of it (packages/core/policy.py)."""


POLICY = MirrorPolicy()
