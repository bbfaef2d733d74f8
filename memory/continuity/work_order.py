"""Pure: the record of a work order (2.21B): something that is to be done, and how far it is agreed.

A work order holds no word. It points at where it was said, as a thread does: it shows no more than that line may show,
and when the words there are forgotten it has none. Nothing executes it. It is offered, made clear, confirmed or
cancelled.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from memory.continuity.thread import Pointer, pack_pointers, unpack_pointers
from memory.continuity.tiers import Tier
from memory.core.policy import HOT_MS, WARM_MS
from memory.model.canonical import canonical_digest
from memory.model.changes import Record
from memory.model.record_reader import RecordReader
from protos.canonical_json import Plain

WORK_TYPE = "work_order"
"""The name of the record type."""


class WorkStatus(StrEnum):
    """How far a work order is; the value is the code in the record and in the ledger."""

    DRAFT = "DRAFT"
    CLARIFY = "CLARIFY"
    CONFIRM = "CONFIRM"
    DONE = "DONE"
    CANCELED = "CANCELED"


PENDING = frozenset({WorkStatus.DRAFT, WorkStatus.CLARIFY, WorkStatus.CONFIRM})
"""The states in which a work order may be resumed."""


@dataclass(frozen=True, slots=True)
class WorkOrder:
    """One work order. Its fields are those of `WorkOrderSchema`, with pointers for the text."""

    work_order_id: str
    user_id: str
    said: tuple[Pointer, ...]
    """Where it is told."""
    made_ms: int
    touched_ms: int
    """When it was last told, made clear, confirmed or cancelled."""
    status: WorkStatus = WorkStatus.DRAFT
    reason: str = "USER_STATED"
    """Why it has this status."""
    muted: bool = False
    """Whether it shall not come up unasked any more."""

    @property
    def is_pending(self) -> bool:
        """Whether it may be resumed."""
        return self.status in PENDING

    def moved(self, status: WorkStatus, reason: str, now_ms: int) -> WorkOrder:
        """Returns it in another state."""
        return replace(self, status=status, reason=reason, touched_ms=now_ms, muted=False)

    def told_again(self, said: Pointer, now_ms: int) -> WorkOrder:
        """Returns it with the words that make it clear, to be confirmed."""
        return replace(self.moved(WorkStatus.CONFIRM, "CLARIFIED_BY_USER", now_ms), said=(said,))

    def suppressed(self) -> WorkOrder:
        """Returns it as one that does not come up any more; its status stays."""
        return replace(self, muted=True, reason="SUPPRESSED_BY_USER")

    def record(self) -> Record:
        """Returns it as a record of the vault."""
        content: dict[str, Plain] = {name: getattr(self, name) for name in _PLAIN}
        return Record(
            WORK_TYPE,
            {**content, "said": pack_pointers(self.said), "status": self.status.value, "muted": int(self.muted)},
        )


_PLAIN = ("work_order_id", "user_id", "made_ms", "touched_ms", "reason")


def work_order_from(content: Mapping[str, Plain]) -> WorkOrder:
    """Returns the work order that a record holds."""
    plain = {name: content[name] for name in _PLAIN}
    said, status = unpack_pointers(str(content["said"])), WorkStatus(str(content["status"]))
    return WorkOrder(**plain, said=said, status=status, muted=bool(content["muted"]))  # type: ignore[arg-type]


def work_order_id_of(user_id: str, turn_id: str) -> str:
    """Derives the id of a work order from the turn that told it, so that a turn heard twice makes one."""
    return f"work-{canonical_digest([user_id, turn_id], person='selene.work.v1', size=12).hex()}"


def own_work(reader: RecordReader, user_id: str) -> tuple[WorkOrder, ...]:
    """Reads the work orders of a person, the latest touched first."""
    found = (work_order_from(one.content) for one in reader.records(user_id, WORK_TYPE))
    return tuple(sorted(found, key=lambda one: (-one.touched_ms, one.work_order_id)))


def work_order_with_id(reader: RecordReader, user_id: str, work_order_id: str) -> WorkOrder | None:
    """Returns the work order of a person with this id."""
    record = reader.record(user_id, WORK_TYPE, work_order_id)
    return work_order_from(record.content) if record else None


def pending_work(orders: Iterable[WorkOrder], now_ms: int) -> tuple[WorkOrder, ...]:
    """Returns those that may come up when a session opens, in their order."""
    return tuple(one for one in orders if one.is_pending and not one.muted and work_tier(one, now_ms) is not Tier.COLD)


def work_tier(order: WorkOrder, now_ms: int) -> Tier:
    """Returns how a work order may come up, by when it was last touched (2.21B)."""
    age = max(0, now_ms - order.touched_ms)
    return Tier.HOT if age <= HOT_MS else Tier.WARM if age <= WARM_MS else Tier.COLD
