"""Composition: the environments in which a case is run."""

from __future__ import annotations

import os
from dataclasses import dataclass

from acceptance.drivers.fork_server import ROOT


@dataclass(frozen=True, slots=True)
class HostEnvironment:
    """The environment of a case, which must make no difference."""

    name: str
    time_zone: str
    locale: str
    hash_seed: str
    rotation: int
    """The order in which the seed is inserted."""


HOST_ENVIRONMENTS = (
    HostEnvironment("home", "UTC", "C.UTF-8", "0", 0),
    HostEnvironment("date line", "Pacific/Kiritimati", "tr_TR.UTF-8", "4711", 1),
    HostEnvironment("far west", "Pacific/Marquesas", "C", "99", 2),
)


def environment_variables(world: HostEnvironment) -> dict[str, str]:
    """Returns the environment variables of a command."""
    settings = {"TZ": world.time_zone, "LC_ALL": world.locale, "PYTHONHASHSEED": world.hash_seed}
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("SELENE_")}
    single = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}  # A process with threads is not to be forked.
    return {**inherited, **settings, **single, "PYTHONUTF8": "1", "PYTHONPATH": str(ROOT)}
