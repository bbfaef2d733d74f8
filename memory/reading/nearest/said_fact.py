"""Pure: finds what somebody said, where that is asked: "what did the vet say about bella", "what does tom reckon".

A fact answers that begins with whom the question names and a verb of saying, and has all else that the question names.
"""

from __future__ import annotations

from collections.abc import Sequence

from memory.reading.answers import Told
from memory.reading.facts.entities import SPEAKER, Names, all_keys, entities_in
from memory.reading.facts.held_words import holds_word
from memory.reading.facts.statements import Statement
from memory.reading.facts.wanted import Wanted
from memory.reading.grammar.clause import ActKind, Gap
from memory.reading.grammar.reader import line_of
from memory.reading.grammar.verb_groups import lemma_of
from memory.reading.nearest.policy import MAX_SAYINGS
from memory.reading.words.meaning import Meaning, load_meaning


def said_facts(want: Wanted, told: Sequence[Told], names: Names, language: str) -> tuple[Told, ...]:
    """Returns the newest facts that tell what somebody said; empty where nobody's words are asked for."""
    if language != "en":
        return ()
    meaning, clause = load_meaning(language), want.question.clause
    asked = clause.lemma in meaning.set_of("saying") and clause.asks in (Gap.WHAT, Gap.WHY, Gap.HOW)
    speakers = want.question.subject_keys - {SPEAKER}
    if not asked or not speakers or clause.negated:
        return ()
    found = {each.ref: each for each in told if _tells_words_of(all_keys(speakers, names), want, each.statement, names)}
    return tuple(sorted(found.values(), key=lambda each: (-each.at_ms, each.ref))[:MAX_SAYINGS])


def _tells_words_of(speakers: frozenset[str], want: Wanted, told: Statement, names: Names) -> bool:
    meaning = load_meaning("en")
    if told.kind not in (ActKind.TELL, ActKind.CORRECT):
        return False
    line = line_of(told.text, "en")
    verb = next((at for at in range(len(line)) if lemma_of(line, at) in meaning.set_of("saying")), 0)
    teller = entities_in(line, 0, verb, meaning)
    if not teller or not all_keys(teller[0].keys, names) & speakers:
        return False
    return all(holds_word(forms, told, meaning, want) for forms in _matter(want, meaning))


def _matter(want: Wanted, meaning: Meaning) -> list[frozenset[str]]:
    """Returns what the words were about: the heart of "what did the vet say about his heart"."""
    spent = meaning.set_of("saying")
    return [forms for forms in want.question.rest_words if not forms & spent]
