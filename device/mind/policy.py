"""Pure: the limits of a mind, with their units in the names and their reasons."""

from __future__ import annotations

MIND_FIRST_S = 8.0
"""The time to its first sentence; then the answer without it is said. A silence of more is taken for a failure."""
MIND_WHOLE_S = 40.0
"""The time of a whole reply; what was not said by then is left out."""
MAX_MIND_SENTENCES = 6
"""So many sentences are a spoken answer; more is a lecture."""
MAX_MIND_SENTENCE_CHARS = 300
"""A longer sentence of a mind is no sentence, and is left out."""
MAX_MIND_REPLY_CHARS = 8_000
"""A reply of more is a model that does not end."""
MAX_MIND_NUMBER_DIGITS = 100
"""A longer run of digits is neither the number of a fact nor a number that is spoken."""
MAX_MIND_TALK_TURNS, KEPT_MIND_TALK_TURNS = 8, 4
"""How many turns with a mind it is shown again. When they are too many, all but the last few go at once, so that the
beginning of its prompt stays the same in the turns between.
"""
MAX_OPINIONS = 3
"""So many facts of one turn are kept by a second opinion: what nobody can read seldom tells more."""
MIN_RETOLD_STEMS = 2
"""So many words of a memory, a name among them, tell it in other words."""
MIN_NAME_INSIDE, MIN_NAME_BEFORE_ENDING, MAX_ENDING = 4, 3, 3
"""The letters of a name that is hidden inside a word, of one that is hidden before an ending, and of an ending."""
MAX_UNSHOWN_MEMORIES = 20
"""So many memories with a word of what was said are searched for names that do not leave the device."""
MAX_CLAIM_WORDS = 3
"""A sentence of so few words with one for a deed claims it: "done", "got it, remembered"."""
