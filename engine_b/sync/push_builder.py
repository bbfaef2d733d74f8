"""Adapter: builds the push request of this device: wraps data keys of ops under the keys of their pages."""

from __future__ import annotations

from collections.abc import Collection

from nacl.utils import random as random_bytes

from engine_b.crypto.sealing import KEY_BYTES, NONCE_BYTES
from engine_b.protocol.epochs import wrap_data_key, wrap_page_key
from engine_b.protocol.sync_protocol import PushBatch, QueuedOp
from engine_b.storage.database import Database
from engine_b.sync import membership
from engine_b.sync.membership import PageKey
from engine_b.sync.mirror_state import MirrorState
from protos import wire
from protos.selene.mirror.v1 import mirror_service_pb2 as pb


def build_push_request(
    database: Database, vault_id: bytes, bundle: MirrorState, batch: PushBatch, mirrored: Collection[tuple[str, int]]
) -> pb.PushRequest:
    """Builds the request, without its checkpoint, and stores new page keys first. `mirrored` is what the mirror has.

    A page of which only erased ops are pushed needs no key yet.
    """
    own = _own_device(database)
    keys = membership.load_page_keys(database)
    pages = sorted(living_pages(batch))
    for page in pages:
        if (own, page) not in keys:
            keys[(own, page)] = PageKey(own, page, random_bytes(KEY_BYTES), bundle.epoch.number, stale=False)
            membership.keep_page_key(database, keys[(own, page)])
    return pb.PushRequest(
        ops=[_op(op, keys.get((own, _page_of(op))), vault_id) for op in batch.ops],
        pages=[
            wrap_page_message(keys[(own, page)], bundle.content_key, vault_id, bundle.epoch.number)
            for page in pages
            if (own, page) not in mirrored
        ],
        epoch=bundle.epoch.number,
    )


def living_pages(batch: PushBatch) -> set[int]:
    """Returns the pages of the batch's ops that are not erased."""
    return {_page_of(op) for op in batch.ops if _living(op)}


def wrap_page_message(page: PageKey, content_key: bytes, vault_id: bytes, epoch: int) -> pb.PageKey:
    """Wraps a page key under an epoch's content key."""
    device_id = bytes.fromhex(page.device_id)
    nonce = random_bytes(NONCE_BYTES)
    box = wrap_page_key(page.key, content_key, vault_id, device_id, page.page, epoch, nonce)
    return pb.PageKey(device_id=device_id, page=page.page, epoch=epoch, box=box)


def _page_of(op: QueuedOp) -> int:
    return (op.seq - 1) // wire.PAGE_OPS


def _living(op: QueuedOp) -> bool:
    return bool(op.payload) and op.dek is not None


def _op(op: QueuedOp, page: PageKey | None, vault_id: bytes) -> pb.Op:
    """Builds an op for the wire. An erased one has only its place in the chain."""
    op_id, living, wrap = bytes.fromhex(op.op_id), _living(op), b""
    if living and op.dek and page:
        wrap = wrap_data_key(op.dek, page.key, vault_id, op_id, random_bytes(NONCE_BYTES))
    return pb.Op(
        op_id=op_id,
        seq=op.seq,
        txn_id=op.txn_id,
        txn_end=op.txn_end,
        payload=op.payload if living else b"",
        payload_hash=op.payload_hash,
        wrap=wrap,
        erases=[bytes.fromhex(erased) for erased in op.erases],
        erased=not living,
    )


def _own_device(database: Database) -> str:
    row = database.row("SELECT device_id FROM identity")
    assert row
    return str(row[0])
