"""Adapter: stores the account in the vault: roster and epoch as signed, the content key, page keys, the mirror."""

from __future__ import annotations

from dataclasses import dataclass

from engine_b.core.sync_errors import AccountMissing
from engine_b.crypto.signed_message import SignedBody
from engine_b.protocol.epochs import EpochRecord, decode_epoch
from engine_b.protocol.roster import Roster, decode_roster
from engine_b.storage.database import Database
from protos.selene.mirror.v1 import mirror_service_pb2 as pb


@dataclass(frozen=True, slots=True, repr=False)
class Account:
    """The account of this device, as last verified."""

    roster: Roster
    roster_signed: SignedBody
    epoch: EpochRecord
    epoch_signed: SignedBody
    token: bytes
    content_key: bytes


@dataclass(frozen=True, slots=True)
class PairedMirror:
    """The mirror that this device is paired with; certificates as DER."""

    address: str
    authority: bytes
    certificate: bytes
    mirror_key: bytes


@dataclass(frozen=True, slots=True, repr=False)
class PageKey:
    """The key of one page of one device's ops."""

    device_id: str
    page: int
    key: bytes
    epoch: int
    stale: bool


def has_account(database: Database) -> bool:
    """Says whether `init` or `restore` was done; never in a vault older than sync, which readers may open."""
    if not database.row("SELECT 1 FROM sqlite_master WHERE name = 'account'"):
        return False
    return database.row("SELECT 1 FROM account") is not None


def load_account(database: Database) -> Account:
    """Loads the account. Raises AccountMissing."""
    if not has_account(database):
        raise AccountMissing
    row = database.row("SELECT roster, epoch, token, content_key FROM account")
    assert row
    roster, epoch = (SignedBody.from_message(pb.Signed.FromString(blob)) for blob in row[:2])
    return Account(decode_roster(roster.body), roster, decode_epoch(epoch.body), epoch, row[2], row[3])


def keep_account(database: Database, roster: SignedBody, epoch: SignedBody, token: bytes, content_key: bytes) -> None:
    """Stores the verified roster and epoch."""
    blobs = (roster.to_message().SerializeToString(), epoch.to_message().SerializeToString())
    database.run("INSERT OR REPLACE INTO account VALUES (1, ?, ?, ?, ?)", (*blobs, token, content_key))


def load_paired_mirror(database: Database) -> PairedMirror | None:
    """Loads the paired mirror, if any."""
    row = database.row("SELECT address, authority, certificate, mirror_key FROM mirror")
    return PairedMirror(*row) if row else None


def keep_mirror(database: Database, kept: PairedMirror) -> None:
    """Stores the paired mirror."""
    row = (kept.address, kept.authority, kept.certificate, kept.mirror_key)
    database.run("INSERT OR REPLACE INTO mirror VALUES (1, ?, ?, ?, ?)", row)


def ensure_tls_key(database: Database) -> bytes:
    """Returns the key of this device's certificate, PKCS #8; makes it at first use."""
    row = database.row("SELECT tls_key FROM identity")
    if row and row[0]:
        return bytes(row[0])
    from engine_b.crypto.certificates import make_tls_key

    made = make_tls_key()
    database.run("UPDATE identity SET tls_key = ?", (made,))
    return made


def load_page_keys(database: Database) -> dict[tuple[str, int], PageKey]:
    """Loads all known page keys, by device and page."""
    rows = database.rows("SELECT device_id, page, key, epoch, stale FROM page_key ORDER BY device_id, page")
    return {(row[0], row[1]): PageKey(row[0], row[1], row[2], row[3], bool(row[4])) for row in rows}


def keep_page_key(database: Database, kept: PageKey) -> None:
    """Stores a page key; a page that lost an op stays stale until this device has renewed it."""
    database.run(
        "INSERT INTO page_key VALUES (?, ?, ?, ?, ?) ON CONFLICT (device_id, page) DO UPDATE SET"
        " key = excluded.key, epoch = excluded.epoch",
        (kept.device_id, kept.page, kept.key, kept.epoch, kept.stale),
    )


def device_names(database: Database) -> dict[str, str]:
    """Returns the names of the devices, by device id."""
    return dict(database.rows("SELECT device_id, name FROM device_name ORDER BY device_id"))


def set_sync_counter(database: Database, name: str, value: int) -> None:
    """Stores a counter of sync."""
    database.run("INSERT OR REPLACE INTO sync_note VALUES (?, ?)", (name, value))


def get_sync_counter(database: Database, name: str) -> int:
    """Returns a counter of sync; 0 without one."""
    row = database.row("SELECT value FROM sync_note WHERE name = ?", (name,))
    return int(row[0]) if row else 0
