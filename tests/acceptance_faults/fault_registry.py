"""Pure: which fault breaks which rule, and the case of which acceptance test must see it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

Apply = Callable[[], None]


@dataclass(frozen=True, slots=True)
class Sighting:
    """The case that goes red when the fault is there."""

    test_id: str
    case_id: str
    fault: str


NAMED_GATES = ("SCHEDULES", "CLIENTS")
"""The rows of the ledger that are no part of the memory track."""
NAMED_ROWS = ("VOCAB", "PACKAGE", "THREAD", "RESUME", "RETENTION", "TIME", "WORK", "GRAPH", "STATE")
"""The rows of a gate that are a part of it."""
FAULTS: dict[str, Apply] = {}
SIGHTINGS: list[Sighting] = []


def fault(**seen: str) -> Callable[[Apply], Apply]:
    """Register a fault. A keyword is an acceptance test without `AT_` and `_MEM`, its value the cases that see it."""

    def keep(apply: Apply) -> Apply:
        FAULTS[apply.__name__] = apply
        for short, case_id in ((short, one) for short, cases in seen.items() for one in cases.split()):
            gate, name = short.split("_", 1)
            row, _, rest = name.partition("_")
            if gate in NAMED_GATES:
                SIGHTINGS.append(Sighting(f"AT_{short}", case_id, apply.__name__))
                continue
            where = f"{gate}_{row}_MEM_{rest}" if row in NAMED_ROWS else f"{gate}_MEM_{name}"
            SIGHTINGS.append(Sighting(f"AT_{where}", case_id, apply.__name__))
        return apply

    return keep
