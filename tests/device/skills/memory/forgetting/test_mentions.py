"""A sentence that only mentions forgetting forgets nothing and asks about nothing."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from memory.model.atoms import Moment
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


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A vault of each language, in which the facts were told."""
    vaults = {}
    for language, facts in TOLD.items():
        vaults[language] = tmp_path_factory.mktemp(language)
        with talk_in(vaults[language], language) as talk:
            talk.say_all(*facts)
    return vaults


@pytest.mark.parametrize(("language", "said"), [(code, said) for code in TOLD for said in _rows(code)])
def test_a_mention_of_forgetting_forgets_nothing(
    language: str, said: str, told: dict[str, Path], tmp_path: Path
) -> None:
    shutil.copytree(told[language], tmp_path / "vault")
    with talk_in(tmp_path / "vault", language) as talk:
        talk.now = Moment(talk.now.at_ms + 60_000 * len(TOLD[language]), talk.now.utc_offset_min)
        before = talk.texts()
        assert len(before) >= len(TOLD[language]) - 1  # the code is a secret
        talk.say(said)
        assert not set(before) - set(talk.texts())
        assert not talk.heard.forgotten
        assert not {"FORGOTTEN_BY_USER", "AMBIGUOUS"} & set(talk.heard.reason_codes)
