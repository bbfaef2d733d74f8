"""The golden packages of fixtures/packages: bytes that were bad (or good) once stay so, read from a real folder."""

from __future__ import annotations

import base64
import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from fixtures.regenerate_packages import main
from packages.core.errors import PackageError
from packages.core.names import Version
from packages.core.policy import PackagePolicy
from packages.documents.merge import merge_packages
from packages.installation.refresh import refresh_repository, trust_initial_root
from packages.storage.folders import FolderFetcher
from packages.verification.client import DeviceProfile, RefreshRequest
from tests.sim.folder_trust_store import FolderTrustStore
from tests.sim.publisher import NOW_MS

FIXTURES = Path(__file__).resolve().parents[3] / "fixtures" / "packages"
CASES = [json.loads(line) for line in (FIXTURES / "cases.jsonl").read_text(encoding="utf-8").splitlines()]
POLICY = PackagePolicy()
REQUEST = RefreshRequest(DeviceProfile(Version(1, 2), frozenset({"en"})), NOW_MS)


def digest(repository: Path, store: FolderTrustStore) -> str:
    return merge_packages(
        refresh_repository(FolderFetcher(repository), store, REQUEST, lambda: 0, POLICY).packages, POLICY
    ).digest


@pytest.mark.parametrize("case", CASES, ids=[case["case"] for case in CASES])
def test_a_golden_case_is_answered_with_its_code_and_changes_nothing(case: dict[str, Any], tmp_path: Path) -> None:
    repository, trust = tmp_path / "repository", tmp_path / "trust"
    shutil.copytree(FIXTURES / "base", repository)
    store = FolderTrustStore(trust)
    trust_initial_root(store, (repository / "1.root.json").read_bytes(), POLICY)
    golden = json.loads((FIXTURES / "digests.json").read_text(encoding="utf-8"))
    assert digest(repository, store) == golden["base"]
    before = {path.name: path.read_bytes() for path in trust.iterdir()}
    for path, content in case["files"].items():
        at = repository / path
        at.parent.mkdir(parents=True, exist_ok=True)
        if content is None:
            at.unlink(missing_ok=True)
        else:
            at.write_bytes(base64.b64decode(content))
    if not case["code"]:
        digest(repository, store)
        return
    with pytest.raises(PackageError) as caught:
        digest(repository, store)
    assert caught.value.code == case["code"]
    if "2.root.json" in case["files"] and case["code"] == "VOCAB_KEY_REVOKED":
        before["root.json"] = base64.b64decode(case["files"]["2.root.json"])  # it followed rightly
    assert {path.name: path.read_bytes() for path in trust.iterdir()} == before


def test_the_golden_packages_are_what_the_generator_makes() -> None:
    assert main(["--check"]) == 0
