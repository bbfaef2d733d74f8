"""Composition: `selene client add | list | revoke`: the programs that may use the API of this device."""

from __future__ import annotations

from pathlib import Path

import click

from device.cli.common.error_report import show_json
from device.cli.common.terminal import styled
from device.cli.common.told_moment import moment_of
from device.clients.client_tokens import ClientGrant, ClientRight, ClientTokens, hash_of_token, new_token
from device.core.errors import BadUsage
from device.daemon.current_user import CurrentUser, resolve_user
from device.daemon.vault_access import open_existing, open_for_reading
from memory.model.timestamps import to_iso
from memory.model.user_names import check_user_name


def add_client(
    state: Path, name: str, user: str | None, may: str, now: str | None, *, guest: bool, as_json: bool
) -> None:
    """Adds a client and prints its token; only a hash of it is kept."""
    at, rights = moment_of(now), _rights(may, guest=guest)
    check_user_name(name)
    token = new_token()
    with open_existing(state, at) as vault:
        person = resolve_user(vault, user)
        grant = ClientGrant(name, person.user_id, guest, rights, to_iso(at), hash_of_token(token))
        ClientTokens(state).add(grant)
        unheard = not guest and not vault.ledger_events(user_id=person.user_id, limit=1)
    if as_json:
        show_json({**_client_object(grant), "token": token})
        return
    click.echo(f"{styled(name)} may {_listed(rights)} {_on_behalf(grant, person)}. Its token, shown only now:")
    click.echo(token)
    if unheard:
        click.echo(f"{person.name} has told Selene nothing yet. In a name capitals count.", err=True)


def list_clients(state: Path, *, as_json: bool) -> None:
    """Prints every client, without tokens."""
    with open_for_reading(state, moment_of(None)) as vault:
        grants, person = ClientTokens(state).grants(), resolve_user(vault, None)
    if as_json:
        show_json({"clients": [_client_object(grant) for grant in grants]})
        return
    if not grants:
        click.echo("No program may use the API.")
    for grant in grants:
        click.echo(f"{styled(grant.name)}: may {_listed(grant.may)} {_on_behalf(grant, person)}")


def revoke_client(state: Path, name: str, *, as_json: bool) -> None:
    """Removes a client."""
    with open_existing(state, moment_of(None)):
        ClientTokens(state).revoke(name)
    if as_json:
        show_json({"revoked": name})
    else:
        click.echo(f"{styled(name)} is let in no more.")


def _rights(may: str, *, guest: bool) -> tuple[ClientRight, ...]:
    asked = {word.strip() for word in may.split(",")}
    if not asked <= set(ClientRight):
        raise BadUsage("--may takes talk, read, write and forget, separated by commas. Nothing was changed.")
    if guest and asked != {ClientRight.TALK}:
        raise BadUsage("A guest may only talk: it has nobody's memory. Nothing was changed.")
    return tuple(right for right in ClientRight if right in asked)


def _client_object(grant: ClientGrant) -> dict[str, object]:
    may = [right.value for right in grant.may]
    return {
        "name": grant.name,
        "user_id": grant.user_id,
        "guest": grant.guest,
        "may": may,
        "made_at": grant.made_at,
    }


def _listed(rights: tuple[ClientRight, ...]) -> str:
    return ", ".join(right.value for right in rights)


def _on_behalf(grant: ClientGrant, known: CurrentUser) -> str:
    """Says whose memory a client has: by name where that was given, since none is kept."""
    if grant.guest:
        return "as a guest"
    if grant.user_id != known.user_id:
        return f"as {grant.user_id}"
    return "as the account's person" if known.name == known.user_id else f"as {known.name}"
