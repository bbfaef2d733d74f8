"""Promise: every mind keeps to the port: pieces of text, stopped from any thread, one reply after another."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest

from device.core.messages import Answer, MindRequest
from device.core.ports import Mind, MindPrompt
from device.engines.factory import open_mind
from device.session.executor import JobThread
from device.session.minds.mind_desk import MindDesk
from memory.model.atoms import Moment, Turn
from tests.sim.chat_server import chat_server
from tests.sim.scripted_mind import ScriptedMind
from tests.sim.tiny_gguf import write_tiny_gguf

PROMPT = MindPrompt("Be brief.", words='<said>"hi"</said>', memory="<memory>\n</memory>")
PIECES = ['{"parts": [{"say": "Ships', ' float."}, {"say": "Wood floats."}]}']


@pytest.fixture(scope="module", params=["scripted", "openai", "llama"])
def mind(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mind]:
    if request.param == "scripted":
        yield ScriptedMind(otherwise="".join(PIECES))
        return
    if request.param == "llama":
        path: Path = write_tiny_gguf(tmp_path_factory.mktemp("contract") / "tiny.gguf")
        opened = open_mind(f"llama:{path}")
        assert opened is not None
        yield opened
        return
    with chat_server(pieces=PIECES) as server:
        opened = open_mind(f"openai:{server.address}")
        assert opened is not None
        yield opened


def test_it_yields_json_of_a_reply(mind: Mind) -> None:
    assert "".join(mind.begin(PROMPT).pieces()).lstrip().startswith("{")


def test_it_yields_json_of_acts_where_they_are_asked_for(mind: Mind) -> None:
    assert (
        "".join(mind.begin(MindPrompt("Be brief.", words="<said>0</said>", acts=3)).pieces()).lstrip().startswith("{")
    )


def test_its_words_stay_on_this_device(mind: Mind) -> None:
    assert mind.place == ""


def test_a_reply_that_is_stopped_ends_and_another_may_be_made(mind: Mind) -> None:
    reply = mind.begin(PROMPT)
    pieces = reply.pieces()
    next(pieces)
    stopping = Thread(target=reply.stop)
    stopping.start()
    stopping.join(10)
    rest: list[str] = []
    reading = Thread(target=lambda: rest.extend(pieces))
    reading.start()
    reading.join(10)
    assert not reading.is_alive()
    assert "".join(mind.begin(PROMPT).pieces())


def test_stopping_twice_and_after_the_end_is_nothing(mind: Mind) -> None:
    reply = mind.begin(PROMPT)
    list(reply.pieces())
    reply.stop()
    reply.stop()


def test_the_desk_makes_an_answer_of_it_or_leaves_the_one_without_it(mind: Mind) -> None:
    turn, thread = Turn("t-1", "s-1", "u-1", "hi", Moment(0)), JobThread("contract")
    answer = Answer(turn, "I don't know.", "question", request=MindRequest(PROMPT, "en", turn))
    assert MindDesk(mind, thread).ask(answer).reply
    thread.shutdown()
