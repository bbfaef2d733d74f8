"""Composition: plays the sets of fixtures/forgetting/ and prints what was told and what leaked.

`python bench/forgetting.py [SET ...]`. A question is counted as `use` when the reply has what was told, as `kept` when
the reply, or what the turn could know, still has what was only mentioned beside forgetting, as `access` and `gone` when
they hold what they must not.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.sim.forgetting_exam import FORGETTING, count_leaks


def main() -> int:
    """Prints a row a set, in per cent of the questions of each kind."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sets", nargs="*", default=sorted(path.stem for path in FORGETTING.glob("*.jsonl")))
    args = parser.parse_args()
    print(
        f"{'set':<6}{'use':>5}{'told %':>8}{'gone':>6}{'reply %':>9}{'known %':>9}"
        f"{'access':>8}{'leaks %':>9}{'kept':>6}{'there %':>9}"
    )
    for name in args.sets:
        count = count_leaks(name)
        print(
            f"{name:<6}{count['use']:>5}{_share(count, 'use', 'told'):>8}{count['gone']:>6}"
            f"{_share(count, 'gone', 'reply'):>9}{_share(count, 'gone', 'known'):>9}"
            f"{count['access']:>8}{_share(count, 'access', 'known'):>9}"
            f"{count['kept']:>6}{_share(count, 'kept', 'there'):>9}"
        )
    return 0


def _share(count: Counter[str], kind: str, what: str) -> str:
    return f"{100 * count[f'{kind} {what}'] / count[kind]:.1f}" if count[kind] else "-"


if __name__ == "__main__":
    raise SystemExit(main())
