"""Every demand of 2.11 to 2.17 has a fault that breaks it and a case that sees the fault, or a test of its own."""

from __future__ import annotations

import re
from pathlib import Path

from acceptance.drivers.fork_server import ROOT
from tests.acceptance_faults.all_faults import FAULTS, SIGHTINGS

TABLE = ROOT / "acceptance" / "SENTENCES.md"
SECTIONS = (
    "2.1", "2.10", "2.11.2", "2.11.3", "2.11.4", "2.11.5", "2.11.6", "2.11.9", "2.11.10", "2.11.11", "2.11.12", "2.12",
    "2.13", "2.14", "2.16", "Q12", "Q13", "Q14", "Q15", "Q16", "Q17",
)  # fmt: skip
"""The sections that demand something; 2.15 demands that what the others demand is proven."""
ROWS = [
    tuple(cell.strip() for cell in line.strip("|\n").split("|"))
    for line in TABLE.read_text(encoding="utf-8").splitlines()
    if re.match(r"\| (2\.|Q)\d", line)
]


def _missing(holder: str) -> bool:
    """Says whether there is no such fault with a case, and no such test."""
    path, _, name = holder.partition("::")
    if name:
        return f"def {name}(" not in Path(ROOT, path).read_text(encoding="utf-8")
    return holder not in FAULTS or not any(sighting.fault == holder for sighting in SIGHTINGS)


def test_each_demand_is_held() -> None:
    missing = {sentence: [each for each in held.split(", ") if _missing(each)] for _, sentence, held in ROWS}
    assert {sentence: each for sentence, each in missing.items() if each} == {}


def test_every_section_and_every_limit_is_in_the_table() -> None:
    assert {row[0] for row in ROWS} == set(SECTIONS)
    held = {holder for row in ROWS for holder in row[2].split(", ")}
    limits = {name for name in FAULTS if name.startswith("max_")}
    assert limits - held == set()
