"""Promise: in German talk what is over or has changed is not told as what is so, and what only sounds alike stays."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.sim.assistant_talk import talk_in


@pytest.mark.parametrize(
    ("told", "asked", "right"),
    [
        (
            ("ich trink jeden abend ein bier", "ich trink jetzt keinen alkohol mehr"),
            "trink ich abends noch bier",
            "kein",
        ),
        (("ich esse freitags immer schnitzel", "ich ess kein fleisch mehr"), "ess ich freitags schnitzel", "kein"),
        (("ich geh montags zum tennis", "ich mach keinen sport mehr"), "geh ich montags zum tennis", "keinen sport"),
        (
            ("mein mann trinkt abends ein weizen", "mein mann trinkt keinen alkohol mehr"),
            "trinkt mein mann abends ein weizen",
            "kein",
        ),
        (
            ("ich trink jeden abend ein bier", "ich hab mit dem alkohol aufgehört"),
            "was trink ich jeden abend",
            "aufgehört",
        ),
        (
            ("ich trink jeden abend ein bier", "mein mann trinkt keinen alkohol mehr"),
            "trink ich abends bier",
            "ein bier",
        ),
        (
            ("ich trink jeden abend ein bier", "ich trink mittags keinen alkohol mehr"),
            "trink ich abends bier",
            "ein bier",
        ),
        (
            ("ich trink jeden abend einen tee", "ich trink keinen alkohol mehr"),
            "was trink ich jeden abend",
            "einen tee",
        ),
        (
            ("wir essen freitags immer schnitzel", "ich ess kein fleisch mehr"),
            "was essen wir freitags",
            "immer schnitzel",
        ),
    ],
)
def test_what_belongs_to_a_class_is_over_with_it(tmp_path: Path, told: tuple[str, ...], asked: str, right: str) -> None:
    with talk_in(tmp_path / "vault", "de") as talk:
        talk.say_all(*told)
        talk.new_session(1)
        assert right in talk.say(asked)
