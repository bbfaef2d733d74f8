"""Promise: `vocab apply` and `vocab build --mine` beside a daemon let others use the vault while sound is decoded, in
another process, and while a repository answers.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from contextvars import copy_context
from pathlib import Path

import pytest

from device.cli.vocab.beside_daemon import WaitingFetcher
from device.cli.vocab.cmd_packages import install_packages
from device.cli.vocab.cmd_personal_package import build_personal_package
from device.core.ports import HintBundle, Transcript
from device.daemon.event_hub import EventHub
from device.daemon.shared_vault import SharedVault
from device.daemon.vault_access import ServedVault, serving
from device.engines import factory
from device.vocabulary.personal_package import PersonalPackage
from engine_b.vault.vault import Vault
from engine_b.vocabulary import activation
from memory.model import ids
from packages.core.errors import VocabularyChanged
from packages.storage.folders import FolderFetcher
from tests.engine_b.change_builders import forget_change
from tests.engine_b.vocabulary.test_learned_words import named
from tests.sim.publisher import NOW_MS

REPOSITORY = Path(__file__).resolve().parents[3] / "fixtures" / "packages" / "base"
NOW = "2026-09-10T12:00:00+00:00"
ANA = ids.user_id("ana")
SECONDS = 60
Install = Callable[[Path, str], None]


class AskingRecogniser:
    """Says at a socket which process it is, and waits for an answer, before each utterance."""

    def __init__(self, place: str) -> None:
        with socket.socket(socket.AF_UNIX) as connection:
            connection.connect(place)
            self._line = connection.makefile("rw")

    def start(self, hints: HintBundle) -> None:
        print(os.getpid(), file=self._line, flush=True)
        self._line.readline()

    def hear(self, frame: bytes) -> None:
        pass

    def finish(self) -> Transcript:
        return Transcript("")

    def abandon(self) -> None:
        pass


def open_asking(uri: str, engines: None = None) -> AskingRecogniser:
    return AskingRecogniser(uri)


def apply_packages(state: Path, recogniser: str) -> None:
    root = REPOSITORY / "1.root.json"
    install_packages(
        state, None, str(REPOSITORY), "base", root, (), recogniser, NOW, again=False, as_json=True
    )  # fmt: skip


def build_mine(state: Path, recogniser: str) -> None:
    build_personal_package(state, "ana", recogniser, NOW, as_json=True)


@pytest.fixture
def served(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ServedVault]:
    monkeypatch.setattr(factory, "open_recogniser", open_asking)
    with Vault.open(tmp_path / "state", now_ms=NOW_MS) as vault:
        vault.commit(named("Siobhan", user=ANA)[0])
        shared = SharedVault(vault, tmp_path / "state")
        token = serving.set(ServedVault(shared, EventHub()))
        yield ServedVault(shared, EventHub())
        serving.reset(token)
        shared.close()


def _questions(folder: Path, install: Install) -> Iterator[int]:
    """Yields the questions of the recogniser while a command of the daemon installs, and answers each after it."""
    with socket.socket(socket.AF_UNIX) as listening, ThreadPoolExecutor(1) as command:
        listening.bind(str(folder / "asked"))
        listening.listen()
        done = command.submit(copy_context().run, install, folder / "state", str(folder / "asked"))
        done.add_done_callback(lambda _: listening.shutdown(socket.SHUT_RDWR))
        with suppress(OSError), listening.accept()[0] as connection, connection.makefile("rw") as line:
            for said in line:
                yield int(said)
                print(file=line, flush=True)
        done.result(SECONDS)


@pytest.mark.parametrize("install", [apply_packages, build_mine])
def test_others_use_the_vault_during_the_self_test(served: ServedVault, tmp_path: Path, install: Install) -> None:
    shared, processes = served.shared, set[int]()
    for process in _questions(tmp_path, install):
        processes.add(process)
        assert shared.submit(lambda: shared.vault.counts().atoms).result(SECONDS) == 1
    assert len(processes) == 1
    assert os.getpid() not in processes
    lines = activation.DEVICE_SCOPE, PersonalPackage(shared.vault, ANA, NOW_MS).line
    assert any(activation.load_pointers(shared.vault.database, line).on_trial for line in lines)


def test_what_is_forgotten_during_the_self_test_is_in_no_vocabulary(served: ServedVault, tmp_path: Path) -> None:
    shared, asked = served.shared, _questions(tmp_path, build_mine)
    atom = named("Siobhan", user=ANA)[1]
    next(asked)
    shared.submit(lambda: shared.vault.commit(forget_change(atom))).result(SECONDS)
    with pytest.raises(VocabularyChanged):
        list(asked)
    line = PersonalPackage(shared.vault, ANA, NOW_MS).line
    assert activation.stored_vocabularies(shared.vault.database, line) == ()


def test_others_use_the_vault_while_a_repository_answers(served: ServedVault) -> None:
    shared, asked = served.shared, list[int]()

    class AskingFetcher:
        def chunks(self, path: str, max_bytes: int, timeout_ms: int) -> Iterator[bytes] | None:
            asked.append(shared.submit(lambda: shared.vault.counts().atoms).result(SECONDS))
            pieces = FolderFetcher(REPOSITORY).chunks(path, max_bytes, timeout_ms)
            return None if pieces is None else self._each(pieces)

        def _each(self, pieces: Iterator[bytes]) -> Iterator[bytes]:
            for piece in pieces:
                asked.append(shared.submit(lambda: shared.vault.counts().atoms).result(SECONDS))
                yield piece

    with shared.lease():
        pieces = WaitingFetcher(AskingFetcher()).chunks("1.root.json", 1_000_000, 1_000)
        assert pieces is not None
        assert b"".join(pieces) == (REPOSITORY / "1.root.json").read_bytes()
    assert len(asked) > 1
