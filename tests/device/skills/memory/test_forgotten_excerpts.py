"""What was forgotten by name does not come back as an excerpt of something else that was said about it."""

from __future__ import annotations

import pytest

from tests.sim.assistant_talk import Talk

STORIES = [
    (
        ["i take sertraline every morning", "so yeah i take sertraline because of anxiety"],
        "forget what i said about sertraline",
        ["what do i take", "what did i say about sertraline"],
        "sertraline",
    ),
    (["my cat's name is Milo. Milo is 7 years old.", "Milo had surgery on friday"], "forget about Milo",
     ["what happened to Milo"], "surgery"),
    (["i live in Paris", "i don't live in Paris anymore"], "forget that i live in Paris", ["where do i live"], "Paris"),
]  # fmt: skip


@pytest.mark.parametrize(("told", "forget", "asked", "gone"), STORIES)
def test_it_comes_back_in_no_reply(talk: Talk, told: list[str], forget: str, asked: list[str], gone: str) -> None:
    talk.say_all(*told)
    assert talk.say(forget).startswith("I forgot ")
    assert talk.atoms() == ()
    for question in asked:
        assert gone.casefold() not in talk.say(question).casefold()
