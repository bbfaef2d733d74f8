"""Pure: finds where a reply that was cut off goes on: at the clause that was not heard to its end.

A place in the text becomes a place in the sound by its share, and then the quietest place near it, which is where
voices pause. No word is recognised for it.
"""

from __future__ import annotations

import re

from device.audio.framing import to_samples
from device.audio.policy import CLAUSE_SEARCH_MS
from device.core.ports import FRAME_BYTES, FRAME_MS

_BOUNDARY = re.compile(r"(?<=[,;:–—])\s+")


def clause_begin(text: str, share: float) -> int:
    """Returns where in the text the clause begins that was sounding after this share of its sound."""
    reached = len(text) * share
    return max((found.end() for found in _BOUNDARY.finditer(text) if found.end() <= reached), default=0)


def place_in_sound(pcm: bytes, text: str, begin: int) -> int:
    """Returns the byte at which the words from `begin` on begin to sound: the quietest frame near their share."""
    if not begin or not pcm:
        return 0
    frames = len(pcm) // FRAME_BYTES
    about, near = frames * begin // len(text), CLAUSE_SEARCH_MS // FRAME_MS
    first, last = max(0, about - near), min(frames, about + near + 1)
    if first >= last:
        return 0
    sound = to_samples(pcm[first * FRAME_BYTES : last * FRAME_BYTES]).reshape(last - first, -1)
    return (first + int((sound**2).mean(axis=1).argmin())) * FRAME_BYTES
