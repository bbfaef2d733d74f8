"""Promise: where nothing of what a person says may be kept, nothing of what a mind says to it is kept either."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.sim.assistant_talk import talk_in
from tests.sim.scripted_mind import ScriptedMind


@pytest.mark.parametrize(
    ("order", "asked", "said"),
    [
        ("don't remember this conversation", "what is the news about tvrtko", "Pregnant by Tvrtko, then."),
        ("never store anything about my health", "what is the news about my health with tvrtko", "Tvrtko is a place."),
        ("never remember anything about pregnancy", "who wrote the odyssey", "A pregnancy with Tvrtko lasts long."),
        ("my name is ana", "who wrote the odyssey", "The password is tvrtko22."),
    ],
)
def test_what_a_mind_says_is_not_kept(order: str, asked: str, said: str, tmp_path: Path) -> None:
    mind = ScriptedMind(otherwise=[{"say": said}])
    with talk_in(tmp_path / "talk", mind=mind) as talk:
        talk.say(order)
        assert talk.say(asked) == said
        assert "tvrtko" not in talk.dump().casefold()
        talk.say("who wrote the iliad")
        assert "tvrtko" not in str(mind.asked[-1].talk).casefold()
        assert "\N{HORIZONTAL ELLIPSIS}" not in str(mind.asked[-1].talk)


def test_what_a_mind_says_elsewhere_is_kept(tmp_path: Path) -> None:
    with talk_in(tmp_path / "talk", mind=ScriptedMind(otherwise=[{"say": "Tvrtko wrote it."}])) as talk:
        talk.say("who wrote the odyssey")
        assert "Tvrtko wrote it." in talk.dump()
