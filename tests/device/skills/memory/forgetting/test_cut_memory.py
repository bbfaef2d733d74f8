"""Of a memory that holds what is to go and what is to stay, the clause that stays is kept word for word."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.sim.assistant_talk import talk_in

CUT = {
    "en": (
        (
            "remember that the rehearsal is in May and Clara's dress is too tight",
            "forget that Clara's dress is too tight but keep that the rehearsal is in May",
            "the rehearsal is in May",
            "tight",
        ),
        (
            "remember that the rehearsal is in May and Clara's dress is too tight",
            "forget the rehearsal but keep that Clara's dress is too tight",
            "Clara's dress is too tight",
            "rehearsal is",
        ),
        (
            "remember that Tom lives in Hull and owes me fifty pounds",
            "forget what Tom owes me but keep where he lives",
            "Tom lives in Hull",
            "fifty",
        ),
        (
            "remember that Tom lives in Hull and owes me fifty pounds",
            "Forget what Tom owes me. Keep where he lives.",
            "Tom lives in Hull",
            "fifty",
        ),
    ),
    "de": (
        (
            "merk dir, dass Tom in Kiel wohnt. Die Probe ist im Mai und Claras Kleid ist zu eng",
            "vergiss, dass Claras Kleid zu eng ist, aber behalte die Probe",
            "Die Probe ist im Mai",
            "eng",
        ),
    ),
}
ASKED = (
    ("remember that Tom lives in Hull and owes me fifty pounds", "forget where Tom lives but keep what he owes me"),
    ("my sister Clara lives in Leeds with her two cats", "forget about the cats but keep where Clara lives"),
    ("when Clara was in Leeds she lost her job", "forget that Clara lost her job but keep that she was in Leeds"),
)


@pytest.mark.parametrize(
    ("language", "told", "asked", "left", "gone"), [(code, *one) for code, rows in CUT.items() for one in rows]
)
def test_the_clause_that_stays_is_kept(
    language: str, told: str, asked: str, left: str, gone: str, tmp_path: Path
) -> None:
    with talk_in(tmp_path / "vault", language) as talk:
        talk.say_all(told, asked)
        assert left in talk.texts()
        assert not [text for text in talk.texts() if gone in text]
        assert gone not in talk.dump()
        assert left in talk.dump()


@pytest.mark.parametrize(("told", "asked"), ASKED)
def test_a_clause_that_needs_the_other_is_asked_about(told: str, asked: str, tmp_path: Path) -> None:
    with talk_in(tmp_path / "vault") as talk:
        talk.say(told)
        before = talk.texts()
        talk.say(asked)
        assert talk.answer.question
        assert talk.texts() == before
