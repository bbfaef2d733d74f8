"""Composition: what a step of `selene setup` did and what it left alone, and how it asks."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

import click

from device.core.errors import BadUsage


class StepState(StrEnum):
    """How a step ended."""

    DONE = "done"
    LEFT = "left"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class StepReport:
    """What a step did, in sentences."""

    step: str
    state: StepState
    said: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SetupOptions:
    """The options that the steps share."""

    state: Path
    user: str | None = None
    language: str = "en"
    yes: bool = False
    """Whether every question is answered with yes."""
    words_out: Path | None = None
    catalogue: Path | None = None
    key: str | None = None
    folder: Path | None = None
    again: bool = False
    """Whether what was done before is done again."""
    as_json: bool = False

    @property
    def models(self) -> Path:
        """The folder of the models."""
        return self.folder or self.state / "models"


def is_person_here() -> bool:
    """Says whether a person can read and type."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def require_answers(options: SetupOptions) -> None:
    """Raises BadUsage where a question could not be asked."""
    if not options.yes and not is_person_here():
        raise BadUsage("Nobody can be asked here. Say yes to all with --yes, or use a terminal. Nothing was changed.")


def agreed(options: SetupOptions, question: str) -> bool:
    """Asks before something is changed. Raises BadUsage where nobody can be asked."""
    require_answers(options)
    return options.yes or click.confirm(question, default=True, err=True)
