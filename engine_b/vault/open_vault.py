"""Composition: opens a vault in a fixed order, and handles each fault that its files can have.

A new vault is made in this order: device key, header, head file (nothing acknowledged yet), `vault.db` with its
migrations, head. After a crash between any two the next open completes it: as long as the head file acknowledges
nothing, an unreadable `vault.db` has nothing that a person was promised, and is made again.
"""

from __future__ import annotations

import os
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path

from engine_b.core.errors import NotAVault, VaultDamaged, VaultError, VaultMissing, VaultReadOnly, VaultRolledBack
from engine_b.core.policy import VaultPolicy
from engine_b.protocol.ledger import START, LedgerHead
from engine_b.storage.database import Database
from engine_b.storage.device_identity import stored_device_id
from engine_b.storage.device_key import ensure_device_key
from engine_b.storage.files import (
    HeldFile,
    file_size,
    prepare_folder,
    read_first_bytes,
    sync_folder,
    vault_error_from_os,
)
from engine_b.storage.head import HEAD_FILE, HeadFile, HeadMark, read_head_mark
from engine_b.storage.header import HEADER_FILE, SALT_BYTES, VAULT_FILE, VaultKey, make_header, read_header
from engine_b.storage.lock import VaultLock
from engine_b.storage.migrator import applied_version, check_known_versions, migrations
from engine_b.storage.promote_staging import promote_vault
from engine_b.vault.integrity_check import check_chain, check_head, check_integrity, last_head

_JOURNALS = ("-wal", "-shm", "-journal")
_PAGE_BYTES = 4_096


@dataclass(slots=True)
class OpenedVault:
    """An open vault before it is migrated."""

    database: Database
    key: VaultKey
    head: LedgerHead
    head_file: HeadFile | None = None
    file: HeldFile | None = None
    lock: VaultLock | None = None
    scrubbed: bool = True
    healed: bool = False
    accepted: int | None = None
    """When the person accepted a loss: how many events had been acknowledged, as far as it is still known."""
    device_id: str = ""
    """Hex; known once the vault is migrated."""

    def settle(self, policy: VaultPolicy) -> None:
        """Moves the write-ahead log into `vault.db` and empties it; `scrubbed` says whether that succeeded.

        Meanwhile the head file has no digest of `vault.db`, so that a crash here is not taken for damage.
        """
        assert self.head_file
        self.head_file.write(replace(self.head_file.mark, settled=False))
        self.scrubbed = self.database.empty_journal(policy.scrub_tries, policy.scrub_timeout_ms)
        self.vouch()

    def vouch(self) -> None:
        """Stores the digest of `vault.db`, which is valid until the write-ahead log is moved into it again."""
        assert self.head_file
        assert self.file
        size, digest = self.file.size_and_digest()
        self.head_file.write(replace(self.head_file.mark, settled=True, size=size, digest=digest))

    def release(self) -> None:
        """Closes the files without storing anything."""
        try:
            _close(self.database, self.head_file)
        finally:
            for held in (self.file, self.head_file):
                if held:
                    held.close()
            if self.lock:
                self.lock.release()


def open_read_only(state: Path, policy: VaultPolicy) -> OpenedVault:
    """Opens beside a running daemon: no lock, no checkpoint, no write to the vault.

    The head is read before the snapshot, so a commit in between only puts the vault further ahead. SQLite keeps its
    shared index (`vault.db-shm`) as in any reader; where the folder cannot be written and there is no write-ahead log,
    the file is read as it is.
    """
    path = state / VAULT_FILE
    if not (state / HEADER_FILE).exists() and not path.exists():
        raise VaultMissing
    key = _key(state, create=False)
    mark = read_head_mark(state, key.head_key) or HeadMark()
    if not file_size(path):
        raise VaultRolledBack if mark.head.seq else VaultMissing
    _refuse_foreign(path)
    with ExitStack() as held:
        database = _reader(path, key, policy)
        held.callback(database.close)
        check_known_versions(database, migrations())
        if not applied_version(database):
            raise VaultRolledBack if mark.head.seq else VaultMissing
        check_head(database, mark.head)
        opened = OpenedVault(database, key, last_head(database), device_id=stored_device_id(database))
        held.pop_all()
        return opened


def open_beside(opened: OpenedVault, policy: VaultPolicy) -> OpenedVault:
    """Opens a second connection to a vault that this process has open: it only reads, and takes no lock."""
    database = Database(opened.database.path, opened.key.pragma_hex, policy, mode="ro")
    try:
        return OpenedVault(database, opened.key, last_head(database), device_id=opened.device_id)
    except VaultError:
        database.close()
        raise


def open_read_write(
    state: Path, policy: VaultPolicy, *, create: bool, accept_loss: bool, vault_id: bytes | None = None
) -> OpenedVault:
    """Takes the lock, makes what is missing when `create`, checks that the vault is whole and the newest, and recovers.

    A refused vault is unchanged: see `_checked`.
    """
    if create:
        prepare_folder(state)
    elif not state.is_dir():
        raise VaultMissing
    path = state / VAULT_FILE
    if not (state / HEADER_FILE).exists():
        promote_vault(state)  # finishes an interrupted restore, with which a new vault would collide
    with ExitStack() as held:
        lock = VaultLock(state)
        held.callback(lock.release)
        key = _key(state, create=create, vault_id=vault_id)
        head_file = _head_file(state, key, accept_loss=accept_loss)
        held.callback(head_file.close)
        mark = head_file.mark
        _make_file(path, key, policy, mark, accept_loss=accept_loss)
        healed = _repair_salt(path, key, policy)
        file = HeldFile(path)
        held.callback(file.close)
        database, head, accepted = _checked(path, key, mark, file, policy, accept_loss=accept_loss)
        held.callback(_close, database, head_file)
        opened = OpenedVault(database, key, head, head_file, file, lock, healed=healed, accepted=accepted)
        if not mark.settled or journal_size(state) or accepted is not None:
            _recover(opened, policy, accept_loss=accept_loss)
        held.pop_all()
        return opened


def close_vault(opened: OpenedVault, state: Path, policy: VaultPolicy, opener: int) -> None:
    """Closes cleanly: write-ahead log emptied, and the digest of `vault.db` in the head file. Only in the opening
    process.
    """
    if os.getpid() != opener:
        return
    try:
        if opened.head_file and journal_size(state):
            opened.head_file.write(replace(opened.head_file.mark, settled=False))
            opened.database.empty_journal(policy.scrub_tries, policy.scrub_timeout_ms)
            opened.database.close()
            opened.vouch()
    finally:
        opened.release()


def _close(database: Database, head_file: HeadFile | None) -> None:
    """Closes and leaves the digest of the head file valid, with the write-ahead log."""
    journal = file_size(_sibling(database.path, "-wal"))
    database.close(keep_journal=bool(head_file and head_file.vouches and journal))


def journal_size(state: Path) -> int:
    """Returns the size of the write-ahead log."""
    return file_size(state / f"{VAULT_FILE}-wal")


def _checked(
    path: Path, key: VaultKey, mark: HeadMark, file: HeldFile, policy: VaultPolicy, *, accept_loss: bool
) -> tuple[Database, LedgerHead, int | None]:
    """Opens the vault once it is known to be whole and the newest; returns its head, and what was lost if that is
    accepted.

    The connection that writes also checks a file that is as Selene left it, without a write-ahead log: closing it would
    move nothing. Anything else is checked through one that only reads. A vault whose write-ahead log was just being
    moved is checked by `_recover`, after that is finished.
    """
    if not mark.settled:
        return Database(path, key.pragma_hex, policy), START, None
    journal = file_size(_sibling(path, "-wal")) > 0
    same_file = file.size_and_digest() == (mark.size, mark.digest)
    if same_file and not journal and not accept_loss:
        database = Database(path, key.pragma_hex, policy)
        try:
            check_known_versions(database, migrations())
            return database, _verified(database, mark, same_file=True, journal=False), None
        except VaultError:
            database.close()
            raise
    head, accepted = _trusted_head(path, key, mark, policy, same_file, journal, accept_loss=accept_loss)
    return Database(path, key.pragma_hex, policy), head, accepted


def _trusted_head(
    path: Path, key: VaultKey, mark: HeadMark, policy: VaultPolicy, same_file: bool, journal: bool, *, accept_loss: bool
) -> tuple[LedgerHead, int | None]:
    """Returns the head that the vault must have, read without writing; and what was lost, if that is accepted."""
    database = _reader(path, key, policy)
    try:
        check_known_versions(database, migrations())
        return _verified(database, mark, same_file=same_file, journal=journal), None
    except (VaultRolledBack, VaultDamaged):
        if not accept_loss:
            raise
        return check_chain(database, START) if applied_version(database) else START, mark.head.seq
    finally:
        database.close()


def _verified(database: Database, mark: HeadMark, *, same_file: bool, journal: bool) -> LedgerHead:
    """Verifies the head of the ledger: the file by its digest, the write-ahead log by the chain."""
    if not applied_version(database):
        if mark.head.seq:
            raise VaultRolledBack
        return START
    check_head(database, mark.head)
    if not same_file:
        check_integrity(database, mark.head, pages=not journal)
        raise VaultDamaged("The vault is not the file that Selene left. It was left as it is; restore the newest copy.")
    last = last_head(database)
    return last if last == mark.head and not journal else check_chain(database, mark.verified)


def _recover(opened: OpenedVault, policy: VaultPolicy, *, accept_loss: bool) -> None:
    """Moves the write-ahead log into `vault.db`, verifies the vault after an interrupted move, and stores the
    digest.
    """
    assert opened.head_file
    database, mark = opened.database, opened.head_file.mark
    if mark.settled:
        opened.head_file.write(replace(mark, settled=False))
    opened.scrubbed = database.empty_journal(policy.scrub_tries, policy.scrub_timeout_ms)
    check_known_versions(database, migrations())
    if not mark.settled and applied_version(database):
        try:
            check_head(database, mark.head)
            if last_head(database).seq <= policy.full_check_events:
                check_integrity(database, mark.head, pages=opened.scrubbed)
            opened.head = check_chain(database, mark.verified)
        except (VaultRolledBack, VaultDamaged):
            if not accept_loss:
                raise
            opened.head, opened.accepted = check_chain(database, START), mark.head.seq
    elif not applied_version(database) and mark.head.seq and not accept_loss:
        raise VaultRolledBack
    if accept_loss and mark.head == START != opened.head:
        opened.accepted = 0
    opened.vouch()


def _key(state: Path, *, create: bool, vault_id: bytes | None = None) -> VaultKey:
    """Returns the vault's key: from its header, or with a new header where there is nothing yet."""
    if (state / HEADER_FILE).exists():
        return read_header(state, ensure_device_key(state, may_create=False))
    if read_first_bytes(state / VAULT_FILE, 1):
        _refuse_foreign(state / VAULT_FILE)
        raise VaultDamaged("The vault's header is missing. The vault was left as it is; put back a copy of vault.json.")
    if (state / HEAD_FILE).exists():
        raise VaultDamaged("The vault and its header are missing. Restore them; what is left was not touched.")
    if not create:
        raise VaultMissing
    return make_header(state, ensure_device_key(state, may_create=True), vault_id)


def _head_file(state: Path, key: VaultKey, *, accept_loss: bool) -> HeadFile:
    if not (state / HEAD_FILE).exists() and read_first_bytes(state / VAULT_FILE, 1) and not accept_loss:
        raise VaultRolledBack("The head file is missing, so nothing vouches for this vault being the newest copy.")
    return HeadFile(state, key.head_key)


def _make_file(path: Path, key: VaultKey, policy: VaultPolicy, mark: HeadMark, *, accept_loss: bool) -> None:
    """Makes `vault.db` where there is none yet, and again where its making was interrupted; never where there was
    one.
    """
    if not file_size(path):
        if mark.head.seq and not accept_loss:
            raise VaultRolledBack("The vault file is gone. Restore it; what is left was not touched.")
        _empty_file(path)
    else:
        _refuse_foreign(path)
        if mark != HeadMark() or accept_loss:
            return
    try:
        Database(path, key.pragma_hex, policy).close()
    except VaultDamaged:
        path.unlink()
        _empty_file(path)
        Database(path, key.pragma_hex, policy).close()


def _empty_file(path: Path) -> None:
    """Makes an empty, private file, and deletes the rest of an earlier one."""
    try:
        for journal in _JOURNALS:
            _sibling(path, journal).unlink(missing_ok=True)
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600))
        sync_folder(path.parent)
    except OSError as error:
        raise vault_error_from_os(error) from error


def _refuse_foreign(path: Path) -> None:
    """Raises NotAVault for another kind of file: a plain SQLite file, or text. A vault looks random."""
    start = read_first_bytes(path, _PAGE_BYTES)
    if start.startswith(b"SQLite format 3\0"):
        raise NotAVault
    try:
        text = start.decode("utf-8")
    except UnicodeDecodeError:
        return
    if start and all(character.isprintable() or character.isspace() for character in text):
        raise NotAVault


def _repair_salt(path: Path, key: VaultKey, policy: VaultPolicy) -> bool:
    """Restores a damaged salt from the header, when the pages verify with it."""
    if read_first_bytes(path, SALT_BYTES) == key.salt:
        return False
    _reader(path, key, policy).close()
    try:
        with path.open("r+b") as file:
            file.write(key.salt)
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise vault_error_from_os(error) from error
    return True


def _reader(path: Path, key: VaultKey, policy: VaultPolicy) -> Database:
    """Opens a connection that cannot write, nor move the write-ahead log when it closes."""
    try:
        return Database(path, key.pragma_hex, policy, mode="ro")
    except VaultReadOnly:  # no write-ahead log can be made there
        if file_size(_sibling(path, "-wal")):
            raise
    return Database(path, key.pragma_hex, policy, mode="ro&immutable=1")


def _sibling(path: Path, suffix: str) -> Path:
    return path.with_name(path.name + suffix)
