"""Promise: a client talks by voice on engines of its own; bad clients do not delay the voice of anybody."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from itertools import chain, repeat
from pathlib import Path

import pytest
from websockets.sync.client import ClientConnection, connect

from device.clients.client_tokens import ClientRight
from device.clients.http_api.web_socket.voice_talk import VoiceEngines
from device.clients.recogniser_process import RecogniserProcess
from device.core.policy import MAX_HTTP_VOICES, MAX_SOUND_AHEAD_MS
from device.core.ports import FRAME_BYTES, FRAME_MS, HintBundle, Transcript
from device.platform.clock import monotonic_ns
from tests.device.clients.http_api.conftest import SECONDS, RunningApi, running_api
from tests.device.clients.voice_beside import keeps_time_beside
from tests.device.clients.wyoming_server.test_bad_wyoming_clients import FragileRecogniser
from tests.sim.simulated_room import ToneVoice

QUIET, LOUD = bytes(FRAME_BYTES), b"\2" * FRAME_BYTES


class LoudSpeech:
    """Takes every frame that is not silence for speech."""

    def hear(self, frame: bytes) -> int:
        return 9_900 if any(frame) else 50

    def reset(self) -> None:
        pass


class KnowingRecogniser:
    """Hears the same words whatever was said."""

    def __init__(self, words: str) -> None:
        self._words = words

    def start(self, hints: HintBundle) -> None:
        pass

    def hear(self, frame: bytes) -> None:
        pass

    def finish(self) -> Transcript:
        return Transcript(self._words)

    def abandon(self) -> None:
        pass


@pytest.fixture
def spoken(tmp_path: Path) -> Iterator[RunningApi]:
    with running_api(
        tmp_path / "state",
        open_engines=lambda: VoiceEngines(LoudSpeech(), KnowingRecogniser("what is my sister called"), ToneVoice()),
    ) as running:
        yield running


@contextmanager
def _socket(api: RunningApi, token: str) -> Iterator[ClientConnection]:
    header = {"authorization": f"Bearer {token}"}
    with connect(f"ws://127.0.0.1:{api.port}/v1/talk", additional_headers=header) as client:
        yield client


def _ask(client: ClientConnection, until: str) -> tuple[list[dict[str, str]], int]:
    """Presses the button, says something in real time, and goes on with silence until an event; returns events and
    frames. Sound ahead of its time would be refused after a few questions.
    """
    client.send(json.dumps({"listen": True}))
    events: list[dict[str, str]] = []
    frames, due_ns = 0, monotonic_ns()
    for frame in chain([LOUD] * 40, repeat(QUIET)):
        client.send(frame)
        due_ns += FRAME_MS * 1_000_000
        with suppress(TimeoutError):
            while not events or events[-1]["type"] != until:
                message = client.recv(max(0, due_ns - monotonic_ns()) / 1_000_000_000)
                if isinstance(message, bytes):
                    frames += 1
                else:
                    events.append(json.loads(message))
            break
    return events, frames


def test_a_spoken_question_is_answered_with_sound_from_the_persons_memory_alone(spoken: RunningApi) -> None:
    with spoken.client("ana", "ana") as ana:
        ana.post("/v1/talk", json={"text": "my sister is called Ines"})
    for user, guest, knows in (("ana", False, True), ("ben", False, False), ("ana", True, False)):
        may = (ClientRight.TALK,)
        with _socket(spoken, spoken.token(f"{user} {guest}", user, may, guest=guest)) as client:
            events, frames = _ask(client, "speaking_stopped")
        said = {event["type"]: event for event in events}
        assert said["transcript"]["text"] == "what is my sister called"
        assert ("Ines" in said["reply"]["text"]) is knows
        assert frames > 0


def test_only_so_many_talk_by_voice_and_one_that_leaves_makes_way(spoken: RunningApi) -> None:
    token = spoken.token("many", "ana")
    with ExitStack() as stack:
        first = stack.enter_context(ExitStack())
        clients = [first.enter_context(_socket(spoken, token))]
        clients += [stack.enter_context(_socket(spoken, token)) for _ in range(MAX_HTTP_VOICES - 1)]
        more = stack.enter_context(_socket(spoken, token))
        for client in clients:
            client.send(json.dumps({"listen": True}))
            client.send(json.dumps({"text": "hello"}))
            assert json.loads(client.recv(SECONDS))["type"] == "reply"
        assert _refused(more) == "TOO_BUSY"
        first.close()
        while _refused(more):
            continue


def _refused(client: ClientConnection) -> str:
    """Presses the button; returns the code of the refusal, if it was one."""
    client.send(json.dumps({"listen": True}))
    client.send(json.dumps({"text": "hello"}))
    told = json.loads(client.recv(SECONDS))
    if told["type"] == "problem":
        assert json.loads(client.recv(SECONDS))["type"] == "reply"
    return str(told.get("code", ""))


def test_sound_out_of_order_or_ahead_of_time_is_refused_and_changes_nothing(spoken: RunningApi) -> None:
    before = spoken.version()
    with _socket(spoken, spoken.token("hasty", "ana")) as client:
        for _ in range(3):  # fifty times a second the same would be told
            client.send(LOUD)
        assert json.loads(client.recv(SECONDS))["code"] == "NOT_LISTENING"
        client.send(json.dumps({"listen": True}))
        for _ in range(3):
            client.send(QUIET * (2 * MAX_SOUND_AHEAD_MS // FRAME_MS))
        assert json.loads(client.recv(SECONDS))["code"] == "TOO_FAST"
        client.send(json.dumps({"listen": False}))
        assert json.loads(client.recv(SECONDS))["code"] == "BAD_REQUEST"
    assert spoken.version() == before


def test_without_engines_sound_is_refused_and_text_is_answered(tmp_path: Path) -> None:
    with running_api(tmp_path / "state") as api, _socket(api, api.token("ana", "ana")) as client:
        client.send(json.dumps({"listen": True}))
        assert json.loads(client.recv(SECONDS))["code"] == "NO_SOUND"
        client.send(json.dumps({"text": "hello"}))
        assert json.loads(client.recv(SECONDS))["type"] == "reply"


def test_a_recogniser_that_hangs_costs_its_own_conversation(tmp_path: Path) -> None:
    with ExitStack() as stack:
        broken = RecogniserProcess(partial(FragileRecogniser, "hangs"))
        stack.callback(broken.close)
        broken.wait_until_open()
        broken._patience_s = 0.5
        recognisers = iter((broken, KnowingRecogniser("what is my sister called")))

        def open_engines() -> VoiceEngines:
            return VoiceEngines(LoudSpeech(), next(recognisers), ToneVoice())

        api = stack.enter_context(running_api(tmp_path / "state", open_engines=open_engines))
        one = stack.enter_context(_socket(api, api.token("one", "ana")))
        events, _ = _ask(one, "error")
        assert events[-1]["reason"] == "DOOR_UNAVAILABLE"
        two = stack.enter_context(_socket(api, api.token("two", "ben")))
        assert _ask(two, "reply")[0][-1]["text"]


def test_the_voice_at_the_microphone_keeps_time_beside_bad_clients(spoken: RunningApi) -> None:
    token = spoken.token("worse", "ben")
    bad = (lambda: _nonsense(spoken), lambda: _too_much(spoken, token), lambda: _nothing(spoken))
    assert keeps_time_beside(spoken.served, *bad)


class GreedyRecogniser(KnowingRecogniser):
    """Keeps the interpreter to itself for a second at the end of an utterance, as PocketSphinx does."""

    def finish(self) -> Transcript:
        sum(range(40_000_000))
        return super().finish()


def test_the_voice_at_the_microphone_keeps_time_while_a_clients_words_are_decoded(tmp_path: Path) -> None:
    with ExitStack() as stack:
        recogniser = RecogniserProcess(partial(GreedyRecogniser, "what is my sister called"))
        stack.callback(recogniser.close)
        engines = VoiceEngines(LoudSpeech(), recogniser, ToneVoice())
        spoken = stack.enter_context(running_api(tmp_path / "state", open_engines=lambda: engines))
        client = stack.enter_context(_socket(spoken, spoken.token("speaker", "ben")))
        asked = list[int]()
        assert keeps_time_beside(spoken.served, lambda: asked.append(_ask(client, "reply")[1]))
    assert asked, "a client was heard meanwhile"


def _nonsense(api: RunningApi) -> None:
    with socket.create_connection(("127.0.0.1", api.port), SECONDS) as client:
        client.sendall(b"\0" * 1_000 + b"\r\n\r\n")
        client.recv(1_000)


def _too_much(api: RunningApi, token: str) -> None:
    with socket.create_connection(("127.0.0.1", api.port), SECONDS) as client:
        head = (
            f"POST /v1/talk HTTP/1.1\r\nhost: x\r\nauthorization: Bearer {token}\r\ncontent-type: application/json\r\n"
        )
        client.sendall(head.encode() + b"transfer-encoding: chunked\r\n\r\n")
        for _ in range(4):
            client.sendall(b"%x\r\n%b\r\n" % (1 << 20, bytes(1 << 20)))


def _nothing(api: RunningApi) -> None:
    for _ in range(100):
        socket.create_connection(("127.0.0.1", api.port), SECONDS).close()
