"""Promise: a clause reads beside another as it reads alone, whatever word, or none, stands between the two."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from tests.budgets import GLUED_CLAUSES
from tests.memory.reading.glued_clauses import acts_of, alike, clause_of, greeting_of, question_of

AT_LEAST = 0.97
Part = Callable[[Random], str]
GLUES: dict[str, tuple[Part, str, Part]] = {
    "comma": (clause_of, ", ", clause_of),
    "and": (clause_of, " and ", clause_of),
    "but": (clause_of, " but ", clause_of),
    "so": (clause_of, " so ", clause_of),
    "full stop": (clause_of, ". ", clause_of),
    "by the way": (clause_of, " oh and by the way ", clause_of),
    "also": (clause_of, " also ", clause_of),
    "comma and question": (clause_of, ", ", question_of),
    "so and question": (clause_of, " so ", question_of),
    "and with question": (clause_of, " and ", question_of),
    "run-on": (clause_of, " ", clause_of),
    "run-on question": (clause_of, " ", question_of),
    "run-on questions": (question_of, " ", question_of),
    "filler": (clause_of, " um ", clause_of),
    "greeting": (greeting_of, " ", question_of),
    "questions with and": (question_of, " and ", question_of),
}


def _share_alike(glue: str, cases: int) -> tuple[float, list[str]]:
    """Returns the share of acts that read as alone, and the texts where one does not."""
    first, between, second = GLUES[glue]
    good = whole = 0
    different: list[str] = []
    for number in range(cases):
        chance = Random(f"{glue} {number}")
        parts = (first(chance), second(chance))
        alone = tuple(seen for part in parts if first is not greeting_of or part is parts[1] for seen in acts_of(part))
        glued = acts_of(between.join(parts))
        same, most = alike(alone, glued), max(len(alone), len(glued))
        good, whole = good + same, whole + most
        if same < most:
            different.append(between.join(parts))
    return good / whole, different


@pytest.mark.parametrize("glue", GLUES)
def test_every_act_reads_as_alone(glue: str) -> None:
    share, different = _share_alike(glue, GLUED_CLAUSES.now)
    assert share >= AT_LEAST, different[:10]


def test_the_comparison_sees_a_clause_that_is_lost() -> None:
    whole = acts_of("clara has two cats. my boss sold the boat")
    assert len(whole) == 2
    assert alike(whole, acts_of("clara has two cats")) == 1
    assert alike(whole, acts_of("clara has two dogs. my boss sold the boat")) == 2
    assert alike(whole, acts_of("clara has two cats. my boss bought the boat")) == 1
