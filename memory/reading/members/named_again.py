"""Pure: says whether a correction gives somebody who is not named another name: "no she's called bella"."""

from __future__ import annotations

from memory.reading.changes.replacement import bare_replacement
from memory.reading.facts.statements import statements
from memory.reading.grammar.clause import ActKind
from memory.reading.grammar.reader import line_of

_NAMING = frozenset(("call", "name", "be"))


def gives_name_again(said: str, language: str) -> bool:
    """Says whether a turn only puts right what he or she is called."""
    each = statements(said, language) if language == "en" else ()
    if len(each) != 1 or each[0].kind is not ActKind.CORRECT or each[0].clause.lemma != "call":
        return False
    return bool(each[0].subject) and all(one.pronoun in ("male", "female") for one in each[0].subject)


def renamed(told: str, said: str, language: str) -> tuple[str, str]:
    """Returns the name in a fact that a correction puts right, and the right one; both empty where it has none."""
    one = next(iter(statements(told, language)), None)
    if one is None:
        return "", ""
    if one.clause.lemma == "call":
        return bare_replacement(told, said, language)
    line = line_of(said, language)
    called = next((at for at in range(len(line)) if line.is_in(at, "naming")), len(line) - 1)
    last = next((at for at in range(called + 1, len(line)) if line.is_stop(at)), len(line))
    name = next((entity.name for entity in one.subject if entity.name), "")
    at = told.casefold().find(name) if name and last > called + 1 else -1
    meant = said[line.tokens[called + 1].start : line.tokens[last - 1].end] if at >= 0 else ""
    return (told[at : at + len(name)], meant) if meant else ("", "")


def tells_name(told: str, language: str) -> bool:
    """Says whether a fact tells what somebody is called: "my midwife's called bernie", "my boss is ann"."""
    return any(one.named and one.clause.lemma in _NAMING for one in statements(told, language))
