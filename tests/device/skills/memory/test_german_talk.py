"""Promise: in German talk what is over or has changed is not told as what is so, and what only sounds alike stays."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.sim.assistant_talk import talk_in


@pytest.mark.parametrize(
    ("told", "asked", "right"),
    [
        (
            ("ich trink jeden abend ein bier", "ich trink jetzt keinen alkohol mehr"),
            "trink ich abends noch bier",
            "kein",
        ),
        (("ich esse freitags immer schnitzel", "ich ess kein fleisch mehr"), "ess ich freitags schnitzel", "kein"),
        (("ich geh montags zum tennis", "ich mach keinen sport mehr"), "geh ich montags zum tennis", "keinen sport"),
        (
            ("mein mann trinkt abends ein weizen", "mein mann trinkt keinen alkohol mehr"),
            "trinkt mein mann abends ein weizen",
            "kein",
        ),
        (
            ("ich trink jeden abend ein bier", "ich hab mit dem alkohol aufgehört"),
            "was trink ich jeden abend",
            "aufgehört",
        ),
        (
            ("ich trink jeden abend ein bier", "mein mann trinkt keinen alkohol mehr"),
            "trink ich abends bier",
            "ein bier",
        ),
        (
            ("ich trink jeden abend ein bier", "ich trink mittags keinen alkohol mehr"),
            "trink ich abends bier",
            "ein bier",
        ),
        (
            ("ich trink jeden abend einen tee", "ich trink keinen alkohol mehr"),
            "was trink ich jeden abend",
            "einen tee",
        ),
        (
            ("wir essen freitags immer schnitzel", "ich ess kein fleisch mehr"),
            "was essen wir freitags",
            "immer schnitzel",
        ),
    ],
)
def test_what_belongs_to_a_class_is_over_with_it(tmp_path: Path, told: tuple[str, ...], asked: str, right: str) -> None:
    with talk_in(tmp_path / "vault", "de") as talk:
        talk.say_all(*told)
        talk.new_session(1)
        assert right in talk.say(asked)


@pytest.mark.parametrize(
    "asked",
    [
        "was hat uns der verstopfte abfluss gekostet",
        "wer hat die verspätete rechnung bezahlt",
        "wann haben wir das gemietete auto zurückgegeben",
        "was hat mich der verlegte schlüssel gekostet",
    ],
)
def test_a_question_with_a_participle_as_quality_is_no_fact(tmp_path: Path, asked: str) -> None:
    with talk_in(tmp_path / "vault", "de") as talk:
        talk.say(asked)
        assert talk.texts() == []


@pytest.mark.parametrize(
    "asked", ["steht heute was an", "steht heute irgendwas an", "ist heute was geplant", "sag mal was steht heute an"]
)
def test_what_is_on_today_is_found_by_what_was_told_days_ago(tmp_path: Path, asked: str) -> None:
    with talk_in(tmp_path / "vault", "de") as talk:
        talk.say("übermorgen kommt der schornsteinfeger")
        talk.new_session(2)
        assert "schornsteinfeger" in talk.say(asked)


@pytest.mark.parametrize(
    "asked", ["sag mal wie spät ist es", "hör mal welcher tag ist heute", "du sag mal wie spät ist es"]
)
def test_a_call_for_attention_before_a_question_of_the_time_is_skipped(tmp_path: Path, asked: str) -> None:
    with talk_in(tmp_path / "vault", "de") as talk:
        assert talk.say(asked).startswith("Es ist ")


@pytest.mark.parametrize(
    ("told", "asked", "right"),
    [
        (
            ("wir heizen mit öl", "die heizung ist jetzt auf wärmepumpe umgestellt"),
            "womit heizen wir jetzt",
            "wärmepumpe",
        ),
        (("wir heizen mit öl", "wir haben die heizung auf gas umgestellt"), "womit heizen wir", "gas"),
        (
            ("unsere heizung läuft mit öl", "wir haben die heizung gegen eine wärmepumpe getauscht"),
            "womit heizen wir",
            "wärmepumpe",
        ),
        (
            ("wir haben einen gasherd", "wir haben den gasherd durch einen induktionsherd ersetzt"),
            "was für einen herd haben wir",
            "induktionsherd",
        ),
        (("wir heizen mit öl", "der drucker ist jetzt auf wlan umgestellt"), "womit heizen wir", "mit öl"),
        (("wir heizen mit öl", "die nachbarn haben ihre heizung auf gas umgestellt"), "womit heizen wir", "mit öl"),
        (("die bohrmaschine liegt in der werkstatt", "die bohrmaschine hab ich in den schuppen gebracht"),
         "wo liegt die bohrmaschine", "schuppen"),
        (("der schlitten liegt im keller", "ich hab den schlitten jetzt in die garage getan"),
         "wo find ich den schlitten", "garage"),
        (("die leiter hängt im hof", "papa hat die leiter in den keller getragen"), "wo ist die leiter", "keller"),
        (("heut steht das rad am hafen", "heute hab ich das rad am rathaus abgestellt"), "wo steht das rad jetzt",
         "rathaus"),
        (("das auto steht in der kirchgasse", "heute hab ich im parkhaus geparkt"), "wo steht das auto", "parkhaus"),
        (("der anhänger steht hinterm haus", "heute hab ich am friedhof geparkt"), "wo steht der anhänger",
         "hinterm haus"),
        (("unsere katze heißt mimi", "wir nennen die katze jetzt lotte"), "wie heißt die katze", "lotte"),
        (("das boot heißt möwe", "wir nennen das boot jetzt doch albatros"), "wie heißt das boot", "albatros"),
        (("unsere katze heißt mimi", "wir nennen die katze immer mausi"), "wie heißt die katze", "mimi"),
        (("das auto steht in der gasse", "ich hab das rad in den keller gebracht"), "wo steht das auto", "gasse"),
    ],
)  # fmt: skip
def test_what_is_changed_to_takes_the_place(tmp_path: Path, told: tuple[str, ...], asked: str, right: str) -> None:
    with talk_in(tmp_path / "vault", "de") as talk:
        talk.say_all(*told)
        talk.new_session(1)
        assert right in talk.say(asked)


@pytest.mark.parametrize(
    ("told", "asked", "right"),
    [
        (
            "ich fahr immer mit dem rad zur arbeit nur wenns glatt ist nehm ich die s bahn",
            "wie komm ich zur arbeit wenns glatt ist",
            "s bahn",
        ),
        (
            "ich fahr immer mit dem rad zur arbeit nur wenns glatt ist nehm ich die s bahn",
            "wie komm ich zur arbeit",
            "rad",
        ),
        ("ich geh abends laufen nur wenn es regnet geh ich ins studio", "was mach ich wenn es regnet", "studio"),
        ("ich nehm die tabletten nur wenn ich kopfweh hab", "wann nehm ich die tabletten", "kopfweh"),
    ],
)
def test_a_habit_and_its_exception_are_two_facts(tmp_path: Path, told: str, asked: str, right: str) -> None:
    with talk_in(tmp_path / "vault", "de") as talk:
        assert "weiß ich noch nicht" not in talk.say(told)
        talk.new_session(1)
        assert right in talk.say(asked)
