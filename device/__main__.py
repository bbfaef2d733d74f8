"""Wiring: `selene`, and `python -m device`."""

from __future__ import annotations

import os
import sys


def main() -> None:
    """Run the command line."""
    from device.cli.main import app
    from device.cli.narrow import narrow

    if "_SELENE_COMPLETE" not in os.environ:  # a shell asks for all that there is
        narrow(app, sys.argv[1:])
    app(prog_name="selene")


if __name__ == "__main__":
    main()
