"""Composition: plays the talks of fixtures/talk/ and prints how many went right.

`python bench/talk.py [--wrong] [SET ...]`; the sets and their expectations are described beside them.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.sim.talk_exam import RIGHT, SETS, SILENT, WRONG, play_set


def main() -> int:
    """Prints a row a set; with `--wrong` every talk that did not go right."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sets", nargs="*", default=sorted(path.stem for path in SETS.glob("*.jsonl")))
    parser.add_argument("--wrong", action="store_true", help="name every talk that did not go right")
    args = parser.parse_args()
    print(f"{'set':<8}{'talks':>6}{'right %':>9}{'silent %':>10}{'wrong %':>9}")
    for name in args.sets:
        results = play_set(name)
        count = Counter(result.grade for result in results)
        shares = (100 * count[grade] / len(results) for grade in (RIGHT, SILENT, WRONG))
        print(
            f"{name:<8}{len(results):>6}"
            + "".join(f"{share:>{width}.1f}" for share, width in zip(shares, (9, 10, 9), strict=True))
        )
        for result in results if args.wrong else ():
            if result.grade != RIGHT:
                print(f"    {result.grade:<7}{result.name}: {result.why}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
