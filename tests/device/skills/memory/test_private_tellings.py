"""Promise: a rule said in passing holds at once, at the end of a telling too: the fact is kept without it, hidden."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from memory.model.atoms import Channel, Exposure
from tests.device.skills.memory import private_telling_cases as cases
from tests.device.skills.memory.privacy_rule_cases import OUTSIDE
from tests.sim.assistant_talk import Talk, talk_in

ALL_ABOUT = {"en": "what do you know about me", "de": "was weißt du über mich"}


@pytest.fixture(scope="module")
def talks(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Talk]]:
    """One vault a language; each case is a person of its own in it."""
    with talk_in(tmp_path_factory.mktemp("en")) as english, talk_in(tmp_path_factory.mktemp("de"), "de") as german:
        yield {"en": english, "de": german}


def _spoken(talk: Talk, language: str, user: str) -> str:
    """What is said aloud about the person, with the bundle."""
    reply = talk.say(ALL_ABOUT[language], user=user, channel=Channel.VOICE)
    return "\n".join((reply, *(atom.text for atom in talk.answer.bundle.atoms), *talk.answer.bundle.excerpts))


def _each(table: dict[str, tuple[tuple[str, str], ...]]) -> list[tuple[str, str, str]]:
    return [(language, *case) for language, all_ in table.items() for case in all_]


@pytest.mark.parametrize(("language", "told", "rule"), _each(cases.HIDING))
def test_a_rule_in_passing_hides_what_was_told(talks: dict[str, Talk], language: str, told: str, rule: str) -> None:
    talk, user = talks[language], f"{told} {rule}"
    for said in (told, OUTSIDE[language], rule):
        talk.say(said, user=user)
    assert talk.heard.reason_codes == ("DO_NOT_MENTION",)
    assert not talk.heard.created
    assert talk.texts(user) == [OUTSIDE[language]]
    said = _spoken(talk, language, user)
    assert told.casefold() not in said.casefold()
    assert OUTSIDE[language].split()[-1] in said


@pytest.mark.parametrize(("language", "told", "order"), _each(cases.AT_THE_END))
@pytest.mark.parametrize("glue", [" ", ", "])
def test_an_order_at_the_end_is_cut_off_and_applied(
    talks: dict[str, Talk], language: str, told: str, order: str, glue: str
) -> None:
    talk, user = talks[language], f"{told}{glue}{order}"
    talk.say(OUTSIDE[language], user=user)
    reply = talk.say(user, user=user, channel=Channel.VOICE)
    owner = talk.gate(user).user_id
    (made,) = (talk.vault.reader.atom_for_control(owner, atom_id) for atom_id in talk.heard.created)
    assert made is not None
    assert made.text == told
    assert made.exposure is Exposure.SAFE_TO_TEXT or told not in talk.texts(user)
    assert told.split()[-1] not in reply
    said = _spoken(talk, language, user)
    assert told.split()[-1] not in said
    assert OUTSIDE[language].split()[-1] in said


@pytest.mark.parametrize(("language", "rule", "told"), _each(cases.NOT_KEPT))
def test_a_rule_keeps_out_what_is_told_later(talks: dict[str, Talk], language: str, rule: str, told: str) -> None:
    talk, user = talks[language], f"{rule} {told}"
    for said in (rule, told, OUTSIDE[language]):
        talk.say(said, user=user)
    assert talk.texts(user) == [OUTSIDE[language]]


@pytest.mark.parametrize(("language", "said"), [(code, one) for code, all_ in cases.NO_ORDERS.items() for one in all_])
def test_the_order_of_another_hides_nothing(talks: dict[str, Talk], language: str, said: str) -> None:
    talk = talks[language]
    for told in (OUTSIDE[language], said):
        talk.say(told, user=said)
    assert not talk.vault.reader.rules(talk.gate(said).user_id)
    assert OUTSIDE[language] in talk.texts(said)


@pytest.mark.parametrize(
    ("language", "order", "told", "asked"),
    [
        ("en", "don't tell anyone but", "i owe my dad five hundred", "how much do i owe my dad"),
        ("en", "keep it to yourself but", "the offer is 4.20 a box", "what is the offer"),
        ("de", "sag es keinem aber", "meine Tochter ist durchgefallen", "ist meine Tochter durchgefallen"),
        ("de", "behalt das für dich, aber", "das Angebot ist 420 Euro", "was ist das Angebot"),
    ],
)
def test_an_order_before_the_telling_keeps_it_with_its_owner(
    talks: dict[str, Talk], language: str, order: str, told: str, asked: str
) -> None:
    talk, user = talks[language], f"{order} {told}"
    talk.say(f"{order} {told}", user=user)
    assert talk.texts(user) == [told]
    assert told.split()[-1] not in _spoken(talk, language, user)
    assert told.split()[-1] not in talk.say(asked, user=user, channel=Channel.VOICE)
    assert told.split()[-1] in talk.say(asked, user=user)


@pytest.mark.parametrize(
    ("language", "told", "order", "asked"),
    [
        ("en", "my daughter failed her exam", "don't tell anyone", "did my daughter fail her exam"),
        ("en", "the offer is 4.20 a box", "keep it quiet", "what is the offer"),
        ("en", "i owe my dad five hundred", "not a word to my mother", "how much do i owe my dad"),
        ("en", "my daughter failed her exam", "don't tell people about that", "did my daughter fail her exam"),
        ("de", "meine Tochter ist durchgefallen", "sag das niemandem", "ist meine Tochter durchgefallen"),
        ("de", "das Angebot ist 420 Euro", "verrat das nicht", "was ist das Angebot"),
    ],
)
@pytest.mark.parametrize("apart", [True, False])
def test_what_nobody_else_is_told_stays_with_its_owner(
    talks: dict[str, Talk], language: str, told: str, order: str, asked: str, *, apart: bool
) -> None:
    """In writing, or when it is asked for aloud; it is never told unasked."""
    talk, user = talks[language], f"{told} {order} {apart}"
    for said in (told, order) if apart and order != "keep it quiet" else (f"{told}, {order}",):
        talk.say(said, user=user)
    assert told.split()[-1] not in _spoken(talk, language, user)
    assert told.split()[-1] not in talk.say(asked, user=user, channel=Channel.VOICE)
    assert told.split()[-1] in talk.say(asked, user=user)
