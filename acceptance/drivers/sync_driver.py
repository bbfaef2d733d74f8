"""Adapter: runs a journey with real processes: the command line, a mirror, and a proxy between them."""

from __future__ import annotations

import json
import os
import shutil
import signal
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from acceptance.cases.bad_credentials import alter_recovery_phrase, spoil_invitation
from acceptance.cases.journeys import Journey, JourneyStep
from acceptance.drivers.device_probe import (
    memory_fingerprint,
    mirrored_op_counts,
    probe_device_end,
    probe_knowledge,
    probe_restore_effects,
    read_vault_id,
)
from acceptance.drivers.fork_server import MIRROR_FORK_SERVER, ForkServer, ProcessSpawner
from acceptance.drivers.fork_server import CommandResult as Command
from acceptance.drivers.mirror_process import CuttableProxy, MirrorProcess
from acceptance.drivers.vault_probe import readable_needles
from acceptance.drivers.vault_seed import seed_vault
from acceptance.observations.journey_observation import (
    DeviceEndState,
    DeviceKnowledge,
    JourneyObservation,
    StepObservation,
)
from acceptance.observations.script import encode_script_line, parse_observed_turn
from engine_b.core.errors import VaultError

_OWN_MIRROR = ("mirror_stop", "mirror_start", "mirror_keep", "mirror_back", "mirror_empty")
_MOST_CUTS = 40


class JourneyDriver:
    """Runs journeys, several of them with one mirror when none of them changes it."""

    def __init__(self) -> None:
        self._folder: TemporaryDirectory[str] | None = None
        self._mirror: MirrorProcess | None = None
        self._operator = ForkServer(MIRROR_FORK_SERVER, os.environ)

    def make(
        self, journey: Journey, selene: ForkServer | ProcessSpawner, first: tuple[str, ...] = ()
    ) -> JourneyObservation:
        """Runs every step and returns the observation. `first` are words before those of each command."""
        with TemporaryDirectory(prefix="selene-journey-") as place:
            alone = any(step.do in _OWN_MIRROR or step.kill for step in journey.steps)
            mirror = MirrorProcess(Path(place) / "m") if alone else self._shared()
            if alone:
                mirror.start()
            try:
                return _JourneyPlayer(journey, selene, self._operator, Path(place), first, mirror).make()
            finally:
                if alone:
                    mirror.end(signal.SIGKILL)

    def close(self) -> None:
        """Ends the processes that it started."""
        self._operator.close()
        if self._mirror and self._folder:
            self._mirror.end(signal.SIGKILL)
            self._folder.cleanup()
            self._mirror = self._folder = None

    def _shared(self) -> MirrorProcess:
        if self._mirror is None:
            self._folder = TemporaryDirectory(prefix="selene-mirror-")
            self._mirror = MirrorProcess(Path(self._folder.name))
            self._mirror.start()
        return self._mirror


class _JourneyPlayer:
    def __init__(
        self,
        journey: Journey,
        selene: ForkServer | ProcessSpawner,
        operator: ForkServer,
        place: Path,
        first: tuple[str, ...],
        mirror: MirrorProcess,
    ) -> None:
        self._journey, self._selene, self._place, self._first, self._mirror = journey, selene, place, first, mirror
        self._operator = operator
        self._line = CuttableProxy(lambda: mirror.address)
        self._spent: Path | None = None
        self._messages: list[str] = []

    def make(self) -> JourneyObservation:
        seed_vault(self._state("kitchen"), self._journey, 0)
        try:
            steps = tuple(self._step(number, step) for number, step in enumerate(self._journey.steps, 1))
            return self._seen(steps)
        finally:
            self._line.close()

    def _seen(self, steps: tuple[StepObservation, ...]) -> JourneyObservation:
        found: dict[str, DeviceEndState] = {}
        trouble: list[str] = []
        for name in sorted({*self._journey.same, *self._journey.after}):
            after = self._journey.after.get(name)
            try:
                found[name] = probe_device_end(
                    self._state(name), after.vault_lacks if after else (), self._digest(name)
                )
            except VaultError as error:
                trouble.append(f"the vault of {name} cannot be read: {error.code}")
        there: dict[str, int] = {}
        if self._journey.same and not trouble:
            there = mirrored_op_counts(
                self._mirror.folder / "mirror.db", read_vault_id(self._state(self._journey.same[0]))
            )
        texts = {step.text for step in self._journey.steps} | {seed.text for seed in self._journey.seed}
        needles = texts | set(self._journey.canaries)
        exposed = {
            needle
            for folder in (self._place, self._mirror.folder)
            for needle in readable_needles(folder, needles, "\n".join(self._messages))
        }
        return JourneyObservation(steps, found, there, tuple(sorted(exposed)), tuple(trouble))

    def _step(self, number: int, step: JourneyStep) -> StepObservation:
        if step.do.startswith("mirror_") or step.do in ("lose", "copy_from"):
            self._happen(step)
            return StepObservation(number, step.do)
        if step.do == "say":
            return self._say(number, step)
        before = memory_fingerprint(self._state(step.on))
        words, tries = self._step_words(step), 1
        self._line.cut_after(step.cuts or step.cut_after, self._kill if step.kill else lambda: None)
        done = self._run(*words)
        while step.cuts and done.status and tries < _MOST_CUTS:
            tries += 1
            self._line.cut_after(step.cuts * tries)
            done = self._run(*words)
        self._line.cut_after(None)
        if step.kill and self._mirror.process is None:
            self._mirror.start()
        changed = bool(done.status) and memory_fingerprint(self._state(step.on)) != before
        report = _last_json_object(done)
        found = StepObservation(number, step.do, _code(report, done), done.messages, changed, (), report, tries)
        return self._compared(step, found) if step.do == "restore" and not done.status else found

    def _compared(self, step: JourneyStep, found: StepObservation) -> StepObservation:
        """Compares the memories of the old and the new device after a restore."""
        state = self._state(step.on)
        try:
            return replace(
                found, old=self._known(step.of), new=probe_knowledge(state), left=probe_restore_effects(state)
            )
        except VaultError as error:
            return replace(found, code=error.code, messages="the restored vault cannot be read")

    def _known(self, name: str) -> DeviceKnowledge:
        with suppress(VaultError):
            return probe_knowledge(self._state(name))
        return probe_knowledge(self._place / f"{name}.lost")

    def _happen(self, step: JourneyStep) -> None:
        match step.do:
            case "lose":
                self._state(step.on).rename(self._place / f"{step.on}.lost")
            case "copy_from":
                shutil.copytree(self._state(step.of), self._state(step.on))
            case "mirror_start":
                self._mirror.start()
            case "mirror_stop":
                self._mirror.end()
            case _:
                self._mirror.end()
                change = {"keep": "keep_copy", "back": "put_back", "empty": "empty"}[step.do.removeprefix("mirror_")]
                getattr(self._mirror, change)()
                self._mirror.start()

    def _say(self, number: int, step: JourneyStep) -> StepObservation:
        lines = list(self._lines(step))
        script = self._place / f"script-{number}.jsonl"
        script.write_text("".join(lines), encoding="utf-8")
        done = self._run("say", "--script", str(script), "--json", "--state", str(self._state(step.on)))
        script.unlink()
        objects = [json.loads(line) for line in done.out.splitlines() if line.startswith("{")]
        heard = tuple(parse_observed_turn(1, step.guest, each) for each in objects)
        return StepObservation(number, step.do, "" if heard else "SAID_NOTHING", done.messages, heard=heard)

    def _lines(self, step: JourneyStep) -> Iterator[str]:
        for count in range(1, step.times + 1):
            said = {"now": step.now, "session": step.session, "user": step.user or self._journey.user}
            how = {"guest": step.guest, "aloud": step.aloud}
            yield encode_script_line({**said, "text": step.text.replace("{n}", str(count))}, how)

    def _step_words(self, step: JourneyStep) -> list[str]:
        """Returns the words of one command."""
        words = ["--state", str(self._state(step.on)), "--json"]
        words += [] if step.do == "device" else ["--now", step.now]
        match step.do:
            case "init":
                out = self._place / f"{step.on}.words"
                return ["init", *words, "--user", self._journey.user, "--device", step.on, "--words-out", str(out)]
            case "pair":
                return ["pair", *words, "--mirror", self._line.address, *self._token(step)]
            case "sync":
                return ["sync", "--once", *words]
            case "restore":
                given = [*self._token(step), *self._paper(step), "--device", step.on]
                return ["restore", *words, "--mirror", self._line.address, *given]
            case "rename":
                return ["device", "name", step.text, *words]
            case _:
                return ["device", "revoke", step.text, *words, *self._paper(step)]

    def _token(self, step: JourneyStep) -> list[str]:
        if step.token == "none":
            return []
        path = self._spent if step.token == "spent" and self._spent else self._invitation()
        if step.token in ("cut", "garbage"):
            path.write_text(spoil_invitation(path.read_text(encoding="utf-8"), step.token), encoding="utf-8")
        elif not step.error:
            self._spent = path
        return ["--token-file", str(path)]

    def _invitation(self) -> Path:
        path = self._place / f"token-{len(list(self._place.glob('token-*')))}"
        self._operator.run(("invite", "--state", str(self._mirror.state), "--out", str(path)))
        return path

    def _paper(self, step: JourneyStep) -> list[str]:
        if step.words == "none":
            return []
        path = self._place / f"{step.of}.paper"
        words = (self._place / f"{step.of}.words").read_text(encoding="utf-8")
        path.write_text(alter_recovery_phrase(words, step.words), encoding="utf-8")
        return ["--words-file", str(path)]

    def _digest(self, name: str) -> str:
        done = self._run("memory", "digest", "--state", str(self._state(name)), "--json")
        return str(_last_json_object(done).get("digest"))

    def _run(self, *words: str) -> Command:
        done = self._selene.run((*self._first, *words))
        self._messages.append(done.messages)
        return done

    def _kill(self) -> None:
        self._mirror.end(signal.SIGKILL)

    def _state(self, name: str) -> Path:
        return self._place / name


def _last_json_object(done: Command) -> dict[str, object]:
    lines = [line for line in done.out.splitlines() if line.startswith("{")]
    return dict(json.loads(lines[-1])) if lines else {}


def _code(report: dict[str, object], done: Command) -> str:
    error = report.get("error")
    if isinstance(error, dict):
        return str(error.get("code"))
    return f"STATUS_{done.status}" if done.status else ""
