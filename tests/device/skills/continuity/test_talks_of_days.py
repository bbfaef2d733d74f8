"""Promise: whoever comes back on another day and asks in their own words is told where things stand."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.sim.assistant_talk import talk_in

DAY = "/day"
TALKS: dict[str, tuple[str, tuple[str, ...], tuple[tuple[str, str, str], ...]]] = {
    "decisions of a topic": (
        "en",
        ("our wedding is on September 5", "we agreed on the barn as the venue", DAY),
        (("what did we decide about the wedding", "barn", "September"),),
    ),
    "open of a topic": (
        "en",
        ("our wedding is on September 5", "who will do the flowers is still unclear", DAY),
        (
            ("what questions are open about the wedding", "flowers", ""),
            ("which questions about the wedding are still open", "flowers", ""),
        ),
    ),
    "named as open": (
        "en",
        (),
        (
            ("who will do the flowers is still unclear", "Noted: who will do the flowers", "don't know"),
            ("what about the flowers", "unclear", ""),
            ("what we'll eat is still open", "Noted: what you'll eat", "don't know"),
        ),
    ),
    "als offen genannt": (
        "de",
        (),
        (
            ("wer die Blumen macht, ist noch unklar", "Notiert: wer die Blumen macht", "weiß ich noch nicht"),
            ("was wir essen ist noch offen", "Notiert: „was wir essen", "weiß ich noch nicht"),
        ),
    ),
    "since the last talk": (
        "en",
        ("the kitchen needs a new lamp", DAY, "my dog is called Rex"),
        (
            ("what changed since we last talked", "Rex", "lamp"),
            ("has anything changed since our last conversation", "Rex", "lamp"),
        ),
    ),
    "seit dem letzten Gespräch": (
        "de",
        ("die Küche braucht eine neue Lampe", DAY, "mein Hund heißt Rex"),
        (
            ("was hat sich geändert seit wir das letzte Mal gesprochen haben", "Rex", "Lampe"),
            ("was ist neu seit unserem letzten Gespräch", "Rex", "Lampe"),
        ),
    ),
    "the other thread": (
        "en",
        ("the garden needs a fence", DAY, "the kitchen needs a lamp", DAY, "resume the thread about the garden"),
        (("and the kitchen", "lamp", "not sure"), ("and the weather", "", "lamp")),
    ),
    "der andere Faden": (
        "de",
        ("der Garten braucht einen Zaun", DAY, "die Küche braucht eine Lampe", DAY, "nimm das Thema Garten wieder auf"),
        (("und die Küche", "Lampe", "nicht, was du meinst"),),
    ),
    "the last talk": (
        "en",
        ("we went with the Waldorf school", "should we sell the piano or keep it", DAY),
        (
            ("summarize our last conversation", "Waldorf", "don't know"),
            ("which school did we choose", "Waldorf", ""),
            ("when did we decide that", "March 2, 2026", "don't know"),
            ("let's keep the piano", "", "Still open"),
            ("what haven't we decided yet", "", "piano"),
        ),
    ),
    "more of what was offered": (
        "en",
        ("the wedding needs some work", "we decided on marble for the wedding", DAY, DAY, DAY, DAY),
        (("hello", "resume", ""), ("the wedding needs some work", "I know", "left off"), ("hello", "", "left off")),
    ),
    "mehr vom Angebotenen": (
        "de",
        ("die Hochzeit braucht noch Arbeit", "wir haben uns bei der Hochzeit für Marmor entschieden", *(DAY,) * 4),
        (("hallo", "weitermachen", ""), ("die Hochzeit braucht noch Arbeit", "", "stehen geblieben")),
    ),
    "das letzte Gespräch": (
        "de",
        ("wir haben uns für die Waldorfschule entschieden", DAY),
        (
            ("fass unser letztes Gespräch zusammen", "Waldorfschule", "weiß ich noch nicht"),
            ("für welche Schule haben wir uns entschieden", "Waldorfschule", ""),
            ("wann haben wir das entschieden", "2. März 2026", "weiß ich noch nicht"),
            ("merk dir wieder alles wie sonst", "wieder wie üblich", "Ich merke mir"),
            ("du darfst dich wieder erinnern", "wieder von mir aus", "Ach so"),
        ),
    ),
    "the work order that was told": (
        "en",
        ("I need to order twenty chairs", "start a work order to order twenty chairs", DAY, "hello"),
        (("what about the chairs", "confirm", ""), ("cancel that", "cancelled", "nothing to forget")),
    ),
    "what is not so any more": (
        "en",
        ("my flat has no balcony", DAY),
        (
            ("my flat has a balcony now", "a balcony now", "I know"),
            ("does my flat have a balcony", "a balcony", "no balcony"),
        ),
    ),
    "the title of what was corrected": (
        "en",
        (
            "the bathroom needs new tiles",
            "we decided on white tiles for the bathroom",
            "we have to decide on a tap",
            DAY,
        ),
        (("hello", '"bathroom"', '"tap"'),),
    ),
}


@pytest.mark.parametrize("name", TALKS)
def test_what_was_left_is_told_on_another_day(tmp_path: Path, name: str) -> None:
    language, before, asked = TALKS[name]
    with talk_in(tmp_path / "vault", language) as talk:
        for words in before:
            if words == DAY:
                talk.new_session(1)
            else:
                talk.say(words)
        for words, has, lacks in asked:
            reply = talk.say(words)
            assert has in reply, (words, reply)
            assert not lacks or lacks not in reply, (words, reply)
