"""Composition: prints a talk on a terminal: who speaks, what was heard and answered, how long each took."""

from __future__ import annotations

import click

from device.cli.common.terminal import styled
from device.session.event_log import EventLine

_STAGES = ("recognise", "understand", "answer", "synthesise")


class TalkPrinter:
    """Listens to the event log and prints the events that a person wants to see."""

    def __init__(self, *, err: bool = False) -> None:
        """Prints to stdout, or to stderr."""
        self._err = err

    def __call__(self, line: EventLine) -> None:
        """Prints one event, unless a person does not need it."""
        shown = self._shown(line)
        if shown is not None:
            seconds = int(str(line["at_audio_ms"])) / 1000
            click.echo(styled(f"{seconds:7.2f}s  ", dim=True) + shown, err=self._err)

    def _shown(self, line: EventLine) -> str | None:
        match line["type"]:
            case "wake":
                return styled("· wake word", dim=True)
            case "transcript":
                return styled("you     ", "cyan", bold=True) + styled(str(line["text"]) or "(nothing understood)")
            case "reply":
                return selene_says(str(line["text"]))
            case "barge_in":
                return styled("· interrupted: Selene stops speaking", "yellow")
            case "remembered" | "forgotten":
                count = len(line["atom_ids"]) if isinstance(line["atom_ids"], list) else 0
                return styled(f"· {line['type']} ({count}), on disk", "green")
            case "error":
                return styled(f"· error {line['reason']}", "red", bold=True)
            case "turn_ended":
                return self._times(line)
            case _:
                return None

    def _times(self, line: EventLine) -> str | None:
        spent = line.get("ms")
        if not isinstance(spent, dict) or not spent:
            return None
        stages = "  ".join(f"{name} {spent[name]} ms" for name in _STAGES if name in spent)
        return styled(f"· {stages}", dim=True) if stages else None


def selene_says(text: str) -> str:
    """A line of a talk that Selene says."""
    return styled("Selene  ", "magenta", bold=True) + styled(text)
