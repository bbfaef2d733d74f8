"""Composition: counts the plain turns of evaluation data in which the secret detector sees a secret.

`python bench/secrets.py EPISODES.jsonl.gz ...`; the form of the files is that of `fixtures/talk` or of episodes with
`turns`. Prints numbers only; with `--places` also where each one stands, to be looked at by hand.
"""

from __future__ import annotations

import argparse
import gzip
import json
import sys
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from device.platform.language_files import load_language
from memory.text.normalise import tidy
from memory.text.secret_detector import find_secrets

PER = 10_000


def turns(path: Path) -> Iterator[tuple[str, str]]:
    """Yields where each turn stands and its text."""
    data = path.read_bytes()
    lines = (gzip.decompress(data) if path.suffix == ".gz" else data).decode("utf-8").splitlines()
    for number, line in enumerate(lines, start=1):
        for place, turn in enumerate(json.loads(line)["turns"], start=1):
            yield f"{number}:{place}", str(turn["text"])


def main() -> int:
    """Prints a row a file: its turns, and in how many of them a secret is seen."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--language", default="en")
    parser.add_argument("--places", action="store_true", help="print line and turn of each")
    args = parser.parse_args()
    language = load_language(args.language).memory
    for path in args.files:
        every = list(turns(path))
        seen = [place for place, text in every if find_secrets(tidy(text), language)]
        print(f"{path.parent.name}/{path.name}: {len(every)} turns, {len(seen)} with a secret,", end=" ")
        print(f"{PER * len(seen) / max(1, len(every)):.1f} in {PER:,}", *(seen if args.places else ()))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
