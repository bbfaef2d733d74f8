"""Promise: the same words make the same account for ever, and nothing shows its keys.

`fixtures/keys/vectors.json` holds what was derived once. A change of any derivation would lock out everybody who has
words on paper, so these values are never made again: a test that fails here has found a mistake.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine_b.crypto.account_keys import derive_account_keys, sign_claim
from engine_b.crypto.recovery_phrase import phrase_from_entropy
from engine_b.crypto.sealing import derive, seal_key_id
from engine_b.protocol.epochs import make_epoch, seal_copy, wrap_data_key, wrap_page_key
from engine_b.protocol.roster import sign_roster
from protos import wire
from protos.selene.mirror.v1 import mirror_service_pb2 as pb
from tests.engine_b.account_builders import (
    ACCOUNT,
    CONTENT_KEY,
    ENTROPY,
    KITCHEN,
    LAPTOP,
    NONCE,
    TOKEN,
    VAULT,
    both,
    machine,
    stream,
)

VECTORS = json.loads((Path(__file__).parents[3] / "fixtures" / "keys" / "vectors.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("vector", VECTORS["accounts"], ids=lambda vector: vector["entropy"][:8])
def test_words_and_keys_of_an_account_are_what_they_were(vector: dict[str, str]) -> None:
    keys = derive_account_keys(bytes.fromhex(vector["entropy"]))
    assert " ".join(phrase_from_entropy(bytes.fromhex(vector["entropy"]))) == vector["words"]
    assert bytes(keys.account.verify_key).hex() == vector["account_key"]
    assert bytes(keys.recovery_auth.verify_key).hex() == vector["recovery_auth_key"]
    assert bytes(keys.recovery_box.public_key).hex() == vector["recovery_box_key"]


def test_what_is_sealed_and_signed_is_what_it_was() -> None:
    keys = stream("vectors")
    epoch = make_epoch(VAULT, 1, None, both(), CONTENT_KEY, TOKEN, keys, KITCHEN.sign)
    roster = sign_roster(both(), ACCOUNT.account)
    copy = seal_copy(CONTENT_KEY, LAPTOP.member.box_key, TOKEN, VAULT, LAPTOP.id, 7, ephemeral=b"e" * 32, nonce=NONCE)
    found = {
        "device_id": KITCHEN.id,
        "key_id": seal_key_id(CONTENT_KEY),
        "roster_body": wire.body_hash(roster.body),
        "roster_signature": roster.signature,
        "epoch_body": wire.body_hash(epoch.body),
        "epoch_signature": epoch.signature,
        "key_copy": copy,
        "page_key": wrap_page_key(b"p" * 32, CONTENT_KEY, VAULT, KITCHEN.id, 3, 7, NONCE),
        "data_key": wrap_data_key(b"d" * 32, b"p" * 32, VAULT, b"o" * 16, NONCE),
    }
    assert {name: value.hex() for name, value in found.items()} == VECTORS["sealed"]


def test_other_words_share_no_key_and_no_key_is_made_from_another() -> None:
    other = derive_account_keys(ENTROPY[:-1] + b"\x00")
    private = [bytes(key) for keys in (ACCOUNT, other) for key in (keys.account, keys.recovery_auth, keys.recovery_box)]
    root = derive(ENTROPY, "selene.rk.v1")
    assert len({*private, ENTROPY, root}) == 8


def test_neither_repr_nor_str_shows_a_key() -> None:
    assert f"{ACCOUNT!r}{ACCOUNT}{[ACCOUNT]}" == "AccountKeys()" * 2 + "[AccountKeys()]"


@pytest.mark.parametrize("size", [0, 16, 31, 33, 64])
def test_an_account_is_made_from_32_bytes_only(size: int) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        derive_account_keys(bytes(size))


def test_a_claim_is_for_one_nonce_one_mirror_and_one_device() -> None:
    keys = machine("new")
    signed = sign_claim(
        ACCOUNT,
        nonce=b"1" * 32,
        mirror_key=b"m" * 32,
        sign_key=keys.key,
        box_key=keys.member.box_key,
        tls_request=b"request",
    )
    claim = pb.Claim.FromString(signed.body)
    assert signed.holds(wire.Domain.CLAIM)
    assert signed.signer == bytes(ACCOUNT.recovery_auth.verify_key)
    assert claim.account_key == bytes(ACCOUNT.account.verify_key)
    assert (claim.nonce, claim.mirror_key, claim.device_id) == (b"1" * 32, b"m" * 32, keys.id)
    assert (claim.sign_key, claim.box_key, len(claim.tls_request_hash)) == (keys.key, keys.member.box_key, 32)


def test_a_signature_holds_in_its_own_domain_only() -> None:
    signed = sign_roster(both(), ACCOUNT.account)
    assert [domain for domain in wire.Domain if signed.holds(domain)] == [wire.Domain.ROSTER]
    assert ACCOUNT.account.sign(signed.body).signature != signed.signature
