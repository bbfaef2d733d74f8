"""Repositories as a person names them: whatever the line to a mirror does, a vocabulary is the old one or the new one.

And: a root that another device of the person trusts is trusted here too, and no other in its place.
"""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import pytest

from acceptance.drivers.mirror_process import CuttableProxy
from cloud_mirror.platform.clock import SystemMirrorClock
from cloud_mirror.server.authority import FolderAuthority
from device.vocabulary.package_installer import PackageSource
from device.vocabulary.package_repositories import fetch_trusted_root
from device.vocabulary.package_repositories import open_repository as opened_repository
from engine_b.core.sync_errors import AccountMissing
from engine_b.vault.vault import Vault
from engine_b.vocabulary.mirror_fetcher import PackageFetcher
from engine_b.writes.apply_change import keep_setting
from memory.model.changes import Scope, Setting
from packages.core.errors import BadName, PackageError
from packages.core.policy import PackagePolicy
from packages.storage.folders import FolderFetcher, FolderRepository
from tests.device.vocabulary.installer_steps import commit, hears, opened, package_installer, publishing, seen, source
from tests.device.vocabulary.test_package_installer import mirrored
from tests.sim.package_mirror import guest_of, package_mirror
from tests.sim.publisher import NOW_MS, Publisher

POLICY = PackagePolicy()
CUT_EVERY_BYTES, MOST_CUTS = 400, 60


def asked(vault: Vault, publisher: Publisher, known_as: str = "company") -> bytes | None:
    return fetch_trusted_root(vault, known_as, publisher, publisher.stopwatch, POLICY)


def telling(vault: Vault, told: dict[str, str]) -> None:
    """As if the settings had come from another device of the person."""
    with vault.recording(Scope("", "", "told", NOW_MS)) as recorder:
        for key, value in told.items():
            keep_setting(recorder, Setting(key, value))


@pytest.fixture
def told(tmp_path: Path) -> tuple[Publisher, dict[str, str]]:
    """A publisher whose second root a device trusts, and what that device told the others."""
    publisher = publishing(("1.0", "mandoline"))
    first = source(publisher)
    publisher.next_root()
    with opened(tmp_path / "old") as vault:
        package_installer(vault).apply(first, hears)
        commit(vault)
        return publisher, mirrored(vault)


def test_the_root_that_was_told_is_fetched_and_then_trusted(
    tmp_path: Path, told: tuple[Publisher, dict[str, str]]
) -> None:
    publisher, settings = told
    publisher.next_root()
    with opened(tmp_path / "new") as vault:
        assert asked(vault, publisher) is None
        telling(vault, settings)
        assert asked(vault, publisher, "another") is None
        assert asked(vault, publisher) == publisher.files["2.root.json"]
        package_installer(vault).apply(
            PackageSource("company", publisher, publisher.stopwatch, asked(vault, publisher)), hears
        )
        assert seen(vault)[1] == ("mandoline", "sous vide")
        assert seen(vault)[2] == [("company", 3, 2)]
        assert asked(vault, publisher) is None


@pytest.mark.parametrize("content", [b"{}", "1.root.json", "3.root.json", b"", bytes(600_000), None])
def test_another_root_in_its_place_is_refused(
    tmp_path: Path, told: tuple[Publisher, dict[str, str]], content: bytes | str | None
) -> None:
    publisher, settings = told
    publisher.next_root()
    with opened(tmp_path / "new") as vault:
        telling(vault, settings)
        before = vault.head()
        if content is None:
            del publisher.files["2.root.json"]
        else:
            publisher.files["2.root.json"] = publisher.files[content] if isinstance(content, str) else content
        with pytest.raises(PackageError) as caught:
            asked(vault, publisher)
        expected: dict[object, str] = {None: "VOCAB_INCOMPLETE_REPO", bytes(600_000): "VOCAB_TOO_LARGE"}
        assert caught.value.code == expected.get(content, "VOCAB_HASH_MISMATCH")
        assert vault.head() == before


@pytest.mark.parametrize("value", ["none", "x:y", ":", "-1:aa"])
def test_a_setting_that_tells_of_no_root_is_none(
    tmp_path: Path, told: tuple[Publisher, dict[str, str]], value: str
) -> None:
    with opened(tmp_path / "new") as vault:
        telling(vault, {"vocab.root:company": value})
        assert asked(vault, told[0]) is None


def test_what_is_named_is_a_folder_or_the_paired_mirrors(tmp_path: Path) -> None:
    FolderRepository(tmp_path / "mirror:").put("catalog.json", b"{}")
    with opened(tmp_path / "state") as vault, ExitStack() as stack:
        found = stack.enter_context(opened_repository(vault, f"{tmp_path}/mirror:"))
        assert isinstance(found, FolderFetcher)
        assert b"".join(found.chunks("catalog.json", 9, 0) or ()) == b"{}"
        with pytest.raises(AccountMissing):
            stack.enter_context(opened_repository(vault, "mirror:"))
        with pytest.raises((BadName, AccountMissing)):
            stack.enter_context(opened_repository(vault, "mirror:../x"))


def test_a_line_that_is_cut_anywhere_leaves_the_old_vocabulary_and_once_it_is_whole_there_is_the_new(
    tmp_path: Path,
) -> None:
    publisher = publishing(("1.0", "mandoline"))
    with package_mirror(tmp_path / "m") as (service, fetcher), opened(tmp_path / "state") as vault:
        service.publisher = publisher
        package_installer(vault).apply(source(publisher), hears)
        old = seen(vault)
        publisher.publish({("kitchen", "1.1"): ["spiralizer", "sous vide", "whisk"]})
        cuts = [CUT_EVERY_BYTES * number for number in range(MOST_CUTS)]
        codes = [applied_through_a_cut(vault, tmp_path / "m", fetcher.address, after, old) for after in cuts]
        whole = codes.index("")
        assert set(codes[:whole]) == {"VOCAB_UNREACHABLE"}
        assert set(codes[whole:]) == {""}
        assert whole > 8
        assert seen(vault)[1] == ("sous vide", "spiralizer", "whisk")
        assert seen(vault)[2] == [("company", 1, 3)]


def applied_through_a_cut(vault: Vault, keys: Path, address: str, after: int, old: object) -> str:
    """Apply over a line that is dead after so many bytes of answers; the code, with which nothing has changed."""
    line = CuttableProxy(lambda: address)
    line.cut_after(after)
    try:
        with PackageFetcher(line.address, guest_of(FolderAuthority(keys, SystemMirrorClock()))) as fetcher:
            package_installer(vault).apply(PackageSource("company", fetcher, lambda: 0), hears)
    except PackageError as error:
        assert seen(vault) == old
        return error.code
    finally:
        line.close()
    return ""
