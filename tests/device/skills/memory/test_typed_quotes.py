"""Promise: what somebody quotes is no fact of the speaker, and a name in quotation marks is kept whole."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.sim.assistant_talk import Talk, talk_in


@pytest.mark.parametrize(
    "said",
    [
        'my neighbour said "i hate this town" and slammed the door',
        "my neighbour said \u201ci hate this town\u201d and slammed the door",
        "my neighbour said quote i hate this town unquote and slammed the door",
    ],
)
def test_a_quotation_is_of_whom_it_quotes(talk: Talk, said: str) -> None:
    talk.say(said)
    texts = [atom.text for atom in talk.atoms()]
    assert all(text.startswith("my neighbour") for text in texts)
    assert len(texts) == 2
    assert talk.say("do i hate this town").startswith("You told me: my neighbour said")


@pytest.mark.parametrize(
    ("told", "asked", "reply"),
    [
        ('my dog is called "rex" and he bites', "what is my dog called", 'Your dog is called "rex".'),
        ('my sister\'s name is "anna"', "what's my sister's name", 'Your sister\'s name is "anna".'),
        ('i\'m reading "the crown" at the moment', "what am i reading", 'You\'re reading "the crown" at the moment.'),
        ("the boat is called \u201cthe silver lark\u201d and it leaks", "what's the boat called",
         "The boat is called \u201cthe silver lark\u201d."),
    ],
)  # fmt: skip
def test_a_name_in_marks_is_kept_whole(talk: Talk, told: str, asked: str, reply: str) -> None:
    talk.say(told)
    assert talk.say(asked) == reply


def test_a_german_quotation_is_kept_whole(tmp_path: Path) -> None:
    with talk_in(tmp_path, "de") as talk:
        talk.say("tom sagte: \u201eich hasse diese stadt\u201c")
        assert [atom.text for atom in talk.atoms()] == ["tom sagte: \u201eich hasse diese stadt\u201c"]
