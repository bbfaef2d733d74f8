"""Promise: the daemon's memory has the vectors of its encoder, also of what came while nobody talked."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from device.core.errors import EngineUnavailable
from device.daemon.audio_inputs import NO_MICROPHONE, RunSettings
from device.daemon.composition import open_daemon
from device.daemon.shared_vault import SharedVault
from device.daemon.vault_access import open_assistant
from device.daemon.vector_maker import VectorMaker
from device.session.session import SessionTable
from memory.model import ids
from tests.sim.assistant_talk import START
from tests.sim.tiny_encoder import write_tiny_table


def _settings(state: Path, encoder: str = "none:") -> RunSettings:
    return RunSettings(state, None, microphone=NO_MICROPHONE, fast=True, now=START, encoder=encoder)


def _made(shared: SharedVault) -> int:
    return int(shared.vault.connection.execute("SELECT count(*) FROM vector").fetchone()[0])


def test_what_was_told_before_gets_vectors_and_other_connections_read_them(tmp_path: Path) -> None:
    uri = write_tiny_table(tmp_path / "tiny.npz")
    with open_daemon(_settings(tmp_path / "state"), ()) as daemon:
        session = SessionTable(daemon.served.assistant("en")).session(ids.user_id("Ana"), "s-1")
        session.say("my car is red", START)
        assert _made(daemon.served.shared) == 0
        assert daemon.vectors is None
    with open_daemon(_settings(tmp_path / "state", uri), ()) as daemon:
        assert _made(daemon.served.shared) >= 2
        with daemon.served.reading() as beside:
            assert any(beside.reader.encoded("car"))


def test_what_came_meanwhile_gets_them_between_the_turns(tmp_path: Path) -> None:
    with open_daemon(_settings(tmp_path / "state", write_tiny_table(tmp_path / "tiny.npz")), ()) as daemon:
        shared = daemon.served.shared
        SessionTable(daemon.served.assistant("en")).session(ids.user_id("Ana"), "s-1").say("my car is red", START)
        shared.vault.database.run("DELETE FROM vector")

        async def wait() -> None:
            making = asyncio.ensure_future(VectorMaker(shared).run())
            while not _made(shared):
                await shared.run(lambda: None)
            making.cancel()

        asyncio.run(asyncio.wait_for(wait(), 20))


def test_a_model_that_cannot_be_opened_changes_nothing(tmp_path: Path) -> None:
    with (
        pytest.raises(EngineUnavailable),
        open_daemon(_settings(tmp_path / "state", f"table:{tmp_path / 'none.npz'}"), ()),
    ):
        pass
    assert not (tmp_path / "state").exists()


def test_a_command_uses_the_configured_encoder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SELENE_ENCODER", write_tiny_table(tmp_path / "tiny.npz"))
    with open_assistant(tmp_path / "state", START) as assistant:
        SessionTable(assistant).session(ids.user_id("Ana"), "s-1").say("my car is red", START)
        assert _made(assistant.shared) >= 2
