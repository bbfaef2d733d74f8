"""Promise: a rule on what may be mentioned or kept holds for all of a topic, at once, in the bundle and in the reply.

It can be asked for and undone, and none of these commands makes a memory.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from memory.model.atoms import Channel, Moment
from memory.model.changes import RuleKind
from memory.rules.life_areas import topic_cover
from tests.device.skills.memory import privacy_rule_cases as cases
from tests.sim.assistant_talk import Talk, talk_in

LANGUAGES = ("en", "de")
ALL_ABOUT = {"en": "what do you know about me", "de": "was weißt du über mich"}


@pytest.fixture(scope="module")
def talks(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Talk]]:
    """One vault a language; each case is a person of its own in it."""
    with talk_in(tmp_path_factory.mktemp("en")) as english, talk_in(tmp_path_factory.mktemp("de"), "de") as german:
        yield {"en": english, "de": german}


def _all_said(talk: Talk, language: str, user: str) -> str:
    """What is told about the person, with the bundle."""
    reply = talk.say(ALL_ABOUT[language], user=user)
    return "\n".join((reply, *(atom.text for atom in talk.answer.bundle.atoms), *talk.answer.bundle.excerpts))


@pytest.mark.parametrize(
    ("language", "area", "told"),
    [(code, area, one) for code in LANGUAGES for area, (_, all_) in cases.BELONGS[code].items() for one in all_],
)
def test_a_field_of_life_is_hidden_with_what_belongs_to_it(
    talks: dict[str, Talk], language: str, area: str, told: str
) -> None:
    talk, user = talks[language], f"{area} {told}"
    for said in (told, cases.OUTSIDE[language]):
        talk.say(said, user=user)
    assert told in talk.texts(user)
    talk.say(cases.FORBID[language][0].format(cases.BELONGS[language][area][0]), user=user)
    assert talk.heard.reason_codes == ("DO_NOT_MENTION",)
    assert talk.texts(user) == [cases.OUTSIDE[language]]
    assert told not in _all_said(talk, language, user)


@pytest.mark.parametrize(
    ("language", "asked"), [(language, one) for language in LANGUAGES for one in cases.FORBID[language]]
)
def test_a_rule_is_set_in_many_words(talks: dict[str, Talk], language: str, asked: str) -> None:
    talk, topic = talks[language], {"en": "money", "de": "geld"}[language]
    told = cases.BELONGS[language]["money"][1][0]
    talk.say(told, user=asked)
    talk.say(asked.format(topic), user=asked)
    assert talk.heard.reason_codes == ("DO_NOT_MENTION",), (talk.heard.intent, talk.answer.reply)
    assert not talk.heard.created
    (rule,) = talk.vault.reader.rules(talk.gate(asked).user_id)
    assert (rule.kind, topic_cover(rule.topic).areas) == (RuleKind.DO_NOT_MENTION, frozenset({"money"}))
    assert told not in _all_said(talk, language, asked)


@pytest.mark.parametrize(
    ("language", "topic", "told"), [(code, *case) for code in LANGUAGES for case in cases.LONGER[code]]
)
@pytest.mark.parametrize("first", [True, False])
def test_a_topic_is_hidden_as_a_part_of_something_longer(
    talks: dict[str, Talk], language: str, topic: str, told: str, first: bool
) -> None:
    talk, user = talks[language], f"{topic} {told} {first}"
    rule = cases.FORBID[language][0].format(topic)
    for said in (rule, told, cases.OUTSIDE[language]) if first else (told, cases.OUTSIDE[language], rule):
        reply = talk.say(said, user=user)
        assert not (first and said == told and told in reply)
    assert talk.texts(user) == [cases.OUTSIDE[language]]
    assert told not in _all_said(talk, language, user)


@pytest.mark.parametrize(
    ("language", "asked"), [(language, one) for language in LANGUAGES for one in cases.NEXT[language]]
)
def test_the_next_thing_is_not_kept(talks: dict[str, Talk], language: str, asked: str) -> None:
    talk, told, kept = talks[language], cases.BELONGS[language]["health"][1][0], cases.OUTSIDE[language]
    talk.say(asked, user=asked)
    assert (talk.heard.intent, talk.heard.created) == ("keep_nothing_next", ())
    for said in (told, kept):
        talk.say(said, user=asked)
    assert talk.texts(asked) == [kept]
    assert told not in _all_said(talk, language, asked)


@pytest.mark.parametrize(
    ("language", "asked"), [(language, one) for language in LANGUAGES for one in cases.ASK_RULES[language]]
)
def test_the_rules_are_told(talks: dict[str, Talk], language: str, asked: str) -> None:
    talk = talks[language]
    topics = {"en": ("money", "health"), "de": ("geld", "gesundheit")}[language]
    none = talk.say(asked, user=asked)
    assert not any(topic in none for topic in topics)
    talk.say(cases.FORBID[language][0].format(topics[0]), user=asked)
    forbid = {"en": "from now on never keep anything about my {}", "de": "merk dir nie etwas über meine {}"}
    talk.say(forbid[language].format(topics[1]), user=asked)
    told = talk.say(asked, user=asked)
    assert all(topic in told for topic in topics), told
    assert not talk.heard.created
    assert not talk.texts(asked)


@pytest.mark.parametrize(
    ("language", "undone"), [(language, one) for language in LANGUAGES for one in cases.UNDO[language]]
)
def test_a_rule_is_undone(talks: dict[str, Talk], language: str, undone: str) -> None:
    talk, topic = talks[language], {"en": "money", "de": "geld"}[language]
    told = cases.BELONGS[language]["money"][1][0]
    for said in (told, cases.FORBID[language][0].format(topic)):
        talk.say(said, user=undone)
    assert not talk.texts(undone)
    talk.say(undone.format(topic), user=undone)
    assert "RULE_DROPPED" in talk.heard.reason_codes, (talk.heard.intent, talk.answer.reply)
    assert not talk.heard.created
    assert talk.texts(undone) == [told]
    assert not talk.vault.reader.rules(talk.gate(undone).user_id)


def test_that_rule_is_none_when_others_are_meant_as_well(tmp_path: Path) -> None:
    with talk_in(tmp_path) as talk:
        talk.say_all("don't mention money", "never bring up my faith", "my bicycle is blue", "my cat is called Nox")
        reply = talk.say("drop that rule")
        assert "money" in reply
        assert "faith" in reply
        assert len(talk.vault.reader.rules(talk.gate().user_id)) == 2


def test_you_may_say_that_is_about_what_was_told_since(tmp_path: Path) -> None:
    with talk_in(tmp_path) as talk:
        talk.say_all("don't mention money", "my bicycle is blue", "you may say that aloud")
        assert len(talk.vault.reader.rules(talk.gate().user_id)) == 1


@pytest.mark.parametrize("asked", ["tell me my salary out loud", "say it out loud", "you may say it aloud"])
def test_who_asks_to_hear_it_hears_what_is_for_writing_this_once(tmp_path: Path, asked: str) -> None:
    with talk_in(tmp_path) as talk:
        talk.say("my salary is 4100")
        before = talk.texts()
        assert "4100" not in talk.say("what is my salary", channel=Channel.VOICE)
        assert "4100" in talk.say(asked, channel=Channel.VOICE)
        assert not talk.heard.created
        assert not talk.heard.updated
        assert talk.texts() == before
        assert "4100" not in talk.say("what is my salary", channel=Channel.VOICE)


def test_who_asks_to_hear_it_does_not_hear_what_is_not_mentioned(tmp_path: Path) -> None:
    with talk_in(tmp_path) as talk:
        talk.say_all("my salary is 4100", "don't mention money")
        for asked in ("what is my salary", "tell me anyway", "tell me my salary anyway", "say my salary out loud"):
            assert "4100" not in talk.say(asked)
            assert not talk.answer.bundle.atoms
        assert "mention it again" in talk.answer.reply


def test_a_rule_of_one_language_covers_words_of_the_other(tmp_path: Path) -> None:
    with talk_in(tmp_path) as talk:
        talk.say("don't mention my health")
    with talk_in(tmp_path, "de") as talk:
        talk.say("meine knieoperation ist im april")
        assert not talk.texts()


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "don't tell anyone but i've applied for a job at the harbour"),
        ("en", "don't tell anybody i'm moving to the harbour in may"),
        ("de", "sag niemandem dass ich am hafen arbeiten will"),
    ],
)
def test_what_is_confided_is_no_rule(talks: dict[str, Talk], language: str, told: str) -> None:
    talk = talks[language]
    talk.say(told, user=told)
    assert not talk.vault.reader.rules(talk.gate(told).user_id)


@pytest.mark.parametrize(
    ("language", "asked", "told"),
    [
        ("en", "never tell anyone where i am", "i'm staying at hotel Post"),
        ("de", "sag niemandem wo ich bin", "ich bin im hotel Post"),
    ],
)
def test_where_somebody_is_may_be_said_as_a_clause(
    talks: dict[str, Talk], language: str, asked: str, told: str
) -> None:
    talk = talks[language]
    for said in (told, asked):
        talk.say(said, user=asked)
    assert not talk.texts(asked)


def test_reminders_and_lists_keep_quiet_too(tmp_path: Path) -> None:
    with talk_in(tmp_path) as talk:
        talk.say_all(
            "remind me to call the clinic at 5 pm", "put insulin on the shopping list", "don't mention my health"
        )
        assert "clinic" not in talk.say("what reminders do i have")
        assert "5 pm" in talk.answer.reply
        assert "insulin" not in talk.say("what is on the shopping list")
        later = Moment(talk.now.at_ms + 7 * 3_600_000, talk.now.utc_offset_min)
        (due,) = talk.assistant.due(talk.gate().user_id, later)
        assert "clinic" not in due.text
        talk.say("you may mention my health again")
        assert "clinic" in talk.say("what reminders do i have")


def test_a_relative_is_not_another_one() -> None:
    assert topic_cover("mother").covers("my mother lives here")
    assert not topic_cover("mother").covers("my grandmother lives here")
    assert not topic_cover("schwester").covers("meine Stiefschwester wohnt hier")


def test_one_thing_of_a_field_does_not_cover_the_others(tmp_path: Path) -> None:
    with talk_in(tmp_path) as talk:
        talk.say_all("my salary is 4100", "my rent is 900 euros", "don't mention my salary")
        assert talk.texts() == ["my rent is 900 euros"]
