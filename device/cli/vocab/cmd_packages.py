"""Composition: `selene vocab verify | apply | rollback | status | log`: packages on this device."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import click

from device.cli.common.error_report import show_json
from device.cli.common.told_moment import moment_of
from device.cli.vocab import cmd_personal_package
from device.cli.vocab.beside_daemon import WaitingFetcher, self_test_beside
from device.core.errors import FileRefused
from device.core.policy import MAX_LISTED_EVENTS
from device.daemon.current_user import resolve_user
from device.daemon.vault_access import open_account_vault, open_existing, open_for_reading, while_exchanging
from device.vocabulary.package_installer import PackageInstaller, PackageOffer, PackageSource
from device.vocabulary.package_repositories import fetch_trusted_root, open_repository
from engine_b.vault.vault import Vault
from engine_b.vocabulary import activation, learned_words
from engine_b.vocabulary.activation import StoredVocabulary
from engine_b.vocabulary.trust_store import VaultTrustStore, pointer_key
from memory.core.policy import MemoryPolicy
from memory.extraction.personal_words import merge_word_evidence
from memory.model.atoms import Moment
from memory.model.ports import Gate
from memory.model.timestamps import to_iso
from packages.core.errors import PackageError
from packages.core.names import Version
from packages.core.policy import PackagePolicy
from packages.documents.merge import EMPTY_DIGEST
from packages.installation.activation import NONE
from packages.verification.client import DeviceProfile
from packages.verification.trust import expiry_notice, load_trusted


def verify_repository(
    state: Path,
    user: str | None,
    repository: str,
    known_as: str,
    root: Path | None,
    names: Sequence[str],
    now: str | None,
    *,
    as_json: bool,
) -> None:
    """Verifies the offer of a repository; nothing is changed."""
    with open_for_reading(state, moment_of(now)) as vault:
        applying = _package_installer(vault, user, now)
        with package_source(vault, repository, known_as, root, applying.policy) as source:
            offer = applying.offer(source, tuple(names) or None)
        active = activation.load_pointers(vault.database).active
    found = {
        **_offer_object(offer),
        "digest": offer.table.digest,
        "in_use": offer.table.digest == _active_digest(active),
    }
    if as_json:
        show_json(found)
        return
    for name, at in offer.table.order:
        click.echo(f"{name} {at}")
    click.echo(f"{len(offer.table.entries)} terms, verified. Nothing was changed.")
    _echo_notices(offer.notices)


def install_packages(
    state: Path,
    user: str | None,
    repository: str,
    known_as: str,
    root: Path | None,
    names: Sequence[str],
    recogniser: str,
    now: str | None,
    *,
    again: bool,
    as_json: bool,
) -> None:
    """Verifies, self-tests and activates the offer of a repository."""
    with while_exchanging(), open_account_vault(state, moment_of(now)) as vault:
        applying = _package_installer(vault, user, now)
        with package_source(vault, repository, known_as, root, applying.policy) as source:
            done = applying.apply(source, self_test_beside(recogniser), tuple(names) or None, again=again)
        pointers = activation.load_pointers(vault.database)
    found = {
        "digest": done.digest,
        "changed": done.changed,
        "on_trial": pointers.on_trial,
        "terms": done.terms,
        "packages": [{"name": name, "version": at} for name, at in done.packages],
        "notices": _notice_objects(done.notices),
    }
    if as_json:
        show_json(found)
        return
    if not done.changed:
        click.echo("That vocabulary is in use already. Nothing was changed.")
    else:
        click.echo(f"{done.terms} terms of {len(done.packages)} package(s) are in use, on trial until Selene has run.")
    _echo_notices(done.notices)


def roll_back_packages(state: Path, user: str | None, to: str, now: str | None, *, as_json: bool) -> None:
    """Rolls back to an earlier vocabulary."""
    with open_existing(state, moment_of(now)) as vault:
        digest = _package_installer(vault, user, now).roll_back(to)
    if as_json:
        show_json({"digest": _active_digest(digest), "active": digest})
    else:
        click.echo(f"Vocabulary {digest[:12]} is in use again. What is trusted of repositories stays as it was.")


def show_vocabulary_status(state: Path, user: str | None, now: str | None, *, as_json: bool) -> None:
    """Shows the vocabulary in use and the state of its trial."""
    with open_for_reading(state, moment_of(now)) as vault, vault.database.snapshot():
        found = _vocabulary_status_object(vault, resolve_user(vault, user).user_id, moment_of(now).at_ms)
    if as_json:
        show_json(found)
        return
    for name in ("active", "committed", "on_trial", "starts", "heard", "terms", "words", "elsewhere"):
        click.echo(f"{name:12} {found[name]}")
    for group in ("packages", "missing", "trusted", "kept"):
        for one in _row_objects(found[group]):
            click.echo(f"{group:12} " + "  ".join(f"{name}={value}" for name, value in one.items()))
    if isinstance(mine := found["own"], dict):
        click.echo(
            f"{'own':12} " + "  ".join(f"{name}={mine[name]}" for name in ("version", "active", "on_trial", "terms"))
        )
        for one in _row_objects(mine["kept"]):
            click.echo(f"{'own kept':12} " + "  ".join(f"{name}={value}" for name, value in one.items()))
    if isinstance(last := found["last"], dict):
        click.echo(f"{'last':12} {last['event']} ({last['reason_code']}) at {last['at']}")


def show_vocabulary_log(state: Path, *, as_json: bool) -> None:
    """Shows every ledger event about vocabularies, oldest first."""
    with open_for_reading(state, moment_of(None)) as vault:
        events = [_event_object(row) for row in activation.vocabulary_history(vault.database, MAX_LISTED_EVENTS)]
    if as_json:
        show_json({"events": events})
        return
    for event in events:
        facts = "  ".join(f"{name}={value}" for name, value in _fact_items(event["facts"]))
        click.echo(
            f"{event['seq']}  {event['at']}  {event['event']} ({event['reason_code']})  {event['subject']}  {facts}"
        )


def show_learned_words(state: Path, user: str | None, *, as_json: bool) -> None:
    """Shows the words that a person's memory taught, and the hints before their next turn."""
    from device.assistant.hint_source import HintBuilder

    with open_for_reading(state, moment_of(None)) as vault, vault.database.snapshot():
        user_id = resolve_user(vault, user).user_id
        learned = merge_word_evidence(learned_words.load_learned_words(vault.database, Gate(user_id, identified=True)))
        hints = HintBuilder(vault.database, "en", MemoryPolicy()).build(user_id).terms
    if as_json:
        shown = [{**asdict(entry), "last": _iso_time(entry.last_ms)} for entry in learned]
        show_json({"words": [{k: v for k, v in one.items() if k != "last_ms"} for one in shown], "hints": hints})
        return
    for entry in learned:
        heard = f"  heard as {', '.join(entry.heard)}" if entry.heard else ""
        click.echo(f"{entry.spelling}  taught {entry.count} time(s){heard}")
    click.echo(f"{len(learned)} word(s); {len(hints)} go to the recogniser before the next turn.")


def _package_installer(vault: Vault, user: str | None, now: str | None) -> PackageInstaller:
    """Returns the installer for everybody at this device, which refuses a person's package
    (device/vocabulary/personal_package.py).
    """
    resolve_user(vault, user)  # refuses a name that is none
    return PackageInstaller(vault, device_profile(), moment_of(now).at_ms)


def device_profile() -> DeviceProfile:
    """Returns what a package must suit to be offered to this device."""
    return DeviceProfile(_selene_version(), frozenset({"en"}))


def _selene_version() -> Version:
    try:
        return Version.parse(version("selene"))
    except (PackageNotFoundError, ValueError):
        return Version(0, 1)


@contextmanager
def package_source(
    vault: Vault, repository: str, known_as: str, root: Path | None, policy: PackagePolicy
) -> Iterator[PackageSource]:
    """Opens a repository with the root to trust: that of a file, or else what the person's other devices trust."""
    from device.platform.clock import monotonic_ns

    content = None
    if root is not None:
        try:
            with root.open("rb") as file:
                content = file.read(policy.max_root_bytes + 1)
        except OSError as error:
            raise FileRefused(
                f"{root} cannot be read ({error.strerror}). Nothing was changed; name another."
            ) from error

    def stopwatch() -> int:
        return monotonic_ns() // 1_000_000

    with open_repository(vault, repository) as opened:
        fetcher = WaitingFetcher(opened)
        content = content or fetch_trusted_root(vault, known_as, fetcher, stopwatch, policy)
        yield PackageSource(known_as, fetcher, stopwatch, content)


def _vocabulary_status_object(vault: Vault, user_id: str, now_ms: int) -> dict[str, object]:
    database = vault.database
    pointers, kept = activation.load_pointers(database), activation.stored_vocabularies(database)
    state = {setting.key: setting.value for setting in vault.current_state()}
    active = next((one for one in kept if one.digest == pointers.active), None)
    applied = state.get(activation.APPLIED, NONE)
    elsewhere = applied if applied not in (pointers.active, pointers.committed) else ""
    events = activation.vocabulary_history(database, MAX_LISTED_EVENTS)
    last = [row for row in events if row[2] in ("VOCAB_ACTIVATED", "VOCAB_COMMITTED", "VOCAB_ROLLED_BACK")]
    return {
        "active": pointers.active,
        "digest": _active_digest(pointers.active),
        "committed": pointers.committed,
        "on_trial": pointers.on_trial,
        "starts": pointers.starts,
        "heard": pointers.heard,
        "terms": len(activation.vocabulary_terms(database, pointers.active)),
        "words": len(merge_word_evidence(learned_words.load_learned_words(database, Gate(user_id, identified=True)))),
        "elsewhere": elsewhere,
        "missing": missing_packages(vault),
        "packages": _package_objects(active),
        "kept": [
            {"digest": one.digest, "state": one.state, "reason_code": one.reason_code, "at": _iso_time(one.changed_ms)}
            for one in kept
        ],
        "trusted": [_trust_object(vault, *row, now_ms=now_ms) for row in activation.trusted_versions(database)],
        "last": _event_object(last[-1]) if last else None,
        "own": cmd_personal_package.personal_package_object(vault, user_id),
    }


def _package_objects(kept: StoredVocabulary | None) -> list[dict[str, str]]:
    return [{"name": name, "version": at, "repository": where} for name, at, where in kept.packages] if kept else []


def missing_packages(vault: Vault) -> list[dict[str, str]]:
    """Returns the packages that the person's other devices committed and this one lacks, by name."""
    database, state = vault.database, {setting.key: setting.value for setting in vault.current_state()}
    pointers = activation.load_pointers(database)
    if state.get(activation.APPLIED, NONE) in (pointers.active, pointers.committed):
        return []
    kept = activation.stored_vocabularies(database)
    active = next((one for one in kept if one.digest == pointers.active), None)
    has = {pointer_key(activation.PACKAGE, name): at for name, at, _ in active.packages} if active else {}
    told = {key: at for key, at in sorted(state.items()) if key.startswith(activation.PACKAGE) and at != NONE}
    return [
        {"name": key.removeprefix(activation.PACKAGE), "version": at} for key, at in told.items() if has.get(key) != at
    ]


def _trust_object(vault: Vault, repository: str, root: int, catalog: int | None, *, now_ms: int) -> dict[str, object]:
    try:
        kept = VaultTrustStore(vault, repository, now_ms).load()
        stale = expiry_notice(load_trusted(kept, PackagePolicy()), now_ms) is not None
    except PackageError:
        stale = True
    return {"repository": repository, "root_version": root, "catalog_version": catalog, "stale": stale}


def _offer_object(offer: PackageOffer) -> dict[str, object]:
    return {
        "packages": [{"name": name, "version": at} for name, at in offer.table.order],
        "terms": len(offer.table.entries),
        "notices": _notice_objects(offer.notices),
    }


def _notice_objects(notices: Sequence[PackageError]) -> list[dict[str, str]]:
    return [{"code": one.code, "message": str(one)} for one in notices]


def _echo_notices(notices: Sequence[PackageError]) -> None:
    for one in notices:
        click.echo(f"{one} [{one.code}]", err=True)


def _active_digest(active: str) -> str:
    return EMPTY_DIGEST if active == NONE else active


def _event_object(row: tuple[int, int, str, str, str, str]) -> dict[str, object]:
    seq, at_ms, event, reason, subject, facts = row
    found = {"seq": seq, "at": _iso_time(at_ms), "event": event, "reason_code": reason, "subject": subject}
    return {**found, "facts": json.loads(facts)}


def _fact_items(facts: object) -> list[tuple[str, object]]:
    return sorted(facts.items()) if isinstance(facts, dict) else []


def _row_objects(found: object) -> list[dict[str, object]]:
    return found if isinstance(found, list) else []


def _iso_time(at_ms: int) -> str:
    return to_iso(Moment(at_ms))
