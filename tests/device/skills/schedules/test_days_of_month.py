"""Promise: "on the tenth" is the next such day, wherever it stands; no reminder of it rings today."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.sim.assistant_talk import talk_in

ON_THE_TENTH = "I'll remind you on Tuesday, March 10, at 9 am: pay the rent."
AM_ZEHNTEN = "Ich erinnere dich am Dienstag, den 10. März, um 9 Uhr: die miete."
EN = (
    (("remind me on the tenth to pay the rent", "At what time?"), ("at nine", ON_THE_TENTH)),
    (("remind me to pay the rent on the tenth", "At what time?"), ("nine", ON_THE_TENTH)),
    (("set a reminder for the tenth to pay the rent", "At what time?"), ("at nine", ON_THE_TENTH)),
    (("remind me on the tenth at nine to pay the rent", ON_THE_TENTH),),
    (("remind me to pay the rent at nine on the 10th", ON_THE_TENTH),),
    (("on the tenth at nine remind me to pay the rent", ON_THE_TENTH),),
    (("remind me to pay the rent", "For when?"), ("on the tenth at nine", ON_THE_TENTH)),
    (
        ("remind me to pay the rent", "For when?"),
        ("on the tenth of april at nine", "I'll remind you on Friday, April 10, at 9 am: pay the rent."),
    ),
    (
        ("remind me at nine on friday to pay the rent", "I'll remind you on Friday at 9 am: pay the rent."),
        ("make that the tenth", ON_THE_TENTH),
    ),
    (
        (
            "remind me on the second at ten to water the plants",
            "I'll remind you on Thursday, April 2, at 10 am: water the plants.",
        ),
    ),
    (
        (
            "remind me on the twenty first at eight to bring the bins out",
            "I'll remind you on Saturday, March 21, at 8 am: bring the bins out.",
        ),
    ),
    (
        (
            "remind me on monday the ninth at nine to pay the rent",
            "I'll remind you on Monday, March 9, at 9 am: pay the rent.",
        ),
    ),
    (
        (
            "remind me to pay the rent on the tenth of next month at nine",
            "I'll remind you on Friday, April 10, at 9 am: pay the rent.",
        ),
    ),
    (
        (
            "remind me to pay the rent at nine on the tenth of every month",
            "I'll remind you on day 10 of every month at 9 am: pay the rent.",
        ),
    ),
    (("wake me at six on the tenth", "Your alarm is set: it rings on Tuesday, March 10, at 6 am."),),
    (
        ("remind me at nine on the tenth to pay the rent", ON_THE_TENTH),
        (
            "remind me at nine on the twelfth to call mum",
            "I'll remind you on Thursday, March 12, at 9 am: call mum.",
        ),
        ("cancel the reminder on the tenth", "I cancelled the reminder: pay the rent."),
    ),
)
DE = (
    (("erinner mich am zehnten an die miete", "Um wie viel Uhr?"), ("um neun", AM_ZEHNTEN)),
    (("erinner mich an die miete am zehnten", "Um wie viel Uhr?"), ("um neun", AM_ZEHNTEN)),
    (("erinner mich am zehnten um neun an die miete", AM_ZEHNTEN),),
    (("erinner mich um neun am 10. an die miete", AM_ZEHNTEN),),
    (
        ("erinner mich um neun an die miete", "Ich erinnere dich um 21 Uhr: die miete."),
        ("verschieb das auf den zehnten", "Ich erinnere dich am Dienstag, den 10. März, um 21 Uhr: die miete."),
    ),
    (("weck mich am zehnten um sieben", "Der Wecker klingelt am Dienstag, den 10. März, um 7 Uhr."),),
    (
        (
            "erinner mich am zehnten jedes monats um neun an die miete",
            "Ich erinnere dich am 10. jedes Monats um 9 Uhr: die miete.",
        ),
    ),
    (
        ("erinner mich am fünften mai an die miete", "Um wie viel Uhr?"),
        ("um neun", "Ich erinnere dich am Dienstag, den 5. Mai, um 9 Uhr: die miete."),
    ),
    (
        (
            "erinner mich am 10.4. um neun an die miete",
            "Ich erinnere dich am Freitag, den 10. April, um 9 Uhr: die miete.",
        ),
    ),
)
NO_DAY = (
    ("remind me to call the second plumber at nine", "I'll remind you at 9 pm: call the second plumber."),
    (
        "remind me to water the plants on the second floor at nine",
        "I'll remind you at 9 pm: water the plants on the second floor.",
    ),
    ("remind me to listen to the second half at nine", "I'll remind you at 9 pm: listen to the second half."),
)
SKIPPED = "I leave that one out. After it the next one for take your tablet is on Wednesday at 8 am."
AUSGELASSEN = "Das eine Mal lasse ich aus. Danach wieder am Mittwoch um 8 Uhr: deine tablette."
SKIPS = (
    ("en", "remind me every day at eight to take my tablet", "skip it tomorrow", SKIPPED),
    ("en", "remind me every day at eight to take my tablet", "can you skip that one tomorrow please", SKIPPED),
    ("en", "remind me every day at eight to take my tablet", "leave it out tomorrow", SKIPPED),
    ("de", "erinner mich jeden tag um acht an meine tablette", "lass es morgen aus", AUSGELASSEN),
    ("de", "erinner mich jeden tag um acht an meine tablette", "überspring sie morgen", AUSGELASSEN),
    ("de", "erinner mich jeden tag um acht an meine tablette", "morgen auslassen", AUSGELASSEN),
)


@pytest.mark.parametrize(("language", "said"), [*(("en", each) for each in EN), *(("de", each) for each in DE)])
def test_a_bare_day_of_the_month_is_the_next_such_day(
    tmp_path: Path, language: str, said: tuple[tuple[str, str], ...]
) -> None:
    with talk_in(tmp_path, language) as talk:
        assert [(words, talk.say(words)) for words, _ in said] == list(said)


@pytest.mark.parametrize(("said", "told"), NO_DAY)
def test_what_is_counted_is_no_day(tmp_path: Path, said: str, told: str) -> None:
    with talk_in(tmp_path) as talk:
        assert talk.say(said) == told


@pytest.mark.parametrize(("language", "set_up", "said", "told"), SKIPS)
def test_one_day_is_left_out_of_what_was_just_set(
    tmp_path: Path, language: str, set_up: str, said: str, told: str
) -> None:
    with talk_in(tmp_path, language) as talk:
        talk.say(set_up)
        assert talk.say(said) == told


def test_a_day_of_the_month_whose_hour_is_over_is_one_of_the_next_month(tmp_path: Path) -> None:
    with talk_in(tmp_path) as talk:  # it is Monday, March 2, at ten
        assert talk.say("remind me on the second at eleven to ring dad").startswith("I'll remind you at 11 am")
        assert "April 2" in talk.say("remind me on the second at 8 am to ring mum")
        assert "March 31" in talk.say("remind me on the thirty first at noon to ring tim")
