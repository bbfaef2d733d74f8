"""Pure: leaves out of spoken English what only fills it, and gives dialect "me mum" its written "my".

Speech hesitates ("er"), says a small word twice ("the the dog") and fills gaps ("she's called like anna"), and a
recogniser prints all of it. Only what is read changes: spans, and so the words that are stored, stay as they were said.
"""

from __future__ import annotations

from dataclasses import replace

from memory.core.policy import MAX_REPEATED_WORDS, MAX_WORDS_BEFORE_NAMING
from memory.reading.words.closed_words import ClosedWords
from memory.reading.words.hesitant_speech import without_asides, without_false_starts
from memory.reading.words.meaning import load_meaning
from memory.reading.words.tokens import Token
from memory.reading.words.word_table import WordTable


def without_fillers(tokens: tuple[Token, ...], words: ClosedWords, table: WordTable) -> tuple[Token, ...]:
    """Returns the tokens that are meant; at least one is left of a text that has any."""
    started = without_false_starts(list(tokens), words)
    spoken = [token for token in started if token.text not in words.sets["hesitations"]] or list(tokens)
    spoken = without_asides(_without_doubled(spoken, words), words, table)
    kept = [token for at, token in enumerate(spoken) if not _only_fills(spoken, at, words, table)]
    kept = [_spelled(token, _written(kept, at, words, table)) for at, token in enumerate(kept)]
    return tuple(_with_naming(kept, words, table))


def _spelled(token: Token, text: str) -> Token:
    return token if token.text == text else replace(token, text=text)


def _written(tokens: list[Token], at: int, words: ClosedWords, table: WordTable) -> str:
    """Returns the written form of a small word of dialect: "my" for "me mum", "with" for "wi salt"."""
    word, before = tokens[at].text, tokens[at - 1].text if at else ""
    if word == "wi" and before not in words.determiners | words.possessives and at + 1 < len(tokens):
        return "wi" if tokens[at + 1].text == "fi" else "with"
    if word == "un" and before:
        found = table.find(before)
        return "one" if found is not None and "a" in found.usual + found.other else word
    if word == "'s" and before in words.questions and _asks_what_is_done(tokens, at, words, table):
        return "does"
    return "my" if _owns(tokens, at, words, table) else word


def _asks_what_is_done(tokens: list[Token], at: int, words: ClosedWords, table: WordTable) -> bool:
    """Says whether a bare verb follows a pronoun: "what's | he do", "where's | she live", but "what's she like"."""
    if (
        at + 2 >= len(tokens)
        or tokens[at + 1].text not in words.nominative
        or tokens[at + 2].text in words.sets["like"]
    ):
        return False
    found = table.find(tokens[at + 2].text)
    forms = {form for _, form in found.verbs} if found is not None else set()
    return found is not None and (found.usual == "v" or tokens[at + 2].text in words.do) and "b" in forms


def _with_naming(tokens: list[Token], words: ClosedWords, table: WordTable) -> list[Token]:
    """Writes "called" for what tells a name: "a joiner | name of | alf", "he goes | by the name of | alf"."""
    made: list[Token] = []
    at = 0
    while at < len(tokens):
        size = _naming_length(tokens, at, words, table)
        if size:
            made.append(Token("called", tokens[at].start, tokens[at + size - 1].end))
        else:
            made.append(tokens[at])
        at += size or 1
    return made


def _naming_length(tokens: list[Token], at: int, words: ClosedWords, table: WordTable) -> int:
    """Returns how many words here say no more than "called"; 0 where none do."""
    if tokens[at].text not in _NAMING_BEGINS:
        return 0
    before = tokens[at - 1].text if at else ""
    for phrase in _NAMING:
        end = at + len(phrase)
        if tuple(token.text for token in tokens[at:end]) != phrase or end >= len(tokens):
            continue
        after = tokens[end].text
        travels = phrase == ("by",) and (after in words.sets["conveyances"] or table.is_thing(after))
        if not before or travels or not _may_be_name(after, words, table):
            continue
        if _introduced(tokens, at, words) if phrase == ("name", "of") else len(phrase) > 1 or before in _GOES:
            return len(phrase)
    return 0


_NAMING = (("by", "the", "name", "of"), ("by", "name", "of"), ("name", "of"), ("by",))
_NAMING_BEGINS = frozenset(phrase[0] for phrase in _NAMING)
_GOES = ("goes", "go", "went")


def _introduced(tokens: list[Token], at: int, words: ClosedWords) -> bool:
    """Says whether somebody is told of with "a" just before: "a retired joiner name of alf"."""
    for back in range(2, MAX_WORDS_BEFORE_NAMING + 1):
        if at - back < 0 or tokens[at - back].text in words.possessives:
            return False
        if tokens[at - back].text in words.indefinite | words.numbers:
            return tokens[at - 1].text not in words.indefinite
    return False


def _may_be_name(word: str, words: ClosedWords, table: WordTable) -> bool:
    found = table.find(word)
    return word.isalpha() and not _is_closed(word, words) and (found is None or found.usual == "n")


def _is_closed(word: str, words: ClosedWords) -> bool:
    return (
        word in words.determiners
        or word in words.possessives
        or word in words.prepositions
        or word in words.subjects
        or word in words.objects
        or word in words.conjunctions
        or word in words.subordinators
        or word in words.middle
        or word in words.adverbs
    )


def _without_doubled(tokens: list[Token], words: ClosedWords) -> list[Token]:
    """Leaves out small words that are said again at once: "to the | to the vet's"."""
    made: list[Token] = []
    for token in tokens:
        made.append(token)
        for size in range(1, MAX_REPEATED_WORDS + 1):
            if len(made) < 2 * size or made[-1].text != made[-1 - size].text:
                continue
            last, before = made[-size:], made[-2 * size : -size]
            same = [each.text for each in last] == [each.text for each in before]
            if same and all(_is_small(each.text, words) for each in last):
                del made[-size:]
                break
    return made


def _is_small(word: str, words: ClosedWords) -> bool:
    return word != "that" and (
        word in words.determiners
        or word in words.possessives
        or word in words.prepositions
        or word in words.nominative
        or word in words.clitics
    )


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
    """Says whether "me" is "my": before a noun, at the beginning of a clause, after a preposition or behind "i"."""
    if tokens[at].text != "me" or at + 1 >= len(tokens):
        return False
    next_word = tokens[at + 1].text
    after, before = table.find(next_word), tokens[at - 1].text if at else ""
    if _names_time(next_word, words, table):
        return False
    begins = not before or tokens[at - 1].is_stop or before in words.conjunctions or before in words.subordinators
    led = before in words.prepositions and before not in ("to", "for")
    kin = next_word in load_meaning(words.language).roles  # "me dad", which no table has
    if kin or (after is not None and after.usual == "n"):
        return begins or led or before == "'s" or _has_speaker_before(tokens, at, words)
    if not next_word.isalpha() or _is_closed(next_word, words) or next_word in words.clitics:
        return False
    noun = after is None or (after.usual == "x" and "n" in after.other)
    return noun and (led or _has_speaker_before(tokens, at, words))


def _has_speaker_before(tokens: list[Token], at: int, words: ClosedWords) -> bool:
    """Says whether the subject is "i", which never acts on "me": "i take me porridge with salt"."""
    for place in range(at - 1, max(at - MAX_WORDS_BEFORE_NAMING - 1, -1), -1):
        word = tokens[place].text
        if tokens[place].is_stop or word in words.nominative:
            return word == "i" and place < at - 1
    return False


def _names_time(word: str, words: ClosedWords, table: WordTable) -> bool:
    return word in words.days or word in words.months or table.singular(word) in words.units
