"""Promise: the tone changes how a reply is spoken, for the one who feels it, and never what it says (Q18)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from memory.emotion.feeling import Feeling
from memory.emotion.mood import Mood, mood_record, session_code
from memory.model import ids
from memory.model.atoms import Channel
from memory.model.changes import Change, Scope
from memory.model.timestamps import from_iso
from tests.memory.atom_builders import atom
from tests.sim.assistant_talk import Talk, talk_in
from tests.sim.talk_exam import SETS

MOODS = {"gentle": Feeling(-80, -40), "calm": Feeling(-80, 60), "glad": Feeling(90, 60)}
SAMPLED = [
    (path.stem, number * 7 % len(path.read_text(encoding="utf-8").splitlines()))
    for number, path in enumerate(sorted(SETS.glob("*.jsonl")))
]
"""One talk of each set."""


def feel(talk: Talk, felt: Feeling, user: str = "Ana") -> None:
    """Puts somebody into a mood, of this moment and conversation."""
    user_id = ids.user_id(user)
    mood = Mood(session_code(talk.session), felt, felt, talk.now.at_ms)
    scope = Scope(user_id, talk.session, f"t-mood-{talk.now.at_ms}", talk.now.at_ms)
    talk.vault.commit(Change(scope, records=(mood_record(user_id, mood),)))


def played(case: Mapping[str, Any], language: str, folder: Path, felt: Feeling | None) -> Iterator[tuple[object, ...]]:
    """Yields what each turn of a talk decided, told, asked and had in its bundle, and what is stored at its end."""
    with talk_in(folder, language) as talk:
        for turn in case["turns"]:
            talk.now, talk.session = from_iso(turn["now"]), turn["session"]
            if felt is not None:
                feel(talk, felt, turn["user"])
            channel = Channel.VOICE if turn.get("aloud") else Channel.TEXT
            talk.again(talk.turn(turn["text"], turn["user"], channel, identified=not turn.get("guest", False)))
            answer = talk.answer
            yield (
                talk.heard,
                (answer.intent, answer.reason_codes, answer.question, answer.used, answer.bundle, answer.expects_reply),
            )
        lines = talk.vault.database.rows("SELECT line_id, text FROM archive ORDER BY line_no")
        yield (tuple(talk.atoms(turn["user"])), tuple(lines))


@pytest.mark.parametrize(("name", "at"), SAMPLED)
def test_facts_decisions_and_questions_are_equal_in_every_mood(name: str, at: int, tmp_path: Path) -> None:
    case = json.loads((SETS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()[at])
    mood = tuple(MOODS)[at % len(MOODS)]
    plain = list(played(case, name[:2], tmp_path / "plain", None))
    assert list(played(case, name[:2], tmp_path / mood, MOODS[mood])) == plain


@pytest.mark.parametrize(
    ("language", "told", "greeting", "toned"),
    [
        ("en", "I'm very sad and lonely today", "hello", "Hello, it's good to hear you."),
        ("en", "I am so thrilled and excited!", "hello", "Hi there!"),
        ("de", "Ich bin so traurig heute", "hallo", "Hallo, schön dich zu hören."),
        ("de", "Ich bin so begeistert!", "hallo", "Hallo du!"),
    ],
)
def test_a_greeting_has_the_tone_for_one_person_until_it_fades(
    language: str, told: str, greeting: str, toned: str, tmp_path: Path
) -> None:
    with talk_in(tmp_path, language) as talk:
        plain = talk.say(greeting)
        talk.say(told)
        assert talk.say(greeting) == toned
        assert talk.say(greeting, user="Ben") == plain
        assert talk.say(greeting, identified=False) == plain
        assert talk.say(greeting, who="Ben") == plain
        talk.restart() if language == "en" else None
        assert talk.say(greeting) == toned
        talk.new_session(days=30)
        assert talk.say(greeting) == plain


def test_the_length_of_an_attribution_follows_and_the_fact_stays(talk: Talk) -> None:
    told = "we've run out of milk"
    talk.say(told)
    plain = talk.say("do we have milk")
    feel(talk, MOODS["calm"])
    assert talk.say("do we have milk") == plain.replace("You told me:", "You said:") != plain
    assert told in plain


def test_a_shorter_attribution_makes_no_room_for_another_fact(talk: Talk) -> None:
    """The seven facts fit only where "You said" takes the place of "You told me"."""
    long = [f"I've run {letter * 127}" for letter in "abcdef"] + ["I've run " + "g" * 159]
    user_id, at_ms = ids.user_id("Ana"), talk.now.at_ms
    atoms = tuple(
        atom(
            f"a-{number}",
            user_id=user_id,
            key=f"preference:{text[9:12]}",
            value=text[9:],
            text=text,
            learned_at_ms=at_ms,
        )
        for number, text in enumerate(long)
    )
    for one in atoms:
        talk.vault.commit(Change(Scope(user_id, "s0", f"t-{one.atom_id}", at_ms), new_atoms=(one,)))
    plain = talk.say("what do I like")
    feel(talk, MOODS["calm"])
    assert talk.say("what do I like").count("I've run") == plain.count("I've run") == len(talk.answer.used) == 6


def test_voice_goes_slower_and_lower_unless_told_otherwise(talk: Talk) -> None:
    talk.say("I'm very sad and lonely today")
    session = talk.sessions.session(ids.user_id("Ana"), talk.session)
    talk.say("hello")
    assert (session.conversation.pace_percent, session.conversation.pitch_percent) == (92, 94)
    session.conversation = type(session.conversation)(session.conversation.user_id, paces=True)
    talk.say("speak faster")
    talk.say("hello")
    assert session.conversation.pace_percent == 130


@pytest.mark.parametrize(
    ("language", "told", "order", "reply"),
    [
        ("en", "I'm very sad about the move", "forget how I felt", "I forgot how you felt. What you told me stays."),
        ("en", "I'm very sad about the move", "please forget my feelings", "I forgot how you felt."),
        ("en", "I'm very sad about the move", "forget what mood I was in", "I forgot how you felt."),
        ("de", "Ich bin traurig wegen des Umzugs", "vergiss wie ich mich gefühlt habe", "Wie du dich gefühlt hast,"),
        ("de", "Ich bin traurig wegen des Umzugs", "vergiss bitte meine Stimmung", "Wie du dich gefühlt hast,"),
    ],
)
def test_how_one_felt_is_forgotten_alone(language: str, told: str, order: str, reply: str, tmp_path: Path) -> None:
    with talk_in(tmp_path, language) as talk:
        talk.say(told)
        talk.say(told, user="Ben")
        kept, lines = talk.texts(), talk.vault.database.rows("SELECT text FROM archive WHERE speaker = 'user'")
        assert talk.say(order).startswith(reply)
        assert talk.texts() == kept
        left = talk.vault.database.rows("SELECT text FROM archive WHERE speaker = 'user'")
        assert left[: len(lines)] == lines
        assert talk.vault.database.rows("SELECT user_id FROM mood") == [(ids.user_id("Ben"),)]
        assert not talk.say(order).startswith(reply)


def test_forgetting_everything_forgets_the_mood(talk: Talk) -> None:
    talk.say_all("I'm very sad about the move", "forget everything about me", "yes")
    assert talk.vault.database.rows("SELECT * FROM mood") == []


@pytest.mark.parametrize(
    ("said", "channel"),
    [
        ("my sister is very sad", {}),
        ("my sister is very sad and lonely today", {}),
        ("when was I sad?", {}),
        ("play sad songs", {}),
        ("I'm very sad", {"who": "Ben"}),
        ("I'm very sad", {"identified": False}),
    ],
)
def test_what_is_no_feeling_of_the_person_makes_no_mood(talk: Talk, said: str, channel: dict[str, Any]) -> None:
    talk.say(said, **channel)
    assert talk.vault.database.rows("SELECT * FROM mood") == []


def test_off_the_record_nothing_is_felt(talk: Talk) -> None:
    talk.say_all("don't remember anything of this conversation", "I'm very sad and lonely")
    assert talk.vault.database.rows("SELECT * FROM mood") == []


@pytest.mark.parametrize(
    ("language", "told", "asked"),
    [
        ("en", "I'm so worried about the move", "when was I worried about the move?"),
        ("en", "I felt really proud of the garden", "when did I feel proud"),
        ("de", "Ich habe Angst vor dem Umzug", "wann hatte ich Angst vor dem Umzug"),
        ("en", "I'm so worried about the move", "when did I worry about the move"),
        ("en", "I was so delighted with the garden", "when was I happy about the garden"),
        ("en", "I'm so worried about the move", "on what day was I anxious about the move"),
        ("en", "I'm so worried about the move", "was I ever worried about the move"),
        ("de", "ich mache mir Sorgen wegen dem Umzug", "wann war ich wegen des Umzugs besorgt"),
        ("de", "ich mache mir Sorgen wegen dem Umzug", "wann hab ich mir Sorgen um den Umzug gemacht"),
        ("de", "ich hab mich so über den Garten gefreut", "wann habe ich mich über den Garten gefreut"),
        ("de", "ich bin total nervös wegen der Prüfung", "war ich je wegen der Prüfung nervös"),
    ],
)
def test_when_something_was_felt_is_told_from_the_words_and_their_day(
    language: str, told: str, asked: str, tmp_path: Path
) -> None:
    with talk_in(tmp_path, language) as talk:
        talk.say(told)
        talk.say("forget how I felt" if language == "en" else "vergiss wie ich mich gefühlt habe")
        talk.new_session(days=3)
        reply = talk.say(asked)
        assert told in reply
        assert "2026" in reply


@pytest.mark.parametrize(
    ("language", "others", "told", "asked"),
    [
        ("en", "my sister is worried about the move", "I'm worried about the move",
         "when was I worried about the move"),
        ("de", "meine Schwester hat Angst vor dem Umzug", "ich habe Sorgen wegen dem Umzug",
         "wann hatte ich Angst vor dem Umzug"),
    ],
)  # fmt: skip
def test_what_somebody_else_felt_is_not_told(language: str, others: str, told: str, asked: str, tmp_path: Path) -> None:
    with talk_in(tmp_path, language) as talk:
        talk.say(others)
        talk.new_session(days=1)
        assert others not in talk.say(asked)
        talk.say(told)
        talk.new_session(days=1)
        assert told in talk.say(asked)
