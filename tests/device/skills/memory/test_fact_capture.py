"""Promise: what a person tells is kept: each thing by itself, marked as they say, and no more."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from memory.model.atoms import Channel, Exposure
from tests.sim.assistant_talk import Talk, echoed, talk_in, told

CASES = Path(__file__).parent / "cases"
FACTS = (CASES / "everyday_facts.txt").read_text().splitlines()
CHATTER = (CASES / "chatter.txt").read_text().splitlines()
ALLTAG = (CASES / "alltag.txt").read_text(encoding="utf-8").splitlines()
GEPLAUDER = (CASES / "geplauder.txt").read_text(encoding="utf-8").splitlines()

SEVERAL = [
    ("I have a cat and a dog", ["I have a cat", "I have a dog"]),
    ("I like tea and coffee", ["I like tea", "I like coffee"]),
    ("I speak German, French and Thai", ["I speak German", "I speak French", "I speak Thai"]),
    ("remember that I have two cats, a dog and a rabbit", ["I have two cats", "I have a dog", "I have a rabbit"]),
    ("I live in Lisbon and work at Bosch", ["I live in Lisbon", "I work at Bosch"]),
    (
        "my brother Marc lives in Rome and works at Fiat",
        ["my brother Marc lives in Rome", "my brother Marc works at Fiat"],
    ),
    ("my sister is Ana and she lives in Porto", ["my sister is Ana", "my sister lives in Porto"]),
]

TOGETHER = [
    "I like fish and chips",
    "I like red and green apples",
    "I have a black and white cat",
    "my kids are Tom and Lea",
    "Marc and Paul are my brothers",
    "I have a meeting and a call on friday",
    "I love the cheese and love theme",
]


@pytest.mark.parametrize(("said", "kept"), SEVERAL)
def test_several_things_said_of_one_are_several_facts(talk: Talk, said: str, kept: list[str]) -> None:
    talk.say(said)
    assert sorted(talk.texts()) == sorted(kept)


@pytest.mark.parametrize("said", TOGETHER)
def test_what_belongs_together_is_one_fact(talk: Talk, said: str) -> None:
    talk.say(said)
    assert talk.texts() == [said]


def test_forgetting_one_of_two_leaves_the_other(talk: Talk) -> None:
    talk.say_all("I have a cat and a hedgehog", "forget the hedgehog")
    assert talk.texts() == ["I have a cat"]
    assert talk.say("do I have a cat") == f"{told('I have a cat')}."
    assert "hedgehog" not in talk.dump().replace("forget the hedgehog", "")


@pytest.mark.parametrize("said", FACTS)
def test_an_everyday_fact_is_kept(talk: Talk, said: str) -> None:
    talk.say(said)
    assert talk.heard.created


@pytest.mark.parametrize("said", CHATTER)
def test_chatter_is_not_kept(talk: Talk, said: str) -> None:
    talk.say(said)
    assert not talk.atoms()


def test_in_german_everyday_facts_are_kept_and_chatter_is_not(tmp_path: Path) -> None:
    with talk_in(tmp_path, "de") as talk:
        talk.say_all(*GEPLAUDER)
        assert not talk.atoms()
        for said in ALLTAG:
            talk.say(said)
            assert talk.heard.created, said


@pytest.mark.parametrize(
    ("said", "exposure", "pinned"),
    [
        ("my shoe size is 43, keep that to text", Exposure.SAFE_TO_TEXT, False),
        ("my salary is 4000, keep that to text", Exposure.SAFE_TO_TEXT, False),
        ("the party is a surprise, don't say that aloud", Exposure.SAFE_TO_TEXT, False),
        ("remember my locker is 12 and pin it", Exposure.SAFE_TO_SPEAK, True),
        ("my locker is 12. Pin that.", Exposure.SAFE_TO_SPEAK, True),
    ],
)
def test_a_mark_in_the_same_breath_is_on_what_was_just_told(
    talk: Talk, said: str, exposure: Exposure, pinned: bool
) -> None:
    talk.say(said)
    (atom,) = talk.atoms()
    assert (atom.exposure, atom.pinned, atom.version) == (exposure, pinned, 1)
    assert "not sure" not in talk.answer.reply
    assert "already" not in talk.answer.reply


def test_what_is_kept_to_text_in_the_same_breath_is_never_aloud(talk: Talk) -> None:
    reply = talk.say("my shoe size is 43, keep that to text", channel=Channel.VOICE)
    assert "43" not in reply
    assert "43" not in talk.say("what is my shoe size", channel=Channel.VOICE)


@pytest.mark.parametrize(
    ("said", "answered"),
    [
        ("My name is Ana. What's my name?", "Your name is Ana"),
        ("my name is Ana and I live in Rome, where do I live?", "You live in Rome"),
        ("remember that my locker is 12. What's my locker?", "Your locker is 12"),
        ("I live in Rome. What time is it", "It is Monday"),
    ],
)
def test_a_turn_that_tells_and_asks_is_kept_and_answered(talk: Talk, said: str, answered: str) -> None:
    reply = talk.say(said)
    assert talk.heard.created
    assert answered in reply.partition(". ")[2]
    assert "don't know" not in reply


def test_words_that_tell_nothing_before_a_question_only_ask(talk: Talk) -> None:
    talk.say("I live in Rome")
    assert talk.say("you know, where do I live") == f"{told('I live in Rome')}."


@pytest.mark.parametrize(
    ("said", "kept", "secret"),
    [
        ("my bank is Santander and my account number is 123456789", "my bank is Santander", "123456789"),
        ("my sister is Ana and her password is hunter2", "my sister is Ana", "hunter2"),
        ("remember that my sister is Ana and her password is hunter2", "my sister is Ana", "hunter2"),
        ("my password is hunter2 and I live in Rome", "I live in Rome", "hunter2"),
        ("my pin is 1234, and my dog is called Rex", "my dog is called Rex", "1234"),
        ("my laptop is called Foo and the password is hunter2", "my laptop is called Foo", "hunter2"),
        ("I live in Rome, my alarm code is 4711", "I live in Rome", "4711"),
    ],
)
def test_a_secret_beside_a_fact_does_not_cost_the_fact(talk: Talk, said: str, kept: str, secret: str) -> None:
    reply = talk.say(said)
    assert talk.texts() == [kept]
    assert echoed(kept) in reply
    assert "secret" in reply
    assert not re.search(rf"\b{secret}\b", talk.dump())


@pytest.mark.parametrize(
    "said",
    [
        "my pin is 1234 and my wife is 5678",
        "my passphrase is correct horse and my battery is called staple",
        "my pin is 1234 and my password is foobar",
    ],
)
def test_what_may_still_be_the_secret_is_not_kept(talk: Talk, said: str) -> None:
    talk.say(said)
    assert not talk.atoms()
    for word in ("1234", "5678", "staple", "battery", "foobar"):
        assert not re.search(rf"\b{word}\b", talk.dump())


def test_both_that_are_kept_are_told(talk: Talk) -> None:
    talk.say_all("my favorite color is green", "my favorite color is blue", "keep both")
    for _ in range(2):
        reply = talk.say("what is my favorite color")
        assert "green" in reply
        assert "blue" in reply
        assert not talk.answer.question
        talk.new_session(1)


def test_both_that_are_kept_can_be_said_again(talk: Talk) -> None:
    talk.say_all("my favorite color is green", "my favorite color is blue", "keep both", "my favorite color is blue")
    assert talk.heard.reason_codes == ("RESTATED",)
    assert len(talk.atoms()) == 2


@pytest.mark.parametrize(
    ("told", "said", "kept"),
    [
        ("my sister is called Ana", "she lives in Porto", "my sister lives in Porto"),
        ("my daughter Mia is 7", "she's allergic to nuts", "my daughter Mia is allergic to nuts"),
        ("my boss is called Jon", "his birthday is on May 3", "my boss's birthday is on May 3"),
    ],
)
def test_she_is_whoever_was_mentioned_last(talk: Talk, told: str, said: str, kept: str) -> None:
    talk.say(told)
    assert talk.say(said) == f"Noted: {echoed(kept)}."
    assert sorted(talk.texts()) == sorted([told, kept])


@pytest.mark.parametrize("said", ["it is late", "she is tired"])
def test_a_pronoun_that_fits_nobody_or_tells_nothing_keeps_nothing(talk: Talk, said: str) -> None:
    talk.say_all("my sister is called Ana", said)
    assert talk.texts() == ["my sister is called Ana"]


def test_what_a_man_likes_is_not_said_of_a_sister(talk: Talk) -> None:
    talk.say_all("my sister is called Ana", "he likes tea")
    assert sorted(talk.texts()) == ["he likes tea", "my sister is called Ana"]


def test_several_things_are_so_of_somebody_at_once(talk: Talk) -> None:
    talk.say_all("my daughter is 7", "my daughter is a ballet dancer", "my daughter is shy", "my daughter is tall")
    assert len(talk.atoms()) == 4
    assert talk.say("how old is my daughter") == f"{told('my daughter is 7')}."
    talk.say("my daughter is 8")
    assert talk.answer.question


@pytest.mark.parametrize(
    ("told", "day"),
    [
        ("my appointment is on 4.5.2026", "Monday, May 4, 2026"),
        ("my appointment is on Friday the 13th", "Friday, March 13, 2026"),
        ("my appointment is on Friday the 13th at 9", "Friday, March 13, 2026, at 9:00"),
        ("my appointment is on Wednesday the 13th", "Wednesday, May 13, 2026"),
    ],
)
def test_the_day_is_the_one_that_was_said(talk: Talk, told: str, day: str) -> None:
    talk.say(told)
    assert talk.say("when is my appointment").endswith(f"That is {day}.")


@pytest.mark.parametrize(
    ("told", "day"),
    [
        ("mein Termin ist am Freitag, dem 13.", "Freitag, 13. März 2026"),
        ("mein Termin ist am Freitag, dem 13. März um 10 Uhr", "Freitag, 13. März 2026, um 10:00"),
        ("mein Termin ist am 4.5.2026", "Montag, 4. Mai 2026"),
        ("mein Termin ist am 4.5. um 10 Uhr", "Montag, 4. Mai 2026, um 10:00"),
    ],
)
def test_the_day_is_the_one_that_was_said_in_german(tmp_path: Path, told: str, day: str) -> None:
    with talk_in(tmp_path, "de") as talk:
        talk.say(told)
        assert talk.say("wann ist mein Termin").endswith(f"Das ist {day}.")


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("ich habe eine Katze und einen Hund", ["ich habe eine Katze", "ich habe einen Hund"]),
        ("ich wohne in Berlin und arbeite bei Bosch", ["ich arbeite bei Bosch", "ich wohne in Berlin"]),
    ],
)
def test_several_things_are_several_facts_in_german(tmp_path: Path, said: str, kept: list[str]) -> None:
    with talk_in(tmp_path, "de") as talk:
        talk.say(said)
        assert sorted(talk.texts()) == sorted(kept)


def test_telling_and_asking_marking_and_secrets_in_german(tmp_path: Path) -> None:
    with talk_in(tmp_path, "de") as talk:
        assert "Dein Name ist Ana" in talk.say("Mein Name ist Ana. Wie heiße ich?").partition(". ")[2]
        talk.say("mein Spind ist 12, hefte das an")
        assert talk.atoms()[-1].pinned
        talk.say("meine Schwester heißt Eva und mein Passwort ist hunter2")
        assert "meine Schwester heißt Eva" in talk.texts()
        assert "hunter2" not in talk.dump()
