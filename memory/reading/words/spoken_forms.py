"""Pure: gives words of spoken German their written form: "ich trink" is read as "ich trinke", "grad" as "gerade".

Speech drops the last "e" beside "ich", and a recogniser prints what was said. Only what is read changes: spans, and so
the words that are stored, stay as they were said. A word that is finite as it stands is never changed.
"""

from __future__ import annotations

from dataclasses import replace

from memory.core.policy import KEPT_STEMS, MAX_ASIDE_WORDS, SAID_BEFORE_TOKENS
from memory.reading.words.closed_words import ClosedWords, load_closed_words
from memory.reading.words.everyday_words import load_everyday_words
from memory.reading.words.extra_words import load_extra_words
from memory.reading.words.given_names import is_given_name
from memory.reading.words.tokens import Token
from memory.reading.words.word_table import load_word_table
from memory.text.word_caches import cache_for_words

_SPEAKER = "ich"
_JUST = ("grad", "grade")


def without_talk_of_talk(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    """Drops what speaks of the talk alone: "haben wir gesagt" of "wann haben wir gesagt ist der ball", "falls jemand
    fragt".
    """
    words = load_closed_words("de")
    said = [token.text for token in tokens]
    for size in range(min(MAX_ASIDE_WORDS, len(said) - 1), 0, -1):
        if " ".join(said[-size:]) in words.sets["if_asked"]:
            return tokens[:-size]
    for at in range(len(said) - SAID_BEFORE_TOKENS - 1):
        helper, speaker, done, verb = said[at + 1 : at + 2 + SAID_BEFORE_TOKENS]
        asked = said[at] in words.questions and helper in words.have and speaker in words.nominative
        if asked and done in words.sets["said_in_question"] and _is_verb(verb, words):
            return tokens[: at + 1] + tokens[at + 1 + SAID_BEFORE_TOKENS :]
    return tokens


@cache_for_words(KEPT_STEMS)
def full_form(word: str) -> str:
    """Returns the form beside "ich" of which the last "e" was left out; empty where the word is none."""
    if len(word) < 3 or not word.isalpha() or _is_closed(word, load_closed_words("de")) or _is_finite(word):
        return ""
    shortened = (f"{word[:-2]}{word[-1]}e",) if word.endswith(("el", "er")) else ()
    return next((form for form in (f"{word}e", *shortened) if _is_finite(form)), "")


def as_written(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    """Returns the tokens with the written form of spoken ones."""
    words = load_closed_words("de")
    tokens = _with_plain_mornings(tokens, words)
    made = [
        replace(token, text="nee")
        if _takes_back(tokens, at, words)
        else replace(token, text="gerade")
        if token.text in _JUST and not _is_degree(tokens, at, words)
        else replace(token, text=_with_whole_prefix(token.text))
        for at, token in enumerate(tokens)
    ]
    for at, token in enumerate(made):
        if token.text == _SPEAKER:
            _complete_verb(made, at, words)
    _complete_shared(made, words)
    if _is_clipped(made, words):
        _complete(made, 0)
    return tuple(made)


@cache_for_words(KEPT_STEMS)
def _with_whole_prefix(word: str) -> str:
    """Returns "gehört" for the southern "ghört"; any other word as it is."""
    table, whole = load_word_table("de"), f"ge{word[1:]}"
    clipped = word[:1] == "g" and word.isalpha() and len(word) > 3 and word[1] not in "aeiouäöülnr"
    found = table.find(whole) if clipped and table.find(word) is None else None
    return whole if found is not None and found.verbs else word


def _with_plain_mornings(tokens: tuple[Token, ...], words: ClosedWords) -> tuple[Token, ...]:
    """Returns the tokens with "in der früh" as one "morgens"."""
    texts = [token.text for token in tokens]
    found = [at for at in range(len(texts) - 2) if texts[at : at + 2] == ["in", "der"]]
    at = next((at for at in found if texts[at + 2] in words.sets["in_the_morning"]), -1)
    if at < 0:
        return tokens
    return (*tokens[:at], replace(tokens[at + 2], text="morgens", start=tokens[at].start), *tokens[at + 3 :])


def _is_clipped(made: list[Token], words: ClosedWords) -> bool:
    """Says whether the first word is a verb that lost its "ich" and its "e": "wohn in gera"."""
    first, after = _text(made, 0), _text(made, 1)
    often = first in words.sets["clipped_often"] and after in words.sets["clipped_before"]
    return bool(after) and (first in words.sets["clipped_starts"] or often)


def _takes_back(tokens: tuple[Token, ...], at: int, words: ClosedWords) -> bool:
    """Says whether "ne" is a "nein" here and no "eine": "ach ne", "ne warte"."""
    if tokens[at].text != "eine" or tokens[at].end - tokens[at].start != len("ne"):
        return False
    before, after = tokens[at - 1].text if at else "", tokens[at + 1].text if at + 1 < len(tokens) else ""
    announced = (after,) in words.repairs.by_first.get(after, ()) or (after,) in words.weak_repairs.by_first.get(
        after, ()
    )
    announced = announced or ("nee", after) in words.fixes.by_first.get("nee", ())  # "ne halt"
    no_noun = words.subjects | words.possessives | words.prepositions | load_extra_words().vorfeld_adverbs
    if at == 0 and (after in no_noun or after in words.be):
        return True  # "ne jetzt kommt sie donnerstags", "ne er lernt posaune", "ne is richtig so"
    opening = at <= 2 or tokens[at - 2].text == "nein"
    return announced or (opening and before in words.sets["fillers"])


def _is_degree(tokens: tuple[Token, ...], at: int, words: ClosedWords) -> bool:
    before = tokens[at - 1].text if at else ""
    tens = load_extra_words().number_endings
    return before[:1].isdigit() or before in words.numbers or any(before.endswith(ending) for ending in tens)


def _is_finite(word: str) -> bool:
    found = load_word_table("de").find(word)
    known = found is not None and any(form == "f" for _, form in found.verbs)
    return known or any(word == f"{verb.removesuffix('n').removesuffix('e')}e" for verb in _regular())


def _regular() -> frozenset[str]:
    return load_extra_words().regular_verbs | load_everyday_words().verbs


def _is_closed(word: str, words: ClosedWords) -> bool:
    return (
        word in words.be
        or word in words.have
        or word in words.modals
        or word in words.subjects
        or word in words.objects
        or word in words.possessives
        or word in words.determiners
        or word in words.prepositions
        or word in words.negators
        or word in words.conjunctions
        or word in words.subordinators
        or word in words.questions
        or word in words.middle - {"halt"}
        or word in words.adverbs
    )


def _complete_verb(made: list[Token], at: int, words: ClosedWords) -> None:
    """Completes the verb of "ich" at `at`: after it, else before it, else at the end of a subordinate clause."""
    before, after = _text(made, at - 1), _text(made, at + 1)
    if before in words.subordinators | words.questions | words.relatives:
        _complete_last(made, at, words)
    elif not (_is_first_person(before, words) or _is_first_person(after, words)):
        inverted = full_form(before) and _text(made, at - 2) not in words.determiners | words.possessives
        _complete(made, at - 1 if inverted or not full_form(after) else at + 1)


def _complete_last(made: list[Token], at: int, words: ClosedWords) -> None:
    place = at + 1
    while place < len(made) and not made[place].is_stop and made[place].text not in words.conjunctions:
        if _is_verb(made[place].text, words):
            return
        place += 1
    _complete(made, place - 1)


def _complete_shared(made: list[Token], words: ClosedWords) -> None:
    """Completes the verb after "und" that shares an "ich" before it: "ich wohn in gera und arbeit in jena"."""
    told = False
    for at, token in enumerate(made):
        told = told or (token.text == _SPEAKER and at + 1 < len(made))
        if token.text not in ("und", "oder", "aber") or not told or not full_form(_text(made, at + 1)):
            continue
        if _is_shared_verb(_text(made, at + 1), _text(made, at + 2), words):
            _complete(made, at + 1)


def _is_shared_verb(verb: str, after: str, words: ClosedWords) -> bool:
    """Says whether a word behind "und" is a verb of the "ich" before it by the word that follows: "und les gern",
    "und spiel bratsche"; "spiel" alone is a noun.
    """
    found, following = load_word_table("de").find(verb), load_word_table("de").find(after)
    if not after or _is_verb(after, words):
        return False
    opens = words.prepositions | words.determiners | words.possessives | words.middle | words.objects | words.adverbs
    bids = found is None or any(form == "i" for _, form in found.verbs)
    thing = not _is_closed(after, words) and (following is None or following.usual in "nar")
    object_follows = bids and thing and after.isalpha() and not is_given_name(after)
    return after in opens or object_follows or (found is not None and found.usual == "v")


def _is_verb(word: str, words: ClosedWords) -> bool:
    if word in words.be or word in words.have or word in words.modals:
        return True
    return bool(word) and not _is_closed(word, words) and _is_finite(word)


def _is_first_person(word: str, words: ClosedWords) -> bool:
    """Says whether "ich" may be the subject of the verb here: "verkauft ich" it is not."""
    return _is_verb(word, words) and not word.endswith(("t", "st", "en"))


def _text(made: list[Token], at: int) -> str:
    return made[at].text if 0 <= at < len(made) else ""


def _complete(made: list[Token], at: int) -> None:
    if 0 <= at < len(made) and full_form(made[at].text):
        made[at] = replace(made[at], text=full_form(made[at].text))
