"""Composition: the demo's scene of coming back: after a day, an hour and a month, by text and in no real time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from device.assistant.assistant import Assistant
from device.cli.talk.demo_clients import SceneStep
from device.session.session import Session
from engine_b.vault.vault import Vault
from memory.core.policy import DAY_MS
from memory.model import ids
from memory.model.atoms import Moment

TOLD = (
    "the garden needs a new fence",
    "we decided on cedar for the fence",
    "I will call the carpenter next",
)
DECIDED, NEXT = "cedar", "carpenter"


@dataclass(slots=True)
class ResumeScene:
    """The scene on a vault of its own. `steps` are those that were played."""

    state: Path
    user: str
    steps: list[SceneStep] = field(default_factory=list)
    at_ms: int = 20_514 * DAY_MS
    """The moment of the last turn; at first the beginning of a Monday."""

    def play(self) -> list[SceneStep]:
        """Plays the scene; returns its steps."""
        with Vault.open(self.state, now_ms=self.at_ms) as vault:
            assistant = Assistant(vault)
            self._come_back(assistant, "day one", 0, TOLD, lambda got: NEXT in got)
            self._come_back(
                assistant, "a day on", DAY_MS, ("where were we",), lambda got: DECIDED in got and NEXT in got
            )
            self._come_back(
                assistant, "an hour on", DAY_MS // 24, ("hello",), lambda got: DECIDED in got and NEXT in got
            )
            self._come_back(assistant, "a month on", 31 * DAY_MS, ("hello",), lambda got: DECIDED not in got)
            self._come_back(
                assistant,
                "asked for",
                DAY_MS // 24,
                ("resume the thread about the garden",),
                lambda got: DECIDED in got,
            )
        return self.steps

    def _come_back(
        self, assistant: Assistant, who: str, after_ms: int, said: tuple[str, ...], is_right: Callable[[str], bool]
    ) -> None:
        """Talks in a new session, so much later; the last reply is judged."""
        self.at_ms += after_ms
        session = Session(assistant, ids.user_id(self.user), f"demo-{len(self.steps)}")
        for text in said:
            self.at_ms += 60_000
            _, answer = session.say(text, Moment(self.at_ms))
            got = " ".join(answer.reply.split())
        self.steps.append(SceneStep(who, said[-1], got, is_right(got.casefold())))
