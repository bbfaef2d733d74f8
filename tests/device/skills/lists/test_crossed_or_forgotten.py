"""A thing on a list is crossed off before a memory of it is touched, unless the request names what is remembered."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.sim.assistant_talk import talk_in

TOLD = {
    "en": ("put bananas and milk on the shopping list", "i had bananas for breakfast"),
    "de": ("setz Bananen und Milch auf die Einkaufsliste", "ich hatte Bananen zum Frühstück"),
}
CROSSED = {
    "en": ("the bananas can go", "you can drop the bananas, we've got some", "delete the bananas"),
    "de": ("die Bananen kannst du streichen", "die Bananen können weg, wir haben noch welche", "lösch die Bananen"),
}
ASKED = {"en": "forget the bananas", "de": "vergiss die Bananen"}
FORGOTTEN = {"en": "forget what i said about bananas", "de": "vergiss was ich über Bananen gesagt habe"}
READ = {"en": "what is on my shopping list", "de": "was steht auf meiner Einkaufsliste"}
FRUIT = {"en": "bananas", "de": "Bananen"}


@pytest.mark.parametrize(("language", "said"), [(code, one) for code, rows in CROSSED.items() for one in rows])
def test_it_comes_off_the_list_and_the_memory_stays(language: str, said: str, tmp_path: Path) -> None:
    with talk_in(tmp_path / "vault", language) as talk:
        talk.say_all(*TOLD[language], said)
        assert TOLD[language][1] in talk.texts()
        assert FRUIT[language] not in talk.say(READ[language])


@pytest.mark.parametrize("language", ASKED)
def test_forget_crosses_it_off_and_asks_about_the_memory(language: str, tmp_path: Path) -> None:
    with talk_in(tmp_path / "vault", language) as talk:
        talk.say_all(*TOLD[language], ASKED[language])
        assert talk.answer.question
        assert TOLD[language][1] in talk.texts()
        talk.say({"en": "yes", "de": "ja"}[language])
        assert talk.texts() == []
        assert FRUIT[language] not in talk.say(READ[language])


@pytest.mark.parametrize("language", FORGOTTEN)
def test_what_was_said_is_forgotten_and_the_list_stays(language: str, tmp_path: Path) -> None:
    with talk_in(tmp_path / "vault", language) as talk:
        talk.say_all(*TOLD[language], FORGOTTEN[language])
        assert talk.texts() == []
        assert FRUIT[language] in talk.say(READ[language])


def test_a_memory_that_no_word_names_as_one_is_asked_about(tmp_path: Path) -> None:
    with talk_in(tmp_path / "vault", "de") as talk:
        talk.say_all("ich mag keine Bananen", "die Bananen kannst du streichen")
        assert talk.answer.question
        assert talk.texts() == ["ich mag keine Bananen"]
