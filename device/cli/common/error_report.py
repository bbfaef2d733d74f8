"""Composition: ends a command: one place turns errors into a sentence and an exit status, without a traceback.

Exit statuses (all in docs/cli.md): 0 done; 1 done, but an expectation failed; 2 wrong usage; 3 an engine cannot be
opened; 4 bad sound; 5 the system refused a file or the output; 6 a file that was named; 7 the words were not checked; 8
a turn answered but not saved; 9 the memory refused the input; 20 to 34 the vault, one for each of its codes
(engine_b/core/errors.py); 37 to 70 keys, sync and restore, likewise (engine_b/core/sync_errors.py); 71 to 99 vocabulary
packages (packages/core/errors.py); 130 interrupted.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import click

from device.cli.common.caller import current_caller
from device.cli.common.control_client import run_in_daemon
from device.core.errors import DeviceError
from engine_b.core.errors import VaultBusy, VaultError
from engine_b.core.sync_errors import SyncError
from memory.core.errors import MemoryRefusal
from packages.core.errors import PackageError

INTERRUPTED = 130
SYSTEM_REFUSED = "SYSTEM_REFUSED"


@contextmanager
def report_errors(*, as_json: bool = False) -> Iterator[None]:
    """Turns the errors of every package into one sentence on stderr (and an object on stdout with `--json`)."""
    try:
        yield
        sys.stdout.flush()
    except VaultBusy as error:
        raise click.exceptions.Exit(_run_in_daemon(error, as_json=as_json)) from error
    except (DeviceError, VaultError, SyncError, PackageError) as error:
        _show_error(error.code, str(error), as_json=as_json)
        raise click.exceptions.Exit(error.exit_status) from error
    except MemoryRefusal as error:
        _show_error(error.code, str(error), as_json=as_json)
        raise click.exceptions.Exit(9) from error
    except KeyboardInterrupt as error:
        raise click.exceptions.Exit(INTERRUPTED) from error
    except BrokenPipeError as error:
        _drop_output()
        raise click.exceptions.Exit(0) from error
    except OSError as error:
        place = f"{error.filename}: " if error.filename else ""
        sentence = f"{place}{error.strerror or error}. What was saved before is kept."
        _show_error(SYSTEM_REFUSED, sentence, as_json=False)
        _drop_output()
        raise click.exceptions.Exit(5) from error


def _run_in_daemon(error: VaultBusy, *, as_json: bool) -> int:
    """Has the daemon run a command that began before it took the vault; returns the exit status. Where no daemon runs
    it, it is refused.
    """
    status = run_in_daemon(sys.argv[1:]) if current_caller.get() is None else None
    if status is None:
        _show_error(error.code, str(error), as_json=as_json)
        return error.exit_status
    return status


def show_json(value: object) -> None:
    """Prints one JSON object on one line of stdout."""
    click.echo(json.dumps(value, ensure_ascii=False))


def _show_error(code: str, sentence: str, *, as_json: bool) -> None:
    if as_json:
        show_json({"error": {"code": code, "message": sentence}})
    click.echo(f"selene: {sentence} [{code}]", err=True)


def _drop_output() -> None:
    """Discards buffered output when its reader is gone, so that the interpreter does not complain at its end."""
    if current_caller.get() is not None:
        return
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
