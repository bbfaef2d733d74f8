"""Promise: people who talk at the same time each get what they get alone; two talks of one person are as if in turn."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from threading import Barrier, Thread

import pytest

from device.core.messages import Answer
from device.daemon.shared_assistant import SharedAssistant
from device.daemon.vault_access import open_assistant
from device.session.session import Session, SessionTable
from device.session.voice_turns import VoiceTurns
from memory.model import ids
from memory.model.atoms import Channel, Moment, Turn
from memory.model.timestamps import from_iso
from tests.budgets import TURNS_AT_ONCE, Share

START = from_iso("2026-03-02T10:00:00+01:00")
PEOPLE = ("Ana", "Ben", "Cleo", "Dora", "Emil", "Fay", "Gus", "Hal")
PETS = ("Rex", "Tom", "Minka", "Bello", "Susi", "Lord", "Kira", "Paul")
SECONDS = 300
MOST_EVENTS = 1_000_000
pytestmark = pytest.mark.timeout(SECONDS)


def _sentence(person: int, number: int) -> str:
    pet, other = PETS[person], PETS[(person + number) % len(PETS)]
    sentences = (
        f"my name is {PEOPLE[person]}",
        f"my dog is called {pet}",
        "what is my name",
        f"i like tea number {number}",
        "what is my dog called",
        f"my dog is called {other}",
        "yes",
        "what do you remember about me",
        f"remember that the key lies under stone {number}",
        "forget that",
        "where did we leave off",
    )
    return sentences[number % len(sentences)]


def _turn(person: int, number: int, session: str = "talk") -> Turn:
    user_id, at = ids.user_id(PEOPLE[person]), Moment(START.at_ms + number * 60_000, START.utc_offset_min)
    text = _sentence(person, number)
    return Turn(ids.turn_id(user_id, session, at.at_ms, text), session, user_id, text, at, Channel.TEXT)


def _talk(assistant: SharedAssistant, turns: list[Turn], heard: Callable[[Turn, str], None]) -> None:
    sessions = SessionTable(assistant)
    for turn in turns:
        with assistant.turn():
            _, answer = sessions.session(turn.user_id, turn.session_id).take_turn(turn)
            heard(turn, answer.reply)


def _at_once(state: Path, talks: list[list[Turn]]) -> list[tuple[Turn, str]]:
    """Holds the talks in threads of their own; returns every turn with its reply, in the order of the ledger."""
    told: list[tuple[Turn, str]] = []
    together = Barrier(len(talks))
    with open_assistant(state, START) as assistant:

        def hold(turns: list[Turn]) -> None:
            together.wait(SECONDS)
            _talk(assistant, turns, lambda turn, reply: told.append((turn, reply)))

        threads = [Thread(target=hold, args=(turns,)) for turns in talks]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(SECONDS)
    return told


def _in_turn(state: Path, turns: list[Turn]) -> list[tuple[Turn, str]]:
    told: list[tuple[Turn, str]] = []
    with open_assistant(state, START) as assistant:
        _talk(assistant, turns, lambda turn, reply: told.append((turn, reply)))
    return told


@pytest.mark.parametrize("share", TURNS_AT_ONCE.shares, ids=str)
def test_eight_people_at_once_get_what_each_gets_alone(tmp_path: Path, share: Share) -> None:
    """Each share holds the whole talk at once, and some of the talks alone: those take the longest."""
    each = max(1, TURNS_AT_ONCE.now // len(PEOPLE))
    talks = [[_turn(person, number) for number in range(each)] for person in range(len(PEOPLE))]
    told = _at_once(tmp_path / "together", talks)
    assert len(told) == each * len(PEOPLE)
    order = [turn.user_id for turn, _ in told]
    assert order != sorted(order), "they did talk at the same time"
    for person, turns in share.of(tuple(enumerate(talks))):
        mine = [reply for turn, reply in told if turn.user_id == turns[0].user_id]
        assert mine == [reply for _, reply in _in_turn(tmp_path / str(person), turns)], PEOPLE[person]


def test_two_talks_of_one_person_are_as_if_held_in_the_order_of_the_ledger(tmp_path: Path) -> None:
    each = max(2, TURNS_AT_ONCE.now // 8)
    talks = [[_turn(0, 2 * number + which, f"talk-{which}") for number in range(each)] for which in range(2)]
    told = _at_once(tmp_path / "together", talks)
    assert {turn.session_id for turn, _ in told} == {"talk-0", "talk-1"}
    assert told == _in_turn(tmp_path / "in turn", [turn for turn, _ in told])


def test_a_talk_by_voice_and_one_in_writing_are_as_if_held_in_the_order_of_the_ledger(tmp_path: Path) -> None:
    each = max(2, TURNS_AT_ONCE.now // 8)
    spoken, written = ([_turn(0, 2 * number + which, f"talk-{which}") for number in range(each)] for which in range(2))
    replies, together = dict[str, str](), Barrier(2)
    with open_assistant(tmp_path / "together", START) as shared:

        def speak() -> None:
            voice = Session(VoiceTurns(shared), spoken[0].user_id, "talk-0")
            together.wait(SECONDS)
            for turn in spoken:
                heard = voice.hear(turn)
                answer = voice.answer(heard)
                voice.record_spoken(answer, answer.reply)
                replies[turn.turn_id] = answer.reply

        def write() -> None:
            together.wait(SECONDS)
            _talk(shared, written, lambda turn, reply: replies.update({turn.turn_id: reply}))

        threads = [Thread(target=speak), Thread(target=write)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(SECONDS)
        ledger = shared.shared.vault.ledger_events(limit=MOST_EVENTS)
    order = tuple(dict.fromkeys((event.turn_id, event.event == "REPLIED") for event in ledger))
    every = {turn.turn_id: turn for turn in (*spoken, *written)}
    steps = [(every[turn_id], replied) for turn_id, replied in order if turn_id in every]
    assert len(steps) == 2 * len(every)
    in_order = [turn for turn, replied in steps if not replied]
    assert in_order not in (spoken + written, written + spoken), "they did talk at the same time"
    assert replies == _step_by_step(tmp_path / "in turn", steps)


def _step_by_step(state: Path, steps: list[tuple[Turn, bool]]) -> dict[str, str]:
    """Goes through the ledger's steps: a turn with its answer, and that a voice has spoken it, which may be later and
    counts from then on as a use of what it told. Returns the replies.
    """
    replies = dict[str, str]()
    with open_assistant(state, START) as shared:
        voice, texts = Session(VoiceTurns(shared), steps[0][0].user_id, "talk-0"), SessionTable(shared)
        answers = dict[str, Answer]()
        for turn, replied in steps:
            if turn.session_id != "talk-0":
                if not replied:
                    replies[turn.turn_id] = texts.session(turn.user_id, turn.session_id).take_turn(turn)[1].reply
            elif replied:
                voice.record_spoken(answers[turn.turn_id], answers[turn.turn_id].reply)
            else:
                answers[turn.turn_id] = voice.answer(voice.hear(turn))
                replies[turn.turn_id] = answers[turn.turn_id].reply
    return replies


BETWEEN = (
    (("my name is Ana",), "what is my name", "my name is Bea"),
    ((), "remember that my key lies under the stone", "forget everything about my key"),
)


@pytest.mark.parametrize(("before", "spoken", "written"), BETWEEN)
def test_what_is_written_between_the_words_and_the_answer_of_a_voice_is_after_both(
    tmp_path: Path, before: tuple[str, ...], spoken: str, written: str
) -> None:
    ana = ids.user_id("Ana")

    def moment(number: int) -> Moment:
        return Moment(START.at_ms + number * 60_000, START.utc_offset_min)

    def replies(state: Path, *, between: bool) -> tuple[str, str]:
        with open_assistant(state, START) as shared:
            texts = SessionTable(shared).session(ana, "texts")
            for number, text in enumerate(before):
                texts.say(text, moment(number))
            voice = Session(VoiceTurns(shared), ana, "voice")
            turn = Turn("t-voice", "voice", ana, spoken, moment(10), Channel.VOICE)
            heard = voice.hear(turn)
            told = texts.say(written, moment(11))[1].reply if between else ""
            answer = voice.answer(heard)
            told = told or texts.say(written, moment(11))[1].reply
            voice.record_spoken(answer, answer.reply)
            return answer.reply, told

    assert replies(tmp_path / "between", between=True) == replies(tmp_path / "after", between=False)
