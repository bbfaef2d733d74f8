"""Promise: what becomes of a code depends on what it is, in whatever words it is told, aloud or in writing.

An aloud question about it gets no code aloud, and after it was asked to be forgotten no page holds it.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from memory.model.atoms import Channel, Exposure
from tests.device.skills.memory.told_secret_cases import TOLD_SECRETS
from tests.sim.assistant_talk import Talk, talk_in

INSISTING = {"en": "keep it anyway", "de": "behalte es trotzdem"}
INSISTED = {"SECRET_KEPT_FOR_TEXT": "mild", "SECRET_KEPT_INSIDE": "grave"}
CASES = [(language, *case) for language, all_ in TOLD_SECRETS.items() for case in all_]


def _become(talk: Talk, language: str, code: str) -> str:
    """Returns what became of what was told: kept openly, for writing, or refused and kept when it is insisted on."""
    kept = [atom.exposure for atom in talk.atoms() if code in atom.text]
    if kept:
        return "open" if kept == [Exposure.SAFE_TO_SPEAK] else "home"
    assert "SECRET" in talk.heard.reason_codes
    talk.say(INSISTING[language])
    return INSISTED[talk.heard.reason_codes[0]]


def test_there_are_fifty() -> None:
    assert len(CASES) >= 50


@pytest.mark.parametrize(("language", "grade", "told", "asked", "code", "forgets"), CASES)
def test_what_it_is_decides(
    tmp_path: Path, language: str, grade: str, told: str, asked: str, code: str, forgets: str
) -> None:
    with talk_in(tmp_path, language) as talk:
        replied = talk.say(told, channel=Channel.VOICE)
        assert _become(talk, language, code) == grade
        aloud = talk.say(asked, channel=Channel.VOICE)
        assert (code in replied + aloud) == (grade == "open")
        assert (code in talk.say(asked)) == (grade != "grave")
        talk.say(forgets)
        assert re.search(rf"(?<![0-9a-f]){re.escape(code)}(?![0-9a-f])", talk.dump()) is None
