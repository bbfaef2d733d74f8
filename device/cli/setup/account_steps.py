"""Composition: the steps that make the account, and that have systemd start Selene."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from contextlib import nullcontext, redirect_stdout
from importlib.resources import files
from pathlib import Path

from platformdirs import user_config_path

from device.cli.account.cmd_account import create_account
from device.cli.common.told_moment import moment_of
from device.cli.setup.setup_report import SetupOptions, StepReport, StepState, agreed
from device.core.proposal.policy import SYSTEMCTL_S
from device.platform.config_writer import replace_file
from engine_b.core.sync_errors import AccountExists

UNIT = "selene.service"
_PROGRAM = "/opt/selene/bin/selene"
"""As the unit names it that comes with Selene."""
_BY_HAND = "To start her with your session: systemctl --user daemon-reload && systemctl --user enable --now selene"
_LINGER = "To keep her running without a session: loginctl enable-linger"


def make_account(options: SetupOptions) -> StepReport:
    """Makes keys and words, as `selene init` does; an account that is there stays."""
    try:
        with redirect_stdout(sys.stderr) if options.as_json else nullcontext():
            create_account(
                options.state, options.user, options.words_out, None, moment_of(None), as_json=options.as_json
            )
    except AccountExists:
        return StepReport("account", StepState.LEFT, ("There is an account; it was left alone.",))
    where = f"in {options.words_out}" if options.words_out else "on your paper"
    return StepReport("account", StepState.DONE, (f"The account is made. Its 24 words are {where}.",))


def install_unit(options: SetupOptions) -> StepReport:
    """Writes the unit of the person's own systemd, and has it started with their session."""
    place, text = user_config_path("systemd") / "user" / UNIT, unit_text(options.state)
    there = place.read_text(encoding="utf-8", errors="replace") if place.is_file() else None
    if there == text:
        return StepReport("service", StepState.LEFT, (f"{place} is as it should be; it was left alone.",))
    if there is not None and not options.again:
        sentence = f"{place} is another unit than this Selene's; it was left alone. --again replaces it."
        return StepReport("service", StepState.LEFT, (sentence,))
    if not agreed(options, f"Write {place}, and start Selene with your session?"):
        return StepReport("service", StepState.LEFT, ("No unit was written.",))
    replace_file(place, text.encode())
    enabled = all(_systemctl(*words) for words in (("daemon-reload",), ("enable", UNIT)))
    told = "She starts with your next session." if enabled else f"systemd did not take it here. {_BY_HAND}"
    return StepReport("service", StepState.DONE, (f"{place} is written.", told, _LINGER))


def unit_text(state: Path) -> str:
    """Returns the unit for this installation and this folder of the vault."""
    text = files("device.cli.setup").joinpath("selene-user.service").read_text(encoding="utf-8")
    beside = Path(sys.executable).with_name("selene")
    program = _quoted(str(beside)) if beside.is_file() else f"{_quoted(sys.executable)} -m device"
    named = {"SELENE_STATE": str(state.absolute()), "SELENE_CONFIG": os.environ.get("SELENE_CONFIG", "")}
    settings = "".join(f"Environment={_quoted(f'{name}={value}')}\n" for name, value in named.items() if value)
    return text.replace(f"ExecStart={_PROGRAM}", f"{settings}ExecStart={program}")


def _quoted(word: str) -> str:
    """Quotes a word for a unit, in which a percent sign is special; in these two places a dollar is not."""
    escaped = word.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%")
    return f'"{escaped}"'


def _systemctl(*words: str) -> bool:
    """Says whether the person's systemd did it."""
    program = shutil.which("systemctl")
    if program is None:
        return False
    try:
        done = subprocess.run([program, "--user", *words], capture_output=True, timeout=SYSTEMCTL_S, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0
