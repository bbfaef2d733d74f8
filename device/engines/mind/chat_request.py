"""Adapter: a prompt as the chat request that llama.cpp, Ollama, vLLM and their like take, and the pieces of a reply.

The rules come first, then the talk so far, then the words, and the memory last, so that a server reads again only what
is new. The form of the reply is given as a JSON schema, in which the numbers of the memories are the only ones there
are.
"""

from __future__ import annotations

import json
from typing import Any

from device.core.errors import EngineUnavailable
from device.core.ports import MindPrompt
from device.engines.mind.policy import MAX_MIND_TOKENS, MIND_TEMPERATURE
from memory.reading.grammar.clause import ActKind

_TEXT = {"type": "string"}


def chat_request(prompt: MindPrompt, model: str) -> dict[str, Any]:
    """Returns the request for a streamed reply."""
    return {
        "model": model,
        "stream": True,
        "temperature": MIND_TEMPERATURE,
        "max_tokens": MAX_MIND_TOKENS,
        "cache_prompt": True,
        "messages": chat_messages(prompt),
        "response_format": {
            "type": "json_schema",
            "json_schema": {
                "name": "reply",
                "strict": True,
                "schema": acts_schema(prompt.acts) if prompt.acts else reply_schema(prompt.facts),
            },
        },
    }


def chat_messages(prompt: MindPrompt) -> list[dict[str, str]]:
    """Returns the prompt as messages."""
    messages = [{"role": "system", "content": prompt.rules}]
    for said, replied in prompt.talk:
        messages += [{"role": "user", "content": said}, {"role": "assistant", "content": replied}]
    return [*messages, {"role": "user", "content": f"{prompt.words}\n{prompt.memory}"}]


def reply_schema(facts: int) -> dict[str, Any]:
    """Returns the JSON schema of a reply that may tell so many memories."""
    kinds: list[tuple[str, dict[str, Any]]] = [("say", _TEXT), ("ask", _TEXT)]
    if facts:
        kinds.append(("fact", {"type": "integer", "enum": list(range(1, facts + 1))}))
    parts = [
        {"type": "object", "properties": {name: form}, "required": [name], "additionalProperties": False}
        for name, form in kinds
    ]
    return {
        "type": "object",
        "properties": {"parts": {"type": "array", "items": {"anyOf": parts}, "minItems": 1}},
        "required": ["parts"],
        "additionalProperties": False,
    }


def acts_schema(words: int) -> dict[str, Any]:
    """Returns the JSON schema of acts that are proposed of so many words."""
    number = {"type": "integer", "enum": list(range(words))}
    kinds = {"type": "string", "enum": [kind.value for kind in ActKind]}
    fields = {"kind": kinds, "first": number, "last": number, "value": _TEXT}
    act = {"type": "object", "properties": fields, "required": [*fields], "additionalProperties": False}
    return {
        "type": "object",
        "properties": {"acts": {"type": "array", "items": act}},
        "required": ["acts"],
        "additionalProperties": False,
    }


def piece_of_chunk(chunk: bytes | str | dict[str, Any]) -> str:
    """Returns the text in a chunk of a streamed reply, or in a whole one. Raises EngineUnavailable for another form."""
    try:
        found = chunk if isinstance(chunk, dict) else json.loads(chunk)
        choices = found["choices"]
        if not choices:  # the last chunk only counts
            return ""
        content = choices[0].get("delta", choices[0].get("message", {})).get("content")
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError) as error:
        raise EngineUnavailable("The mind's server answers in a form that Selene does not know.") from error
    return content if isinstance(content, str) else ""
