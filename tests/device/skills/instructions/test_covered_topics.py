"""Promise: a topic that is not to be stored covers what belongs to it, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.sim.assistant_talk import Talk, talk_in

ASKED = {
    "en": {
        "health": (
            "please don't store anything about my health",
            "never remember anything about my medical history",
            "don't keep anything about my illnesses",
        ),
        "money": ("don't save anything about my finances", "don't remember anything about money"),
        "work": ("please don't store anything about my work", "never keep anything about my job"),
        "family": ("don't remember anything about my family",),
    },
    "de": {
        "health": (
            "merk dir nichts über meine Gesundheit",
            "merk dir bitte nichts über meine Gesundheit und Politik",
            "merk dir nichts von meinen Krankheiten",
        ),
        "money": ("merk dir nichts über meine Finanzen", "merk dir nichts über Geld"),
        "work": ("merk dir nichts über meine Arbeit",),
        "family": ("merk dir nichts über meine Familie",),
    },
}
COVERED = {
    "en": {
        "health": (
            "I have diabetes",
            "I take insulin twice a day",
            "my asthma inhaler is blue",
            "I am allergic to penicillin",
            "my doctor is called Dr. Meier",
            "I was diagnosed with arthritis",
            "remember that my blood pressure is high",
            "my back pain is worse",
        ),
        "money": (
            "I earn 4000 euros a month",
            "my mortgage is with the Volksbank",
            "I owe my neighbour fifty dollars",
            "remember that my savings are at the credit union",
            "my rent is 900 euros",
        ),
        "work": ("my boss is called Igor", "I work at the harbour", "my colleague Lena sits beside me"),
        "family": ("my sister is called Ada", "my son plays chess", "remember that my aunt lives in Rome"),
    },
    "de": {
        "health": (
            "ich habe Diabetes",
            "ich nehme Tabletten gegen Bluthochdruck",
            "mein Arzt heißt Doktor Meier",
            "ich bin allergisch gegen Nüsse",
            "merk dir, dass meine Rückenschmerzen schlimmer sind",
        ),
        "money": ("ich verdiene 4000 Euro im Monat", "meine Miete beträgt 900 Euro"),
        "work": ("mein Chef heißt Igor", "ich arbeite am Hafen"),
        "family": ("meine Schwester heißt Ada", "mein Sohn heißt Tim"),
    },
}
OUTSIDE = {"en": "my locker is number nine", "de": "mein Fahrrad ist blau"}
CASES = [
    (language, topic, words) for language, each in COVERED.items() for topic, all_ in each.items() for words in all_
]


@pytest.fixture(scope="module")
def talks(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[tuple[str, str], Talk]]:
    """A talk for each topic, in which nothing of it is to be stored; all of a language in one vault."""
    with talk_in(tmp_path_factory.mktemp("en")) as english, talk_in(tmp_path_factory.mktemp("de"), "de") as german:
        made = {}
        for language, base in (("en", english), ("de", german)):
            for topic, asked in ASKED[language].items():
                base.say(asked[0], user=topic)
                made[language, topic] = base
        yield made


@pytest.mark.parametrize(("language", "topic", "words"), CASES)
def test_what_belongs_to_the_topic_is_not_stored(
    talks: dict[tuple[str, str], Talk], language: str, topic: str, words: str
) -> None:
    talk = talks[language, topic]
    reply = talk.say(words, user=topic)
    assert not talk.heard.created
    assert "DO_NOT_STORE" in talk.heard.reason_codes, (words, reply)
    assert not talk.atoms(topic)
    assert words not in talk.dump()


@pytest.mark.parametrize(
    ("language", "topic", "asked"),
    [(language, topic, one) for language, each in ASKED.items() for topic, all_ in each.items() for one in all_],
)
def test_a_topic_has_many_names(tmp_path: Path, language: str, topic: str, asked: str) -> None:
    with talk_in(tmp_path, language) as talk:
        talk.say_all(asked, COVERED[language][topic][0])
        assert "DO_NOT_STORE" in talk.heard.reason_codes
        talk.say(OUTSIDE[language])
        assert len(talk.atoms()) == 1


def test_several_topics_are_named_at_once(tmp_path: Path) -> None:
    with talk_in(tmp_path) as talk:
        talk.say("don't store anything about my health, my work or my finances")
        for words in ("I have diabetes", "I earn 4000 euros a month", "my boss is called Igor"):
            talk.say(words)
            assert talk.heard.reason_codes == ("DO_NOT_STORE",), words
        assert not talk.atoms()


def test_the_topic_may_be_stored_again(tmp_path: Path) -> None:
    with talk_in(tmp_path) as talk:
        talk.say_all("don't store anything about my health", "I have diabetes", "you may remember my health again")
        talk.say("I have diabetes")
        assert len(talk.atoms()) == 1


def test_the_same_words_are_stored_for_who_did_not_ask(tmp_path: Path) -> None:
    with talk_in(tmp_path) as talk:
        talk.say("don't store anything about my health", user="Ben")
        talk.say("I have diabetes")
        assert len(talk.atoms()) == 1
