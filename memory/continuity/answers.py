"""Pure: reads a bare answer to "do you want to resume X or start something new?" (2.21A).

The wordings are data: `memory/languages/continuity_*.yaml`. They count only while the question is open; "okay" and "the
garden" say nothing by themselves.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import StrEnum

from memory.continuity.wordings import load_wordings
from memory.core.policy import MAX_CLAUSE_CHARS

_APART = re.compile(r"[^\w']+")
_TITLE = "title"


class ResumeAnswer(StrEnum):
    """What a person wants who is asked whether something is resumed; the value is the intent that says so too."""

    RESUME = "confirm"
    NEW = "deny"
    LATER = "put_off"


def read_resume_answer(text: str, language: str, is_about: Callable[[str], bool]) -> ResumeAnswer | None:
    """Returns what an answer wants; None for one that is none. `is_about` says whether words name what was offered."""
    wordings = load_wordings(language)
    if wordings is None or len(text) > MAX_CLAUSE_CHARS:
        return None
    said = _plain(text)
    each = zip((wordings.puts_off, wordings.begins_anew, wordings.takes_up), reversed(ResumeAnswer), strict=True)
    for patterns, answer in each:
        for pattern in patterns:
            found = pattern.fullmatch(said)
            if found and (_TITLE not in pattern.groupindex or is_about(found[_TITLE])):
                return answer
    return None


def goes_on(text: str, language: str) -> bool:
    """Says whether words want to go on with what was just told, without naming it: "resume it"."""
    wordings = load_wordings(language)
    return wordings is not None and _is_any(text, wordings.goes_on)


def confirms(text: str, language: str) -> bool:
    """Says whether words confirm what was just told, without naming it: "confirm it"."""
    wordings = load_wordings(language)
    return wordings is not None and _is_any(text, wordings.confirms)


def _is_any(text: str, patterns: tuple[re.Pattern[str], ...]) -> bool:
    return len(text) <= MAX_CLAUSE_CHARS and any(pattern.fullmatch(_plain(text)) for pattern in patterns)


def _plain(text: str) -> str:
    return _APART.sub(" ", text.casefold().replace("’", "'")).strip()
