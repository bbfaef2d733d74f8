"""Pure: checks the names of persons and of sessions."""

from __future__ import annotations

import unicodedata

from memory.core.errors import BadSession, BadUserName, MemoryRefusal
from memory.core.policy import MemoryPolicy


def check_user_name(name: str, policy: MemoryPolicy | None = None) -> str:
    """Returns the name of a person. Raises `BadUserName` when it is empty, too long or has control characters.

    A slash is allowed: names never become paths.
    """
    return _checked(name, "A user name", BadUserName, policy)


def check_session(session: str, policy: MemoryPolicy | None = None) -> str:
    """Returns the name of a session. Raises `BadSession` under the conditions of `check_user_name`."""
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
