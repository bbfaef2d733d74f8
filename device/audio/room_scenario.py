"""Pure: a scenario of a simulated room: who speaks where and when, what else sounds, and what is expected to happen.

`docs/rooms.md` describes the format. Times are milliseconds of audio time; levels are dB of full scale.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal

import msgspec
import yaml
from msgspec import Meta

from device.audio.policy import MAX_DRIFT_PPM, MAX_LEVEL_DB, MAX_SCENARIO_DELAY_MS, MAX_SCENARIO_MS
from device.conversation.effects import EventType
from device.core.errors import BadScenario

Ms = Annotated[int, Meta(ge=0)]
Db = Annotated[float, Meta(le=MAX_LEVEL_DB)]


class PlacedSound(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A sound of a person, or of a television: at a time, or so long after she began to speak."""

    wav: str
    at_ms: Ms | None = None
    after_speaking_ms: Ms | None = None
    nth: Annotated[int, Meta(ge=1)] = 1
    """Which of her replies `after_speaking_ms` counts from."""


class Person(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A source of sound at one place."""

    says: list[PlacedSound]
    place: str = ""
    level_db: Db = -26.0


class EchoPath(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """How the microphone hears the loudspeaker. Without one it does not hear it."""

    coupling_db: Db = 0.0
    delay_ms: Annotated[int, Meta(ge=0, le=MAX_SCENARIO_DELAY_MS)] = 40
    drift_ppm: Annotated[float, Meta(ge=-MAX_DRIFT_PPM, le=MAX_DRIFT_PPM)] = 0.0
    distortion: Annotated[float, Meta(ge=0.0, le=1.0)] = 0.0
    """0 is none; 1 flattens the loudest samples by a quarter."""


class Noise(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A steady noise."""

    kind: Literal["white", "pink"] = "pink"
    level_db: Db = -70.0


class LostSound(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """Sound that the microphone loses: it delivers zeros."""

    at_ms: Ms
    ms: Annotated[int, Meta(ge=1)]


class Expectation(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """What is expected of the events of one type, or of those that have this reason and text."""

    event: EventType
    reason: Annotated[str, Meta(pattern="^[A-Z0-9_]*$")] = ""
    text: str = ""
    from_ms: Ms = 0
    to_ms: Ms | None = None
    count: Ms | None = None
    """How often; at least once without it."""

    def matching(self, lines: Sequence[Mapping[str, object]]) -> int:
        """Counts the events that it speaks of."""
        return sum(self._matches(line) for line in lines)

    def _matches(self, line: Mapping[str, object]) -> bool:
        at_ms = int(str(line["at_audio_ms"]))
        return (
            line["type"] == self.event
            and (not self.reason or line["reason"] == self.reason)
            and (not self.text or self.text in str(line.get("text", "")))
            and self.from_ms <= at_ms
            and (self.to_ms is None or at_ms <= self.to_ms)
        )


class Scenario(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A whole scenario."""

    length_ms: int
    seed: Annotated[int, Meta(ge=0)] = 1
    room: str = ""
    """The beginning of the names of its impulse responses, relative to the scenario; none is a dry one."""
    people: list[Person] = []
    loudspeaker: EchoPath | None = None
    noise: Noise = Noise()
    gaps: list[LostSound] = []
    constant_offset: Annotated[float, Meta(ge=-1.0, le=1.0)] = 0.0
    """A share of full scale that a bad microphone adds."""
    expect: list[Expectation] = []
    never: list[Expectation] = []

    def missed(self, lines: Sequence[Mapping[str, object]]) -> tuple[str, ...]:
        """Returns a sentence for each expectation that the events of a run do not meet."""
        out = []
        for wanted in self.expect:
            found = wanted.matching(lines)
            if found != wanted.count if wanted.count is not None else not found:
                often = "at least once" if wanted.count is None else f"{wanted.count} times"
                out.append(f"expected {_named(wanted)} {often}, found {found}")
        for unwanted in self.never:
            if found := unwanted.matching(lines):
                out.append(f"expected no {_named(unwanted)}, found {found}")
        return tuple(out)


def parse_scenario(text: str, name: str) -> Scenario:
    """Parses a scenario. Raises `BadScenario` with the place of the first mistake."""
    try:
        scenario = msgspec.convert(yaml.safe_load(text), Scenario)
    except (yaml.YAMLError, msgspec.ValidationError) as error:
        first = " ".join(str(error).split())
        raise BadScenario(f"{name} is no scenario: {first}. docs/rooms.md describes the format.") from error
    if not 0 < scenario.length_ms <= MAX_SCENARIO_MS:
        raise BadScenario(f"{name}: length_ms is a number from 1 to {MAX_SCENARIO_MS}.")
    for said in (said for person in scenario.people for said in person.says):
        if (said.at_ms is None) == (said.after_speaking_ms is None):
            raise BadScenario(f"{name}: {said.wav} needs either at_ms or after_speaking_ms.")
        if (said.at_ms or 0) >= scenario.length_ms:
            raise BadScenario(f"{name}: {said.wav} begins after the end of the scenario at {scenario.length_ms} ms.")
    for wanted in (*scenario.expect, *scenario.never):
        if wanted.to_ms is not None and wanted.to_ms < wanted.from_ms:
            raise BadScenario(f"{name}: {_named(wanted)} ends before it begins: to_ms is the later one.")
    _check_drift(scenario, name)
    return scenario


def _check_drift(scenario: Scenario, name: str) -> None:
    """Refuses a clock that drifts so far that the echo would come before its sound, or later than it is kept."""
    if (echo := scenario.loudspeaker) is not None:
        last_ms = echo.delay_ms + scenario.length_ms * echo.drift_ppm / 1e6
        if not 0 <= last_ms <= MAX_SCENARIO_DELAY_MS:
            raise BadScenario(
                f"{name}: with drift_ppm {echo.drift_ppm:g} the echo comes after {last_ms:.0f} ms at the end; it must"
                f" be 0 to {MAX_SCENARIO_DELAY_MS} ms. Change delay_ms or length_ms."
            )


def _named(wanted: Expectation) -> str:
    parts = [wanted.event, wanted.reason, f'with "{wanted.text}"' if wanted.text else ""]
    until = f" to {wanted.to_ms} ms" if wanted.to_ms is not None else ""
    since = f"from {wanted.from_ms} ms" if wanted.from_ms or until else ""
    return " ".join(part for part in (*parts, since + until) if part)
