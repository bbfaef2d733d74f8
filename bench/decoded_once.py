"""Composition: a recogniser that decodes when it is asked for words, and the same sound with the same hints once.

Scenarios differ in what is measured and play the same sentence again, and most utterances are dropped without their
words. The words of a recogniser depend on hints and sound alone, whatever it heard or was asked before
(`tests/device/engines/test_recogniser_contract.py`). So this one is for virtual time: it keeps up with no speaker.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable

from device.core.ports import HintBundle, PreviewingRecogniser, Transcript

_NO_HINTS = HintBundle()


class DecodedOnce:
    """See `PreviewingRecogniser`."""

    def __init__(self, recogniser: PreviewingRecogniser) -> None:
        self._recogniser = recogniser
        self._known = dict[tuple[str, bytes], Transcript | None]()
        self._looked = Transcript("")
        self.start(_NO_HINTS)

    def start(self, hints: HintBundle) -> None:
        """See `Recogniser`."""
        self._hints, self._frames = hints, list[bytes]()
        self._digest = hashlib.blake2b(repr(hints).encode("utf-8", "surrogatepass"))
        self._decoded: int | None = None
        """How many frames of this utterance the recogniser has; None when it has not begun it."""

    def hear(self, frame: bytes) -> None:
        """See `Recogniser`."""
        self._frames.append(frame)
        self._digest.update(frame)

    def finish(self) -> Transcript:
        """See `Recogniser`."""
        heard = self._known_or("finish", self._recogniser.finish)
        self.abandon()
        return heard or Transcript("")

    def abandon(self) -> None:
        """See `Recogniser`."""
        self.start(self._hints)

    def preview(self) -> Transcript | None:
        """See `PreviewingRecogniser`."""
        return self._known_or("preview", self._recogniser.preview)

    def look_closely(self) -> Transcript | None:
        """See `PreviewingRecogniser`."""
        looked = self._known_or("look_closely", self._recogniser.look_closely)
        self._looked = looked or Transcript("")
        return looked

    def finish_as_looked(self) -> Transcript:
        """See `PreviewingRecogniser`."""
        self.abandon()
        return self._looked

    def _known_or(self, question: str, ask: Callable[[], Transcript | None]) -> Transcript | None:
        """Returns the answer to a question about this sound, which the recogniser hears unless it was asked before."""
        asked = question, self._digest.digest()
        if asked not in self._known:
            if self._decoded is None:
                self._recogniser.start(self._hints)
                self._decoded = 0
            for frame in self._frames[self._decoded :]:
                self._recogniser.hear(frame)
            self._decoded = len(self._frames)
            self._known[asked] = ask()
        return self._known[asked]
