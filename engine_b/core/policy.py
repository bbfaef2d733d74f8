"""Pure: every limit of the vault, with its unit in the name and the reason in a comment."""

from __future__ import annotations

from dataclasses import dataclass

LOCAL_SETTINGS = frozenset({
    "restored", "welcome",
    "vocab.active", "vocab.committed", "vocab.starts", "vocab.heard", "vocab.ended", "vocab.hearing",
    "speech.end_silence_ms", "speech.on_bp", "speech.off_bp", "speech.confirm_ms",
})  # fmt: skip
"""Entries of Current State that are about this device alone and are not mirrored: whether it offers an account when it
starts, which vocabulary its recogniser has, and how its own microphone and room want wake word and speech to be judged
(2.4.1)."""
OWN_SETTINGS = "own."
"""How the entries begin that say which version of a person's own vocabulary is in use: of this device alone, too."""


def is_local(key: str) -> bool:
    """Whether an entry of Current State is about this device alone."""
    return key in LOCAL_SETTINGS or key.startswith(OWN_SETTINGS)


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
    """From this size on, or half of the vault's if that is more, the journal is moved into the vault after a commit;
    SQLite's own default is the same."""
    page_cache_kib: int = 16_384
    """Pages that are kept decrypted in memory while a vault is open. With SQLite's own 2 MiB a search among 10,000
    memories takes half as long again."""
    max_waiting_docs: int = 64
    """Lines and atoms that may be without postings, each of which costs a search some ten microseconds."""
    full_check_events: int = 5_000
    """When a crash interrupted the moving of the journal, a vault with up to this many ledger events is read through
    at the next open (about half a second); a larger one from the last verified event on. `Vault.verify` always reads
    all."""
    max_ledger_read: int = 10_000
    """Events that one `ledger_events` call may return."""
