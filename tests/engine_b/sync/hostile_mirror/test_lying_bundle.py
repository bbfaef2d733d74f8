"""Promise: older, forked or foreign rosters, epochs, keys and checkpoints are refused by their codes."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine_b.core.sync_errors import SyncError
from engine_b.crypto.account_keys import derive_account_keys
from engine_b.protocol.checkpoint import decode_checkpoint, sign_checkpoint
from engine_b.protocol.epochs import make_epoch
from engine_b.protocol.roster import Member, decode_roster, encode_roster, sign_roster, with_member
from engine_b.storage.device_identity import load_identity
from engine_b.vault.vault import Vault
from protos import wire
from protos.selene.mirror.v1 import mirror_service_pb2 as pb
from protos.wire import Domain
from tests.engine_b.account_builders import THIEF
from tests.engine_b.sync.hostile_mirror.tampering import (
    AUTHOR,
    VICTIM,
    after_a_talk,
    attack,
    bundle_of,
    changing,
    copied,
    known_before,
    old_bundle,
    own_checkpoint,
)
from tests.sim.household import ENTROPY, THIRD, Household


def test_an_older_roster_is_refused(house: Household) -> None:
    old = old_bundle(house)
    house.join(THIRD)
    house.settle()

    def roll_back(bundle: Any) -> None:
        bundle.roster.CopyFrom(old.roster)

    attack(house, changing(pb.GetBundleRequest, roll_back), "ROSTER_ROLLBACK")


def test_a_device_that_the_account_did_not_sign_for_is_refused(house: Household) -> None:
    def sneak_in(bundle: Any) -> None:
        roster = decode_roster(bundle.roster.body)
        grown = with_member(roster, bundle.roster.body, THIEF.member)
        bundle.roster.body = encode_roster(grown)

    attack(house, changing(pb.GetBundleRequest, sneak_in), "ROSTER_UNSIGNED")

    def sign_it_oneself(bundle: Any) -> None:
        sneak_in(bundle)
        bundle.roster.signature = wire.sign_message(Domain.ROSTER, bundle.roster.body, THIEF.sign)
        bundle.roster.signer = THIEF.key

    attack(house, changing(pb.GetBundleRequest, sign_it_oneself), "ROSTER_UNSIGNED")


def test_two_rosters_of_one_version_are_a_fork(house: Household) -> None:
    def other(bundle: Any) -> None:
        roster = decode_roster(bundle.roster.body)
        member = Member(THIEF.id, THIEF.key, bytes(THIEF.box.public_key))
        grown = replace(with_member(roster, bundle.roster.body, member), version=roster.version)
        forged = sign_roster(replace(grown, previous=roster.previous), derive_account_keys(ENTROPY).account)
        bundle.roster.CopyFrom(forged.to_message())

    attack(house, changing(pb.GetBundleRequest, other), "HEAD_FORK")


def test_an_older_epoch_is_refused(house: Household) -> None:
    atom = house.remember(AUTHOR, "The gate code is 4711")
    house.settle()
    old = old_bundle(house)
    house.forget(AUTHOR, atom.atom_id)
    house.settle()

    def roll_back(bundle: Any) -> None:
        bundle.epoch.CopyFrom(old.epoch)
        bundle.token = old.token
        del bundle.pages[:]
        bundle.pages.extend(old.pages)

    attack(house, changing(pb.GetBundleRequest, roll_back), "EPOCH_ROLLBACK")

    def older_pages(bundle: Any) -> None:
        del bundle.pages[:]
        bundle.pages.extend(old.pages)

    attack(house, changing(pb.GetBundleRequest, older_pages), "EPOCH_ROLLBACK")


def test_a_weaker_suite_is_refused_although_it_is_signed(house: Household) -> None:
    def weaker_roster(bundle: Any) -> None:
        roster = decode_roster(bundle.roster.body)
        weak = replace(with_member(roster, bundle.roster.body, THIEF.member), suite=0, min_suite=0)
        bundle.roster.CopyFrom(sign_roster(weak, derive_account_keys(ENTROPY).account).to_message())

    attack(house, changing(pb.GetBundleRequest, weaker_roster), "CRYPTO_DOWNGRADE")

    def weaker_epoch(bundle: Any) -> None:
        epoch = pb.Epoch.FromString(bundle.epoch.body)
        epoch.suite, epoch.epoch, epoch.previous = 0, epoch.epoch + 1, wire.body_hash(bundle.epoch.body)
        _sign_as(house, AUTHOR, bundle.epoch, Domain.EPOCH, epoch)

    attack(house, changing(pb.GetBundleRequest, weaker_epoch), "CRYPTO_DOWNGRADE")


def _sign_as(house: Household, name: str, signed: pb.Signed, domain: Domain, body: Any) -> None:
    key = load_identity(house.vaults[name].database).sign_key
    signed.body = body.SerializeToString(deterministic=True)
    signed.signature, signed.signer = wire.sign_message(domain, signed.body, key), bytes(key.verify_key)


def test_a_key_that_somebody_else_sealed_is_refused(house: Household) -> None:
    """The mirror may seal boxes to anyone: it cannot sign the epoch, nor make its key the one that is named."""
    atom = house.remember(AUTHOR, "The gate code is 4711")
    house.settle()
    house.forget(AUTHOR, atom.atom_id)
    house.sync(AUTHOR)
    vault_id = house.vaults[AUTHOR].vault_id

    def foreign(signer: Any, named: bool) -> Callable[[Any], None]:
        def change(bundle: Any) -> None:
            roster = decode_roster(bundle.roster.body)
            honest = pb.Epoch.FromString(bundle.epoch.body)
            made = make_epoch(vault_id, honest.epoch, b"", roster, b"k" * 32, bundle.token, lambda n: b"r" * n, signer)
            epoch = pb.Epoch.FromString(made.body)
            epoch.previous = honest.previous
            if named:
                epoch.key_id = honest.key_id
            bundle.epoch.body = epoch.SerializeToString(deterministic=True)
            bundle.epoch.signature = wire.sign_message(Domain.EPOCH, bundle.epoch.body, signer)
            bundle.epoch.signer = bytes(signer.verify_key)

        return change

    author = load_identity(house.vaults[AUTHOR].database).sign_key
    for change, code in (
        (foreign(THIEF.sign, named=False), "ROSTER_UNSIGNED"),
        (foreign(author, named=True), "E2EE_AAD_MISMATCH"),
    ):
        before = known_before(house, VICTIM)
        house.mirror.tamper = changing(pb.GetBundleRequest, change)
        with pytest.raises(SyncError) as refused:
            house.sync(VICTIM)
        house.mirror.tamper = None
        assert refused.value.code == code
        assert known_before(house, VICTIM) == before

    def other_token(bundle: Any) -> None:
        bundle.token = b"t" * 32

    attack(house, changing(pb.GetBundleRequest, other_token), "E2EE_AAD_MISMATCH")


def test_page_keys_that_were_swapped_or_held_back_are_refused(house: Household) -> None:
    after_a_talk(house)

    def swap(bundle: Any) -> None:
        one, other = bundle.pages[0], bundle.pages[-1]
        mine, theirs = one.box, other.box
        one.box, other.box = theirs, mine

    house.settle()
    attack(house, changing(pb.GetBundleRequest, swap), "E2EE_AAD_MISMATCH")
    after_a_talk(house)
    author = bytes.fromhex(house.vaults[AUTHOR].device_id)

    def hold_back(bundle: Any) -> None:
        kept = [copied(page) for page in bundle.pages if page.device_id != author]
        del bundle.pages[:]
        bundle.pages.extend(kept)

    attack(house, changing(pb.GetBundleRequest, hold_back), "E2EE_AAD_MISMATCH")


@pytest.mark.parametrize("field", ["seq", "at_ms", "epoch", "vault_id", "seen"])
def test_a_checkpoint_that_was_changed_under_its_signature_is_refused(house: Household, field: str) -> None:
    after_a_talk(house)

    def change(bundle: Any) -> None:
        signed = own_checkpoint(house, AUTHOR, bundle)
        body = pb.Checkpoint.FromString(signed.body)
        if field == "vault_id":
            body.vault_id = bytes(16)
        elif field == "seen":
            body.seen.add(device_id=bytes(16), seq=1, chain=bytes(32))
        else:
            setattr(body, field, getattr(body, field) - 1)
        signed.body = body.SerializeToString(deterministic=True)

    attack(house, changing(pb.GetBundleRequest, change), "CHAIN_BROKEN")


def test_a_checkpoint_of_somebody_else_is_refused(house: Household) -> None:
    def strange(bundle: Any) -> None:
        signed = own_checkpoint(house, AUTHOR, bundle)
        checkpoint = decode_checkpoint(signed.body)
        signed.CopyFrom(sign_checkpoint(checkpoint, THIEF.sign).to_message())

    attack(house, changing(pb.GetBundleRequest, strange), "ROSTER_UNSIGNED")


def test_two_stories_told_to_two_devices_are_found_out_when_their_checkpoints_meet(
    trio: Household, quick_disk: Path
) -> None:
    """The author's disk was copied. One mirror takes both, and shows each of the others another of the two."""
    other = quick_disk / "other-story"
    shutil.copytree(trio.state(AUTHOR), other)
    dark = quick_disk / "dark-mirror"
    trio.mirror.back_up(dark)
    trio.remember(AUTHOR, "The boat is blue")
    trio.sync(AUTHOR, VICTIM)
    trio.mirror.back_up(quick_disk / "light")
    trio.mirror.come_back_from(dark)
    author = trio.vaults.pop(AUTHOR)
    trio.vaults[AUTHOR] = Vault.open(other, now_ms=trio.now())
    trio.remember(AUTHOR, "The boat is gone")
    trio.sync(AUTHOR, THIRD)
    trio.remember(THIRD, "It rained today")
    trio.sync(THIRD)
    trio.vaults.pop(AUTHOR).close()
    trio.vaults[AUTHOR] = author
    dark_bundle = bundle_of(trio, THIRD)
    trio.mirror.come_back_from(quick_disk / "light")

    def meet(bundle: Any) -> None:
        own_checkpoint(trio, THIRD, bundle).CopyFrom(own_checkpoint(trio, THIRD, dark_bundle))

    before = known_before(trio, VICTIM)
    trio.mirror.tamper = changing(pb.GetBundleRequest, meet)
    with pytest.raises(SyncError) as refused:
        trio.sync(VICTIM)
    assert refused.value.code == "HEAD_FORK"
    assert known_before(trio, VICTIM) == before
    for folder in (other, dark, quick_disk / "light"):
        shutil.rmtree(folder)
