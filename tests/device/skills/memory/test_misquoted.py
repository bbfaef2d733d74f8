"""Promise: a correction that quotes what was told corrects that fact alone, whatever was said in between."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.sim.assistant_talk import Talk, talk_in

MEANT = {
    "en": (
        ("my dentist's on the fourth", "i said the dentist was on the fourth but it's the fifth", "fifth"),
        ("the vet's at ten past nine", "i told you the vet was at ten past nine that was wrong it's half ten", "half"),
        ("my sister lives in york", "earlier i said my sister lived in york it's actually leeds", "leeds"),
    ),
    "de": (
        ("mein Zahnarzttermin ist am vierten", "ich hab gesagt dass der Zahnarzttermin am vierten ist das war falsch"
         " er ist am fünften", "fünften"),
        ("meine Schwester wohnt in Köln", "ich hab doch gesagt dass meine Schwester in Köln wohnt das stimmt nicht"
         " es ist Bonn", "Bonn"),
    ),
}  # fmt: skip
BESIDE = {"en": "the spare key is under the pot", "de": "der Ersatzschlüssel liegt unter dem Topf"}


@pytest.mark.parametrize(("language", "case"), [(code, case) for code in MEANT for case in MEANT[code]])
def test_the_quoted_fact_is_put_right_days_later(tmp_path: Path, language: str, case: tuple[str, str, str]) -> None:
    told, said, right = case
    with talk_in(tmp_path / "vault", language) as talk:
        talk.say_all(told, BESIDE[language])
        talk.new_session(6)
        talk.say(said)
        texts = [atom.text for atom in talk.vault.reader.atoms(talk.gate(), 10)]
        assert len(texts) == 2
        assert BESIDE[language] in texts
        assert any(right in text and text != told for text in texts)


@pytest.mark.parametrize("said", ["i said to tom it's fine", "i told you mum was poorly well it's her heart"])
def test_what_quotes_nothing_known_corrects_nothing(talk: Talk, said: str) -> None:
    talk.say_all("my dentist's on the fourth", said)
    assert "my dentist's on the fourth" in [atom.text for atom in talk.vault.reader.atoms(talk.gate(), 10)]


def test_two_facts_with_the_quoted_words_are_left(talk: Talk) -> None:
    talk.say_all("the red bus goes at nine", "the red bus to hove goes at nine")
    before = {atom.text for atom in talk.vault.reader.atoms(talk.gate(), 10)}
    talk.say("i said the red bus went at nine that was wrong it's ten")
    assert before <= {atom.text for atom in talk.vault.reader.atoms(talk.gate(), 10)}
