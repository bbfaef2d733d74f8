"""Composition: the reply of a mind to a turn by voice, sentence by sentence, as events of the turn machine.

A worker begins it; the loop asks at each frame what is new, and never waits. Once nobody waits for the reply any more,
as when the person interrupts, it is stopped in that frame, so that the model takes no time from hearing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from device.assistant.conversation import as_minded
from device.audio.sentence_splitter import split_sentences
from device.conversation import events as ev
from device.core.messages import Answer
from device.core.policy import DevicePolicy
from device.mind.policy import MIND_FIRST_S, MIND_WHOLE_S
from device.session.minds.mind_desk import AskedMind, MindDesk


@dataclass(slots=True)
class SpokenReply:
    """One reply that is being made, and how much of it is an event already."""

    turn: int
    answer: Answer
    asked: AskedMind
    since_ms: int | None = None
    """The audio time at which the loop first asked for it."""
    told: int = 0


@dataclass(slots=True)
class SpokenMind:
    """The mind of one conversation by voice; without a desk there is none."""

    desk: MindDesk | None = None
    _reply: SpokenReply | None = None

    def begin(self, turn: int, answer: Answer) -> bool:
        """Asks for a reply in place of an answer; says whether one is being made. In the worker."""
        asked = self.desk.begin(answer.request) if self.desk is not None and answer.request is not None else None
        if asked is None:
            return False
        self._reply = SpokenReply(turn, answer, asked)
        return True

    def news(self, now_ms: int, is_awaited: Callable[[int], bool], policy: DevicePolicy) -> tuple[ev.Event, ...]:
        """Returns what is new of the reply. Never waits."""
        reply = self._reply
        if reply is None:
            return ()
        reply.since_ms = now_ms if reply.since_ms is None else reply.since_ms
        spent_s = (now_ms - reply.since_ms) / 1_000
        late = spent_s > (MIND_WHOLE_S if reply.told else MIND_FIRST_S)
        new = () if late or not is_awaited(reply.turn) else reply.asked.take()
        if late or not is_awaited(reply.turn):
            reply.asked.stop()
        return self._events(reply, new, policy)

    def _events(self, reply: SpokenReply, new: tuple[str, ...], policy: DevicePolicy) -> tuple[ev.Event, ...]:
        more = not reply.asked.over
        if not more:
            self._reply = None
        if not new and (more or reply.told):
            return () if more else (ev.ReplyGrew(reply.turn, self._answer(reply), (), more=False),)
        if not new:
            return (ev.Answered(reply.turn, reply.answer, split_sentences(reply.answer.reply, policy)),)
        first, reply.told = not reply.told, reply.told + len(new)
        if first:
            return (ev.Answered(reply.turn, self._answer(reply), new, more=more),)
        return (ev.ReplyGrew(reply.turn, self._answer(reply), new, more=more),)

    def _answer(self, reply: SpokenReply) -> Answer:
        return as_minded(reply.answer, reply.asked.said)
