"""Promise: what is known about a word goes to the recogniser with it, within the caps of a turn (2.14)."""

from __future__ import annotations

from pathlib import Path

from device.assistant.hint_source import HintBuilder
from device.core.ports import HintBundle, TermDetail
from device.nlu.hint_selection import details_that_fit
from engine_b.vault.vault import Vault
from memory.core.policy import MemoryPolicy
from tests.device.vocabulary.installer_steps import hears, opened, package_installer, source
from tests.engine_b.change_builders import ANA, BEN
from tests.engine_b.vocabulary.test_learned_words import corrected, named
from tests.sim.publisher import Publisher, term

POLICY = MemoryPolicy()


def bundle(vault: Vault, user_id: str = ANA) -> HintBundle:
    return HintBuilder(vault.database, "en", POLICY).build(user_id)


def test_what_a_package_says_of_a_term_goes_with_it(tmp_path: Path) -> None:
    publisher = Publisher()
    rich = term("Sous Vide", weight=300, pronunciations=["S UW V IY D"], heard=["sue veed"])
    publisher.publish({("kitchen", "1.0"): [rich, "mandoline"]})
    with opened(tmp_path) as vault:
        package_installer(vault).apply(source(publisher), hears)
        hints = bundle(vault)
        assert hints.terms == ("Sous Vide", "mandoline")
        assert hints.details == {"Sous Vide": TermDetail(300, ("S UW V IY D",), ("sue veed",))}


def test_what_a_persons_word_was_misheard_as_goes_with_it_and_to_nobody_else(tmp_path: Path) -> None:
    publisher = Publisher()
    publisher.publish({("kitchen", "1.0"): [term("Kestrel Range", heard=["castle range"])]})
    with opened(tmp_path) as vault:
        package_installer(vault).apply(source(publisher), hears)
        change, atom = named("Shivon")
        vault.commit(change)
        change, atom = corrected(atom, "Shivon", "Siobhan", 2_000)
        vault.commit(change)
        vault.commit(corrected(atom, "forget it", "Siobhan", 3_000)[0])
        assert bundle(vault).details["Siobhan"].heard == ("Shivon",), "a command is no way to say a name"
        assert bundle(vault, BEN).terms == ("Kestrel Range",)
        assert bundle(vault, BEN).details == {"Kestrel Range": TermDetail(heard=("castle range",))}


def test_details_never_cost_a_term_and_never_break_the_cap() -> None:
    terms = tuple(f"term {number:03}" for number in range(100))
    details = {one: TermDetail(250, heard=("x" * 400,)) for one in terms}
    kept = details_that_fit(terms, details, POLICY)
    texts = [*terms, *(text for detail in kept.values() for text in (*detail.pronunciations, *detail.heard))]
    assert sum(len(text.encode()) + 1 for text in texts) <= POLICY.max_hint_bytes
    assert [bool(kept[one].heard) for one in terms[:9]] == [True] * 7 + [False] * 2, "the first terms' first"
    assert {detail.weight for detail in kept.values()} == {250}
    assert details_that_fit(("one", "two"), {"two": TermDetail(30), "three": TermDetail()}, POLICY) == {
        "two": TermDetail(30)
    }
