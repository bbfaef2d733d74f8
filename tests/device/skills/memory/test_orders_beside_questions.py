"""Promise: a question behind an order to remember or to forget is answered, and nothing of it is forgotten or kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.sim.assistant_talk import talk_in

FORGOTTEN = [
    (
        "en",
        ("the painter wants two thousand euros", "the aquarium is at leon's now"),
        "forget what the painter wants and tell me where the aquarium is",
        "leon",
    ),
    (
        "en",
        ("my boss is called ruth", "the aquarium is at leon's now"),
        "forget my boss's name and where's the aquarium",
        "leon",
    ),
    (
        "de",
        ("der maler will zweitausend euro haben", "das aquarium steht jetzt bei leon"),
        "vergiss was der maler haben will und sag mir wo das aquarium steht",
        "leon",
    ),
    (
        "de",
        ("meine chefin heißt ruth", "der schlüssel ist im schuppen"),
        "vergiss wie meine chefin heißt und wo ist der schlüssel",
        "schuppen",
    ),
]
REMEMBERED = [
    (
        "en",
        "the fee is due on the fifteenth",
        "remember that lukas has school till four tomorrow and tell me when the fee is due",
        "lukas has school till four tomorrow",
        "fifteenth",
    ),
    (
        "de",
        "die müllgebühr wird am fünfzehnten abgebucht",
        "merk dir dass lukas morgen bis vier schule hat und sag mir wann die müllgebühr abgebucht wird",
        "lukas morgen bis vier schule hat",
        "fünfzehnten",
    ),
]


@pytest.mark.parametrize(("language", "told", "said", "answer"), FORGOTTEN)
def test_only_what_is_named_is_forgotten(
    language: str, told: tuple[str, ...], said: str, answer: str, tmp_path: Path
) -> None:
    with talk_in(tmp_path / "vault", language) as talk:
        talk.say_all(*told)
        assert answer in talk.say(said)
        assert talk.texts() == [told[1]]


def test_two_things_of_one_order_are_both_forgotten(tmp_path: Path) -> None:
    with talk_in(tmp_path / "vault") as talk:
        talk.say_all("my boss is called ruth", "the key is in the shed", "forget who my boss is and where the key is")
        assert talk.texts() == []


@pytest.mark.parametrize(("language", "told", "said", "kept", "answer"), REMEMBERED)
def test_only_what_is_told_is_remembered(
    language: str, told: str, said: str, kept: str, answer: str, tmp_path: Path
) -> None:
    with talk_in(tmp_path / "vault", language) as talk:
        talk.say(told)
        assert answer in talk.say(said)
        assert sorted(talk.texts()) == sorted([told, kept])


@pytest.mark.parametrize(
    ("told", "order"),
    [
        ("ich lass mich gerade scheiden", "erwähn die scheidung bitte nicht mehr"),
        ("ich bin gekündigt worden", "erwähne die kündigung nicht mehr"),
        ("ich wurde operiert", "sprich die operation nicht an"),
        ("wir haben letzte woche geheiratet", "erwähne die hochzeit nicht"),
    ],
)
def test_a_german_topic_covers_the_verb_of_its_noun(told: str, order: str, tmp_path: Path) -> None:
    with talk_in(tmp_path / "vault", "de") as talk:
        talk.say_all(told, "ich arbeite in der bücherei", order)
        reply = talk.say("was weißt du alles über mich")
        assert told not in reply
        assert "bücherei" in reply


def test_a_german_exam_is_forgotten_by_its_kind(tmp_path: Path) -> None:
    with talk_in(tmp_path / "vault", "de") as talk:
        talk.say_all("ich bin durch die führerscheinprüfung gefallen", "vergiss das mit der prüfung bitte wieder")
        assert talk.texts() == []


def test_nothing_is_kept_until_it_may_be_again(tmp_path: Path) -> None:
    with talk_in(tmp_path / "vault", "de") as talk:
        talk.say_all("was ich jetzt sage bitte nicht speichern", "ich treff mich mit einem headhunter")
        talk.say_all("so jetzt darfst du wieder mitschreiben", "meine frühschicht fängt um sechs an")
        assert talk.texts() == ["meine frühschicht fängt um sechs an"]


def test_what_was_told_last_is_struck_out(tmp_path: Path) -> None:
    with talk_in(tmp_path / "vault", "de") as talk:
        talk.say_all("ich hab in der mathearbeit abgeschrieben", "das streichst du bitte wieder")
        assert talk.texts() == []


def test_what_may_be_is_no_ability(tmp_path: Path) -> None:
    with talk_in(tmp_path / "vault", "de") as talk:
        talk.say("kann sein dass wir im herbst nach kanada fliegen")
        assert talk.say("fliegen wir im herbst nach kanada").startswith("Ich glaube, du hast gesagt: kann sein dass")
