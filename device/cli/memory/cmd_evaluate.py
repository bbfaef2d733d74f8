"""Composition: `selene eval`: measures retrieval on conversations with known answers."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from device.cli.common import options as opt
from device.cli.common.error_report import report_errors, show_json

app = typer.Typer(
    help="Measure Selene on conversations with known answers.", no_args_is_help=True, rich_markup_mode=None
)


@app.callback()
def eval_group() -> None:
    """Measure Selene on conversations with known answers."""


@app.command("retrieval")
def retrieval_command(
    file: Annotated[Path, typer.Argument(help="Episodes, one JSON object a line, gzipped.", metavar="FILE.jsonl.gz")],
    kinds: Annotated[str, typer.Option(help="Ask only questions of these kinds, separated by commas.")] = "",
    rows: Annotated[bool, typer.Option("--rows", help="Also print a row for each question.")] = False,
    as_json: opt.Json = False,
) -> None:
    """How much of what answers a question is found, and how fast. Questions that no turn answers are left out."""
    from device.evaluation.episodes import row_object, summarise_rows
    from device.evaluation.retrieval_evaluation import evaluate_retrieval

    with report_errors(as_json=as_json):
        found = evaluate_retrieval(file, frozenset(kind.strip() for kind in kinds.split(",") if kind.strip()))
    report: dict[str, object] = {**summarise_rows(found.rows), "without_gold": found.without_gold}
    if as_json:
        show_json({**report, "rows": [row_object(row) for row in found.rows]} if rows else report)
        return
    for name, value in report.items():
        typer.echo(f"{name:14} {value}")
    for row in found.rows if rows else ():
        typer.echo(f"{row.question.question_id}  {row.recall(20):.2f}  {row.bundle_recall:.2f}  {row.ms:.1f} ms")
