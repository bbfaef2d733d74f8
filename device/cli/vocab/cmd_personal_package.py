"""Composition: `selene vocab build --mine`, `rollback --mine`, and the part of `status` about a person's own
vocabulary.
"""

from __future__ import annotations

from pathlib import Path

import click

from device.cli.common.error_report import show_json
from device.cli.common.told_moment import moment_of
from device.cli.vocab.beside_daemon import self_test_beside
from device.daemon.current_user import resolve_user
from device.daemon.vault_access import open_existing
from device.vocabulary.personal_package import PersonalPackage
from engine_b.vault.vault import Vault
from engine_b.vocabulary import activation


def build_personal_package(state: Path, user: str | None, recogniser: str, now: str | None, *, as_json: bool) -> None:
    """Builds a new version from a person's learned words, signed by this device, on trial in the vault."""
    with open_existing(state, moment_of(now)) as vault:
        user_id = resolve_user(vault, user).user_id
        adapting = PersonalPackage(vault, user_id, moment_of(now).at_ms)
        done = adapting.renew(self_test_beside(recogniser))
        found = personal_package_object(vault, user_id)
    if as_json:
        show_json({"changed": done is not None, "left_out": done.left_out if done else 0, **found})
    elif done is None:
        click.echo("Nothing was learned since the last version, or nothing that may be in one. Nothing was changed.")
    else:
        click.echo(f"Version {done.version} of your own vocabulary, {done.terms} word(s), signed by this device.")


def roll_back_personal_package(state: Path, user: str | None, to: str, now: str | None, *, as_json: bool) -> None:
    """Rolls back to an earlier version; the later words are held back until they are taught again."""
    with open_existing(state, moment_of(now)) as vault:
        user_id = resolve_user(vault, user).user_id
        digest = PersonalPackage(vault, user_id, moment_of(now).at_ms).installer.roll_back(to)
    if as_json:
        show_json({"digest": digest, "active": digest})
    else:
        click.echo(f"Your own vocabulary {digest[:12]} is in use again. Words of the later one are held back.")


def personal_package_object(vault: Vault, user_id: str) -> dict[str, object]:
    """Returns a person's own vocabulary: the version in use, and those to roll back to. Reads only."""
    line = activation.personal_scope(user_id, vault.vault_id)
    now, kept = activation.load_pointers(vault.database, line), activation.stored_vocabularies(vault.database, line)
    at = {one.digest: version for one in kept for _, version, _ in one.packages}
    return {
        "active": now.active,
        "version": at.get(now.active, ""),
        "on_trial": now.on_trial,
        "terms": len(activation.vocabulary_terms(vault.database, now.active)),
        "signed_by": vault.device_id,
        "kept": [
            {
                "digest": one.digest,
                "version": at.get(one.digest, ""),
                "state": one.state,
                "reason_code": one.reason_code,
            }
            for one in kept
        ],
    }
