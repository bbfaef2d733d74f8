"""Pure: leaves out of an English sentence what a speaker says while looking for words, and marks where they go on.

"My sister she's called ann" has its subject twice, "it's um the vet is at two" begins twice, and "you know the tall
one" only helps to find somebody. Only what is read changes: spans, and so the words that are stored, stay as said.
"""

from __future__ import annotations

from functools import cache

from memory.core.policy import MAX_ASIDE_WORDS, MAX_WORDS_BEFORE_PRONOUN
from memory.reading.words.closed_words import ClosedWords
from memory.reading.words.meaning import load_meaning
from memory.reading.words.tokens import Token
from memory.reading.words.word_table import WordTable


def without_false_starts(tokens: list[Token], words: ClosedWords) -> list[Token]:
    """Leaves out "it's um" before a clause with a subject of its own: "it's um | rehearsals are on mondays"."""
    made: list[Token] = []
    at = 0
    while at < len(tokens):
        pointing = tokens[at].text in words.sets["false_starts"]
        linked = at + 2 < len(tokens) and tokens[at + 1].text in words.sets["linking"]
        if (
            pointing
            and linked
            and tokens[at + 2].text in words.sets["hesitations"]
            and _has_own_verb(tokens, at + 3, words)
        ):
            at += 3
            continue
        made.append(tokens[at])
        at += 1
    return made


def _has_own_verb(tokens: list[Token], at: int, words: ClosedWords) -> bool:
    """Says whether a subject with "is" or the like begins here: "rehearsals are", "the vet's at two"."""
    near, verbs = tokens[at : at + 4], words.sets["linking"] | frozenset(words.do)
    verb = next((place for place, token in enumerate(near) if token.text in verbs), 0)
    return verb > 0 and all(token.text not in words.prepositions and not token.is_stop for token in near[:verb])


def without_asides(tokens: list[Token], words: ClosedWords, table: WordTable) -> list[Token]:
    """Leaves out asides inside a sentence, and puts a stop where the speaker goes on after one."""
    made: list[Token] = []
    at, first = 0, _first_words(*(words.sets[name] for name in _ASIDES))
    while at < len(tokens):
        size, stops = _aside(tokens, at, words) if tokens[at].text in first else (0, False)
        made += [Token(",", tokens[at].start, tokens[at].start)] if stops else []
        if size:
            at += size
        else:
            made.append(tokens[at])
            at += 1
    made = _without_doubled_days(made, words)
    return _without_second_subject(made, words, table) if made else tokens


def _aside(tokens: list[Token], at: int, words: ClosedWords) -> tuple[int, bool]:
    """Returns how many words here only accompany what is said, and whether another clause may follow them."""
    said = tuple(token.text for token in tokens[at : at + MAX_ASIDE_WORDS])
    if (size := _length_in(said, words.sets["if_asked"])) and size < len(tokens):
        return size, at > 0
    if not at:
        return 0, False
    before, sets = tokens[at - 1].text, words.sets
    goes_on = tokens[at + 1].text if at + 1 < len(tokens) else ""
    had = before in words.have
    if _length_in(said, sets["shrugs"]) and not (before in words.prepositions or had or tokens[at - 1].is_stop):
        return 0, True
    if said[0] in sets["coming_back"] and goes_on in words.nominative | words.possessives | words.determiners:
        return 1, True
    if (size := _length_in(said, sets["blessings"])) and at + size < len(tokens):
        return size, tokens[at + size].text not in words.nominative
    known = _length_in(said, sets["assent_asked"])
    if known and before not in sets["before_you_know"] and said[known:]:
        return _said_again(tokens, at, known) or _pointed_out(tokens, at + known, words), False
    if said[0] in sets["before_said_again"] and (size := _said_again(tokens, at, 1)):
        return size, False
    if (size := _length_in(said, sets["own_assent"])) and at + size < len(tokens):
        return size, False
    size = _length_in(said, sets["blame"]) if had or before in words.clitics else 0
    after = said[size] if size < len(said) else ""
    anew = after in words.subjects or after in words.possessives or after in words.determiners
    return (0 if anew else size), False  # "he's gone and lost it", but "tom's gone and it's rosa now"


def _length_in(said: tuple[str, ...], phrases: frozenset[str]) -> int:
    """Returns the length of the longest phrase that words begin with; 0 without one."""
    if not said or said[0] not in _beginnings(phrases):
        return 0
    return next((size for size in range(len(said), 0, -1) if " ".join(said[:size]) in phrases), 0)


_ASIDES = ["if_asked", "shrugs", "coming_back", "blessings", "assent_asked", "before_said_again", "own_assent", "blame"]
"""The sets with one of whose phrases an aside begins."""


@cache
def _first_words(*sets: frozenset[str]) -> frozenset[str]:
    """Returns the first word of each phrase of several sets."""
    return frozenset[str]().union(*map(_beginnings, sets))


@cache
def _beginnings(phrases: frozenset[str]) -> frozenset[str]:
    """Returns the first word of each phrase: few words of an utterance begin one."""
    return frozenset(phrase.split(" ")[0] for phrase in phrases)


def _said_again(tokens: list[Token], at: int, filler: int) -> int:
    """Returns the length of a filler with the words before it again: "my boss | right my boss | he's off"; else 0."""
    for size in (3, 2, 1):
        before, after = tokens[at - size : at], tokens[at + filler : at + filler + size]
        if len(before) == size and [one.text for one in before] == [one.text for one in after]:
            return filler + size if at + filler + size < len(tokens) else 0
    return 0


def _pointed_out(tokens: list[Token], at: int, words: ClosedWords) -> int:
    """Returns the length of "you know", with "the tall one" behind it."""
    end, heads = at, words.sets["pointed_out"]
    if end < len(tokens) and tokens[end].text in words.sets["pointing_out"]:
        end += 1
        while end < min(at + 4, len(tokens)) and tokens[end].text not in heads:
            if tokens[end].is_stop or tokens[end].text in words.nominative:
                return 2
            end += 1
        pointed = end < len(tokens) and tokens[end].text in heads and end > at + 1
        return end + 1 - (at - 2) if pointed else 2
    return 2


def _without_doubled_days(tokens: list[Token], words: ClosedWords) -> list[Token]:
    """Leaves out a day that is said again at once: "wednesdays wednesdays at seven"."""
    return [
        token
        for at, token in enumerate(tokens)
        if not (at and token.text in words.days and tokens[at - 1].text == token.text)
    ]


def _without_second_subject(tokens: list[Token], words: ClosedWords, table: WordTable) -> list[Token]:
    """Leaves out the pronoun after its own subject: "my sister | she | lives in hull", "the vet | he | 's ill"."""
    made: list[Token] = []
    begin = 0
    for at, token in enumerate(tokens):
        if token.is_stop or token.text in words.conjunctions or token.text in words.sets["hesitations"]:
            begin = at + 1
        elif begin < at <= begin + MAX_WORDS_BEFORE_PRONOUN and token.text in ("he", "she", "they", "it"):
            first = _after_opener(tokens, begin, at, words)
            if _is_subject_of(tokens, first, at, words, table) and _goes_on_with_verb(tokens, at + 1, words, table):
                continue
        made.append(token)
    return made


def _after_opener(tokens: list[Token], begin: int, at: int, words: ClosedWords) -> int:
    """Returns where a subject begins after "well", "so yeah" or "correction"."""
    while begin < at:
        said = tuple(token.text for token in tokens[begin:at])
        openers = [*words.openers.by_first.get(said[0], ()), *words.repairs.by_first.get(said[0], ())]
        size = max((len(each) for each in openers if said[: len(each)] == each), default=0)
        if not size:
            break
        begin += size
    return begin


def _is_subject_of(tokens: list[Token], first: int, at: int, words: ClosedWords, table: WordTable) -> bool:
    """Says whether the words are one phrase for whom the pronoun means: "my nephew caleb" for "he"."""
    spoken = [token.text for token in tokens[first:at]]
    if len(spoken) > 2 and spoken[-2] == "of" and spoken[-1] in ("ours", "mine"):
        spoken = spoken[:-2]  # "that neighbour of ours she's a cook"
    if not spoken:
        return False
    meaning = load_meaning("en")
    owned = spoken[0] in words.possessives | words.sets["pointing_out"]
    nouns = spoken[1:] if owned else spoken
    if not nouns or len(nouns) > (3 if owned else 2):
        return False
    closed = words.determiners | words.prepositions | words.adverbs | words.middle | words.subordinators | words.objects
    helpers = (words.be, words.have, words.do, words.modals, words.clitics)
    if any(word in closed or any(word in each for each in helpers) or _is_verb(word, table) for word in nouns):
        return False
    roles = {meaning.roles[word] for word in nouns if word in meaning.roles} - meaning.bodies
    named = nouns[-1] in meaning.set_of("first_names") or table.find(nouns[-1]) is None
    if tokens[at].text == "it":
        return owned and not any(meaning.is_person(role) for role in roles) and table.singular(nouns[-1]) == nouns[-1]
    if tokens[at].text == "they":
        single = table.singular(nouns[-1])
        return single != nouns[-1] and owned and (single in meaning.roles)
    sex = meaning.male if tokens[at].text == "she" else meaning.female
    known = bool(roles) or (named and not table.is_thing(nouns[-1]) and (not owned or len(nouns) > 1))
    return known and not roles & sex and table.singular(nouns[-1]) == nouns[-1]


def _is_verb(word: str, table: WordTable) -> bool:
    found = table.find(word)
    return found is not None and found.usual == "v"


def _goes_on_with_verb(tokens: list[Token], at: int, words: ClosedWords, table: WordTable) -> bool:
    """Says whether the verb of the clause follows, and no clause about the one named: "the vet she likes is off"."""
    if at + 1 >= len(tokens):
        return False
    word, after = tokens[at].text, tokens[at + 1].text
    helper = word in words.clitics or word in words.be or word in words.have or word in words.do or word in words.modals
    found = table.find(word)
    finite = found is not None and found.usual == "v" and any(form in "sd" for _, form in found.verbs)
    follows = table.find(after)
    verb_again = (
        after in words.be
        or after in words.clitics
        or (
            follows is not None
            and follows.usual == "v"
            and not helper
            and any(form in "sd" for _, form in follows.verbs)
        )
    )
    return (helper or finite) and not (verb_again and not helper)
