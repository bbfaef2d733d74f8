"""Adapter: changes to the answers of an honest mirror on their way to a device."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from engine_b.core.sync_errors import MirrorUnreachable, SyncError
from engine_b.storage.device_identity import load_identity
from protos.selene.mirror.v1 import mirror_service_pb2 as pb
from tests.sim.household import FIRST, SECOND, Household
from tests.sim.in_process_mirror import Tamper

VICTIM, AUTHOR = FIRST, SECOND


def copied(message: Any) -> Any:
    made = type(message)()
    made.CopyFrom(message)
    return made


def changing(kind: type[Any], change: Callable[[Any], Any]) -> Tamper:
    """Change the answers to one kind of request; `change` gets a copy and alters it, or returns another."""

    def tamper(request: Any, told: Any) -> Any:
        if not isinstance(request, kind):
            return told
        mine = [copied(each) for each in told] if isinstance(told, list) else copied(told)
        other = change(mine)
        return mine if other is None else other

    return tamper


def ops_of(segments: Sequence[pb.PullResponse]) -> pb.PullResponse:
    """The segment with the author's ops."""
    return max(segments, key=lambda segment: len(segment.ops))


def known_before(house: Household, name: str) -> tuple[Any, ...]:
    """All that may not change: records, ledger, outbox, how far others were followed, what was forgotten."""
    database = house.vaults[name].database
    tables = ("outbox", "peer", "tombstone", "op", "parked", "head_content")
    return house.digest(name), house.vaults[name].head(), *(database.rows(f"SELECT * FROM {t}") for t in tables)


def attack(house: Household, tamper: Tamper, code: str, name: str = VICTIM) -> None:
    """The attack is refused with its code and changes nothing; with an honest mirror all goes on."""
    before = known_before(house, name)
    house.mirror.tamper = tamper
    with pytest.raises(SyncError) as refused:
        house.sync(name)
    house.mirror.tamper = None
    assert refused.value.code == code
    assert known_before(house, name) == before
    house.settle()
    house.require_equal()


def after_a_talk(house: Household) -> Household:
    """The author has three things at the mirror that the victim has not heard."""
    for at, what in enumerate(("The gate code is 4711", "The aunt is called Nora", "The boat is blue")):
        house.remember(AUTHOR, what, f"thing:{at}")
    house.sync(AUTHOR)
    return house


# The stream ----------------------------------------------------------------------------------------------------------


def _swap(field: str) -> Callable[[Any], None]:
    def change(segments: Any) -> None:
        one, other = ops_of(segments).ops[1], ops_of(segments).ops[3]
        mine, theirs = getattr(one, field), getattr(other, field)
        setattr(one, field, theirs)
        setattr(other, field, mine)

    return change


def _swap_whole(segments: Any) -> None:
    """Payload, its hash and its wrap: everything but the place."""
    for field in ("payload", "payload_hash", "wrap"):
        _swap(field)(segments)


def _reorder(segments: Any) -> None:
    ops = ops_of(segments).ops
    first, second = copied(ops[0]), copied(ops[1])
    ops[0].CopyFrom(second)
    ops[1].CopyFrom(first)


def _drop_middle(segments: Any) -> None:
    del ops_of(segments).ops[2]


def _double(segments: Any) -> None:
    ops = ops_of(segments).ops
    ops.insert(2, copied(ops[1]))


def _truncate(segments: Any) -> None:
    del ops_of(segments).ops[-2:]


def _nothing(segments: Any) -> list[Any]:
    del segments
    return []


def _blank(segments: Any) -> None:
    """As if it had been erased."""
    op = ops_of(segments).ops[1]
    op.payload, op.wrap, op.erased = b"", b"", True


def _alter(field: str, value: Callable[[Any], Any]) -> Callable[[Any], None]:
    def change(segments: Any) -> None:
        op = ops_of(segments).ops[1]
        setattr(op, field, value(getattr(op, field)))

    return change


def _also_erase(segments: Any) -> None:
    ops = ops_of(segments).ops
    ops[3].erases.append(ops[1].op_id)


def _endless(segments: Any) -> Any:
    while True:
        yield from (copied(segment) for segment in segments)


STREAM: list[tuple[str, Callable[[Any], Any], str]] = [
    ("two ciphertexts are swapped", _swap("payload"), "CHAIN_BROKEN"),
    ("two ops are swapped but for their places", _swap_whole, "CHAIN_BROKEN"),
    ("two wraps are swapped", _swap("wrap"), "E2EE_AAD_MISMATCH"),
    ("two ops change places", _reorder, "CHAIN_GAP"),
    ("an op in the middle is left out", _drop_middle, "CHAIN_GAP"),
    ("an op comes twice", _double, "CHAIN_GAP"),
    ("the end is cut off", _truncate, "CHAIN_GAP"),
    ("nothing comes at all", _nothing, "CHAIN_GAP"),
    ("an op is blanked as if it were erased", _blank, "CHAIN_GAP"),
    ("the stream never ends", _endless, "CHAIN_GAP"),
    ("a bit of a ciphertext is changed", _alter("payload", lambda b: b[:-1] + bytes([b[-1] ^ 1])), "CHAIN_BROKEN"),
    ("a bit of a wrap is changed", _alter("wrap", lambda b: b[:-1] + bytes([b[-1] ^ 1])), "E2EE_AAD_MISMATCH"),
    ("an op gets another id", _alter("op_id", lambda b: bytes(16)), "CHAIN_BROKEN"),
    ("an op gets another transaction", _alter("txn_id", lambda n: n + 1), "CHAIN_BROKEN"),
    ("a transaction ends elsewhere", _alter("txn_end", lambda end: not end), "CHAIN_BROKEN"),
    ("an op erases what it did not", _also_erase, "CHAIN_BROKEN"),
]


# The bundle ----------------------------------------------------------------------------------------------------------


def old_bundle(house: Household) -> pb.GetBundleResponse:
    kept: list[pb.GetBundleResponse] = []
    house.mirror.tamper = changing(pb.GetBundleRequest, kept.append)
    house.sync(VICTIM)
    house.mirror.tamper = None
    return kept[0]


def own_checkpoint(house: Household, name: str, bundle: Any) -> Any:
    key = bytes(load_identity(house.vaults[name].database).sign_key.verify_key)
    return next(each for each in bundle.checkpoints if each.signer == key)


def bundle_of(house: Household, name: str) -> pb.GetBundleResponse:
    kept: list[pb.GetBundleResponse] = []
    house.mirror.tamper = changing(pb.GetBundleRequest, kept.append)
    house.sync(name)
    house.mirror.tamper = None
    return kept[0]


def push_only(house: Household, name: str) -> None:
    """The device pushes and is cut off before it hears of anything."""

    def cut(request: Any, told: Any) -> Any:
        if isinstance(request, pb.PullRequest):
            raise MirrorUnreachable
        return told

    house.mirror.tamper = cut
    with pytest.raises(SyncError):
        house.sync(name)
    house.mirror.tamper = None
