"""Pure: chooses the atoms for "what do you remember about me": at most 10 items and 1 KB, only speakable ones (Q16)."""

from __future__ import annotations

from collections.abc import Iterable

from memory.core.policy import SUMMARY_SEPARATOR_BYTES, MemoryPolicy
from memory.model.atoms import Atom


def summarise(visible: Iterable[Atom], frame_bytes: int, policy: MemoryPolicy) -> tuple[Atom, ...]:
    """Returns the atoms whose words fit together with a sentence of `frame_bytes`, in their order.

    No item is cut: one that does not fit is left out, and the sentence counts it among the rest.
    """
    room = policy.max_recall_summary_bytes - frame_bytes
    shown: list[Atom] = []
    for atom in visible:
        cost = len(atom.text.encode("utf-8", "surrogatepass")) + SUMMARY_SEPARATOR_BYTES
        if len(shown) < policy.max_recall_summary_items and cost <= room:
            shown.append(atom)
            room -= cost
    return tuple(shown)
