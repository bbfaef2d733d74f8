"""Pure: the ports of the mirror, as Protocols. `Store` has two implementations; one test suite runs against both."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol, TypeVar

from cloud_mirror.core.records import (
    AccountRecord,
    ChainedOp,
    DeviceRecord,
    InvitationRecord,
    OpPlacement,
    StoredHead,
    VaultRecord,
)
from protos.selene.mirror.v1.mirror_service_pb2 import Op, PageKey, Signed, Wrap
from protos.wire import Domain

T = TypeVar("T")


class MirrorClock(Protocol):
    """The time."""

    def now_ms(self) -> int:
        """Milliseconds since 1970."""
        ...


class ReadTransaction(Protocol):
    """A consistent view of the store at one moment."""

    def vault(self, vault_id: bytes) -> VaultRecord | None:
        """Returns the record of an account's vault."""
        ...

    def account(self, account_key: bytes) -> AccountRecord | None:
        """Returns an account by its public key."""
        ...

    def device(self, device_id: bytes) -> DeviceRecord | None:
        """Returns a device that has a certificate."""
        ...

    def invitation(self, invitation_id: bytes) -> InvitationRecord | None:
        """Returns a used invitation; None while it is unused."""
        ...

    def token(self, vault_id: bytes, epoch: int) -> bytes:
        """Returns the erasure token of an epoch; empty when it is destroyed."""
        ...

    def head(self, vault_id: bytes, device_id: bytes) -> StoredHead:
        """Returns the last stored op of a device; seq 0 and the genesis hash without any."""
        ...

    def heads(self, vault_id: bytes) -> list[StoredHead]:
        """Returns all heads of a vault, by device id."""
        ...

    def chains(self, vault_id: bytes, device_id: bytes, first: int, last: int) -> dict[int, bytes]:
        """Returns chain hashes by seq."""
        ...

    def known(self, vault_id: bytes, op_ids: Sequence[bytes]) -> set[bytes]:
        """Returns those of these op ids that are stored in this vault."""
        ...

    def erased(self, vault_id: bytes, op_ids: Sequence[bytes]) -> set[bytes]:
        """Returns those of these op ids that were erased, also when the op never arrived."""
        ...

    def erased_under(self, vault_id: bytes, epoch: int) -> list[bytes]:
        """Returns the op ids that were erased in an epoch, in order."""
        ...

    def pages(self, vault_id: bytes) -> list[PageKey]:
        """Returns all page keys of a vault, by device and page."""
        ...

    def page_boxes(self, vault_id: bytes, device_id: bytes, first: int, last: int) -> dict[int, bytes]:
        """Returns the sealed page keys of one device, by page."""
        ...

    def placed(self, vault_id: bytes, op_ids: Sequence[bytes]) -> list[OpPlacement]:
        """Returns device, seq and page of these ops; erased and unknown ones are left out."""
        ...

    def living(self, vault_id: bytes, device_id: bytes, page: int) -> set[bytes]:
        """Returns the op ids of a page that have a key wrap."""
        ...

    def ops(self, vault_id: bytes, device_id: bytes, after: int, through: int, *, count: int, size: int) -> list[Op]:
        """Returns ops in order, at most `count` and at most `size` bytes, but at least one."""
        ...


class WriteTransaction(ReadTransaction, Protocol):
    """One transaction. A call refuses before its first write; `writes` counts the writes."""

    writes: int

    def new_vault(self, vault: VaultRecord) -> None:
        """Stores a vault and its account."""
        ...

    def put_device(self, device: DeviceRecord) -> None:
        """Stores a device with its certificate."""
        ...

    def put_account(self, account: AccountRecord) -> None:
        """Stores failures and lock of an account."""
        ...

    def put_invitation(self, invitation: InvitationRecord) -> None:
        """Stores a used invitation."""
        ...

    def put_ops(self, vault_id: bytes, device_id: bytes, ops: Sequence[ChainedOp]) -> None:
        """Stores new ops of a device."""
        ...

    def put_head(self, vault_id: bytes, head: StoredHead) -> None:
        """Stores the head of a device. Every push ends with it, so that two pushes of a vault conflict."""
        ...

    def put_pages(self, vault_id: bytes, pages: Iterable[PageKey]) -> None:
        """Stores page keys; existing ones are replaced."""
        ...

    def erase(self, vault_id: bytes, epoch: int, op_ids: Sequence[bytes]) -> None:
        """Destroys payload and key wrap of these ops, and stores their ids for ops that arrive later."""
        ...

    def put_roster(self, vault_id: bytes, roster: Signed) -> None:
        """Stores the next roster."""
        ...

    def put_wraps(self, vault_id: bytes, wraps: Iterable[Wrap]) -> None:
        """Replaces key wraps."""
        ...

    def put_epoch(self, vault_id: bytes, epoch: Signed, erasure: Signed) -> None:
        """Replaces the epoch; the copies of the old epoch's key are deleted."""
        ...

    def put_token(self, vault_id: bytes, epoch: int, token: bytes) -> None:
        """Stores the erasure token of an epoch and destroys those of other epochs."""
        ...


class Store(Protocol):
    """The mirror's storage. Calls block; each is one transaction. Raises StoreFault."""

    def write(self, work: Callable[[WriteTransaction], T]) -> T:
        """Runs `work` in a transaction and commits it. It may run more than once, and has effect once."""
        ...

    def read(self, work: Callable[[ReadTransaction], T]) -> T:
        """Runs `work` on a consistent view of the store."""
        ...

    def writable(self) -> bool:
        """Says whether a transaction can be begun and written in."""
        ...

    def digest(self) -> str:
        """Returns one hex digest of everything that is stored, tokens included: equal exactly when nothing changed."""
        ...

    def close(self) -> None:
        """Closes files and connections."""
        ...


class Authority(Protocol):
    """The mirror's certificates and its own signature."""

    def public_key(self) -> bytes:
        """Returns the mirror's Ed25519 key, 32 bytes."""
        ...

    def signed(self, domain: Domain, body: bytes) -> Signed:
        """Signs `body` with the mirror's key."""
        ...

    def certificate(self, tls_request: bytes, device_id: bytes) -> bytes:
        """Issues a device's certificate, DER."""
        ...
