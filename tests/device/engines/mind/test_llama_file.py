"""Promise: a GGUF file is a mind that keeps to the form, reads again only what is new, and stops when it is told to."""

from __future__ import annotations

import urllib.request
from pathlib import Path
from urllib.error import HTTPError

import pytest

from device.core.errors import EngineUnavailable
from device.core.ports import MindPrompt
from device.engines.mind.llama_file import LlamaFile
from device.mind.reply_reader import ReplyReader
from tests.sim.tiny_gguf import write_tiny_gguf


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_tiny_gguf(tmp_path_factory.mktemp("gguf") / "tiny.gguf")


@pytest.fixture(scope="module")
def mind(model: Path) -> LlamaFile:
    return LlamaFile(str(model))


def test_a_reply_has_the_form_that_is_asked_for(mind: LlamaFile) -> None:
    reader = ReplyReader()
    parts = [
        part
        for piece in mind.begin(MindPrompt("Be brief.", words="hi", facts=2)).pieces()
        for part in reader.take(piece)
    ]
    assert not reader.broken
    assert all(part.words or part.fact in (1, 2) for part in parts)


def test_a_reply_that_is_stopped_ends_and_the_next_is_made(mind: LlamaFile) -> None:
    reply = mind.begin(MindPrompt("Be brief.", words="hi"))
    pieces = reply.pieces()
    next(pieces)
    reply.stop()
    assert list(pieces) == []
    assert "".join(mind.begin(MindPrompt("Be brief.", words="hi")).pieces()).startswith("{")


def test_nobody_else_on_the_device_gets_an_answer(mind: LlamaFile) -> None:
    address = mind._server.listening_address
    asked = urllib.request.Request(f"{address}/v1/chat/completions", data=b'{"messages": []}')
    with pytest.raises(HTTPError, match="401"):
        urllib.request.urlopen(asked, timeout=5)


@pytest.mark.parametrize("damage", ["missing", "empty", "cut", "other", "text"])
def test_a_file_that_is_no_model_is_refused(damage: str, model: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.gguf"
    if damage == "other":
        write_tiny_gguf(bad, "nosuch")
    elif damage != "missing":
        whole = model.read_bytes()
        bad.write_bytes({"empty": b"", "cut": whole[: len(whole) // 2], "text": b"no model, but words" * 9}[damage])
    with pytest.raises(EngineUnavailable, match="cannot load"):
        LlamaFile(str(bad))
