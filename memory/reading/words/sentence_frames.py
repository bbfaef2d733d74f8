"""Pure: reads the frames of a table in which people say the same in another way: "{who} works at {x}"."""

from __future__ import annotations

import re
from collections.abc import Mapping

from memory.core.policy import MAX_RESTATED_CHARS
from memory.text.lazy_pattern import lazy_pattern

_PART = re.compile(r"(?<!\?P)<(\w+)>")


def compile_frame(told: str, parts: Mapping[str, str]) -> re.Pattern[str]:
    """Returns the pattern of a frame, with the named parts in the place of <who> and the like."""
    return lazy_pattern(_PART.sub(lambda found: parts[found[1]], told), re.NOFLAG)


def plain_sentence(text: str) -> str:
    """Returns a sentence as frames are written, in small letters without marks; nothing of one that is too long."""
    plain = " ".join(text.lower().replace("\u2019", "'").replace(",", " ").strip(" .!?").split())
    return plain if len(plain) <= MAX_RESTATED_CHARS else ""
