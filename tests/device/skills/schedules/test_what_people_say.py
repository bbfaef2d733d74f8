"""Promise: what people say of timers, alarms and reminders is understood as they mean it, and nothing else is."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from device.assistant.assistant import Assistant
from engine_b.vault.vault import Vault
from tests.device.skills.schedules.said_schedules import MONDAY, sum_up

CASES = Path(__file__).parent / "cases"
LANGUAGES = ("en", "de")


def _cases(language: str) -> list[tuple[str, str]]:
    lines = (CASES / f"{language}.txt").read_text(encoding="utf-8").splitlines()
    return [(words.strip(), meant.strip()) for words, _, meant in (line.partition("=>") for line in lines)]


@pytest.fixture(scope="module", params=LANGUAGES)
def talk(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Assistant]]:
    with Vault.open(tmp_path_factory.mktemp("said"), now_ms=MONDAY.at_ms) as vault:
        yield request.param, Assistant(vault, request.param)


def test_every_sentence_of_the_table_is_understood_and_no_request_becomes_a_memory(talk: tuple[str, Assistant]) -> None:
    language, assistant = talk
    cases = _cases(language)
    heard = [(words, sum_up(assistant, words, at)) for at, (words, _) in enumerate(cases)]
    assert [each for each, case in zip(heard, cases, strict=True) if each != case] == []
    stored = sum(meant.endswith("+1") for _, meant in cases)
    assert assistant.vault.counts().atoms == stored, "a request became a memory"
