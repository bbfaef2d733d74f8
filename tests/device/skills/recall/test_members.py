"""Promise: who of the family, of friends or of colleagues does something is told of each, and of nobody else."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from tests.sim.assistant_talk import Talk, talk_in

TOLD = {
    "en": (
        "my brother Paul works in Hamburg",
        "my mum works at the hospital in Hamburg",
        "my sister is called Maria",
        "Maria works in Hamburg",
        "my cousin Lea works in Berlin",
        "my colleague Tim works in Hamburg",
        "my neighbour Rita works in Hamburg",
        "my friend Ben lives in Ulm",
        "my uncle has a dog",
        "my gran plays the piano",
        "my boss plays the violin",
    ),
    "de": (
        "mein Bruder Paul arbeitet in Hamburg",
        "meine Mama arbeitet in Hamburg im Krankenhaus",
        "Ruth ist meine Tante",
        "Ruth arbeitet in Hamburg",
        "meine Cousine Lea arbeitet in Berlin",
        "mein Kollege Tim arbeitet in Hamburg",
        "meine Nachbarin Rita arbeitet in Hamburg",
        "mein Freund Ben wohnt in Ulm",
        "mein Onkel hat einen Hund",
        "meine Oma spielt Klavier",
        "mein Chef spielt Geige",
    ),
}
FAMILY = {"en": ("Paul", "hospital", "Maria"), "de": ("Paul", "Krankenhaus", "Ruth")}
ASKED: dict[str, tuple[tuple[str, tuple[str, ...]], ...]] = {
    "en": (
        ("who in my family works in Hamburg", FAMILY["en"]),
        ("Who in my family works in Hamburg?", FAMILY["en"]),
        ("who of my relatives works in hamburg", FAMILY["en"]),
        ("which of my relatives work in Hamburg", FAMILY["en"]),
        ("does anyone in my family work in Hamburg", FAMILY["en"]),
        ("who in our family works in Berlin", ("Lea",)),
        ("is anybody in my family in Berlin", ("Lea",)),
        ("who among my colleagues works in Hamburg", ("Tim",)),
        ("which of my neighbours works in Hamburg", ("Rita",)),
        ("who of my friends lives in Ulm", ("Ben",)),
        ("who in my family has a dog", ("uncle",)),
        ("does anybody in my family have a dog", ("uncle",)),
        ("who in the family plays an instrument", ("gran",)),
        ("who in my family works in Munich", ()),
        ("do any of my friends have a dog", ()),
        ("who in my family plays the violin", ()),
    ),
    "de": (
        ("wer in meiner Familie arbeitet in Hamburg", FAMILY["de"]),
        ("Wer aus meiner Familie arbeitet in Hamburg?", FAMILY["de"]),
        ("wer von meinen Verwandten arbeitet in Hamburg", FAMILY["de"]),
        ("arbeitet jemand aus meiner Familie in Hamburg", FAMILY["de"]),
        ("wer aus unserer Familie arbeitet in Berlin", ("Lea",)),
        ("wer von meinen Kollegen arbeitet in Hamburg", ("Tim",)),
        ("wer unter meinen Nachbarn arbeitet in Hamburg", ("Rita",)),
        ("wohnt jemand von meinen Freunden in Ulm", ("Ben",)),
        ("hat jemand aus meiner Familie einen Hund", ("Onkel",)),
        ("wer in der Familie spielt ein Instrument", ("Oma",)),
        ("wer aus meiner Familie arbeitet in München", ()),
        ("wer in meiner Familie spielt Geige", ()),
    ),
}
EVERYBODY = ("Paul", "hospital", "Krankenhaus", "Maria", "Ruth", "Lea", "Tim", "Rita", "Ben", "uncle", "Onkel", "gran",
             "Oma", "boss", "Chef")  # fmt: skip


@pytest.fixture(scope="module")
def talks(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], Talk]]:
    """A talk of each language in which all was told."""
    made: dict[str, Talk] = {}
    with talk_in(tmp_path_factory.mktemp("en")) as english, talk_in(tmp_path_factory.mktemp("de"), "de") as german:

        def told(language: str) -> Talk:
            if language not in made:
                made[language] = talk = {"en": english, "de": german}[language]
                talk.say_all(*TOLD[language])
                talk.new_session(days=1)
            return made[language]

        yield told


@pytest.mark.parametrize(("language", "asked", "named"), [(code, *row) for code, rows in ASKED.items() for row in rows])
def test_of_a_group_its_members_alone_are_told(
    talks: Callable[[str], Talk], language: str, asked: str, named: tuple[str, ...]
) -> None:
    talk = talks(language)
    before = talk.texts()
    reply = talk.say(asked)
    assert (asked, {one for one in EVERYBODY if one in reply}) == (asked, set(named)), reply
    assert talk.texts() == before
    assert talk.heard.created == ()


@pytest.mark.parametrize(
    "asked",
    ["how many people in my family work in Hamburg", "who in my street works in Hamburg", "who in my choir likes tea"],
)
def test_a_question_about_any_group_is_no_fact(talks: Callable[[str], Talk], asked: str) -> None:
    talk = talks("en")
    before = talk.texts()
    talk.say(asked)
    assert (asked, talk.heard.created, talk.texts()) == (asked, (), before)


def test_nobody_who_is_hidden_is_told(tmp_path_factory: pytest.TempPathFactory) -> None:
    with talk_in(tmp_path_factory.mktemp("hidden")) as talk:
        talk.say_all(*TOLD["en"], "never mention Paul", "forget that Maria works in Hamburg")
        assert "hospital" in talk.say("who in my family works in Hamburg")
        assert not {"Paul", "Maria"} & {*talk.answer.reply.replace(".", " ").split()}
        assert "hospital" not in talk.say("who in my family works in Hamburg", user="Ben")
        assert "hospital" not in talk.say("who in my family works in Hamburg", identified=False)


@pytest.mark.parametrize(
    ("told", "said", "asked", "answer"),
    [
        (
            "tim and sarah are coming for dinner on saturday",
            "sarah can't come",
            "who's coming on saturday",
            "Tim and sarah are coming for dinner on saturday; sarah can't come.",
        ),
        (
            "tim and sarah are coming for dinner on saturday",
            "sarah isn't coming",
            "is sarah coming",
            "Sarah isn't coming.",
        ),
        (
            "ida, noah and leo are coming to the party on friday",
            "noah isn't coming",
            "who is coming to the party",
            "Ida, noah and leo are coming to the party on friday; noah isn't coming.",
        ),
        (
            "tim and sarah are coming for dinner on saturday",
            "sarah can't swim",
            "is tim coming",
            "Tim and sarah are coming for dinner on saturday. That is Saturday, March 7, 2026.",
        ),
    ],
)
def test_one_of_several_who_drops_out_is_told_with_them(
    talk: Talk, told: str, said: str, asked: str, answer: str
) -> None:
    talk.say_all(told, said)
    assert talk.say(asked) == answer
