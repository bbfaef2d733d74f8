"""Adapter: a recogniser in a process of its own.

PocketSphinx keeps the interpreter to itself while it decodes, for seconds at the end of an utterance: in the daemon's
process the microphone's conversation would miss its frames, and Selene's voice would stop.
"""

from __future__ import annotations

import select
import signal
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import NoReturn

from device.audio.framing import Framing
from device.core.errors import DeviceError, EngineUnavailable
from device.core.policy import RECOGNISER_PROCESS_S
from device.core.ports import HintBundle, Recogniser, Transcript
from device.engines import factory

OpenRecogniser = Callable[[], Recogniser]
"""Opens a recogniser; it is called in the other process, so it must be one that can be pickled."""


class RecogniserProcess:
    """Recognises one utterance at a time, of one caller at a time; see `Recogniser`. From any thread."""

    def __init__(self, open_recogniser: OpenRecogniser, patience_s: float = RECOGNISER_PROCESS_S) -> None:
        """Starts the process, which opens the recogniser meanwhile. One that does not answer in time is ended."""
        self._open_recogniser, self._patience_s = open_recogniser, patience_s
        self._pipe, self._process = self._opened()
        self._is_open = False

    def wait_until_open(self) -> None:
        """Waits until the recogniser is open. Raises what opening raised."""
        if not self._is_open:
            self._received()
            self._is_open = True

    def start(self, hints: HintBundle) -> None:
        """See `Recogniser`. One that has ended is opened anew."""
        if not self._process.is_alive():
            self.close()
            self._pipe, self._process = self._opened()
            self._is_open = False
        self.wait_until_open()
        self._send("start", hints)

    def hear(self, frame: bytes) -> None:
        """See `Recogniser`."""
        self._send("hear", frame)

    def finish(self) -> Transcript:
        """See `Recogniser`. Raises EngineUnavailable when the process has ended or does not answer."""
        self._send("finish", None)
        answer = self._received()
        assert isinstance(answer, Transcript)
        return answer

    def abandon(self) -> None:
        """See `Recogniser`."""
        self._send("abandon", None)

    def transcribe(self, pcm: bytes, hints: HintBundle) -> str:
        """Returns the words of 16 kHz mono s16le, empty without any. Raises what opening raised, and
        EngineUnavailable when the process has ended.
        """
        return transcribe(self, pcm, hints)

    def close(self) -> None:
        """Ends the process, also while it recognises."""
        self._process.kill()
        self._process.join()
        self._pipe.close()

    def _opened(self) -> tuple[Connection, BaseProcess]:
        context = get_context("spawn")
        pipe, other_end = context.Pipe()
        process = context.Process(target=serve_recogniser, args=(other_end, self._open_recogniser), daemon=True)
        process.start()
        other_end.close()
        return pipe, process

    def _send(self, what: str, content: object) -> None:
        """Sends; a process that takes nothing more in time is ended, since sending would wait for it for ever."""
        room = select.poll()
        room.register(self._pipe, select.POLLOUT)
        try:
            if not room.poll(self._patience_s * 1_000):
                self._give_up()
            self._pipe.send((what, content))
        except OSError:
            self._received()

    def _give_up(self) -> NoReturn:
        self._process.kill()
        raise EngineUnavailable("The recogniser does not answer. Nothing was changed; try again.")

    def _received(self) -> object:
        """Returns the next answer. Raises the error that the process sent as its last."""
        try:
            if not self._pipe.poll(self._patience_s):
                self._give_up()
            answer = self._pipe.recv()
        except (EOFError, OSError) as error:
            raise EngineUnavailable("The recogniser has ended. Nothing was changed; try again.") from error
        if isinstance(answer, DeviceError):
            raise answer
        return answer


def open_recogniser_process(uri: str, engines: factory.EngineRegistry | None = None) -> RecogniserProcess:
    """Opens the recogniser of a URI in a process of its own. Raises a `DeviceError`."""
    process = RecogniserProcess(partial(factory.open_recogniser, uri, engines))
    try:
        process.wait_until_open()
    except DeviceError:
        process.close()
        raise
    return process


def transcribe(recogniser: Recogniser, pcm: bytes, hints: HintBundle) -> str:
    """Returns the words of 16 kHz mono s16le, empty without any."""
    framing = Framing()
    recogniser.start(hints)
    for frame in (*framing.cut(pcm), *framing.finish()):
        recogniser.hear(frame)
    return recogniser.finish().text


@dataclass(frozen=True, slots=True)
class UtteranceLadder:
    """Recognises whole utterances on a ladder of recognisers."""

    recogniser: Recogniser
    close: Callable[[], None]
    """Ends it, also while it recognises."""

    def transcribe(self, pcm: bytes, hints: HintBundle) -> str:
        """Returns the words of 16 kHz mono s16le, empty without any."""
        return transcribe(self.recogniser, pcm, hints)


def serve_recogniser(pipe: Connection, open_recogniser: OpenRecogniser) -> None:
    """Answers utterances until the other end is closed. The main function of the process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        _serve(pipe, open_recogniser())
    except EOFError:
        return
    except DeviceError as error:
        _send_last(pipe, error)
    except Exception as error:  # noqa: BLE001  # its words may be what was said; only its kind is told
        _send_last(pipe, EngineUnavailable(f"The recogniser failed ({type(error).__name__}). Nothing was changed."))


def _serve(pipe: Connection, recogniser: Recogniser) -> None:
    pipe.send(None)
    while True:
        match pipe.recv():
            case "start", hints:
                recogniser.start(hints)
            case "hear", frame:
                recogniser.hear(frame)
            case "finish", _:
                pipe.send(recogniser.finish())
            case _:
                recogniser.abandon()


def _send_last(pipe: Connection, error: DeviceError) -> None:
    with suppress(OSError):
        pipe.send(error)
