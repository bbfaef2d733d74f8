"""A request names a thing in other words than it was told in: she asks once whether that is meant."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.sim.assistant_talk import talk_after, talk_in

BESIDE = {
    "en": ("the bins go out on Wednesday", "my sister Clara plays the oboe", "the spare key is under the blue pot"),
    "de": ("die Mülltonne kommt am Mittwoch raus", "meine Schwester spielt Oboe", "der Schlüssel liegt beim Nachbarn"),
}
YES = {"en": "yes", "de": "ja"}
MEANT = {
    "en": (
        ("my salary is 52000 a year", "forget what I earn"),
        ("I got a telescope for Tom's birthday", "delete what I told you about the present"),
        ("I had my gallbladder taken out in May", "forget the surgery"),
        ("Rob and I split up in March", "forget my ex"),
        ("grandad left me twelve thousand pounds", "forget about the inheritance"),
        ("I've got a golden retriever", "forget my dog"),
        ("I'm a nurse at the infirmary", "forget my job"),
        ("Ben's got a whippet", "forget about Ben's dog"),
        ("we're flying to Crete in August", "wipe the holiday from your memory"),
        ("my membership number ends in 881", "take the membership number out again"),
        ("I'm on sertraline", "take my medication off your notes"),
        ("my son was kicked out of college", "forget about the expulsion"),
        ("i quit my job at the bank", "forget the resignation"),
        ("my cousin went bust", "forget the bankruptcy"),
        ("my uncle is gay", "forget about his coming-out"),
        ("granny stopped by on Monday", "forget the visit"),
    ),
    "de": (
        ("mir wurde im Mai die Gallenblase rausgenommen", "vergiss die Operation"),
        ("Oma hat mir den Eckschrank vermacht", "das mit dem Erbe ist privat vergiss das bitte wieder"),
        ("der Vermieter hat uns wegen Lärm abgemahnt", "lösch das mit der Abmahnung"),
        ("meine Kontonummer endet auf acht acht eins", "nimm die Kontonummer wieder raus"),
        ("ich nehme morgens Ramipril", "vergiss meine Medikamente"),
        ("in der Schule haben sie mich Pommes genannt", "vergiss meinen Spitznamen"),
        ("ich bin durch die Fahrprüfung gefallen", "vergiss die Prüfung"),
        ("mein Sohn ist von der Schule geflogen", "vergiss den Schulverweis"),
        ("mein Vater ist aus der Partei ausgetreten", "vergiss den Parteiaustritt"),
        ("mein Bruder ist pleite", "vergiss die Insolvenz"),
        ("Tom hat wieder getrunken", "vergiss das mit dem Rückfall"),
        ("unsere Lina wird in der Klasse gehänselt", "vergiss das Mobbing"),
    ),
}
NOT_TOLD = {
    "en": (
        "forget my cat",
        "forget the garage",
        "forget Ben's surgery",
        "forget my brother's job",
        "forget the boat",
        "forget the expulsion",
        "forget the layoff",
        "forget the burglary",
    ),
    "de": (
        "vergiss mein Boot",
        "vergiss meine Katze",
        "vergiss die Party",
        "vergiss die Operation meines Bruders",
        "vergiss den Schulverweis",
        "vergiss die Insolvenz",
    ),
}


@pytest.mark.parametrize(("language", "told", "asked"), [(code, *one) for code in MEANT for one in MEANT[code]])
def test_it_is_offered_and_goes_after_a_yes(language: str, told: str, asked: str, tmp_path: Path) -> None:
    first, *last = BESIDE[language]
    with talk_in(tmp_path / "vault", language) as talk:
        reply = talk.say_all(first, told, *last, asked)
        assert talk.answer.question
        assert told in reply
        assert len(talk.texts()) == len(BESIDE[language]) + 1
        talk.say(YES[language])
        assert sorted(talk.texts()) == sorted(BESIDE[language])
        assert told.casefold() not in talk.dump().casefold()


@pytest.mark.parametrize(
    ("told", "asked"),
    [
        ("my son got expelled", "forget about the expulsion"),
        ("my dad got laid off", "forget the layoff"),
        ("they broke up in spring", "forget the breakup"),
        ("we flew to Crete", "forget the flight"),
        ("my sister resigned", "forget my sister's resignation"),
    ],
)
def test_a_noun_of_the_same_verb_names_it(told: str, asked: str, tmp_path: Path) -> None:
    with talk_in(tmp_path / "vault", "en") as talk:
        talk.say_all("i can't bear noise", told, asked)
        if talk.answer.question:
            talk.say("yes")
        assert list(talk.texts()) == ["i can't bear noise"]


@pytest.mark.parametrize(("language", "asked"), [(code, one) for code in NOT_TOLD for one in NOT_TOLD[code]])
def test_what_was_not_told_is_not_guessed(language: str, asked: str, tmp_path: Path) -> None:
    own = {"en": "I had my gallbladder taken out in May", "de": "mir wurde im Mai die Gallenblase rausgenommen"}
    with talk_after(tmp_path / "vault", BESIDE[language], language) as talk:
        talk.say_all(own[language], asked)
        assert talk.heard.reason_codes == ("NOTHING_TO_FORGET",)
        assert len(talk.texts()) == len(BESIDE[language]) + 1


def test_a_no_keeps_it(tmp_path: Path) -> None:
    with talk_after(tmp_path / "vault", BESIDE["en"]) as talk:
        talk.say_all("I've got a golden retriever", "forget my dog", "no")
        assert "I've got a golden retriever" in talk.texts()


def test_several_are_offered_in_one_question(tmp_path: Path) -> None:
    with talk_in(tmp_path / "vault") as talk:
        reply = talk.say_all("I got a scarf for Tom's birthday", "I've bought Ines a kettle", "forget the present")
        assert "scarf" in reply
        assert "kettle" in reply
        assert reply.count("?") == 1
        talk.say("the first one")
        assert len(talk.texts()) == 1


def test_one_thing_of_a_kind_is_not_all_of_it(tmp_path: Path) -> None:
    """ "My job" names a thing, "anything medical" a whole kind: the salary and a sister's work are no job of mine."""
    with talk_in(tmp_path / "vault") as talk:
        talk.say_all("my salary is 52000 a year", "my sister Clara works at the harbour office", "forget my job")
        assert talk.answer.question
        assert len(talk.texts()) == 2


@pytest.mark.parametrize(
    ("language", "told", "beside", "asked"),
    [
        (
            "en",
            "the spare shed-key fallback is in the blue tea tin",
            "The current van location is bay 2",
            "remove the blue-tin spare-key location from memory",
        ),
        (
            "en",
            "the guest bedroom heater timer is behind the oak panel",
            "The current meeting location is mill 2",
            "delete the oak-panel bedroom-timer location from memory",
        ),
    ],
)
def test_what_has_only_the_word_for_its_sort_is_left(
    language: str, told: str, beside: str, asked: str, tmp_path: Path
) -> None:
    with talk_in(tmp_path / "vault", language) as talk:
        talk.say_all(told, beside, asked)
        assert list(talk.texts()) == [beside]
