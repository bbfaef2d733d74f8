"""Promise: `selene eval retrieval` counts what it says it counts, and refuses a file that is not what it reads."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from device.cli.memory.cmd_evaluate import evaluate_app
from device.core.errors import BadScript
from device.evaluation.episodes import parse_episode, summarise_rows
from device.evaluation.retrieval_evaluation import evaluate_retrieval


def turn(number: int, text: str, speaker: str = "user", session: str = "S1") -> dict[str, str]:
    """One turn of an episode."""
    return {
        "turn_id": str(number),
        "session_id": session,
        "at": "2024-03-15T10:00:00",
        "speaker": speaker,
        "text": text,
    }


def question(number: int, text: str, gold: list[str], kind: str = "fact") -> dict[str, Any]:
    """One question of an episode."""
    return {
        "question_id": f"q{number}",
        "kind": kind,
        "text": text,
        "asked_at": None,
        "gold_turn_ids": gold,
        "answer": "-",
    }


EPISODE = {
    "episode_id": "e1",
    "source": "made for this test",
    "turns": [
        turn(1, "I bought a cello in Trieste"),
        turn(2, "How lovely, a cello!", "assistant"),
        turn(3, "My flight to Oslo leaves at noon", session="S2"),
        turn(4, "My flight to Oslo leaves at noon", session="S2"),
    ],
    "questions": [
        question(1, "Where did I buy the cello?", ["1"]),
        question(2, "When does the flight to Oslo leave?", ["3", "4"]),
        question(3, "What is unknown?", []),
        question(4, "Where is my submarine?", ["1"], kind="other"),
    ],
}


def written(folder: Path, *lines: str) -> Path:
    """A gzipped file of these lines."""
    path = folder / "episodes.jsonl.gz"
    path.write_bytes(gzip.compress("\n".join(lines).encode()))
    return path


def test_the_means_are_over_questions_with_gold_turns(tmp_path: Path) -> None:
    found = evaluate_retrieval(written(tmp_path, json.dumps(EPISODE)), frozenset())
    assert found.without_gold == 1
    measures = summarise_rows(found.rows)
    assert (measures["n"], measures["r_at_1"], measures["r_at_20"]) == (3, 0.5, 0.6667)
    assert (measures["hit_at_20"], measures["all_at_20"]) == (0.6667, 0.6667)
    assert found.rows[0].ranked[0] == "1"
    assert set(found.rows[1].ranked[:2]) == {"3", "4"}
    assert found.rows[0].in_bundle == {"1"}
    items, gold = (sum(getattr(row, name) for row in found.rows) for name in ("items", "gold_items"))
    assert (gold, items) == (2, 2)
    assert measures["gold_share"] == round(gold / items, 4)
    assert measures["bundle_bytes"] == round(sum(row.bundle_bytes for row in found.rows) / 3)


def test_only_the_kinds_that_were_asked_for_count(tmp_path: Path) -> None:
    path = written(tmp_path, json.dumps(EPISODE))
    said = CliRunner().invoke(evaluate_app, ["retrieval", str(path), "--json", "--kinds", "other", "--rows"])
    assert said.exit_code == 0
    report = json.loads(said.stdout)
    assert (report["n"], report["r_at_20"], len(report["rows"])) == (1, 0.0, 1)
    assert set(report) >= {
        "hit_at_20",
        "all_at_20",
        "bundle_recall",
        "bundle_bytes",
        "gold_share",
        "ms_p50",
        "ms_p95",
        "without_gold",
    }


@pytest.mark.parametrize(
    "line", ["{", "[]", '{"turns": []}', '{"episode_id": 1, "turns": [{}], "questions": []}', "null"]
)
def test_a_line_that_is_no_episode_is_refused_by_its_number(tmp_path: Path, line: str) -> None:
    with pytest.raises(BadScript, match="Line 2"):
        evaluate_retrieval(written(tmp_path, json.dumps(EPISODE), line), frozenset({"none of these"}))


def test_a_file_that_is_not_gzip_or_not_there_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "plain.jsonl"
    path.write_text(json.dumps(EPISODE))
    for bad in (path, tmp_path / "missing"):
        with pytest.raises(BadScript, match="cannot be read"):
            evaluate_retrieval(bad, frozenset())


def test_turns_of_one_moment_keep_the_order_in_which_they_were_said() -> None:
    episode = parse_episode(json.dumps(EPISODE), 1)
    times = [said.at.at_ms for said in episode.turns]
    assert times == [1_710_496_800_000, 1_710_496_800_001, 1_710_496_800_000, 1_710_496_800_001]
