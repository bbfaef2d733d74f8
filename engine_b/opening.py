"""Wiring: how a vault is opened, in order, and what is made of each thing that can be wrong with its files.

Made first time: device key, header, head file (nothing acknowledged yet), `vault.db` with its migrations, head. A
crash between any two leaves something that the next open completes: as long as the head file acknowledges nothing,
an unreadable `vault.db` holds nothing that anyone was promised, and is made again.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from engine_b.database import Database
from engine_b.errors import Damaged, NotAVault, ReadOnly, RolledBack, VaultMissing
from engine_b.files import first_bytes, from_os, prepare_folder, size_and_digest, sync_folder
from engine_b.head import HEAD_FILE, HeadFile, Mark, read_mark
from engine_b.header import HEADER_FILE, SALT_BYTES, VaultKey, make_header, read_header
from engine_b.inspection import check_chain, check_head, check_whole, last_head
from engine_b.keys import device_key
from engine_b.ledger import START, Head
from engine_b.lock import Lock
from engine_b.policy import VaultPolicy
from engine_b.schema import applied, check_known, migrations

VAULT_FILE = "vault.db"
_JOURNALS = ("-wal", "-shm", "-journal")
_PAGE_BYTES = 4_096


@dataclass(slots=True)
class Opened:
    """An open vault before it is migrated."""

    database: Database
    key: VaultKey
    head: Head
    head_file: HeadFile | None = None
    lock: Lock | None = None
    scrubbed: bool = True
    healed: bool = False
    accepted: int | None = None
    """When the person accepted a loss: how many events had been acknowledged, as far as anything still tells."""

    def release(self) -> None:
        """Let go of the files, without a word about how the vault was left."""
        self.database.close()
        if self.head_file:
            self.head_file.close()
        if self.lock:
            self.lock.release()


def open_to_read(state: Path, policy: VaultPolicy) -> Opened:
    """Open beside a running daemon: no lock, no checkpoint, no write to the vault.

    The head is read before the snapshot, so a commit in between only puts the vault further ahead. SQLite keeps its
    shared index (`vault.db-shm`) as in any reader; where the folder cannot be written and there is no journal, the
    file is taken as it lies.
    """
    if not (state / HEADER_FILE).exists() and not (state / VAULT_FILE).exists():
        raise VaultMissing
    key = _key(state, create=False)
    mark = read_mark(state, key.head_key) or Mark()
    if not first_bytes(state / VAULT_FILE, 1):
        raise RolledBack if mark.head.seq else VaultMissing
    _refuse_foreign(state / VAULT_FILE)
    database = _reader(state / VAULT_FILE, key, policy)
    try:
        check_known(database, migrations())
        if not applied(database):
            raise RolledBack if mark.head.seq else VaultMissing
        check_head(database, mark.head)
        return Opened(database, key, last_head(database))
    except Exception:
        database.close()
        raise


def open_to_write(state: Path, policy: VaultPolicy, *, create: bool, accept_loss: bool) -> Opened:
    """Take the lock, make what is missing when `create`, recover, and check that the vault is whole and the newest."""
    if create:
        prepare_folder(state)
    elif not state.is_dir():
        raise VaultMissing
    lock = Lock(state)
    try:
        key = _key(state, create=create)
        head_file = _head_file(state, key, accept_loss=accept_loss)
    except Exception:
        lock.release()
        raise
    try:
        return _recovered(state, policy, key, head_file, lock, accept_loss=accept_loss)
    except Exception:
        head_file.close()
        lock.release()
        raise


def leave_clean(opened: Opened, state: Path, policy: VaultPolicy) -> None:
    """Empty the journal, close, and let the head file vouch for the whole file."""
    assert opened.head_file
    emptied = opened.database.empty_journal(policy.scrub_tries, policy.scrub_timeout_ms)
    opened.database.close()
    if emptied:
        size, found = size_and_digest(state / VAULT_FILE)
        opened.head_file.write(Mark(opened.head, opened.head_file.mark.verified, True, size, found))
    opened.head_file.close()
    if opened.lock:
        opened.lock.release()


def _recovered(
    state: Path, policy: VaultPolicy, key: VaultKey, head_file: HeadFile, lock: Lock, *, accept_loss: bool
) -> Opened:
    """Open the database and decide how much of it must be verified."""
    path, mark = state / VAULT_FILE, head_file.mark
    _make_file(path, mark, accept_loss=accept_loss)
    _refuse_foreign(path)
    healed = _heal_salt(path, key, policy)
    untouched = mark.clean and not first_bytes(_beside(path, "-wal"), 1)
    whole = untouched and size_and_digest(path) == (mark.size, mark.digest)
    database = _writer(path, key, policy, unborn=mark.head == START)
    try:
        scrubbed = database.empty_journal(policy.scrub_tries, policy.scrub_timeout_ms)
        check_known(database, migrations())
        opened = Opened(database, key, START, head_file, lock, scrubbed, healed)
        try:
            opened.head = _verified(database, mark, policy, whole=whole, pages=scrubbed)
            if untouched and not whole:
                raise Damaged("The vault is not the file that Selene closed. It was left as it is.")
        except (RolledBack, Damaged):
            if not accept_loss:
                raise
            opened.head = check_chain(database, START) if applied(database) else START
            opened.accepted = mark.head.seq
        if accept_loss and mark.head == START and opened.head != START:
            opened.accepted = 0
        return opened
    except Exception:
        database.close()
        raise


def _verified(database: Database, mark: Mark, policy: VaultPolicy, *, whole: bool, pages: bool) -> Head:
    """The head of the ledger, once it is vouched for: by the file's digest, or by reading."""
    if not applied(database):
        if mark.head.seq:
            raise RolledBack
        return START
    check_head(database, mark.head)
    last = last_head(database)
    if whole and last == mark.head:
        return last
    if mark.clean or last.seq <= policy.full_check_events:
        return check_whole(database, mark.head, pages=pages)
    return check_chain(database, mark.verified)


def _key(state: Path, *, create: bool) -> VaultKey:
    """The vault's key: from its header, or with a new header where there is nothing yet."""
    if (state / HEADER_FILE).exists():
        return read_header(state, device_key(state, may_create=False))
    if first_bytes(state / VAULT_FILE, 1):
        _refuse_foreign(state / VAULT_FILE)
        raise Damaged("The vault's header is missing. The vault was left as it is; put back a copy of vault.json.")
    if (state / HEAD_FILE).exists():
        raise Damaged("The vault and its header are missing. Restore them; what is left was not touched.")
    if not create:
        raise VaultMissing
    return make_header(state, device_key(state, may_create=True))


def _head_file(state: Path, key: VaultKey, *, accept_loss: bool) -> HeadFile:
    if not (state / HEAD_FILE).exists() and first_bytes(state / VAULT_FILE, 1) and not accept_loss:
        raise RolledBack("The head file is missing, so nothing vouches for this vault being the newest copy.")
    return HeadFile(state, key.head_key)


def _make_file(path: Path, mark: Mark, *, accept_loss: bool) -> None:
    """An empty, private file to begin with; refused when there was a vault before."""
    if first_bytes(path, 1):
        return
    if mark.head.seq and not accept_loss:
        raise RolledBack("The vault file is gone. Restore it; what is left was not touched.")
    try:
        for journal in _JOURNALS:
            _beside(path, journal).unlink(missing_ok=True)
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600))
        sync_folder(path.parent)
    except OSError as error:
        raise from_os(error) from error


def _refuse_foreign(path: Path) -> None:
    """Raise NotAVault for what is plainly something else: a plain SQLite file, or text. A vault looks random."""
    start = first_bytes(path, _PAGE_BYTES)
    if start.startswith(b"SQLite format 3\0"):
        raise NotAVault
    try:
        text = start.decode("utf-8")
    except UnicodeDecodeError:
        return
    if start and all(character.isprintable() or character.isspace() for character in text):
        raise NotAVault


def _heal_salt(path: Path, key: VaultKey, policy: VaultPolicy) -> bool:
    """Put the salt back when its copy in the file was damaged: the header has it, and the pages verify with it."""
    found = first_bytes(path, SALT_BYTES)
    if len(found) < SALT_BYTES or found == key.salt:
        return False
    Database(path, key.pragma_hex, policy).close()
    if first_bytes(path, SALT_BYTES) == key.salt:
        return True
    try:
        with path.open("r+b") as file:
            file.write(key.salt)
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise from_os(error) from error
    return True


def _writer(path: Path, key: VaultKey, policy: VaultPolicy, *, unborn: bool) -> Database:
    """Open for writing; a file that nobody was promised anything of is made again when it does not open."""
    try:
        return Database(path, key.pragma_hex, policy)
    except Damaged:
        if not unborn:
            raise
    path.unlink()
    _make_file(path, Mark(), accept_loss=False)
    return Database(path, key.pragma_hex, policy)


def _reader(path: Path, key: VaultKey, policy: VaultPolicy) -> Database:
    try:
        return Database(path, key.pragma_hex, policy, mode="ro")
    except ReadOnly:
        if first_bytes(_beside(path, "-wal"), 1):
            raise
    return Database(path, key.pragma_hex, policy, mode="ro&immutable=1")


def _beside(path: Path, suffix: str) -> Path:
    return path.with_name(path.name + suffix)
