"""Pure: in which order ops of several devices are taken in (research: reliability 3.1).

Each transaction comes after all that its device had heard of when it made it, so that a device whose power goes in the
middle knows less, and nothing that never was: an op that erases what another device says again comes after that.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter

from engine_b.core.sync_errors import OpChainBroken
from engine_b.protocol.op_decoder import OpenedOp
from protos.selene.mirror.v1 import mirror_service_pb2 as pb


@dataclass(frozen=True, slots=True)
class ReceivedOp:
    """An op of another device, as it came and as it was opened."""

    op: pb.Op
    arrival: OpenedOp


def batch_in_causal_order(streams: Mapping[bytes, Sequence[ReceivedOp]], size: int) -> list[list[ReceivedOp]]:
    """Whole transactions of all devices, `size` ops at a time or so many more as make the last one whole.

    `streams` are each device's ops in its order. Raises ChainBroken for a transaction without an end.
    """
    steps: list[list[ReceivedOp]] = [[]]
    clocked = (_transactions_by_clock(who, told) for who, told in streams.items())
    for *_, transaction in heapq.merge(*clocked, key=itemgetter(0, 1)):
        if len(steps[-1]) >= size:
            steps.append([])
        steps[-1] += transaction
    return [step for step in steps if step]


def _transactions_by_clock(who: bytes, told: Sequence[ReceivedOp]) -> Iterator[tuple[int, bytes, list[ReceivedOp]]]:
    """Transactions, each with the device's logical clock at its end: that is past all that the device had heard of.

    An op that says again what was lost has an older clock, and one that was erased tells none.
    """
    clock, transaction = 0, list[ReceivedOp]()
    for each in told:
        transaction.append(each)
        clock = max(clock, each.arrival.body.lamport if each.arrival.body else 0)
        if each.op.txn_end:
            yield clock, who, transaction
            transaction = []
    if transaction:
        raise OpChainBroken
