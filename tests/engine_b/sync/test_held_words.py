"""Promise: a person is one person on all of their devices, hears the same words there, and forgets on all (2.4)."""

from __future__ import annotations

from device.assistant.hint_source import HintBuilder
from device.vocabulary.personal_package import PersonalPackage
from device.vocabulary.signal_consent import has_signal_consent, record_signal_consent
from engine_b.vault.vault import Vault
from engine_b.vocabulary import activation
from memory.core.policy import MemoryPolicy
from memory.model.atoms import Kind
from packages.core.policy import PackagePolicy
from packages.documents.merge import VerifiedPackage
from packages.installation.activation import NONE
from packages.publishing.adaptation import own_package_name, person_digest
from tests.device.vocabulary.installer_steps import hears
from tests.engine_b.change_builders import ANA, BEN
from tests.engine_b.page_scanner import find_in_pages, page_needles
from tests.sim.household import FIRST, SECOND, Household

DAY_MS = 86_400_000
PHONE = "phone"


def taught(house: Household, name: str, word: str) -> str:
    """A name that a device of the household is told; its atom."""
    atom = house.remember(name, f"my sister is called {word}", f"relationship:{word}", word)
    house.edit(name, atom.atom_id, kind=Kind.RELATIONSHIP)
    return atom.atom_id


def hinted(vault: Vault, user_id: str = ANA) -> set[str]:
    return set(HintBuilder(vault.database, "en", MemoryPolicy()).build(user_id).terms)


def version_of(house: Household, name: str) -> VerifiedPackage:
    adapting = PersonalPackage(house.vaults[name], ANA, house.now() + DAY_MS)
    adapting.renew(hears)
    active = activation.load_pointers(house.vaults[name].database, adapting.line).active
    (one,) = activation.load_verified_packages(house.vaults[name].database, active, PackagePolicy())
    return one


def test_a_person_is_the_same_on_a_second_and_on_a_restored_device_and_nobody_else_is(house: Household) -> None:
    house.join(PHONE)
    people = {person_digest(ANA, house.vaults[name].vault_id) for name in (FIRST, SECOND, PHONE)}
    assert len(people) == 1
    assert person_digest(BEN, house.vaults[FIRST].vault_id) not in people
    assert person_digest(ANA, bytes(16)) not in people


def test_words_reach_the_other_devices_without_a_package_and_each_signs_its_own(house: Household) -> None:
    taught(house, FIRST, "Siobhan")
    first = version_of(house, FIRST)
    house.settle()
    assert "Siobhan" in hinted(house.vaults[SECOND])
    own = PersonalPackage(house.vaults[SECOND], ANA, house.now()).line
    assert activation.load_pointers(house.vaults[SECOND].database, own).active == NONE, "no version is mirrored"
    second = version_of(house, SECOND)
    assert (first.package.scope, first.package.name) == (second.package.scope, second.package.name)
    assert first.package.name == own_package_name(first.package.scope)
    assert [term.spelling for term in first.terms] == [term.spelling for term in second.terms]
    assert first.document != second.document, "each is signed by its own device"


def test_what_is_forgotten_on_one_device_is_in_no_version_of_another(house: Household) -> None:
    atom_id = taught(house, FIRST, "Shivonquist")
    house.settle()
    version_of(house, SECOND)
    vault = house.vaults[SECOND]
    key = vault._opened.key.key
    assert find_in_pages(house.state(SECOND), key, page_needles("Shivonquist")) != []
    house.forget(FIRST, atom_id)
    house.settle()
    assert activation.stored_vocabularies(vault.database, PersonalPackage(vault, ANA, 1).line) == ()
    assert find_in_pages(house.state(SECOND), key, page_needles("Shivonquist")) == []


def test_consent_holds_on_a_persons_other_devices_and_for_nobody_else(house: Household) -> None:
    record_signal_consent(house.vaults[FIRST], ANA, house.now(), given=True)
    house.settle()
    assert has_signal_consent(house.vaults[SECOND], ANA)
    assert not has_signal_consent(house.vaults[SECOND], BEN)
