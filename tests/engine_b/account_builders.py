"""Accounts, devices and mirrors for the tests of keys: all from a seed, so that every run has the same bytes."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass

from nacl.public import PrivateKey
from nacl.signing import SigningKey

from engine_b.crypto.account_keys import AccountKeys, derive_account_keys
from engine_b.protocol.roster import Member, Roster, encode_roster, make_first_roster, with_member, with_revoked
from protos import wire

VAULT = bytes(range(16))
ENTROPY = bytes(range(32))
CONTENT_KEY = b"c" * 32
TOKEN = b"t" * 32
NONCE = b"n" * 24
CHAIN = b"h" * 32


@dataclass(frozen=True)
class Machine:
    """A device with both halves of its keys."""

    sign: SigningKey
    box: PrivateKey

    @property
    def key(self) -> bytes:
        return bytes(self.sign.verify_key)

    @property
    def id(self) -> bytes:
        return wire.device_id(self.key)

    @property
    def member(self) -> Member:
        return Member(self.id, self.key, bytes(self.box.public_key))


def machine(name: str) -> Machine:
    seed = hashlib.blake2b(name.encode(), digest_size=64).digest()
    return Machine(SigningKey(seed[:32]), PrivateKey(seed[32:]))


def stream(name: str) -> Callable[[int], bytes]:
    """Bytes that look random and are the same in every run."""
    state = [hashlib.blake2b(name.encode()).digest()]

    def more(count: int) -> bytes:
        state[0] = hashlib.blake2b(state[0]).digest()
        return state[0][:count]

    return more


ACCOUNT: AccountKeys = derive_account_keys(ENTROPY)
KITCHEN, LAPTOP, THIEF = machine("kitchen"), machine("laptop"), machine("thief")


def alone() -> Roster:
    """Version 1: the kitchen."""
    return make_first_roster(ACCOUNT, VAULT, KITCHEN.member)


def both() -> Roster:
    """Version 2: the kitchen and the laptop."""
    return with_member(alone(), encode_roster(alone()), LAPTOP.member)


def lost() -> Roster:
    """Version 3: the laptop is revoked after its fifth op."""
    return with_revoked(both(), encode_roster(both()), LAPTOP.id, 5, CHAIN)
