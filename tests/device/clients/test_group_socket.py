"""Promise: a Selene that is a service of the system serves her group, by the kernel's word, and nobody else."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from device.core.control_protocol import SOCKET_NAME
from tests.device.clients.test_control_socket import SECONDS, SELENE
from tests.sim.machine_requirements import skip_or_fail

ROOT = Path(__file__).resolve().parents[3]
GROUP, OTHER_GROUP, SOMEBODY = 60_100, 60_101, 60_200
"""Numbers that no list of names knows: only the kernel can say who is a member."""
CALL = """
import io, json, os, shutil, sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
import device.core.control_protocol
from device.cli.common.control_client import run_in_daemon
from device.platform import control_place
folder, user, groups, commands = sys.argv[1], int(sys.argv[2]), json.loads(sys.argv[3]), json.loads(sys.argv[4])
os.environ["XDG_DATA_HOME"] = os.environ["XDG_CONFIG_HOME"] = "/nonexistent"
control_place.control_places(None)  # imports what this user may read and the other may not
os.chdir(folder)
os.setgroups(groups[1:])
os.setgid(groups[0])
os.setuid(user)
control_place.SYSTEM_FOLDER = Path(".")
done = []
for words in commands:
    with redirect_stdout(io.StringIO()) as out, redirect_stderr(io.StringIO()) as messages:
        status = run_in_daemon(words)
    done.append([status, out.getvalue(), messages.getvalue()])
print(json.dumps(done))
"""
"""Commands of another user, who finds the socket where systemd's runtime folder is."""
Words = tuple[str, ...]
Done = list[tuple[int | None, str, str]]
"""Of each command its exit status, None when no daemon was reached, its output and its messages."""
STATUS = ("status", "--json")


@dataclass(frozen=True)
class SystemService:
    """A daemon as its unit starts it, in a folder of its own."""

    state: Path
    runtime: Path

    def calls(
        self, *commands: Words, groups: tuple[int, ...] = (GROUP,), variables: Mapping[str, str] | None = None
    ) -> Done:
        done = subprocess.run(
            [sys.executable, "-c", CALL, str(self.runtime), str(SOMEBODY), json.dumps(groups), json.dumps(commands)],
            env={**os.environ, "PYTHONPATH": str(ROOT), **(variables or {})},
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=True,
        )
        return [(status, out, messages) for status, out, messages in json.loads(done.stdout)]

    @contextmanager
    def opened_for_all(self) -> Iterator[None]:
        """The modes of folder and socket, as somebody may change them by mistake."""
        places = {self.runtime: 0o755, self.runtime / SOCKET_NAME: 0o666}
        before = {place: stat.S_IMODE(place.stat().st_mode) for place in places}
        for place, mode in places.items():
            place.chmod(mode)
        yield
        for place, mode in before.items():
            place.chmod(mode)


@pytest.fixture(scope="module")
def service() -> Iterator[SystemService]:
    if os.geteuid() != 0:
        skip_or_fail("other users", "run as root")
    with tempfile.TemporaryDirectory() as name:
        there = SystemService(Path(name) / "state", Path(name) / "run")
        there.runtime.mkdir()
        os.chown(there.runtime, 0, GROUP)
        there.runtime.chmod(0o750)
        environment = {**os.environ, "RUNTIME_DIRECTORY": str(there.runtime)}
        words = [*SELENE, "run", "--mic", "none:", "--quiet", "--state", str(there.state)]
        with subprocess.Popen(words, group=GROUP, extra_groups=[], umask=0o077, env=environment, cwd=ROOT) as running:
            try:
                while running.poll() is None and '"ready"' not in str(there.calls(("events",))):
                    continue
                yield there
            finally:
                running.terminate()


def test_folder_and_socket_are_the_groups(service: SystemService) -> None:
    found = (service.runtime / SOCKET_NAME).stat()
    assert (stat.S_ISSOCK(found.st_mode), stat.S_IMODE(found.st_mode), found.st_gid) == (True, 0o660, GROUP)
    assert not (service.state / SOCKET_NAME).exists()


@pytest.mark.parametrize("groups", [(GROUP,), (OTHER_GROUP, OTHER_GROUP, GROUP)])
def test_a_member_is_answered(service: SystemService, groups: tuple[int, ...]) -> None:
    told, asked = service.calls(("say", "my name is Ana"), ("say", "what is my name"), groups=groups)
    assert (told[0], asked[0], "Ana" in asked[1]) == (0, 0, True)


def test_a_command_that_names_the_folder_of_the_service_runs_in_it(service: SystemService, tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(service.state)
    for words in (("--state", str(service.state)), (f"--state={service.state}",), ("--state", str(link))):
        ((status, out, _),) = service.calls((*STATUS, *words))
        assert (status, json.loads(out)["atoms"] >= 0) == (0, True), words


def test_a_command_that_names_another_folder_runs_alone(service: SystemService, tmp_path: Path) -> None:
    before = service.calls(STATUS)
    for folder in (tmp_path, service.state / "below", service.state.parent):
        assert service.calls(("say", "my name is Mallory", "--state", str(folder))) == [(None, "", "")]
    (found,) = service.calls(("say", "my name is Mallory"), variables={"SELENE_STATE": str(tmp_path)})
    assert (found, service.calls(STATUS)) == ((None, "", ""), before)


@pytest.mark.parametrize("groups", [(OTHER_GROUP,), (OTHER_GROUP, OTHER_GROUP)])
def test_who_is_no_member_does_not_come_in(service: SystemService, groups: tuple[int, ...]) -> None:
    mallory = ("say", "my name is Mallory")
    before = service.calls(STATUS)
    assert service.calls(mallory, groups=groups) == [(None, "", "")]
    with service.opened_for_all():
        (refused,) = service.calls(mallory, groups=groups)
    assert (refused[0], "[CONTROL_REFUSED]" in refused[2]) == (10, True)
    assert service.calls(STATUS) == before


def test_the_daemon_touches_no_file_for_a_member(service: SystemService, tmp_path: Path) -> None:
    (tmp_path / "turns.jsonl").write_text('{"text": "hello"}\n', encoding="utf-8")
    commands = (
        ("say", "--script", str(tmp_path / "turns.jsonl"), "--json"),
        ("memory", "export", str(tmp_path / "all.jsonl"), "--json"),
        ("memory", "import", str(tmp_path / "turns.jsonl"), "--json"),
    )
    for status, out, _ in service.calls(*commands):
        assert (status, json.loads(out)["error"]["code"]) == (2, "BAD_USAGE")
    assert [path.name for path in tmp_path.iterdir()] == ["turns.jsonl"]


def test_the_doctor_names_the_socket(service: SystemService) -> None:
    ((_, found, _),) = service.calls(("doctor", "--json"))
    (daemon,) = (one for one in json.loads(found)["findings"] if one["check"] == "daemon")
    assert daemon["found"] == f"running; her group may use {service.runtime / SOCKET_NAME}"


def test_the_doctor_of_a_user_outside_the_group_names_the_group(service: SystemService) -> None:
    code = """
import os, sys
from pathlib import Path
from device.cli.doctor import cmd_doctor
cmd_doctor.SYSTEM_FOLDER = Path("run")
os.chdir(sys.argv[1])
os.setgroups([]), os.setgid(int(sys.argv[2])), os.setuid(int(sys.argv[2]))
print(cmd_doctor._check_daemon(Path("/nonexistent")))
"""
    for group, said in ((OTHER_GROUP, "serves her group only"), (GROUP, "not running")):
        words = [sys.executable, "-c", code, str(service.runtime.parent), str(group)]
        service.runtime.parent.chmod(0o711)
        found = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=SECONDS, check=True).stdout
        assert said in found
