"""Pure: reads and writes what a person prefers about retention and recall (2.22).

Each preference is an entry of Current State under a code of the person, so that it is written, synced and restored like
every other setting. It decides what is kept long and what comes unasked; it changes no cap and grants nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from memory.model.changes import Setting
from memory.rules.current_state import person_code


class RetentionMode(StrEnum):
    """How long what belongs to a conversation is kept; the value is the code in Current State."""

    DEFAULT = "DEFAULT"
    REMEMBER_EVERYTHING = "REMEMBER_EVERYTHING"


class RecallMode(StrEnum):
    """Whether memories may come unasked; the value is the code in Current State."""

    AS_NEEDED = "AS_NEEDED"
    ONLY_IF_ASKED = "ONLY_IF_ASKED"


class ResumeMode(StrEnum):
    """Whether a thread may come up when a session opens; the value is the code in Current State."""

    AUTOMATIC = "AUTOMATIC"
    ONLY_IF_ASKED = "ONLY_IF_ASKED"


@dataclass(frozen=True, slots=True)
class Preferences:
    """What one person prefers."""

    retention: RetentionMode = RetentionMode.DEFAULT
    recall: RecallMode = RecallMode.AS_NEEDED
    resume: ResumeMode = ResumeMode.AUTOMATIC

    @property
    def only_if_asked(self) -> bool:
        """Whether nothing may come unasked."""
        return self.recall is RecallMode.ONLY_IF_ASKED

    @property
    def resumes_unasked(self) -> bool:
        """Whether a thread may come up by itself; not where nothing at all may."""
        return self.resume is ResumeMode.AUTOMATIC and not self.only_if_asked


def read_preferences(state: Mapping[str, str], user_id: str) -> Preferences:
    """Returns the preferences of a person from Current State. An entry that is none of the codes is ignored."""
    person, held = person_code(user_id), Preferences()
    return Preferences(
        RetentionMode(_code(state, f"{_RETENTION}{person}", held.retention)),
        RecallMode(_code(state, f"{_RECALL}{person}", held.recall)),
        ResumeMode(_code(state, f"{_RESUME}{person}", held.resume)),
    )


def preference_setting(user_id: str, preferred: RetentionMode | RecallMode | ResumeMode) -> Setting:
    """Returns the entry of Current State that makes a mode the one of a person."""
    name = {RetentionMode: _RETENTION, RecallMode: _RECALL, ResumeMode: _RESUME}[type(preferred)]
    return Setting(f"{name}{person_code(user_id)}", preferred.value)


_RETENTION, _RECALL, _RESUME = "memory_retention_mode.", "recall_mode.", "resume_mode."


def _code(state: Mapping[str, str], key: str, usual: StrEnum) -> str:
    """Returns the code of an entry, or the usual one where there is none or another word."""
    code = state.get(key, "")
    return code if code in {one.value for one in type(usual)} else usual.value
