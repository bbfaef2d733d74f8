"""Adapter: the mirror of a case about vocabulary, with its repositories and paired devices."""

from __future__ import annotations

import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

from acceptance.cases.vocab_cases import VocabTask
from acceptance.drivers.mirror_process import MirrorProcess

RunCommand: TypeAlias = Callable[..., tuple[dict[str, Any], str, str]]
"""Runs a command; returns its output, its code and its messages."""


class VocabCaseMirror:
    """A mirror that the first task that needs it starts."""

    def __init__(self, place: Path, shelf: Path, run: RunCommand) -> None:
        self._place, self._run, self._mirror = place, run, MirrorProcess(place / "mirror", packages=shelf)

    def do(self, task: VocabTask, state: Path, user: str) -> tuple[dict[str, Any], str, str]:
        """Runs one of the tasks of the mirror."""
        on = ["--state", str(state), "--json"]
        match task.do:
            case "pair":
                words = ["--user", user, "--device", task.on, "--words-out", str(self._words_file(task.on))]
                begun = self._run("init", *words, "--now", task.now, *on)
                return begun if begun[1] else self._run("pair", *self._invited(), "--now", task.now, *on)
            case "restore":
                words = [*self._invited(), "--words-file", str(self._words_file(task.whose)), "--device", task.on]
                return self._run("restore", *words, "--now", task.now, *on)
            case "revoke":
                words = [task.whose, "--words-file", str(self._words_file(task.on))]
                return self._run("device", "revoke", *words, "--now", task.now, *on)
            case "sync":
                return self._run("sync", "--once", "--now", task.now, *on)
            case "mirror_stop":
                self._mirror.end()
            case _:
                self._mirror.start()
        return {}, "", ""

    def close(self) -> None:
        """Ends the mirror."""
        self._mirror.end(signal.SIGKILL)

    def _invited(self) -> list[str]:
        if self._mirror.process is None:
            self._mirror.start()
        return ["--mirror", self._mirror.address, "--token-file", str(self._mirror.invitation())]

    def _words_file(self, name: str) -> Path:
        return self._place / f"{name}.words"
