"""Composition: runs the steps of `selene setup`, one or all, and says what each did and what it left alone."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import asdict

import click

from device.cli.common.error_report import show_json
from device.cli.setup.account_steps import install_unit, make_account
from device.cli.setup.engine_steps import fetch_models, see_device, write_settings
from device.cli.setup.setup_commands import STEP_NAMES
from device.cli.setup.setup_report import SetupOptions, StepReport, StepState, require_answers
from device.cli.setup.sound_steps import learn_voice, try_sound
from device.core.errors import DeviceError
from engine_b.core.errors import VaultError
from engine_b.core.sync_errors import SyncError

STEPS: Mapping[str, Callable[[SetupOptions], StepReport]] = {
    "look": see_device,
    "models": fetch_models,
    "config": write_settings,
    "sound": try_sound,
    "account": make_account,
    "voice": learn_voice,
    "service": install_unit,
}
"""By the names of the command."""


def run_step(step: str, options: SetupOptions) -> int:
    """Runs one step; returns the exit status. Raises its errors."""
    return _tell([STEPS[step](options)], options)


def run_setup(options: SetupOptions) -> int:
    """Runs all steps. One that fails is told, and the next ones are done. Raises BadUsage where nobody can be asked."""
    require_answers(options)
    reports = list[StepReport]()
    for step in STEP_NAMES:
        try:
            report = STEPS[step](options)
        except (DeviceError, VaultError, SyncError) as error:
            report = StepReport(step, StepState.FAILED, (f"{error} [{error.code}]",))
        reports.append(report)
        if not options.as_json:
            _show(report)
    if options.as_json:
        return _tell(reports, options)
    return _status(reports)


def _tell(reports: list[StepReport], options: SetupOptions) -> int:
    if options.as_json:
        show_json({"steps": [asdict(report) for report in reports]})
    else:
        for report in reports:
            _show(report)
    return _status(reports)


def _show(report: StepReport) -> None:
    for number, sentence in enumerate(report.said):
        left = f"{report.step:<8} {report.state.value:<7}" if not number else " " * 16
        click.echo(f"{left} {sentence}")
    sys.stdout.flush()


def _status(reports: list[StepReport]) -> int:
    return 1 if any(report.state is StepState.FAILED for report in reports) else 0
