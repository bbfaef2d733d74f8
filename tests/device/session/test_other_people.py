"""Promise: no word of a television or of another person is kept, and no word of the person is lost to that."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bench.other_people import Case, OtherPeople, cases
from tests.budgets import OTHERS_STRIDE

EVERY = cases()
PLAYED = EVERY[:: OTHERS_STRIDE.now]


@pytest.fixture(scope="module")
def people(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OtherPeople]:
    played = OtherPeople(tmp_path_factory.mktemp("people"))
    yield played
    played.close()


def test_there_are_twenty_scenarios_with_others_and_more() -> None:
    assert sum(bool(case.others) for case in EVERY) >= 20


@pytest.mark.parametrize("case", PLAYED, ids=[case.name for case in PLAYED])
def test_nothing_of_others_is_kept_and_nothing_of_the_person_lost(people: OtherPeople, case: Case) -> None:
    outcome = people.play(case)
    assert (outcome.of_others, outcome.lost) == ((), ()), outcome.acts
