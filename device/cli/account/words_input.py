"""Composition: reads the 24 words and an invitation, and shows new words once, with a check.

Neither may be on a command line, where other programs can read it; they come from files and the terminal.
"""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from device.cli.common.terminal import ask_line, print_sentence
from device.core.errors import BadUsage, WordsUnchecked
from device.core.policy import WORD_COLUMNS, WORD_TRIES
from device.platform.private_files import read_short_file

if TYPE_CHECKING:
    from engine_b.crypto.certificates import InvitationToken

CLEAR_SCREEN = "\033[3J\033[2J\033[H"
"""Clears the screen and its scroll-back."""


def read_invitation(token: str | None, token_file: Path | None) -> InvitationToken | None:
    """Reads the invitation of either option; None without any. Raises a SyncError for a bad one."""
    if token is not None and token_file is not None:
        raise BadUsage("Give either --token-file or --token, not both. Nothing was changed.")
    if token is None and token_file is None:
        return None
    from engine_b.crypto.certificates import parse_token

    return parse_token(read_short_file(token_file) if token_file is not None else token or "")


def read_entropy(words_file: Path | None) -> bytes:
    """Reads the entropy of 24 words from a file or a terminal. Raises WordsNeeded and the errors of the words."""
    from engine_b.core.sync_errors import WordsNeeded
    from engine_b.crypto.recovery_phrase import entropy_from_phrase

    if words_file is not None:
        return entropy_from_phrase(read_short_file(words_file))
    if not sys.stdin.isatty():
        raise WordsNeeded
    print_sentence("Type your 24 words, in order, on one line or several; an empty line ends them.", err=True)
    lines: list[str] = []
    with suppress(EOFError):  # ctrl-D ends them as well
        while line := ask_line("> ", err=True).strip():
            lines.append(line)
    return entropy_from_phrase("\n".join(lines))


def format_words_file(words: tuple[str, ...]) -> str:
    """Formats the words for a file: numbered, one a line, readable by `read_entropy`."""
    return "".join(f"{number:>2} {word}\n" for number, word in enumerate(words, 1))


def show_and_check_words(words: tuple[str, ...], seed: bytes) -> None:
    """Shows the words once, clears the screen, and asks for three of them. Raises WordsUnchecked."""
    from engine_b.crypto.recovery_phrase import quiz_positions

    print_sentence(
        "These 24 words are the only way back to your memory when this device is lost. Nobody else has them."
    )
    click.echo("Write them on paper, in order. They are shown this once.\n")
    show_words(words)
    try:
        ask_line("\nPress Enter when they are on paper; they are then taken off the screen. ")
        sys.stdout.write(CLEAR_SCREEN)
        for position in quiz_positions(seed):
            _ask_word(position, words[position - 1])
    except EOFError as error:
        raise WordsUnchecked(
            "The check of the words was broken off. Nothing was made; begin again, with new words."
        ) from error


def show_words(words: tuple[str, ...]) -> None:
    """Prints the words, numbered, in columns."""
    rows = len(words) // WORD_COLUMNS
    for row in range(rows):
        cells = (f"{at + 1:>2} {words[at]:<10}" for at in range(row, len(words), rows))
        click.echo("  " + "".join(cells))


def _ask_word(position: int, word: str) -> None:
    for _ in range(WORD_TRIES):
        if ask_line(f"Word {position}: ").strip().casefold() == word:
            return
        click.echo("That is not it; look at your paper.")
    raise WordsUnchecked(
        "The words on your paper are not those that were shown. Nothing was made; begin again, with new words."
    )
