"""Promise: an operator gives a repository new keys with one command, and devices walk to them; the old keys are out."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from device.cli.main import app
from device.vocabulary.package_installer import PackageInstaller, PackageSource
from engine_b.vocabulary import activation
from packages.core.errors import KeyRevoked, NotDelegated, PackageError, RootChainBroken, ThresholdNotMet, TrustExpired
from packages.storage.folders import FolderFetcher
from tests.device.vocabulary.installer_steps import DEVICE, hears, opened, seen
from tests.sim.publisher import DAY_MS, NOW_MS

NOW = "2026-09-01T00:00:00Z"
LATER = "2026-10-01T00:00:00Z"


class Desk:
    """An operator's desk: keys and a repository, used by the command line."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.repository = folder, folder / "repository"
        for name in ("root-a", "root-b", "catalog", "acme", "globex"):
            self.selene("keygen", self.key(name))
        self.selene(
            "publish", "--key", self.key("catalog"), "--root-key", self.key("root-a"),
            "--publisher", f"acme={self.pub('acme')}:kitchen", on_repository=True,
        )  # fmt: skip

    def key(self, name: str) -> str:
        return str(self.folder / f"{name}.key")

    def pub(self, name: str) -> str:
        return f"{self.key(name)}.pub"

    def selene(self, *words: str, on_repository: bool = False, now: str = NOW) -> dict[str, Any]:
        where = ("--repository", str(self.repository), "--now", now) if on_repository else ()
        ended = CliRunner().invoke(app, ["vocab", *words, *where, "--json"])
        found: dict[str, Any] = json.loads(ended.stdout or ended.stderr)
        return {**found, **found.get("error", {}), "status": ended.exit_code}

    def root(self, *words: str, now: str = NOW) -> dict[str, Any]:
        return self.selene("root", *words, on_repository=True, now=now)

    def package(self, version: str, word: str, key: str = "acme", name: str = "kitchen") -> str:
        listed = self.folder / f"{name}-{version}.jsonl"
        listed.write_text(json.dumps(word) + "\n")
        out = self.folder / f"{name}-{version}-{key}"
        self.selene(
            "build", "--name", name, "--version", version, "--terms", str(listed), "--by", "ops", "--why", "sold",
            "--out", str(out), "--now", NOW,
        )  # fmt: skip
        self.selene("sign", str(out), "--key", self.key(key))
        return str(out)

    def publish(self, folder: str, key: str = "catalog") -> dict[str, Any]:
        return self.selene("publish", folder, "--key", self.key(key), on_repository=True)

    def take_in(self, state: Path, *, after_days: int = 0) -> tuple[str, ...]:
        with opened(state) as vault:
            root = (self.repository / "1.root.json").read_bytes()
            source = PackageSource("company", FolderFetcher(self.repository), lambda: 0, root)
            PackageInstaller(vault, DEVICE, NOW_MS + after_days * DAY_MS).apply(source, hears)
            return seen(vault)[1]


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    made = Desk(tmp_path)
    assert made.publish(made.package("1.0", "whisk"))["status"] == 0
    return made


def test_a_device_walks_to_a_root_of_other_keys_and_the_old_one_is_worth_nothing(tmp_path: Path, desk: Desk) -> None:
    assert desk.take_in(tmp_path / "state") == ("whisk",)
    old = [desk.root("--root-key", desk.key("root-a"))["root_version"]]
    done = desk.root("--root-key", desk.key("root-a"), "--root-key", desk.key("root-b"), "--revoke", desk.pub("root-a"))
    assert (old, done["root_version"], len(done["root_keys"]), len(done["revoked"])) == ([2], 3, 1, 1)
    desk.publish(desk.package("1.1", "spatula"))
    assert desk.take_in(tmp_path / "state") == ("spatula",)
    with opened(tmp_path / "state") as vault:
        assert [row[1] for row in activation.trusted_versions(vault.database)] == [3]
    for signers in (("root-a",), ("root-a", "root-b")):
        refused = desk.root(*(word for name in signers for word in ("--root-key", desk.key(name))))
        assert refused["code"] == KeyRevoked.code
    assert not (desk.repository / "4.root.json").exists()


def test_a_root_that_the_old_keys_did_not_sign_is_followed_by_nobody(tmp_path: Path, desk: Desk) -> None:
    assert desk.root("--root-key", desk.key("root-b"))["code"] == RootChainBroken.code
    assert not (desk.repository / "2.root.json").exists()
    both = ("--root-key", desk.key("root-a"), "--root-key", desk.key("root-b"), "--threshold", "2")
    assert desk.root(*both)["threshold"] == 2
    assert desk.root("--root-key", desk.key("root-b"))["code"] == ThresholdNotMet.code
    assert desk.take_in(tmp_path / "state") == ("whisk",)


def test_a_catalogue_of_the_key_that_was_replaced_is_refused_with_its_code(tmp_path: Path, desk: Desk) -> None:
    desk.take_in(tmp_path / "state")
    before = tmp_path / "before"
    shutil.copytree(desk.repository, before)
    done = desk.root("--root-key", desk.key("root-a"), "--key", desk.key("root-b"))
    assert done["catalog_version"] == 3
    assert desk.take_in(tmp_path / "state") == ("whisk",)
    assert desk.publish(desk.package("1.1", "spatula"))["code"] == KeyRevoked.code
    shutil.copy(before / "catalog.json", desk.repository / "catalog.json")
    with opened(tmp_path / "state") as vault:
        as_it_was = seen(vault)
    with pytest.raises(KeyRevoked):
        desk.take_in(tmp_path / "state")
    with opened(tmp_path / "state") as vault:
        assert seen(vault) == as_it_was


def test_publishers_come_and_go_and_what_the_old_one_signed_goes_with_them(tmp_path: Path, desk: Desk) -> None:
    sign = ("--root-key", desk.key("root-a"))
    assert desk.publish(made := desk.package("2.0", "kettle", "globex", "globex"))["code"] == NotDelegated.code
    assert desk.root(*sign, "--publisher", f"globex={desk.pub('globex')}:globex")["publishers"]["globex"] == ["globex"]
    assert desk.publish(made)["status"] == 0
    assert desk.take_in(tmp_path / "state") == ("kettle", "whisk")
    assert desk.root(*sign, "--revoke", desk.pub("globex"))["code"] == "VOCAB_BAD_TERMS"
    desk.root(*sign, "--drop-publisher", "globex")
    with opened(tmp_path / "state") as vault:
        before = seen(vault)[:2]
    with pytest.raises(PackageError) as caught:
        desk.take_in(tmp_path / "state")
    assert caught.value.code in (NotDelegated.code, KeyRevoked.code)
    with opened(tmp_path / "state") as vault:
        assert seen(vault)[:2] == before
    desk.selene("publish", "--retire", "globex=gone", "--key", desk.key("catalog"), on_repository=True)
    assert desk.take_in(tmp_path / "state") == ("whisk",)


def test_an_expired_root_is_renewed_and_devices_install_again(tmp_path: Path, desk: Desk) -> None:
    desk.take_in(tmp_path / "state")
    with pytest.raises(TrustExpired):
        desk.take_in(tmp_path / "state", after_days=400)
    late = "2027-10-06T00:00:00Z"
    desk.root("--root-key", desk.key("root-a"), "--key", desk.key("catalog"), now=late)
    assert desk.take_in(tmp_path / "state", after_days=400) == ("whisk",)


def test_a_root_without_its_keys_or_of_keys_that_are_not_there_changes_nothing(desk: Desk) -> None:
    before = sorted(path.read_bytes() for path in desk.repository.rglob("*.json"))
    assert desk.root("--root-key", desk.key("nobody"))["code"] == "VOCAB_KEY_FILE"
    assert desk.root("--root-key", desk.key("root-a"), "--revoke", "0" * 32)["code"] == "VOCAB_BAD_TERMS"
    assert desk.root("--root-key", desk.key("root-a"), "--threshold", "2")["code"] == "VOCAB_BAD_TERMS"
    assert desk.root("--root-key", desk.key("root-a"), "--drop-publisher", "nobody")["code"] == "VOCAB_BAD_TERMS"
    assert sorted(path.read_bytes() for path in desk.repository.rglob("*.json")) == before
