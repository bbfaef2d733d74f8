"""Promise: work orders are added, listed, confirmed and cancelled from the command line; a refusal changes nothing."""

from __future__ import annotations

from pathlib import Path

from engine_b.vault.vault import Vault
from tests.device.cli.memory.test_thread_commands import Run, parsed, run

__all__ = ["run"]


def test_work_orders_are_added_listed_confirmed_and_cancelled(run: Run, tmp_path: Path) -> None:
    assert run("work", "list").exit_code == 21
    run("say", "hello")
    assert run("work", "list").stdout == "There are no work orders yet.\n"
    made = parsed(run("work", "add", "order twenty chairs", "--json", minute=1))
    assert (made["text"], made["status"], made["reason"]) == ("order twenty chairs", "DRAFT", "USER_STATED")
    assert run("work", "add", "paint the fence", minute=2).exit_code == 0
    done = parsed(run("work", "confirm", made["work_order_id"][:12], "--json", minute=3))
    assert (done["text"], done["status"]) == ("order twenty chairs", "DONE")
    assert "CANCELED" in run("work", "cancel", "the fence", minute=4).stdout
    listed = parsed(run("work", "list", "--json", minute=5))["work_orders"]
    assert [(one["text"], one["status"]) for one in listed] == [
        ("paint the fence", "CANCELED"),
        ("order twenty chairs", "DONE"),
    ]
    before = _head(tmp_path)
    for words in (("confirm", "chairs"), ("cancel", "work-ffff"), ("cancel", "%")):
        refused = run("work", *words, minute=6)
        assert (refused.exit_code, "UNKNOWN_WORK_ORDER" in refused.stderr) == (9, True)
    assert _head(tmp_path) == before


def _head(tmp_path: Path) -> object:
    with Vault.open(tmp_path / "state", now_ms=1, read_only=True) as vault:
        return vault.head()
