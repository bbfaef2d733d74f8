"""Promise: what the person was not sure of is sure once they put it right, and is said without "i think" (2.11.4)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.sim.assistant_talk import talk_in

TALKS = [
    ("en", ("i think the meeting's at ten", "no it's at eleven"), "when's the meeting", "The meeting's at eleven."),
    ("en", ("maybe tom's coming on friday", "no on saturday"), "when's tom coming", "Tom's coming on saturday."),
    ("en", ("we might go to spain in august", "no we're going to greece"), "where are we going", "You're going to"),
    ("de", ("ich glaub das treffen ist um zehn", "nein um elf"), "wann ist das treffen", "Das treffen ist um elf."),
    ("de", ("tom kommt vielleicht am freitag", "nein am samstag"), "wann kommt tom", "Tom kommt am samstag."),
]


@pytest.mark.parametrize(("language", "told", "asked", "answer"), TALKS)
def test_it_is_told_as_sure(language: str, told: tuple[str, ...], asked: str, answer: str, tmp_path: Path) -> None:
    with talk_in(tmp_path / "vault", language) as talk:
        talk.say_all(*told)
        assert talk.say(asked).startswith(answer)
