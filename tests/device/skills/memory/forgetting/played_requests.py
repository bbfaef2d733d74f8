"""Helps tests of forgetting: tells facts, asks to forget some of them, and says what is kept afterwards."""

from __future__ import annotations

from pathlib import Path

from tests.sim.assistant_talk import talk_after

Gone = int | tuple[int, ...]
"""Which of the facts told are to go, by their places."""


def kept_after(language: str, told: tuple[str, ...], said: str, folder: Path) -> tuple[str, ...]:
    """Returns the texts that are kept after the facts were told and the request was said."""
    with talk_after(folder / "vault", told, language) as talk:
        talk.say(said)
        return tuple(talk.texts())


def without(told: tuple[str, ...], gone: Gone) -> tuple[str, ...]:
    """Returns the facts that are to stay."""
    lost = (gone,) if isinstance(gone, int) else gone
    return tuple(each for at, each in enumerate(told) if at not in lost)
