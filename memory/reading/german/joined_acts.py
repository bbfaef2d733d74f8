"""Pure: makes one act of two that German says one after the other: a topic and its question, what was said and by
whom.
"""

from __future__ import annotations

from dataclasses import replace

from memory.reading.german.german_line import GermanLine
from memory.reading.german.keeping import leads_to_mistake
from memory.reading.grammar.clause import Act, ActKind, Modality


def joined_acts(line: GermanLine, before: Act, act: Act) -> Act | None:
    """Returns the one act that an act makes with the one before it; None where each is an act of its own."""
    if _says_who_said_it(act):
        return replace(before, kind=ActKind.TELL, end=act.end)  # "ruf mich nicht an hat sie gesagt"
    if _leads_to_content(before) and act.kind is ActKind.TELL:
        return _with_content(line, before, act)  # "der klempner hat gesagt | er kommt am donnerstag"
    if leads_to_mistake(line, before, act):
        return _with_content(line, before, act, Modality.CONDITIONAL)
    return replace(act, start=before.start) if _names_whom_is_asked_of(line, before, act) else None


def _names_whom_is_asked_of(line: GermanLine, before: Act, act: Act) -> bool:
    """Says whether a question has a pronoun for whom the words before it name: "und mein bruder | wo wohnt der"."""
    clause = act.clause
    at = clause.subject[0]
    pointed = clause.subject[1] == at + 1 and (line.is_in(at, "one_person") or line.is_in(at, "that"))
    named = before.kind is ActKind.FRAGMENT and line.is_open(before.clause.last - 1)
    return act.kind is ActKind.ASK and pointed and named and before.clause.last == clause.first


def _leads_to_content(act: Act) -> bool:
    """Says whether an act only tells that somebody said something: "der klempner hat gesagt"."""
    clause = act.clause
    ends = clause.last == max(clause.verb, clause.main) + 1 > clause.subject[1] > clause.subject[0]
    return ends and act.kind is ActKind.TELL and clause.modality is Modality.REPORTED


def _with_content(line: GermanLine, teller: Act, content: Act, modality: Modality = Modality.REPORTED) -> Act:
    """Returns one act with what another said; "er" is the one who said it."""
    first, clause = teller.clause, content.clause
    other = {"er": "feminine_first", "sie": "masculine_first"}.get(line.word(clause.subject[0]))
    subject = first.subject if other and not line.is_in(first.subject[0], other) else clause.subject
    whole = replace(clause, start=first.start, first=first.first, subject=subject, modality=modality)
    return replace(teller, end=content.end, clause=whole)


def _says_who_said_it(act: Act) -> bool:
    clause = act.clause
    return act.kind is ActKind.ASK and clause.modality is Modality.REPORTED and clause.last - clause.first == 3
