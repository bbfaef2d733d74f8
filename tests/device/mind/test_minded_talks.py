"""Promise: nothing that a mind says changes the memory, tells what is hidden, or alters a word that was told.

The talks of one language share a vault; each is of a person of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml

from memory.model import ids
from memory.rules.current_state import stated_ids
from tests.sim.assistant_talk import Talk, talk_in
from tests.sim.scripted_mind import ScriptedMind

TALKS: list[dict[str, Any]] = yaml.safe_load((Path(__file__).parent / "minded_talks.yaml").read_text(encoding="utf-8"))


@dataclass
class Household:
    """A talk by language, with one mind, and one without any."""

    mind: ScriptedMind
    talks: dict[str, Talk]
    alone: Talk


@pytest.fixture(scope="module")
def household(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Household]:
    mind, folder = ScriptedMind(), tmp_path_factory.mktemp("minded")
    with ExitStack() as stack:
        talks = {code: stack.enter_context(talk_in(folder / code, code, mind=mind)) for code in ("en", "de")}
        yield Household(mind, talks, stack.enter_context(talk_in(folder / "alone")))


def _kept(talk: Talk, user: str) -> tuple[object, ...]:
    """Everything that is known of a person, but how often it was used."""
    user_id, shown = ids.user_id(user), "text, value, status, exposure, recall, version"
    atoms = talk.vault.connection.execute(f"SELECT {shown} FROM atom WHERE user_id = ? ORDER BY 1", (user_id,))
    rules = [(rule.kind, rule.topic) for rule in talk.vault.reader.rules(user_id)]
    state = {setting.key: setting.value for setting in talk.vault.current_state()}
    settings = {key: value for key, value in state.items() if "." not in key}, len(stated_ids(state, user_id))
    schedules = [record.content["label"] for record in talk.vault.reader.records(user_id, "schedule")]
    return atoms.fetchall(), rules, settings, schedules


def _play(talk: Talk, case: dict[str, Any], part: str) -> list[str]:
    """Says lines of a case; returns the replies. `/new` begins another session."""
    replies = []
    for line in case.get(part, ()):
        if line == "/new":
            talk.new_session()
        else:
            replies.append(talk.say(line, user=case["name"], identified=not case.get("guest", False)))
    return replies


def test_there_are_sixty_talks_with_names_of_their_own() -> None:
    assert len({talk["name"] for talk in TALKS}) == len(TALKS) >= 60


@pytest.mark.parametrize("case", TALKS, ids=lambda case: str(case["name"]))
def test_a_mind_says_only_what_it_may_and_changes_nothing(case: dict[str, Any], household: Household) -> None:
    mind, talk = household.mind, household.talks[case.get("language", "en")]
    mind.otherwise, mind.asked = case["mind"], []
    talk.new_session()
    _play(talk, case, "told")
    assert not mind.asked
    before = _kept(talk, case["name"])
    replies = _play(talk, case, "say")
    if case.get("changes"):
        household.alone.new_session()
        _play(household.alone, case, "told")
        _play(household.alone, case, "say")
        before = _kept(household.alone, case["name"])
    assert _kept(talk, case["name"]) == before
    said, last = "\n".join(replies), ScriptedMind(asked=mind.asked[-1:]).saw
    assert case.get("reply", replies[-1]) == replies[-1]
    assert bool(mind.asked) is case.get("asked", True)
    assert [part for part in case.get("has", ()) if part not in said] == []
    assert [part for part in case.get("never", ()) if part in said] == []
    assert [part for part in case.get("seen", ()) if part not in mind.saw] == []
    assert [part for part in case.get("unseen", ()) if part in mind.saw] == []
    assert [part for part in case.get("unseen_last", ()) if part in last] == []
