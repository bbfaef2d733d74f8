"""People ask in many frames that something is to go; what is named goes, and of the things themselves nothing does."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.device.skills.memory.forgetting.played_requests import kept_after, without
from tests.sim.assistant_talk import talk_after, talk_in

CASES = Path(__file__).parent / "cases"
TOLD = {
    "en": (
        "my sister Petra has been made redundant",
        "Petra's flat is on the fourth floor",
        "the plumber charges eighty pounds an hour",
        "my blood pressure is 150 over 95",
        "the spare key is behind the drainpipe",
        "grandma is moving into a home in October",
    ),
    "de": (
        "meine Schwester Petra ist entlassen worden",
        "Petras Wohnung liegt im vierten Stock",
        "der Klempner nimmt achtzig Euro die Stunde",
        "mein Blutdruck ist 150 zu 95",
        "der Ersatzschlüssel liegt hinter dem Fallrohr",
        "Oma zieht im Oktober ins Heim",
    ),
}
OFFERED = {
    "en": ("Forget that Petra lost her job would you", "Actually forget what I said about Petra's job"),
    "de": ("Vergiss bitte, dass Petra ihre Arbeit verloren hat",),
}


def _rows(name: str) -> list[str]:
    lines = (CASES / name).read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


@pytest.mark.parametrize(("language", "row"), [(code, row) for code in TOLD for row in _rows(f"requests_{code}.txt")])
def test_what_is_named_goes(language: str, row: str, tmp_path: Path) -> None:
    said, gone = row.split(" | ")
    kept = kept_after(language, TOLD[language], said, tmp_path)
    assert set(kept) & set(TOLD[language]) == set(without(TOLD[language], tuple(map(int, gone.split()))))


@pytest.mark.parametrize(("language", "said"), [(code, row) for code in TOLD for row in _rows(f"things_{code}.txt")])
def test_what_is_said_of_the_thing_itself_forgets_nothing(language: str, said: str, tmp_path: Path) -> None:
    assert set(TOLD[language]) <= set(kept_after(language, TOLD[language], said, tmp_path))


@pytest.mark.parametrize(("language", "said"), [(code, one) for code, rows in OFFERED.items() for one in rows])
def test_what_was_told_of_a_name_is_offered(language: str, said: str, tmp_path: Path) -> None:
    """It is not said that there is nothing to forget, and nothing of somebody else is offered."""
    with talk_after(tmp_path / "vault", TOLD[language][:3], language) as talk:
        talk.say(said)
        asked = talk.answer.reply
        assert TOLD[language][0] in asked
        assert TOLD[language][2] not in asked


def test_a_compound_is_offered_by_its_head_and_goes_after_a_yes(tmp_path: Path) -> None:
    told = ("wir planen eine Überraschungsfeier", "Gerald macht die Musik")
    with talk_in(tmp_path / "vault", "de") as talk:
        assert told[0] in talk.say_all(*told, "vergiss die Feier")
        assert told[0] in talk.say_all("nein", "Die Feier fällt aus, du kannst alles dazu wegwerfen.")
        talk.say("ja")
        assert talk.texts() == [told[1]]
