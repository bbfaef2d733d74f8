"""`selene doctor` and `selene status` say whether a voice is learned, and whether the configured model knows it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from device.cli.doctor.cmd_status import show_vault_status
from device.cli.doctor.voice_findings import check_voice
from device.daemon.current_user import resolve_user
from device.engines import factory
from engine_b.vault.vault import Vault
from tests.device.engines.voiceprint.tiny_model import write_bands_model, write_pitch_model
from tests.device.session.test_known_voice import NOW, teach


@pytest.mark.parametrize(
    ("learned", "configured", "state", "found"),
    [
        (None, "none:", "ok", "not learned; to teach it"),
        ("none:", "none:", "ok", "pitch and level alone"),
        ("none:", "pitch", "warn", "pitch and level alone"),
        ("pitch", "none:", "warn", "pitch and level alone"),
        ("pitch", "pitch", "ok", "learned"),
        ("pitch", "bands", "warn", "another model"),
        (None, "onnx:nowhere.onnx", "fail", "DOOR_UNAVAILABLE"),
    ],
)
def test_the_finding(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
    learned: str | None, configured: str, state: str, found: str,
) -> None:  # fmt: skip
    uris = {
        "pitch": write_pitch_model(tmp_path / "pitch.onnx"),
        "bands": write_bands_model(tmp_path / "bands.onnx"),
    }
    vault_state = tmp_path / "state"
    with Vault.open(vault_state, now_ms=NOW.at_ms) as vault:
        if learned is not None:
            user_id = resolve_user(vault, None).user_id
            teach(vault, user_id, "rms", factory.open_voiceprint(uris.get(learned, learned)))
    monkeypatch.setenv("SELENE_VOICEPRINT", uris.get(configured, configured))
    finding = check_voice(vault_state)
    assert (finding.state, found in finding.found, bool(finding.advice)) == (state, True, state != "ok")
    show_vault_status(vault_state, as_json=True)
    assert json.loads(capsys.readouterr().out)["voice_learned"] is (learned is not None)
