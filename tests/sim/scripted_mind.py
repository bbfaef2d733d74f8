"""A mind that answers from a table, and keeps what it was given."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from device.core.errors import EngineUnavailable
from device.core.ports import MindPrompt

Script = Mapping[str, object] | Callable[[MindPrompt], object]
"""What is replied: by the words of the person, or by the whole prompt. A text is sent as it is, a list as parts."""


@dataclass
class ScriptedReply:
    """A reply in pieces of a few characters."""

    text: str
    fails_after: int = -1
    stopped: bool = False
    sent: int = 0

    def pieces(self) -> Iterator[str]:
        for at in range(0, len(self.text), 7):
            if 0 <= self.fails_after <= at:
                raise EngineUnavailable("The mind is gone.")
            if self.stopped:
                return
            self.sent = at + 7
            yield self.text[at : at + 7]

    @property
    def cut(self) -> bool:
        """Whether it was stopped before its end."""
        return self.stopped and self.sent < len(self.text)

    def stop(self) -> None:
        self.stopped = True


@dataclass
class ScriptedMind:
    """Replies by a table; to what is not in it, with `otherwise`."""

    script: Script = field(default_factory=dict)
    otherwise: object = "{}"
    place: str = ""
    fails_after: int = -1
    asked: list[MindPrompt] = field(default_factory=list)

    def begin(self, prompt: MindPrompt) -> ScriptedReply:
        self.asked.append(prompt)
        said = json.loads(prompt.words.removeprefix("<said>").removesuffix("</said>"))
        found = self.script(prompt) if callable(self.script) else self.script.get(said, self.otherwise)
        text = found if isinstance(found, str) else json.dumps({"parts": found})
        return ScriptedReply(text, self.fails_after)

    @property
    def saw(self) -> str:
        """Everything that it was ever given."""
        return "\n".join(
            "\n".join((one.rules, *(word for pair in one.talk for word in pair), one.words, one.memory))
            for one in self.asked
        )
