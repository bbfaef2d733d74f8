"""Pure: reads a conversation of ChatGPT's `conversations.json`.

It is a tree of messages, `mapping`, of which one branch was shown last: the one that ends at `current_node`. Only that
branch is read, from its end through the parents, and of it only what the person wrote or said.
"""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal

from device.portability.formats.told_turns import ToldConversation, ToldTurn, possible_ms, text_id

_SPOKEN = ("in", None)
"""The directions of a transcript that are the person's own words."""
_TEXTS = ("text", "multimodal_text", None)


def read_chatgpt(raw: Mapping[str, object]) -> ToldConversation | None:
    """Returns the person's turns; None when this is no conversation of ChatGPT."""
    mapping, at = raw.get("mapping"), raw.get("current_node")
    name = text_id(raw.get("conversation_id")) or text_id(raw.get("id"))
    if not isinstance(mapping, Mapping) or not isinstance(at, str) or at not in mapping:
        return None
    began_ms = _moment(raw.get("create_time"))
    messages = [_message(node_id, node) for node_id, node in reversed(_branch(mapping, at))]
    told = [message for message in messages if isinstance(message, ToldTurn)]
    name = name or (text_id(f"{told[0].message_id}") if told else "")
    return ToldConversation(name, tuple(told), began_ms, sum(message is False for message in messages))


def _branch(mapping: Mapping[str, object], at: str) -> list[tuple[str, object]]:
    """Returns the nodes from `at` to the root; a node that is its own ancestor ends the way."""
    found: dict[str, object] = {}
    while at in mapping and at not in found:
        node = found[at] = mapping[at]
        parent = node.get("parent") if isinstance(node, Mapping) else None
        at = parent if isinstance(parent, str) else ""
    return list(found.items())


def _message(node_id: str, node: object) -> ToldTurn | bool:
    """Returns the person's turn; True for what is not the person's, False for a shape that is not known."""
    message = node.get("message") if isinstance(node, Mapping) else False
    if message is None:
        return True
    author = message.get("author") if isinstance(message, Mapping) else None
    if not isinstance(message, Mapping) or not isinstance(author, Mapping):
        return False
    if author.get("role") != "user" or _is_hidden(message):
        return True
    text = _text(message.get("content"))
    if text is None:
        return False
    return ToldTurn(text_id(message.get("id")) or text_id(node_id), text, _moment(message.get("create_time")))


def _is_hidden(message: Mapping[str, object]) -> bool:
    """Says whether the program wrote the message in the person's name: settings that the person did not say here."""
    content, metadata = message.get("content"), message.get("metadata")
    if isinstance(content, Mapping) and content.get("content_type") == "user_editable_context":
        return True
    return isinstance(metadata, Mapping) and metadata.get("is_visually_hidden_from_conversation") is True


def _text(content: object) -> str | None:
    """Returns the words of a message; None for another kind of content, or one without any words."""
    if not isinstance(content, Mapping) or content.get("content_type") not in _TEXTS:
        return None
    parts = content.get("parts")
    if not isinstance(parts, list):
        return None
    words = [text for text in map(_part, parts) if text]
    return "\n".join(words) if words or not parts or all(part == "" for part in parts) else None


def _part(part: object) -> str:
    """Returns the words of a part: plain text, or the transcript of what the person said. A picture has none."""
    if isinstance(part, Mapping):
        spoken = part.get("content_type") == "audio_transcription" and part.get("direction") in _SPOKEN
        part = part.get("text") if spoken else ""
    return part if isinstance(part, str) else ""


def _moment(seconds: object) -> int | None:
    if isinstance(seconds, bool) or not isinstance(seconds, int | float | Decimal):
        return None
    return possible_ms(float(seconds) * 1_000)
