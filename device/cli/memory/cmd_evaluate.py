"""Composition: `selene eval`: measures retrieval on conversations with known answers."""

from __future__ import annotations

from pathlib import Path

import click

from device.cli.common import options as opt
from device.cli.common.command_line import CommandGroup
from device.cli.common.error_report import report_errors, show_json


@click.group(cls=CommandGroup)
def evaluate_app() -> None:
    """Measure Selene on conversations with known answers."""


@evaluate_app.command("retrieval")
@click.argument("file", type=opt.PATH, metavar="FILE.jsonl.gz", help="Episodes, one JSON object a line, gzipped.")
@click.option("--kinds", default="", show_default=False, help="Ask only questions of these kinds, separated by commas.")
@click.option("--rows", is_flag=True, help="Also print a row for each question.")
@opt.engine("--encoder", "encoder", "Vectors of what was said: table:FILE, onnx:FOLDER or none:")
@opt.as_json
def retrieval_command(file: Path, kinds: str, rows: bool, encoder: str, as_json: bool) -> None:
    """How much of what answers a question is found, and how fast. Questions that no turn answers are left out."""
    from device.engines.factory import open_encoder
    from device.evaluation.episodes import row_object, summarise_rows
    from device.evaluation.retrieval_evaluation import evaluate_retrieval

    with report_errors(as_json=as_json):
        wanted = frozenset(kind.strip() for kind in kinds.split(",") if kind.strip())
        found = evaluate_retrieval(file, wanted, open_encoder(encoder))
    report: dict[str, object] = {**summarise_rows(found.rows), "without_gold": found.without_gold}
    if as_json:
        show_json({**report, "rows": [row_object(row) for row in found.rows]} if rows else report)
        return
    for name, value in report.items():
        click.echo(f"{name:14} {value}")
    for row in found.rows if rows else ():
        click.echo(f"{row.question.question_id}  {row.recall(20):.2f}  {row.bundle_recall:.2f}  {row.ms:.1f} ms")
