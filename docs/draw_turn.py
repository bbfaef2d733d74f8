"""Composition: draws docs/turn.md from the tables of device/conversation/turn_tables.py. `--check` fails when the
committed page is stale."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from device.conversation.turn_tables import ANNOUNCE, EAR, JOINT, MOUTH, EarState, MouthState, Signal

PAGE = ROOT / "docs" / "turn.md"
INTRO = """# The turn machine

The turn machine decides what Selene does at each event of a conversation: listen, think, speak or stop.

Generated from the tables in `device/conversation/turn_tables.py` by `docs/draw_turn.py` (`make docs`); `make check`
fails when it is stale.
Two machines, ear and mouth, move on signals. The joint table stops the mouth when the two states meet in one
of its rows: barge-in is the row (capturing, speaking). A reply that was interrupted by speech is held. When that was a
backchannel ("mhm"), or no words, she goes on with the clause that was cut off; other words end it, and "go on" brings
its rest.
"""


def page() -> str:
    """The whole page as it should be."""
    joint = "\n".join(f"| {ear.value} | {mouth.value} | {to.value} |" for (ear, mouth), to in JOINT.items())
    return (
        INTRO
        + _section("The ear", EarState.ASLEEP, EAR)
        + _section("The mouth", MouthState.SILENT, MOUTH)
        + f"\n## The joint table\n\n| ear is | mouth is | mouth becomes |\n|---|---|---|\n{joint}\n"
        + _announcements()
    )


def _announcements() -> str:
    """What is due, in every state of the two: said at once, or kept until a state in which it may be said."""
    rows = [
        f"| {ear.value} | {mouth.value} | {'said' if (ear, mouth) in ANNOUNCE else 'waits'} |"
        for ear in EarState
        for mouth in MouthState
        if (ear, mouth) not in JOINT
    ]
    return "\n## What is due\n\n| ear is | mouth is | what is due |\n|---|---|---|\n" + "\n".join(rows) + "\n"


def _section(title: str, start: StrEnum, table: Mapping[tuple[StrEnum, Signal], StrEnum]) -> str:
    rows = [f"    {at.value} --> {to.value}: {signal.value}" for (at, signal), to in table.items()]
    chart = "\n".join(["```mermaid", "stateDiagram-v2", f"    [*] --> {start.value}", *rows, "```"])
    return f"\n## {title}\n\n{chart}\n"


def main() -> int:
    """Write the page, or compare it."""
    if "--check" not in sys.argv[1:]:
        PAGE.write_text(page(), encoding="utf-8")
        return 0
    if PAGE.read_text(encoding="utf-8") == page():
        return 0
    sys.stderr.write("docs/turn.md is stale: run make docs\n")
    return 1


if __name__ == "__main__":
    raise SystemExit(main())
