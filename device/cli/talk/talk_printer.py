"""Composition: prints a talk on a terminal: who speaks, what was heard and answered, how long each took."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from device.session.event_log import EventLine

SELENE = Text("Selene  ", style="bold magenta")
_STAGES = ("recognise", "understand", "answer", "synthesise")


class TalkPrinter:
    """Listens to the event log and prints the events that a person wants to see."""

    def __init__(self, console: Console | None = None) -> None:
        """Prints to `console`, or to the terminal."""
        self._console = console or Console(highlight=False)

    def __call__(self, line: EventLine) -> None:
        """Prints one event, unless a person does not need it."""
        shown = self._shown(line)
        if shown is not None:
            seconds = int(str(line["at_audio_ms"])) / 1000
            self._console.print(Text(f"{seconds:7.2f}s  ", style="dim") + shown, soft_wrap=True)

    def _shown(self, line: EventLine) -> Text | None:
        match line["type"]:
            case "wake":
                return Text("· wake word", style="dim")
            case "transcript":
                return Text("you     ", style="bold cyan") + Text(str(line["text"]) or "(nothing understood)")
            case "reply":
                return SELENE + Text(str(line["text"]))
            case "barge_in":
                return Text("· interrupted: Selene stops speaking", style="yellow")
            case "remembered" | "forgotten":
                count = len(line["atom_ids"]) if isinstance(line["atom_ids"], list) else 0
                return Text(f"· {line['type']} ({count}), on disk", style="green")
            case "error":
                return Text(f"· error {line['reason']}", style="bold red")
            case "turn_ended":
                return self._times(line)
            case _:
                return None

    def _times(self, line: EventLine) -> Text | None:
        spent = line.get("ms")
        if not isinstance(spent, dict) or not spent:
            return None
        stages = "  ".join(f"{name} {spent[name]} ms" for name in _STAGES if name in spent)
        return Text(f"· {stages}", style="dim") if stages else None
