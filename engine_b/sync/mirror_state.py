"""Adapter: verifies the mirror's bundle against this device's records (research: reliability 2.4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from nacl.public import PrivateKey

from engine_b.core.sync_errors import DeviceRevoked, E2eeAadMismatch, EpochRollback, MirrorUnreachable
from engine_b.crypto.signed_message import SignedBody
from engine_b.protocol.checkpoint import (
    Checkpoint,
    HeadWitness,
    accept_erasure,
    accept_final_checkpoint,
    decode_checkpoint,
)
from engine_b.protocol.epochs import EpochRecord, accept_epoch, open_content_key, unwrap_page_key
from engine_b.protocol.roster import Roster, accept_roster
from engine_b.storage.database import Database
from engine_b.storage.device_identity import load_identity
from engine_b.sync import membership
from engine_b.sync.membership import PageKey
from protos.selene.mirror.v1 import mirror_service_pb2 as pb

_NO_TOKEN = (
    "The mirror has lost its part of the keys, so that nothing from it opens here. Nothing was changed; sync a device "
    "that was in step with it, which makes new keys, and then try again."
)


@dataclass(frozen=True, slots=True, repr=False)
class MirrorState:
    """The verified content of a bundle."""

    roster: Roster
    roster_signed: SignedBody
    epoch: EpochRecord
    epoch_signed: SignedBody
    token: bytes
    content_key: bytes
    pages: Mapping[tuple[str, int], PageKey]
    checkpoints: Mapping[bytes, Checkpoint]
    """The newest checkpoint of each device."""
    mirror_key: bytes
    erasure: SignedBody | None = None
    """The mirror's signed erasure of everything before the epoch; None when no rotation made the epoch."""
    past_end: bool = False
    """Whether a revoked device continued after its end, so that ops it erased are missing without a known erasure."""
    token_lost: bool = False
    """Whether the mirror has lost the epoch's token, so that only devices that know the content key can read."""

    def page_key(self, device_id: str, page: int) -> bytes:
        """Returns the key of a page. Raises E2eeAadMismatch when the mirror gave none."""
        found = self.pages.get((device_id, page))
        if found is None:
            raise E2eeAadMismatch
        return found.key

    def witnesses(self, who: bytes) -> tuple[HeadWitness, ...]:
        """Returns what the other devices have seen of one."""
        return tuple(seen for end in self.checkpoints.values() for seen in end.seen if seen.device_id == who)


def verify_mirror_state(database: Database, vault_id: bytes, answer: pb.GetBundleResponse) -> MirrorState:
    """Verifies a bundle for this device. Raises a SyncError and changes nothing."""
    own = load_identity(database)
    return verify_for_reader(database, vault_id, answer, own.device_id, own.box_key)


def verify_for_reader(
    database: Database, vault_id: bytes, answer: pb.GetBundleResponse, reader: bytes, box_key: PrivateKey
) -> MirrorState:
    """Verifies a bundle against this vault's account, for a device id or the words. Raises a SyncError."""
    known, mirror = membership.load_account(database), membership.load_paired_mirror(database)
    if mirror is None:
        raise MirrorUnreachable("This device is not paired with a mirror yet. Pair it with: selene pair.")
    signed = SignedBody.from_message(answer.roster)
    roster = accept_roster(signed, (known.roster, known.roster_signed.body), known.roster.account_key)
    member = roster.member(reader)
    if member is not None and member.revoked:
        raise DeviceRevoked
    return open_mirror_state(answer, roster, reader, box_key, vault_id, mirror.mirror_key, known)


def open_mirror_state(
    answer: pb.GetBundleResponse,
    roster: Roster,
    reader: bytes,
    box_key: PrivateKey,
    vault_id: bytes,
    mirror_key: bytes,
    known: membership.Account | None,
) -> MirrorState:
    """Opens the bundle as `reader` (a device id, or the words)."""
    signed = SignedBody.from_message(answer.epoch)
    epoch = accept_epoch(signed, roster, (known.epoch.number, known.epoch_signed.body) if known else None)
    if known and epoch.number == known.epoch.number:
        content_key, token = known.content_key, known.token
    elif answer.token:
        content_key, token = open_content_key(epoch, reader, box_key, answer.token), answer.token
    else:
        raise E2eeAadMismatch(_NO_TOKEN)
    ends = [accept_final_checkpoint(SignedBody.from_message(each), roster, vault_id) for each in answer.checkpoints]
    told = [decode_checkpoint(each.body).seq for each in answer.checkpoints]
    return MirrorState(
        roster,
        SignedBody.from_message(answer.roster),
        epoch,
        signed,
        token,
        content_key,
        _opened_page_keys(answer, epoch.number, content_key, vault_id),
        {end.device_id: end for end in ends},
        mirror_key,
        _erasure(answer, mirror_key, vault_id, epoch.number),
        past_end=told != [end.seq for end in ends],
        token_lost=token != answer.token,
    )


def _erasure(answer: pb.GetBundleResponse, mirror_key: bytes, vault_id: bytes, epoch: int) -> SignedBody | None:
    if not answer.HasField("erasure"):
        return None
    signed = SignedBody.from_message(answer.erasure)
    accept_erasure(signed, mirror_key, vault_id, epoch)
    return signed


def store_mirror_state(database: Database, bundle: MirrorState) -> None:
    """Stores the verified roster, epoch and page keys."""
    membership.keep_account(database, bundle.roster_signed, bundle.epoch_signed, bundle.token, bundle.content_key)
    for page in bundle.pages.values():
        membership.keep_page_key(database, page)


def _opened_page_keys(
    answer: pb.GetBundleResponse, epoch: int, content_key: bytes, vault_id: bytes
) -> dict[tuple[str, int], PageKey]:
    pages = {}
    for page in answer.pages:
        if page.epoch != epoch:
            raise EpochRollback
        key = unwrap_page_key(page.box, content_key, vault_id, page.device_id, page.page, epoch)
        pages[(page.device_id.hex(), page.page)] = PageKey(page.device_id.hex(), page.page, key, epoch, stale=False)
    return pages
