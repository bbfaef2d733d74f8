"""Pure: says what a German clause leaves out since the clause before has it: its object, its predicate, its ending,
what leads it.
"""

from __future__ import annotations

from memory.reading.german.german_line import GermanLine
from memory.reading.grammar.clause import Clause


def shared_object(text: str, line: GermanLine, clause: Clause) -> str:
    """Returns what a clause leaves out behind its time: "tom hat im mai geburtstag, mia im juni"."""
    small = line.words.prepositions | line.words.determiners
    end = clause.first - 1
    timed = [at for at in range(clause.rest, clause.last) if line.word(at) not in small]
    if not timed or not all(line.is_number(at) or line.is_time(at) or line.is_month(at) for at in timed):
        return ""
    at = end
    while at > clause.verb + 1 and line.is_open(at - 1) and not (line.is_number(at - 1) or line.is_time(at - 1)):
        at -= 1
    behind = at < end and (line.is_number(at - 1) or line.is_time(at - 1) or line.is_month(at - 1))
    return text[line.tokens[at].start : line.tokens[end - 1].end] if behind else ""


def shared_predicate(line: GermanLine, clause: Clause) -> str:
    """Returns what a clause without a verb leaves out before its preposition: "und mein vater gegen katzen" after
    "meine mutter ist allergisch gegen nüsse", or after "hat eine allergie gegen nüsse".
    """
    led = line.word(clause.rest)
    if led not in line.words.prepositions or clause.main != clause.verb:
        return ""
    at = next((place for place in range(clause.verb + 2, clause.first) if line.word(place) == led), -1)
    before = at > clause.verb + 1 and line.is_open(at - 1) and line.word(at - 1) not in line.words.adverbs
    if before and line.word(at - 2) in line.words.indefinite and not line.is_time(at - 1):
        return f"{line.word(at - 2)} {line.word(at - 1)}"
    alone = before and line.word(at - 2) not in line.words.determiners | line.words.possessives
    return line.word(at - 1) if alone and not line.is_number(at - 1) and not line.is_time(at - 1) else ""


def shared_closing(line: GermanLine, clause: Clause) -> str:
    """Returns the participle or infinitive that a clause without a verb leaves out: "und die küche grün"."""
    outside = clause.main > clause.verb and not clause.first <= clause.main < clause.last
    return line.word(clause.main) if outside and clause.main < clause.first else ""


def shared_lead(line: GermanLine, clause: Clause) -> int:
    """Returns where the phrase begins that leads what several infinitives share: "für die feier" of "für die feier
    müssen wir salat machen und | brot kaufen"; the verb where none does.
    """
    verb, words = clause.verb, line.words
    if clause.shared[0] != verb + 1 or line.word(verb) not in words.modals:
        return verb
    begin = verb - 1
    while begin > 0 and (line.is_open(begin) or line.word(begin) in words.determiners | words.possessives):
        begin -= 1
    return begin if line.word(begin) in words.prepositions and begin < verb - 1 else verb
