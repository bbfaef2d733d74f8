"""Composition: `selene memory forget | edit`: the spoken commands for a memory that is named by its id or topic."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from device.assistant.direct_commands import (
    ProposedEdit,
    TopicMatch,
    commit_edit,
    find_topic,
    forget_found,
    propose_edit,
)
from device.cli.common.error_report import show_json
from device.cli.common.terminal import ask_line, styled
from device.cli.common.told_moment import moment_of
from device.cli.memory.atom_names import day_of, looks_like_id, named_atom, text_gate
from device.core.errors import AmbiguousAtom, BadUsage, EditUnclear, UnknownAtom
from device.daemon.current_user import CurrentUser, resolve_user
from device.daemon.vault_access import open_assistant, open_for_reading
from device.portability.formats.selene_export import atom_object
from memory.model.atoms import Atom, Moment

if TYPE_CHECKING:
    from device.assistant.assistant import Assistant


@dataclass(frozen=True, slots=True)
class CommandSettings:
    """The options that both commands share."""

    state: Path
    user: str | None
    now: str | None
    language: str
    yes: bool
    as_json: bool


def forget_memory(how: CommandSettings, what: str) -> None:
    """Forgets what an id or words name, and prints the receipt. Without a vault there is nothing to forget."""
    at = moment_of(how.now)
    _require_vault(how.state, at)
    with open_assistant(how.state, at, how.language) as shared, shared.turn() as vault:
        person = resolve_user(vault, how.user)
        found = _found(shared.assistant, person, what, at)
        shown = vault.reader.atoms_by_id(text_gate(person), tuple(atom.atom_id for atom in found.atoms))
        if found.is_several and not how.yes:
            _ask_to_forget(how, found, shown, at)
        receipt = forget_found(shared.assistant, person.user_id, found, at)
    if how.as_json:
        proof = {"head_seq": receipt.head_seq, "head_hash": receipt.head_hash, "scrubbed": receipt.scrubbed}
        show_json({"forgotten": list(receipt.atom_ids), "lines": receipt.lines, "receipt": proof})
        return
    count = len(receipt.atom_ids)
    click.echo(f"Forgotten: {_counted(count, 'memory', 'memories')}, {_counted(receipt.lines, 'line', 'lines')}.")
    click.echo(f"Receipt: ledger {receipt.head_seq}, {receipt.head_hash}")


def edit_memory(how: CommandSettings, name: str, words: str | None) -> None:
    """Replaces words of one memory, and prints it. Asks where a talk would ask."""
    at = moment_of(how.now)
    _require_vault(how.state, at)
    with open_assistant(how.state, at, how.language) as shared, shared.turn() as vault:
        person = resolve_user(vault, how.user)
        words = _new_words(how, named_atom(vault, person, name), words)
        edit = _proposed(shared.assistant, person, name, words, at)
        if edit.changes and edit.unusual and not how.yes:
            _ask(how, f'"{styled(edit.before.text)}" becomes "{styled(edit.after.text)}". Change it?')
            edit = _proposed(shared.assistant, person, name, words, at)  # another command may have been quicker
        if edit.changes:
            commit_edit(shared.assistant, edit)
    before, after, changed = edit.before, edit.after if edit.changes else edit.before, edit.changes
    if how.as_json:
        show_json({**atom_object(after), "changed": changed, "before": before.text})
    else:
        told = f'"{styled(before.text)}" is now "{styled(after.text)}".' if changed else "It says so already."
        click.echo(told)


def _require_vault(state: Path, at: Moment) -> None:
    """Raises `VaultMissing` where no vault is: to forget or change something makes none."""
    with open_for_reading(state, at):
        return


def _found(assistant: Assistant, person: CurrentUser, what: str, at: Moment) -> TopicMatch:
    """Returns what the id or the words name."""
    if looks_like_id(what):
        return TopicMatch((named_atom(assistant.vault, person, what),), ())
    found = find_topic(assistant, person.user_id, what, at)
    if not found.atoms and not found.turn_ids:
        raise UnknownAtom("Nothing that is remembered goes by these words. Nothing was changed.")
    return found


def _proposed(assistant: Assistant, person: CurrentUser, name: str, words: str, at: Moment) -> ProposedEdit:
    atom = named_atom(assistant.vault, person, name)
    edit = propose_edit(assistant, person.user_id, atom, words, at)
    if edit is None:
        raise EditUnclear(
            "It is unclear which words of the memory these replace. Nothing was changed; write only the new value."
        )
    return edit


def _ask_to_forget(how: CommandSettings, found: TopicMatch, shown: tuple[Atom, ...], at: Moment) -> None:
    """Lists what is meant, and asks. Hidden memories and the words of turns are counted."""
    if not how.as_json:
        for atom in shown:
            click.echo(f"{atom.atom_id}  {day_of(atom.learned_at_ms, at)}  {styled(atom.text)}")
        hidden = len(found.atoms) - len(shown)
        if hidden:
            click.echo(f"{_counted(hidden, 'memory', 'memories')} that may not be shown")
        if found.turn_ids:
            click.echo(f"{_counted(len(found.turn_ids), 'turn', 'turns')} with these words")
    count = len(found.atoms) + len(found.turn_ids)
    _ask(how, f"Forget all {count}?")


def _ask(how: CommandSettings, question: str) -> None:
    """Asks for a yes. Raises `AmbiguousAtom` without one; with `--json` nobody is asked."""
    try:
        answer = "" if how.as_json else ask_line(f"{question} [y/N] ")
    except EOFError:
        answer = ""
    if answer.strip().casefold() not in ("y", "yes"):
        raise AmbiguousAtom("Nothing was changed. Name one by its id, or say --yes.")


def _new_words(how: CommandSettings, atom: Atom, words: str | None) -> str:
    if words is None and not how.as_json:
        click.echo(styled(atom.text))
        try:
            words = ask_line("New words: ")
        except EOFError:
            words = None
    if not words or not words.strip():
        raise BadUsage("Write the new words after the id. Nothing was changed.")
    return words


def _counted(number: int, one: str, several: str) -> str:
    return f"{number} {one if number == 1 else several}"
