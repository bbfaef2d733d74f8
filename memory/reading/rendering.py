"""Pure: says to a person what they said of themselves: "i live in lisbon" becomes "You live in lisbon".

Only the speaker's pronouns and the verb beside them change; every other word stays byte for byte. Whatever cannot be
turned safely has no rendering, and is quoted by whoever asked for it.
"""

from __future__ import annotations

import re

from memory.core.policy import KEPT_READINGS
from memory.reading.grammar.reader import line_of
from memory.reading.speakers.english import to_person_in_english
from memory.reading.speakers.german import to_person_in_german
from memory.reading.speakers.german_clauses import in_main_order
from memory.reading.speakers.person_words import load_person_words, relative_time_pattern, starts_with_capital
from memory.text.word_caches import cache_for_words

_LANGUAGES = {"en": to_person_in_english, "de": to_person_in_german}


_BIDS = re.compile(
    r"(?:please |bitte )?(?:(?:remember|don't forget|do not forget|note|merk dir|vergiss nicht)\b"
    r"|(?:don't|do not|never) [\w-]+ (?:[\w-]+ )?(?:me|us)\b)",
    re.IGNORECASE,
)
"""Words that bid something, "don't ring me before two": they are quoted."""


@cache_for_words(KEPT_READINGS)
def render_to_person(text: str, language: str) -> str | None:
    """Returns `text` as it is said to its speaker, without a stop at its end; None where it has to be quoted."""
    if _BIDS.match(text):
        return None
    render = _LANGUAGES.get(language)
    text = in_main_order(text) if language == "de" else text
    rendered = render(text) if render is not None else None
    return None if rendered is None else starts_with_capital(rendered)


def render_within_sentence(text: str, language: str = "en") -> str | None:
    """Returns it as `render_to_person` does, to stand inside a sentence: its first letter as it was said, or small."""
    turned = render_to_person(text, language)
    if turned is None or turned.split()[0] in text.split():
        return turned
    return turned[:1].lower() + turned[1:]


def names_speaker(text: str, language: str) -> bool:
    """Says whether a text has a word that stands for its speaker: "my", "i"."""
    pronouns = load_person_words(language)["pronouns"]
    return any(token.text in pronouns for token in line_of(text, language).tokens)


def has_relative_time(text: str, language: str) -> bool:
    """Says whether words such as "tomorrow" or "next week" make `text` false later, so that its day has to be told."""
    return language in _LANGUAGES and relative_time_pattern(language).search(text) is not None
