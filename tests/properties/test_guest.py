"""Promise: a voice that is not known gets an empty bundle and leaves nothing, whatever it says."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from memory.model.atoms import Channel
from tests.budgets import GUEST_TURNS
from tests.sim.assistant_talk import Talk, talk_in

SECRETS = ("Quarzita", "basaltgreen", "flower pot", "granitregen")


@pytest.fixture(scope="module")
def talk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Talk]:
    """A vault that knows much, most of it always considered."""
    with talk_in(tmp_path_factory.mktemp("guest")) as talk:
        talk.say_all("my name is Quarzita", "my favorite color is basaltgreen", "i prefer speaking")
        talk.say_all("remember that the spare key is under the flower pot", "pin that")
        talk.say_all("I insist, remember that my pin is granitregen", "I am working on the flower pot")
        yield talk


asked = st.sampled_from(
    (
        "what is my name",
        "what do you remember about me",
        "where is the spare key",
        "I am Quarzita",
        "forget everything",
        "yes",
        "stop mentioning the spare key",
        "no, it's Bob, not Quarzita",
        "why did you say that",
        "tell me about the flower pot",
    )
)


@settings(
    max_examples=GUEST_TURNS.now,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@example(text="", channel=Channel.VOICE)
@given(text=st.text(max_size=60) | asked, channel=st.sampled_from(list(Channel)))
def test_a_guest_is_told_nothing_and_leaves_nothing(talk: Talk, text: str, channel: Channel) -> None:
    before = talk.vault.counts(), talk.dump()
    reply = talk.say(text, channel=channel, identified=False)
    bundle = talk.answer.bundle
    assert (bundle.atoms, bundle.excerpts) == ((), ())
    assert not talk.answer.question
    assert not any(secret.casefold() in reply.casefold() for secret in SECRETS)
    assert (talk.vault.counts(), talk.dump()) == before
