"""Pure: leaves out of spoken English what only fills it, and gives dialect "me mum" its written "my".

Speech hesitates ("er"), says a small word twice ("the the dog") and fills gaps ("she's called like anna"), and a
recogniser prints all of it. Only what is read changes: spans, and so the words that are stored, stay as they were said.
"""

from __future__ import annotations

from dataclasses import replace

from memory.core.policy import MAX_REPEATED_WORDS
from memory.reading.words.closed_words import ClosedWords
from memory.reading.words.tokens import Token
from memory.reading.words.word_table import WordTable

_HESITATIONS = frozenset(("er", "erm", "um", "umm", "uh", "uhm", "ehm"))


def without_fillers(tokens: tuple[Token, ...], words: ClosedWords, table: WordTable) -> tuple[Token, ...]:
    """Returns the tokens that are meant; at least one is left of a text that has any."""
    spoken = [token for token in tokens if token.text not in _HESITATIONS] or list(tokens)
    spoken = _without_doubled(spoken, words)
    kept = [token for at, token in enumerate(spoken) if not _only_fills(spoken, at, words, table)]
    return tuple(replace(token, text="my") if _owns(kept, at, words, table) else token for at, token in enumerate(kept))


def _without_doubled(tokens: list[Token], words: ClosedWords) -> list[Token]:
    """Leaves out small words that are said again at once: "to the | to the vet's"."""
    made: list[Token] = []
    for token in tokens:
        made.append(token)
        for size in range(1, MAX_REPEATED_WORDS + 1):
            last, before = made[-size:], made[-2 * size : -size]
            same = [each.text for each in last] == [each.text for each in before]
            if same and all(_is_small(each.text, words) for each in last):
                del made[-size:]
                break
    return made


def _is_small(word: str, words: ClosedWords) -> bool:
    return word in words.determiners | words.possessives | words.prepositions | words.nominative and word != "that"


def _only_fills(tokens: list[Token], at: int, words: ClosedWords, table: WordTable) -> bool:
    """Says whether "like" or "yeah" inside a sentence says nothing: "called like anna", "my tutor yeah she's"."""
    if not 0 < at < len(tokens) - 1:
        return False
    word, before, after = tokens[at].text, tokens[at - 1].text, tokens[at + 1].text
    if word == "yeah":
        return not tokens[at - 1].is_stop and before not in words.conjunctions and after in words.nominative
    if word != "like":
        return False
    counted = after in words.numbers and (before in words.be or before in ("'s", "'m", "'re"))
    found = table.find(before) if before not in words.clitics else None
    describes = found is not None and (found.usual == "a" or (found.usual == "x" and "a" in found.other))
    placed = after in words.prepositions and describes and before not in words.modals  # "due like on the twentieth"
    return before in words.sets["naming"] or counted or placed


def _owns(tokens: list[Token], at: int, words: ClosedWords, table: WordTable) -> bool:
    """Says whether "me" is "my": before a noun, at the beginning of a clause or after a preposition."""
    if tokens[at].text != "me" or at + 1 >= len(tokens):
        return False
    after = table.find(tokens[at + 1].text)
    if after is None or after.usual != "n" or _names_time(tokens[at + 1].text, words, table):
        return False
    before = tokens[at - 1].text if at else ""
    begins = not before or tokens[at - 1].is_stop or before in words.conjunctions or before in words.subordinators
    return begins or (before in words.prepositions and before not in ("to", "for")) or before == "'s"


def _names_time(word: str, words: ClosedWords, table: WordTable) -> bool:
    return word in words.days or word in words.months or table.singular(word) in words.units
