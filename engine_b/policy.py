"""Rules: every limit of the vault, with its unit in the name and the reason in a comment."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class VaultPolicy:
    """Waits, tries and sizes. Built once by the composition root and passed inward."""

    busy_timeout_ms: int = 2_000
    """How long a write waits for a reader of another process."""
    scrub_tries: int = 3
    """How often a forget tries to empty the journal before it reports `scrubbed=False`."""
    scrub_timeout_ms: int = 100
    """How long each of these waits for a reader."""
    journal_bytes: int = 4 * 1024 * 1024
    """From this size on the journal is moved into the vault after a commit; SQLite's own default is the same."""
    full_check_events: int = 20_000
    """After an unclean end, up to this many ledger events are verified from the first one (about 0.2 s); above it,
    from the last verified one. `Vault.verify` always starts at the first."""
    max_rules_per_user: int = 1_000
    """Every row is compared with every topic when it is written."""
    max_ledger_read: int = 10_000
    """Events that one `ledger_events` call may return."""
