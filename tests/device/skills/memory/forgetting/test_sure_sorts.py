"""What is told in words for nothing else goes by the noun for it; where that is only likely, Selene asks."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.device.skills.memory.forgetting.played_requests import kept_after

KEPT = {"en": "the boiler is in the cellar", "de": "der Kessel steht im Keller"}
SURE = {
    "en": (
        ("my cousin is getting married in Leeds", "forget my cousin's wedding"),
        ("aunt Inge died in March", "forget aunt Inge's death"),
    ),
    "de": (
        ("meine Schwester zieht im Juni nach Kassel", "vergiss den Umzug"),
        ("Tante Inge ist gestorben", "vergiss den Tod von Tante Inge"),
    ),
}
LIKELY = {
    "de": (
        ("die Kinder ziehen am Seil", "vergiss den Umzug"),
        ("wir haben ein Haus gekauft", "vergiss den Umzug"),
    ),
}
OF_ANOTHER = ("ich ziehe nach Ulm", "vergiss den Umzug meiner Schwester")


@pytest.mark.parametrize(("language", "told", "said"), [(code, *row) for code, rows in SURE.items() for row in rows])
def test_it_goes_at_once(language: str, told: str, said: str, tmp_path: Path) -> None:
    assert kept_after(language, (told, KEPT[language]), said, tmp_path) == (KEPT[language],)


@pytest.mark.parametrize(("language", "told", "said"), [(code, *row) for code, rows in LIKELY.items() for row in rows])
def test_what_is_only_likely_stays(language: str, told: str, said: str, tmp_path: Path) -> None:
    assert told in kept_after(language, (told,), said, tmp_path)


def test_what_is_of_somebody_else_stays(tmp_path: Path) -> None:
    told, said = OF_ANOTHER
    assert told in kept_after("de", (told,), said, tmp_path)
