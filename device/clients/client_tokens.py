"""Adapter: the programs that may use this device's API: a file of this device alone, with hashes of their tokens.

A token is shown once, to whoever adds the client; it is 32 random bytes, so a plain hash of it is enough. The file is
read anew when it has changed, so that a client that is revoked is refused at once. It travels to no other device and is
in no restore.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterable
from enum import StrEnum
from hashlib import blake2b
from hmac import compare_digest
from pathlib import Path

import msgspec

from device.core.errors import ClientExists, ClientsDamaged, UnknownClient
from device.core.policy import CLIENT_TOKEN_BYTES

CLIENTS_FILE = "clients.json"


class ClientRight(StrEnum):
    """What a client may do with the memory of its person."""

    TALK = "talk"
    READ = "read"
    WRITE = "write"
    FORGET = "forget"


class ClientGrant(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A client: whose memory it has, and what it may do there."""

    name: str
    user_id: str
    guest: bool
    """It talks as a voice that Selene does not know, and sees nobody's memory."""
    may: tuple[ClientRight, ...]
    made_at: str
    token_hash: str


class ClientTokens:
    """The clients of one vault. Its methods may be called from any thread; whoever changes it holds the vault."""

    def __init__(self, state: Path) -> None:
        """Takes the folder of the vault; reads nothing yet."""
        self._file = state / CLIENTS_FILE
        self._read: tuple[tuple[int, int, int] | None, tuple[ClientGrant, ...]] = None, ()

    def grants(self) -> tuple[ClientGrant, ...]:
        """Returns the clients, by name. Raises ClientsDamaged: then no client may connect."""
        version = self._version()
        if version is None:
            return ()
        if self._read[0] != version:
            self._read = version, self._load()
        return self._read[1]

    def find(self, token: str) -> ClientGrant | None:
        """Returns the client with this token. Compares with every client, each in constant time."""
        wanted = hash_of_token(token)
        found = [grant for grant in self.grants() if compare_digest(grant.token_hash, wanted)]
        return found[0] if found else None

    def holds(self, grant: ClientGrant) -> bool:
        """Says whether the client still is what it was when it was found."""
        return grant in self.grants()

    def add(self, grant: ClientGrant) -> None:
        """Adds a client. Raises ClientExists."""
        known = self.grants()
        if any(one.name == grant.name for one in known):
            raise ClientExists(
                f"A client {grant.name} is there already. Nothing was changed; revoke it or name another."
            )
        self._write((*known, grant))

    def revoke(self, name: str) -> None:
        """Removes a client; its token is refused from then on. Raises UnknownClient."""
        known = self.grants()
        left = tuple(grant for grant in known if grant.name != name)
        if len(left) == len(known):
            raise UnknownClient(f"There is no client {name}. Nothing was changed; `selene client list` prints all.")
        self._write(left)

    def _version(self) -> tuple[int, int, int] | None:
        try:
            found = self._file.stat()
        except FileNotFoundError:
            return None
        return found.st_ino, found.st_mtime_ns, found.st_size

    def _load(self) -> tuple[ClientGrant, ...]:
        try:
            return msgspec.json.decode(self._file.read_bytes(), type=tuple[ClientGrant, ...])
        except (OSError, msgspec.MsgspecError) as error:
            raise ClientsDamaged(
                f"{self._file} cannot be read, so no client is let in. Remove it, and add the clients again."
            ) from error

    def _write(self, grants: Iterable[ClientGrant]) -> None:
        """Replaces the file as a whole, durably, readable for its owner alone."""
        text = msgspec.json.format(msgspec.json.encode(sorted(grants, key=lambda grant: grant.name)))
        fresh = self._file.with_name(f"{CLIENTS_FILE}.new")
        fresh.unlink(missing_ok=True)
        with open(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600), "wb") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(fresh, self._file)


def new_token() -> str:
    """Returns a new random token."""
    return secrets.token_urlsafe(CLIENT_TOKEN_BYTES)


def hash_of_token(token: str) -> str:
    """Returns what is kept of a token."""
    return blake2b(token.encode("utf-8", "surrogatepass"), digest_size=32).hexdigest()
