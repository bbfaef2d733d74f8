"""Composition: `selene wake review`: what was nearly the wake word, by its scores, and how to adjust that."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from statistics import median

import click

from device.audio.policy import ADVICE_NEAR_MISSES
from device.audio.vad_calibration import TUNABLE
from device.cli.common.error_report import show_json
from device.session.near_misses import NearMiss, read_near_misses

_KEYS = {"wake.quiet_bp": ("QUIET",), "wake.strict_bp": ("TALK",), "wake.masked_bp": ("NOISE", "SPEAKING")}
"""Each setting and the conditions that it is for (`WakeCondition`)."""
_BESIDE = {"QUIET": "in silence", "TALK": "beside talk", "SPEAKING": "while she spoke", "NOISE": "in noise"}


def review_wake_words(state: Path, *, as_json: bool) -> None:
    """Prints the near misses and a setting for each condition that has several."""
    found = read_near_misses(state)
    advice = _advice(found)
    if as_json:
        rows = [{**asdict(one), "score_bp": one.score_bp} for one in found]
        show_json({"near_misses": rows, "advice": [{"key": key, "value": value} for key, value in advice]})
        return
    for one in found:
        beside = _BESIDE.get(one.condition, one.condition)
        click.echo(f"{one.at}  {beside:<15} {one.score_bp / 100:5.1f} of {one.needed_bp / 100:.0f} needed")
    click.echo(f"{len(found)} near misses. No sound and no words of them are kept.")
    for key, value in advice:
        click.echo(f"If most of these were you: selene device tune {key} {value}, then start Selene anew.")
    click.echo(f"If she wakes although nobody called, set {', '.join(_KEYS)} higher.")


def _advice(found: tuple[NearMiss, ...]) -> tuple[tuple[str, int], ...]:
    """Returns the setting with which half of the near misses would have been heard, where there are several."""
    told = []
    for key, conditions in _KEYS.items():
        scores = [one.score_bp for one in found if one.condition in conditions]
        if len(scores) >= ADVICE_NEAR_MISSES:
            _, least, most = TUNABLE[key]
            told.append((key, min(most, max(least, int(median(scores)) // 100 * 100))))
    return tuple(told)
