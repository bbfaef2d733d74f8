"""Pure: chooses which rows of long tables of examples are played: one in a few in `make test`, all in `make soak`.

What people say is tested by tables whose rows are examples of one rule. A row of any other table may be the only test
of a promise, so none of those is left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

EXAMPLES_IN = (
    "tests/device/assistant/",
    "tests/device/nlu/",
    "tests/device/skills/",
    "tests/memory/reading/",
    "tests/memory/text/",
)
"""The folders whose tables are of examples."""
PROMISES = frozenset((
    "tests/device/assistant/test_assistant_faults.py",
    "tests/device/skills/memory/forgetting/test_mentions.py",
    "tests/device/skills/memory/forgetting/test_nothing_left.py",
    "tests/device/skills/memory/test_insisted_secrets.py",
    "tests/device/skills/memory/test_privacy_rules.py",
    "tests/device/skills/recall/test_privacy.py",
    "tests/memory/text/test_secret_cases.py",
    "tests/memory/text/test_secret_detector.py",
))  # fmt: skip
"""Files in these folders each row of which is a promise of its own: what is forgotten, secret or private."""
LONG_TABLE = 8
"""More rows than these are a long table."""


def has_examples(suite: str) -> bool:
    """Says whether a file of tests, below the checkout, lies in a folder of examples."""
    return suite.startswith(EXAMPLES_IN)


def played_rows(tests: Sequence[tuple[str, str]], stride: int, budgeted: frozenset[str]) -> tuple[bool, ...]:
    """Says of each test whether it is played: of a function with a long table its first row, and one in `stride`.

    A test is its file and its function, in their order. The files that are `budgeted` shorten their tables themselves.
    """
    rows = Counter(tests)
    seen = Counter[tuple[str, str]]()
    played = []
    for test in tests:
        examples = has_examples(test[0]) and test[0] not in PROMISES and test[0] not in budgeted
        whole = rows[test] <= LONG_TABLE or not examples
        played.append(whole or seen[test] % stride == 0)
        seen[test] += 1
    return tuple(played)
