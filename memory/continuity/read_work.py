"""Pure: reads the words of work orders through a gate, as those of threads are read. One without any is not there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from memory.continuity.thread_words import pointed_words, readable_texts
from memory.continuity.work_order import WorkOrder
from memory.model.ports import Gate
from memory.retrieval.context_builder import MemoryAccess


@dataclass(frozen=True, slots=True)
class ReadWork:
    """A work order with the words that may be shown of it."""

    order: WorkOrder
    text: str

    @property
    def quotes(self) -> tuple[str, ...]:
        """The archived lines that its words are from."""
        return tuple(dict.fromkeys(one.turn_id for one in self.order.said))


def read_work(memory: MemoryAccess, gate: Gate, orders: Iterable[WorkOrder]) -> tuple[ReadWork, ...]:
    """Returns the work orders of which something may be shown, in their order."""
    every = tuple(orders) if gate.identified else ()
    texts = readable_texts(memory, gate, (one for each in every for one in each.said))
    read = (ReadWork(one, " ".join(filter(None, (pointed_words(each, texts) for each in one.said)))) for one in every)
    return tuple(one for one in read if one.text)
