"""The commands of account, mirror and restore on bad days: a code, a sentence, and the state as it was before.

Wrong words, accounts, invitations and mirrors are cases of Q15; here is what a case cannot say.
"""

from __future__ import annotations

import contextlib
import json
import os
import pty
import re
import signal
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from acceptance.drivers.device_accounts import command_json, create_device_account, folder_contents, shown_memory_digest
from acceptance.drivers.mirror_process import MirrorProcess, started_mirror
from acceptance.drivers.selene_command import ROOT, SELENE, run_selene
from tests.sim.machine_requirements import grow_disk, small_disk

CTRL_D = "\4"


@pytest.fixture(scope="module")
def mirror(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MirrorProcess]:
    with started_mirror(tmp_path_factory.mktemp("mirror")) as running:
        yield running


def restoring(mirror: MirrorProcess, words: Path, state: Path) -> list[str]:
    given = ["--mirror", mirror.address, "--token-file", str(mirror.invitation()), "--words-file", str(words)]
    return ["restore", *given, "--state", str(state), "--device", "pi"]


def test_the_words_are_in_a_new_file_for_its_owner_alone_and_nothing_is_written_over(tmp_path: Path) -> None:
    state, words = create_device_account(tmp_path, "kitchen")
    assert stat.S_IMODE(words.stat().st_mode) == 0o600
    assert len(words.read_text().split()) == 48, "24 numbers and 24 words"
    before = folder_contents(tmp_path)
    second = run_selene("init", "--state", str(state), "--words-out", str(tmp_path / "more"), status=59)
    assert "[ACCOUNT_EXISTS]" in second.stderr
    other = run_selene("init", "--state", str(tmp_path / "other"), "--words-out", str(words), status=6)
    assert "[FILE_EXISTS]" in other.stderr
    assert folder_contents(tmp_path) == before


@pytest.mark.parametrize("place", ["no/such/folder/words", ".", "\udc80\x01" * 200])
def test_when_the_words_cannot_be_kept_nothing_is_made(tmp_path: Path, place: str) -> None:
    refused = run_selene("init", "--state", str(tmp_path / "state"), "--words-out", str(tmp_path / place), status=6)
    assert len(refused.stderr.strip().splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


def test_a_folder_whose_name_is_no_text_is_a_folder_as_any_other(tmp_path: Path) -> None:
    state, words = tmp_path / os.fsdecode(b"bad\xff%20?mode=ro#"), tmp_path / os.fsdecode(b"w\xff")
    made = command_json(
        "init", "--state", str(state), "--user", "Ana", "--words-out", str(words), "--device", "kitchen"
    )
    assert made["words_file"] == str(words)
    run_selene("say", "my name is Ana", "--state", str(state), "--user", "Ana")
    assert command_json("device", "list", "--state", str(state))["devices"][0]["name"] == "kitchen"
    assert command_json("status", "--state", str(state))["state"] == str(state)
    assert r"bad\udcff" in run_selene("status", "--state", str(state)).stdout
    for form in ([], ["--json"]):
        assert r"bad\udcff" in run_selene("doctor", "--state", str(state), *form, status=None).stdout
    run_selene("init", "--state", str(tmp_path / "other"), "--words-out", str(words), status=6)


def test_without_a_file_and_without_a_terminal_the_words_have_no_place(tmp_path: Path) -> None:
    for place in ([], ["--words-out", "-"]):
        assert "[BAD_USAGE]" in run_selene("init", "--state", str(tmp_path / "state"), *place, status=2).stderr
        assert not (tmp_path / "state").exists()
        assert not (ROOT / "-").exists()


def on_a_terminal(state: Path, answer: str | None = None, *, written: str = "\n") -> tuple[int, str]:
    """`selene init` as a person meets it: says that the words are `written`, reads them off the screen, and answers
    the check with them, or with this."""
    pid, terminal = pty.fork()
    if pid == 0:
        os.chdir(ROOT)
        words = ["-m", "device", "init", "--state", str(state), "--device", "kitchen"]
        os.execv(sys.executable, [sys.executable, *words])
    seen, answered = "", 0
    with contextlib.suppress(OSError):
        while piece := os.read(terminal, 4_096):
            seen += piece.decode()
            if "Press Enter" in seen and not answered:
                os.write(terminal, written.encode())
                answered = 1
            asked = re.findall(r"Word (\d+): ", seen)
            if len(asked) >= answered > 0:
                told = dict(re.findall(r"\b(\d+) ([a-z]+)\b", seen.split("Press Enter")[0]))
                os.write(terminal, (told[asked[-1]] + "\n" if answer is None else answer).encode())
                answered += 1
    os.close(terminal)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), seen


def test_on_a_terminal_the_words_are_shown_once_and_three_are_asked_for(tmp_path: Path) -> None:
    status, seen = on_a_terminal(tmp_path / "state")
    assert status == 0, seen
    assert "\033[3J" in seen, "the words are taken off the screen"
    assert command_json("device", "list", "--state", str(tmp_path / "state"))["devices"][0]["name"] == "kitchen"


@pytest.mark.parametrize(("answer", "written"), [("zebra\n", "\n"), (CTRL_D, "\n"), (None, CTRL_D)])
def test_who_fails_the_check_or_breaks_it_off_has_made_nothing(
    tmp_path: Path, answer: str | None, written: str
) -> None:
    status, seen = on_a_terminal(tmp_path / "state", answer, written=written)
    assert status == 7, seen
    assert "WORDS_UNCHECKED" in seen
    assert not (tmp_path / "state").exists()


def test_a_mirror_that_is_another_one_than_was_invited_to_is_told_of_in_one_sentence(
    tmp_path: Path, mirror: MirrorProcess
) -> None:
    state, _ = create_device_account(tmp_path, "kitchen")
    with started_mirror(tmp_path / "m") as other:
        given = ["pair", "--mirror", mirror.address, "--token-file", str(other.invitation()), "--state", str(state)]
        refused = run_selene(*given, status=63)
    assert "[MIRROR_UNREACHABLE]" in refused.stderr
    assert len(refused.stderr.strip().splitlines()) == 1


@pytest.mark.parametrize("protocol", [0, 2])
def test_an_older_and_a_newer_mirror_are_told_apart_from_a_dead_one(tmp_path: Path, protocol: int) -> None:
    """The mirror speaks another version of the protocol."""
    code = (
        "import protos.wire as wire, cloud_mirror.server.rpc_common as answering\n"
        f"wire.PROTOCOL = answering.PROTOCOL = {protocol}\n"
        "from cloud_mirror.__main__ import run_mirror\nrun_mirror()"
    )
    with started_mirror(tmp_path / "m") as mirror:
        state, _ = create_device_account(tmp_path, "kitchen", mirror)
        mirror.end()
        store = ["--store", f"sqlite:///{mirror.folder / 'mirror.db'}", "--state", str(mirror.state)]
        words = [sys.executable, "-c", code, "serve", "--listen", mirror.address, *store]
        other = subprocess.Popen(words, stdout=subprocess.PIPE, text=True, cwd=ROOT, stderr=subprocess.DEVNULL)
        with other:
            assert other.stdout is not None
            other.stdout.readline()
            before = shown_memory_digest(state)
            refused = run_selene("sync", "--once", "--state", str(state), status=65)
            other.kill()
        assert "[MIRROR_VERSION]" in refused.stderr
        assert shown_memory_digest(state) == before
        assert command_json("sync", "status", "--state", str(state))["waiting"] > 0


def test_a_full_disk_during_a_restore_leaves_no_vault_and_what_came_is_gone_on_from(
    tmp_path: Path, mirror: MirrorProcess
) -> None:
    state, words = create_device_account(tmp_path, "kitchen", mirror)
    script = tmp_path / "script.jsonl"
    script.write_text(
        "".join(json.dumps({"text": f"remember that box {n} holds {'wool ' * 60}"}) + "\n" for n in range(200))
    )
    run_selene("say", "--script", str(script), "--state", str(state), "--user", "Ana")
    run_selene("sync", "--once", "--state", str(state))
    with small_disk(tmp_path / "disk", "size=600k") as disk:
        command = restoring(mirror, words, disk / "pi")
        refused = run_selene(*command, status=None)
        assert "[VAULT_DISK_FULL]" in refused.stderr or "[VAULT_IO_ERROR]" in refused.stderr, refused.stderr
        assert len(refused.stderr.strip().splitlines()) == 1
        assert not (disk / "pi" / "vault.json").exists()
        assert not (disk / "pi" / "vault.db").exists()
        grow_disk(disk, "50m")
        run_selene(*restoring(mirror, words, disk / "pi"))
        run_selene("sync", "--once", "--state", str(state))
        assert shown_memory_digest(disk / "pi") == shown_memory_digest(state)


@pytest.mark.parametrize("address", ["mirror", "mirror:", ":7443", "mirror:port", "mirror:99999", "http://mirror:1"])
def test_an_address_that_is_none_is_wrong_usage(tmp_path: Path, address: str) -> None:
    state, _ = create_device_account(tmp_path, "kitchen")
    before = folder_contents(state)
    refused = run_selene("pair", "--mirror", address, "--token", "x", "--state", str(state), status=2)
    assert "[BAD_USAGE]" in refused.stderr
    assert "mirror.example:7400" in refused.stderr or "65535" in refused.stderr
    assert folder_contents(state) == before


def test_a_restore_without_an_invitation_says_that_it_needs_one_before_it_asks_for_words(tmp_path: Path) -> None:
    command = ["restore", "--mirror", "127.0.0.1:1", "--state"]
    refused = run_selene(*command, str(tmp_path / "new"), status=66)
    assert "An invitation is needed" in refused.stderr
    assert list(tmp_path.iterdir()) == []
    state, words = create_device_account(tmp_path, "kitchen")
    before = folder_contents(tmp_path)
    assert "[STATE_NOT_EMPTY]" in run_selene(*command, str(state), "--words-file", str(words), status=70).stderr
    assert folder_contents(tmp_path) == before


def test_a_refused_restore_leaves_no_folder_that_it_made_and_every_other(tmp_path: Path, mirror: MirrorProcess) -> None:
    _, words = create_device_account(tmp_path, "kitchen")
    (tmp_path / "empty").mkdir()
    before = sorted(tmp_path.rglob("*"))
    for state in (tmp_path / "new", tmp_path / "far" / "away", tmp_path / "empty"):
        run_selene(*restoring(mirror, words, state), status=60)
        assert sorted(tmp_path.rglob("*")) == before


def test_words_that_end_with_ctrl_d_are_counted(tmp_path: Path, mirror: MirrorProcess) -> None:
    command = [*SELENE, "restore", "--mirror", "127.0.0.1:1", "--state", str(tmp_path / "new"), "--token-file"]
    token = mirror.invitation()
    pid, terminal = pty.fork()
    if pid == 0:
        os.chdir(ROOT)
        os.execv(sys.executable, [*command, str(token)])
    os.write(terminal, f"abandon ability\n{CTRL_D}".encode())
    seen = ""
    with contextlib.suppress(OSError):
        while piece := os.read(terminal, 4_096):
            seen += piece.decode()
    os.close(terminal)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 42, seen
    assert "[WORD_COUNT]" in seen


def test_a_command_without_an_account_says_what_to_do(tmp_path: Path) -> None:
    run_selene("say", "my name is Ana", "--state", str(tmp_path / "state"))
    for words in (["sync", "--once"], ["sync", "status"], ["sync"], ["device", "list"], ["device", "name", "x"]):
        refused = run_selene(*words, "--state", str(tmp_path / "state"), "--json", status=58)
        assert json.loads(refused.stdout)["error"]["code"] == "ACCOUNT_MISSING"
    assert "[VAULT_MISSING]" in run_selene("sync", "--once", "--state", str(tmp_path / "none"), status=21).stderr


def test_sync_goes_on_until_it_is_interrupted(tmp_path: Path, mirror: MirrorProcess) -> None:
    state, _ = create_device_account(tmp_path, "kitchen", mirror)
    words = [*SELENE, "sync", "--state", str(state)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT) as running:
        assert running.stdout is not None
        assert running.stdout.readline().startswith("Sent ")
        running.send_signal(signal.SIGINT)
        _, messages = running.communicate(timeout=10)
    assert (running.returncode, messages) == (130, "")


def test_who_made_the_account_need_not_be_named_on_any_device(tmp_path: Path, mirror: MirrorProcess) -> None:
    kitchen, words = create_device_account(tmp_path, "kitchen", mirror)
    pi = tmp_path / "pi"
    run_selene("say", "remember that the boat is blue", "--state", str(kitchen))
    run_selene("sync", "--once", "--state", str(kitchen))
    before = shown_memory_digest(kitchen)
    run_selene(*restoring(mirror, words, pi))
    assert shown_memory_digest(pi) == before
    for state in (kitchen, pi):
        named, meant = (command_json("memory", "list", "--state", str(state), *who) for who in (("--user", "Ana"), ()))
        assert [atom["text"] for atom in meant["atoms"]] == ["the boat is blue"]
        assert meant["atoms"] == named["atoms"]
    assert "the boat is blue" in run_selene("say", "what do you remember about me", "--state", str(pi)).stdout


def test_a_second_device_follows_to_a_new_mirror_with_the_words(tmp_path: Path, mirror: MirrorProcess) -> None:
    kitchen, words = create_device_account(tmp_path, "kitchen", mirror)
    laptop = tmp_path / "laptop"
    run_selene("say", "remember that the boat is blue", "--state", str(kitchen), "--user", "Ana")
    run_selene("sync", "--once", "--state", str(kitchen))
    run_selene(*restoring(mirror, words, laptop))
    run_selene("sync", "--once", "--state", str(kitchen))
    _, others = create_device_account(tmp_path, "study")
    with started_mirror(tmp_path / "new") as new:
        given = ["pair", "--mirror", new.address, "--state"]
        run_selene(*given, str(kitchen), "--token-file", str(new.invitation()))
        run_selene("say", "remember that the gate is green", "--state", str(kitchen), "--user", "Ana")
        run_selene("sync", "--once", "--state", str(kitchen))
        before = shown_memory_digest(laptop)
        token = ["--token-file", str(new.invitation())]
        assert "[WORDS_NEEDED]" in run_selene(*given, str(laptop), *token, status=68).stderr
        assert (
            "[ACCOUNT_WRONG]" in run_selene(*given, str(laptop), *token, "--words-file", str(others), status=60).stderr
        )
        assert (shown_memory_digest(laptop), command_json("sync", "status", "--state", str(laptop))["mirror"]) == (
            before,
            mirror.address,
        )
        run_selene(*given, str(laptop), *token, "--words-file", str(words))
        for state in (laptop, kitchen, laptop):
            run_selene("sync", "--once", "--state", str(state))
        assert shown_memory_digest(laptop) == shown_memory_digest(kitchen) != before
        assert command_json("sync", "status", "--state", str(laptop))["mirror"] == new.address
