"""Pure: reads that somebody was wrong in what they said: "lea was wrong", "lea hat sich geirrt"."""

from __future__ import annotations

from memory.reading.facts.entities import Entity, entity_at
from memory.reading.facts.statements import statements
from memory.reading.german.german_line import GermanLine
from memory.reading.german.phrases import german_entity
from memory.reading.grammar.clause import ActKind, Modality
from memory.reading.grammar.reader import line_of
from memory.reading.words.meaning import load_meaning


def was_mistaken(said: str, language: str) -> Entity | None:
    """Returns who was wrong; None where the words say anything else of anybody."""
    each = [one for one in statements(said, language) if one.kind is not ActKind.COURTESY]
    if len(each) != 1 or each[0].kind not in (ActKind.TELL, ActKind.CORRECT) or len(each[0].subject) != 1:
        return None
    one, meaning = each[0], load_meaning(language)
    somebody = one.subject[0]
    if one.clause.negated or one.clause.asks or somebody.pronoun or not (somebody.name or somebody.role):
        return None
    own = [forms for forms in one.words if not any(forms & known for known in one.subject_words)]
    wrong, beside = meaning.set_of("being mistaken"), meaning.set_of("beside being mistaken")
    told_wrong = any(forms & wrong for forms in own)  # "tom got it" has none
    plain = told_wrong and all(forms & (wrong | beside) for forms in own)
    return somebody if plain and one.clause.past else None


def told_by(told: str, somebody: Entity, language: str) -> bool:
    """Says whether a fact is what somebody said: "lea said the party starts at seven"."""
    each = statements(told, language)
    if len(each) != 1 or each[0].clause.modality is not Modality.REPORTED:
        return False
    line, meaning = line_of(told, language), load_meaning(language)
    verb = next((at for at in range(1, len(line)) if line.finite(at)), 0)
    teller = (
        german_entity(line, 0, verb, meaning) if isinstance(line, GermanLine) else entity_at(line, 0, verb, meaning)
    )
    return teller is not None and bool(teller.keys & somebody.keys)
