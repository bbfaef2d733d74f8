"""Rules: "what do you remember about me": at most 10 items and 1 KB, only what may be said here (Q16)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from memory.policy import MemoryPolicy
from memory.records import Atom


@dataclass(frozen=True, slots=True)
class Summary:
    """The atoms whose words fit, how many more there are, and how many of those may only be written."""

    shown: tuple[Atom, ...]
    more: int
    in_writing: int


def summarise(visible: Sequence[Atom], writable: int, frame_bytes: int, policy: MemoryPolicy) -> Summary:
    """What fits of `visible`, in its order. `writable` counts all that may at least be written; `frame_bytes` is what
    the sentence around the items takes. No item is cut: one that does not fit is counted among the rest.
    """
    room = policy.max_recall_summary_bytes - frame_bytes
    shown: list[Atom] = []
    for atom in visible:
        cost = len(atom.text.encode("utf-8", "surrogatepass")) + 4
        if len(shown) < policy.max_recall_summary_items and cost <= room:
            shown.append(atom)
            room -= cost
    return Summary(tuple(shown), len(visible) - len(shown), max(0, writable - len(visible)))
