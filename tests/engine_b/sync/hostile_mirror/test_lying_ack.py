"""Promise: what a mirror says untruly of ops, and what it kept of the forgotten, changes nothing on a device."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from engine_b.core.sync_errors import SyncError
from engine_b.sync import outbox
from protos import wire
from protos.selene.mirror.v1 import mirror_service_pb2 as pb
from protos.wire import Domain
from tests.engine_b.account_builders import THIEF
from tests.engine_b.sync.hostile_mirror.tampering import AUTHOR, VICTIM, attack, changing, ops_of, push_only
from tests.sim.household import FIRST, SECOND, THIRD, Household

# Acknowledgements ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Lie:
    """An acknowledgement as the mirror gives it: by how much its number and chain are wrong, for whom, by whom."""

    ahead: int = 0
    chain: bytes = b""
    device: bytes = b""
    forged: bool = False


ACKS = [
    ("from the future", Lie(ahead=1), "ACK_FROM_FUTURE"),
    ("of the far future", Lie(ahead=1 << 40), "ACK_FROM_FUTURE"),
    ("of another chain", Lie(chain=b"c" * 32), "HEAD_FORK"),
    ("of a part, with another chain", Lie(ahead=-1), "HEAD_FORK"),
    ("of another device", Lie(device=bytes(16)), "ACK_FORGED"),
    ("signed by somebody else", Lie(forged=True), "ACK_FORGED"),
    ("of nothing new", Lie(ahead=-1_000_000), "HEAD_FORK"),
]


@pytest.mark.parametrize(("lie", "code"), [each[1:] for each in ACKS], ids=[each[0] for each in ACKS])
def test_an_acknowledgement_that_is_not_true_takes_nothing_out_of_the_outbox(
    house: Household, lie: Lie, code: str
) -> None:
    house.remember(VICTIM, "The boat is blue")

    def tell(answer: Any) -> None:
        ack = pb.Ack.FromString(answer.ack.body)
        floor = outbox.load_chain_positions(house.vaults[VICTIM].database)[house.vaults[VICTIM].device_id].seq
        ack.seq = max(ack.seq + lie.ahead, floor)
        ack.chain, ack.device_id = lie.chain or ack.chain, lie.device or ack.device_id
        body = ack.SerializeToString(deterministic=True)
        signed = house.mirror.authority.signed(Domain.ACK, body)
        if lie.forged:
            signed.signature, signed.signer = wire.sign_message(Domain.ACK, body, THIEF.sign), THIEF.key
        answer.ack.CopyFrom(signed)

    attack(house, changing(pb.PushRequest, tell), code)


def test_an_acknowledgement_of_what_was_never_stored_loses_nothing(house: Household, tmp_path: Path) -> None:
    """It cannot be known at once. The next bundle shows it, and the device tells everything again."""
    house.settle()
    house.mirror.back_up(tmp_path / "before")
    house.remember(VICTIM, "The boat is blue")
    house.sync(VICTIM)
    house.mirror.come_back_from(tmp_path / "before")
    (report,) = house.sync(VICTIM)
    assert report.healed > 0
    house.settle()
    house.require_equal()
    assert list(house.texts(AUTHOR).values()) == ["The boat is blue"]


# Forgetting ----------------------------------------------------------------------------------------------------------


def test_what_was_forgotten_does_not_open_when_the_mirror_kept_it(trio: Household) -> None:
    """The mirror signs the erasure and serves the op to a device that was away, with the wrap that it had."""
    kept: list[pb.Op] = []
    atom = trio.remember(AUTHOR, "The gate code is 4711")
    trio.remember(AUTHOR, "The boat is blue")
    trio.sync(AUTHOR)
    trio.mirror.tamper = changing(pb.PullRequest, lambda segments: kept.extend(ops_of(segments).ops))
    trio.sync(THIRD)
    trio.mirror.tamper = None
    trio.forget(AUTHOR, atom.atom_id)
    trio.sync(AUTHOR)
    living = {op.seq: op for op in kept}

    def keep_serving(segments: Any) -> None:
        for segment in segments:
            for op in segment.ops:
                if op.erased and op.seq in living and living[op.seq].op_id == op.op_id:
                    op.CopyFrom(living[op.seq])

    attack(trio, changing(pb.PullRequest, keep_serving), "E2EE_AAD_MISMATCH", VICTIM)
    assert atom.atom_id not in trio.texts(VICTIM)


def test_a_device_that_brings_a_forgotten_atom_back_is_refused_and_it_is_written_down(trio: Household) -> None:
    atom = trio.remember(FIRST, "The gate code is 4711")
    trio.settle()
    trio.edit(THIRD, atom.atom_id, pinned=True)
    trio.forget(FIRST, atom.atom_id)
    trio.sync(FIRST, SECOND)
    trio.mirror.unreachable = True
    with pytest.raises(SyncError):
        trio.sync(THIRD)
    trio.mirror.unreachable = False
    push_only(trio, THIRD)
    (report,) = trio.sync(SECOND)
    assert report.refused > 0
    told = {event.event for event in trio.vaults[SECOND].ledger_events(subject_id=atom.atom_id)}
    assert "RESURRECTION_REFUSED" in told
    trio.settle()
    trio.require_equal()
    assert trio.texts(THIRD) == {}
