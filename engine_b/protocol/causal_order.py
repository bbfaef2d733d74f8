"""Pure: orders ops of several devices for applying (research: reliability 3.1).

Each transaction comes after everything that its device had received when it made it, so that a device that stops in the
middle knows less, and nothing false: an op that erases another device's reissued op comes after that.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Mapping, Sequence
from operator import itemgetter
from typing import NamedTuple

from engine_b.core.sync_errors import OpChainBroken
from engine_b.protocol.op_decoder import OpenedOp
from engine_b.protocol.sync_protocol import ChainPosition


class ReceivedOp(NamedTuple):
    """A verified op of another device, opened."""

    arrival: OpenedOp
    txn_end: bool
    """Whether its transaction ends with it."""
    reached: ChainPosition
    """The chain position of its device after it."""


def batch_in_causal_order(streams: Mapping[bytes, Sequence[ReceivedOp]], size: int) -> list[list[ReceivedOp]]:
    """Yields whole transactions of all devices, `size` ops at a time, or more to complete the last one.

    `streams` are each device's ops in its order. Raises OpChainBroken for a transaction without an end.
    """
    steps: list[list[ReceivedOp]] = [[]]
    clocked = (_transactions_by_clock(who, told) for who, told in streams.items())
    for *_, transaction in heapq.merge(*clocked, key=itemgetter(0, 1)):
        if len(steps[-1]) >= size:
            steps.append([])
        steps[-1] += transaction
    return [step for step in steps if step]


def _transactions_by_clock(who: bytes, told: Sequence[ReceivedOp]) -> Iterator[tuple[int, bytes, list[ReceivedOp]]]:
    """Yields transactions with the device's logical clock at their end, which is past everything the device had
    received.

    A reissued op has the older clock of the lost one, and an erased op has none.
    """
    clock, transaction = 0, list[ReceivedOp]()
    for each in told:
        transaction.append(each)
        clock = max(clock, each.arrival.body.lamport if each.arrival.body else 0)
        if each.txn_end:
            yield clock, who, transaction
            transaction = []
    if transaction:
        raise OpChainBroken
