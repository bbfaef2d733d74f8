"""Adapter: loads the files of a streaming transducer for sherpa-onnx; run as a program, only tries whether it loads.

The library ends the process for a model without the metadata that it expects. So a model is tried in a process of its
own first: this file, which imports nothing of Selene.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

PIECES = "bpe.vocab"


def load_transducer(folder: Path, threads: int) -> Any:
    """Loads a model. Raises OSError for a missing file, and the library's errors; may end the process."""
    import sherpa_onnx

    pieces = folder / PIECES
    return sherpa_onnx.OnlineRecognizer.from_transducer(
        tokens=str(folder / "tokens.txt"),
        encoder=_part(folder, "encoder", "int8"),
        decoder=_part(folder, "decoder"),
        joiner=_part(folder, "joiner", "int8"),
        num_threads=threads,
        decoding_method="modified_beam_search",  # the one that takes hints
        temperature_scale=1.0,  # of the probabilities alone; the default makes sure words look guessed
        modeling_unit="bpe" if pieces.is_file() else "cjkchar",
        bpe_vocab=str(pieces) if pieces.is_file() else "",
    )


def is_loadable(folder: Path, patience_s: float) -> bool:
    """Says whether another process could load the model in time and listen to silence with it."""
    command = [sys.executable, "-P", __file__, str(folder)]
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=patience_s, check=False)
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0


def _part(folder: Path, part: str, kind: str = "") -> str:
    """Returns the file of a part; of several, one of this kind."""
    found = sorted(folder.glob(f"{part}*.onnx"), key=lambda path: (("int8" in path.name) != bool(kind), path.name))
    if not found:
        raise FileNotFoundError(part)
    return str(found[0])


def _listen_to_silence(folder: Path) -> None:
    recogniser = load_transducer(folder, 1)
    stream = recogniser.create_stream()
    stream.accept_waveform(16_000, [0.0] * 16_000)
    stream.input_finished()
    while recogniser.is_ready(stream):
        recogniser.decode_stream(stream)
    recogniser.get_result_all(stream)


if __name__ == "__main__":
    _listen_to_silence(Path(sys.argv[1]))
