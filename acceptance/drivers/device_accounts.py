"""Composition: makes accounts as a person does, for the tests of the daemon and the sync commands."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from acceptance.drivers.mirror_process import MirrorProcess
from acceptance.drivers.selene_command import run_selene


def create_device_account(folder: Path, name: str, mirror: MirrorProcess | None = None) -> tuple[Path, Path]:
    """Makes an account in a state folder of its own, paired when there is a mirror; returns the state and the words."""
    state, words = folder / name, folder / f"{name}.words"
    run_selene("init", "--state", str(state), "--user", "Ana", "--words-out", str(words), "--device", name)
    if mirror is not None:
        given = ["--mirror", mirror.address, "--token-file", str(mirror.invitation())]
        run_selene("pair", *given, "--state", str(state))
    return state, words


def command_json(*words: str) -> dict[str, Any]:
    """Returns the output of a command with `--json`."""
    found: dict[str, Any] = json.loads(run_selene(*words, "--json").stdout)
    return found


def shown_memory_digest(state: Path) -> str:
    """Returns the digest of a device's memory."""
    return str(command_json("memory", "digest", "--state", str(state))["digest"])


def folder_contents(state: Path) -> dict[str, bytes]:
    """Returns every file of a folder with its content; empty without a folder."""
    found = (path for path in sorted(state.rglob("*")) if path.is_file())
    return {str(path.relative_to(state)): path.read_bytes() for path in found}
