"""`selene doctor` names each of the eight corruptions of a vault, and touches nothing that it cannot heal."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from acceptance.drivers.device_accounts import command_json, create_device_account
from acceptance.drivers.mirror_process import started_mirror
from acceptance.drivers.selene_command import run_selene
from engine_b.vault.vault import Vault
from tests.engine_b.change_builders import in_child, remember_change

PAGE = 4_096


def commits(state: Path, first: int, *, killed: bool) -> None:
    """Ten memories, and then the end: in good order, or as if the power went."""

    def remember() -> None:
        vault = Vault.open(state, now_ms=1)
        for at in range(first, first + 10):
            vault.commit(remember_change(f"memory {at} is about gardening and boats", at, key=f"k:{at}"))
        if killed:
            os._exit(9)
        vault.close()

    assert in_child(remember) == (9 if killed else 0)


def doctor(state: Path) -> tuple[int, dict[str, Any]]:
    done = run_selene("doctor", "--state", str(state), "--json", status=None)
    return done.returncode, {each["check"]: each for each in json.loads(done.stdout)["findings"]}


def flip_a_bit(state: Path) -> None:
    content = bytearray((state / "vault.db").read_bytes())
    content[2 * PAGE + 700] ^= 1
    (state / "vault.db").write_bytes(content)


def lose_the_journal(state: Path) -> None:
    (state / "vault.db-wal").unlink()


def cut_the_journal(state: Path) -> None:
    journal = (state / "vault.db-wal").read_bytes()
    (state / "vault.db-wal").write_bytes(journal[: len(journal) // 2])


def replay_a_page(state: Path) -> None:
    old, new = (state / "old").read_bytes(), (state / "vault.db").read_bytes()
    at = next(at for at in range(PAGE, len(old), PAGE) if old[at : at + PAGE] != new[at : at + PAGE])
    (state / "vault.db").write_bytes(new[:at] + old[at : at + PAGE] + new[at + PAGE :])


def put_back_an_old_file(state: Path) -> None:
    (state / "vault.db").write_bytes((state / "old").read_bytes())


def flip_the_salt(state: Path) -> None:
    content = (state / "vault.db").read_bytes()
    (state / "vault.db").write_bytes(bytes(16) + content[16:])


def change_the_key(state: Path) -> None:
    run_selene("say", "my name is Ana", "--state", str(state.parent / "other"))
    (state / "device.key").write_bytes((state.parent / "other" / "device.key").read_bytes())


def put_a_plain_file(state: Path) -> None:
    (state / "vault.db").unlink()
    with sqlite3.connect(state / "vault.db") as plain:
        plain.execute("CREATE TABLE atom (text)")


@pytest.mark.parametrize(
    ("spoil", "killed", "codes"),
    [
        (flip_a_bit, False, ["VAULT_DAMAGED"]),
        (lose_the_journal, True, ["VAULT_ROLLED_BACK"]),
        (cut_the_journal, True, ["VAULT_ROLLED_BACK"]),
        (replay_a_page, False, ["VAULT_DAMAGED", "VAULT_ROLLED_BACK", "VAULT_CHAIN_BROKEN"]),
        (put_back_an_old_file, False, ["VAULT_ROLLED_BACK"]),
        (flip_the_salt, False, ["VAULT_HEALED"]),
        (change_the_key, False, ["VAULT_WRONG_KEY"]),
        (put_a_plain_file, False, ["VAULT_NOT_A_VAULT"]),
    ],
)
def test_each_corruption_is_named(
    tmp_path: Path, spoil: Callable[[Path], None], killed: bool, codes: list[str]
) -> None:
    state = tmp_path / "state"
    commits(state, 100, killed=False)
    (state / "old").write_bytes((state / "vault.db").read_bytes())
    commits(state, 200, killed=killed)
    if not killed:
        assert doctor(state)[1]["vault"]["state"] == "ok", "the doctor does not cry wolf"
    spoil(state)
    before = (state / "vault.db").read_bytes()
    status, found = doctor(state)
    vault = found["vault"]
    assert vault["found"].split(":")[0] in codes, vault
    assert vault["advice"]
    if codes == ["VAULT_HEALED"]:
        assert (status, vault["state"]) == (0, "warn")
        assert doctor(state)[1]["vault"]["state"] == "ok"
    else:
        assert (status, vault["state"]) == (1, "fail")
        assert (state / "vault.db").read_bytes() == before
        assert found["account"]["found"] == "not looked at"


def test_the_doctor_looks_at_the_mirror_too(tmp_path: Path) -> None:
    with started_mirror(tmp_path / "m") as mirror:
        state, _ = create_device_account(tmp_path, "kitchen")
        assert doctor(state)[1]["mirror"]["state"] == "warn"
        run_selene("pair", "--mirror", mirror.address, "--token-file", str(mirror.invitation()), "--state", str(state))
        run_selene("say", "my name is Ana", "--state", str(state))
        run_selene("sync", "--once", "--state", str(state))
        found = doctor(state)[1]
        assert {found[name]["state"] for name in ("account", "sync", "parked", "certificate", "mirror")} == {"ok"}
        mirror.end()
        mirror.empty()
        run_selene("sync", "--once", "--state", str(state), status=63)
        failed = command_json("sync", "status", "--state", str(state))["last_failure"]
        assert (failed["code"], failed["next_try"]) == ("MIRROR_UNREACHABLE", None)
        assert f"MIRROR_UNREACHABLE at {failed['at']}" in run_selene("sync", "status", "--state", str(state)).stdout
        gone = doctor(state)[1]["mirror"]
        assert (gone["state"], gone["found"]) == ("warn", "MIRROR_UNREACHABLE")
        mirror.start()
        lost = doctor(state)[1]["mirror"]
        assert (lost["state"], lost["found"]) == ("fail", "DEVICE_UNKNOWN")
