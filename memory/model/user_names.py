"""Pure: what may be the name of a person who talks to Selene, and of a session."""

from __future__ import annotations

import unicodedata

from memory.core.errors import BadSession, BadUserName, MemoryRefusal
from memory.core.policy import MemoryPolicy


def check_user_name(name: str, policy: MemoryPolicy | None = None) -> str:
    """The name, if it can be one. Raises `BadUserName` when empty, too long, or with control characters.

    A slash is a letter like another here: names never become paths.
    """
    return _checked(name, "A user name", BadUserName, policy)


def check_session(session: str, policy: MemoryPolicy | None = None) -> str:
    """The name of a session, if it can be one. Raises `BadSession` as `check_user_name` does."""
    return _checked(session, "A session", BadSession, policy)


def _checked(name: str, what: str, refusal: type[MemoryRefusal], policy: MemoryPolicy | None) -> str:
    limit = (policy or MemoryPolicy()).max_user_name_chars
    if not name.strip():
        raise refusal(f"{what} is needed; nothing was changed.")
    if len(name) > limit:
        raise refusal(f"{what} has at most {limit} characters; nothing was changed.")
    if any(unicodedata.category(char) in ("Cc", "Cs") for char in name):
        raise refusal(f"{what} cannot hold control characters; nothing was changed.")
    return name
