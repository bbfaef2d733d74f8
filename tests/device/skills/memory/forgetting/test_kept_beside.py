"""What a sentence beside a request says is to stay, stays; all else that the request means goes, wherever it stands."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.device.skills.memory.forgetting.played_requests import kept_after
from tests.sim.assistant_talk import talk_in

TOLD = {
    "en": ("my sister Clara lives in Leeds", "Clara has the flu", "Clara's birthday is the third of May"),
    "de": ("meine Schwester Clara wohnt in Husum", "Clara hat die Grippe", "Clara hat am dritten Mai Geburtstag"),
}
BESIDE = {"en": "Tom plays the oboe", "de": "Tom spielt Oboe"}
WHERE, BIRTHDAY = 0, 2
LEAVING = {
    "en": (
        ("Forget everything about Clara. Keep where she lives.", (WHERE,)),
        ("Forget everything about Clara. But please hold on to her birthday.", (BIRTHDAY,)),
        ("Forget everything about Clara. Her birthday can stay though.", (BIRTHDAY,)),
        ("Forget everything about Clara. Not her birthday though.", (BIRTHDAY,)),
        ("Forget everything about Clara. Don't forget her birthday.", (BIRTHDAY,)),
        ("Forget everything about Clara except where she lives. And keep her birthday.", (WHERE, BIRTHDAY)),
        ("We've fallen out. Wipe all you know about Clara. Just keep where she lives.", (WHERE,)),
        ("Keep where Clara lives. Forget everything else about her.", (WHERE,)),
        ("Keep Clara's birthday. The rest about her can go.", (BIRTHDAY,)),
        ("Keep Clara's birthday and forget everything else about her", (BIRTHDAY,)),
        ("remember where clara lives, the rest about her can go", (WHERE,)),
    ),
    "de": (
        ("Vergiss alles über Clara. Behalte, wo sie wohnt.", (WHERE,)),
        ("Vergiss alles über Clara. Nur ihren Geburtstag nicht.", (BIRTHDAY,)),
        ("Vergiss alles über Clara. Ihren Geburtstag kannst du behalten.", (BIRTHDAY,)),
        ("Lösch alles, was ich dir über Clara gesagt habe. Aber wo sie wohnt, soll bleiben.", (WHERE,)),
        ("Behalte, wo Clara wohnt. Vergiss alles andere über sie.", (WHERE,)),
        ("Behalte Claras Geburtstag, den Rest über sie kannst du löschen", (BIRTHDAY,)),
        ("Merk dir, wo Clara wohnt. Alles andere über sie kann weg.", (WHERE,)),
    ),
}
UNKNOWN = {
    "en": ("Forget everything about Clara. Keep her shoe size.", "Keep Clara's shoe size. Forget the rest about her."),
    "de": ("Vergiss alles über Clara. Behalte ihre Schuhgröße.",),
}
BUT_ME = {
    "en": (
        ("i don't eat nuts", "my address is 12 Elm Road"),
        "forget everything about me but my address",
        "forget everything you know about me. keep my address.",
        "keep my address but forget everything else about me",
    ),
    "de": (
        ("ich esse keine Nüsse", "meine Adresse ist Gartenweg 2"),
        "vergiss alles über mich außer meiner Adresse",
        "vergiss alles über mich nur meine Adresse nicht",
        "vergiss alles über mich. behalte nur meine Adresse.",
    ),
}


@pytest.mark.parametrize(
    ("language", "asked", "stays"), [(code, *one) for code, rows in LEAVING.items() for one in rows]
)
def test_the_sentence_beside_keeps_its_part(language: str, asked: str, stays: tuple[int, ...], tmp_path: Path) -> None:
    told = TOLD[language]
    with talk_in(tmp_path / "vault", language) as talk:
        talk.say_all(*told, BESIDE[language], asked)
        left = {*(told[at] for at in stays), BESIDE[language]}
        assert {text for text in talk.texts() if text in (*told, BESIDE[language])} == left
        dump = talk.dump().casefold()
        assert not [text for text in told if text not in left and text.casefold() in dump]


@pytest.mark.parametrize(("language", "asked"), [(code, one) for code, rows in UNKNOWN.items() for one in rows])
def test_what_is_to_stay_and_is_not_known_is_no_reason_to_forget_all(language: str, asked: str, tmp_path: Path) -> None:
    with talk_in(tmp_path / "vault", language) as talk:
        talk.say_all(*TOLD[language], asked)
        assert talk.answer.question
        assert len(talk.texts()) == len(TOLD[language])


@pytest.mark.parametrize(
    ("language", "told", "asked"), [(code, rows[0], one) for code, rows in BUT_ME.items() for one in rows[1:]]
)
def test_all_about_the_speaker_but_one_thing(language: str, told: tuple[str, ...], asked: str, tmp_path: Path) -> None:
    assert kept_after(language, told, asked, tmp_path) == told[1:]


def test_a_new_thing_to_remember_is_no_part_that_stays(tmp_path: Path) -> None:
    with talk_in(tmp_path / "vault") as talk:
        talk.say_all(*TOLD["en"], "Forget everything about Clara. Remember that the bins go out on Monday.")
        assert talk.texts() == ["the bins go out on Monday"]
