"""Pure: handles a spelled word: "no, it's spelled K A C Z", "let me spell it", then "kilo alpha charlie zulu".

Spelled letters are read back and cost one question, whatever word they make: a recogniser confuses letters.
"""

from __future__ import annotations

import re
from dataclasses import replace

from device.skills.memory.memory_controls import correction_outcome
from device.skills.turn_context import Span, TurnContext, TurnOutcome
from memory.extraction.correction_rules import apply_correction, atom_contains_words, propose_correction
from memory.extraction.value_types import find_replaced_words
from memory.model.atoms import Atom
from memory.model.changes import Question
from memory.reading.changes.misnamed import end_put_right
from memory.reading.facts.statements import statements
from memory.reading.words.closed_words import has_reading
from memory.rules.clarification import new_question
from memory.text.stemming import split_words

_WORD = re.compile(r"[^\W\d_]+")
SPELLING, SPELLED_WORD = "SPELLING", "SPELT"


def start_spelling(context: TurnContext) -> TurnOutcome:
    """Begins the correction of the last mentioned value by letters, said at once or in the next turn."""
    targets = context.mentioned().atoms
    if len(targets) != 1:
        return TurnOutcome("spell", ("CORRECTION_UNCLEAR",))
    if letters := context.understood.slot("letters"):
        return _spelling_outcome(context, targets[0], letters, context.understood.span("letters"))
    question = new_question(context.turn, targets[0].key, SPELLING, targets)
    return TurnOutcome("spell", (SPELLING,), focus=(targets[0].atom_id,)).with_question(question)


def change_letter(context: TurnContext) -> TurnOutcome | None:
    """Asks whether the last told name is spelled as "Sara with an h" says; None where these words say no letter."""
    change = context.alphabet.change(context.turn.text)
    targets = context.mentioned().atoms if change else ()
    if change is None or len(targets) != 1:
        return None
    code = context.language.code
    told = statements(targets[0].text, code) if has_reading(code) else ()
    names = {word for one in told for _, name in one.named for word in split_words(name)}
    for word in _WORD.findall(targets[0].text):
        if word.casefold() not in names:
            continue
        meant = context.alphabet.changed(word, change)
        if meant and meant.casefold() != word.casefold():
            question = correction_outcome(context, propose_correction(targets[0], word, meant))
            return replace(question.with_reasons(SPELLED_WORD), intent="spell")
    return None


def change_end(context: TurnContext) -> TurnOutcome | None:
    """Puts the end or the beginning of a number right that was told last, "no it ends in 124"; None for other words."""
    code = context.language.code
    targets = context.mentioned().atoms if has_reading(code) else ()
    heard, meant = end_put_right(targets[0].text, context.turn.text, code) if len(targets) == 1 else ("", "")
    if not heard:
        return None
    span = (0, len(context.turn.text))
    done = apply_correction(context.turn, targets[0], heard, meant, span, context.policy, context.language)
    return replace(correction_outcome(context, done), intent="correct")


def settle_spelling(context: TurnContext, question: Question) -> TurnOutcome | None:
    """Reads the letters after the question; None when something else was said."""
    atom = context.reader.atom_for_control(context.turn.user_id, question.atom_ids[0])
    if atom is None:
        return None
    if letters := context.understood.slot("letters"):
        return _spelling_outcome(context, atom, letters, context.understood.span("letters"))
    said = context.turn.text
    return _spelling_outcome(context, atom, said, (0, len(said))) if context.alphabet.word(said) else None


def _spelling_outcome(context: TurnContext, target: Atom, letters: str, span: Span) -> TurnOutcome:
    """Asks one question. The letters are not archived: they would outlive the memory that they correct."""
    meant = context.alphabet.word(letters)
    if meant and atom_contains_words(target, meant):
        return TurnOutcome("spell", ("ALREADY_SO",), focus=(target.atom_id,))
    heard, then = find_replaced_words(target, meant, context.language) if meant else ("", "")
    if not heard:
        return TurnOutcome("spell", ("CORRECTION_UNCLEAR",))
    question = correction_outcome(context, propose_correction(target, heard, then)).with_reasons(SPELLED_WORD)
    return replace(question, intent="spell", hide=(span,))
