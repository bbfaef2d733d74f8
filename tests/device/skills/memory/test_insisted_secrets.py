"""Promise: a refused secret is refused in one sentence; insisted on, a mild one is kept for writing, only if asked.

A grave one is kept inside and never told.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from memory.model.atoms import Channel, Exposure, Recall
from tests.sim.assistant_talk import Talk, talk_in

MILD = [
    ("en", "my phone pin is 8823", "what is my phone pin", "8823"),
    ("en", "my tax number is 36574261809", "what is my tax number", "36574261809"),
    ("en", "my pin is 8822", "what is my pin", "8822"),
    ("en", "the alarm code is 4711", "what is the alarm code", "4711"),
    ("en", "the combination of the safe is 13-97-11", "what is the combination of the safe", "13-97-11"),
    ("en", "the code for the office door is 4812", "what is the code for the office door", "4812"),
    ("de", "meine handy-pin ist 4813", "wie ist meine handy-pin", "4813"),
    ("de", "der tresorcode ist 471199", "wie ist der tresorcode", "471199"),
    ("de", "meine steuernummer ist 36574261809", "wie ist meine steuernummer", "36574261809"),
    ("de", "der alarmcode ist 4711", "wie ist der alarmcode", "4711"),
    ("de", "der code für die bürotür ist 4812", "wie ist der code für die bürotür", "4812"),
]
GRAVE = [
    ("en", "my password is granite77", "what is my password", "granite77"),
    ("en", "my bank card pin is 8822", "what is my bank card pin", "8822"),
    ("en", "my cvv is 372", "what is my cvv", "372"),
    ("en", "my seed words are apple river stone", "what are my seed words", "river"),
    ("de", "mein passwort ist granit77", "wie ist mein passwort", "granit77"),
    ("de", "die pin meiner bankkarte ist 8822", "wie ist die pin meiner bankkarte", "8822"),
]
INSISTING = {
    "en": (
        "keep it anyway",
        "i know, keep it anyway",
        "i know, but keep it anyway",
        "yes please keep it",
        "store it all the same",
        "remember it anyway please",
        "that's fine, keep it",
        "no, keep it anyway",
        "i insist",
    ),
    "de": (
        "behalte es trotzdem",
        "ich weiß, merk es dir trotzdem",
        "merk dir das trotzdem",
        "ja, behalte es bitte",
        "ist ok, speicher es trotzdem",
        "ich bestehe darauf",
        "trotzdem merken",
        "bitte trotzdem behalten",
        "doch, heb es auf",
        "es trotzdem aufschreiben",
    ),
}
ALOUD = {"en": "say it out loud", "de": "sag es laut"}
SUMMARY = {"en": "what do you remember about me", "de": "was weißt du über mich"}


@pytest.fixture(scope="module")
def talks(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Talk]]:
    """One vault a language; each case is a person of its own in it."""
    with talk_in(tmp_path_factory.mktemp("en")) as english, talk_in(tmp_path_factory.mktemp("de"), "de") as german:
        yield {"en": english, "de": german}


def _refused(talk: Talk, told: str, secret: str, user: str) -> None:
    reply = talk.say(told, user=user)
    assert reply.count(".") == 1
    assert not talk.heard.created
    assert secret not in reply
    assert not talk.texts(user)


@pytest.mark.parametrize(("language", "told", "asked", "secret"), MILD)
def test_a_mild_secret_is_kept_for_writing(
    talks: dict[str, Talk], language: str, told: str, asked: str, secret: str
) -> None:
    talk = talks[language]
    _refused(talk, told, secret, told)
    talk.say(INSISTING[language][1], user=told)
    assert talk.heard.reason_codes == ("SECRET_KEPT_FOR_TEXT",)
    (atom,) = talk.atoms(told) or talk.vault.reader.atoms_by_id(talk.gate(told), talk.heard.created)
    assert (atom.exposure, atom.recall, atom.text) == (Exposure.SAFE_TO_TEXT, Recall.ONLY_IF_ASKED, told)
    assert secret in talk.say(asked, user=told)
    assert secret not in talk.say(asked, user=told, channel=Channel.VOICE)
    assert secret in talk.say(ALOUD[language], user=told, channel=Channel.VOICE)
    assert secret not in talk.say(SUMMARY[language], user=told)


@pytest.mark.parametrize(("language", "told", "asked", "secret"), GRAVE)
def test_a_grave_secret_is_never_told(
    talks: dict[str, Talk], language: str, told: str, asked: str, secret: str
) -> None:
    talk = talks[language]
    _refused(talk, told, secret, told)
    talk.say(INSISTING[language][0], user=told)
    assert talk.heard.reason_codes == ("SECRET_KEPT_INSIDE",)
    for said in (asked, ALOUD[language], SUMMARY[language]):
        for channel in Channel:
            assert secret not in talk.say(said, user=told, channel=channel)
            assert not any(secret in atom.text for atom in talk.answer.bundle.atoms)


@pytest.mark.parametrize(
    ("language", "insists"), [(language, one) for language, all_ in INSISTING.items() for one in all_]
)
def test_insisting_has_many_words(talks: dict[str, Talk], language: str, insists: str) -> None:
    talk = talks[language]
    told = {"en": "the alarm code is 4711", "de": "der alarmcode ist 4711"}[language]
    talk.say(told, user=insists)
    talk.say(insists, user=insists)
    assert talk.heard.reason_codes == ("SECRET_KEPT_FOR_TEXT",), (talk.heard.intent, talk.answer.reply)
    assert len(talk.heard.created) == 1


IN_ONE_BREATH = [
    ("en", "The alarm code is 4711, keep it anyway.", "what is the alarm code", "4711"),
    ("en", "Remember that the alarm code is 4711, I insist.", "what is the alarm code", "4711"),
    ("en", "The safe code is 771955 - I know, keep it anyway.", "what is the safe code", "771955"),
    ("de", "Der Alarmcode ist 4711, behalte es trotzdem.", "wie ist der alarmcode", "4711"),
    ("de", "Meine Steuernummer ist 36574261809, ich bestehe darauf.", "wie ist meine steuernummer", "36574261809"),
]


@pytest.mark.parametrize(("language", "told", "asked", "secret"), IN_ONE_BREATH)
def test_it_is_insisted_on_in_the_same_breath(
    tmp_path: Path, language: str, told: str, asked: str, secret: str
) -> None:
    with talk_in(tmp_path, language) as talk:
        talk.say(told)
        assert talk.heard.reason_codes == ("SECRET_KEPT_FOR_TEXT",)
        assert secret in talk.say(asked)
        assert secret not in talk.say(SUMMARY[language])
        assert secret not in talk.say(asked, channel=Channel.VOICE)


def test_what_is_no_secret_is_told_without_the_words_that_insist(tmp_path: Path) -> None:
    with talk_in(tmp_path) as talk:
        talk.say_all("My gym pin is 1234, keep it anyway.", "Tom likes tea, I insist")
        assert set(talk.texts()) == {"Tom likes tea", "My gym pin is 1234"}


def test_insisting_on_nothing_keeps_nothing(tmp_path: Path) -> None:
    with talk_in(tmp_path) as talk:
        assert "What should I remember" in talk.say("i know, keep it anyway")
        assert not talk.texts()


@pytest.mark.parametrize(
    ("told", "asked", "code"),
    [
        ("my locker number is 214", "what is my locker number", "214"),
        ("the gate code of the allotment is 2580", "what is the gate code of the allotment", "2580"),
        ("my member number at the gym is 448821", "what is my member number at the gym", "448821"),
        ("the last four digits of my card are 4242", "what are the last four digits of my card", "4242"),
    ],
)
def test_what_is_no_secret_is_kept_and_said(tmp_path: Path, told: str, asked: str, code: str) -> None:
    with talk_in(tmp_path) as talk:
        talk.say(told)
        assert talk.texts() == [told]
        assert code in talk.say(asked, channel=Channel.VOICE)


def test_a_refused_secret_corrects_nothing_that_was_told(talk: Talk) -> None:
    """What is left of it says "not kept", which is no contrast with the name that was told before."""
    talk.say("the alarm is called bluebird")
    assert "did not keep it" in talk.say("the alarm code is four seven one nine")
    assert [atom.text for atom in talk.atoms()] == ["the alarm is called bluebird"]


CORRECTING = [
    (
        "en",
        "the code of the safe is double one nine two",
        "sorry i meant double one nine three",
        "double one nine three",
    ),
    ("en", "my phone pin is 8822", "oh no it's 8823", "8823"),
    ("en", "the alarm code is 4711", "no 4712", "4712"),
    ("en", "the alarm code is 4711", "4712 sorry", "4712"),
    ("en", "the alarm code is 5512", "it's actually 5513", "5513"),
    ("en", "the alarm code is 5512", "make that 5513 not 5512", "5513"),
    ("en", "my pin is 8822", "hang on i should have said 8833", "8833"),
    ("en", "the alarm code is four seven one one", "no wait it's four seven one two", "four seven one two"),
    ("de", "der alarmcode ist 4719", "nein ich meine 4710", "4710"),
    ("de", "der alarmcode ist 4711", "nein 4712", "4712"),
    ("de", "der alarmcode ist 4812", "falsch, das muss 4813 heißen", "4813"),
    ("de", "der alarmcode ist 4812", "es ist doch 4813 sorry", "4813"),
]


@pytest.mark.parametrize(("language", "told", "corrects", "secret"), CORRECTING)
def test_a_refused_secret_is_corrected_and_refused_again(
    tmp_path: Path, language: str, told: str, corrects: str, secret: str
) -> None:
    with talk_in(tmp_path, language) as talk:
        talk.say(told)
        assert talk.say(corrects).count(".") == 1
        assert talk.heard.reason_codes == ("SECRET",)
        assert not talk.texts()
        assert not re.search(rf"\b{secret}\b", talk.dump())
        talk.say(INSISTING[language][0])
        assert talk.heard.reason_codes == ("SECRET_KEPT_FOR_TEXT",)
        (atom,) = talk.vault.reader.atoms_by_id(talk.gate(), talk.heard.created)
        assert atom.text.endswith(secret)
        assert (atom.exposure, atom.recall) == (Exposure.SAFE_TO_TEXT, Recall.ONLY_IF_ASKED)


@pytest.mark.parametrize(
    "said", ["sorry what", "it's fine", "no thanks", "no", "actually my cat is called Nox", "wait"]
)
def test_what_is_no_secret_corrects_none(tmp_path: Path, said: str) -> None:
    with talk_in(tmp_path) as talk:
        for told in ("the alarm code is 4711", said):
            talk.say(told)
        assert talk.heard.reason_codes != ("SECRET",)
        assert not [text for text in talk.texts() if "alarm" in text]


@pytest.mark.parametrize("said", ["mein Zahnarzttermin ist am 12. Juni", "mein Bus fährt um 8 Uhr 12"])
def test_a_fact_with_a_number_corrects_no_german_secret(tmp_path: Path, said: str) -> None:
    with talk_in(tmp_path, "de") as talk:
        talk.say_all("der Code der Alarmanlage ist 4711", said)
        assert talk.texts() == [said]


def test_a_secret_of_another_conversation_is_not_corrected(tmp_path: Path) -> None:
    with talk_in(tmp_path) as talk:
        talk.say("the alarm code is 4711")
        talk.say("i meant 4712", user="Bea")
        assert talk.heard.reason_codes != ("SECRET",)
