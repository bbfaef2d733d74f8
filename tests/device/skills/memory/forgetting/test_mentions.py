"""A sentence that only mentions forgetting forgets nothing and asks about nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.sim.assistant_talk import talk_in

CASES = Path(__file__).parent / "cases"
TOLD = {
    "en": (
        "my sister's birthday is on the ninth of June",
        "the dog is called Biscuit",
        "the alarm code is four two two",
        "my scan is on the third of May",
        "I owe Stav forty pounds",
    ),
    "de": (
        "meine Schwester hat am neunten Juni Geburtstag",
        "der Hund heißt Krümel",
        "der Code der Alarmanlage ist vier zwei zwei",
        "meine Untersuchung ist am 3. Mai",
        "ich schulde Stav vierzig Euro",
    ),
}


def _rows(language: str) -> list[str]:
    lines = (CASES / f"mentions_{language}.txt").read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


@pytest.mark.parametrize(("language", "said"), [(code, said) for code in TOLD for said in _rows(code)])
def test_a_mention_of_forgetting_forgets_nothing(language: str, said: str, tmp_path: Path) -> None:
    with talk_in(tmp_path / "vault", language) as talk:
        for fact in TOLD[language]:
            talk.say(fact)
        before = talk.texts()
        talk.say(said)
        assert not set(before) - set(talk.texts())
        assert not talk.heard.forgotten
        assert not {"FORGOTTEN_BY_USER", "AMBIGUOUS"} & set(talk.heard.reason_codes)
