"""Promise: a package's words are in use as a whole or not at all, whatever fails or is cut off (V23-V26)."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import permutations
from pathlib import Path

import pytest

from device.vocabulary.package_installer import PackageInstaller, PackageSource
from device.vocabulary.self_test import SelfTestResult
from engine_b.core.errors import DiskFull, IoFailed, VaultError
from engine_b.protocol.ops import RecordType
from engine_b.storage.record_contents import all_records
from engine_b.vault.vault import Vault
from engine_b.vocabulary import activation
from engine_b.vocabulary.trust_store import VaultTrustStore
from packages.core.errors import (
    CatalogRollback,
    HashMismatch,
    IncompleteRepo,
    PackageError,
    PackageRollback,
    TrustExpired,
    TrustLost,
    UnknownPackage,
    VocabularyRolledBack,
)
from packages.core.names import Version
from packages.core.policy import PackagePolicy
from packages.installation.activation import NONE, ActivationPointers, ActivationStep, HealthVerdict, apply_verdict
from packages.verification.client import DeviceProfile
from packages.verification.trust import load_trusted
from tests.sim.publisher import DAY_MS, NOW_MS, Publisher

DEVICE = DeviceProfile(Version(1, 2), frozenset({"en"}))
POLICY = PackagePolicy()
State = tuple[ActivationPointers, tuple[str, ...], list[tuple[str, int, int | None]]]


def hears(_before: tuple[str, ...], _after: tuple[str, ...]) -> SelfTestResult:
    return SelfTestResult(8, 0)


def mishears(_before: tuple[str, ...], _after: tuple[str, ...]) -> SelfTestResult:
    return SelfTestResult(8, 2)


def crashes(_before: tuple[str, ...], _after: tuple[str, ...]) -> SelfTestResult:
    raise RuntimeError


def publishing(*versions: tuple[str, str]) -> Publisher:
    publisher = Publisher()
    for version, word in versions:
        publisher.publish({("kitchen", version): [word, "sous vide"]})
    return publisher


def source(publisher: Publisher, repository: str = "company") -> PackageSource:
    return PackageSource(repository, publisher, publisher.stopwatch, publisher.files["1.root.json"])


def applying(vault: Vault, now_ms: int = NOW_MS) -> PackageInstaller:
    return PackageInstaller(vault, DEVICE, now_ms)


@contextmanager
def opened(state: Path) -> Iterator[Vault]:
    with Vault.open(state, now_ms=NOW_MS) as vault:
        yield vault


def seen(vault: Vault) -> State:
    """Pointers, words in use, and trusted versions."""
    now = activation.load_pointers(vault.database)
    words = tuple(entry.spelling for entry in activation.vocabulary_terms(vault.database, now.active))
    return now, words, list(activation.trusted_versions(vault.database))


def commit(vault: Vault) -> None:
    """End the trial well."""
    now = activation.load_pointers(vault.database)
    applying(vault).settle(now, ActivationStep(apply_verdict(now, HealthVerdict.HEALTHY), HealthVerdict.HEALTHY))


def test_a_verified_package_is_in_use_on_trial_and_applying_it_again_changes_nothing(tmp_path: Path) -> None:
    publisher = publishing(("1.0", "mandoline"))
    with opened(tmp_path) as vault:
        done = applying(vault).apply(source(publisher), hears)
        assert done.changed
        assert seen(vault)[1] == ("mandoline", "sous vide")
        assert activation.load_pointers(vault.database).on_trial
        before = vault.head()
        again = applying(vault).apply(source(publisher), crashes)
        assert (again.changed, again.digest) == (False, done.digest)
        assert vault.head() == before
        assert vault.verify().ok
        assert vault.rebuild_current_state().equal


def test_what_is_offered_can_be_looked_at_without_a_trace(tmp_path: Path) -> None:
    publisher = publishing(("1.0", "mandoline"))
    with opened(tmp_path) as vault:
        before = vault.head()
        offer = applying(vault).offer(source(publisher))
        assert [entry.spelling for entry in offer.table.entries] == ["mandoline", "sous vide"]
        assert vault.head() == before
        assert seen(vault) == (ActivationPointers(), (), [])


@pytest.mark.parametrize("test", [mishears, crashes])
def test_a_vocabulary_that_fails_the_self_test_was_never_in_use_and_says_why(
    tmp_path: Path, test: Callable[..., SelfTestResult]
) -> None:
    publisher = publishing(("1.0", "mandoline"))
    with opened(tmp_path) as vault:
        with pytest.raises(VocabularyRolledBack, match="SELF_TEST_FAILED"):
            applying(vault).apply(source(publisher), test)
        assert seen(vault)[:2] == (ActivationPointers(), ())
        assert activation.vocabulary_history(vault.database, 9)[-1][2:4] == ("VOCAB_ROLLED_BACK", "SELF_TEST_FAILED")
        with pytest.raises(VocabularyRolledBack, match="before"):
            applying(vault).apply(source(publisher), hears)
        assert applying(vault).apply(source(publisher), hears, again=True).changed


def test_the_network_never_brings_back_an_older_version_and_a_person_may(tmp_path: Path) -> None:
    publisher = publishing(("1.0", "mandoline"))
    old = dict(publisher.files)
    with opened(tmp_path) as vault:
        applying(vault).apply(source(publisher), hears)
        commit(vault)
        first = activation.load_pointers(vault.database).active
        publisher.publish({("kitchen", "1.1"): ["spiralizer"]})
        applying(vault).apply(source(publisher), hears)
        commit(vault)
        trusted = activation.trusted_versions(vault.database)
        assert applying(vault).roll_back() == first
        assert seen(vault)[1] == ("mandoline", "sous vide")
        assert activation.trusted_versions(vault.database) == trusted
        assert activation.vocabulary_history(vault.database, 9)[-1][2:4] == ("VOCAB_ROLLED_BACK", "USER_CONTROL")
        publisher.files = old
        state = seen(vault)
        with pytest.raises((CatalogRollback, PackageRollback)):
            applying(vault).apply(source(publisher), hears)
        assert seen(vault) == state


def test_a_person_goes_back_only_to_what_was_committed_here(tmp_path: Path) -> None:
    publisher = publishing(("1.0", "mandoline"))
    with opened(tmp_path) as vault:
        with pytest.raises(UnknownPackage):
            applying(vault).roll_back()
        offered = applying(vault).offer(source(publisher)).table.digest
        with pytest.raises(UnknownPackage):
            applying(vault).roll_back(offered[:12])
        applying(vault).apply(source(publisher), hears)
        assert applying(vault).roll_back() == NONE
        assert seen(vault)[:2] == (ActivationPointers(), ())


def test_packages_of_several_repositories_are_one_vocabulary_in_every_order_of_arrival(tmp_path: Path) -> None:
    digests = set()
    for number, order in enumerate(permutations(("one", "two", "three"))):
        with opened(tmp_path / str(number)) as vault:
            for repository in order:
                publisher = Publisher()
                publisher.publish({(f"acme.{repository}", "1.0"): [f"word of {repository}", "shared"]})
                applying(vault).apply(source(publisher, repository), hears)
            now, words, _ = seen(vault)
            digests.add(now.active)
            assert words == ("shared", "word of one", "word of three", "word of two")
    assert len(digests) == 1


def test_v23_a_promised_file_that_is_missing_changes_no_word(tmp_path: Path) -> None:
    publisher = publishing(("1.0", "mandoline"))
    with opened(tmp_path) as vault:
        applying(vault).apply(source(publisher), hears)
        before = seen(vault)
        publisher.publish({("kitchen", "1.1"): ["spiralizer"]})
        del publisher.files["packages/kitchen/1.1/terms.json"]
        with pytest.raises(IncompleteRepo) as caught:
            applying(vault).apply(source(publisher), hears)
        assert caught.value.code == "VOCAB_INCOMPLETE_REPO"
        assert seen(vault)[:2] == before[:2]


def test_v26_a_clock_that_is_wrong_locks_nobody_out(tmp_path: Path) -> None:
    publisher = publishing(("1.0", "mandoline"))
    with opened(tmp_path) as vault:
        applying(vault, now_ms=0).apply(source(publisher), hears)
        before = seen(vault)
        publisher.publish({("kitchen", "1.1"): ["spiralizer"]})
        far = NOW_MS + 73 * 365 * DAY_MS
        with pytest.raises(TrustExpired):
            applying(vault, now_ms=far).apply(source(publisher), hears)
        assert seen(vault)[:2] == before[:2]
        assert applying(vault, now_ms=0).apply(source(publisher), hears).changed


def test_a_bad_payload_leaves_words_and_trust_as_they_were(tmp_path: Path) -> None:
    publisher = publishing(("1.0", "mandoline"))
    with opened(tmp_path) as vault:
        applying(vault).apply(source(publisher), hears)
        before = seen(vault)
        publisher.publish({("kitchen", "1.1"): ["spiralizer"]})
        publisher.flip("packages/kitchen/1.1/terms.json")
        with pytest.raises(HashMismatch):
            applying(vault).apply(source(publisher), hears)
        assert seen(vault) == before


def test_what_is_kept_is_bounded_and_what_is_in_use_stays(tmp_path: Path) -> None:
    publisher = Publisher()
    with opened(tmp_path) as vault:
        for number in range(1, 7):
            publisher.publish({("kitchen", f"1.{number}"): [f"word {number}"]})
            PackageInstaller(vault, DEVICE, NOW_MS + number).apply(source(publisher), hears)
            commit(vault)
        kept = activation.stored_vocabularies(vault.database)
        assert len(kept) == POLICY.kept_vocabularies
        assert seen(vault)[1] == ("word 6",)


# --- V24: cut off and failing at every step ---


class _Counting:
    """Kills this process, or fails, at the n-th statement that writes."""

    def __init__(self, at: int, what: Callable[[], None]) -> None:
        self.left, self.what = at, what

    def __call__(self, sql: str) -> None:
        if sql.lstrip()[:6].upper() in ("BEGIN ", "INSERT", "UPDATE", "DELETE", "COMMIT"):
            self.left -= 1
            if self.left == 0:
                self.what()


def tampered(vault: Vault, count: Callable[[str], None]) -> None:
    """Call `count` before each statement of this vault."""
    database = vault.database
    run, run_many = database.run, database.run_many

    def counted(sql: str, params: tuple[object, ...] = ()) -> int:
        count(sql)
        return run(sql, params)  # type: ignore[arg-type]

    def counted_many(sql: str, rows: list[tuple[object, ...]]) -> None:
        count(sql)
        run_many(sql, rows)  # type: ignore[arg-type]

    database.run, database.run_many = counted, counted_many  # type: ignore[method-assign, assignment]


OLD, NEW = ("mandoline", "sous vide"), ("sous vide", "spiralizer")


def committed_old(state: Path) -> Publisher:
    publisher = publishing(("1.0", "mandoline"))
    with opened(state) as vault:
        applying(vault).apply(source(publisher), hears)
        commit(vault)
    publisher.publish({("kitchen", "1.1"): ["spiralizer", "sous vide"]})
    return publisher


def is_whole(vault: Vault) -> tuple[str, ...]:
    """The words in use: the old or the new ones, with pointers and records that agree."""
    now, words, _ = seen(vault)
    assert words in (OLD, NEW)
    assert now.on_trial == (words == NEW)
    assert vault.verify().ok
    table = activation.load_verified_packages(vault.database, now.active, POLICY)
    assert [str(one.package.version) for one in table] == ["1.1" if words == NEW else "1.0"]
    return words


def test_v24_killed_at_every_step_the_old_or_the_new_one_is_in_use_never_both(tmp_path: Path) -> None:
    found = []
    for step in range(1, 200):
        state = tmp_path / str(step)
        publisher = committed_old(state)
        child = os.fork()
        if child == 0:
            with opened(state) as vault:
                tampered(vault, _Counting(step, lambda: os.kill(os.getpid(), signal.SIGKILL)))
                applying(vault).apply(source(publisher), hears)
                os._exit(0)
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        assert status in (0, -signal.SIGKILL)
        with opened(state) as vault:
            words = is_whole(vault)
            found.append(words)
            applying(vault).apply(source(publisher), hears)
            assert is_whole(vault) == NEW
        if status == 0:
            break
    assert found == sorted(found)
    assert set(found) == {OLD, NEW}
    assert len(found) > 20


@pytest.mark.parametrize("error", [DiskFull, IoFailed])
def test_v24_an_error_at_every_step_leaves_the_old_or_the_new_one(tmp_path: Path, error: type[VaultError]) -> None:
    found = []
    state = tmp_path / "state"
    publisher = committed_old(state)

    def fail() -> None:
        raise error

    for step in range(1, 200):
        with opened(state) as vault:
            tampered(vault, _Counting(step, fail))
            try:
                applying(vault).apply(source(publisher), hears)
            except (VaultError, TrustLost):
                assert vault.verify().ok
        with opened(state) as vault:
            found.append(is_whole(vault))
        if found[-1] == NEW:
            break
    assert set(found) == {OLD, NEW}


def test_v25_three_starts_that_kill_the_process_take_the_vocabulary_back_out(tmp_path: Path) -> None:
    from device.vocabulary.health_window import HealthWindow, build_rollback_installer

    committed_publisher = committed_old(tmp_path)
    with opened(tmp_path) as vault:
        applying(vault).apply(source(committed_publisher), hears)
        assert is_whole(vault) == NEW
    told: list[tuple[str, str]] = []
    for start in range(1, 5):
        child = os.fork()
        if child == 0:
            with opened(tmp_path) as vault:
                HealthWindow(build_rollback_installer(vault, NOW_MS), lambda: NOW_MS, lambda *_: None).started()
                os.kill(os.getpid(), signal.SIGKILL)
        os.waitpid(child, 0)
        with opened(tmp_path) as vault:
            now = activation.load_pointers(vault.database)
            assert (now.starts, now.on_trial) == ((start, True) if start < 4 else (0, False))
    with opened(tmp_path) as vault:
        assert is_whole(vault) == OLD
        assert activation.vocabulary_history(vault.database, 99)[-1][2:4] == ("VOCAB_ROLLED_BACK", "FAILED_STARTS")
        with pytest.raises(VocabularyRolledBack):
            applying(vault).apply(source(committed_publisher), hears)
    assert told == []


def test_v25_a_recogniser_that_fails_on_trial_takes_it_back_out_and_the_person_is_told(tmp_path: Path) -> None:
    from device.core.ports import HintBundle, Transcript
    from device.vocabulary.health_window import HealthWindow, MonitoredRecogniser, build_rollback_installer

    class Broken:
        def start(self, hints: HintBundle) -> None: ...
        def hear(self, frame: bytes) -> None:
            raise RuntimeError

        def finish(self) -> Transcript:
            return Transcript("")

        def abandon(self) -> None: ...

    publisher = committed_old(tmp_path)
    told: list[str] = []
    with opened(tmp_path) as vault:
        applying(vault).apply(source(publisher), hears)
        trial = HealthWindow(build_rollback_installer(vault, NOW_MS), lambda: NOW_MS, lambda code, _: told.append(code))
        trial.started()
        with pytest.raises(RuntimeError):
            MonitoredRecogniser(Broken(), trial).hear(b"")
        assert is_whole(vault) == OLD
        assert told == ["VOCAB_ROLLED_BACK"]


def test_trust_is_kept_in_the_vault_in_the_order_of_verification(tmp_path: Path) -> None:
    publisher = publishing(("1.0", "mandoline"))
    publisher.next_root()
    with opened(tmp_path) as vault:
        applying(vault).apply(source(publisher), hears)
        events = [row[2] for row in activation.vocabulary_history(vault.database, 99)]
        assert events == [
            "VOCAB_ROOT_TRUSTED", "VOCAB_ROOT_TRUSTED", "VOCAB_CATALOG_TRUSTED", "VOCAB_STAGED", "VOCAB_ACTIVATED",
        ]  # fmt: skip
        kept = load_trusted(VaultTrustStore(vault, "company", NOW_MS).load(), POLICY)
        assert (kept.root.value.version, kept.catalog is not None) == (2, True)


def test_a_package_changes_no_setting_but_its_pointers_and_no_memory(tmp_path: Path) -> None:
    with opened(tmp_path) as vault:
        before = vault.counts()
        applying(vault).apply(source(publishing(("1.0", "mandoline"))), hears)
        commit(vault)
        keys = {setting.key for setting in vault.current_state()}
        assert {key.split(".")[0].split(":")[0] for key in keys} <= {"vocab", "package"}
        after = vault.counts()
        assert (after.atoms, after.lines, after.rules, after.flags, after.corrections) == (
            before.atoms, before.lines, before.rules, before.flags, before.corrections,
        )  # fmt: skip


def test_a_refusal_of_any_kind_is_an_error_of_ours(tmp_path: Path) -> None:
    publisher = publishing(("1.0", "mandoline"))
    with opened(tmp_path) as vault:
        with pytest.raises(PackageError):
            applying(vault).apply(PackageSource("com/pany", publisher, publisher.stopwatch), hears)
        with pytest.raises(TrustLost):
            applying(vault).apply(PackageSource("company", publisher, publisher.stopwatch), hears)
        assert seen(vault) == (ActivationPointers(), (), [])


def test_other_devices_are_told_which_packages_were_committed_and_nothing_of_this_ones_trial(tmp_path: Path) -> None:
    publisher = publishing(("1.0", "mandoline"))
    with opened(tmp_path) as vault:
        digest = applying(vault).apply(source(publisher), hears).digest
        assert mirrored(vault) == {}
        commit(vault)
        told = {"vocab.applied": digest, "vocab.before": NONE, "package:kitchen": "1.0"}
        root = mirrored(vault).pop("vocab.root:company")
        assert root.startswith("1:")
        told["vocab.root:company"] = root
        assert mirrored(vault) == told
        publisher.publish({("kitchen", "1.1"): ["spiralizer"]})
        applying(vault).apply(source(publisher), hears)
        assert mirrored(vault) == told


def mirrored(vault: Vault) -> dict[str, str]:
    """The settings that other devices and the digest of the memory know."""
    contents = [
        json.loads(content) for sort, _, _, content in all_records(vault.database) if sort is RecordType.SETTING
    ]
    return {content["key"]: content["value"] for content in contents}
