"""Composition: derived signals (2.4.3): stores consent, and computes what would be sent. Nothing is sent.

Consent is Current State of the person, and mirrored: given or withdrawn on one device it holds on all. A group is the
consenting people of this one device; nothing of two devices is ever combined, so words of fewer people than a group
never leave a device.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine_b.vault.vault import Vault
from engine_b.vocabulary import learned_words
from memory.extraction.personal_words import merge_word_evidence
from memory.model.atoms import Channel
from memory.model.changes import Change, Scope, Setting
from memory.model.ports import Gate
from packages.core.policy import PackagePolicy
from packages.publishing.adaptation import person_digest
from packages.publishing.derived_signals import ObservedSignal, SignalKind, Signals, outgoing_signals

CONSENT, GIVEN, TAKEN_BACK = "consent.signals:", "given", "taken_back"


def has_signal_consent(vault: Vault, user_id: str) -> bool:
    """Says whether this person agreed that their words are counted. Not asked is no."""
    key = _key(vault, user_id)
    return any(setting.key == key and setting.value == GIVEN for setting in vault.current_state())


def record_signal_consent(vault: Vault, user_id: str, now_ms: int, *, given: bool) -> None:
    """Stores a person's decision, with its ledger event."""
    turn = f"consent-{vault.head().seq + 1}"
    setting = Setting(_key(vault, user_id), GIVEN if given else TAKEN_BACK)
    vault.commit(Change(Scope(user_id, "", turn, now_ms), settings=(setting,)))


def collect_signals(vault: Vault, policy: PackagePolicy | None = None) -> Signals:
    """Returns the rows of all consenting people of this device, as counts of groups. Reads only."""
    people = [row[0] for row in vault.database.rows("SELECT DISTINCT user_id FROM word ORDER BY user_id")]
    agreed = {
        person_digest(user_id, vault.vault_id): user_id for user_id in people if has_signal_consent(vault, user_id)
    }
    observed = [one for person, user_id in agreed.items() for one in _observe_words(vault, person, user_id)]
    return outgoing_signals(observed, agreed, policy or PackagePolicy())


def _observe_words(vault: Vault, person: str, user_id: str) -> Iterator[ObservedSignal]:
    """Yields words that may be spoken: those kept from the recogniser are not counted either."""
    gate = Gate(user_id, identified=True, channel=Channel.VOICE, asked=False)
    for entry in merge_word_evidence(learned_words.load_learned_words(vault.database, gate)):
        yield ObservedSignal(person, SignalKind.WORD, entry.spelling, entry.count)


def _key(vault: Vault, user_id: str) -> str:
    return f"{CONSENT}{person_digest(user_id, vault.vault_id)[:16]}"
