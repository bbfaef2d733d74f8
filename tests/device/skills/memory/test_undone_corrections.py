"""Promise: "undo that" after a correction puts the words back that it replaced; it forgets nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.sim.assistant_talk import talk_in


@pytest.mark.parametrize(
    ("language", "told", "corrected", "undone"),
    [
        ("en", "my aunt lives in linz", "no salzburg", "undo that"),
        ("en", "my aunt lives in linz", "no salzburg", "undo"),
        ("en", "leo's exam is on the tenth", "no on the twelfth", "take that back"),
        ("en", "my physio is on monday at eight", "they changed it to thursday at nine", "undo that"),
        ("de", "meine tante wohnt in linz", "nein in salzburg", "mach das rückgängig"),
    ],
)
def test_a_correction_is_taken_back(tmp_path: Path, language: str, told: str, corrected: str, undone: str) -> None:
    with talk_in(tmp_path, language) as talk:
        talk.say_all(told, corrected)
        assert talk.texts() != [told]
        talk.say(undone)
        assert talk.texts() == [told]


def test_only_the_last_turn_is_taken_back(tmp_path: Path) -> None:
    with talk_in(tmp_path) as talk:
        talk.say_all("my aunt lives in linz", "no salzburg", "hello", "undo that")
        assert talk.texts() == ["my aunt lives in salzburg"]


def test_what_was_told_and_not_corrected_is_forgotten(tmp_path: Path) -> None:
    with talk_in(tmp_path) as talk:
        talk.say_all("my aunt lives in linz", "no salzburg", "tom likes jazz", "undo that")
        assert talk.texts() == ["my aunt lives in salzburg"]


def test_of_several_corrections_nothing_is_forgotten(tmp_path: Path) -> None:
    with talk_in(tmp_path) as talk:
        talk.say_all("jan broke his arm", "jan's cast comes off on the twentieth", "it wasn't jan it was jonas")
        told = talk.texts()
        assert talk.say("undo that") == "I don't know what to change. Please tell me the whole sentence."
        assert talk.texts() == told
