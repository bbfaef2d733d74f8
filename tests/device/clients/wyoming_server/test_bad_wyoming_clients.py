"""Promise: a bad Wyoming client, and an engine that fails or hangs, cost one connection; nothing is changed."""

from __future__ import annotations

import asyncio
import json
import os
import signal
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path
from threading import Event as ThreadEvent

import pytest
from wyoming.asr import Transcribe, Transcript
from wyoming.audio import AudioChunk, AudioStart, AudioStop
from wyoming.error import Error
from wyoming.event import Event
from wyoming.handle import Handled
from wyoming.tts import Synthesize

from device.clients.recogniser_process import RecogniserProcess
from device.clients.wyoming_server.speech_engines import GuardedEngine
from device.core.errors import EngineUnavailable
from device.core.policy import (
    MAX_WYOMING_CLIENTS,
    MAX_WYOMING_DATA_BYTES,
    MAX_WYOMING_LINE_BYTES,
    MAX_WYOMING_PAYLOAD_BYTES,
)
from device.core.ports import HintBundle
from device.core.ports import Transcript as Heard
from tests.device.clients.wyoming_server.wyoming_household import SECONDS, Household, household

START, CHUNK, STOP = (
    AudioStart(16_000, 2, 1).event(),
    AudioChunk(16_000, 2, 1, bytes(640)).event(),
    AudioStop().event(),
)
FACT = Transcript("my cat is called Tom").event()


@pytest.fixture
async def at(tmp_path: Path) -> AsyncIterator[Household]:
    """A server with one memory."""
    async with household(tmp_path / "state") as running:
        assert await running.ask(Transcript("my dog is called Rex").event())
        yield running


async def goes_on(at: Household) -> bool:
    """Whether the next client is answered from the memory."""
    answer = await at.ask(Transcript("what is my dog called").event())
    return answer is not None and "Rex" in (Handled.from_event(answer).text or "")


@pytest.mark.parametrize(
    "sent",
    [
        b"\n",
        b"{}\n",
        b"[]\n",
        b"null\n",
        b'"describe"\n',
        b"\xff\xfe\n",
        b"[" * 60_000 + b"\n",
        b'{"type": 1}\n',
        b'{"type": "transcript", "data": []}\n',
        b'{"type": "transcript", "data_length": -1}\n',
        b'{"type": "transcript", "data_length": "9"}\n',
        b'{"type": "transcript", "data_length": 2}\n[]',
        b'{"type": "transcript", "data_length": 1.5}\n{}',
        b'{"type": "transcript"}\n',
        b'{"type": "transcript", "data": {"text": 7}}\n',
        b'{"type": "transcript", "data": {"text": "half \\ud800"}}\n',
        b'{"type": "transcript", "data": {"text": "my cat is called Tom", "context": 1}}\n',
        json.dumps({"type": "transcript", "data": {"text": "x", "context": {"conversation_id": "c" * 900}}}).encode(),
        b'{"type": "synthesize", "data": {}}\n',
        b'{"type": "audio-start", "data": {"rate": 0, "width": 2, "channels": 1}}\n',
        b'{"type": "audio-start", "data": {"rate": 16000, "width": 3, "channels": 1}}\n',
        b'{"type": "audio-start", "data": {"rate": 16000, "width": 2, "channels": 9999}}\n',
        f'{{"type": "audio-chunk", "payload_length": {10**12}}}\n'.encode(),
        f'{{"type": "audio-chunk", "payload_length": {MAX_WYOMING_PAYLOAD_BYTES + 1}}}\n'.encode(),
        f'{{"type": "transcript", "data_length": {MAX_WYOMING_DATA_BYTES + 1}}}\n'.encode(),
        b'{"type": "transcript", "data": {"text": "' + b"x" * MAX_WYOMING_LINE_BYTES + b'"}}\n',
    ],
    ids=lambda sent: sent[:60].decode("latin-1"),
)
async def test_what_is_no_event_gets_a_code_and_nothing_else(at: Household, sent: bytes) -> None:
    before = at.remembered()
    answer = await at.raw(sent, hang_up=not sent.endswith(b"\n"))
    assert b"BAD_EVENT" in answer or b"BAD_SESSION" in answer
    assert at.remembered() == before
    assert await goes_on(at)


@pytest.mark.parametrize(
    "events",
    [
        (CHUNK,),
        (STOP,),
        (START, START),
        (START, FACT),
        (START, Synthesize("hello").event()),
        (START, Transcribe().event()),
        (START, AudioChunk(44_100, 2, 1, bytes(640)).event()),
        (START, AudioChunk(16_000, 2, 1, bytes(641)).event()),
        (START, Event("audio-chunk", {}, bytes(640))),
        (START, CHUNK, STOP, STOP),
    ],
    ids=lambda events: " ".join(event.type for event in events),
)
async def test_events_out_of_order_end_that_connection(at: Household, events: tuple[Event, ...]) -> None:
    before = at.remembered()
    async with at.client() as client:
        for event in events:
            await client.write_event(event)
        answers = []
        while (answer := await client.read_event()) is not None:
            answers.append(answer)
    assert Error.from_event(answers[-1]).code == "BAD_EVENT"
    assert at.remembered() == before
    assert await goes_on(at)


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b'{"type": "transcript", "da',
        b'{"type": "transcript", "data_length": 60}\n{"text": "my cat is called T',
        b'{"type": "audio-start", "data": {"rate": 16000, "width": 2, "channels": 1}}\n',
        b'{"type": "transcript", "data": {"text": "my cat is called Tom"}, "payload_length": 9}\n1234',
    ],
)
async def test_half_an_event_is_none(at: Household, sent: bytes) -> None:
    before = at.remembered()
    await at.raw(sent, hang_up=True)
    assert at.remembered() == before
    assert await goes_on(at)


async def test_a_hundred_megabytes_are_not_taken(at: Household) -> None:
    _, writer = await asyncio.open_connection("127.0.0.1", at.server.port)
    writer.write(b'{"type": "audio-start", "data": {"rate": 16000, "width": 2, "channels": 1}}\n')
    writer.write(b'{"type": "audio-chunk", "payload_length": 100000000}\n')
    sent = 0
    try:
        while sent < 100_000_000:
            writer.write(bytes(1_000_000))
            await writer.drain()
            sent += 1_000_000
    except ConnectionError:
        pass
    finally:
        writer.close()
    assert sent < 100_000_000
    assert await goes_on(at)


async def test_a_thousand_connections_leave_room_for_one_that_asks(at: Household) -> None:
    opened = [await asyncio.open_connection("127.0.0.1", at.server.port) for _ in range(1_000)]
    assert at.server.connected <= MAX_WYOMING_CLIENTS
    assert await goes_on(at)
    for _, writer in opened:
        writer.close()


async def test_the_client_that_was_silent_for_longest_makes_room(at: Household) -> None:
    async with at.client() as first:
        opened = [await asyncio.open_connection("127.0.0.1", at.server.port) for _ in range(MAX_WYOMING_CLIENTS - 1)]
        await first.write_event(Transcript("hello").event())
        assert await first.read_event() is not None
        assert await goes_on(at)
        await first.write_event(Transcript("hello").event())
        assert await first.read_event() is not None
        async with asyncio.timeout(SECONDS):
            with suppress(ConnectionError):
                assert await opened[0][0].read() == b""
    for _, writer in opened:
        writer.close()


async def test_a_client_that_hangs_up_before_its_answer_costs_nothing(at: Household) -> None:
    async with at.client() as client:
        await client.write_event(Transcript("my cat is called Tom").event())
    assert await goes_on(at)
    assert at.told == []


class LongVoice:
    """Says everything in 50 MB, far more than a connection holds."""

    def speak(self, text: str) -> bytes:
        return bytes(50_000_000)


async def test_a_client_that_does_not_read_loses_its_connection(tmp_path: Path) -> None:
    async with household(tmp_path / "state", open_voice=LongVoice, read_s=0.5) as at:
        assert await at.ask(Transcript("my dog is called Rex").event())
        reader, writer = await asyncio.open_connection("127.0.0.1", at.server.port, limit=1)
        writer.write(b'{"type": "synthesize", "data": {"text": "hello"}}\n')
        async with asyncio.timeout(SECONDS), at.client() as other:
            assert await reader.read(1)
            answered = 0
            while answered == 0 or at.server.connected > 1:
                await other.write_event(Transcript("what is my dog called").event())
                assert await other.read_event()
                answered += 1
        writer.close()
        assert at.told == []


class BrokenRecogniser:
    """Fails at every utterance."""

    def transcribe(self, pcm: bytes, hints: HintBundle) -> str:
        raise RuntimeError("what was said")

    def close(self) -> None:
        pass


async def test_an_engine_that_fails_ends_that_connection_and_its_words_stay_unsaid(tmp_path: Path) -> None:
    async with household(tmp_path / "state", open_recogniser=BrokenRecogniser) as at:
        assert await at.ask(Transcript("my dog is called Rex").event())
        before = at.remembered()
        assert await at.ask(Transcribe().event(), START, CHUNK, STOP) is None
        assert [code for code, _ in at.told] == ["CLIENT_FAILED"]
        assert "what was said" not in at.told[0][1]
        assert at.remembered() == before
        assert await goes_on(at)


async def test_an_engine_that_cannot_be_opened_is_said_with_its_code(tmp_path: Path) -> None:
    def missing() -> BrokenRecogniser:
        raise EngineUnavailable("The recogniser is not installed.")

    async with household(tmp_path / "state", open_recogniser=missing) as at:
        answer = await at.ask(START, CHUNK, STOP)
        assert answer is not None
        assert Error.from_event(answer).code == "DOOR_UNAVAILABLE"


async def test_an_engine_that_hangs_is_ended_and_replaced() -> None:
    released, opened, closed = ThreadEvent(), list[int](), list[int]()

    def open_engine() -> int:
        opened.append(1)
        return len(opened)

    engine = GuardedEngine("voice", open_engine, closed.append, patience_s=0.05)
    with pytest.raises(EngineUnavailable, match="voice does not answer"):
        await engine.use(lambda _: released.wait(SECONDS))
    assert closed == [1]
    assert await engine.use(lambda number: number) == 2
    assert await engine.use(lambda number: number) == 2
    engine.close()
    assert closed == [1, 2]
    released.set()


class FragileRecogniser:
    """Hangs, dies or fails at the first frame, as it is told."""

    def __init__(self, how: str) -> None:
        self.how = how
        if how == "missing":
            raise EngineUnavailable("The recogniser is not installed.")

    def start(self, hints: HintBundle) -> None:
        pass

    def hear(self, frame: bytes) -> None:
        if self.how == "hangs":
            ThreadEvent().wait()
        elif self.how == "dies":
            os.kill(os.getpid(), signal.SIGKILL)
        raise RuntimeError("what was said")

    def finish(self) -> Heard:
        return Heard("")

    def abandon(self) -> None:
        pass


@pytest.mark.parametrize(("how", "told"), [("dies", "ended"), ("fails", "RuntimeError"), ("missing", "not installed")])
def test_a_recogniser_that_fails_in_its_process_is_told_by_its_kind(how: str, told: str) -> None:
    process = RecogniserProcess(partial(FragileRecogniser, how))
    try:
        with pytest.raises(EngineUnavailable, match=told) as refused:
            process.transcribe(bytes(640), HintBundle())
        assert "what was said" not in str(refused.value)
    finally:
        process.close()


def test_a_recogniser_that_takes_no_more_sound_is_ended() -> None:
    process = RecogniserProcess(partial(FragileRecogniser, "hangs"))
    process.wait_until_open()
    process._patience_s = 0.2
    try:
        with pytest.raises(EngineUnavailable, match="does not answer"):
            process.transcribe(bytes(1_000 * 640), HintBundle())
        process._process.join(SECONDS)
        assert process._process.exitcode == -signal.SIGKILL
    finally:
        process.close()


def test_a_recogniser_that_hangs_in_its_process_can_be_ended() -> None:
    process = RecogniserProcess(partial(FragileRecogniser, "hangs"))
    process.start(HintBundle())
    process.hear(bytes(640))
    with ThreadPoolExecutor(1) as waiting:
        answer = waiting.submit(process.finish)
        process._process.kill()
        with pytest.raises(EngineUnavailable, match="ended"):
            answer.result(SECONDS)
    process.close()
