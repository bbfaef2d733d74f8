"""Promise: a device speaks for its own ops only, and the mirror's word counts only with the mirror's signature."""

from __future__ import annotations

from dataclasses import replace

import pytest
from nacl.signing import SigningKey

from engine_b.core.sync_errors import AckForged, DeviceRevoked, OpChainBroken, RosterUnsigned
from engine_b.crypto.signed_message import SignedBody, make_signed_body
from engine_b.protocol.checkpoint import (
    Ack,
    Checkpoint,
    Erasure,
    HeadWitness,
    accept_ack,
    accept_checkpoint,
    accept_erasure,
    sign_checkpoint,
)
from protos import wire
from protos.selene.mirror.v1 import mirror_service_pb2 as pb
from tests.engine_b.account_builders import ACCOUNT, CHAIN, KITCHEN, LAPTOP, THIEF, VAULT, both, lost

MIRROR = SigningKey(b"m" * 32)
MIRROR_KEY = bytes(MIRROR.verify_key)
LAST = Checkpoint(VAULT, LAPTOP.id, 5, CHAIN, (HeadWitness(KITCHEN.id, 9, b"k" * 32),), 2, 1, 1_700_000_000_000)


def ack(domain: wire.Domain = wire.Domain.ACK, key: SigningKey = MIRROR, **fields: object) -> SignedBody:
    message = pb.Ack(vault_id=VAULT, device_id=LAPTOP.id, seq=5, chain=CHAIN)
    for name, value in fields.items():
        setattr(message, name, value)
    return make_signed_body(domain, message.SerializeToString(), key)


def erasure(key: SigningKey = MIRROR, vault_id: bytes = VAULT, epoch: int = 2) -> SignedBody:
    message = pb.Erasure(vault_id=vault_id, epoch=epoch, op_ids=[b"a" * 16, b"b" * 16])
    return make_signed_body(wire.Domain.ERASURE, message.SerializeToString(), key)


def test_a_checkpoint_of_a_device_is_accepted_as_it_was_made() -> None:
    assert accept_checkpoint(sign_checkpoint(LAST, LAPTOP.sign), both(), VAULT) == LAST


def test_nobody_speaks_for_another_device() -> None:
    for key in (KITCHEN.sign, THIEF.sign, ACCOUNT.account, MIRROR):
        with pytest.raises(RosterUnsigned):
            accept_checkpoint(sign_checkpoint(LAST, key), both(), VAULT)
    foreign = replace(LAST, device_id=THIEF.id)
    with pytest.raises(RosterUnsigned):
        accept_checkpoint(sign_checkpoint(foreign, THIEF.sign), both(), VAULT)


def test_another_size_with_a_signature_that_was_good_is_refused() -> None:
    good = sign_checkpoint(LAST, LAPTOP.sign)
    other = sign_checkpoint(replace(LAST, seq=4), LAPTOP.sign)
    for forged in (replace(good, body=other.body), replace(good, signature=bytes(64)), replace(good, signer=b"")):
        with pytest.raises(OpChainBroken):
            accept_checkpoint(forged, both(), VAULT)


def test_a_checkpoint_of_another_vault_is_refused() -> None:
    with pytest.raises(OpChainBroken):
        accept_checkpoint(sign_checkpoint(replace(LAST, vault_id=b"x" * 16), LAPTOP.sign), both(), VAULT)


def test_a_revoked_device_counts_up_to_its_last_op_and_not_further() -> None:
    for within in (LAST, replace(LAST, seq=4, chain=b"4" * 32)):
        assert accept_checkpoint(sign_checkpoint(within, LAPTOP.sign), lost(), VAULT) == within
    with pytest.raises(DeviceRevoked):
        accept_checkpoint(sign_checkpoint(replace(LAST, seq=6), LAPTOP.sign), lost(), VAULT)
    with pytest.raises(OpChainBroken):
        accept_checkpoint(sign_checkpoint(replace(LAST, chain=b"x" * 32), LAPTOP.sign), lost(), VAULT)


@pytest.mark.parametrize(("seq", "chain"), [(5, b""), (5, b"x" * 31), (0, CHAIN)])
def test_a_chain_that_cannot_be_is_refused(seq: int, chain: bytes) -> None:
    with pytest.raises(OpChainBroken):
        accept_checkpoint(sign_checkpoint(replace(LAST, seq=seq, chain=chain), LAPTOP.sign), both(), VAULT)


@pytest.mark.parametrize("body", [b"", b"\xff" * 40, b"\x08"])
def test_bytes_that_are_no_checkpoint_ack_or_erasure_are_refused(body: bytes) -> None:
    with pytest.raises(OpChainBroken):
        accept_checkpoint(make_signed_body(wire.Domain.CHECKPOINT, body, LAPTOP.sign), both(), VAULT)
    with pytest.raises(AckForged):
        accept_ack(make_signed_body(wire.Domain.ACK, body, MIRROR), MIRROR_KEY, VAULT, LAPTOP.id)
    with pytest.raises(AckForged):
        accept_erasure(make_signed_body(wire.Domain.ERASURE, body, MIRROR), MIRROR_KEY, VAULT, 2)


def test_the_mirrors_acknowledgement_is_accepted() -> None:
    assert accept_ack(ack(), MIRROR_KEY, VAULT, LAPTOP.id) == Ack(VAULT, LAPTOP.id, 5, CHAIN)


def test_an_acknowledgement_of_another_or_about_something_else_is_forged() -> None:
    attacks = [
        ack(key=THIEF.sign),
        ack(key=LAPTOP.sign),
        replace(ack(key=THIEF.sign), signer=MIRROR_KEY),
        replace(ack(), body=ack(seq=6).body),
        ack(domain=wire.Domain.ERASURE),
        ack(vault_id=b"x" * 16),
        ack(device_id=KITCHEN.id),
        ack(chain=b"short"),
    ]
    for attack in attacks:
        with pytest.raises(AckForged):
            accept_ack(attack, MIRROR_KEY, VAULT, LAPTOP.id)


def test_the_mirrors_erasure_is_accepted_for_its_vault_and_epoch_only() -> None:
    assert accept_erasure(erasure(), MIRROR_KEY, VAULT, 2) == Erasure(VAULT, 2, (b"a" * 16, b"b" * 16))
    for attack in (erasure(key=THIEF.sign), erasure(vault_id=b"x" * 16), erasure(epoch=1), erasure(epoch=3)):
        with pytest.raises(AckForged):
            accept_erasure(attack, MIRROR_KEY, VAULT, 2)
