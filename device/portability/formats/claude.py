"""Pure: reads a conversation of Claude's `conversations.json`: a list of `chat_messages`, of which `human` are read."""

from __future__ import annotations

from collections.abc import Mapping

from device.portability.formats.told_turns import ToldConversation, ToldTurn, text_id
from memory.core.errors import BadMoment
from memory.model.timestamps import from_iso


def read_claude(raw: Mapping[str, object]) -> ToldConversation | None:
    """Returns the person's turns; None when this is no conversation of Claude."""
    messages = raw.get("chat_messages")
    if not isinstance(messages, list):
        return None
    turns = [_message(at, message) for at, message in enumerate(messages)]
    told = tuple(turn for turn in turns if isinstance(turn, ToldTurn))
    name = text_id(raw.get("uuid")) or (told[0].message_id if told else "")
    return ToldConversation(name, told, _moment(raw.get("created_at")), sum(turn is False for turn in turns))


def _message(at: int, message: object) -> ToldTurn | bool:
    """Returns the person's turn; True for what is not the person's, False for a shape that is not known."""
    if not isinstance(message, Mapping) or not isinstance(message.get("sender"), str):
        return False
    if message.get("sender") != "human":
        return True
    text = _text(message)
    if text is None:
        return False
    when = _moment(message.get("created_at"))
    return ToldTurn(text_id(message.get("uuid")) or f"{at}", text, when)


def _text(message: Mapping[str, object]) -> str | None:
    """Returns the words: `text`, or the pieces of text in `content`; None when it has neither."""
    text, content = message.get("text"), message.get("content")
    if isinstance(text, str) and text:
        return text
    if isinstance(content, list):
        pieces = [piece.get("text") for piece in content if isinstance(piece, Mapping) and piece.get("type") == "text"]
        words = "\n".join(piece for piece in pieces if isinstance(piece, str))
        return words or (None if content else "")
    return text if isinstance(text, str) else None


def _moment(text: object) -> int | None:
    try:
        return from_iso(text).at_ms if isinstance(text, str) else None
    except BadMoment:
        return None
