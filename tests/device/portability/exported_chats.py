"""Exports of other assistants, as their programs write them, made for tests."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

AT = 1_700_000_000.0
"""14 November 2023."""


def gpt_message(role: str, *parts: Any, at: float | None = AT, kind: str = "text", **more: Any) -> dict[str, Any]:
    """A message as ChatGPT writes it."""
    content = {"content_type": kind, "parts": list(parts)}
    return {"author": {"role": role}, "create_time": at, "content": content, **more}


def gpt_talk(*messages: Any, name: str = "c-1") -> dict[str, Any]:
    """One conversation: each message answers the one before it."""
    nodes: dict[str, Any] = {"root": {"id": "root", "message": None, "parent": None}}
    last = "root"
    for number, message in enumerate(messages):
        node = f"n{number}"
        nodes[node] = {"id": node, "message": message, "parent": last}
        last = node
    return {"conversation_id": name, "create_time": AT, "mapping": nodes, "current_node": last}


def gpt_said(*texts: str, name: str = "c-1") -> dict[str, Any]:
    """One conversation in which the person said these things, a minute apart."""
    return gpt_talk(*(gpt_message("user", text, at=AT + 60 * n) for n, text in enumerate(texts)), name=name)


def claude_said(*texts: str, name: str = "d-1") -> dict[str, Any]:
    """One conversation with Claude."""
    messages = [
        {"uuid": f"{name}-{n}", "sender": "human", "text": text, "created_at": f"2024-05-0{n + 1}T10:00:00.000000Z"}
        for n, text in enumerate(texts)
    ]
    return {"uuid": name, "name": "A talk", "created_at": "2024-05-01T10:00:00Z", "chat_messages": messages}


def write_export(path: Path, *talks: Any) -> Path:
    """A `conversations.json`."""
    path.write_text(json.dumps(talks))
    return path


def write_archive(path: Path, **members: str) -> Path:
    """A ZIP with these files; two underscores stand for a slash."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in members.items():
            archive.writestr(name.replace("__", "/") + ".json", text)
    return path
