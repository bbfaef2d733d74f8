"""Adapter: runs a memory case through the command line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from acceptance.cases.case_reader import script_of
from acceptance.cases.memory_cases import MemoryCase, SpokenLine
from acceptance.drivers.fork_server import ForkServer, ProcessSpawner
from acceptance.drivers.host_environment import HostEnvironment
from acceptance.drivers.vault_probe import ledger_hashes, probe_vault, readable_needles
from acceptance.drivers.vault_seed import seed_vault
from acceptance.observations.memory_observation import (
    MemoryObservation,
    ObservedAtom,
    ObservedTurn,
    VaultSnapshot,
)
from acceptance.observations.script import encode_script_line, parse_observed_turn
from engine_b.core.errors import VaultError


@dataclass(frozen=True, slots=True)
class _CommandRun:
    """One run of the command."""

    objects: tuple[dict[str, Any], ...]
    messages: str


class MemoryCasePlayer:
    def __init__(
        self,
        case: MemoryCase,
        selene: ForkServer | ProcessSpawner,
        world: HostEnvironment,
        folder: Path,
        first: tuple[str, ...],
    ) -> None:
        self._case = case
        self._selene = selene
        self._first = first
        self._folder = folder
        self._state = folder / "state"
        self._rotation = world.rotation
        self._messages: list[str] = []
        self._trouble: list[str] = []

    def run_case(self) -> MemoryObservation:
        seed_vault(self._state, self._case, self._rotation)
        heard: list[ObservedTurn] = []
        ledgers: list[tuple[str, ...]] = []
        for number, lines in enumerate(_runs(self._case)):
            heard += self._say(number, lines)
            ledgers.append(self._ledger())
        listed, totals = self._listed(), self._totals()
        disk = self._probe()
        texts = {line.text for line in script_of(self._case)} | set(self._case.canaries)
        exposed = readable_needles(self._state, texts, "\n".join(self._messages)) if self._state.exists() else ()
        return MemoryObservation(tuple(heard), listed, totals, disk, tuple(ledgers), exposed, tuple(self._trouble))

    def _say(self, number: int, lines: list[SpokenLine]) -> Iterator[ObservedTurn]:
        script = self._folder / f"script-{number}.jsonl"
        script.write_text("".join(_script_line(line) for line in lines), encoding="utf-8")
        spoken = ("--language", self._case.language) if self._case.language else ()
        run = self._run("say", "--script", str(script), "--user", self._case.user, *spoken, "--json")
        for line, found in zip(lines, run.objects, strict=False):
            yield parse_observed_turn(line.turn, line.guest, found)
        if len(run.objects) != len(lines):
            self._trouble.append(f"{len(lines)} turns were said and {len(run.objects)} answered: {run.messages[-400:]}")

    def _listed(self) -> dict[str, tuple[ObservedAtom, ...]]:
        after = self._case.after
        users = {atom.user or self._case.user for atom in after.atoms}
        if after.atoms_lack:
            users |= {line.user for line in script_of(self._case)}
        found: dict[str, tuple[ObservedAtom, ...]] = {}
        for user in sorted(users):
            run = self._run("memory", "list", "--user", user, "--json")
            shown = run.objects[0].get("atoms", ()) if run.objects else ()
            found[user] = msgspec.convert(shown, tuple[ObservedAtom, ...])
        return found

    def _totals(self) -> dict[str, int]:
        if not (self._case.after.metrics or self._case.after.metrics_names or self._case.after.metrics_lack):
            return {}
        run = self._run("metrics", "--user", self._case.user, "--json")
        return _whole_numbers(run.objects[0]) if run.objects else {}

    def _probe(self) -> VaultSnapshot:
        try:
            return probe_vault(self._state, self._case.after.vault_lacks)
        except VaultError as error:
            self._trouble.append(f"the vault cannot be read: {error.code}")
            return VaultSnapshot()

    def _ledger(self) -> tuple[str, ...]:
        try:
            return ledger_hashes(self._state)
        except VaultError:
            return ()

    def _run(self, *words: str) -> _CommandRun:
        done = self._selene.run((*self._first, *words, "--state", str(self._state)))
        self._messages.append(done.messages)
        if "Traceback" in done.messages:
            self._trouble.append(f"`selene {words[0]}` showed a traceback: {done.messages[-300:]}")
        return _CommandRun(
            tuple(json.loads(line) for line in done.out.splitlines() if line.startswith("{")), done.messages
        )


def _runs(case: MemoryCase) -> list[list[SpokenLine]]:
    """Splits the lines of a case at each restart of Selene."""
    runs: list[list[SpokenLine]] = [[]]
    for line in script_of(case):
        if line.restart and runs[-1]:
            runs.append([])
        runs[-1].append(line)
    return runs


def _script_line(line: SpokenLine) -> str:
    said = {"now": line.now, "session": line.session, "user": line.user, "text": line.text}
    return encode_script_line(said, {"guest": line.guest, "aloud": line.aloud})


def _whole_numbers(shown: dict[str, Any]) -> dict[str, int]:
    """Returns every whole number in an object, by its name, at any depth."""
    found: dict[str, int] = {}
    for name, value in shown.items():
        if isinstance(value, dict):
            found |= _whole_numbers(value)
        elif isinstance(value, int) and not isinstance(value, bool):
            found[name] = value
    return found
