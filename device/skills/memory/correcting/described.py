"""Pure: says whether "it should be" only describes what was told last, and puts nothing in it right."""

from __future__ import annotations

from device.skills.memory.named_values import told_last
from device.skills.turn_context import TurnContext
from memory.model.atoms import Atom
from memory.reading.facts.statements import statements
from memory.reading.grammar.reader import line_of
from memory.reading.words.line import Line
from memory.reading.words.meaning import load_meaning


def only_tells_quality(context: TurnContext) -> bool:
    """Says whether a quality is told of a thing that has another verb: "it should be sugar free" of a cake that
    somebody bakes, but not "it should be blue" of what was told to be red.
    """
    meant, code = context.understood.slot("meant"), context.language.code
    last = told_last(context)[:1]
    if code != "en" or not meant or not last or context.understood.slot("heard"):
        return False
    said = context.turn.text.casefold()
    led = any(said.startswith(f"{phrase} ") for phrase in load_meaning(code).set_of("said to be so"))
    return led and _is_quality(line_of(meant, code)) and _tells_otherwise(last[0], meant)


def _is_quality(line: Line) -> bool:
    """Says whether an adjective or a participle is said, and no number, day or name: "funny", "gone", "sugar free"."""
    if line.is_number(0) or line.is_time(0) or line.form(0) is None:
        return line.form(1) is not None and line.usual(1) == "a" and line.is_stop(2) and not line.is_number(0)
    return line.usual(0) == "a" or (line.has_form(0, "n") and line.usual(0) == "v") or line.usual(1) == "a"


def _tells_otherwise(atom: Atom, meant: str) -> bool:
    """Says whether a fact gives no quality of the same sort: "i'm knitting a red scarf" does to "blue"."""
    spoken, told = set(meant.casefold().split()), set(atom.text.casefold().split())
    colours = load_meaning("en").kinds.get("colour", frozenset())
    alike = bool(colours & spoken and colours & told)
    return not alike and all(one.clause.lemma != "be" for one in statements(atom.text, "en"))
