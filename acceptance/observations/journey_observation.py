"""Pure: the observation of a journey."""

from __future__ import annotations

from dataclasses import dataclass, field

from acceptance.observations.memory_observation import MemoryObservation, ObservedAtom, ObservedTurn


@dataclass(frozen=True, slots=True)
class DeviceKnowledge:
    """The memory of a device that a restore must bring: compared as a whole."""

    memories: dict[str, tuple[ObservedAtom, ...]]
    flags: dict[str, tuple[str, ...]]
    pairs: frozenset[tuple[str, str, str, str]]
    settings: dict[str, str]
    rules: frozenset[tuple[str, str, str]]
    lines: frozenset[tuple[str, str]]
    digest: str
    """The output of `selene memory digest`: the restored device's must equal the lost one's."""


@dataclass(frozen=True, slots=True)
class RestoreEffects:
    """What a restore left in addition to its records."""

    events: frozenset[str]
    own_sorts: frozenset[str]
    """The number of ops that the new device made itself."""
    measured: int
    questions: int


@dataclass(frozen=True, slots=True)
class StepObservation:
    """The result of one step. `code` is that of an error."""

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
    """One device at the end."""

    digest: str
    problems: tuple[str, ...]
    ops: dict[str, int]
    """The op counts of each device, by id."""
    played: MemoryObservation


@dataclass(frozen=True, slots=True)
class JourneyObservation:
    """Everything observed of a journey."""

    steps: tuple[StepObservation, ...]
    ended: dict[str, DeviceEndState] = field(default_factory=dict)
    mirrored: dict[str, int] = field(default_factory=dict)
    """Ops in the mirror, by device id."""
    exposed: tuple[str, ...] = ()
    trouble: tuple[str, ...] = ()
