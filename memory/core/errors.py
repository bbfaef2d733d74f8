"""Pure: the errors of the memory, each with a stable code and a sentence for a person."""

from __future__ import annotations


class MemoryRefusal(Exception):
    """The memory refused an input and changed nothing. `code` is stable; `str()` is the sentence for a person."""

    code = "MEMORY_REFUSED"


class TextTooLong(MemoryRefusal):
    """A turn above `max_text_chars`."""

    code = "TEXT_TOO_LONG"


class BadUserName(MemoryRefusal):
    """A user name that is empty, too long or has a control character."""

    code = "BAD_USER_NAME"


class BadSession(MemoryRefusal):
    """A session name that is empty, too long or has a control character."""

    code = "BAD_SESSION"


class BadMoment(MemoryRefusal):
    """A time that is not ISO 8601 with a date, or lies outside the years 1970 to 9999."""

    code = "BAD_MOMENT"
