"""Promise: `vocab apply` beside a daemon lets others use the vault while the recogniser is tested."""

from __future__ import annotations

from pathlib import Path

import pytest

from device.cli.vocab.cmd_packages import install_packages
from device.core.ports import HintBundle, Transcript
from device.daemon.event_hub import EventHub
from device.daemon.shared_vault import SharedVault
from device.daemon.vault_access import ServedVault, serving
from device.engines import factory
from engine_b.vault.vault import Vault
from engine_b.vocabulary import activation
from tests.sim.publisher import NOW_MS

REPOSITORY = Path(__file__).resolve().parents[3] / "fixtures" / "packages" / "base"
NOW = "2026-09-10T12:00:00+00:00"
SECONDS = 10


class CuriousRecogniser:
    """Asks for the vault in another thread at each utterance."""

    def __init__(self, shared: SharedVault) -> None:
        self._shared, self.answers = shared, list[int]()

    def start(self, hints: HintBundle) -> None:
        self.answers.append(self._shared.submit(lambda: self._shared.vault.counts().atoms).result(SECONDS))

    def hear(self, frame: bytes) -> None:
        pass

    def finish(self) -> Transcript:
        return Transcript("")

    def abandon(self) -> None:
        pass


def test_others_use_the_vault_during_the_self_test(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Vault.open(tmp_path, now_ms=NOW_MS) as vault:
        shared = SharedVault(vault, tmp_path)
        recogniser = CuriousRecogniser(shared)
        monkeypatch.setattr(factory, "open_recogniser", lambda uri: recogniser)
        token = serving.set(ServedVault(shared, EventHub()))
        try:
            install_packages(
                tmp_path, None, str(REPOSITORY), "base", REPOSITORY / "1.root.json", (), "known:", NOW,
                again=False, as_json=True,
            )  # fmt: skip
        finally:
            serving.reset(token)
            shared.close()
        assert len(recogniser.answers) > 1
        assert activation.load_pointers(vault.database).on_trial
