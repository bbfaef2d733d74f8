"""Promise: what carries on, or changes what is carried on, is understood in many words: `cases/wordings.txt`."""

from __future__ import annotations

from collections import defaultdict

import pytest

from device.assistant.intent_table import CORE_SKILLS, IntentTable
from device.nlu.intent_registry import load_understanding
from device.platform.language_files import load_language
from memory.core.policy import MemoryPolicy
from tests.device.skills.continuity.wording_table import wordings

OTHERWISE = {
    "en": (
        ("stop remembering everything", "keep_nothing_more"),
        ("forget this conversation", "forget_topic"),
        ("forget the thread that hangs from my coat", "forget_topic"),
        ("remember everything Tom said about the boat", "remember"),
        ("throw the old sofa away", "statement"),
        ("I don't need the old sofa any more", "statement"),
        ("my sister's work order is done", "statement"),
        ("something new happened at work", "statement"),
        ("call my mother off the list", "cannot_call"),
        ("keep everything in the cellar in mind", "statement"),
    ),
    "de": (
        ("vergiss das Thema Garten", "forget_all_about"),
        ("merk dir alles über den Garten", "remember"),
        ("ich brauche das alte Sofa nicht mehr", "statement"),
        ("der Auftrag meiner Schwester ist erledigt", "statement"),
        ("wir haben lieber etwas Neues gekauft", "statement"),
        ("wo waren wir im Urlaub", "question"),
    ),
}
"""Words that sound alike and mean something else."""


@pytest.mark.parametrize("language", ["en", "de"])
def test_each_wording_is_understood(language: str) -> None:
    files = load_language(language)
    understanding = load_understanding(
        files, IntentTable(CORE_SKILLS).with_templates(language, files.device), MemoryPolicy()
    )
    wrong = defaultdict[str, list[str]](list)
    for code, name, said in wordings():
        if code == language and (read := understanding.match_intent(said).intent) != name:
            wrong[f"{name}, not {read}"].append(said)
    for said, name in OTHERWISE[language]:
        if (read := understanding.match_intent(said).intent) != name:
            wrong[f"{name}, not {read}"].append(said)
    assert not wrong
