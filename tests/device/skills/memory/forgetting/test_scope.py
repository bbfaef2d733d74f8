"""A request to forget takes what it means: without its exceptions, in the number it says, in other forms of words."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.device.skills.memory.forgetting.scope_cases import CASES
from tests.sim.assistant_talk import talk_in


@pytest.mark.parametrize("language", CASES)
def test_what_is_left_is_what_was_not_meant(tmp_path: Path, language: str) -> None:
    wrong = []
    for number, case in enumerate(CASES[language]):
        with talk_in(tmp_path / str(number), language) as talk:
            talk.say_all(*case.told)
            reply = talk.say(case.request)
            left = sorted(talk.texts())
        if left != sorted(text.rstrip(".") for text in case.left) or case.reply not in reply:
            wrong.append((case.request, reply, left))
    assert wrong == []


def test_between_us_is_kept_and_not_told(tmp_path: Path) -> None:
    """Said alone or at the end of a telling it means the same: kept, and not brought up."""
    for number, said in enumerate(
        (("mein chef trinkt", "das bleibt unter uns"), ("mein chef trinkt, das bleibt unter uns",))
    ):
        with talk_in(tmp_path / str(number), "de") as talk:
            assert talk.say_all(*said).endswith("Das erwähne ich nicht mehr.")
            assert "trinkt" in talk.dump()
            assert "trinkt" not in talk.say("was weißt du über meinen chef")


def test_a_yes_to_the_number_forgets_without_the_exception(tmp_path: Path) -> None:
    told, request = (
        ("my aunt lives in whitby", "my aunt has a goat"),
        "forget everything about my aunt but her shoe size",
    )
    with talk_in(tmp_path / "vault") as talk:
        talk.say_all(*told, request, "no")
        assert sorted(talk.texts()) == sorted(told)
        talk.say_all(request, "yes")
        assert talk.texts() == []
