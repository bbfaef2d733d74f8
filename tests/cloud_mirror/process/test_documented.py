"""docs/mirror.md names every reason, code, exit status and option of the mirror."""

from __future__ import annotations

import re
from pathlib import Path

from google.rpc import code_pb2

from cloud_mirror.core import errors
from cloud_mirror.server.statuses import CODES
from protos.wire import Reason

ROOT = Path(__file__).resolve().parents[3]
PAGE = (ROOT / "docs" / "mirror.md").read_text(encoding="utf-8")


def rows(after: str) -> list[list[str]]:
    part = PAGE.split(after, 1)[1].split("\n## ", 1)[0]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in part.splitlines() if line[:1] == "|"][2:]


def test_every_reason_has_one_status_and_is_documented_with_it() -> None:
    assert set(CODES) == set(Reason)
    listed = {reason: status for status, cell in rows("## Reasons") for reason in re.findall(r"`([A-Z_]{4,})`", cell)}
    assert listed == {reason.value: code_pb2.Code.Name(code) for reason, code in CODES.items()}


def test_every_code_of_the_command_is_documented_with_its_exit_status() -> None:
    family = [errors.MirrorError]
    for error in family:
        family.extend(error.__subclasses__())
    listed = {row[1].strip("`"): int(row[0]) for row in rows("## Exit statuses") if row[1]}
    assert listed == {error.code: error.exit_status for error in family if error is not errors.MirrorError}
    assert all(90 <= status <= 109 for status in listed.values())


def test_every_option_is_documented() -> None:
    from cloud_mirror.cli.mirror_commands import mirror_app

    for name, command in mirror_app.commands.items():
        assert f"`{name}`" in PAGE
        options = {option for parameter in command.params for option in parameter.opts if option != "--json"}
        assert [option for option in options if f"`{option}" not in PAGE] == []
