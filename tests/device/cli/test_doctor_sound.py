"""What `selene doctor --sound` measures in simulated rooms whose figures are known."""

from __future__ import annotations

from pathlib import Path

import pytest

from device.cli.doctor.doctor_finding import Finding
from device.cli.doctor.sound_findings import run_sound_checks
from device.core.config_keys import CONFIG_KEYS
from tests.device.engines.sound_samples import FIXTURES

LONG_MS = 26_000
WAKE = f"{{place: 1m, says: [{{wav: {FIXTURES / 'speech/rms/okay_nabu.wav'}, at_ms: 10500}}]}}"


def measured(folder: Path, scenario: str, **other: str) -> dict[str, Finding]:
    path = folder / "room.yaml"
    path.write_text(f"room: {FIXTURES / 'rooms/small'}\n{scenario}\n", encoding="utf-8")
    values = {key.name: key.default for key in CONFIG_KEYS} | {"microphone": f"room:{path}", **other}
    return {finding.check: finding for finding in run_sound_checks(values, quiet=True)}


@pytest.mark.parametrize(("coupling_db", "delay_ms", "noise_db"), [(-10, 40, -60), (0, 120, -50)])
def test_it_finds_the_figures_of_the_room(tmp_path: Path, coupling_db: int, delay_ms: int, noise_db: int) -> None:
    loudspeaker = f"loudspeaker: {{coupling_db: {coupling_db}, delay_ms: {delay_ms}}}"
    found = measured(
        tmp_path,
        f"length_ms: {LONG_MS}\npeople: [{WAKE}]\nnoise: {{level_db: {noise_db}}}\n{loudspeaker}",
    )
    assert [finding.state for finding in found.values()] == ["ok"] * 4, found
    assert abs(float(found["noise floor"].found.split()[0]) - noise_db) <= 6
    level, delay = found["echo"].found.split()[0], found["echo"].found.split()[5]
    assert abs(float(level) - coupling_db) <= 6, "the response of the room adds some"
    assert abs(int(delay) - delay_ms) <= 20
    assert int(found["echo loss"].found.split()[0]) >= 10
    assert abs(float(found["wake level"].found.split()[2]) + 26) <= 5


BAD = [
    ("noise: {level_db: -30}", {}, "noise floor", "turn off what hums"),
    ("loudspeaker: {coupling_db: -10}", {"echo": "none:"}, "echo loss", "wake word to interrupt"),
    ("loudspeaker: {coupling_db: -90}", {}, "echo", "Is it on?"),
    ("", {}, "wake level", "nearer"),
]


@pytest.mark.parametrize(("scenario", "other", "check", "advice"), BAD, ids=[one[2] for one in BAD])
def test_it_says_what_is_wrong_and_what_to_do(
    tmp_path: Path, scenario: str, other: dict[str, str], check: str, advice: str
) -> None:
    found = measured(tmp_path, f"length_ms: {LONG_MS}\n{scenario}", **other)[check]
    assert found.state == "warn"
    assert advice in found.advice


def test_a_microphone_that_ends_or_is_none_is_told(tmp_path: Path) -> None:
    assert measured(tmp_path, "length_ms: 1500")["sound"].found == "the microphone ended"
    assert measured(tmp_path, "", microphone="none:")["sound"].state == "ok"
    assert measured(tmp_path, "", microphone=f"tape:{tmp_path / 'none.wav'}")["sound"].state == "warn"
