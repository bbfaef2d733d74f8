"""Composition: builds the Hint Bundle of a turn (2.14) from the vault: a person's words, and those of active
packages.
"""

from __future__ import annotations

from dataclasses import replace

from device.core.policy import MAX_HEARD_FORMS, MAX_OWN_WORDS, RECENT_LINES
from device.core.ports import HintBundle, TermDetail
from device.nlu.hint_selection import PackageWordIndex, details_that_fit
from device.nlu.intent_registry import is_hintable
from engine_b.storage.database import Database
from engine_b.vocabulary import activation, learned_words
from memory.core.policy import MemoryPolicy
from memory.model.atoms import Channel
from memory.model.ports import Gate
from memory.retrieval.hint_bundle import hint_terms


class HintBuilder:
    """Builds bundles; reads the words of packages again when the active vocabulary changes."""

    def __init__(self, database: Database, language: str, policy: MemoryPolicy) -> None:
        self._database, self._language, self._policy = database, language, policy
        self._packaged: tuple[str, PackageWordIndex] | None = None

    def build(self, user_id: str) -> HintBundle:
        """Returns the bundle for a turn of this person; for nobody (an empty id) only the packages' words, which are no
        secret.

        Raises a `VaultError`.
        """
        gate = Gate(user_id, bool(user_id), Channel.VOICE, asked=False)
        packaged = self._packages()
        corrected, names = (
            filter(is_hintable, learned_words.spellings(self._database, gate, origin, MAX_OWN_WORDS))
            for origin in (learned_words.CORRECTION, learned_words.NAME)
        )
        near = (
            packaged.near(learned_words.recent_line_texts(self._database, gate, RECENT_LINES)) if packaged.terms else ()
        )
        terms = hint_terms(corrected, near, names, packaged.terms, self._policy)
        return HintBundle(self._language, terms, details_that_fit(terms, self._details(gate, packaged), self._policy))

    def _details(self, gate: Gate, packaged: PackageWordIndex) -> dict[str, TermDetail]:
        """Returns what packages say of their terms, and the misheard forms of this person's corrected words."""
        found = dict(packaged.details)
        for term, heard in learned_words.misheard_forms(self._database, gate, MAX_OWN_WORDS).items():
            known = found.get(term, TermDetail())
            forms = (*filter(is_hintable, heard), *known.heard)
            found[term] = replace(known, heard=tuple(dict.fromkeys(forms))[:MAX_HEARD_FORMS])
        return found

    def _packages(self) -> PackageWordIndex:
        active = activation.load_pointers(self._database).active
        if self._packaged is None or self._packaged[0] != active:
            self._packaged = (
                active,
                PackageWordIndex(activation.vocabulary_terms(self._database, active), self._language),
            )
        return self._packaged[1]
