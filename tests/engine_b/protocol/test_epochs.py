"""Promise: a key opens in its own place, for its own device, in its own epoch, while its token lives: nowhere else."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nacl.bindings import crypto_aead_xchacha20poly1305_ietf_encrypt
from nacl.public import PrivateKey, SealedBox

from engine_b.core.sync_errors import (
    CryptoDowngrade,
    DeviceRevoked,
    DeviceUnknown,
    E2eeAadMismatch,
    EpochRollback,
    HeadFork,
    MirrorVersion,
    RosterRollback,
    RosterUnsigned,
    SyncError,
)
from engine_b.crypto.sealing import NONCE_BYTES, SealContext, associated_data, derive, seal
from engine_b.crypto.signed_message import SignedBody, make_signed_body
from engine_b.protocol.epochs import (
    WORDS_COPY,
    EpochRecord,
    accept_epoch,
    decode_epoch,
    make_epoch,
    must_rotate,
    open_content_key,
    open_copy,
    seal_copy,
    unwrap_data_key,
    unwrap_page_key,
    wrap_data_key,
    wrap_page_key,
)
from engine_b.protocol.roster import Roster
from protos import wire
from protos.selene.mirror.v1 import mirror_service_pb2 as pb
from tests.engine_b.account_builders import (
    ACCOUNT,
    CONTENT_KEY,
    KITCHEN,
    LAPTOP,
    NONCE,
    THIEF,
    TOKEN,
    VAULT,
    Machine,
    alone,
    both,
    lost,
    stream,
)

PAGE_KEY, DEK, OP = b"p" * 32, b"d" * 32, b"o" * 16


def made(
    number: int = 1, before: SignedBody | None = None, roster: Roster | None = None, by: Machine = KITCHEN
) -> SignedBody:
    body = before.body if before else (b"some body" if number > 1 else None)
    keys = stream(f"epoch {number} {by.id.hex()}")
    return make_epoch(VAULT, number, body, roster or both(), CONTENT_KEY, TOKEN, keys, by.sign)


def altered(signed: SignedBody, **fields: object) -> SignedBody:
    """The epoch with other fields, signed again by a device of the roster: what an insider could do."""
    message = pb.Epoch.FromString(signed.body)
    for name, value in fields.items():
        setattr(message, name, value)
    return make_signed_body(wire.Domain.EPOCH, message.SerializeToString(), KITCHEN.sign)


def record(signed: SignedBody | None = None) -> EpochRecord:
    return accept_epoch(signed or made(), both())


# Who opens what -------------------------------------------------------------------------------------------------------


def test_the_words_and_each_device_open_the_same_key() -> None:
    epoch = record()
    assert epoch.signer == KITCHEN.id
    assert [who for who, _ in epoch.copies] == [WORDS_COPY, *(member.device_id for member in both().members)]
    assert open_content_key(epoch, WORDS_COPY, ACCOUNT.recovery_box, TOKEN) == CONTENT_KEY
    for device in (KITCHEN, LAPTOP):
        assert open_content_key(epoch, device.id, device.box, TOKEN) == CONTENT_KEY


def test_once_the_token_is_destroyed_not_even_the_words_open_an_old_copy() -> None:
    epoch = record()
    for token in (b"u" * 32, bytes(32), b"", TOKEN[:31], TOKEN + b"t", b"t" * 100):
        with pytest.raises(E2eeAadMismatch):
            open_content_key(epoch, WORDS_COPY, ACCOUNT.recovery_box, token)
        with pytest.raises(E2eeAadMismatch):
            open_content_key(epoch, KITCHEN.id, KITCHEN.box, token)


def test_the_mirror_with_the_token_and_everything_it_stores_opens_nothing() -> None:
    for who, box in record().copies:
        for private in (THIEF.box, PrivateKey(TOKEN), PrivateKey(derive(TOKEN, "selene.rwk.v1"))):
            with pytest.raises(E2eeAadMismatch):
                open_copy(box, private, TOKEN, VAULT, who, 1)


def test_a_copy_opens_for_its_own_recipient_only() -> None:
    epoch = record()
    for who, private in ((KITCHEN.id, LAPTOP.box), (WORDS_COPY, KITCHEN.box), (LAPTOP.id, ACCOUNT.recovery_box)):
        with pytest.raises(E2eeAadMismatch):
            open_content_key(epoch, who, private, TOKEN)


def test_copies_that_were_swapped_do_not_open_even_for_the_one_they_were_made_for() -> None:
    copies = dict(record().copies)
    swapped = replace(record(), copies=((LAPTOP.id, copies[KITCHEN.id]), (KITCHEN.id, copies[LAPTOP.id])))
    for who in (KITCHEN, LAPTOP):
        for device in (KITCHEN, LAPTOP):
            with pytest.raises(E2eeAadMismatch):
                open_content_key(swapped, who.id, device.box, TOKEN)


def test_a_foreign_sealed_box_in_the_right_place_is_no_content_key() -> None:
    planted = seal_copy(
        b"evil" * 8, LAPTOP.member.box_key, TOKEN, VAULT, LAPTOP.id, 1, ephemeral=b"e" * 32, nonce=NONCE
    )
    assert open_copy(planted, LAPTOP.box, TOKEN, VAULT, LAPTOP.id, 1) == b"evil" * 8
    with pytest.raises(E2eeAadMismatch):
        open_content_key(replace(record(), copies=((LAPTOP.id, planted),)), LAPTOP.id, LAPTOP.box, TOKEN)


def test_a_key_of_another_length_is_refused() -> None:
    inner = SealedBox(LAPTOP.box.public_key).encrypt(b"short")
    place = SealContext("key-copy", VAULT, LAPTOP.id.hex(), epoch=1)
    copy = seal(inner, place, derive(TOKEN, "selene.rwk.v1"), NONCE)
    with pytest.raises(E2eeAadMismatch):
        open_copy(copy, LAPTOP.box, TOKEN, VAULT, LAPTOP.id, 1)


def test_every_part_of_a_copys_place_is_bound() -> None:
    box = dict(record().copies)[KITCHEN.id]
    for vault, who, epoch in ((b"x" * 16, KITCHEN.id, 1), (VAULT, LAPTOP.id, 1), (VAULT, KITCHEN.id, 2)):
        with pytest.raises(E2eeAadMismatch):
            open_copy(box, KITCHEN.box, TOKEN, vault, who, epoch)


def test_every_changed_byte_of_a_copy_is_found() -> None:
    box = dict(record().copies)[KITCHEN.id]
    for place in range(len(box)):
        flipped = bytearray(box)
        flipped[place] ^= 1
        with pytest.raises(E2eeAadMismatch):
            open_copy(bytes(flipped), KITCHEN.box, TOKEN, VAULT, KITCHEN.id, 1)


def test_a_device_without_a_copy_is_told_so() -> None:
    with pytest.raises(DeviceUnknown):
        open_content_key(record(), THIEF.id, THIEF.box, TOKEN)


def test_a_public_key_that_is_no_point_gets_no_copy() -> None:
    with pytest.raises(E2eeAadMismatch):
        seal_copy(CONTENT_KEY, bytes(32), TOKEN, VAULT, THIEF.id, 1, ephemeral=b"e" * 32, nonce=NONCE)


def test_no_copy_is_made_for_a_revoked_device() -> None:
    holders = {who for who, _ in decode_epoch(made(roster=lost()).body).copies}
    assert holders == {WORDS_COPY, KITCHEN.id}


def test_two_copies_never_share_randomness() -> None:
    asked: list[bytes] = []
    source = stream("watched")

    def watched(count: int) -> bytes:
        asked.append(source(count))
        return asked[-1]

    make_epoch(VAULT, 1, None, both(), CONTENT_KEY, TOKEN, watched, KITCHEN.sign)
    assert [len(given) for given in asked] == [32, NONCE_BYTES] * 3
    assert len(set(asked)) == 6


# Which epoch is believed ----------------------------------------------------------------------------------------------


def test_an_epoch_follows_the_one_before_it() -> None:
    first = made()
    second = made(2, first)
    assert accept_epoch(second, both(), (1, first.body)).number == 2
    assert accept_epoch(second, both(), (2, second.body)).number == 2
    assert accept_epoch(made(7), both(), (1, first.body)).number == 7


def test_an_older_epoch_is_a_rollback() -> None:
    first = made()
    with pytest.raises(EpochRollback):
        accept_epoch(first, both(), (2, made(2, first).body))


def test_two_epochs_of_one_number_are_a_fork() -> None:
    with pytest.raises(HeadFork):
        accept_epoch(made(2, made()), both(), (2, made(2, made(), by=LAPTOP).body))


def test_a_next_epoch_that_follows_another_one_is_a_fork() -> None:
    with pytest.raises(HeadFork):
        accept_epoch(made(2, made(by=LAPTOP)), both(), (1, made().body))


def test_an_epoch_under_an_older_roster_than_the_last_is_a_rollback() -> None:
    last = made(2, made(), roster=lost())
    with pytest.raises(EpochRollback):
        accept_epoch(made(3, last, roster=both()), lost(), (2, last.body))


def test_an_epoch_of_nobody_on_the_roster_is_refused() -> None:
    attacks = [
        made(by=THIEF),
        replace(made(), signer=THIEF.key),
        replace(made(), signer=b""),
        replace(made(), signature=bytes(64)),
        replace(made(), body=made(by=LAPTOP).body),
        make_signed_body(wire.Domain.EPOCH, made().body, ACCOUNT.account),
        make_signed_body(wire.Domain.ROSTER, made().body, KITCHEN.sign),
    ]
    for attack in attacks:
        with pytest.raises(RosterUnsigned):
            accept_epoch(attack, both())


def test_a_revoked_device_makes_no_epoch_any_more() -> None:
    with pytest.raises(DeviceRevoked):
        accept_epoch(made(2, made(), roster=lost(), by=LAPTOP), lost(), (1, made().body))


def test_the_epoch_a_device_made_before_it_was_revoked_is_read_and_not_written_under() -> None:
    epoch = accept_epoch(made(by=LAPTOP), lost())
    assert open_content_key(epoch, KITCHEN.id, KITCHEN.box, TOKEN) == CONTENT_KEY
    assert must_rotate(epoch, lost())


def test_an_epoch_is_used_up_when_its_holders_are_not_the_devices_of_the_roster() -> None:
    assert not must_rotate(record(), both())
    assert must_rotate(record(), lost())
    assert must_rotate(accept_epoch(made(roster=alone()), both()), both())
    assert not must_rotate(accept_epoch(made(roster=lost()), lost()), lost())


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"suite": 0}, CryptoDowngrade),
        ({"suite": 2}, MirrorVersion),
        ({"vault_id": b"x" * 16}, E2eeAadMismatch),
        ({"roster_version": 3}, RosterRollback),
        ({"epoch": 0}, RosterUnsigned),
        ({"epoch": 2}, RosterUnsigned),
        ({"previous": b"p" * 32}, RosterUnsigned),
    ],
)
def test_a_device_gone_bad_cannot_make_a_weaker_or_a_foreign_epoch(
    fields: dict[str, object], expected: type[SyncError]
) -> None:
    with pytest.raises(expected):
        accept_epoch(altered(made(), **fields), both())


def test_a_suite_below_the_rosters_least_is_refused() -> None:
    with pytest.raises(CryptoDowngrade):
        accept_epoch(made(), replace(both(), suite=2, min_suite=2))


def test_a_key_id_of_another_key_is_found_when_it_is_opened() -> None:
    epoch = record(altered(made(), key_id=b"k" * 16))
    with pytest.raises(E2eeAadMismatch):
        open_content_key(epoch, KITCHEN.id, KITCHEN.box, TOKEN)


def test_two_copies_for_one_device_are_refused() -> None:
    message = pb.Epoch.FromString(made().body)
    message.copies.append(message.copies[1])
    with pytest.raises(RosterUnsigned):
        accept_epoch(make_signed_body(wire.Domain.EPOCH, message.SerializeToString(), KITCHEN.sign), both())


@pytest.mark.parametrize("body", [b"", b"\xff" * 40, b"\x08", bytes(1000)])
def test_bytes_that_are_no_epoch_are_refused(body: bytes) -> None:
    with pytest.raises(RosterUnsigned):
        accept_epoch(make_signed_body(wire.Domain.EPOCH, body, KITCHEN.sign), both())


# Page keys and data keys ----------------------------------------------------------------------------------------------


def test_a_page_key_opens_in_its_own_place_only() -> None:
    box = wrap_page_key(PAGE_KEY, CONTENT_KEY, VAULT, KITCHEN.id, 3, 7, NONCE)
    assert unwrap_page_key(box, CONTENT_KEY, VAULT, KITCHEN.id, 3, 7) == PAGE_KEY
    elsewhere = [
        (b"x" * 32, VAULT, KITCHEN.id, 3, 7),
        (CONTENT_KEY, b"x" * 16, KITCHEN.id, 3, 7),
        (CONTENT_KEY, VAULT, LAPTOP.id, 3, 7),
        (CONTENT_KEY, VAULT, KITCHEN.id, 4, 7),
        (CONTENT_KEY, VAULT, KITCHEN.id, 3, 8),
        (CONTENT_KEY, VAULT, KITCHEN.id, 7, 3),
    ]
    for place in elsewhere:
        with pytest.raises(E2eeAadMismatch):
            unwrap_page_key(box, *place)


def test_a_data_key_opens_in_its_own_place_only() -> None:
    box = wrap_data_key(DEK, PAGE_KEY, VAULT, OP, NONCE)
    assert unwrap_data_key(box, PAGE_KEY, VAULT, OP) == DEK
    for place in ((b"x" * 32, VAULT, OP), (PAGE_KEY, b"x" * 16, OP), (PAGE_KEY, VAULT, b"q" * 16)):
        with pytest.raises(E2eeAadMismatch):
            unwrap_data_key(box, *place)


def test_a_page_key_is_no_data_key_even_with_the_same_id_and_key() -> None:
    with pytest.raises(E2eeAadMismatch):
        unwrap_data_key(wrap_page_key(PAGE_KEY, CONTENT_KEY, VAULT, OP, 0, 0, NONCE), CONTENT_KEY, VAULT, OP)


@given(st.binary(max_size=400))
def test_bytes_of_any_kind_are_refused_and_nothing_worse(box: bytes) -> None:
    with pytest.raises(E2eeAadMismatch):
        unwrap_page_key(box, CONTENT_KEY, VAULT, KITCHEN.id, 0, 1)
    with pytest.raises(E2eeAadMismatch):
        unwrap_data_key(box, PAGE_KEY, VAULT, OP)
    with pytest.raises(E2eeAadMismatch):
        open_copy(box, KITCHEN.box, TOKEN, VAULT, KITCHEN.id, 1)


@pytest.mark.parametrize("padded", [b"", b"abc", b"\xff" * 64, (33).to_bytes(4, "big") + bytes(32)])
def test_a_wrap_that_was_padded_wrongly_by_who_has_the_key_is_refused(padded: bytes) -> None:
    place = associated_data(SealContext("data-key", VAULT, OP.hex()), PAGE_KEY)
    box = b"\0\1" + NONCE + crypto_aead_xchacha20poly1305_ietf_encrypt(padded, place, NONCE, PAGE_KEY)
    with pytest.raises(E2eeAadMismatch):
        unwrap_data_key(box, PAGE_KEY, VAULT, OP)


def test_every_changed_byte_of_a_wrap_is_found() -> None:
    box = wrap_data_key(DEK, PAGE_KEY, VAULT, OP, NONCE)
    for place in range(len(box)):
        flipped = bytearray(box)
        flipped[place] ^= 1
        with pytest.raises(E2eeAadMismatch):
            unwrap_data_key(bytes(flipped), PAGE_KEY, VAULT, OP)
