"""Rules: a word that is spelled aloud: "no, it's spelled K A C Z", "let me spell it", then "kilo alpha charlie zulu".

Spelled letters are read back and cost one question, whatever word they make: a recogniser takes one letter for another.
"""

from __future__ import annotations

from dataclasses import replace

from device.skills.memory.memory_controls import corrected
from device.skills.turn_context import Outcome, Scene, Span
from memory.extraction.correction_rules import atom_contains_words, propose_correction
from memory.extraction.value_types import find_replaced_words
from memory.model.atoms import Atom
from memory.model.changes import Question
from memory.rules.clarification import new_question

SPELLING, SPELT = "SPELLING", "SPELT"


def spell(scene: Scene) -> Outcome:
    """The right word for the one thing that was mentioned last: spelled at once, or about to be."""
    targets = scene.mentioned().atoms
    if len(targets) != 1:
        return Outcome("spell", ("CORRECTION_UNCLEAR",))
    if letters := scene.understood.slot("letters"):
        return _spelt(scene, targets[0], letters, scene.understood.span("letters"))
    question = new_question(scene.turn, targets[0].key, SPELLING, targets)
    return Outcome("spell", (SPELLING,), focus=(targets[0].atom_id,)).asking(question)


def spelt_now(scene: Scene, question: Question) -> Outcome | None:
    """The letters that were asked for; None when something else was said."""
    atom = scene.recollection.atom_for_control(scene.turn.user_id, question.atom_ids[0])
    if atom is None:
        return None
    if letters := scene.understood.slot("letters"):
        return _spelt(scene, atom, letters, scene.understood.span("letters"))
    said = scene.turn.text
    return _spelt(scene, atom, said, (0, len(said))) if scene.alphabet.word(said) else None


def _spelt(scene: Scene, target: Atom, letters: str, span: Span) -> Outcome:
    """One question. The letters are in no archive: they would outlive the memory that they correct."""
    meant = scene.alphabet.word(letters)
    if meant and atom_contains_words(target, meant):
        return Outcome("spell", ("ALREADY_SO",), focus=(target.atom_id,))
    heard, then = find_replaced_words(target, meant, scene.language) if meant else ("", "")
    if not heard:
        return Outcome("spell", ("CORRECTION_UNCLEAR",))
    question = corrected(scene, propose_correction(target, heard, then)).because(SPELT)
    return replace(question, intent="spell", hide=(span,))
