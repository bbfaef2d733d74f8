"""Near misses of the wake word are kept as scores, at most so many, and are shown with what to set."""

from __future__ import annotations

import json
import stat
from pathlib import Path

import pytest

from device.audio.policy import NEAR_MISSES_KEPT
from device.cli.talk.cmd_wake import review_wake_words
from device.daemon.audio_inputs import RunSettings
from device.daemon.composition import open_local_audio
from device.session.event_log import EventLine
from device.session.near_misses import NearMissFile, read_near_misses
from engine_b.vault.vault import Vault
from memory.model.changes import Change, Scope, Setting
from memory.model.timestamps import from_iso
from tests.device.engines.sound_samples import SPEECH

NOW = from_iso("2026-02-20T08:00:00+00:00")


def line(number: int, condition: str = "QUIET", second_bp: int = 5_000) -> EventLine:
    scores = {"first_bp": 9_000, "second_bp": second_bp, "needed_bp": 8_000}
    return {"at": f"2026-02-20T08:00:{number:02}", "type": "wake_missed", "reason": condition, "scores": scores}


def test_only_scores_are_kept_and_only_the_latest(tmp_path: Path) -> None:
    keep = NearMissFile(tmp_path)
    keep({"at": "2026-02-20", "type": "transcript", "reason": "HEARD", "text": "my pin"})
    assert read_near_misses(tmp_path) == ()
    for number in range(NEAR_MISSES_KEPT + 5):
        keep(line(number))
    found = read_near_misses(tmp_path)
    assert (len(found), found[0].at, found[0].score_bp) == (NEAR_MISSES_KEPT, "2026-02-20T08:00:05", 7_000)
    file = tmp_path / "wake_scores.jsonl"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert set(json.loads(file.read_text().splitlines()[0])) == {
        "at", "condition", "first_bp", "second_bp", "needed_bp",
    }  # fmt: skip


def test_a_damaged_line_is_left_out_and_a_lost_file_costs_nothing(tmp_path: Path) -> None:
    keep = NearMissFile(tmp_path)
    keep(line(1))
    with (tmp_path / "wake_scores.jsonl").open("a") as file:
        file.write('{"at": 1}\nno json\n{"at":"x","condition":"QUIET","first_bp":"a","second_bp":1,"needed_bp":1}\n')
    assert len(read_near_misses(tmp_path)) == 1
    NearMissFile(tmp_path / "nowhere")(line(2))
    assert read_near_misses(tmp_path / "nowhere") == ()


@pytest.mark.parametrize(
    ("seconds_bp", "conditions", "advice"),
    [
        ((5_000, 6_000), ("QUIET",), []),
        ((4_000, 5_060, 6_000), ("QUIET",), [{"key": "wake.quiet_bp", "value": 7_000}]),
        ((5_000, 5_000, 5_000), ("TALK",), [{"key": "wake.strict_bp", "value": 7_000}]),
        ((5_000, 5_000, 5_000), ("NOISE", "SPEAKING"), [{"key": "wake.masked_bp", "value": 7_000}]),
    ],
)
def test_the_review_says_what_to_set(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], seconds_bp: tuple[int, ...], conditions: tuple[str, ...],
    advice: list[dict[str, object]],
) -> None:  # fmt: skip
    keep = NearMissFile(tmp_path)
    for number, second_bp in enumerate(seconds_bp):
        keep(line(number, conditions[number % len(conditions)], second_bp))
    review_wake_words(tmp_path, as_json=True)
    shown = json.loads(capsys.readouterr().out)
    assert (len(shown["near_misses"]), shown["advice"]) == (len(seconds_bp), advice)
    review_wake_words(tmp_path, as_json=False)
    words = capsys.readouterr().out
    assert all(f"selene device tune {one['key']} {one['value']}" in words for one in advice)


def test_a_daemon_that_was_told_to_be_strict_keeps_its_near_misses_and_does_not_wake(tmp_path: Path) -> None:
    state, lines = tmp_path / "state", list[EventLine]()
    with Vault.open(state, now_ms=NOW.at_ms) as vault:
        vault.commit(Change(Scope("", "", "t", NOW.at_ms), settings=(Setting("wake.quiet_bp", "9800"),)))
    tape = f"tape:{SPEECH / 'slt' / 'okay_nabu_my_favorite_color_is_green.wav'}"
    settings = RunSettings(state, "Ana", microphone=tape, speaker="null:", fast=True, now=NOW)
    with open_local_audio(settings, (lines.append,)) as local:
        local.run()
    (near,) = read_near_misses(state)
    assert (near.condition, near.needed_bp) == ("QUIET", 9_800)
    assert [one["type"] for one in lines] == ["wake_missed"]
