"""Pure: faults in what is learned, hinted, verified and applied."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tests.acceptance_faults.fault_injection import always_returning, swap, wrap
from tests.acceptance_faults.fault_registry import fault


@fault(Q13_VOCAB_LEARNED="another_persons_words")
def one_persons_words_are_everybodys() -> None:
    """The recogniser is told names out of another person's memory."""
    from engine_b.vocabulary import learned_words

    def everyones(database: Any, gate: Any, origin: str, limit: int) -> tuple[str, ...]:
        rows = database.rows("SELECT spelling FROM word WHERE origin = ? LIMIT ?", (origin, limit))
        return tuple(row[0] for row in rows)

    swap(learned_words.spellings, everyones)


@fault(Q13_VOCAB_LEARNED="forgotten_with_its_memory", Q13_PACKAGE_APPLIED="packages_and_forgetting")
def words_outlive_the_memory_that_taught_them() -> None:
    """Forgetting an atom leaves its words in the vocabulary."""
    from engine_b.vault.vault import Vault

    right = Vault._begin

    def begun(self: Vault, now_ms: int) -> None:
        right(self, now_ms)
        for trigger in ("word_of_gone_atom", "word_of_changed_atom", "word_of_gone_correction"):
            self.database.run(f"DROP TRIGGER IF EXISTS {trigger}")

    Vault._begin = begun  # type: ignore[method-assign]


@fault(Q13_VOCAB_LEARNED="what_is_not_to_be_mentioned")
def what_is_silenced_is_hinted() -> None:
    """The gate of the vocabulary lets everything through."""
    from engine_b.vocabulary import learned_words

    swap(learned_words._bar, always_returning(0))


@fault(Q13_VOCAB_LEARNED="a_command_is_no_name")
def commands_are_hinted() -> None:
    """A correction makes a command likelier to be heard."""
    from device.nlu import intent_registry

    swap(intent_registry.is_hintable, always_returning(True))


@fault(Q13_VOCAB_LEARNED="one_byte_more_than_fits")
def the_bundle_has_no_caps() -> None:
    """Every term goes to the recogniser."""
    from memory.retrieval import hint_bundle

    def all_of_them(wanted: Iterable[str], policy: Any) -> tuple[str, ...]:
        return tuple(dict.fromkeys(wanted))

    swap(hint_bundle.bounded_terms, all_of_them)


@fault(Q13_PACKAGE_APPLIED="a_forged_catalogue")
def any_signature_will_do() -> None:
    """Nobody looks at who signed."""
    from packages.documents import signing

    swap(signing.check_signed, always_returning(None))


@fault(Q13_PACKAGE_APPLIED="from_the_mirror")
def a_fingerprint_is_not_compared() -> None:
    """Whatever comes is taken for the payload that was signed."""
    from packages.verification import trust

    swap(trust.check_payload, always_returning(None))


@fault(Q13_PACKAGE_APPLIED="a_restored_device_gets_its_packages_from_the_mirror")
def pointers_stay_at_home() -> None:
    """A person's other devices are not told what was committed."""
    from engine_b.vocabulary import activation

    swap(activation._sync_pointers, always_returning(None))


@fault(Q13_PACKAGE_APPLIED="a_restored_device_gets_its_packages_from_the_mirror")
def any_root_that_the_mirror_has_will_do() -> None:
    """A restored device trusts whatever root comes first."""
    from engine_b.vocabulary.trust_store import SyncedRoot

    SyncedRoot.matches_root = always_returning(True)  # type: ignore[method-assign]


@fault(Q13_PACKAGE_APPLIED="no_rights_in_a_package")
def a_package_may_hold_anything() -> None:
    """The gate is open."""
    from packages.verification.content_gate import ContentGate

    ContentGate.check = always_returning(None)  # type: ignore[method-assign]


@fault(Q13_PACKAGE_APPLIED="commands_that_are_drowned")
def nobody_listens_before_it_is_used() -> None:
    """The self-test passes whatever is heard."""
    from device.vocabulary import self_test

    wrap(self_test._count_errors, lambda right: lambda *words: 0 * right(*words))


@fault(Q13_PACKAGE_APPLIED="in_every_order")
def the_order_of_arrival_decides() -> None:
    """What came last wins, and is written down as applied last."""
    from packages.documents import merge

    swap(merge.apply_order, lambda packages: tuple(reversed(packages)))


@fault(Q13_PACKAGE_APPLIED="a_newer_version_and_back_by_hand")
def an_older_catalogue_is_as_good() -> None:
    """A repository may go back."""
    from packages.verification import trust

    swap(trust._check_not_older, always_returning(None))


@fault(Q13_PACKAGE_APPLIED="frozen")
def a_catalogue_never_expires() -> None:
    """An old catalogue goes on installing."""
    from packages.verification import trust

    swap(trust.expiry_notice, always_returning(None))
