"""Pure: shortens a reply to its first sentence, for a person who wants to be answered briefly."""

from __future__ import annotations

import re
from dataclasses import replace

from device.languages.reply_templates import quote_text
from device.skills.reply_context import Reply

_SENTENCE_END = re.compile(r"[.!?](?=\s)")


def briefly(reply: Reply) -> Reply:
    """Returns the reply up to the end of its first sentence.

    A question, what a person said, and the words of a memory are never cut.
    """
    if reply.question is not None or reply.quotes:
        return reply
    ends = (
        reply.text.find(words) + len(words) for atom in reply.used if (words := quote_text(atom.text)) in reply.text
    )
    last = max(ends, default=0)
    found = _SENTENCE_END.search(reply.text, last)
    return replace(reply, text=reply.text[: found.end()]) if found else reply
