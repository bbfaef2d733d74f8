"""Composition: `selene init`, `pair` and `device`: the account of this vault, its mirror, and its devices."""

from __future__ import annotations

import platform
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from device.cli.account.words_input import format_words_file, read_entropy, read_invitation, show_and_check_words
from device.cli.common.error_report import show_json
from device.core.errors import BadUsage
from device.core.policy import MAX_DEVICE_NAME_CHARS
from device.daemon.current_user import DEFAULT_USER, account_user_settings
from device.daemon.vault_access import open_account_vault, open_existing, open_for_reading, while_exchanging
from device.platform.private_files import remove_new_file, write_new_file
from memory.model.atoms import Moment
from memory.model.user_names import check_user_name

if TYPE_CHECKING:
    from engine_b.vault.vault import Vault

_BUSY = "Selene is running on this vault. Nothing was changed; stop her first, then run this again."


def create_account(
    state: Path, user: str | None, words_out: Path | None, device: str | None, now: Moment, *, as_json: bool
) -> None:
    """Makes vault and account. The 24 words go to a new file, or to the screen with a check of three.

    The person has the words before anything is made: when they cannot be shown or saved, nothing is made.
    """
    from nacl.utils import random as random_bytes

    from engine_b.account.enrollment import begin_account
    from engine_b.crypto.recovery_phrase import ENTROPY_BYTES, phrase_from_entropy

    if user is not None:
        check_user_name(user)
    name = checked_device_name(device)
    refuse_second_account(state, now)
    if words_out == Path("-"):
        raise BadUsage("The words go to a file or to a terminal, and - is neither. Nothing was made; name a new file.")
    if words_out is None and (as_json or not (sys.stdin.isatty() and sys.stdout.isatty())):
        raise BadUsage("The words need a place: name a new file with --words-out, or use a terminal. Nothing was made.")
    entropy = random_bytes(ENTROPY_BYTES)
    if words_out is None:
        show_and_check_words(phrase_from_entropy(entropy), random_bytes(ENTROPY_BYTES))
    with (
        _words_written_to_file(words_out, state, entropy, now),
        explain_busy_vault(),
        open_account_vault(state, now) as vault,
    ):
        noted = account_user_settings(vault, user)
        begin_account(vault, entropy, name, now.at_ms, noted)
        device_id = vault.device_id
    owner = user if user and noted else DEFAULT_USER
    if as_json:
        show_json({"user": owner, "device": {"device_id": device_id, "name": name}, "words_file": str(words_out)})
        return
    kept = "the words on your paper" if words_out is None else f"the 24 words in {words_out}"
    click.echo(f"The account of {owner} is made, and this device is {name}. Keep {kept} where no thief looks.")
    if user not in (None, owner):
        click.echo(
            f"Somebody talked here before without a name, and commands without --user mean them: say --user {user}."
        )


@contextmanager
def _words_written_to_file(words_out: Path | None, state: Path, entropy: bytes, now: Moment) -> Iterator[None]:
    """Writes the words to a file; deletes it when a later step fails, unless an account with these words exists."""
    from engine_b.crypto.recovery_phrase import phrase_from_entropy

    if words_out is not None:
        write_new_file(words_out, format_words_file(phrase_from_entropy(entropy)))
    try:
        yield
    except BaseException:  # ctrl-C too, which may come after the account was committed, while the vault closes
        if words_out is not None and not _account_may_exist(state, entropy, now):
            remove_new_file(words_out)
        raise


def _account_may_exist(state: Path, entropy: bytes, now: Moment) -> bool:
    """Says whether the account of these words may be in the vault; true when the vault cannot be read."""
    from engine_b.core.errors import VaultError, VaultMissing
    from engine_b.core.sync_errors import AccountMissing
    from engine_b.crypto.account_keys import derive_account_keys
    from engine_b.sync import membership

    try:
        with open_for_reading(state, now) as vault:
            key = membership.load_account(vault.database).roster.account_key
    except (VaultMissing, AccountMissing):
        return False
    except VaultError:
        return True
    return key == bytes(derive_account_keys(entropy).account.verify_key)


def refuse_second_account(state: Path, now: Moment) -> None:
    """Raises AccountExists before new words are made in vain."""
    from engine_b.core.errors import VaultMissing
    from engine_b.core.sync_errors import AccountExists
    from engine_b.sync import membership

    try:
        with explain_busy_vault(), open_existing(state, now) as vault:
            if membership.has_account(vault.database):
                raise AccountExists
    except VaultMissing:
        return


def join_account_to_mirror(
    state: Path, address: str, token: str | None, token_file: Path | None, words_file: Path | None, now: Moment
) -> str:
    """Pairs with a mirror; the words are needed when another device has paired before. Returns this device's id."""
    from engine_b.account.enrollment import pair_with_mirror
    from engine_b.core.sync_errors import INVITATION_NEEDED

    checked_address(address)
    given = read_invitation(token, token_file)
    if given is None:
        raise BadUsage(INVITATION_NEEDED)
    with explain_busy_vault(), open_existing(state, now) as vault:
        pair_with_mirror(vault, address, given, now.at_ms, read_entropy(words_file) if words_file else None)
        return vault.device_id


def pair_device(
    state: Path,
    address: str,
    token: str | None,
    token_file: Path | None,
    words_file: Path | None,
    now: Moment,
    *,
    as_json: bool,
) -> None:
    """Pairs the account with a mirror, or joins the mirror that another device paired with."""
    device_id = join_account_to_mirror(state, address, token, token_file, words_file, now)
    if as_json:
        show_json({"mirror": address, "device_id": device_id})
    else:
        click.echo(f"Paired with the mirror at {address}. What is remembered goes there from now on, sealed.")


def list_devices(state: Path, now: Moment, *, as_json: bool) -> None:
    """Lists the devices of the account, as last heard from the mirror."""
    with open_for_reading(state, now) as vault:
        shown = device_objects(vault)
    if as_json:
        show_json({"devices": shown})
        return
    for each in shown:
        marks = [word for word, there in (("this device", each["this"]), ("revoked", each["revoked"])) if there]
        click.echo(f"{each['name']:<20} {each['device_id']}  {', '.join(marks)}".rstrip())


def device_objects(vault: Vault) -> list[dict[str, str | bool]]:
    """Returns the devices in their stable JSON form."""
    from engine_b.account.enrollment import account_devices

    return [
        {"device_id": each.device_id, "name": each.name, "revoked": each.revoked, "this": each.this}
        for each in account_devices(vault)
    ]


def revoke_device(state: Path, named: str, words_file: Path | None, now: Moment, *, as_json: bool) -> None:
    """Revokes a device of the account, for which the words are needed."""
    from engine_b.account.enrollment import revoke_account_device
    from engine_b.core.sync_errors import WordsNeeded

    with explain_busy_vault(), open_existing(state, now) as vault:
        _require_revocable(vault, named, now)
        if words_file is None:
            raise WordsNeeded
        gone = revoke_account_device(vault, named, read_entropy(words_file), now.at_ms)
    if as_json:
        show_json({"revoked": {"device_id": gone.device_id, "name": gone.name}})
    else:
        click.echo(f"{gone.name} is revoked: the mirror refuses it, and what is saved from now on it cannot read.")


def _require_revocable(vault: Vault, named: str, now: Moment) -> None:
    """Checks the name before the words are asked for. A device unknown here may be known to the mirror."""
    from engine_b.account.enrollment import find_revocable_device, sync_once
    from engine_b.core.sync_errors import DeviceUnknown

    try:
        find_revocable_device(vault, named)
    except DeviceUnknown:
        sync_once(vault, now.at_ms)
        find_revocable_device(vault, named)


def rename_device(state: Path, name: str, now: Moment, *, as_json: bool) -> None:
    """Renames this device, on all devices."""
    from engine_b.account.enrollment import name_device
    from engine_b.sync import membership
    from memory.model.changes import Scope

    name = checked_device_name(name)
    with explain_busy_vault(), open_existing(state, now) as vault:
        membership.load_account(vault.database)
        with vault.recording(Scope("", "", "", now.at_ms)) as recorder:
            name_device(recorder, name)
        device_id = vault.device_id
    if as_json:
        show_json({"device_id": device_id, "name": name})
    else:
        click.echo(f"This device is {name} now.")


@contextmanager
def explain_busy_vault() -> Iterator[None]:
    """Explains VAULT_BUSY: the daemon is running. Inside the daemon, keeps it from syncing meanwhile."""
    from engine_b.core.errors import VaultBusy

    try:
        with while_exchanging():
            yield
    except VaultBusy as error:
        raise VaultBusy(_BUSY) from error


def checked_device_name(given: str | None) -> str:
    """Returns the given name after a check, or the host's name. Raises BadUsage."""
    name = (platform.node().split(".")[0] or "device") if given is None else given.strip()
    if not 0 < len(name) <= MAX_DEVICE_NAME_CHARS or not name.isprintable():
        raise BadUsage(
            f"The name of a device has 1 to {MAX_DEVICE_NAME_CHARS} letters that can be shown. Nothing was changed."
        )
    return name


def checked_address(address: str) -> str:
    """Returns HOST:PORT after a check. Raises BadUsage."""
    host, _, port = address.rpartition(":")
    if not host or any(char.isspace() or char == "/" for char in host) or not (port.isascii() and port.isdigit()):
        raise BadUsage("A mirror is named as HOST:PORT, such as mirror.example:7400. Nothing was changed.")
    if not 0 < int(port) < 65_536:
        raise BadUsage("A port is a number from 1 to 65535. Nothing was changed.")
    return address
