"""Pure: the limits within which answers are weighed; the weights are learned (`memory/languages/answers_*.tsv`)."""

from __future__ import annotations

from collections.abc import Mapping

LETTERS_OF_A_PART, LETTERS_OF_A_SHORT_PART = 5, 4
"""Letters that two words must share to be parts of each other, and those of a short word that begins a longer one."""
KEPT_LINKS = 4_096
"""Words whose links are kept."""
MAX_SIBLINGS = 80
"""Things of a kind, the most frequent, of which two are told apart."""
RARE_WORD = 3
"""How rare a word is that the table of frequent words does not have, from 0."""
VERB_RARITY = 2
"""How rare a verb is at least that names a deed: "go" and "have" name none."""
MAX_COUNT = 4
"""So often a sign counts at most."""
FEW_WORDS = 2
"""Words that say something, from which on a question has many."""
TOLD_AGES = (1, 2, 4, 10)
"""Turns of telling ago, where an age of a fact ends."""
WORDS_A_LENGTH, MAX_LENGTH = 6, 4
"""Words from one length of a fact to the next, and the number of the longest."""
SHORT_QUESTION_WORDS = 4
"""Words of a question that may only follow another one: "and when"."""
MAX_LATEST_FACTS = 24
"""Facts, the latest told, that are weighed whatever their words."""
MAX_WHOLE_TURNS = 8
"""Turns of the session, the latest, that are weighed whole where no fact was made of them."""
SUBJECT_WORDS = 4
"""Words at the beginning of a fact that show whom it is about."""
SPOKEN_OF_TURNS = 3
"""Turns of which the last that mentions a fact says what is spoken of."""
MAX_WEIGHED_ANSWERS = 2
"""Facts that are told at most."""
ENOUGH_MARGIN = 50
"""By how much the best fact must be likelier than that none answers, in hundredths of a logit, if it has all that the
question names."""
ENOUGH_WITHOUT_A_WORD = 150
"""The same for a fact that lacks something which the question names."""
SECOND_MARGIN = 150
"""So much less likely than the best the second may be."""
MAX_TOLD_WHOLE_WORDS, FILLER_WORDS = 24, 2
"""Words of a turn that is quoted whole instead of the fact made of it, and words that a fact may have less."""
NEW_WORD = "new word"
"""A part that a fact has which holds a word that may be a name."""
NEEDED_PARTS: Mapping[str, tuple[str, ...]] = {
    "time": ("number", "time"),
    "amount": ("counted", "money"),
    "count": ("counted",),
    "length": ("number", "time"),
    "often": ("number", "time"),
    "age": ("number",),
    "far": ("number",),
    "when": ("number", "time"),
    "colour": ("colour",),
    "number": ("number",),
    "where": ("placed",),
    "name": ("name", NEW_WORD),
}
"""The parts of which a fact, or its turn, needs one to answer a kind of question at all; of other kinds none."""
NEEDS_ALL_NAMED = frozenset({"where", "age", "colour"})
"""Kinds of questions that no fact answers which lacks something named: of a phone the place of a van tells nothing."""
