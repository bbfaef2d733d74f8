"""Composition: whose memory is meant when a command names nobody.

An account is made for somebody, and notes whose it is: from then on, and on every device that is restored from it, who
names nobody means that person. The note is an id, since the ledger holds no names. It grants nothing: it says whose
memory is looked for, and nothing of what may be seen or done there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from memory.model import ids
from memory.model.changes import Setting
from memory.model.user_names import check_user_name

if TYPE_CHECKING:
    from engine_b.vault.vault import Vault

DEFAULT_USER = "owner"
"""Who is meant where no account has noted anybody."""
ACCOUNT_USER = "account.user"
"""The entry of Current State with the id of the person whose account it is; mirrored, and so restored."""


class CurrentUser(NamedTuple):
    """Whose memory a command is about."""

    user_id: str
    name: str
    """As they were named; the id where only that is known."""


def resolve_user(vault: Vault, named: str | None) -> CurrentUser:
    """Who is named, else whose account it is, else the owner. Raises BadUserName for a name that is none.

    A note that is no id of a person, from a device with a fault, is passed over.
    """
    if named is not None:
        return _user_named(check_user_name(named))
    noted = next((setting.value for setting in vault.current_state() if setting.key == ACCOUNT_USER), "")
    return CurrentUser(noted, noted) if ids.is_user_id(noted) else _user_named(DEFAULT_USER)


def account_user_settings(vault: Vault, named: str | None) -> tuple[Setting, ...]:
    """What an account that is begun for somebody notes about whose it is.

    Nothing where the owner has ever talked, before there was an account: what they said would be out of sight.
    """
    owner = _user_named(DEFAULT_USER)
    if named in (None, owner.name) or vault.ledger_events(user_id=owner.user_id, limit=1):
        return ()
    return (Setting(ACCOUNT_USER, ids.user_id(named)),)


def _user_named(name: str) -> CurrentUser:
    return CurrentUser(ids.user_id(name), name)
