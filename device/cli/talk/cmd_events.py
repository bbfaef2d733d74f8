"""Composition: `selene events`: shows what happens in a running daemon, one JSON object a line."""

from __future__ import annotations

import sys

from device.cli.common.caller import current_caller
from device.cli.common.error_report import show_json
from device.core.errors import DaemonMissing
from device.core.policy import FOLLOW_S
from device.daemon.vault_access import serving


def follow_events(*, follow: bool) -> None:
    """Prints events until the caller hangs up; without `follow`, those that wait already. Raises DaemonMissing.

    The first is `ready`, once Selene can be spoken to.
    """
    served, caller = serving.get(), current_caller.get()
    if served is None or caller is None:
        raise DaemonMissing("No Selene is running here, so nothing happens. Start her with: selene run")
    with served.hub.follow() as follower:
        while not caller.terminal.gone:
            line = follower.next(FOLLOW_S if follow else 0)
            if line is not None:
                show_json(line)
                sys.stdout.flush()
            elif not follow:
                return
