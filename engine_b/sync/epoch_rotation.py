"""Adapter: makes a new epoch (research: reliability 2.2, 2.3): pages that lost an op get a new key.

After it the mirror has nothing that opens an erased op: its payload was deleted with the erasing op, its wrap and the
page key with the page, the content key's copies with the epoch, and the token under which they were sealed.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from nacl.utils import random as random_bytes

from engine_b.crypto.sealing import KEY_BYTES, NONCE_BYTES
from engine_b.crypto.signed_message import SignedBody
from engine_b.protocol.checkpoint import Erasure, accept_erasure
from engine_b.protocol.epochs import make_epoch, wrap_data_key
from engine_b.protocol.ledger import EventDraft
from engine_b.storage.database import Database
from engine_b.storage.device_identity import DeviceIdentity
from engine_b.sync import membership, outbox
from engine_b.sync.membership import PageKey
from engine_b.sync.mirror_state import MirrorState
from engine_b.sync.push_builder import wrap_page_message
from engine_b.writes.transaction import VaultTransaction
from protos import wire
from protos.selene.mirror.v1 import mirror_service_pb2 as pb


@dataclass(frozen=True, slots=True, repr=False)
class Rotation:
    """A requested rotation, with the records to store once the mirror has done it."""

    request: pb.RotateRequest
    epoch_signed: SignedBody
    number: int
    content_key: bytes
    token: bytes
    pages: tuple[PageKey, ...]


def prepare_rotation(
    database: Database, vault_id: bytes, bundle: MirrorState, own: DeviceIdentity, mirrored: Collection[tuple[str, int]]
) -> Rotation:
    """Makes the next epoch for the roster's active devices and the words. `mirrored` are the pages of the mirror."""
    number, content_key, token = bundle.epoch.number + 1, random_bytes(KEY_BYTES), random_bytes(KEY_BYTES)
    signed = make_epoch(
        vault_id, number, bundle.epoch_signed.body, bundle.roster, content_key, token, random_bytes, own.sign_key
    )
    known = membership.load_page_keys(database)
    torn = {(page.device_id, page.page) for page in pages_to_renew(database, mirrored)}
    pages = tuple(_renew_page(known[each], number, torn) for each in sorted(mirrored) if each in known)
    ends = {who: reached.seq for who, reached in outbox.load_chain_positions(database).items()}
    renewed = (page for page in pages if (page.device_id, page.page) in torn)
    wraps = [
        wrap for page in renewed for wrap in _data_key_wraps(database, vault_id, page, ends.get(page.device_id, 0))
    ]
    request = pb.RotateRequest(
        epoch=signed.to_message(),
        token=token,
        pages=[wrap_page_message(page, content_key, vault_id, number) for page in pages],
        wraps=wraps,
    )
    return Rotation(request, signed, number, content_key, token, pages)


def keep_rotation(recorder: VaultTransaction, bundle: MirrorState, made: Rotation, answer: SignedBody) -> int:
    """Stores the new epoch and the mirror's signed erasure; returns how many ops it names. Raises AckForged."""
    erased = accept_erasure(answer, bundle.mirror_key, bundle.roster.vault_id, made.number)
    database = recorder.database
    membership.keep_account(database, bundle.roster_signed, made.epoch_signed, made.token, made.content_key)
    for page in made.pages:
        membership.keep_page_key(database, page)
        where = (page.stale, page.device_id, page.page)
        database.run("UPDATE page_key SET stale = ? WHERE device_id = ? AND page = ?", where)
    _keep_erasure(recorder, erased, answer)
    return len(erased.op_ids)


def recover_erasure(recorder: VaultTransaction, bundle: MirrorState) -> int:
    """Stores the mirror's signed erasure of the current epoch when this device lacks it: another device rotated, or the
    answer to its own rotation was lost. Returns how many ops it names.

    Every device stores it before it can end that epoch, so none is lost to the account.
    """
    if bundle.erasure is None or _kept_erasure(recorder.database, bundle.erasure):
        return 0
    erased = accept_erasure(bundle.erasure, bundle.mirror_key, bundle.roster.vault_id, bundle.epoch.number)
    _keep_erasure(recorder, erased, bundle.erasure)
    return len(erased.op_ids)


def _kept_erasure(database: Database, signed: SignedBody) -> bool:
    return database.row("SELECT 1 FROM erasure WHERE body = ?", (signed.body,)) is not None


def _keep_erasure(recorder: VaultTransaction, erased: Erasure, signed: SignedBody) -> None:
    row = (erased.epoch, signed.body, signed.signature, signed.signer)
    recorder.database.run("INSERT OR REPLACE INTO erasure VALUES (?, ?, ?, ?)", row)
    facts = (("epoch", erased.epoch), ("ops", len(erased.op_ids)))
    recorder.append(EventDraft("MIRROR_ERASED", "EPOCH_ENDED", f"epoch:{erased.epoch}", facts=facts))


def pages_to_renew(database: Database, mirrored: Collection[tuple[str, int]]) -> tuple[PageKey, ...]:
    """Returns pages of the mirror that lost an op and may get a new key now.

    Another device may be writing on its last page at this moment. When the mirror has wraps of that page it notices a
    missing one; while the page has no living op it cannot, so such a page waits.
    """
    stale = (page for each, page in membership.load_page_keys(database).items() if page.stale and each in mirrored)
    return tuple(page for page in stale if database.row(_MAY_BE_RENEWED, (page.device_id, page.page)))


_MAY_BE_RENEWED = """
SELECT 1 FROM op o WHERE o.device_id = ?1 AND (
    ?1 = (SELECT i.device_id FROM identity i) OR o.seq > (?2 + 1) * 256
    OR ((o.seq - 1) / 256 = ?2 AND o.dek IS NOT NULL)
) LIMIT 1
"""


def _renew_page(page: PageKey, epoch: int, torn: Collection[tuple[str, int]]) -> PageKey:
    """Returns the page in the new epoch: with a new key when it lost an op."""
    lost = (page.device_id, page.page) in torn
    return replace(page, key=random_bytes(KEY_BYTES) if lost else page.key, epoch=epoch, stale=page.stale and not lost)


def _data_key_wraps(database: Database, vault_id: bytes, page: PageKey, end: int) -> list[pb.Wrap]:
    """Wraps the data keys of the page's living ops under its new key; `end` is the last op that the mirror has."""
    rows = database.rows(
        "SELECT op_id, dek FROM op WHERE device_id = ? AND seq > ? AND seq <= ? AND dek IS NOT NULL ORDER BY seq",
        (page.device_id, page.page * wire.PAGE_OPS, min((page.page + 1) * wire.PAGE_OPS, end)),
    )
    return [
        pb.Wrap(
            op_id=bytes.fromhex(op_id),
            box=wrap_data_key(dek, page.key, vault_id, bytes.fromhex(op_id), random_bytes(NONCE_BYTES)),
        )
        for op_id, dek in rows
    ]
