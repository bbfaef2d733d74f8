"""Promise: killed, full or failing at any step, a device has the old vocabulary or the new one (V24, V25)."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from engine_b.core.errors import DiskFull, IoFailed, VaultError
from engine_b.vault.vault import Vault
from engine_b.vocabulary import activation
from packages.core.errors import (
    TrustLost,
    VocabularyRolledBack,
)
from tests.device.vocabulary.installer_steps import (
    POLICY,
    commit,
    hears,
    opened,
    package_installer,
    publishing,
    seen,
    source,
)
from tests.sim.publisher import NOW_MS, Publisher

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
        package_installer(vault).apply(source(publisher), hears)
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
                package_installer(vault).apply(source(publisher), hears)
                os._exit(0)
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        assert status in (0, -signal.SIGKILL)
        with opened(state) as vault:
            words = is_whole(vault)
            found.append(words)
            package_installer(vault).apply(source(publisher), hears)
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
                package_installer(vault).apply(source(publisher), hears)
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
        package_installer(vault).apply(source(committed_publisher), hears)
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
            package_installer(vault).apply(source(committed_publisher), hears)
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
        package_installer(vault).apply(source(publisher), hears)
        trial = HealthWindow(build_rollback_installer(vault, NOW_MS), lambda: NOW_MS, lambda code, _: told.append(code))
        trial.started()
        with pytest.raises(RuntimeError):
            MonitoredRecogniser(Broken(), trial).hear(b"")
        assert is_whole(vault) == OLD
        assert told == ["VOCAB_ROLLED_BACK"]
