"""Pure: finds the value in the words that a correction says of what was meant."""

from __future__ import annotations

from dataclasses import replace

from device.nlu.intent_matcher import IntentMatch
from memory.reading.grammar.clause_starts import insisted_from, restated_from
from memory.reading.grammar.reader import complement, line_of, read
from memory.reading.words.closed_words import has_reading


def meant_alone(understood: IntentMatch, language: str) -> IntentMatch:
    """Returns a correction with only the value in its slot: "a steinway" of "i meant a steinway she plays a steinway",
    "hull" of "no it was always hull".
    """
    slot = next((each for each in understood.slots if each.name == "meant"), None)
    line = line_of(slot.text, language) if slot is not None and has_reading(language) else None
    if slot is None or line is None or not len(line):
        return understood
    again, begin = restated_from(line, 0), insisted_from(line, 0, len(line))
    first, last = line.tokens[begin].start, line.tokens[again].start if again else len(slot.text)
    value = slot.text[first:last].rstrip()
    others = tuple(each for each in understood.slots if each is not slot)
    meant = replace(slot, text=value, start=slot.start + first, end=slot.start + first + len(value))
    return replace(understood, slots=(*others, meant))


def without_pointing(text: str, value: str, language: str) -> str:
    """Returns a value without the clause that points to it: "leeds" of "i was wrong before it's leeds"; empty where the
    clause says more of it.
    """
    acts = [act for act in read(text, language).acts if act.clause.verb >= 0] if has_reading(language) else []
    return value if not acts else complement(text, acts[0], language) if len(acts) == 1 else ""


def is_sentence(value: str, language: str) -> bool:
    """Says whether words hold a clause of a pronoun and its verb, and so are no value: "before it's leeds"."""
    if not has_reading(language):
        return False
    line = line_of(value, language)
    clauses = [act.clause for act in read(value, language).acts]
    return any(
        one.verb >= 0 and one.subject[1] - one.subject[0] == 1 and line.word(one.subject[0]) in line.words.subjects
        for one in clauses
    )
