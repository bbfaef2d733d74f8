"""Pure: what was seen on a journey."""

from __future__ import annotations

from dataclasses import dataclass, field

from acceptance.observations.memory_observation import MemoryObservation, ObservedAtom, ObservedTurn


@dataclass(frozen=True, slots=True)
class DeviceKnowledge:
    """What a device knows that a restore must bring: compared as a whole, whatever made it."""

    memories: dict[str, tuple[ObservedAtom, ...]]
    flags: dict[str, tuple[str, ...]]
    pairs: frozenset[tuple[str, str, str, str]]
    settings: dict[str, str]
    rules: frozenset[tuple[str, str, str]]
    lines: frozenset[tuple[str, str]]
    digest: str
    """What `selene memory digest` shows: the lost device's, as it was, is the restored one's."""


@dataclass(frozen=True, slots=True)
class RestoreEffects:
    """What a restore left behind besides what it brought."""

    events: frozenset[str]
    own_sorts: frozenset[str]
    """Of the ops that the new device made itself."""
    measured: int
    questions: int


@dataclass(frozen=True, slots=True)
class StepObservation:
    """How one step went. `code` is that of a refusal."""

    number: int
    do: str
    code: str = ""
    messages: str = ""
    changed: bool = False
    """Whether a refused command changed anything."""
    heard: tuple[ObservedTurn, ...] = ()
    report: dict[str, object] = field(default_factory=dict)
    tries: int = 1
    old: DeviceKnowledge | None = None
    new: DeviceKnowledge | None = None
    left: RestoreEffects | None = None


@dataclass(frozen=True, slots=True)
class DeviceEndState:
    """One device in the end."""

    digest: str
    problems: tuple[str, ...]
    ops: dict[str, int]
    """Of each device, by id."""
    played: MemoryObservation


@dataclass(frozen=True, slots=True)
class JourneyObservation:
    """All that a journey showed."""

    steps: tuple[StepObservation, ...]
    ended: dict[str, DeviceEndState] = field(default_factory=dict)
    mirrored: dict[str, int] = field(default_factory=dict)
    """Ops in the mirror, by device id."""
    exposed: tuple[str, ...] = ()
    trouble: tuple[str, ...] = ()
