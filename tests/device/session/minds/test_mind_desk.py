"""Promise: a mind is waited for no longer than allowed, one at a time, and whatever goes wrong the answer stands."""

from __future__ import annotations

import json
from collections.abc import Iterator
from threading import Event

import pytest

from device.core.errors import EngineUnavailable
from device.core.messages import Answer, MindRequest
from device.core.ports import MindPrompt
from device.mind.policy import MIND_FIRST_S
from device.session.executor import JobThread
from device.session.minds.mind_desk import AskedMind, MindDesk
from memory.model.atoms import Moment, Turn
from tests.sim.scripted_mind import ScriptedMind, ScriptedReply

TURN = Turn("t-1", "s-1", "u-1", "hi", Moment(0))
REQUEST = MindRequest(MindPrompt("Rules.", words='<said>"hi"</said>'), "en", TURN)
ANSWER = Answer(TURN, "I don't know that.", "question", request=REQUEST)


class HangingMind:
    """Says one sentence, if any, and then nothing until it is stopped."""

    place = ""

    def __init__(self, first: str = "") -> None:
        self.first, self.stopped = first, Event()

    def begin(self, prompt: MindPrompt) -> HangingMind:
        return self

    def pieces(self) -> Iterator[str]:
        yield f'{{"parts": [{json.dumps({"say": self.first})},' if self.first else ""
        self.stopped.wait(20)

    def stop(self) -> None:
        self.stopped.set()


class JumpingClock:
    """Moves by a second each time that it is read."""

    def __init__(self) -> None:
        self.seconds = 0

    def __call__(self) -> int:
        self.seconds += 1
        return self.seconds * 1_000_000_000


@pytest.mark.parametrize("threaded", [True, False])
def test_the_reply_of_the_mind_is_the_answer(threaded: bool) -> None:
    thread = JobThread("mind") if threaded else None
    answer = MindDesk(ScriptedMind(otherwise=[{"say": "One."}, {"ask": "Two?"}]), thread).ask(ANSWER)
    assert (answer.reply, answer.expects_reply, answer.reason_codes) == ("One. Two?", True, ("MIND",))
    if thread is not None:
        thread.shutdown()


@pytest.mark.parametrize("threaded", [True, False])
def test_what_was_said_before_it_failed_counts(threaded: bool) -> None:
    thread = JobThread("mind") if threaded else None
    replies = [{"say": "One."}, {"say": "Two."}]
    assert MindDesk(ScriptedMind(otherwise=replies, fails_after=30), thread).ask(ANSWER).reply == "One."
    assert MindDesk(ScriptedMind(otherwise=replies, fails_after=0), thread).ask(ANSWER) == ANSWER
    if thread is not None:
        thread.shutdown()


def test_a_mind_that_is_late_is_stopped_and_the_answer_stands() -> None:
    mind, thread, clock = HangingMind(), JobThread("mind"), JumpingClock()
    desk = MindDesk(mind, thread, clock)
    desk.mind = mind
    assert _impatient(desk).ask(ANSWER) == ANSWER
    assert mind.stopped.is_set()
    thread.shutdown()


def test_what_was_said_in_time_is_said() -> None:
    mind, thread = HangingMind("One."), JobThread("mind")
    assert _impatient(MindDesk(mind, thread, JumpingClock())).ask(ANSWER).reply == "One."
    thread.shutdown()


def test_after_the_stop_no_piece_is_read_and_no_part_is_guarded(monkeypatch: pytest.MonkeyPatch) -> None:
    read, guarded = 0, []

    class Deaf(HangingMind):
        def pieces(self) -> Iterator[str]:
            nonlocal read
            yield '{"parts": ['
            for _ in range(9):
                read += 1
                yield '{"say": "You are ill."}, {"say": "You are old."}, '

    def refuse(sentence: str, request: MindRequest) -> bool:
        guarded.append(sentence)
        asked.stop()
        return False

    monkeypatch.setattr("device.mind.reply_guard.may_be_said", refuse)
    asked = AskedMind(Deaf(), REQUEST)
    asked.run()
    assert (read, guarded) == (1, ["You are ill."])


def _impatient(desk: MindDesk) -> MindDesk:
    """Lets a minute pass each time that the clock is read after the first sentence could have come."""
    clock = desk._nanoseconds
    assert isinstance(clock, JumpingClock)
    clock.seconds = 0

    def later() -> int:
        now = clock()
        clock.seconds += 60 if clock.seconds > 1 else round(MIND_FIRST_S) - 2
        return now

    desk._nanoseconds = later
    return desk


def test_while_one_reply_is_made_no_other_is_asked_for() -> None:
    mind, thread = HangingMind(), JobThread("mind")
    desk = MindDesk(mind, thread)
    first = desk.begin(REQUEST)
    assert first is not None
    assert desk.begin(REQUEST) is None
    first.stop()
    thread.shutdown()


def test_a_mind_that_cannot_begin_costs_nothing() -> None:
    class Gone(ScriptedMind):
        def begin(self, prompt: MindPrompt) -> ScriptedReply:
            raise EngineUnavailable("gone")

    assert MindDesk(Gone(), None).ask(ANSWER) == ANSWER


def test_an_answer_without_a_request_is_never_asked_about() -> None:
    mind = ScriptedMind()
    plain = Answer(ANSWER.turn, "Noted.", "statement")
    assert MindDesk(mind, None).ask(plain) is plain
    assert not mind.asked


def test_what_nobody_waits_for_is_heard_whole_and_given_up_for_a_reply() -> None:
    heard: list[str] = []
    mind, thread = HangingMind(), JobThread("mind")
    desk = MindDesk(mind, thread)
    assert desk.overhear(REQUEST.prompt, heard.append)
    assert not desk.overhear(REQUEST.prompt, heard.append), "one at a time"
    desk.mind = ScriptedMind(otherwise=[{"say": "One."}])
    assert desk.ask(ANSWER).reply == "One."
    assert mind.stopped.is_set()
    desk.mind = ScriptedMind(otherwise='{"acts": []}')
    assert desk.overhear(REQUEST.prompt, heard.append)
    thread.shutdown()
    assert heard[-1] == '{"acts": []}'


def test_what_fails_has_no_end_or_is_elsewhere_is_not_heard() -> None:
    heard: list[str] = []
    for mind in (
        ScriptedMind(otherwise='{"acts": []}', fails_after=3),
        ScriptedMind(otherwise="x" * 9_000),
        ScriptedMind(otherwise='{"acts": []}', place="example.org"),
    ):
        MindDesk(mind, None).overhear(REQUEST.prompt, heard.append)
    assert heard == []
