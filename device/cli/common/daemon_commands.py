"""Composition: runs a command in the daemon for a caller at the control socket, as in a process of its own."""

from __future__ import annotations

import sys
from pathlib import Path

from device.cli.common.caller import CommandCaller, current_caller
from device.clients.control_socket import RemoteCaller, RunCommand
from device.core.control_protocol import ControlRequest
from device.core.errors import DeviceError
from device.daemon.vault_access import ServedVault, serving


def command_runner(served: ServedVault) -> RunCommand:
    """Returns what the control socket calls, each time in a thread of its own."""

    def run(request: ControlRequest, terminal: RemoteCaller) -> int | None:
        if request.only_of is not None and Path(request.only_of).resolve() != served.shared.state.resolve():
            return None
        caller = current_caller.set(CommandCaller(request, terminal, served.shared.state))
        vault = serving.set(served)
        try:
            return _run(request)
        finally:
            serving.reset(vault)
            current_caller.reset(caller)

    return run


def _run(request: ControlRequest) -> int:
    from device.cli.main import app

    try:
        app.main(args=list(request.arguments), prog_name="selene")
    except SystemExit as ended:
        status = ended.code if isinstance(ended.code, int) else DeviceError.exit_status
    except BrokenPipeError:
        return 0
    except Exception as error:  # noqa: BLE001  # a fault in one command must not end the daemon; its words stay unsaid
        sys.stderr.write(f"selene: The command failed inside Selene. [{type(error).__name__}]\n")
        status = DeviceError.exit_status
    sys.stdout.flush()
    sys.stderr.flush()
    return status
