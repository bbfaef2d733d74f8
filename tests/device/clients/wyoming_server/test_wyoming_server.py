"""Promise: Home Assistant's pipelines get Selene's replies, recognition and voice, for one person or a guest."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from wyoming.asr import Transcribe, Transcript
from wyoming.audio import AudioChunk, AudioStart, AudioStop
from wyoming.event import Event
from wyoming.handle import Handled, NotHandled
from wyoming.info import Describe, Info
from wyoming.ping import Ping, Pong
from wyoming.tts import Synthesize, SynthesizeVoice

from device.audio.framing import Framing
from device.clients.recogniser_process import RecogniserProcess
from device.clients.wyoming_server.announcement import WYOMING_TYPE, announced
from device.clients.wyoming_server.server import WyomingServer
from device.clients.wyoming_server.settings import WyomingSettings, check_wyoming_settings
from device.core.errors import AddressRefused, BadUsage
from device.core.policy import DevicePolicy
from device.core.ports import HintBundle
from device.core.server_address import ServerAddress, parse_server_address
from device.engines import factory
from tests.device.clients.wyoming_server.wyoming_household import SECONDS, Household, household

EVERYWHERE = "0.0.0.0"  # noqa: S104  # the address of the network that some tests are about


def pipeline_turn(text: str, conversation: str = "01HXCONVERSATION") -> Event:
    """What Home Assistant's conversation agent sends for one sentence of a pipeline."""
    context = {"conversation_id": conversation, "device_id": "kitchen"}
    return Transcript(text, context=context, language="en").event()


def recording(pcm: bytes, rate: int = 16_000, width: int = 2, channels: int = 1, step: int = 2_048) -> list[Event]:
    """What Home Assistant's recognition sends for one utterance of a satellite."""
    step -= step % (width * channels)
    pieces = [pcm[start : start + step] for start in range(0, len(pcm), step)]
    return [
        Transcribe(language="en").event(),
        AudioStart(rate, width, channels).event(),
        *(AudioChunk(rate, width, channels, piece).event() for piece in pieces),
        AudioStop().event(),
    ]


async def say(at: Household, text: str, conversation: str = "01HXCONVERSATION") -> str:
    answer = await at.ask(pipeline_turn(text, conversation))
    assert answer is not None
    assert Handled.is_type(answer.type), answer
    return Handled.from_event(answer).text or ""


async def test_a_pipeline_remembers_and_recalls(tmp_path: Path) -> None:
    async with household(tmp_path / "state") as at:
        await say(at, "my dog is called Rex")
        assert "Rex" in await say(at, "what is my dog called", "01HXANOTHER")
        assert at.remembered()[1] == ["my dog is called Rex"]


async def test_one_conversation_goes_on_over_several_connections(tmp_path: Path) -> None:
    async with household(tmp_path / "state") as at:
        await say(at, "my dentist appointment is on Monday", "A")
        await say(at, "my cat is called Tom", "B")
        assert "Rex" not in await say(at, "forget that", "A")
        assert at.remembered()[1] == ["my cat is called Tom"]


async def test_the_id_of_the_conversation_comes_back(tmp_path: Path) -> None:
    async with household(tmp_path / "state") as at:
        answer = await at.ask(pipeline_turn("hello", "A"))
        assert answer is not None
        assert Handled.from_event(answer).context == {"conversation_id": "A"}


async def test_a_client_without_a_conversation_has_one_to_itself(tmp_path: Path) -> None:
    async with household(tmp_path / "state") as at:
        async with at.client() as first:
            for text in ("my dentist appointment is on Monday", "forget that"):
                await first.write_event(Transcript(text).event())
                assert await first.read_event() is not None
        assert at.remembered()[1] == []


async def test_a_sentence_without_words_is_not_handled(tmp_path: Path) -> None:
    async with household(tmp_path / "state") as at:
        before = at.remembered()
        answer = await at.ask(pipeline_turn(" "))
        assert answer is not None
        assert NotHandled.is_type(answer.type)
        assert at.remembered() == before


async def test_a_guest_gets_nothing_of_the_memory_and_leaves_nothing(tmp_path: Path) -> None:
    async with household(tmp_path / "state") as at:
        await say(at, "my dog is called Rex")
    async with household(tmp_path / "state", guest=True) as at:
        before = at.remembered()
        assert "Rex" not in await say(at, "what is my dog called")
        await say(at, "my cat is called Tom")
        await say(at, "forget everything")
        await at.ask(*recording(bytes(640)))
        assert at.remembered() == before
        assert at.recogniser.hints[0].terms == ()


async def test_what_may_only_be_read_is_not_in_a_reply(tmp_path: Path) -> None:
    async with household(tmp_path / "state") as at:
        await say(at, "my locker number is 4711, keep that to text")
        assert "4711" not in await say(at, "what is my locker number", "B")


async def test_what_is_due_begins_the_next_reply_where_nothing_else_tells_it(tmp_path: Path) -> None:
    async with household(tmp_path / "state", told_otherwise=False) as at:
        assert await say(at, "set an egg timer for one second", "kitchen") == "Timer set: one second for egg."
        assert await say(at, "hello", "office") == "The timer for egg is done. Hello."
        assert await say(at, "hello", "kitchen") == "Hello."


async def test_sound_becomes_words_with_her_own_hints(tmp_path: Path) -> None:
    async with household(tmp_path / "state") as at:
        await say(at, "my dog is called Bramblewick")
        answer = await at.ask(*recording(bytes(640 * 50)))
        assert answer is not None
        assert Transcript.from_event(answer).text == "50 frames"
        assert "Bramblewick" in at.recogniser.hints[0].terms


@pytest.mark.parametrize(
    ("rate", "width", "channels"), [(48_000, 2, 2), (44_100, 4, 1), (8_000, 1, 1), (16_000, 2, 2), (22_050, 2, 1)]
)
async def test_any_recording_is_converted(tmp_path: Path, rate: int, width: int, channels: int) -> None:
    async with household(tmp_path / "state") as at:
        second = bytes(rate * width * channels)
        answer = await at.ask(*recording(second, rate, width, channels))
        assert answer is not None
        frames = int(Transcript.from_event(answer).text.split()[0])
        assert abs(frames - 50) <= 1


async def test_a_monologue_is_cut(tmp_path: Path) -> None:
    async with household(tmp_path / "state") as at:
        long = bytes((DevicePolicy().never_stops_ms + 20_000) * 32)
        answer = await at.ask(*recording(long, step=128 * 1024))
        assert answer is not None
        assert Transcript.from_event(answer).text == f"{DevicePolicy().never_stops_ms // 20} frames"


async def test_words_are_those_that_her_recogniser_hears_in_her_own_voice(tmp_path: Path) -> None:
    voice, recogniser = factory.open_voice("espeak:"), factory.open_recogniser("pocketsphinx:")
    pcm = voice.speak("What did I tell you yesterday?")
    recogniser.start(HintBundle())
    framing = Framing()
    for frame in (*framing.cut(pcm), *framing.finish()):
        recogniser.hear(frame)
    expected = recogniser.finish().text
    open_other = partial(RecogniserProcess, partial(factory.open_recogniser, "pocketsphinx:"))
    async with household(tmp_path / "state", open_recogniser=open_other) as at:
        async with at.client() as client:
            await client.write_event(Synthesize("What did I tell you yesterday?", SynthesizeVoice("espeak")).event())
            spoken = b""
            while (event := await client.read_event()) is not None and not AudioStop.is_type(event.type):
                spoken += event.payload or b""
        answer = await at.ask(*recording(spoken))
        assert answer is not None
        assert (spoken, Transcript.from_event(answer).text) == (pcm, expected)
        assert len(expected.split()) > 2


async def test_each_sentence_is_sent_when_it_is_spoken(tmp_path: Path) -> None:
    spoken: list[str] = []

    class EchoVoice:
        def speak(self, text: str) -> bytes:
            spoken.append(text)
            return bytes(320 * len(spoken))

    async with household(tmp_path / "state", open_voice=EchoVoice) as at, at.client() as client:
        await client.write_event(Synthesize("One. Two.").event())
        types, sound = list[str](), b""
        while not types or types[-1] != "audio-stop":
            event = await client.read_event()
            assert event is not None
            types.append(event.type)
            sound += event.payload or b""
        assert types == ["audio-start", "audio-chunk", "audio-chunk", "audio-stop"]
        assert (spoken, len(sound)) == (["One.", "Two."], 960)


async def test_she_says_what_she_can_do(tmp_path: Path) -> None:
    async with household(tmp_path / "state") as at:
        answer = await at.ask(Describe().event())
        assert answer is not None
        info = Info.from_event(answer)
        assert [info.handle[0].models[0].languages, info.asr[0].models[0].name, info.tts[0].voices[0].name] == [
            ["en"],
            "pocketsphinx",
            "espeak",
        ]
        assert not info.handle[0].supports_home_control
        pong = await at.ask(Event("somewhat-new"), Ping("there?").event())
        assert pong is not None
        assert Pong.from_event(pong).text == "there?"


async def test_a_port_that_is_taken_is_refused_with_a_sentence(tmp_path: Path) -> None:
    async with household(tmp_path / "state") as at:
        second = WyomingServer(WyomingSettings("127.0.0.1", at.server.port), at.server._services, at.server._tell)
        with pytest.raises(AddressRefused, match="choose another address or port"):
            await second.run()
        assert await say(at, "hello")


async def test_an_open_address_is_said_once(tmp_path: Path) -> None:
    told: list[tuple[str, str]] = []
    async with household(tmp_path / "state") as at:
        opened = WyomingServer(WyomingSettings(EVERYWHERE, 0), at.server._services, lambda *one: told.append(one))
        ready = asyncio.Event()
        running = asyncio.create_task(opened.run(ready.set))
        await ready.wait()
        running.cancel()
        await asyncio.wait((running,), timeout=SECONDS)
        assert [code for code, _ in told] == ["WYOMING_OPEN"]
        assert at.told == []


async def test_home_assistant_finds_her_by_zeroconf() -> None:
    from zeroconf import ServiceStateChange
    from zeroconf.asyncio import AsyncServiceBrowser, AsyncZeroconf

    found: asyncio.Queue[str] = asyncio.Queue()

    def changed(*_: Any, name: str, state_change: ServiceStateChange, **__: Any) -> None:
        if state_change is ServiceStateChange.Added:
            found.put_nowait(name)

    told: list[tuple[str, str]] = []
    async with announced("127.0.0.1", 10_300, lambda *one: told.append(one)), asyncio.timeout(SECONDS):
        zeroconf = AsyncZeroconf(interfaces=["127.0.0.1"])
        browser = AsyncServiceBrowser(zeroconf.zeroconf, WYOMING_TYPE, handlers=[changed])
        name = await found.get()
        info = await zeroconf.async_get_service_info(WYOMING_TYPE, name)
        await browser.async_cancel()
        await zeroconf.async_close()
    assert info is not None
    assert (info.port, info.parsed_addresses(), told) == (10_300, ["127.0.0.1"], [])


async def test_where_nothing_can_be_announced_it_is_said_and_the_server_runs() -> None:
    told: list[tuple[str, str]] = []
    served = False
    async with announced("203.0.113.7", 10_300, lambda *one: told.append(one)):
        served = True
    assert ([code for code, _ in told], served) == (["WYOMING_UNANNOUNCED"], True)


def test_settings_that_contradict_each_other_are_refused() -> None:
    with pytest.raises(BadUsage, match="not both"):
        check_wyoming_settings(WyomingSettings("127.0.0.1", 10_300, user="Ana", guest=True))
    with pytest.raises(BadUsage, match="nothing to announce"):
        check_wyoming_settings(WyomingSettings("localhost", 10_300, announce=True))


@pytest.mark.parametrize(
    ("text", "address", "loopback"),
    [
        ("127.0.0.1:10300", ServerAddress("127.0.0.1", 10_300), True),
        (":10300", ServerAddress("127.0.0.1", 10_300), True),
        ("[::1]:10300", ServerAddress("::1", 10_300), True),
        ("localhost:1", ServerAddress("localhost", 1), True),
        (f"{EVERYWHERE}:10300", ServerAddress(EVERYWHERE, 10_300), False),
        ("kitchen.lan:10300", ServerAddress("kitchen.lan", 10_300), False),
    ],
)
def test_an_address_is_read_as_it_is_typed(text: str, address: ServerAddress, loopback: bool) -> None:
    assert (parse_server_address(text), address.loopback) == (address, loopback)
    assert parse_server_address(str(address)) == address


@pytest.mark.parametrize("text", ["", "10300", "host", "host:", "host:0", "host:65536", "host:٣", "::1:10300", "a b:1"])
def test_what_is_no_address_is_refused(text: str) -> None:
    with pytest.raises(BadUsage, match="is no address"):
        parse_server_address(text)
