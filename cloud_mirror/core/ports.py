"""Pure: what the mirror needs from outside, as Protocols. Two stores stand behind `Store`; one suite tests both."""

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


class Reading(Protocol):
    """The store as it is at one moment."""

    def vault(self, vault_id: bytes) -> VaultRecord | None:
        """The account's standing."""
        ...

    def account(self, account_key: bytes) -> AccountRecord | None:
        """An account by its public key."""
        ...

    def device(self, device_id: bytes) -> DeviceRecord | None:
        """A device that was given a certificate."""
        ...

    def invitation(self, invitation_id: bytes) -> InvitationRecord | None:
        """What is known of an invitation; nothing while it is unused."""
        ...

    def token(self, vault_id: bytes, epoch: int) -> bytes:
        """The erasure token of an epoch; empty when it is destroyed."""
        ...

    def head(self, vault_id: bytes, device_id: bytes) -> StoredHead:
        """How far a device is stored; nothing yet is seq 0 and the genesis hash."""
        ...

    def heads(self, vault_id: bytes) -> list[StoredHead]:
        """All heads of a vault, by device id."""
        ...

    def chains(self, vault_id: bytes, device_id: bytes, first: int, last: int) -> dict[int, bytes]:
        """Chain hash by seq."""
        ...

    def known(self, vault_id: bytes, op_ids: Sequence[bytes]) -> set[bytes]:
        """Which of these op ids are stored in this vault."""
        ...

    def erased(self, vault_id: bytes, op_ids: Sequence[bytes]) -> set[bytes]:
        """Which of these op ids were erased, also when the op never came."""
        ...

    def erased_under(self, vault_id: bytes, epoch: int) -> list[bytes]:
        """The op ids that were erased in an epoch, in order."""
        ...

    def pages(self, vault_id: bytes) -> list[PageKey]:
        """All page keys of a vault, by device and page."""
        ...

    def page_boxes(self, vault_id: bytes, device_id: bytes, first: int, last: int) -> dict[int, bytes]:
        """Sealed page key by page, of one device."""
        ...

    def placed(self, vault_id: bytes, op_ids: Sequence[bytes]) -> list[OpPlacement]:
        """Where these living ops lie; erased and unknown ones are not among them."""
        ...

    def living(self, vault_id: bytes, device_id: bytes, page: int) -> set[bytes]:
        """The op ids of a page that have a wrap."""
        ...

    def ops(self, vault_id: bytes, device_id: bytes, after: int, through: int, *, count: int, size: int) -> list[Op]:
        """Ops in order, at most `count`, ending before more than `size` bytes but never before the first."""
        ...


class Writing(Reading, Protocol):
    """One transaction. Whoever refuses does so before the first write; `writes` counts them."""

    writes: int

    def new_vault(self, vault: VaultRecord) -> None:
        """A vault and its account."""
        ...

    def put_device(self, device: DeviceRecord) -> None:
        """A device with its certificate."""
        ...

    def put_account(self, account: AccountRecord) -> None:
        """Failures and lock of an account."""
        ...

    def put_invitation(self, invitation: InvitationRecord) -> None:
        """What is known of an invitation."""
        ...

    def put_ops(self, vault_id: bytes, device_id: bytes, ops: Sequence[ChainedOp]) -> None:
        """New ops of a device."""
        ...

    def put_head(self, vault_id: bytes, head: StoredHead) -> None:
        """How far a device is stored now. Every push ends with it: it takes the vault's turn."""
        ...

    def put_pages(self, vault_id: bytes, pages: Iterable[PageKey]) -> None:
        """Page keys; one that is there is replaced."""
        ...

    def erase(self, vault_id: bytes, epoch: int, op_ids: Sequence[bytes]) -> None:
        """Destroy payload and wrap of these ops, and remember their ids for those that are still to come."""
        ...

    def put_roster(self, vault_id: bytes, roster: Signed) -> None:
        """The next roster."""
        ...

    def put_wraps(self, vault_id: bytes, wraps: Iterable[Wrap]) -> None:
        """New wraps in place of the old ones."""
        ...

    def put_epoch(self, vault_id: bytes, epoch: Signed, erasure: Signed) -> None:
        """The next epoch in place of the one before, whose copies of the key are gone with it."""
        ...

    def put_token(self, vault_id: bytes, epoch: int, token: bytes) -> None:
        """The erasure token of an epoch; those of other epochs are destroyed."""
        ...


class Store(Protocol):
    """Where it is kept. Calls block; each is one transaction. StoreFault when it cannot be done."""

    def write(self, work: Callable[[Writing], T]) -> T:
        """Run `work` in a transaction and commit it. It may be run more than once, and counts once."""
        ...

    def read(self, work: Callable[[Reading], T]) -> T:
        """Run `work` on one moment of the store."""
        ...

    def writable(self) -> bool:
        """Whether a transaction can be begun and written in."""
        ...

    def digest(self) -> str:
        """One hex digest of everything that is kept, tokens included: equal exactly when nothing changed."""
        ...

    def close(self) -> None:
        """Let go of files and connections."""
        ...


class Authority(Protocol):
    """The mirror's certificates and its own signature."""

    def public_key(self) -> bytes:
        """The mirror's Ed25519 key, 32 bytes."""
        ...

    def signed(self, domain: Domain, body: bytes) -> Signed:
        """`body`, signed by the mirror."""
        ...

    def certificate(self, tls_request: bytes, device_id: bytes) -> bytes:
        """A device's certificate, DER."""
        ...
