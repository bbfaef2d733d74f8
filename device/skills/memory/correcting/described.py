"""Pure: says whether a correction gives no value of what was told last: "it should be sugar free" of a cake."""

from __future__ import annotations

from device.skills.memory.named_values import told_last
from device.skills.turn_context import TurnContext
from memory.model.atoms import Atom
from memory.reading.changes.both_times import times_told
from memory.reading.facts.statements import statements
from memory.reading.grammar.reader import line_of
from memory.reading.words.closed_words import has_reading
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


def adds_part_of_time(context: TurnContext) -> bool:
    """Says whether a turn gives the hour of what was told last with its day alone, or the day beside the hour: "it's at
    ten" after "my scan is on monday".
    """
    code, last = context.language.code, told_last(context)[:1]
    if not last or not has_reading(code) or len(statements(context.turn.text, code)) != 1:
        return False
    known, said = times_told(last[0].text, code), times_told(context.turn.text, code)
    return bool(known and said) and known.isdisjoint(said)


def tells_of_whom(context: TurnContext) -> bool:
    """Says whether the value that would be put in tells of somebody with a clause: "my brother who works at the school"
    is no place where the speaker works.
    """
    meant, code = context.understood.slot("meant"), context.language.code
    if code != "en" or not meant:
        return False
    line = line_of(meant, code)
    led = (at for at in range(1, len(line)) if line.is_in(at, "cleft_relatives") and line.is_open(at - 1))
    return any(line.finite(at + 1) or line.is_in(at + 1, "is") for at in led)


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
    each = statements(atom.text, "en")
    valued = all(one.clause.lemma != "be" or one.has_time or one.has_place or one.named for one in each)
    return not alike and valued
