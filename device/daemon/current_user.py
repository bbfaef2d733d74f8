"""Composition: finds the user of a command that names nobody.

An account is made for a person and stores their user id: from then on, on every device restored from it, a command
without a user means that person. The entry is an id, since the ledger holds no names. It grants nothing: it selects
whose memory is read, not what may be seen or done there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from memory.model import ids
from memory.model.changes import Setting
from memory.model.user_names import check_user_name

if TYPE_CHECKING:
    from engine_b.vault.vault import Vault

DEFAULT_USER = "owner"
"""The user where no account has stored one."""
ACCOUNT_USER = "account.user"
"""The entry of Current State with the id of the account's person; mirrored, and so restored."""


class CurrentUser(NamedTuple):
    """The user whose memory a command is about."""

    user_id: str
    name: str
    """The name that was given; the id where only that is known."""


def resolve_user(vault: Vault, named: str | None) -> CurrentUser:
    """Returns the named user, else the account's, else the owner. Raises BadUserName for an invalid name.

    An entry that is no user id, from a faulty device, is ignored.
    """
    if named is not None:
        return _user_named(check_user_name(named))
    noted = next((setting.value for setting in vault.current_state() if setting.key == ACCOUNT_USER), "")
    return CurrentUser(noted, noted) if ids.is_user_id(noted) else _user_named(DEFAULT_USER)


class LocalSpeaker(NamedTuple):
    """Who speaks at the microphone of this device, as the configuration says."""

    identified: bool
    """Whether the memory of the user is read and kept there."""
    known: bool
    """Whether it is known that the user alone speaks there (2.21)."""


def local_speaker(user_id: str, *, guest: bool, alone: str) -> LocalSpeaker:
    """Returns who speaks at the microphone: `alone` names the one person who does. Somebody else's name is a guest."""
    other = bool(alone) and _user_named(alone).user_id != user_id
    return LocalSpeaker(not (guest or other), bool(alone) and not (guest or other))


def account_user_settings(vault: Vault, named: str | None) -> tuple[Setting, ...]:
    """Returns the settings that store the user of a new account.

    None where the owner has talked before there was an account: their memory would not be found any more.
    """
    owner = _user_named(DEFAULT_USER)
    if named in (None, owner.name) or vault.ledger_events(user_id=owner.user_id, limit=1):
        return ()
    return (Setting(ACCOUNT_USER, ids.user_id(named)),)


def _user_named(name: str) -> CurrentUser:
    return CurrentUser(ids.user_id(name), name)
