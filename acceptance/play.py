"""Doors: a case played through the command line, in a folder of its own that is gone afterwards."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import msgspec

from acceptance.cases import Case, Spoken
from acceptance.look import ledger_hashes, look, readable
from acceptance.nest import NEST, ROOT, Nest, Plain
from acceptance.played import Heard, Memory, OnDisk, Played, Said
from acceptance.reading import spoken
from acceptance.seed import sow
from engine_b.core.errors import VaultError

if TYPE_CHECKING:
    from acceptance.journeys import Journey
    from acceptance.practised import Practised
    from acceptance.travel import Travel
    from acceptance.travelled import Travelled
    from acceptance.workshop import Practice


@dataclass(frozen=True, slots=True)
class World:
    """Where a case is played: what must make no difference."""

    name: str
    time_zone: str
    locale: str
    hash_seed: str
    rotation: int
    """Which order the seed is put in."""


WORLDS = (
    World("home", "UTC", "C.UTF-8", "0", 0),
    World("date line", "Pacific/Kiritimati", "tr_TR.UTF-8", "4711", 1),
    World("far west", "Pacific/Marquesas", "C", "99", 2),
)


@dataclass(frozen=True, slots=True)
class _Run:
    """One run of the command."""

    objects: tuple[dict[str, Any], ...]
    messages: str


class Stage:
    """Plays cases. `selene` is the command to put to the test, in words; `nested` when it is one of `nest.serve`."""

    def __init__(self, selene: tuple[str, ...] = NEST, *, nested: bool = True) -> None:
        self._selene = selene
        self._nested = nested
        self._nests: dict[World, Nest] = {}
        self._travel: Travel | None = None

    def play(self, case: Case, world: World, first: tuple[str, ...] = ()) -> Played:
        """Seed a vault, say every turn, and look at what came out. `first` are words before those of each command."""
        with TemporaryDirectory(prefix="selene-accept-") as folder:
            return _Player(case, self._starter(world), world, Path(folder), first).play()

    def travel(self, journey: Journey, first: tuple[str, ...] = ()) -> Travelled:
        """Make a journey with the same command line."""
        if self._travel is None:
            from acceptance.travel import Travel

            self._travel = Travel()
        return self._travel.make(journey, self._starter(WORLDS[0]), first)

    def practise(self, practice: Practice, first: tuple[str, ...] = ()) -> Practised:
        """Play a case about words with the same command line."""
        from acceptance.practise import practise

        return practise(practice, self._starter(WORLDS[0]), first)

    def close(self) -> None:
        """End what was started."""
        if self._travel is not None:
            self._travel.close()
        for nest in self._nests.values():
            nest.close()
        self._nests.clear()

    def _starter(self, world: World) -> Nest | Plain:
        if not self._nested:
            return Plain(self._selene, environment(world))
        if world not in self._nests:
            self._nests[world] = Nest(self._selene, environment(world))
        return self._nests[world]


class _Player:
    def __init__(self, case: Case, selene: Nest | Plain, world: World, folder: Path, first: tuple[str, ...]) -> None:
        self._case = case
        self._selene = selene
        self._first = first
        self._folder = folder
        self._state = folder / "state"
        self._rotation = world.rotation
        self._messages: list[str] = []
        self._trouble: list[str] = []

    def play(self) -> Played:
        sow(self._state, self._case, self._rotation)
        heard: list[Heard] = []
        ledgers: list[tuple[str, ...]] = []
        for number, lines in enumerate(_runs(self._case)):
            heard += self._say(number, lines)
            ledgers.append(self._ledger())
        listed, totals = self._listed(), self._totals()
        disk = self._look()
        texts = {line.text for line in spoken(self._case)} | set(self._case.canaries)
        exposed = readable(self._state, texts, "\n".join(self._messages)) if self._state.exists() else ()
        return Played(tuple(heard), listed, totals, disk, tuple(ledgers), exposed, tuple(self._trouble))

    def _say(self, number: int, lines: list[Spoken]) -> Iterator[Heard]:
        script = self._folder / f"script-{number}.jsonl"
        script.write_text("".join(_script_line(line) for line in lines), encoding="utf-8")
        run = self._run("say", "--script", str(script), "--user", self._case.user, "--json")
        for line, found in zip(lines, run.objects, strict=False):
            yield heard_from(line.turn, line.guest, found)
        if len(run.objects) != len(lines):
            self._trouble.append(f"{len(lines)} turns were said and {len(run.objects)} answered: {run.messages[-400:]}")

    def _listed(self) -> dict[str, tuple[Memory, ...]]:
        after = self._case.after
        users = {atom.user or self._case.user for atom in after.atoms}
        if after.atoms_lack:
            users |= {line.user for line in spoken(self._case)}
        found: dict[str, tuple[Memory, ...]] = {}
        for user in sorted(users):
            run = self._run("memory", "list", "--user", user, "--json")
            shown = run.objects[0].get("atoms", ()) if run.objects else ()
            found[user] = msgspec.convert(shown, tuple[Memory, ...])
        return found

    def _totals(self) -> dict[str, int]:
        if not (self._case.after.metrics or self._case.after.metrics_names or self._case.after.metrics_lack):
            return {}
        run = self._run("metrics", "--user", self._case.user, "--json")
        return _numbers(run.objects[0]) if run.objects else {}

    def _look(self) -> OnDisk:
        try:
            return look(self._state, self._case.after.vault_lacks)
        except VaultError as error:
            self._trouble.append(f"the vault cannot be read: {error.code}")
            return OnDisk()

    def _ledger(self) -> tuple[str, ...]:
        try:
            return ledger_hashes(self._state)
        except VaultError:
            return ()

    def _run(self, *words: str) -> _Run:
        done = self._selene.run((*self._first, *words, "--state", str(self._state)))
        self._messages.append(done.messages)
        if "Traceback" in done.messages:
            self._trouble.append(f"`selene {words[0]}` showed a traceback: {done.messages[-300:]}")
        return _Run(tuple(json.loads(line) for line in done.out.splitlines() if line.startswith("{")), done.messages)


def environment(world: World) -> dict[str, str]:
    """The environment of a command there."""
    settings = {"TZ": world.time_zone, "LC_ALL": world.locale, "PYTHONHASHSEED": world.hash_seed}
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("SELENE_")}
    single = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}  # A process with threads is not to be forked.
    return {**inherited, **settings, **single, "PYTHONUTF8": "1", "PYTHONPATH": str(ROOT)}


def _runs(case: Case) -> list[list[Spoken]]:
    """The lines of a case, cut where Selene is started anew."""
    runs: list[list[Spoken]] = [[]]
    for line in spoken(case):
        if line.restart and runs[-1]:
            runs.append([])
        runs[-1].append(line)
    return runs


def script_line(said: dict[str, str], how: dict[str, bool]) -> str:
    """One line of a script of `selene say`."""
    return json.dumps({**said, **{name: True for name, wanted in how.items() if wanted}}) + "\n"


def heard_from(turn: int, guest: bool, found: dict[str, Any]) -> Heard:
    """A turn as the command printed it: an answer, or a refusal."""
    error = found.get("error")
    if isinstance(error, dict):
        return Heard(turn, guest, None, str(error.get("code")))
    return Heard(turn, guest, msgspec.convert(found, Said))


def _script_line(line: Spoken) -> str:
    said = {"now": line.now, "session": line.session, "user": line.user, "text": line.text}
    return script_line(said, {"guest": line.guest, "aloud": line.aloud})


def _numbers(shown: dict[str, Any]) -> dict[str, int]:
    """Every whole number in an object, by its own name, however deep it stands."""
    found: dict[str, int] = {}
    for name, value in shown.items():
        if isinstance(value, dict):
            found |= _numbers(value)
        elif isinstance(value, int) and not isinstance(value, bool):
            found[name] = value
    return found
