"""Adapter: a recogniser in a process of its own.

PocketSphinx keeps the interpreter to itself while it decodes, for seconds at the end of an utterance: in the daemon's
process the microphone's conversation would miss its frames, and Selene's voice would stop.
"""

from __future__ import annotations

import signal
from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.connection import Connection

from device.audio.framing import Framing
from device.core.errors import DeviceError, EngineUnavailable
from device.core.ports import HintBundle, Recogniser

OpenRecogniser = Callable[[], Recogniser]
"""Opens a recogniser; it is called in the other process, so it must be one that can be pickled."""


class RecogniserProcess:
    """Recognises one utterance at a time. From any thread."""

    def __init__(self, open_recogniser: OpenRecogniser) -> None:
        """Starts the process, which opens the recogniser meanwhile."""
        context = get_context("spawn")
        self._pipe, other_end = context.Pipe()
        self._process = context.Process(target=serve_recogniser, args=(other_end, open_recogniser), daemon=True)
        self._process.start()
        other_end.close()

    def transcribe(self, pcm: bytes, hints: HintBundle) -> str:
        """Returns the words of 16 kHz mono s16le, empty without any. Raises what opening raised, and
        EngineUnavailable when the process has ended.
        """
        try:
            self._pipe.send((pcm, hints))
            answer = self._pipe.recv()
        except (EOFError, OSError) as error:
            raise EngineUnavailable("The recogniser has ended. Nothing was changed; try again.") from error
        if isinstance(answer, DeviceError):
            raise answer
        return str(answer)

    def close(self) -> None:
        """Ends the process, also while it recognises."""
        self._process.kill()
        self._process.join()
        self._pipe.close()


def serve_recogniser(pipe: Connection, open_recogniser: OpenRecogniser) -> None:
    """Answers utterances until the other end is closed. The main function of the process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        recogniser = open_recogniser()
        while True:
            pipe.send(_recognised(recogniser, *pipe.recv()))
    except EOFError:
        return
    except DeviceError as error:
        pipe.send(error)
    except Exception as error:  # noqa: BLE001  # its words may be what was said; only its kind is told
        pipe.send(EngineUnavailable(f"The recogniser failed ({type(error).__name__}). Nothing was changed."))


def _recognised(recogniser: Recogniser, pcm: bytes, hints: HintBundle) -> str:
    framing = Framing()
    recogniser.start(hints)
    for frame in (*framing.cut(pcm), *framing.finish()):
        recogniser.hear(frame)
    return recogniser.finish().text
