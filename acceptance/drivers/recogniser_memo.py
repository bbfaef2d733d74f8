"""Adapter: a recogniser that decodes the same sound with the same hints once, and then answers from a file.

Many cases apply the same words, and each apply hears eight spoken commands. What the real recogniser hears depends on
nothing but the hints and the sound, so the first process that hears them leaves the words for all that come after it.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Sequence
from pathlib import Path

from device.core.ports import HintBundle, Recogniser, Transcript

_WARM_UP = HintBundle("en", ("third of march",))
"""Half of a recogniser is loaded with its first hints."""


class RecogniserMemo:
    """What was heard, in `folder`, and the recogniser that `make` loads: once, for every process that is forked."""

    def __init__(self, folder: Path, make: Callable[[], Recogniser]) -> None:
        self.folder, self._make = folder, make
        self._loaded: Recogniser | None = None

    def prepare(self, words: Sequence[str]) -> None:
        """Loads the recogniser before the first command that tests a vocabulary with it."""
        if "apply" in words:
            self.loaded()

    def loaded(self) -> Recogniser:
        """Returns the recogniser."""
        if self._loaded is None:
            self._loaded = self._make()
            self._loaded.start(_WARM_UP)
        return self._loaded


class MemoRecogniser:
    """See `Recogniser`. It decodes at the end of an utterance, and only one that is not in the memo."""

    def __init__(self, memo: RecogniserMemo) -> None:
        self._memo = memo
        self._hints = HintBundle()
        self._frames: list[bytes] = []

    def start(self, hints: HintBundle) -> None:
        """See `Recogniser`."""
        self._hints, self._frames = hints, []

    def hear(self, frame: bytes) -> None:
        """See `Recogniser`."""
        self._frames.append(frame)

    def finish(self) -> Transcript:
        """See `Recogniser`."""
        known = hashlib.blake2b(repr(self._hints).encode(), digest_size=16)
        for frame in self._frames:
            known.update(frame)
        path = self._memo.folder / known.hexdigest()
        if not path.exists():
            fresh = path.with_suffix(f".{os.getpid()}")
            fresh.write_text(self._decoded(), encoding="utf-8")
            fresh.replace(path)
        self._frames = []
        return Transcript(path.read_text(encoding="utf-8"))

    def abandon(self) -> None:
        """See `Recogniser`."""
        self._frames = []

    def _decoded(self) -> str:
        recogniser = self._memo.loaded()
        recogniser.start(self._hints)
        for frame in self._frames:
            recogniser.hear(frame)
        return recogniser.finish().text
