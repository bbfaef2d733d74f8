"""Pure: the words of a language that say how a conversation goes on: whether somebody only listens.

They stand in the language file, in the section `turn_taking`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from memory.text.language_file import Data, table, texts

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")


@dataclass(frozen=True, slots=True)
class TurnWords:
    """The words of one language; without any, every word is a turn of its own."""

    backchannels: frozenset[str] = frozenset()

    def is_backchannel(self, text: str) -> bool:
        """Says whether the words only tell that somebody listens: "mhm", "yeah, right"."""
        left = _WORD.findall(text.casefold())
        while left:
            taken = next((n for n in (3, 2, 1) if " ".join(left[:n]) in self.backchannels), 0)
            if not taken:
                return False
            left = left[taken:]
        return bool(text.strip())


def turn_words(data: Data) -> TurnWords:
    """Reads the section `turn_taking` of a language file."""
    section = table(data)
    return TurnWords(frozenset(texts(section["backchannels"])))
