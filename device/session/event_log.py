"""Composition: reports events to listeners, one JSON object a line (the event contract of the command line).

Event lines contain what was heard and said; the file belongs to the person and has mode 0600.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from device.conversation.effects import EventType, ReportEvent
from memory.model import ids
from memory.model.atoms import Moment
from memory.model.timestamps import to_iso

EventLine = dict[str, int | str | list[str] | dict[str, int]]
EventListener = Callable[[EventLine], None]
NEAR_MISS: EventType = "wake_missed"
"""The type of the event of what was nearly the wake word."""
_WITH_TEXT = ("transcript", "reply")
_WITH_IDS = ("remembered", "forgotten")
_WITH_CODES = ("addressed",)
_WITH_INTENT = ("understood", "reply")


@dataclass(slots=True)
class EventLog:
    """Gives turns their durable ids and moments, and reports to every listener in order."""

    user_id: str
    began: Moment
    run_key: int
    """The length of the ledger at the start: tells runs apart that began on one vault at the same moment."""
    listeners: tuple[EventListener, ...] = ()
    moment_of: Callable[[int], Moment] | None = None
    """Converts audio time to wall time for a live microphone; without it, wall time is `began` plus audio time."""
    session_idle_ms: int = 600_000
    _session: int = 0
    _last_ms: int = 0
    _ended: int = 0
    _stages: dict[int, dict[str, int]] = field(default_factory=dict)

    @property
    def session_id(self) -> str:
        """Returns the current session id: from the first wake word to the first long silence."""
        return ids.session_id(self.user_id, self.began.at_ms, self.run_key, self._session)

    def moment(self, at_audio_ms: int) -> Moment:
        """Returns the wall time of a moment of audio time, for the record."""
        if self.moment_of is not None:
            return self.moment_of(at_audio_ms)
        return Moment(self.began.at_ms + at_audio_ms, self.began.utc_offset_min)

    def turn_id(self, turn: int) -> str:
        """Returns the durable id of the run's turn number `turn`."""
        return ids.turn_id(self.user_id, f"run/{self.run_key}", self.began.at_ms, str(turn))

    def spent(self, turn: int, stage: str, nanoseconds: int) -> None:
        """Adds measured time to a stage of a turn; it is reported with the turn's end."""
        if turn <= self._ended:
            return
        stages = self._stages.setdefault(turn, {})
        stages[stage] = stages.get(stage, 0) + nanoseconds

    def write(self, report: ReportEvent, now_ms: int) -> None:
        """Reports one event."""
        at_ms = now_ms if report.at_ms is None else report.at_ms
        if report.type == "wake" and now_ms - self._last_ms > self.session_idle_ms:
            self._session += 1
        if report.type != NEAR_MISS:  # nobody spoke to her
            self._last_ms = now_ms
        line = self._line(report, at_ms, now_ms)
        for listener in self.listeners:
            listener(line)

    def _line(self, report: ReportEvent, at_ms: int, now_ms: int) -> EventLine:
        now = self.moment(now_ms)
        line: EventLine = {
            "at_audio_ms": at_ms,
            "at": to_iso(Moment(now.at_ms + at_ms - now_ms, now.utc_offset_min)),
            "turn_id": self.turn_id(report.turn) if report.turn else "",
            "type": report.type,
            "reason": report.reason,
        }
        if report.type in _WITH_TEXT:
            line["text"] = report.text
        if report.type in _WITH_INTENT:
            line["intent"] = report.intent
        if report.type in _WITH_CODES:
            line["codes"] = list(report.codes)
        if report.type in _WITH_IDS:
            line["atom_ids"] = list(report.ids)
        if report.scores:
            line["scores"] = dict(report.scores)
        if report.type == "turn_ended":
            self._ended = max(self._ended, report.turn)
            # A copy: the worker may still be adding to it.
            line["ms"] = {name: ns // 1_000_000 for name, ns in dict(self._stages.pop(report.turn, {})).items()}
        return line
