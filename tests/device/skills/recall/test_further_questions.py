"""Promise: "and the peppers" asks what was asked before of the peppers, and is answered by nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from device.skills.recall.further_question import complete_question, may_ask_further
from tests.sim.assistant_talk import talk_in

pytestmark = pytest.mark.usefixtures("rules_alone")

UNKNOWN = "I don't know that yet. You can tell me."


@pytest.mark.parametrize(
    ("before", "further", "whole"),
    [
        ("where are the cucumbers", "and the peppers", "where are the peppers"),
        ("where does wendy work", "what about marcus", "where does marcus work"),
        ("where does wendy work", "and me", "where do i work"),
        ("where do i work", "and my brother", "where does my brother work"),
        ("what is tom allergic to", "how about bea", "what is bea allergic to"),
        ("what is tom allergic to", "and me", "what am i allergic to"),
        ("when is my wife's birthday", "and my mum's", "when is my mum's birthday"),
        ("when is my wife's birthday", "and my dad", "when is my dad's birthday"),
        ("when is my birthday", "and my sister", "when is my sister's birthday"),
        ("where is hamid from", "and how old", "how old is hamid"),
        ("when did my daughter start nursery", "and where", "where did my daughter start nursery"),
        ("where did i put the ladder", "and the saw", "where did i put the saw"),
        ("who looks after the kids", "and the dog", "who looks after the dog"),
    ],
)
def test_what_differs_takes_its_place(before: str, further: str, whole: str) -> None:
    assert complete_question(further, [before], "en") == whole
    assert may_ask_further(further, "en")


@pytest.mark.parametrize(
    ("before", "asked", "whole"),
    [
        ("where's my kayak", "what colour", "what colour is my kayak"),
        ("my rabbit's called biscuit", "what breed", "what breed is my rabbit"),
        ("where's my locker", "which one", "which one is my locker"),
        ("we have three canaries", "how many canaries", "how many canaries are there"),
        ("", "how many chairs in the hall", "how many chairs are there in the hall"),
        ("", "what paint for the back bedroom", "what paint is for the back bedroom"),
        ("where's my kayak", "what weather", None),
        ("where's my kayak", "what a day", None),
        ("where's my kayak", "what nonsense", None),
        ("where's my kayak", "how lovely", None),
        ("", "what colour", None),
    ],
)
def test_a_question_without_a_verb_is_completed(before: str, asked: str, whole: str | None) -> None:
    assert complete_question(asked, [before] if before else [], "en") == whole
    assert whole is None or may_ask_further(asked, "en")


@pytest.mark.parametrize(
    ("told", "asked", "holds"),
    [
        ("my gran comes from crete", "i was wondering where my gran comes from", "crete"),
        ("my landlord is called mister varga", "any idea what my landlord is called", "varga"),
        ("my landlord is called mister varga", "hey just a quick one what is my landlord called", "varga"),
        ("i put the passport in the top drawer", "i forgot where i put the passport", "top drawer"),
        ("i put the passport in the top drawer", "i can't remember where i put the torch", ""),
        ("my cousin visits on friday", "who visits today", ""),
        ("the plumber is coming tomorrow at nine", "who is coming today", ""),
        ("the plumber is coming tomorrow at nine", "who is coming tomorrow", "plumber"),
    ],
)
def test_what_is_wondered_about_is_asked_and_another_day_is_no_answer(
    tmp_path: Path, told: str, asked: str, holds: str
) -> None:
    with talk_in(tmp_path / "vault", "en") as talk:
        talk.say(told)
        kept = talk.texts("Ana")
        reply = talk.say(asked)
        assert holds in reply if holds else reply == UNKNOWN
        assert talk.texts("Ana") == kept


@pytest.mark.parametrize(
    ("said", "may"),
    [
        ("What time?", True),
        ("So what colour", True),
        ("I was wondering where my gran comes from", True),
        ("my brother lives in hull", False),
        ("where do i live", False),
    ],
)
def test_what_surely_asks_nothing_further_is_told_without_what_was_said_before(said: str, may: bool) -> None:
    assert may_ask_further(said, "en") is may
    assert may or complete_question(said, ["where does tom live"], "en") is None


def test_two_that_ask_further_are_completed_in_turn() -> None:
    assert complete_question("and the beans", ["and the peas", "where are the leeks"], "en") == "where are the beans"


@pytest.mark.parametrize(
    ("before", "said"),
    [
        ("i bought beans", "and the peppers"),
        ("where does tom live", "and i live in rome"),
        ("where does tom live", "and then we left"),
        ("where does tom live", "and thanks"),
        ("what am i doing today", "and tomorrow"),
        ("where does tom live", "the peppers"),
    ],
)
def test_what_is_whole_or_has_no_question_before_it_asks_nothing_further(before: str, said: str) -> None:
    assert complete_question(said, [before], "en") is None


@pytest.mark.parametrize(
    ("told", "asked", "further", "holds"),
    [
        (("my sister is 34", "my brother is 41"), "how old is my sister", "and my brother", "41"),
        (("my sister is 34", "my brother is 41"), "how old is my sister", "and my uncle", ""),
        (("tom is allergic to shellfish",), "what is tom allergic to", "and me", ""),
        (("the ladder is in the garage",), "where's the ladder", "and the saw", ""),
        (("my wife's birthday is in may",), "when is my wife's birthday", "and my dad's", ""),
    ],
)
def test_it_is_answered_and_kept_as_no_fact(
    tmp_path: Path, told: tuple[str, ...], asked: str, further: str, holds: str
) -> None:
    with talk_in(tmp_path / "vault", "en") as talk:
        talk.say_all(*told)
        kept = talk.texts("Ana")
        talk.say(asked)
        reply = talk.say(further)
        assert holds in reply if holds else reply == UNKNOWN
        assert talk.texts("Ana") == kept


@pytest.mark.parametrize(
    ("said", "further", "holds"),
    [
        (("unsere zahnärztin ist die frau böhm die hat ihre praxis in der lindenallee", "wie heißt unsere zahnärztin"),
         "und wo hat die ihre praxis", "lindenallee"),
        (("unser steuerberater ist der herr wolf der sitzt in der uferstraße", "wie heißt unser steuerberater"),
         "wo hat der sein büro", "uferstraße"),
        (("im schachverein spiel ich seit zwölf jahren am brett", "wo spiel ich am brett"),
         "wie lange bin ich da schon dabei", "zwölf jahren"),
        (("getauft haben wir die kleine im mai in der dorfkirche", "wann haben wir die kleine getauft"), "wo war das",
         "dorfkirche"),
        (("am sonntag back ich den zopf mit rosinen", "mit was back ich den zopf"), "und wann mach ich das", "sonntag"),
        (("am sonntag back ich den zopf mit rosinen", "mit was back ich den zopf"), "und wo mach ich das", ""),
        (("in der diele steht die kommode von der tante agnes", "was steht in der diele"), "von wem ist die", "agnes"),
        (("ich lerne klarinette weil meine enkelin im orchester spielt", "was lerne ich"), "und wieso mach ich das",
         "enkelin"),
        (("die tochter studiert musik in graz", "was studiert die tochter"), "in welcher stadt ist das", "graz"),
        (("im kirchenchor sing ich im bass", "was sing ich im kirchenchor"), "in welchem ort ist das", ""),
        (("meine schwester wohnt in ulm und mein bruder studiert jura", "was studiert mein bruder"),
         "und wo macht er das", ""),
    ],
)  # fmt: skip
def test_a_bare_german_question_is_of_what_was_spoken_of_last(
    tmp_path: Path, said: tuple[str, ...], further: str, holds: str
) -> None:
    with talk_in(tmp_path / "vault", "de") as talk:
        talk.say_all(*said)
        kept, reply = talk.texts("Ana"), talk.say(further)
        assert holds in reply if holds else "weiß ich" in reply
        assert talk.texts("Ana") == kept


@pytest.mark.parametrize(
    ("before", "further", "whole"),
    [
        ("was für tiere hat mein nachbar", "und der paul im chor", "was für tiere hat der paul im chor"),
        ("was kostet das essen", "und das schullager was kostet das", "was kostet das schullager"),
        ("", "die biotonne wann ist die dran", "wann ist die biotonne dran"),
        ("", "den film wann läuft der", "wann läuft der film"),
        ("", "unser vermieter in welcher stadt wohnt der", "in welcher stadt wohnt unser vermieter"),
        ("", "und die schriftliche hat sie die auch schon", "hat sie die schriftliche auch schon"),
        ("", "die prüfung hat sie die ganze nacht gestört", None),
        ("", "das haus wo der opa wohnt", None),
        ("", "der hund weiß was der will", None),
        ("was kommt am montag weg", "und der müll am freitag", None),
        ("wo ist der hammer", "und die leiter im schuppen", None),
        ("wer kommt", "und der tisch im garten", None),
    ],
)
def test_what_a_german_question_names_first_or_anew_takes_its_place(
    before: str, further: str, whole: str | None
) -> None:
    assert complete_question(further, [before] if before else [], "de") == whole


@pytest.mark.parametrize(
    ("told", "asked", "further", "holds"),
    [
        (("der paul aus dem chor hat einen papagei", "mein nachbar hat zwei pferde"), "was für tiere hat mein nachbar",
         "und der paul im chor", "papagei"),
        (("die lara hat die mündliche prüfung bestanden",), "hat die lara die mündliche prüfung bestanden",
         "und die schriftliche hat sie die auch schon", ""),
        (("das essen in der schule kostet zehn franken",), "was kostet das essen in der schule",
         "und das schullager was kostet das", ""),
        (("die biotonne wird dienstags abgeholt", "der gelbe sack ist jeden freitag"), "wann ist der gelbe sack",
         "und die biotonne wann ist die dran", "dienstags"),
    ],
)  # fmt: skip
def test_it_is_answered_in_german_and_kept_as_no_fact(
    tmp_path: Path, told: tuple[str, ...], asked: str, further: str, holds: str
) -> None:
    with talk_in(tmp_path / "vault", "de") as talk:
        talk.say_all(*told, asked)
        kept, reply = talk.texts("Ana"), talk.say(further)
        assert holds in reply if holds else "weiß ich" in reply
        assert talk.texts("Ana") == kept
