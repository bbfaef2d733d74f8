"""Composition: `selene-mirror`, and `python -m cloud_mirror`."""

from __future__ import annotations


def run_mirror() -> None:
    """Run the command line."""
    from cloud_mirror.cli.mirror_commands import mirror_app

    mirror_app(prog_name="selene-mirror")


if __name__ == "__main__":
    run_mirror()
