"""What was forgotten in people's own words is seldom told or known after it, and never to a stranger."""

from __future__ import annotations

import pytest

from tests.budgets import FORGETTING_STRIDE
from tests.sim.forgetting_exam import count_leaks

BARS = {
    "en_a": (4, 12),
    "en_b": (5, 8),
    "en_c": (20, 26),
    "en_d": (26, 26),
    "de_a": (8, 18),
    "de_b": (23, 44),
    "de_c": (11, 22),
    "de_d": (8, 8),
    "en_e": (8, 9),
    "de_e": (3, 3),
    "en_f": (9, 19),
    "de_f": (10, 15),
    "en_g": (5, 9),
    "de_g": (9, 9),
    "en_h": (1, 3),
    "de_h": (3, 5),
}
"""Of a hundred questions for what was forgotten, so many at most bring it in the reply, and in what a turn could know.

The bars hold for all episodes of a set; of some of them none may be told to a stranger, and nothing may be lost that
was only mentioned beside forgetting.
"""


@pytest.mark.parametrize("name", BARS)
def test_what_was_forgotten_is_seldom_there(name: str) -> None:
    count = count_leaks(name, FORGETTING_STRIDE.now)
    assert count["access known"] == 0
    assert count["kept there"] == count["kept"]
    assert count["gone"] > 0
    if FORGETTING_STRIDE.now == 1:
        assert 100 * count["gone reply"] <= BARS[name][0] * count["gone"]
        assert 100 * count["gone known"] <= BARS[name][1] * count["gone"]
