"""Pure: the reply sentences in the manner that a person wants: briefly, without a source, by another clock, in another
language or tone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from device.languages.reply_templates import ReplyTemplates
from memory.text.language_file import Data, table


@dataclass(frozen=True, slots=True)
class ReplyManner:
    """How a reply is said: the language by its code, and parts of the language file that take the place of others."""

    language: str
    brief: bool = False
    unsourced: bool = False
    clock: str = ""
    tone: str = ""


class ReplyVariants:
    """The reply sentences of the device's language and of others, each manner made once."""

    def __init__(self, load: Callable[[str], Mapping[str, Data]]) -> None:
        """Takes what reads the data of a language by its code."""
        self._load = load
        self._made: dict[ReplyManner, ReplyTemplates] = {}

    def replies(self, manner: ReplyManner) -> ReplyTemplates:
        """Returns the sentences of a manner."""
        if manner not in self._made:
            self._made[manner] = ReplyTemplates(in_manner(self._load(manner.language), manner))
        return self._made[manner]


def in_manner(data: Mapping[str, Data], manner: ReplyManner) -> Mapping[str, Data]:
    """Returns a language file in which the sentences of a manner take the place of the plain ones."""
    replies = dict(table(data["replies"]))
    if manner.tone:
        replies |= table(table(data["tones"])[manner.tone])
    if manner.unsourced:
        replies |= table(data["unsourced"])
    if manner.brief:
        replies |= table(data["brief"])
    if not manner.clock:
        return {**data, "replies": replies}
    clock = table(table(data["clocks"])[manner.clock])
    return {**data, "replies": replies, "said_times": {**table(data["said_times"]), **clock}, "clock_in_dates": True}
