"""A request to forget destroys nothing that it does not name, and what it says is not kept as news."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.sim.assistant_talk import talk_in

ONLY_ENDS_SO = (
    ("Meine Großmutter heißt Hilde.", "Vergiss alles über meine Mutter."),
    ("Meine Großmutter heißt Hilde.", "Vergiss meine Mutter."),
    ("Meine Schwiegermutter heißt Hilde.", "Vergiss alles über meine Mutter."),
    ("Am Samstag kommt Schwiegermutter zum Essen.", "Vergiss alles über meine Mutter."),
    ("Tante Johanna wohnt in Bonn.", "Vergiss alles über Anna."),
    ("Mein Halbbruder wohnt in Kiel.", "Vergiss alles über meinen Bruder."),
    ("Meine Exfreundin wohnt in Kiel.", "Vergiss alles über meine Freundin."),
    ("Annerose wohnt in Kiel.", "Vergiss alles über Rose."),
    ("Herr Zimmermann wohnt in Kiel.", "Vergiss alles über meinen Mann."),
    ("Ich wohne in Darmstadt.", "Vergiss alles über die Stadt."),
)
"""What was told, and a request for somebody or something else, whose word is only the end of one that was told."""
OF_A_THING = (
    ("die Überraschungsfeier ist am Samstag", "Vergiss die Feier."),
    ("die Überraschungsfeier ist am Samstag", "Vergiss alles über die Feier."),
    ("der Ersatzschlüssel liegt hinter dem Fallrohr", "du solltest das mit dem Schlüssel nicht mehr wissen"),
    (
        "der Ersatzschlüssel liegt hinter dem Fallrohr",
        "gibt es eine Möglichkeit, dass du das mit dem Schlüssel vergisst",
    ),
    ("der Ersatzschlüssel liegt hinter dem Fallrohr", "lösch alles zum Schlüssel"),
    ("das Brautkleid ist von Wunsch", "das Kleid das ist geheim das lösch bitte"),
)
NO_NEWS = {
    "en": (
        ("I live in York.", "Forget that I moved to Hull."),
        ("My sister Sue lives in York.", "Forget she moved to Hull."),
        ("I take statins.", "Forget that the doctor's stopped my statins."),
    ),
    "de": (
        ("Ich wohne in Kiel.", "Vergiss, dass ich nach Hamburg gezogen bin."),
        ("Ich wohne in Kiel.", "Vergiss ich bin nach Hamburg gezogen."),
    ),
}
NEWS = {
    "en": (
        ("I live in York.", "Forget that, I moved to Hull.", "Hull"),
        ("I live in York.", "Forget about that, I moved to Hull.", "Hull"),
        ("Tom owes me 20 pounds.", "forget about that he's paid me back", "paid"),
    ),
    "de": (("Ich wohne in Kiel.", "Vergiss das, ich bin nach Hamburg gezogen.", "Hamburg"),),
}
ONLY_KEPT = {
    "en": (
        (("The router is in the hall", "Tom plays chess"), "Remember where the router is, everything else can go.", 1),
        (("The router is in the hall", "Tom plays chess"), "Remember the wifi code, everything else can go.", 2),
    ),
    "de": ((("Klara wohnt in Bonn", "Tom mag Tee"), "Merk dir, wo Klara wohnt, der Rest kann weg.", 1),),
}
"""What was told, an order to keep only one thing, and how many of the first memories are left before any yes."""
CUT = "Forget the cancer but keep the wig."


@pytest.mark.parametrize(("told", "asked"), ONLY_ENDS_SO)
def test_what_only_ends_so_is_neither_forgotten_nor_offered(told: str, asked: str, tmp_path: Path) -> None:
    with talk_in(tmp_path / "vault", "de") as talk:
        talk.say(told)
        before = talk.texts()
        assert talk.say(asked) == "Dazu gibt es nichts zu vergessen."
        assert before
        assert talk.texts() == before


@pytest.mark.parametrize(("told", "asked"), OF_A_THING)
def test_a_compound_of_a_thing_goes_only_after_a_yes(told: str, asked: str, tmp_path: Path) -> None:
    with talk_in(tmp_path / "vault", "de") as talk:
        assert told in talk.say_all(told, asked)
        assert told in talk.texts()
        talk.say("ja")
        assert told not in talk.texts()


@pytest.mark.parametrize(
    ("language", "told", "asked"), [(code, *one) for code, rows in NO_NEWS.items() for one in rows]
)
def test_what_is_to_be_forgotten_is_no_news(language: str, told: str, asked: str, tmp_path: Path) -> None:
    with talk_in(tmp_path / "vault", language) as talk:
        talk.say(told)
        before = talk.texts()
        talk.say(asked)
        assert before
        assert talk.texts() == before


@pytest.mark.parametrize(
    ("language", "told", "asked", "kept"), [(code, *one) for code, rows in NEWS.items() for one in rows]
)
def test_after_a_pause_it_is_news(language: str, told: str, asked: str, kept: str, tmp_path: Path) -> None:
    with talk_in(tmp_path / "vault", language) as talk:
        talk.say_all(told, asked)
        assert any(kept in one for one in talk.texts())


def test_the_gap_of_a_cut_is_not_told(tmp_path: Path) -> None:
    with talk_in(tmp_path / "vault") as talk:
        talk.say_all("Remember that Anna had cancer and Anna's wig is blonde.", CUT)
        assert talk.say("What did I tell you this morning?") == "You told me: Anna's wig is blonde."


@pytest.mark.parametrize(
    ("language", "told", "asked", "left"), [(code, *one) for code, rows in ONLY_KEPT.items() for one in rows]
)
def test_an_order_to_keep_only_one_thing_is_no_memory(
    language: str, told: tuple[str, ...], asked: str, left: int, tmp_path: Path
) -> None:
    with talk_in(tmp_path / "vault", language) as talk:
        talk.say_all(*told, asked)
        assert sorted(talk.texts()) == sorted(told[:left])


@pytest.mark.parametrize(
    "said", ["Remember that Tom plays chess and forget the rest.", "Remember Tom's at the dentist."]
)
def test_what_is_told_with_an_order_to_keep_it_is_kept(said: str, tmp_path: Path) -> None:
    with talk_in(tmp_path / "vault") as talk:
        talk.say_all("The router is in the hall", said)
        assert "The router is in the hall" in talk.texts()
        assert any("Tom" in one for one in talk.texts())
