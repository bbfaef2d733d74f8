"""Promise: the daemon's mind answers its clients, and nobody waits for the vault while it thinks."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from threading import Thread

import pytest

from device.core.errors import BadUri
from device.daemon.audio_inputs import NO_MICROPHONE, RunSettings
from device.daemon.composition import open_daemon
from device.session.session import SessionTable
from memory.model import ids
from memory.model.atoms import Status
from memory.model.ports import Gate
from tests.sim.assistant_talk import START
from tests.sim.chat_server import chat_server

REPLY = ['{"parts": [{"say": "Homer ', 'wrote it."}]}']


def _settings(state: Path, mind: str) -> RunSettings:
    return RunSettings(state, None, microphone=NO_MICROPHONE, fast=True, now=START, mind=mind)


def test_a_client_is_answered_and_the_vault_is_free_meanwhile(tmp_path: Path) -> None:
    found: list[str] = []
    with (
        chat_server(pieces=REPLY, waits_after=1) as server,
        open_daemon(_settings(tmp_path, f"openai:{server.address}"), ()) as daemon,
    ):
        shared = daemon.served.assistant("en")

        def ask() -> None:
            with shared.turn():
                session = SessionTable(shared).session(ids.user_id("Ana"), "s-1")
                found.append(session.say("who wrote the odyssey", START)[1].reply)

        asking = Thread(target=ask)
        asking.start()
        assert server.waiting.wait(10)
        with shared.turn():  # another conversation
            server.go_on.set()
        asking.join(10)
    assert found == ["Homer wrote it."]


@pytest.mark.parametrize("on", [False, True])
def test_what_was_left_unread_is_read_by_the_mind_where_that_is_wanted(tmp_path: Path, on: bool) -> None:
    said = "so yeah the thing with the boiler, guy coming thursday"
    acts = '{"acts": [{"kind": "tell", "first": 7, "last": 9, "value": "thursday"}]}'
    with chat_server(pieces=[acts]) as server:
        settings = replace(_settings(tmp_path, f"openai:{server.address}"), second_opinion=on)
        with open_daemon(settings, ()) as daemon:
            shared = daemon.served.assistant("en")
            SessionTable(shared).session(ids.user_id("Ana"), "s-1").say(said, START)
            gate = Gate(ids.user_id("Ana"), identified=True)
            kept = [(atom.text, atom.status) for atom in daemon.served.shared.vault.reader.atoms(gate, 9)]
    assert kept == ([("guy coming thursday", Status.UNCERTAIN)] if on else [])


def test_another_device_is_told_and_must_be_named_as_such(tmp_path: Path) -> None:
    told: list[str] = []
    with pytest.raises(BadUri, match="leaves it"), open_daemon(_settings(tmp_path, "openai:http://192.0.2.1/v1"), ()):
        pass
    assert not any(tmp_path.iterdir())
    mind = "remote_openai:http://192.0.2.1:8080/v1"
    with open_daemon(_settings(tmp_path, mind), (), lambda _, sentence: told.append(sentence)):
        pass
    assert any("192.0.2.1:8080" in sentence for sentence in told)
