"""Promise: a session that opens resumes as 2.21A says: spoken while hot, asked while warm, silent when cold."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from memory.continuity.kept_threads import own_threads
from memory.continuity.resume import build_resume_bundle
from memory.continuity.tiers import Tier
from memory.model import ids
from memory.model.atoms import Channel, Moment
from memory.model.ports import Gate
from tests.device.skills.continuity.test_threads import GARDEN, WORDINGS
from tests.sim.assistant_talk import Talk, talk_after, talk_in

ANA = ids.user_id("Ana")
SECOND, HOUR, DAY = 1_000, 3_600_000, 86_400_000
HELLO = {"en": "hello", "de": "hallo"}
DECIDED = {
    "en": ("the garden needs a new fence", "we decided on cedar for the garden"),
    "de": ("der Garten braucht einen neuen Zaun", "wir haben uns beim Garten für Zeder entschieden"),
}


@pytest.fixture
def talk(tmp_path: Path) -> Iterator[Talk]:
    """A talk in English."""
    with talk_in(tmp_path / "vault", "en") as talk:
        yield talk


@pytest.fixture
def garden(tmp_path: Path) -> Iterator[Talk]:
    """A talk in English after its turns about the garden."""
    with talk_after(tmp_path / "vault", GARDEN["en"]) as talk:
        yield talk


def greet(talk: Talk, age_ms: int, said: str = "hello", **how: object) -> str:
    """Opens another session so long after the last turn, and returns what is answered."""
    talk.new_session()
    talk.now = Moment(talk.now.at_ms + age_ms - 60 * SECOND, talk.now.utc_offset_min)
    return talk.say(said, **how)  # type: ignore[arg-type]


def manner(reply: str) -> Tier:
    """How a thread came up in a reply."""
    spoken, asked = "cedar" in reply.casefold() or "zeder" in reply.casefold(), reply.rstrip().endswith("?")
    assert not (spoken and asked)
    return Tier.HOT if spoken else Tier.WARM if asked else Tier.COLD


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(
    ("age", "expected"),
    [
        (HOUR, Tier.HOT),
        (72 * HOUR - SECOND, Tier.HOT),
        (72 * HOUR, Tier.HOT),
        (72 * HOUR + SECOND, Tier.WARM),
        (30 * DAY, Tier.WARM),
        (30 * DAY + SECOND, Tier.COLD),
    ],
)
def test_what_was_decided_comes_up_by_its_age(tmp_path: Path, language: str, age: int, expected: Tier) -> None:
    with talk_after(tmp_path / "vault", DECIDED[language], language) as talk:
        assert manner(greet(talk, age, HELLO[language])) is expected
        assert talk.answer.question is (expected is Tier.WARM)


@pytest.mark.parametrize(
    ("age", "expected"), [(30 * DAY + SECOND, Tier.WARM), (90 * DAY, Tier.WARM), (90 * DAY + SECOND, Tier.COLD)]
)
def test_what_is_unresolved_is_asked_about_for_ninety_days(garden: Talk, age: int, expected: Tier) -> None:
    assert manner(greet(garden, age)) is expected


def test_pinning_ranks_a_thread_and_does_not_warm_it(talk: Talk) -> None:
    talk.say_all(*DECIDED["en"], "pin this thread")
    greet(talk, HOUR)
    talk.say("pin the thread about the garden")
    assert manner(greet(talk, 31 * DAY)) is Tier.COLD


def test_a_spoken_thread_has_one_to_three_bullets(garden: Talk) -> None:
    bullets = [line for line in greet(garden, HOUR).splitlines() if line.startswith("- ")]
    assert len(bullets) == 3
    assert "RESUMED_HOT" in garden.answer.reason_codes


@pytest.mark.parametrize("said", ["hello again", "set a timer for five minutes", "what is the garden", "my cat is Mia"])
def test_it_comes_up_once_and_only_after_a_greeting(garden: Talk, said: str) -> None:
    if said != "hello again":
        assert "Where we left off" not in greet(garden, HOUR, said)
    else:
        greet(garden, HOUR)
    assert "Where we left off" not in garden.say("hello")


def test_with_remember_everything_it_comes_up_after_what_is_told_too(talk: Talk) -> None:
    talk.say_all("remember everything going forward", *GARDEN["en"])
    assert "Where we left off" in greet(talk, HOUR, "my cat is called Mia")


@pytest.mark.parametrize("order", ["only resume if I ask", "don't resume automatically", "only recall if I ask"])
@pytest.mark.parametrize("age", [HOUR, 5 * DAY])
def test_a_person_may_switch_it_off_and_still_ask(garden: Talk, order: str, age: int) -> None:
    garden.say(order)
    assert manner(greet(garden, age)) is Tier.COLD
    assert "cedar" in garden.say("where were we")
    assert "cedar" in garden.say("resume the thread about the garden")
    garden.say_all("you may resume automatically again", "you may recall things again")
    assert manner(greet(garden, age)) is not Tier.COLD


@pytest.mark.parametrize("said", ["yes", "yes please", "resume the thread"])
def test_the_question_is_answered_with_the_bullets(garden: Talk, said: str) -> None:
    reply = greet(garden, 5 * DAY)
    assert reply == 'Hello. Do you want to resume "garden" or start something new?'
    assert garden.say(said).count("\n- ") == 3
    assert own_threads(garden.vault.reader, ANA)[0].use_count == 1


@pytest.mark.parametrize("said", ["resume the thread about the boat", "let's continue with the boat"])
def test_who_names_another_thread_than_the_one_asked_about_gets_that(talk: Talk, said: str) -> None:
    talk.say_all("the boat needs some work", "we decided on canvas for the boat")
    talk.new_session(1)
    talk.say_all(*GARDEN["en"])
    assert 'resume "garden"' in greet(talk, 5 * DAY)
    assert 'left off with "boat"' in talk.say(said)
    assert {one.use_count for one in own_threads(talk.vault.reader, ANA) if one.questions} == {0}


@pytest.mark.parametrize(
    "said", ["no", "something new", "let's start something new", "forget that", "stop mentioning that"]
)
def test_what_is_put_aside_is_not_asked_again_and_nothing_is_lost(garden: Talk, said: str) -> None:
    greet(garden, 5 * DAY)
    held = garden.texts()
    garden.say(said)
    assert (said, garden.texts()) == (said, held)
    assert manner(greet(garden, DAY)) is Tier.COLD
    assert "cedar" in garden.say("resume the thread about the garden")


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("resumed", [False, True])
def test_forget_that_right_after_a_thread_was_told_only_puts_it_aside(
    tmp_path: Path, language: str, resumed: bool
) -> None:
    ask, that = WORDINGS[language]["resume_thread"][0], {"en": "forget that", "de": "vergiss das"}[language]
    with talk_after(tmp_path / "vault", DECIDED[language], language) as talk:
        held = talk.texts()
        greet(talk, HOUR, ask if resumed else HELLO[language])
        talk.say(that)
        assert (talk.answer.reason_codes, talk.texts()) == (("PUT_ASIDE",), held)
        assert manner(greet(talk, HOUR, HELLO[language])) is Tier.COLD
        assert manner(talk.say(ask)) is Tier.HOT


def test_forget_that_later_is_about_what_was_told_then(talk: Talk) -> None:
    talk.say_all(*DECIDED["en"])
    greet(talk, HOUR)
    talk.say_all("my cat is called Mia", "forget that")
    assert talk.heard.forgotten
    assert "cedar" in " ".join(talk.texts())


def test_another_answer_leaves_the_question(garden: Talk) -> None:
    greet(garden, 5 * DAY)
    assert "Mia" in garden.say("my cat is called Mia")
    assert own_threads(garden.vault.reader, ANA)[0].use_count == 0


@pytest.mark.parametrize(
    ("channel", "known", "identified", "expected"),
    [
        (Channel.TEXT, False, True, Tier.HOT),
        (Channel.TEXT, False, False, Tier.COLD),
        (Channel.VOICE, True, True, Tier.HOT),
        (Channel.VOICE, False, True, Tier.COLD),
        (Channel.VOICE, True, False, Tier.COLD),
    ],
)
def test_who_is_not_known_is_told_nothing(
    talk: Talk, channel: Channel, known: bool, identified: bool, expected: Tier
) -> None:
    talk.say_all(*DECIDED["en"])
    talk.new_session()
    session = talk.sessions.session(ANA, talk.session)
    session.conversation = replace(session.conversation, known=known)
    talk.now = Moment(talk.now.at_ms + HOUR, talk.now.utc_offset_min)
    reply = talk.say("hello", channel=channel, identified=identified)
    assert manner(reply) is expected


def test_the_bundle_is_built_for_a_known_person_alone(garden: Talk) -> None:
    greet(garden, 5 * DAY, "set a timer for five minutes")
    memory, gate = garden.assistant.memory, Gate(ANA, identified=True, asked=False)
    bundle = build_resume_bundle(memory, gate, garden.now.at_ms)
    assert (bundle.tier, bundle.top.title if bundle.top else "") == (Tier.WARM, "garden")
    assert build_resume_bundle(memory, replace(gate, identified=False), garden.now.at_ms).candidates == ()


def test_where_we_were_is_answered_from_the_last_thread(garden: Talk) -> None:
    assert '- decided: "we decided on cedar for the fence"' in greet(garden, 40 * DAY, "where did we leave off")
    garden.say("my cat is called Mia")
    assert "Mia" in garden.say("where were we")


@pytest.mark.parametrize("order", ["never mention cedar", "forget the cedar"])
def test_nothing_hidden_or_forgotten_comes_up(garden: Talk, order: str) -> None:
    greet(garden, HOUR, order)
    reply = greet(garden, HOUR)
    assert "cedar" not in reply
    assert "gate" in reply


def test_what_is_told_only_if_asked_comes_up_only_when_asked(talk: Talk) -> None:
    talk.say_all("we decided on cedar for the fence", "only recall this if I ask", *GARDEN["en"][3:])
    reply = greet(talk, HOUR)
    assert "cedar" not in reply
    assert "gate" in reply
    assert "cedar" in talk.say("where were we")
