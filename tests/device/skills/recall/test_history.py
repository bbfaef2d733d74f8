"""Promise: what changed, when, and what was so or known before is told from the history of the facts."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from memory.model.atoms import Channel
from tests.sim.assistant_talk import Talk, talk_in

TOLD = {
    "en": (
        ("I live in Ulm", "My favourite colour is green", "Our flat costs 900 euros"),
        ("I moved to Hamburg", "My favourite colour is blue now"),
    ),
    "de": (
        ("Ich wohne in Ulm", "Meine Lieblingsfarbe ist grün", "Unsere Wohnung kostet 900 Euro"),
        ("Ich bin nach Hamburg gezogen", "ja", "Meine Lieblingsfarbe ist jetzt blau"),
    ),
}
"""What is told on Monday, March 2, 2026, and ten days later."""
ASKED = {
    "en": [
        ("what changed since yesterday", "Hamburg, before: I live in Ulm", "900"),
        ("what has changed since monday", "blue now, before: My favourite colour is green", "900"),
        ("what's new since march first", "New: Our flat costs 900 euros", "nothing"),
        ("what changed in the last three days", "Hamburg", "900"),
        ("what changed in the last three weeks", "900 euros", "nothing"),
        ("what has changed about my flat since march first", "900 euros", "Hamburg"),
        ("what changed on march second", "900 euros", "before"),
        ("when did my favourite colour change", "March 12, 2026, at 10:05: My favourite colour is blue now", "Ulm"),
        ("when did my address change", "March 12, 2026, at 10:04: I moved to Hamburg", "blue"),
        ("where did i live before", "I live in Ulm", "Hamburg"),
        ("where did i live before hamburg", "I live in Ulm", "Hamburg"),
        ("where did i live before i moved to hamburg", "I live in Ulm", "moved"),
        ("where did i live last week", "I live in Ulm", "Hamburg"),
        ("where did i live on march fifth", "until Thursday, March 12, 2026", "Hamburg"),
        ("what was my favourite colour before", "green", "blue"),
        ("what was my favourite colour last week", "green", "blue"),
        ("what did you know about my favourite colour on march fifth", "green, until Thursday, March 12", "blue"),
        ("what did you know about the flat on march fifth", "Our flat costs 900 euros", "until"),
        ("what did you know about the flat on january first", "I knew nothing about that on", "900"),
        ("what did you know on march fifth", "I live in Ulm, until", "Hamburg"),
        ("what did you know on january first", "nothing about you yet", "Ulm"),
    ],
    "de": [
        ("was hat sich seit gestern geändert", "Hamburg gezogen, vorher: Ich wohne in Ulm", "900"),
        ("was ist neu seit letzter woche", "blau, vorher: Meine Lieblingsfarbe ist grün", "wusste"),
        ("was hat sich in den letzten drei tagen geändert", "Hamburg", "900"),
        ("was hat sich bei der wohnung seit dem ersten märz geändert", "900 Euro", "Hamburg"),
        ("wann hat sich meine lieblingsfarbe geändert", "12. März 2026, um 10:06", "Ulm"),
        ("wo habe ich vorher gewohnt", "Ich wohne in Ulm", "Hamburg"),
        ("wo habe ich früher gewohnt", "Ich wohne in Ulm", "Hamburg"),
        ("wo habe ich gewohnt bevor ich nach hamburg gezogen bin", "Ich wohne in Ulm", "gezogen"),
        ("wo habe ich letzte woche gewohnt", "Ich wohne in Ulm", "Hamburg"),
        ("wo habe ich am fünften märz gewohnt", "bis Donnerstag, 12. März 2026", "Hamburg"),
        ("was war meine lieblingsfarbe vorher", "grün", "blau"),
        ("was wusstest du am fünften märz über die wohnung", "Unsere Wohnung kostet 900 Euro", "bis"),
        ("was wusstest du über die wohnung am ersten januar", "wusste ich nichts darüber", "900"),
        ("was wusstest du am ersten januar", "noch nichts von dir", "Ulm"),
    ],
}
"""A question, what its answer holds, and what it does not hold."""


@pytest.fixture(scope="module")
def talks(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], Talk]]:
    """A talk of each language in which all was told; asking changes no fact."""
    made: dict[str, Talk] = {}
    with talk_in(tmp_path_factory.mktemp("en")) as english, talk_in(tmp_path_factory.mktemp("de"), "de") as german:

        def told(language: str) -> Talk:
            if language not in made:
                made[language] = talk = {"en": english, "de": german}[language]
                first, later = TOLD[language]
                talk.say_all(*first)
                talk.new_session(days=10)
                talk.say_all(*later)
            return made[language]

        yield told


@pytest.mark.parametrize(
    ("language", "asked", "holds", "lacks"), [(code, *row) for code, rows in ASKED.items() for row in rows]
)
def test_the_history_answers(talks: Callable[[str], Talk], language: str, asked: str, holds: str, lacks: str) -> None:
    talk = talks(language)
    before = talk.texts()
    reply = talk.say(asked)
    assert holds in reply
    assert lacks not in reply
    assert talk.texts() == before


@pytest.mark.parametrize(
    ("language", "asked", "old"),
    [("en", "when did that change", "green"), ("de", "wann hat sich das geändert", "grün")],
)
def test_that_is_what_was_told_last(talks: Callable[[str], Talk], language: str, asked: str, old: str) -> None:
    talk = talks(language)
    talk.say({"en": "what is my favourite colour", "de": "was ist meine lieblingsfarbe"}[language])
    assert old in talk.say(asked)
    assert talk.answer.reason_codes == ("HISTORY",)


def test_what_is_told_of_an_earlier_time_is_so_since_then(talk: Talk) -> None:
    talk.say("I live in Ulm")
    talk.new_session(days=120)
    talk.say("I moved to Hamburg on the first of june")
    assert talk.say("when did my address change").startswith("It has been so since Monday, June 1, 2026.")
    assert "Ulm" in talk.say("where did i live in april")
    assert "Hamburg" in talk.say("where did i live on june tenth")
    assert "That is still so." in talk.answer.reply
    assert "Ulm" not in talk.answer.reply


def test_a_correction_is_no_change_of_the_world(talk: Talk) -> None:
    talk.say("my dog is called Rex")
    talk.new_session(days=2)
    talk.say_all("no, my dog is called Max", "yes")
    assert "before: Rex" in talk.say("what changed since yesterday")


def test_nothing_changed_is_said(talk: Talk) -> None:
    talk.say("I like tea")
    talk.new_session(days=10)
    assert (
        talk.say("what changed since yesterday")
        == "I know of nothing that has changed since Wednesday, March 11, 2026."
    )
    assert "tea" not in talk.say("what changed since yesterday")


QUESTIONS = (
    "what changed since january first",
    "what has changed",
    "when did my address change",
    "where did i live before",
    "where did i live last week",
    "what did you know on march fifth",
    "what did you know about ulm on march fifth",
)
HIDING = (
    ("don't mention where i live", Channel.TEXT),
    ("never mention ulm", Channel.TEXT),
    ("keep hamburg to text", Channel.VOICE),
    ("forget everything about me", Channel.TEXT),
    ("forget that i live in ulm", Channel.TEXT),
)


@pytest.mark.parametrize(("order", "channel"), HIDING)
def test_what_may_not_be_told_or_is_forgotten_is_in_no_answer(talk: Talk, order: str, channel: Channel) -> None:
    talk.say("I live in Ulm")
    talk.new_session(days=10)
    talk.say_all("I moved to Hamburg", order, "yes")
    for asked in QUESTIONS:
        assert "Ulm" not in talk.say(asked, channel=channel), asked


def test_history_is_for_the_one_who_told_it(talk: Talk) -> None:
    talk.say_all("I live in Ulm", "I moved to Hamburg")
    for asked in QUESTIONS:
        assert "Ulm" not in talk.say(asked, user="Ben")
        assert "Ulm" not in talk.say(asked, identified=False)


def test_a_dropped_doubt_never_held(talk: Talk) -> None:
    talk.say_all("my dentist is Dr. Weiss", "my dentist is Dr. Braun", "no")
    assert "Braun" not in talk.say("what changed since yesterday")
    assert "Braun" not in talk.say("who was my dentist before")
