"""Pure: splits a reply into sentences, so that the first one is spoken while the others are synthesised."""

from __future__ import annotations

import re

from device.core.policy import DevicePolicy

_END = re.compile(r"(?<=[.!?…:;])\s+|\n+")


def split_sentences(reply: str, policy: DevicePolicy) -> tuple[str, ...]:
    """Splits `reply` into sentences in order, each at most `max_sentence_chars`, together at most `max_reply_chars`."""
    parts: list[str] = []
    for sentence in _END.split(reply[: policy.max_reply_chars]):
        parts.extend(_split_long(sentence.strip(), policy.max_sentence_chars))
    return tuple(part for part in parts if part)


def _split_long(sentence: str, limit: int) -> list[str]:
    pieces = []
    while len(sentence) > limit:
        cut = sentence.rfind(" ", 1, limit)
        cut = cut if cut > 0 else limit
        pieces.append(sentence[:cut].strip())
        sentence = sentence[cut:].strip()
    return [*pieces, sentence]
