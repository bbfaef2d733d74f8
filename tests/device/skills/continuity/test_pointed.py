"""Promise: "forget that" and "cancel that" right after a thread or a work order was told, in ten wordings each (2.21B).

The first keeps it from coming up and loses nothing, the second ends a work order; neither does what the other does.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from memory.continuity.tiers import Tier
from tests.device.skills.continuity.test_resuming import DECIDED, HELLO, HOUR, greet, manner
from tests.device.skills.continuity.test_work_orders import CHAIRS, PLAIN, work
from tests.sim.assistant_talk import talk_after, talk_in

FORGET = {
    "en": (
        "forget that", "forget it", "forget about that", "forget this", "let's forget that", "please forget that",
        "you can forget that", "drop that", "stop mentioning that", "don't bring that up again",
        "never mention that again", "leave that alone", "I don't want to hear about that",
    ),
    "de": (
        "vergiss das", "vergiss es", "vergiss das bitte", "vergiss das wieder", "das kannst du vergessen",
        "erwähne das nicht mehr", "sprich das nicht mehr an", "fang nicht mehr davon an", "sag davon nichts mehr",
        "davon will ich nichts mehr hören", "bitte vergiss das", "erwähne das nie wieder", "vergessen wir das",
        "vergessen wir das lieber", "lass uns das vergessen",
    ),
}  # fmt: skip
CANCEL = {
    "en": (
        "cancel that", "cancel it", "please cancel that", "cancel that please", "call that off", "call it off",
        "scrap that", "cancel this", "you can cancel that", "abort that", "let's cancel that", "cancel that one",
    ),
    "de": (
        "storniere das", "storniere es", "storniere das bitte", "brich das ab", "brich es ab", "sag das ab",
        "sag es ab", "bitte storniere das", "streich das", "stornier das", "kannst du das stornieren",
        "das kannst du stornieren", "das können wir stornieren", "du kannst das wieder stornieren",
    ),
}  # fmt: skip


def each(said: dict[str, tuple[str, ...]]) -> list[tuple[str, str]]:
    """Every wording with its language."""
    assert all(len(set(every)) >= 10 for every in said.values())
    return [(language, one) for language, every in said.items() for one in every]


@pytest.mark.parametrize(("language", "said"), each(FORGET))
def test_a_thread_that_was_told_is_put_aside(tmp_path: Path, language: str, said: str) -> None:
    with talk_after(tmp_path / "vault", DECIDED[language], language) as talk:
        held = talk.texts()
        assert manner(greet(talk, HOUR, HELLO[language])) is Tier.HOT
        talk.say(said)
        assert (said, "PUT_ASIDE" in talk.answer.reason_codes, talk.texts()) == (said, True, held)
        assert talk.vault.reader.rules(talk.gate().user_id) == ()
        assert manner(greet(talk, HOUR, HELLO[language])) is Tier.COLD


@pytest.mark.parametrize(("language", "said"), each(FORGET))
def test_a_work_order_that_was_told_is_suppressed(tmp_path: Path, language: str, said: str) -> None:
    with talk_after(tmp_path / "vault", [CHAIRS[language]], language) as talk:
        assert PLAIN[language] in greet(talk, HOUR, HELLO[language])
        talk.say(said)
        assert (said, work(talk)) == (said, [("DRAFT", "SUPPRESSED_BY_USER", True)])


@pytest.mark.parametrize(("language", "said"), each(CANCEL))
def test_a_work_order_that_was_told_is_cancelled(tmp_path: Path, language: str, said: str) -> None:
    with talk_after(tmp_path / "vault", [CHAIRS[language]], language) as talk:
        assert PLAIN[language] in greet(talk, HOUR, HELLO[language])
        talk.say(said)
        assert (said, work(talk)) == (said, [("CANCELED", "CANCELED_BY_USER", False)])


@pytest.mark.parametrize("language", ["en", "de"])
def test_forgetting_a_work_order_by_name_suppresses_it_too(tmp_path: Path, language: str) -> None:
    named = {"en": "forget the work order about the chairs", "de": "vergiss den Auftrag über die Stühle"}[language]
    with talk_in(tmp_path / "vault", language) as talk:
        talk.say_all(CHAIRS[language], named)
        assert work(talk) == [("DRAFT", "SUPPRESSED_BY_USER", True)]
        assert PLAIN[language] not in greet(talk, HOUR, HELLO[language])
        asked = {"en": "what work orders are pending", "de": "welche Aufträge stehen aus"}[language]
        assert PLAIN[language] in talk.say(asked)


@pytest.mark.parametrize("said", ["call it off", "sag das ab"])
def test_what_no_work_order_is_told_before_cancels_none(tmp_path: Path, said: str) -> None:
    language = "de" if said.startswith("sag") else "en"
    with talk_after(tmp_path / "vault", [CHAIRS[language]], language) as talk:
        talk.say_all({"en": "my cat is called Mia", "de": "meine Katze heißt Mia"}[language], said)
        assert work(talk) == [("DRAFT", "USER_STATED", False)]


TELLS_THREAD = {
    "en": ("where were we", "what threads do we have", "resume", "continue"),
    "de": ("wo waren wir", "welche Fäden gibt es", "mach weiter", "weiter"),
}
TELLS_WORK = {
    "en": ("what work orders are pending", "what's still open", "did you order the chairs", "hello"),
    "de": ("welche Aufträge stehen aus", "was ist noch offen", "hast du die Stühle bestellt", "hallo"),
}
FORGET_IT, CANCEL_IT = {"en": "forget that", "de": "vergiss das"}, {"en": "cancel that", "de": "storniere das"}
FENCE = {"en": "start a work order to paint the fence", "de": "leg einen Auftrag an den Zaun streichen"}


def asked_by(said: Mapping[str, tuple[str, ...]]) -> list[tuple[str, str]]:
    """Every way of asking with its language."""
    return [(language, one) for language, every in said.items() for one in every]


@pytest.mark.parametrize(("language", "asked"), asked_by(TELLS_THREAD))
def test_a_thread_is_put_aside_however_it_was_told(tmp_path: Path, language: str, asked: str) -> None:
    with talk_after(tmp_path / "vault", DECIDED[language], language) as talk:
        held = talk.texts()
        greet(talk, HOUR, asked)
        talk.say(FORGET_IT[language])
        assert ("PUT_ASIDE" in talk.answer.reason_codes, talk.texts()) == (True, held)
        assert manner(greet(talk, HOUR, HELLO[language])) is Tier.COLD


@pytest.mark.parametrize(("language", "asked"), asked_by(TELLS_WORK))
def test_a_work_order_is_suppressed_or_cancelled_however_it_was_told(tmp_path: Path, language: str, asked: str) -> None:
    suppressed, cancelled = ("DRAFT", "SUPPRESSED_BY_USER", True), ("CANCELED", "CANCELED_BY_USER", False)
    for said, became in ((FORGET_IT[language], suppressed), (CANCEL_IT[language], cancelled)):
        with talk_after(tmp_path / said / "vault", [CHAIRS[language]], language) as talk:
            greet(talk, HOUR, asked)
            talk.say(said)
            assert work(talk) == [became]
            assert any(PLAIN[language] in line for line in talk.dump().splitlines()), "its words are kept"


@pytest.mark.parametrize("language", ["en", "de"])
def test_of_several_work_orders_none_goes_on_a_guess(tmp_path: Path, language: str) -> None:
    asked = TELLS_WORK[language][0]
    with talk_in(tmp_path / "vault", language) as talk:
        talk.say_all(CHAIRS[language], FENCE[language])
        greet(talk, HOUR, asked)
        for said in (CANCEL_IT[language], FORGET_IT[language]):
            reply = talk.say(said)
            assert "WHICH_WORK" in talk.answer.reason_codes
            assert PLAIN[language] in reply
        assert [each[0] for each in work(talk)] == ["DRAFT", "DRAFT"]
        assert not any(each[2] for each in work(talk))


@pytest.mark.parametrize("language", ["en", "de"])
def test_what_was_only_wondered_is_said_to_be_forgotten_when_it_is(tmp_path: Path, language: str) -> None:
    wondered, asked, gone = {
        "en": ("I still don't know which gate fits the garden", "what's still open", "I forgot it."),
        "de": ("ich weiß noch nicht welches Tor zum Garten passt", "was ist noch offen", "Ich habe es vergessen."),
    }[language]
    with talk_in(tmp_path / "vault", language) as talk:
        talk.say(wondered)
        greet(talk, HOUR, asked)
        assert talk.say(FORGET_IT[language]) == gone
        assert wondered not in talk.dump()
