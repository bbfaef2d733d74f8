"""Rules: what may be the name of a person who talks to Selene."""

from __future__ import annotations

import unicodedata

from memory.errors import BadUserName
from memory.policy import MemoryPolicy


def check_user_name(name: str, policy: MemoryPolicy | None = None) -> str:
    """The name, if it can be one. Raises `BadUserName` when empty, too long, or with control characters.

    A slash is a letter like another here: names never become paths.
    """
    limit = (policy or MemoryPolicy()).max_user_name_chars
    if not name.strip():
        raise BadUserName("A user name is needed; nothing was changed.")
    if len(name) > limit:
        raise BadUserName(f"A user name has at most {limit} characters; nothing was changed.")
    if any(unicodedata.category(char) in ("Cc", "Cs") for char in name):
        raise BadUserName("A user name cannot hold control characters; nothing was changed.")
    return name
