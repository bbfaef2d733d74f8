"""Changes of another device at the mirror while this one syncs."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Any

import pytest

from engine_b.core.sync_errors import MirrorUnreachable
from protos.selene.mirror.v1 import mirror_service_pb2 as pb
from tests.sim.household import Household
from tests.sim.in_process_mirror import Fault, Tamper


def forget_during_bundle(house: Household, name: str, atoms: list[str], *, cut: bool) -> Tamper:
    """After each bundle that a device gets, `name` forgets one of these atoms, as long as there are any.

    When its sync is `cut`, the forgotten op is erased at the mirror, and the keys are not changed yet.
    """

    def meanwhile(request: Any, told: Any) -> Any:
        if isinstance(request, pb.GetBundleRequest) and atoms:
            house.mirror.tamper = None
            house.forget(name, atoms.pop())
            house.mirror.faults.extend([None, None, Fault.DROP_REQUEST] if cut else [])
            with pytest.raises(MirrorUnreachable) if cut else nullcontext():
                house.sync(name)
            house.mirror.tamper = meanwhile
        return told

    return meanwhile
