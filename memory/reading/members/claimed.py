"""Pure: reads a correction that says whose it is what was told last: "actually that's mine"."""

from __future__ import annotations

from memory.reading.facts.statements import statements
from memory.reading.grammar.clause import ActKind
from memory.reading.grammar.reader import line_of


def claims_own(said: str, language: str) -> bool:
    """Says whether a correction only says that something is the speaker's own."""
    each = [one for one in statements(said, language) if one.kind is not ActKind.COURTESY]
    if len(each) != 1 or each[0].kind is not ActKind.CORRECT or each[0].clause.lemma != "be" or each[0].clause.negated:
        return False
    line, clause = line_of(said, language), each[0].clause
    left = [at for at in range(clause.rest, clause.last) if not line.is_stop(at)]
    pointed = clause.subject[1] - clause.subject[0] == 1 and line.is_in(clause.subject[0], "pointing_at_somebody")
    return pointed and bool(left) and all(line.is_in(at, "mine_alone") for at in left)


def told_as_own(own: str, others: str, language: str) -> str:
    """Returns the fact of the speaker's own thing with what was told of another's: "my phone number ends in eight
    three"; empty where the two do not tell the same of their things.
    """
    mine = statements(own, language)
    if len(mine) != 1 or mine[0].kind is not ActKind.TELL or mine[0].clause.verb != mine[0].clause.subject[1]:
        return ""
    line, told, verb = line_of(own, language), line_of(others, language), mine[0].clause.verb
    same = next((at for at in range(1, len(told)) if told.word(at) == line.word(verb)), 0)  # "my wife's | ends in .."
    owned = line.word(mine[0].clause.subject[0]) in line.words.possessives | line.words.speaker
    if not owned or not same or told.is_stop(same + 1):
        return ""
    return f"{own[: line.tokens[verb].start]}{others[told.tokens[same].start :]}"
