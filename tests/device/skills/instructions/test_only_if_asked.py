"""What is told with "only if I ask", or announced so, is told to whom asks for it, and is in no summary."""

from __future__ import annotations

from pathlib import Path

import pytest

from memory.model.atoms import Channel
from tests.sim.assistant_talk import talk_in

SALARY = {"en": "my salary is 4000 euros", "de": "mein gehalt ist 4000 euro"}
ASKED = {"en": "what is my salary", "de": "wie hoch ist mein gehalt"}
SUMMARY = {"en": "what do you know about me", "de": "was weißt du über mich"}
HOSE = {"en": "my garden hose is quarzgreen", "de": "mein gartenschlauch ist quarzgrün"}
HOSE_ASKED = {"en": "what is my garden hose", "de": "wie ist mein gartenschlauch"}
OTHER = {"en": "i live in Ulm", "de": "ich wohne in Ulm"}
BESIDE = [
    ("en", "{}, only tell that if i ask"),
    ("en", "{}. Only mention it if I ask."),
    ("en", "{}, but only say that when i ask"),
    ("en", "{}. only if i ask."),
    ("en", "{} don't mention it unless asked"),
    ("en", "{} and that only comes up if i ask"),
    ("en", "{}, keep it quiet until i bring it up"),
    ("en", "only tell me this if i ask: {}"),
    ("en", "don't bring this up unless i ask, but {}"),
    ("en", "remember that {} but never bring it up on your own"),
    ("de", "{}, sag das nur wenn ich frage"),
    ("de", "{}. Sag das nur, wenn ich danach frage."),
    ("de", "{}, aber nur wenn ich frage"),
    ("de", "{}, erzähl das nur auf nachfrage"),
    ("de", "{}, sprich es nicht von selbst an"),
    ("de", "{}, erwähn das nicht, außer ich frage danach"),
    ("de", "{} und das soll nur zur sprache kommen, wenn ich frage"),
    ("de", "erwähn das nur wenn ich danach frage: {}"),
    ("de", "merk dir {} aber sprich es nicht von selbst an"),
]
AHEAD = [
    ("en", "what i tell you next only comes up if i ask"),
    ("en", "only bring up what i'm about to tell you if i ask"),
    ("en", "only mention the next thing when i ask"),
    ("en", "don't mention what i tell you next unless i ask"),
    ("en", "only tell this if i ask"),
    ("de", "was ich dir gleich erzähle, erwähnst du nur, wenn ich frage"),
    ("de", "erwähne was ich dir jetzt erzähle nur wenn ich frage"),
    ("de", "sprich das nächste nur an wenn ich frage"),
    ("de", "sag das nur wenn ich frage"),
]


@pytest.mark.parametrize(("language", "said"), BESIDE)
def test_what_is_told_with_the_order_comes_only_if_asked(tmp_path: Path, language: str, said: str) -> None:
    with talk_in(tmp_path, language) as talk:
        talk.say(said.format(SALARY[language]))
        assert "ONLY_IF_ASKED" in talk.heard.reason_codes
        assert "4000" not in talk.say(SUMMARY[language])
        assert "4000" in talk.say(ASKED[language])


@pytest.mark.parametrize(("language", "said"), AHEAD)
def test_what_is_announced_so_comes_only_if_asked(tmp_path: Path, language: str, said: str) -> None:
    with talk_in(tmp_path, language) as talk:
        talk.say(said)
        assert talk.heard.intent == "only_if_asked_next"
        assert not talk.heard.created
        talk.say_all(SALARY[language], OTHER[language])
        told = talk.say(SUMMARY[language])
        assert "4000" not in told
        assert "Ulm" in told
        assert "4000" in talk.say(ASKED[language])


@pytest.mark.parametrize(
    ("language", "said", "aloud"),
    [
        ("en", "don't mention what i tell you next", False),
        ("en", "keep what i say next to writing", True),
        ("en", "don't tell anyone what i'm about to say", True),
        ("de", "erwähne nicht was ich jetzt sage", False),
        ("de", "sag das nächste nicht laut", True),
    ],
)
def test_what_is_announced_as_private_is_private(tmp_path: Path, language: str, said: str, *, aloud: bool) -> None:
    with talk_in(tmp_path, language) as talk:
        talk.say_all(said, SALARY[language], OTHER[language])
        assert ("4000" in talk.say(ASKED[language])) is aloud
        assert "Ulm" in talk.say(SUMMARY[language])


@pytest.mark.parametrize(
    ("language", "said", "told"),
    [
        ("en", "don't mention this: {}", False),
        ("en", "keep this to yourself: {}", True),
        ("en", "never tell anyone – {}", True),
        ("en", "keep this to yourself {}", True),
        ("en", "this stays between us {}", True),
        ("en", "between you and me {}", True),
        ("de", "behalt das für dich {}", True),
        ("de", "im vertrauen, {}", True),
        ("de", "erwähn das nicht: {}", False),
        ("de", "sag es niemandem: {}", True),
    ],
)
def test_what_is_told_behind_an_order_is_private(tmp_path: Path, language: str, said: str, *, told: bool) -> None:
    with talk_in(tmp_path, language) as talk:
        talk.say(said.format(HOSE[language]))
        assert len(talk.heard.created) == 1
        assert "quarz" not in talk.say(HOSE_ASKED[language], channel=Channel.VOICE)
        assert ("quarz" in talk.say(HOSE_ASKED[language])) is told


def test_a_question_and_a_greeting_do_not_use_it_up(tmp_path: Path) -> None:
    with talk_in(tmp_path) as talk:
        talk.say_all("what i tell you next only comes up if i ask", "hello", "what's the time", SALARY["en"])
        assert "4000" not in talk.say(SUMMARY["en"])


def test_it_ends_with_the_conversation(tmp_path: Path) -> None:
    with talk_in(tmp_path) as talk:
        talk.say("what i tell you next only comes up if i ask")
        talk.session = "another"
        talk.say(SALARY["en"])
        assert "4000" in talk.say(SUMMARY["en"])


@pytest.mark.parametrize(
    "said",
    [
        "my boss told me only to mention the bonus if i ask",
        "ask me only if you need to",
        "tom only answers if i ask him",
        "mia sagt nur etwas wenn ich frage",
    ],
)
def test_what_only_sounds_like_it_orders_nothing(tmp_path: Path, said: str) -> None:
    with talk_in(tmp_path, "de" if "mia" in said else "en") as talk:
        talk.say(said)
        assert "ONLY_IF_ASKED" not in talk.heard.reason_codes
        assert talk.heard.intent != "only_if_asked_next"
