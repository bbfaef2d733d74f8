"""Composition: `selene say`: one turn or a script of turns, printed for a person or as one JSON object a line."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

from device.cli.common.error_report import show_json
from device.cli.common.told_moment import moment_of
from device.core.errors import BadScript, BadUsage
from device.daemon.current_user import resolve_user
from device.daemon.vault_access import open_assistant, tells_due
from device.session.due_telling import tell_due
from device.session.turn_report import turn_object
from memory.core.errors import MemoryRefusal
from memory.model import ids
from memory.model.atoms import Channel, Turn
from memory.model.timestamps import local_datetime
from memory.model.user_names import check_session, check_user_name

if TYPE_CHECKING:
    from device.assistant.conversation import TurnAssistant
    from engine_b.vault.vault import Vault


_HALF_CHARACTER = re.compile(r"\\u[dD][89a-fA-F]")
_NOBODY = ""


class ScriptLine(msgspec.Struct, frozen=True):
    """One line of a script; missing fields come from the command's options."""

    text: str
    now: str | None = None
    session: str | None = None
    user: str | None = None
    guest: bool | None = None
    aloud: bool | None = None


@dataclass(frozen=True, slots=True)
class SayOptions:
    """The options of the command."""

    state: Path
    user: str | None
    now: str | None
    session: str | None
    guest: bool
    aloud: bool
    language: str
    as_json: bool


def run_turns(how: SayOptions, text: str | None, script: Path | None) -> int:
    """Says `text`, or every line of `script`; returns 8 when an answer could not be saved, else 0.

    A script is read and checked as a whole before anything is said.
    """
    if (text is None) == (script is None):
        raise BadUsage("Say either a text or --script FILE. Nothing was changed.")
    turns = _script_turns(how, script) if script else [_turn(how, ScriptLine(text or ""))]
    opened_at = turns[0].at if turns else moment_of(how.now)
    unsaved = False
    from device.session.session import SessionTable

    with open_assistant(how.state, opened_at, how.language) as assistant:
        sessions = SessionTable(assistant)
        for turn in turns:
            with assistant.turn() as vault:
                meant = _with_account_user(turn, vault)
                due = _tell_due(assistant, meant, how, as_field=how.as_json or script is not None)
                heard, answer = sessions.session(meant.user_id, meant.session_id).take_turn(meant)
            unsaved |= bool(heard.failure)
            if how.as_json or script:
                show_json({**turn_object(heard, answer), "due": due})
            else:
                click.echo(answer.reply)
    return 8 if unsaved else 0


def _tell_due(assistant: TurnAssistant, turn: Turn, how: SayOptions, *, as_field: bool) -> list[str]:
    """Prints what is due for the person before the turn, or returns it as a field of the turn; a guest is told
    nothing.
    """
    told: list[str] = []
    show = told.append if as_field else click.echo
    if turn.identified and tells_due(how.state, turn.user_id):
        tell_due(assistant, turn.user_id, turn.at, lambda one: show(one.text))
    return told


def _turn(how: SayOptions, line: ScriptLine) -> Turn:
    """Builds a turn, checked before the vault is opened; without a user when none is named."""
    at = moment_of(line.now or how.now)
    session = check_session(line.session or how.session or f"say-{local_datetime(at).date().isoformat()}")
    named = line.user or how.user
    user_id = _NOBODY if named is None else ids.user_id(check_user_name(named))
    aloud = how.aloud if line.aloud is None else line.aloud
    guest = how.guest if line.guest is None else line.guest
    turn_id = ids.turn_id(user_id, session, at.at_ms, line.text)
    channel = Channel.VOICE if aloud else Channel.TEXT
    return Turn(turn_id, session, user_id, line.text, at, channel, identified=not guest)


def _with_account_user(turn: Turn, vault: Vault) -> Turn:
    """Sets the user of the turn to the account's person when none was named."""
    if turn.user_id != _NOBODY:
        return turn
    user_id = resolve_user(vault, None).user_id
    turn_id = ids.turn_id(user_id, turn.session_id, turn.at.at_ms, turn.text)
    return replace(turn, turn_id=turn_id, user_id=user_id)


def _script_turns(how: SayOptions, script: Path) -> list[Turn]:
    try:
        lines = script.read_bytes().decode("utf-8-sig").split("\n")
    except OSError as error:
        raise BadScript(f"The script {script} cannot be read. Nothing was said.") from error
    except UnicodeDecodeError as error:
        number = error.object.count(b"\n", 0, error.start) + 1
        raise BadScript(
            f"Line {number} of the script {script} is not UTF-8. Save the file as UTF-8. Nothing was said."
        ) from error
    return [_script_turn(how, number, line) for number, line in enumerate(lines, 1) if line.strip()]


def _script_turn(how: SayOptions, number: int, line: str) -> Turn:
    try:
        return _turn(how, msgspec.json.decode(line, type=ScriptLine))
    except (msgspec.MsgspecError, RecursionError, UnicodeEncodeError) as error:
        if _HALF_CHARACTER.search(line):
            raise BadScript(
                f"Line {number} of the script holds half a character: a \\ud800 to \\udfff without its other half."
                " Write both halves, or the character itself, or leave it out. Nothing was said."
            ) from error
        raise BadScript(f"Line {number} of the script is no turn ({error}). Nothing was said.") from error
    except MemoryRefusal as error:
        raise BadScript(f"Line {number} of the script: {error} Nothing was said.") from error
