"""Promise: what a person's memory taught is built, signed and kept on their device, and forgetting reaches it (2.4)."""

from __future__ import annotations

from concurrent.futures import Future
from pathlib import Path

import pytest

from device.assistant.hint_source import HintBuilder
from device.core.ports import HintBundle, Transcript
from device.vocabulary.health_window import HealthWindow, MonitoredRecogniser, build_rollback_installer
from device.vocabulary.personal_package import PersonalPackage
from device.vocabulary.personal_package_job import PersonalPackageJob
from engine_b.protocol.core_types import SETTING
from engine_b.storage.device_identity import load_identity
from engine_b.vault.vault import Vault
from engine_b.vocabulary import activation
from engine_b.vocabulary.trust_store import VaultTrustStore
from memory.core.policy import MemoryPolicy
from packages.core.errors import VocabularyRolledBack
from packages.core.policy import PackagePolicy
from packages.documents.documents import Package, Root, read_document
from packages.documents.signing import check_signed, public_hex
from packages.installation.activation import NONE
from packages.publishing.adaptation import own_package_name, person_digest
from tests.device.vocabulary.installer_steps import hears, mishears
from tests.engine_b.change_builders import ANA, BEN, forget_change
from tests.engine_b.page_scanner import find_in_pages, page_needles
from tests.engine_b.vocabulary.test_learned_words import corrected, named
from tests.sim.vault_contents import all_records, state_follows_ledger

DAY_MS = 86_400_000
NOW_MS = 10 * DAY_MS


def learn(vault: Vault, *names: str, user: str = ANA, at_ms: int = 1_000) -> None:
    for number, name in enumerate(names):
        vault.commit(named(name, at_ms + number, user)[0])


def adapting(vault: Vault, days: int = 0, user: str = ANA) -> PersonalPackage:
    return PersonalPackage(vault, user, NOW_MS + days * DAY_MS)


def hinted(vault: Vault, user: str = ANA) -> set[str]:
    return set(HintBuilder(vault.database, "en", MemoryPolicy()).build(user).terms)


def kept(vault: Vault, user: str = ANA) -> list[tuple[str, ...]]:
    line = adapting(vault, user=user).line
    digests = [one.digest for one in activation.stored_vocabularies(vault.database, line)]
    return [
        tuple(entry.spelling for entry in activation.vocabulary_terms(vault.database, digest)) for digest in digests
    ]


def commit(vault: Vault) -> None:
    """End the trial well."""
    own = adapting(vault)
    trial = HealthWindow(build_rollback_installer(vault, NOW_MS), lambda: NOW_MS, lambda *_: None, (own.line,))
    for _ in range(PackagePolicy().health_utterances):
        trial.recognised()


def test_a_version_is_built_signed_by_this_device_and_found_by_a_pointer_of_its_own(tmp_path: Path) -> None:
    with Vault.open(tmp_path, now_ms=1) as vault:
        learn(vault, "Siobhan", "Kaczmarek")
        assert adapting(vault).due
        done = adapting(vault).renew(hears)
        assert done is not None
        assert (done.version, done.terms, done.left_out) == ("1.0", 2, 0)
        now = activation.load_pointers(vault.database, adapting(vault).line)
        assert (now.active, now.on_trial) == (done.digest, True)
        assert activation.load_pointers(vault.database).active == NONE, "nobody else hears with it"
        (one,) = activation.load_verified_packages(vault.database, now.active, PackagePolicy())
        person = person_digest(ANA, vault.vault_id)
        assert (one.package.name, one.package.scope, one.package.kind.value) == (
            own_package_name(person),
            person,
            "user",
        )
        root = read_document(
            VaultTrustStore(vault, own_package_name(person), 1).load().root, Root, PackagePolicy()
        ).value
        assert list(root.keys.values()) == [public_hex(load_identity(vault.database).sign_key)]
        owner = root.owner(one.package.name)
        assert owner is not None
        check_signed(read_document(one.document, Package, PackagePolicy()), "package", owner.role, root, "it")
        assert adapting(vault).renew(hears) is None
        assert vault.verify().ok
        assert state_follows_ledger(vault.database)


def test_it_is_due_when_enough_was_learned_or_a_day_after_anything_was(tmp_path: Path) -> None:
    with Vault.open(tmp_path, now_ms=1) as vault:
        assert not adapting(vault, 99).due
        learn(vault, "Siobhan", at_ms=NOW_MS)
        assert not adapting(vault).due
        assert adapting(vault, 1).due
        adapting(vault, 1).renew(hears)
        assert not adapting(vault, 9).due
        learn(vault, "Kaczmarek", at_ms=NOW_MS + DAY_MS)
        assert not adapting(vault, 1).due
        assert adapting(vault, 2).due
        learn(vault, *(f"Name{letter}" for letter in "abcdefghij"), at_ms=NOW_MS + DAY_MS + 1)
        assert adapting(vault, 1).due


def test_nothing_of_it_leaves_the_vault_or_lies_in_plain_on_the_disk(tmp_path: Path) -> None:
    with Vault.open(tmp_path / "state", now_ms=1) as vault:
        learn(vault, "Siobhanelle")
        before = sorted(path.name for path in (tmp_path / "state").iterdir())
        ops = len(vault.database.rows("SELECT 1 FROM outbox"))
        adapting(vault).renew(hears)
        assert len(vault.database.rows("SELECT 1 FROM outbox")) == ops
        assert not [one for one in all_records(vault.database) if one[0] == SETTING.name and "own." in str(one)]
        assert sorted(path.name for path in (tmp_path / "state").iterdir()) == before
        for path in (tmp_path / "state").iterdir():
            assert not any(needle in path.read_bytes() for needle in page_needles("Siobhanelle"))


def test_forgetting_takes_every_version_with_the_word_and_the_next_is_built_without_it(tmp_path: Path) -> None:
    with Vault.open(tmp_path / "state", now_ms=1) as vault:
        learn(vault, "Kaczmarek")
        adapting(vault).renew(hears)
        commit(vault)
        change, atom = named("Shivonquist", 2_000)
        vault.commit(change)
        change, atom = corrected(atom, "Shivonquist", "Siobhanelle", 3_000)
        vault.commit(change)
        adapting(vault, 1).renew(hears)
        commit(vault)
        learn(vault, "Wojtek", at_ms=4_000)
        adapting(vault, 2).renew(hears)
        assert [("Siobhanelle" in words) for words in kept(vault)] == [False, True, True]
        vault.commit(forget_change(atom, at_ms=5_000))
        assert kept(vault) == [("Kaczmarek",)]
        key = vault._opened.key.key
        assert find_in_pages(tmp_path / "state", key, page_needles("Shivonquist") | page_needles("Siobhanelle")) == []
        assert find_in_pages(tmp_path / "state", key, page_needles("Kaczmarek")) != []
        assert adapting(vault, 2).due, "the version in use is gone"
        done = adapting(vault, 2).renew(hears)
        assert done is not None
        assert kept(vault)[-1] == ("Kaczmarek", "Wojtek")
        assert vault.verify().ok


def test_when_the_last_word_is_forgotten_no_version_and_no_pointer_is_left(tmp_path: Path) -> None:
    with Vault.open(tmp_path, now_ms=1) as vault:
        change, atom = named("Siobhan")
        vault.commit(change)
        adapting(vault).renew(hears)
        vault.commit(forget_change(atom, at_ms=5_000))
        assert kept(vault) == []
        assert adapting(vault).due
        assert adapting(vault).renew(hears) is None
        assert activation.load_pointers(vault.database, adapting(vault).line).active == NONE
        assert not adapting(vault, 9).due


def test_a_person_goes_back_and_what_the_later_version_brought_is_held_back_until_taught_again(tmp_path: Path) -> None:
    with Vault.open(tmp_path, now_ms=1) as vault:
        learn(vault, "Siobhan")
        adapting(vault).renew(hears)
        commit(vault)
        change, atom = named("Shivon", 2_000)
        vault.commit(change)
        adapting(vault, 1).renew(hears)
        commit(vault)
        later = activation.load_pointers(vault.database, adapting(vault).line).active
        assert hinted(vault) == {"Siobhan", "Shivon"}
        adapting(vault, 2).installer.roll_back()
        assert hinted(vault) == {"Siobhan"}
        assert not adapting(vault, 9).due, "what was held back is not built again"
        assert activation.vocabulary_history(vault.database, 99)[-1][2:4] == ("VOCAB_ROLLED_BACK", "USER_CONTROL")
        vault.commit(corrected(atom, "Shivon", "Shivaun", 3_000)[0])
        assert hinted(vault) == {"Siobhan", "Shivaun"}
        adapting(vault, 2).installer.roll_back(later)
        assert {"Siobhan", "Shivaun"} <= hinted(vault)


def test_a_version_that_makes_commands_unheard_is_not_used_and_its_words_are_hinted_no_more(tmp_path: Path) -> None:
    with Vault.open(tmp_path, now_ms=1) as vault:
        learn(vault, "Siobhan")
        adapting(vault).renew(hears)
        commit(vault)
        learn(vault, "Stopp", at_ms=2_000)
        before = activation.load_pointers(vault.database, adapting(vault).line)
        with pytest.raises(VocabularyRolledBack, match="SELF_TEST_FAILED"):
            adapting(vault, 1).renew(mishears)
        assert activation.load_pointers(vault.database, adapting(vault).line) == before
        assert hinted(vault) == {"Siobhan"}
        assert not adapting(vault, 9).due


def test_each_persons_versions_are_their_own(tmp_path: Path) -> None:
    with Vault.open(tmp_path, now_ms=1) as vault:
        learn(vault, "Siobhan")
        learn(vault, "Kaczmarek", user=BEN, at_ms=2_000)
        adapting(vault).renew(hears)
        adapting(vault, user=BEN).renew(hears)
        assert (kept(vault), kept(vault, BEN)) == ([("Siobhan",)], [("Kaczmarek",)])
        assert (hinted(vault), hinted(vault, BEN)) == ({"Siobhan"}, {"Kaczmarek"})
        adapting(vault, user=BEN).installer.roll_back(NONE)
        assert (hinted(vault), hinted(vault, BEN)) == ({"Siobhan"}, set())


class Deaf:
    """A recogniser that hears nothing, and so hears no command worse than before."""

    def start(self, hints: HintBundle) -> None: ...
    def hear(self, frame: bytes) -> None: ...
    def abandon(self) -> None: ...
    def finish(self) -> Transcript:
        return Transcript("")


def test_the_daemon_builds_one_between_turns_and_gives_way_to_a_turn(tmp_path: Path) -> None:
    with Vault.open(tmp_path, now_ms=1) as vault:
        learn(vault, "Siobhan")
        trial = HealthWindow(
            build_rollback_installer(vault, NOW_MS), lambda: NOW_MS, lambda *_: None, (adapting(vault).line,)
        )
        watched, jobs = MonitoredRecogniser(Deaf(), trial), list[object]()

        def aside(job: object) -> Future[None]:
            jobs.append(job)
            return Future()

        def do(count: int) -> None:
            for _ in range(count):
                if jobs:
                    jobs.pop(0)()  # type: ignore[operator]

        renewing = PersonalPackageJob(lambda: adapting(vault), watched, aside, lambda *_: None)
        renewing.heard({"type": "turn_ended"})
        do(4)
        watched.start(HintBundle())
        do(99)
        assert kept(vault) == []
        renewing.heard({"type": "turn_ended"})
        do(99)
        assert kept(vault) == [], "a turn is under way"
        watched.finish()
        renewing.heard({"type": "turn_ended"})
        do(99)
        assert kept(vault) == [("Siobhan",)]


def test_what_is_forgotten_while_a_version_is_being_tested_is_in_no_version(tmp_path: Path) -> None:
    with Vault.open(tmp_path, now_ms=1) as vault:
        change, atom = named("Siobhan")
        vault.commit(change)
        plan = adapting(vault).plan()
        assert plan is not None
        vault.commit(forget_change(atom, at_ms=5_000))
        assert adapting(vault).finish(plan, hears) is None
        assert kept(vault) == []
