"""Pure: says in full what is so instead: "we're not going to cornwall it's devon", "she's left it's mrs lund now".

The clause before says what is not so, or who is no longer there; "it" then stands for all of that clause, or for the
part that somebody has in the speaker's life, and for no thing.
"""

from __future__ import annotations

from memory.reading.changes.change_words import says
from memory.reading.facts.statements import Statement, statements
from memory.reading.grammar.clause import ActKind, Mark
from memory.reading.grammar.reader import line_of
from memory.reading.references.antecedents import Antecedent
from memory.reading.references.choice import agrees
from memory.reading.words.line import Line
from memory.reading.words.meaning import load_meaning


def said_instead(text: str, one: Statement, before: tuple[Antecedent, ...]) -> str:
    """Returns "we're going to devon" for "it's devon" behind "we're not going to cornwall"; empty for all else."""
    clause = one.clause
    if clause.lemma != "be" or clause.negated or one.kind is not ActKind.TELL or not clause.rest < clause.last:
        return ""
    line = line_of(text, "en")
    if [line.word(at) for at in range(*clause.subject)] != ["it"] or not clause.rest >= 0:
        return ""
    each = statements(text, "en")
    at = next((place for place, other in enumerate(each) if other.start == one.start), 0)
    if at < 1:
        return ""
    titled = line.word(clause.rest) in line.words.indefinite and line.is_in(clause.rest + 1, "titles")
    value = text[line.tokens[clause.rest + titled].start : clause.end]
    if at > 1 and each[at - 1].clause.negated and each[at - 1].clause.rest >= each[at - 1].clause.last:
        return _with_value(text, line, each[at - 2], value)
    return _affirmed(text, line, each[at - 1], value) or _held_now(text, line, each[at - 1], one, before, value)


def _with_value(text: str, line: Line, said: Statement, value: str) -> str:
    """Returns "mum's coming saturday" for "i said mum's coming friday | she's not | it's saturday"."""
    begin, end = said.clause.subject[0], said.clause.last
    while end > begin and (line.is_time(end - 1) or line.in_number(end - 1)):
        end -= 1
    whole = begin < end < said.clause.last and said.clause.subject[1] > begin
    return f"{text[line.tokens[begin].start : line.tokens[end - 1].end]} {value}" if whole else ""


def _affirmed(text: str, line: Line, denied: Statement, value: str) -> str:
    """Returns a denied clause as it is so, up to what is denied: "we're going to | devon"."""
    clause = denied.clause
    linked = line.word(clause.rest) in line.words.prepositions
    whole = clause.subject[1] > clause.subject[0] and linked
    if not clause.negated or not whole or line.word(clause.verb) not in line.words.be:
        return ""
    end = clause.rest + (value.split()[0] not in line.words.prepositions)
    said = [at for at in range(clause.subject[0], end) if line.word(at) not in line.words.negators]
    words = text[line.tokens[said[0]].start : line.tokens[said[0]].end]
    for at in said[1:]:
        token = line.tokens[at]
        words += f"{'' if line.word(at).startswith(chr(39)) else ' '}{text[token.start : token.end]}"
    return f"{words} {value}"


def _held_now(
    text: str, line: Line, gone: Statement, one: Statement, before: tuple[Antecedent, ...], value: str
) -> str:
    """Returns "my dentist is mrs lund now" for "it's mrs lund now" behind "he's retired"."""
    if Mark.NOW not in one.clause.marks or not says(gone, "departs", load_meaning("en")) or len(gone.subject) != 1:
        return ""
    who = gone.subject[0]
    if not who.pronoun:
        owned = line.word(who.start) in line.words.possessives and who.is_person
        holder = text[line.tokens[who.start].start : line.tokens[who.end - 1].end] if owned else ""
    else:
        meant = (each.words for each in before if each.has_role and agrees(each.sort, who.pronoun))
        holder = next((each for each in meant if each.split()[0] in line.words.possessives or "'s " in each), "")
    return f"{holder} is {value}" if holder else ""
