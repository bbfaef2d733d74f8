"""Promise: what Home Assistant's pipelines send, as it is on the wire, is answered as they expect it."""

from __future__ import annotations

import asyncio
from itertools import groupby
from pathlib import Path

from wyoming.event import async_read_event

from tests.device.clients.wyoming_server.recorded_pipelines import EVENING, Recorded
from tests.device.clients.wyoming_server.wyoming_household import SECONDS, household


async def replay(port: int, recorded: Recorded) -> tuple[tuple[str, ...], str]:
    """The types of the answers, without repetitions, and their words."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(recorded.sent)
    types, words = list[str](), ""
    async with asyncio.timeout(SECONDS):
        while tuple(kind for kind, _ in groupby(types)) != recorded.answers:
            event = await async_read_event(reader)
            assert event is not None, types
            types.append(event.type)
            words += str(event.data.get("text", ""))
    writer.close()
    return tuple(kind for kind, _ in groupby(types)), words


async def test_an_evening_is_answered_as_a_pipeline_expects_it(tmp_path: Path) -> None:
    async with household(tmp_path / "state") as at:
        for recorded in EVENING:
            types, words = await replay(at.server.port, recorded)
            assert (types, recorded.word in words) == (recorded.answers, True), (recorded.sent[:300], words)
        assert set(at.remembered()[1]) == {"My dentist appointment is on Monday", "My cat is called Tom"}
        assert at.told == []


async def test_the_same_evening_leaves_nothing_of_a_guest(tmp_path: Path) -> None:
    async with household(tmp_path / "state", guest=True) as at:
        before = at.remembered()
        said = [(await replay(at.server.port, Recorded(one.sent, one.answers)))[1] for one in EVENING if one.word]
        assert not any("Tom" in words or "Monday" in words for words in said)
        assert at.remembered() == before
