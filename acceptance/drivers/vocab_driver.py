"""Adapter: runs a case about vocabulary with real processes: operator's and device's commands, and damaged files.

The one white-box part is the forger: it builds and signs what the operator's own gate would refuse, to test that every
device refuses it too.
"""

from __future__ import annotations

import atexit
import json
import os
import shutil
from contextlib import closing
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp
from typing import Any

from acceptance.cases.vocab_cases import MIRROR_VERBS, VocabCase, VocabTask
from acceptance.drivers.fork_server import ROOT, CommandResult, ForkServer, ProcessSpawner
from acceptance.drivers.vault_probe import probe_vault, readable_needles
from acceptance.drivers.vocab_mirror import VocabCaseMirror
from acceptance.observations.script import encode_script_line
from acceptance.observations.vocab_observation import TaskObservation, VocabObservation
from packages.core.names import moment_text
from packages.core.policy import PackagePolicy
from packages.core.signed_json import canonical_document_bytes, content_digest
from packages.documents.documents import Catalog, read_document
from packages.documents.signing import sign_body
from packages.storage.folders import FolderRepository
from packages.storage.key_files import read_key

_KEYS = ("root", "catalog", "acme", "globex", "stranger")
_NO_VAULT = "VAULT_MISSING"
_TALK = "fixtures/talks/brief.wav"


class VocabCasePlayer:
    """Runs one case in a folder of its own."""

    def __init__(
        self, practice: VocabCase, selene: ForkServer | ProcessSpawner, place: Path, first: tuple[str, ...]
    ) -> None:
        self._practice, self._selene, self._place, self._first = practice, selene, place, first
        self._messages: list[str] = []
        self._shelf = place / "shelf"
        self._served = VocabCaseMirror(place, self._shelf, self._run)

    def close(self) -> None:
        """Ends the processes that it started."""
        self._served.close()

    def run_case(self) -> VocabObservation:
        """Runs every task and returns the observation."""
        seen = tuple(self._task(number, task) for number, task in enumerate(self._practice.tasks, 1))
        state = self._state("kitchen")
        said = {task.text for task in self._practice.tasks if task.text} | set(self._practice.canaries)
        exposed = readable_needles(state, said, "\n".join(self._messages)) if state.exists() else ()
        left: tuple[str, ...] = ()
        if self._practice.forgotten:
            found = probe_vault(state, self._practice.forgotten)
            there = "\n".join(found.words).casefold()
            left = (*found.indexed, *(word for word in self._practice.forgotten if word.casefold() in there))
        return VocabObservation(seen, tuple(exposed), left)

    def _task(self, number: int, task: VocabTask) -> TaskObservation:
        before = self._status(task) if task.error else {}
        report, code, messages = self._do(number, task)
        after, words = self._status(task), self._run("vocab", "words", *self._on(task))[0]
        others = {name: self._digest(name) for name in (*task.same_digest, task.elsewhere or "") if name}
        return TaskObservation(number, task.do, code, messages, report, before, after, words, others)

    def _do(self, number: int, task: VocabTask) -> tuple[dict[str, Any], str, str]:
        match task.do:
            case "say":
                return self._say(number, task)
            case "publish":
                return self._publish(task)
            case "spoil":
                self._spoil(self._shelf / task.of / task.file, task.how)
            case "keep":
                shutil.copytree(self._shelf / task.of, self._place / f"{task.of}.kept")
            case "put_back":
                shutil.rmtree(self._shelf / task.of)
                shutil.copytree(self._place / f"{task.of}.kept", self._shelf / task.of)
            case "look":
                return {}, "", ""
            case "listen":
                tape = ["--mic", f"tape:{ROOT / _TALK}", "--speaker", "null:", "--fast", "--now", task.now]
                user = ["--user", task.user or self._practice.user]
                return self._run("run", *tape, *user, "--state", str(self._state(task.on)))
            case verb if verb in MIRROR_VERBS:
                return self._served.do(task, self._state(task.on), task.user or self._practice.user)
            case "rollback":
                to = ["--to", task.to] if task.to else []
                return self._run("vocab", "rollback", *to, "--now", task.now, *self._on(task))
            case _:
                return self._use(task)
        return {}, "", ""

    def _use(self, task: VocabTask) -> tuple[dict[str, Any], str, str]:
        repository = self._shelf / task.of
        named = f"mirror:{task.of}" if task.via == "mirror" else str(repository)
        words = ["--repository", named, "--as", task.of, "--now", task.now]
        words += ["--root", str(repository / "1.root.json")] if task.root else []
        words += ["--again"] if task.again else []
        return self._run("vocab", task.do, *task.names, *words, *self._on(task))

    def _say(self, number: int, task: VocabTask) -> tuple[dict[str, Any], str, str]:
        user = task.user or self._practice.user
        lines = [
            encode_script_line(
                {"now": task.now, "session": task.session, "user": user, "text": task.text.replace("{n}", str(count))},
                {"guest": task.guest, "aloud": False},
            )
            for count in range(1, task.times + 1)
        ]
        script = self._place / f"script-{number}.jsonl"
        script.write_text("".join(lines), encoding="utf-8")
        return self._run("say", "--script", str(script), "--json", "--state", str(self._state(task.on)))

    def _publish(self, task: VocabTask) -> tuple[dict[str, Any], str, str]:
        keys = {name: self._key(name) for name in _KEYS}
        repository = self._shelf / task.of
        if not repository.exists():
            started = self._run(
                "vocab", "publish", "--repository", str(repository), "--key", str(keys["catalog"]), "--root-key",
                str(keys["root"]), "--publisher", f"acme={keys['acme']}.pub:acme", "--publisher",
                f"globex={keys['globex']}.pub:globex", "--now", task.now, "--json",
            )  # fmt: skip
            if started[1]:
                return started
        if task.forged:
            return self._forge(task, repository, keys)
        words = ["--repository", str(repository), "--key", str(keys[task.catalog_key]), "--now", task.now, "--json"]
        if task.retire:
            return self._run("vocab", "publish", *words, "--retire", f"{task.retire}=no longer sold")
        built = self._built(task, keys)
        return built if built[1] else self._run("vocab", "publish", built[0]["folder"], *words)

    def _built(self, task: VocabTask, keys: dict[str, Path]) -> tuple[dict[str, Any], str, str]:
        listed, out = self._place / "terms.jsonl", self._place / f"{task.name}-{task.version}"
        spelled = [term.replace("{n}", str(n)) for n in range(1, task.terms_times + 1) for term in task.terms]
        listed.write_text("".join(json.dumps({"spelling": one}) + "\n" for one in dict.fromkeys(spelled)), "utf-8")
        built = self._run(
            "vocab", "build", "--name", task.name, "--version", task.version, "--terms", str(listed), "--by", "ops",
            "--why", "new in the shop", "--out", str(out), "--now", task.now, "--json",
            *(["--personal-names"] if task.personal_names else []),
        )  # fmt: skip
        if built[1]:
            return built
        signed = self._run("vocab", "sign", str(out), "--key", str(keys[task.key]), "--json")
        return built if not signed[1] else signed

    def _forge(self, task: VocabTask, repository: Path, keys: dict[str, Path]) -> tuple[dict[str, Any], str, str]:
        """Signs and publishes content that the operator's commands refuse."""
        laid: dict[str, Any] = json.loads(task.forged)
        added = {"by": "ops", "at": moment_text(0), "why": "asked for"}
        terms: Any = [{"spelling": term, "added": added, **laid.get("term", {})} for term in task.terms]
        payload = canonical_document_bytes({"_type": "payload", "spec": 1, "terms": terms, **laid.get("payload", {})})
        body: Any = {
            "_type": "package", "spec": 1, "name": task.name, "version": task.version, "kind": "company",
            "language": "en", "signed_at": moment_text(0), "priority": 50,
            "payload": {"name": "terms.json", "length": len(payload), "digest": content_digest(payload)},
            **laid.get("package", {}),
        }  # fmt: skip
        folder = FolderRepository(repository)
        document = _signed(body, keys[task.key])
        folder.put(f"packages/{task.name}/{task.version}/terms.json", payload)
        folder.put(f"packages/{task.name}/{task.version}/package.json", document)
        content = (repository / "catalog.json").read_bytes()
        catalog: Any = json.loads(content)["signed"]
        catalog["version"] = read_document(content, Catalog, PackagePolicy()).value.version + 1
        catalog["packages"][task.name] = {
            "version": task.version, "length": len(document), "digest": content_digest(document),
        }  # fmt: skip
        folder.put("catalog.json", _signed(catalog, keys[task.catalog_key]))
        return {}, "", ""

    def _spoil(self, path: Path, how: str) -> None:
        content = path.read_bytes()
        match how:
            case "flip":
                path.write_bytes(content[:-9] + bytes([content[-9] ^ 1]) + content[-8:])
            case "cut":
                path.write_bytes(content[:-1])
            case "grow":
                path.write_bytes(content + b" ")
            case "drop":
                path.unlink()
            case _:
                aside = self._place / "aside"
                path.rename(aside)
                os.symlink(aside, path)

    def _key(self, name: str) -> Path:
        """Returns a key of this name, which all cases of a process share: a key says nothing of a case."""
        path = self._place / f"{name}.key"
        if not path.exists():
            made = _shared_keys() / path.name
            if not made.exists():
                self._run("vocab", "keygen", str(made), "--json")
            for file in made.parent.glob(f"{path.name}*"):
                shutil.copy2(file, self._place)
        return path

    def _status(self, task: VocabTask) -> dict[str, Any]:
        report, code, _ = self._run("vocab", "status", "--now", task.now, *self._on(task))
        return {} if code == _NO_VAULT else report

    def _digest(self, name: str) -> str:
        return str(self._run("vocab", "status", "--state", str(self._state(name)), "--json")[0].get("digest"))

    def _on(self, task: VocabTask) -> list[str]:
        return ["--state", str(self._state(task.on)), "--user", task.user or self._practice.user, "--json"]

    def _run(self, *words: str) -> tuple[dict[str, Any], str, str]:
        done = self._selene.run((*self._first, *words))
        self._messages.append(done.messages)
        report = _last_json_object(done)
        error = report.get("error")
        code = str(error.get("code")) if isinstance(error, dict) else f"STATUS_{done.status}" if done.status else ""
        return report, code, done.messages

    def _state(self, name: str) -> Path:
        return self._place / name


@cache
def _shared_keys() -> Path:
    """A folder for the keys of all cases."""
    place = Path(mkdtemp(prefix="selene-keys-"))
    atexit.register(shutil.rmtree, place)
    return place


def play_vocab_case(
    practice: VocabCase, selene: ForkServer | ProcessSpawner, first: tuple[str, ...]
) -> VocabObservation:
    """Runs a case; `first` are words before those of each command."""
    with (
        TemporaryDirectory(prefix="selene-practice-") as place,
        closing(VocabCasePlayer(practice, selene, Path(place), first)) as bench,
    ):
        return bench.run_case()


def _signed(body: Any, key: Path) -> bytes:
    signatures: Any = [{"keyid": one.keyid, "sig": one.sig} for one in sign_body(body, [read_key(key)])]
    return canonical_document_bytes({"signatures": signatures, "signed": body})


def _last_json_object(done: CommandResult) -> dict[str, Any]:
    lines = [line for line in done.out.splitlines() if line.startswith("{")]
    return dict(json.loads(lines[-1])) if lines else {}
