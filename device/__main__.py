"""Wiring: `selene`, and `python -m device`."""

from __future__ import annotations


def main() -> None:
    """Run the command line."""
    from device.cli.main import app

    app(prog_name="selene")


if __name__ == "__main__":
    main()
