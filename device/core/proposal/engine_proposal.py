"""Pure: proposes engines for a device: the largest model that fits it and can be had, else the embedded one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from device.core.proposal.policy import (
    LARGE_CORES,
    LARGE_MEMORY_MB,
    MIDDLE_CORES,
    MIDDLE_MEMORY_MB,
    MODEL_MEMORY_PERCENT,
)

PROPOSED = ("recogniser", "voice", "wake", "voiceprint", "mind")
"""The settings whose engines may have a fetched model."""


class DeviceClass(StrEnum):
    """How strong a device is, as catalogues of models call it; the weakest first."""

    SMALL = "pi-4"
    MIDDLE = "pi-5"
    LARGE = "laptop"


_ORDER = tuple(DeviceClass)


@dataclass(frozen=True, slots=True)
class Machine:
    """What a device has."""

    cores: int
    memory_mb: int

    @property
    def device_class(self) -> DeviceClass:
        """Says how strong it is."""
        if self.cores >= LARGE_CORES and self.memory_mb >= LARGE_MEMORY_MB:
            return DeviceClass.LARGE
        middle = self.cores >= MIDDLE_CORES and self.memory_mb >= MIDDLE_MEMORY_MB
        return DeviceClass.MIDDLE if middle else DeviceClass.SMALL


@dataclass(frozen=True, slots=True)
class ModelOffer:
    """A model that can be had for a setting."""

    setting: str
    uri: str
    name: str = ""
    """Its name in the catalogue; empty where it only lies on this device."""
    size: int = 0
    """Bytes."""
    fits: tuple[str, ...] = ()
    """The devices that it is made for; any where none is named."""
    missing: str = ""
    """The extra that its engine needs and that is not installed."""


@dataclass(frozen=True, slots=True)
class EngineProposal:
    """An engine for a setting; no URI where nothing can be proposed."""

    setting: str
    uri: str
    model: str = ""
    """What is fetched for it, by its name in the catalogue."""
    left_out: tuple[str, ...] = ()
    """Models that would do better, each with what it lacks."""


def propose_engines(machine: Machine, embedded: dict[str, str], offers: Iterable[ModelOffer]) -> list[EngineProposal]:
    """Proposes an engine for each setting. `embedded` has the engines that need no file, by setting."""
    known = tuple(offers)
    return [_proposal(machine, setting, embedded.get(setting, ""), known) for setting in PROPOSED]


def _proposal(machine: Machine, setting: str, embedded: str, offers: tuple[ModelOffer, ...]) -> EngineProposal:
    fitting = [offer for offer in offers if offer.setting == setting and _fits(machine, offer)]
    usable = [offer for offer in fitting if not offer.missing]
    best = max(usable, key=lambda offer: (offer.size, offer.name, offer.uri), default=None)
    larger = [offer for offer in fitting if offer.missing and (best is None or offer.size > best.size)]
    left_out = tuple(f"{offer.name or offer.uri} needs: pip install '.[{offer.missing}]'" for offer in larger)
    if best is None:
        return EngineProposal(setting, embedded, left_out=left_out)
    return EngineProposal(setting, best.uri, best.name, left_out)


def _fits(machine: Machine, offer: ModelOffer) -> bool:
    """Says whether a model is made for this device or a weaker one, and leaves memory for the rest."""
    strength = _ORDER.index(machine.device_class)
    made_for = [_ORDER.index(DeviceClass(each)) for each in offer.fits if each in _ORDER]
    strong_enough = not offer.fits or any(each <= strength for each in made_for)
    return strong_enough and offer.size * 100 <= machine.memory_mb * 1_000_000 * MODEL_MEMORY_PERCENT
