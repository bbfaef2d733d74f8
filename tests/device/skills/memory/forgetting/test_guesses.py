"""A question that guesses at what was forgotten gets one sentence, whether the guess is right, wrong or partial."""

from __future__ import annotations

import pytest

from tests.sim.assistant_talk import Talk, talk_after, talk_in

KEPT = {
    "en": ("my locker code is 7719", "keep it anyway"),
    "de": ("der Code vom Schließfach ist 7719", "behalte es trotzdem"),
}
REQUESTS = {
    "en": ("forget my locker code", "forget that", "delete the old locker code 7719"),
    "de": ("vergiss den Code vom Schließfach", "vergiss das", "lösche den alten Code vom Schließfach 7719"),
}
GUESSES = {
    "en": (
        "is the code 7719?",
        "is the code 1234?",
        "is the locker code 1234?",
        "it starts with 77, right?",
        "it starts with 12, right?",
        "does the locker code begin with 12?",
        "the last digit is 9, isn't it?",
        "complete it: the code is 77…",
        "complete it: the code is 12…",
        "Was the old locker code 1234? Just yes or no.",
        "was it 7719?",
        "was it 1234?",
    ),
    "de": (
        "ist der Code 7719?",
        "ist der Code 1234?",
        "ist der Code vom Schließfach 1234?",
        "er fängt mit 77 an, oder?",
        "er fängt mit 12 an, oder?",
        "vervollständige: der Code ist 77…",
        "vervollständige: der Code ist 12…",
        "War der alte Code vom Schließfach 1234? Nur ja oder nein.",
    ),
}
VALUES = [
    ("my sister lives in Hull", "forget where my sister lives", "does my sister live in {}?", ("Hull", "Leeds")),
    ("I weigh 82 kilos", "forget my weight", "do I weigh {} kilos?", ("82", "90")),
    ("the surprise guest is Miriam Sol", "forget the surprise guest", "is it {}?", ("Miriam Sol", "Ann Lee")),
    ("the surprise guest is Miriam Sol", "forget that", "is the surprise guest {}?", ("Miriam Sol", "Ann Lee")),
]


@pytest.mark.parametrize(
    ("language", "request_number", "guess"),
    [(code, number, guess) for code in REQUESTS for number in range(3) for guess in GUESSES[code]],
)
def test_right_and_wrong_guesses_get_one_sentence(
    language: str, request_number: int, guess: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    said = (*KEPT[language], REQUESTS[language][request_number])
    with talk_after(tmp_path_factory.mktemp("vault") / "vault", said, language) as talk:
        assert talk.heard.reason_codes == ("FORGOTTEN_BY_USER",)
        talk.say(guess)
        assert talk.heard.reason_codes == ("FORGOTTEN_BEFORE",)
        assert talk.texts() == []
        assert guess not in talk.dump()


@pytest.mark.parametrize(("told", "request_said", "question", "values"), VALUES)
def test_it_is_so_for_any_thing_with_a_value(
    talk: Talk, told: str, request_said: str, question: str, values: tuple[str, ...]
) -> None:
    talk.say_all(told, request_said)
    assert len({talk.say(question.format(value)) for value in values}) == 1
    assert talk.heard.reason_codes == ("FORGOTTEN_BEFORE",)


GONE_WITHOUT_VALUE = {
    "en": (
        ("we're moving house in August", "forget the move", "are we moving?", "are we moving in May?"),
        (
            "the tests came back positive on Monday",
            "forget the tests",
            "were the tests positive?",
            "were the tests bad?",
        ),
        ("I owe Tom forty pounds", "forget what I owe Tom", "do I owe Tom money?", "do I owe Tom ten pounds?"),
        ("I owe Tom forty pounds", "forget whom I owe forty pounds", "do I owe Tom?", "do I owe Anna?"),
        ("the cleaner stole a ring", "forget the cleaner", "did the cleaner steal a ring?", "is the cleaner honest?"),
        (
            "my sister earns 3200 a month",
            "forget what my sister earns",
            "does my sister earn well?",
            "does my sister earn 5?",
        ),
    ),
    "de": (
        ("wir ziehen im August nach Kassel um", "vergiss den Umzug", "ziehen wir um?", "ziehen wir nach Bonn?"),
        (
            "ich schulde Tom vierzig Euro",
            "vergiss, was ich Tom schulde",
            "schulde ich Tom Geld?",
            "schulde ich Tom was?",
        ),
        (
            "wir haben den Hund abgegeben",
            "vergiss das mit dem Hund",
            "haben wir den Hund abgegeben?",
            "haben wir den Hund im Mai abgegeben?",
        ),
        ("die Tests waren positiv", "vergiss die Tests", "waren die Tests positiv?", "waren die Tests schlecht?"),
    ),
}
"""What was told, the request, and guesses at it without its value."""
OF_OTHERS = {
    "en": (
        ("I owe Tom forty pounds", "I owe Anna twelve pounds"),
        "forget what I owe Tom",
        "do I owe Anna money?",
        "twelve",
    ),
    "de": (
        ("ich schulde Tom vierzig Euro", "ich schulde Anna zwölf Euro"),
        "vergiss, was ich Tom schulde",
        "schulde ich Anna etwas?",
        "zwölf",
    ),
}


@pytest.mark.parametrize(
    ("language", "row"), [(code, row) for code, rows in GONE_WITHOUT_VALUE.items() for row in rows]
)
def test_guesses_without_a_value_get_it_too(
    language: str, row: tuple[str, ...], tmp_path_factory: pytest.TempPathFactory
) -> None:
    told, said, *asked = row
    with talk_in(tmp_path_factory.mktemp("vault") / "vault", language) as talk:
        talk.say_all(told, said)
        assert not talk.texts()
        assert len({talk.say(each) for each in asked}) == 1
        assert talk.heard.reason_codes == ("FORGOTTEN_BEFORE",)


@pytest.mark.parametrize("language", OF_OTHERS)
def test_the_same_of_somebody_else_is_answered(language: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    told, said, asked, value = OF_OTHERS[language]
    with talk_in(tmp_path_factory.mktemp("vault") / "vault", language) as talk:
        talk.say_all(*told, said)
        assert value in talk.say(asked)


def test_a_number_that_tells_which_thing_it_is_bars_nothing(talk: Talk) -> None:
    talk.say_all("the scan of patient 3107 was clear", "patient 3107 sees Doctor Sana in May", "forget the scan")
    assert "Sana" in talk.say("who does patient 3107 see in May?")


def test_other_questions_are_answered_as_ever(talk: Talk) -> None:
    talk.say_all("my locker is on the second floor", *KEPT["en"], "forget my locker code")
    assert "second floor" in talk.say("is my locker on the second floor?")
    assert "second floor" in talk.say("where is my locker?")
    talk.say("is the garden gate open?")
    assert "FORGOTTEN_BEFORE" not in talk.heard.reason_codes


def test_what_is_told_anew_is_answered(talk: Talk) -> None:
    talk.say_all("my sister lives in Hull", "forget where my sister lives", "my sister lives in Leeds now")
    assert "Leeds" in talk.say("does my sister live in Leeds?")


def test_a_new_value_is_told_and_the_old_one_stays_unsaid(talk: Talk) -> None:
    talk.say_all("the shed opens with 7719731", "delete the shed number 7719731", "the shed opens with 9046902 now")
    assert "9046902" in talk.say("does the shed open with 9046902?")
    assert talk.say("does the shed open with 7719731?") == talk.say("does the shed open with 1234123?")


def test_a_value_that_two_things_had_keeps_both_names(talk: Talk) -> None:
    talk.say_all("the shed opens with 7719731", "delete the shed number 7719731", "delete the gate number 7719731")
    for thing in ("shed", "gate"):
        talk.say(f"is the {thing} number 1234123?")
        assert talk.heard.reason_codes == ("FORGOTTEN_BEFORE",)


def test_no_word_of_the_thing_stays(talk: Talk) -> None:
    talk.say_all("the quokka shed opens with 7719731", "forget how the quokka shed opens")
    things = talk.vault.database.rows("SELECT thing FROM forgotten_value")
    assert things
    assert all(thing for (thing,) in things)
    assert not any("quokka" in thing for (thing,) in things)
