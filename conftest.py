"""The tests that are run and their order: files that take longest come first, so that all processes end together."""

from __future__ import annotations

import gc
from pathlib import Path

import pytest

from device.platform.cycle_search import search_cycles_seldom
from tests.budgets import TABLE_STRIDE
from tests.long_tables import played_rows
from tests.soak import has_budget

ROOT = Path(__file__).resolve().parent
LONGEST_FIRST = (
    "acceptance/tests/test_acceptance.py",
    "acceptance/tests/test_first_run.py",
    "acceptance/tests/test_demo.py",
    "acceptance/tests/test_daemon.py",
    "acceptance/tests/test_daemon_sync.py",
    "tests/device/audio/test_room_cases.py",
    "tests/device/engines/test_pocketsphinx.py",
    "tests/acceptance_faults/test_faults.py",
    "tests/engine_b/sync/model/test_model.py",
    "tests/device/assistant/test_talk_sets.py",
    "tests/crash/test_power_loss.py",
    "tests/crash/test_faults_at_every_write.py",
    "acceptance/tests/test_doctor.py",
    "tests/device/session/test_two_sessions.py",
    "tests/device/engines/test_recogniser_contract.py",
    "tests/device/clients/test_voice_keeps_time.py",
    "tests/engine_b/sync/test_live_processes.py",
    "tests/device/clients/http_api/test_daemon.py",
    "tests/device/clients/mcp_server/test_mcp_stdio.py",
    "tests/device/clients/http_api/test_voice.py",
    "tests/device/clients/wyoming_server/test_run_wyoming.py",
    "tests/device/assistant/test_german_talks.py",
    "tests/device/assistant/test_bad_input.py",
    "tests/device/skills/continuity/test_threads.py",
    "tests/device/skills/recall/test_paraphrased_questions.py",
    "tests/device/cli/config/test_config_commands.py",
    "acceptance/tests/test_sync_commands.py",
    "tests/engine_b/sync/hostile_mirror/test_parked_ops.py",
    "tests/properties/test_canary.py",
    "tests/properties/test_forensics.py",
    "tests/device/nlu/test_template_index.py",
    "tests/device/clients/test_control_socket.py",
    "tests/cloud_mirror/process/test_state_folder.py",
    "tests/device/vocabulary/test_package_installer.py",
    "tests/device/vocabulary/test_health_window.py",
    "tests/packages/installation/test_mirror_attacks.py",
    "tests/packages/verification/test_content_attacks.py",
    "tests/engine_b/sync/test_merge.py",
    "tests/memory/reading/test_stories.py",
    "tests/memory/reading/test_totality.py",
    "tests/acceptance_faults/test_command.py",
    "tests/device/skills/memory/test_fact_capture.py",
    "tests/memory/text/test_date_oracle.py",
    "tests/engine_b/sync/test_backlog.py",
    "tests/cloud_mirror/process/test_resource_exhaustion.py",
    "tests/cloud_mirror/process/test_interrupted_calls.py",
)


def pytest_collection() -> None:
    """Keeps the garbage collector from searching, again and again, what is loaded meanwhile and stays."""
    gc.disable()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Puts the tests of the files above first, and leaves out the rows of long tables that are for `make soak`."""
    places = {ROOT / path: place for place, path in enumerate(LONGEST_FIRST)}
    items.sort(key=lambda item: places.get(item.path, len(places)))
    named = not {Path(word).name for word in config.args} <= set(config.getini("testpaths"))  # then all of its rows
    budgeted = frozenset(name for path in {item.path for item in items} if has_budget(path) for name in [_suite(path)])
    tests = [(_suite(item.path), item.nodeid.partition("[")[0]) for item in items]
    played = played_rows(tests, 1 if named else TABLE_STRIDE.now, budgeted)
    left_out = [item for item, is_played in zip(items, played, strict=True) if not is_played]
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item, is_played in zip(items, played, strict=True) if is_played]


def _suite(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def pytest_collection_finish() -> None:
    """Excludes what is loaded by now from garbage collection, which would search all of it each round, and makes the
    rounds as seldom as a daemon's.
    """
    search_cycles_seldom()
    gc.enable()
