"""Promise: that one of the kin left, died, is ill or came ends nothing that names who they are, and only that."""

from __future__ import annotations

import pytest

from memory.reading.changes.updates import Effect, effect_on
from memory.reading.facts.entities import same_entities
from memory.reading.facts.statements import statements
from memory.reading.members.kinship import names_kin


@pytest.mark.parametrize(
    ("told", "said", "stays"),
    [
        ("my parents are jim and pat", "jim left early", True),
        ("my kids are tom and eve", "tom left", True),
        ("my kids are called tom and eve", "tom is ill", True),
        ("i have two kids tom and eve", "tom came on friday", True),
        ("my grandparents are joan and bill", "joan died in may", True),
        ("i have a son called tom", "my son moved out", True),
        ("my hairdresser is mandy", "mandy's left", False),
        ("we have a lodger", "our lodger moved out", False),
    ],
)
def test_who_kin_are_stays(told: str, said: str, stays: bool) -> None:
    old, new = statements(told, "en")[0], statements(said, "en")[0]
    names = same_entities((*new.named, *old.named))
    assert (effect_on(new, old, names, "en") is Effect.NONE) is stays


@pytest.mark.parametrize(
    ("told", "language", "named"),
    [
        ("my brother is called tom", "en", True),
        ("jim is my dad", "en", True),
        ("meine eltern sind jim und pat", "de", True),
        ("my brother tom is ill", "en", False),
        ("my brother is in rome", "en", False),
        ("my parents are teachers", "en", False),
        ("my boss is derek", "en", False),
    ],
)
def test_what_names_kin(told: str, language: str, named: bool) -> None:
    assert names_kin(told, language) is named
