"""Wiring: `selene vocab`: the words that Selene should hear right, and the proof that she does."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from device.cli import options as opt
from device.cli.outcome import reported, show_json

app = typer.Typer(
    help="The words that Selene should hear right, and the proof that she does.",
    no_args_is_help=True,
    rich_markup_mode=None,
)


@app.callback()
def about() -> None:
    """The words that Selene should hear right, and the proof that she does."""


@app.command("eval")
def evaluate(
    folder: Annotated[
        Path, typer.Option("--set", help='Folder with manifest.jsonl: {"wav", "text", "terms"} a line.', metavar="DIR")
    ],
    distractors: Annotated[
        int, typer.Option(help="Names that nobody says, hinted beside the terms.", metavar="N")
    ] = 100,
    recogniser: Annotated[str, typer.Option(help="pocketsphinx: or whisper:MODEL", metavar="URI")] = "pocketsphinx:",
    as_json: opt.Json = False,
) -> None:
    """Play spoken utterances without hints and with them, and count what was heard wrong.

    Counts: utterances, terms (said, each time), distractors, term_errors_without and term_errors_with (times a term
    was said and its words were not heard one after another). Fractions of one, not per cent: other_wer_without and
    other_wer_with, the word error rate of all words that belong to no term.

    With: all terms of the set and the distractors are hinted at once, for every utterance, also when they are more
    than the 100 terms of a turn's Hint Bundle.
    """
    from device.doors import open as doors
    from device.vocabulary import distractors as listed
    from device.vocabulary import read_manifest, try_vocabulary

    with reported(as_json=as_json):
        utterances = read_manifest(folder)
        listed(distractors, [term for one in utterances for term in one.terms])
        report = asdict(try_vocabulary(doors.open_recogniser(recogniser), utterances, distractors))
        if as_json:
            show_json(report)
            return
        for name, value in report.items():
            typer.echo(f"{name:20} {value}")
