"""Promise: the code of the recipes in docs/architecture.md runs, and adds what it says."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from device.assistant.assistant import Assistant
from device.assistant.intent_table import CORE_SKILLS
from device.daemon.vault_access import open_assistant
from device.engines.factory import open_recogniser
from device.session.session import Session, SessionTable
from engine_b.protocol.core_types import CORE_TYPES
from engine_b.vault.vault import Vault
from memory.model.atoms import Moment
from tests.engine_b.change_builders import ANA

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
_TAKEN = re.compile(r"^From `(tests/extending/\w+\.py)`:\n\n```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
NOON = Moment(1_772_366_400_000)


@pytest.fixture
def run_recipe(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Any]:
    """Runs the code of a recipe after what stands above it in its file, as the imports, as a module of its own."""

    def run(heading: str) -> Any:
        recipe = ModuleType(f"recipe of {heading}")
        monkeypatch.setitem(sys.modules, recipe.__name__, recipe)
        part = PAGE.split(f"\n### {heading}\n", 1)[1].split("\n### ", 1)[0]
        for path, code in _TAKEN.findall(part):
            above, found, _ = (ROOT / path).read_text(encoding="utf-8").partition(code)
            assert found, f"{path} has other code than the recipe"
            exec(compile(above + code, path, "exec"), vars(recipe))  # noqa: S102 - this repository's own text
        return recipe

    return run


def test_every_recipe_of_an_extension_has_code() -> None:
    parts = PAGE.split("\n## How to add\n", 1)[1].split("\n### ")
    with_code = {part.split("\n", 1)[0] for part in parts if _TAKEN.search(part)}
    assert with_code == {"An engine", "A skill", "A record type", "A client"}


def test_the_engine_of_the_recipe_is_opened_by_its_uri(run_recipe: Callable[[str], Any]) -> None:
    recogniser = open_recogniser("reciting:good morning", run_recipe("An engine").WITH_RECITING)
    recogniser.hear(bytes(640))
    assert recogniser.finish().text == "good morning"


def test_the_client_of_the_recipe_gets_an_answer(run_recipe: Callable[[str], Any], tmp_path: Path) -> None:
    recipe = run_recipe("A client")
    letters = [recipe.Letter("ana", text, NOON) for text in ("remember that I like figs", "what do I like")]
    with open_assistant(tmp_path, NOON) as assistant:
        replies = list(recipe.LetterClient(SessionTable(assistant)).answer_letters(letters))
    assert "figs" in replies[1]


def test_the_skill_and_the_record_type_of_the_recipes_work_together(
    run_recipe: Callable[[str], Any], tmp_path: Path
) -> None:
    types = CORE_TYPES.with_type(run_recipe("A record type").TIMER)
    skills = (*CORE_SKILLS, run_recipe("A skill").BOIL)
    with Vault.open(tmp_path, now_ms=NOON.at_ms, record_types=types) as vault:
        assistant = Assistant(vault, skills=skills)
        Session(assistant, ANA, "kitchen").say("boil the rice for 9 minutes", NOON)
        (timer,) = vault.reader.records(ANA, "timer")
        later = Moment(NOON.at_ms + 9 * 60_000)
        assert (timer.content["label"], [one.text for one in assistant.due(ANA, later)]) == (
            "the rice",
            ["Now the rice are done."],
        )
