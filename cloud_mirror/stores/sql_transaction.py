"""Adapter: a transaction of the mirror in SQL, over a session that executes statements (both stores)."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Protocol, TypeVar

from cloud_mirror.core.policy import BATCH_ROWS
from cloud_mirror.core.records import (
    AccountRecord,
    ChainedOp,
    DeviceRecord,
    InvitationRecord,
    OpPlacement,
    StoredHead,
    VaultRecord,
)
from cloud_mirror.rules.push import page_of_seq
from cloud_mirror.stores import sql
from protos.selene.mirror.v1.mirror_service_pb2 import Op, PageKey, Signed, Wrap
from protos.wire import GENESIS, ID_BYTES, PAGE_OPS

Value = bytes | int | str
Row = tuple[Value, ...]
T = TypeVar("T")


class SqlSession(Protocol):
    """A connection in a transaction. Statements are written with `?`."""

    def rows(self, statement: str, params: Sequence[Value] = ()) -> list[Row]:
        """Returns the rows of a query."""
        ...

    def run(self, statement: str, params: Sequence[Value]) -> None:
        """Executes a statement once."""
        ...

    def run_many(self, statement: str, params: Sequence[Sequence[Value]]) -> None:
        """Executes a statement for each of the parameters, at most BATCH of them."""
        ...


class SqlTransaction:
    """Implements `ReadTransaction` and `WriteTransaction` of ports.py. The tokens may be in a session of their own."""

    def __init__(self, session: SqlSession, tokens: SqlSession) -> None:
        self._session, self._tokens = session, tokens
        self.writes = 0
        self.erased_something = False
        """Whether something was destroyed that must be scrubbed from the disk, too."""
        self.kept_tokens: dict[bytes, int] = {}
        """By vault: the epoch whose token stays."""

    # Reading ---------------------------------------------------------------------------------------------------

    def vault(self, vault_id: bytes) -> VaultRecord | None:
        """Returns the record of an account's vault."""
        for found, account, roster, epoch, erasure in self._session.rows(sql.VAULT, (vault_id,)):
            return VaultRecord(
                _bytes(found),
                _bytes(account),
                _signed(roster),
                _signed(epoch),
                _signed(erasure) if _bytes(erasure) else None,
            )
        return None

    def account(self, account_key: bytes) -> AccountRecord | None:
        """Returns an account by its public key."""
        for key, vault_id, failures, until in self._session.rows(sql.ACCOUNT, (account_key,)):
            return AccountRecord(_bytes(key), _bytes(vault_id), int(failures), int(until))
        return None

    def device(self, device_id: bytes) -> DeviceRecord | None:
        """Returns a device that has a certificate."""
        for row in self._session.rows(sql.DEVICE, (device_id,)):
            return DeviceRecord(*map(_bytes, row))
        return None

    def invitation(self, invitation_id: bytes) -> InvitationRecord | None:
        """Returns a used invitation."""
        for found, by, account, nonce, expires, claim in self._session.rows(sql.INVITATION, (invitation_id,)):
            return InvitationRecord(
                _bytes(found), _bytes(by), _bytes(account), _bytes(nonce), int(expires), _bytes(claim)
            )
        return None

    def token(self, vault_id: bytes, epoch: int) -> bytes:
        """Returns the erasure token of an epoch."""
        found = self._tokens.rows(sql.TOKEN, (vault_id, epoch))
        return _bytes(found[0][0]) if found else b""

    def head(self, vault_id: bytes, device_id: bytes) -> StoredHead:
        """Returns the head of a device."""
        found = self._session.rows(sql.HEAD, (vault_id, device_id))
        return _head(found[0]) if found else StoredHead(device_id, 0, GENESIS, None)

    def heads(self, vault_id: bytes) -> list[StoredHead]:
        """Returns all heads of a vault, by device id."""
        return [_head(row) for row in self._session.rows(sql.HEADS, (vault_id,))]

    def chains(self, vault_id: bytes, device_id: bytes, first: int, last: int) -> dict[int, bytes]:
        """Returns chain hashes by seq; before the first op the genesis hash."""
        found = self._session.rows(sql.CHAINS, (vault_id, device_id, first, last))
        start = {0: GENESIS} if first <= 0 else {}
        return start | {int(seq): _bytes(chain) for seq, chain in found}

    def known(self, vault_id: bytes, op_ids: Sequence[bytes]) -> set[bytes]:
        """Returns those of these op ids that are stored."""
        return {_bytes(row[0]) for row in self._among(sql.KNOWN, vault_id, op_ids)}

    def erased(self, vault_id: bytes, op_ids: Sequence[bytes]) -> set[bytes]:
        """Returns those of these op ids that were erased."""
        return {_bytes(row[0]) for row in self._among(sql.ERASED, vault_id, op_ids)}

    def erased_under(self, vault_id: bytes, epoch: int) -> list[bytes]:
        """Returns the op ids that were erased in an epoch."""
        return [_bytes(row[0]) for row in self._session.rows(sql.ERASED_UNDER, (vault_id, epoch))]

    def pages(self, vault_id: bytes) -> list[PageKey]:
        """Returns all page keys of a vault."""
        return [
            PageKey(device_id=_bytes(device), page=int(page), epoch=int(epoch), box=_bytes(box))
            for device, page, epoch, box in self._session.rows(sql.PAGES, (vault_id,))
        ]

    def page_boxes(self, vault_id: bytes, device_id: bytes, first: int, last: int) -> dict[int, bytes]:
        """Returns sealed page keys by page."""
        found = self._session.rows(sql.PAGE_BOXES, (vault_id, device_id, first, last))
        return {int(page): _bytes(box) for page, box in found}

    def placed(self, vault_id: bytes, op_ids: Sequence[bytes]) -> list[OpPlacement]:
        """Returns device, seq and page of these living ops."""
        found = self._among(sql.PLACED, vault_id, op_ids)
        return [OpPlacement(_bytes(op_id), _bytes(device), page_of_seq(int(seq))) for op_id, device, seq in found]

    def living(self, vault_id: bytes, device_id: bytes, page: int) -> set[bytes]:
        """Returns the op ids of a page that have a key wrap."""
        first = page * PAGE_OPS + 1
        found = self._session.rows(sql.LIVING, (vault_id, device_id, first, first + PAGE_OPS - 1))
        return {_bytes(row[0]) for row in found}

    def ops(self, vault_id: bytes, device_id: bytes, after: int, through: int, *, count: int, size: int) -> list[Op]:
        """Returns ops in order, cut by number and size before they are read."""
        end, space = after, size
        for seq, length in self._session.rows(sql.SIZES, (vault_id, device_id, after, through, count)):
            space -= int(length)
            if space < 0 and end > after:
                break
            end = int(seq)
        return [_op(row) for row in self._session.rows(sql.OPS, (vault_id, device_id, after, end))]

    # Writing ---------------------------------------------------------------------------------------------------

    def new_vault(self, vault: VaultRecord) -> None:
        """Stores a vault and its account."""
        roster, epoch = vault.roster.SerializeToString(), vault.epoch.SerializeToString()
        self._run(sql.NEW_VAULT, (vault.vault_id, vault.account_key, roster, epoch, b""))
        self.put_account(AccountRecord(vault.account_key, vault.vault_id))

    def put_device(self, device: DeviceRecord) -> None:
        """Stores a device with its certificate."""
        self._run(sql.PUT_DEVICE, (device.device_id, device.vault_id, device.certificate))

    def put_account(self, account: AccountRecord) -> None:
        """Stores failures and lock of an account."""
        row = (account.account_key, account.vault_id, account.failures, account.locked_until_ms)
        self._run(sql.PUT_ACCOUNT, row)

    def put_invitation(self, invitation: InvitationRecord) -> None:
        """Stores a used invitation."""
        given = invitation
        row = (given.id, given.spent_by, given.account_key, given.nonce, given.expires_ms, given.claim)
        self._run(sql.PUT_INVITATION, row)

    def put_ops(self, vault_id: bytes, device_id: bytes, ops: Sequence[ChainedOp]) -> None:
        """Stores new ops of a device."""
        self._run_many(sql.NEW_OP, (_op_row(vault_id, device_id, link) for link in ops))

    def put_head(self, vault_id: bytes, head: StoredHead) -> None:
        """Stores the head of a device."""
        checkpoint = head.checkpoint.SerializeToString() if head.checkpoint else b""
        self._run(sql.PUT_HEAD, (vault_id, head.device_id, head.seq, head.chain, checkpoint))
        self._run(sql.TAKE_TURN, (vault_id,))

    def put_pages(self, vault_id: bytes, pages: Iterable[PageKey]) -> None:
        """Replaces page keys."""
        self._run_many(sql.PUT_PAGE, ((vault_id, page.device_id, page.page, page.epoch, page.box) for page in pages))

    def erase(self, vault_id: bytes, epoch: int, op_ids: Sequence[bytes]) -> None:
        """Destroys payload and key wrap of these ops, and stores their ids."""
        self.erased_something |= bool(op_ids)
        self._run_many(sql.REMEMBER_ERASED, ((vault_id, op_id, epoch) for op_id in op_ids))
        self._run_many(sql.DESTROY, ((b"", b"", vault_id, op_id) for op_id in op_ids))

    def put_roster(self, vault_id: bytes, roster: Signed) -> None:
        """Stores the next roster."""
        self._run(sql.SET_ROSTER, (roster.SerializeToString(), vault_id))

    def put_wraps(self, vault_id: bytes, wraps: Iterable[Wrap]) -> None:
        """Replaces key wraps."""
        self._run_many(sql.PUT_WRAP, ((wrap.box, vault_id, wrap.op_id) for wrap in wraps))

    def put_epoch(self, vault_id: bytes, epoch: Signed, erasure: Signed) -> None:
        """Replaces the epoch."""
        self.erased_something = True
        self._run(sql.SET_EPOCH, (epoch.SerializeToString(), erasure.SerializeToString(), vault_id))

    def put_token(self, vault_id: bytes, epoch: int, token: bytes) -> None:
        """Stores the token of an epoch; the store destroys the others at the commit."""
        self.writes += 1
        self._tokens.run(sql.PUT_TOKEN, (vault_id, epoch, token))
        self.kept_tokens[vault_id] = epoch

    def _run(self, statement: str, params: Sequence[Value]) -> None:
        self.writes += 1
        self._session.run(statement, params)

    def _run_many(self, statement: str, params: Iterable[Sequence[Value]]) -> None:
        for batch in _batches(params):
            self.writes += 1
            self._session.run_many(statement, batch)

    def _among(self, statement: str, vault_id: bytes, op_ids: Sequence[bytes]) -> Iterator[Row]:
        for batch in _batches(op_ids):
            asked = statement.format(", ".join(["(?)"] * len(batch)))
            yield from self._session.rows(asked, (*batch, vault_id))


def digest_of(rows: Callable[[str, str], Iterable[Row]]) -> str:
    """Returns one hex digest of all tables; `rows` gets the name of a table and its statement."""
    hashed = hashlib.blake2b(digest_size=32)
    for table, statement in sql.DUMP.items():
        for row in rows(table, statement):
            hashed.update(f"{table} {len(row)}".encode())
            for value in row:
                raw = value if isinstance(value, bytes) else str(value).encode()
                hashed.update(len(raw).to_bytes(8, "big"))
                hashed.update(raw)
    return hashed.hexdigest()


def _batches(values: Iterable[T]) -> Iterator[list[T]]:
    left = iter(values)
    while batch := list(islice(left, BATCH_ROWS)):
        yield batch


def _bytes(value: Value) -> bytes:
    if not isinstance(value, bytes):
        raise TypeError("the store gave no bytes where bytes were put")
    return value


def _signed(value: Value) -> Signed:
    return Signed.FromString(_bytes(value))


def _head(row: Row) -> StoredHead:
    device, seq, chain, checkpoint = row
    return StoredHead(_bytes(device), int(seq), _bytes(chain), _signed(checkpoint) if checkpoint else None)


def _op(row: Row) -> Op:
    op_id, seq, txn_id, txn_end, payload, payload_hash, wrap, erases, erased = row
    targets = _bytes(erases)
    return Op(
        op_id=_bytes(op_id),
        seq=int(seq),
        txn_id=int(txn_id),
        txn_end=bool(txn_end),
        payload=_bytes(payload),
        payload_hash=_bytes(payload_hash),
        wrap=_bytes(wrap),
        erases=[targets[at : at + ID_BYTES] for at in range(0, len(targets), ID_BYTES)],
        erased=bool(erased),
    )


def _op_row(vault_id: bytes, device_id: bytes, link: ChainedOp) -> Row:
    op = link.op
    return (
        vault_id,
        device_id,
        op.seq,
        op.op_id,
        op.txn_id,
        int(op.txn_end),
        op.payload,
        op.payload_hash,
        op.wrap,
        b"".join(op.erases),
        int(op.erased),
        link.chain,
    )
