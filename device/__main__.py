"""Composition: `selene`, and `python -m device`."""

from __future__ import annotations

import io
import os
import sys


def main() -> None:
    """Run the command line."""
    from device.cli.common.control_client import run_in_daemon

    if (status := run_in_daemon(sys.argv[1:])) is not None:
        sys.exit(status)
    from device.cli.main import app

    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # a path that is no text is shown; in JSON this is its escape
    # gRPC tells of a mirror that it does not trust in lines of its own, in addition to the sentence and its code.
    os.environ.setdefault("GRPC_VERBOSITY", "NONE")
    app(prog_name="selene")


if __name__ == "__main__":
    main()
