"""Pure: finds where a clause ends: before a conjunction with a clause, a question, or another clause."""

from __future__ import annotations

from memory.core.policy import MAX_ADDRESS_WORDS, MAX_SORT_WORDS
from memory.reading.grammar.clause_starts import (
    NOTHING,
    ORDER,
    QUESTION,
    SHARED,
    STATEMENT,
    starts_statement,
    what_starts,
)
from memory.reading.grammar.question_starts import starts_question
from memory.reading.grammar.run_ons import orders_beside, run_on
from memory.reading.grammar.subjects import find_verb
from memory.reading.words.line import Line


def clause_end(
    line: Line, at: int, lemma: str, *, ordered: bool, held: bool = False, asks: bool = False, either: bool = False
) -> tuple[int, int, int]:
    """Returns where the clause whose verb group ends at `at` ends, where the next begins, and what that is.

    `held`: the next clause belongs to it; `asks`: it asks for a part that may stand before its last preposition;
    `either`: it is a question, whose "or" names another answer: "am i left handed or right handed".
    """
    words, place = line.words, _told_person_end(line, at, lemma)
    hold = held or lemma in words.thinking or place > at
    while place < len(line):
        word = line.word(place)
        closing = line.length_of(words.closers, place) if place > at else 0
        if closing > 1 and line.is_stop(place + closing):
            place += closing  # "she's ninety would you believe"
            continue
        if place > at and _is_after_end(line, place):
            begun = ORDER if orders_beside(line, place) else what_starts(line, place, ordered=ordered)
            if begun in (ORDER, STATEMENT):
                return place, place, begun
        if word == ":" and (_announces(line, place) or _lists(line, place)):
            return len(line), len(line), NOTHING
        if line.is_stop(place):
            if word != ",":
                return place, place + 1, STATEMENT
            kind = what_starts(line, _after_conjunction(line, place + 1), ordered=ordered)
            if kind in (STATEMENT, QUESTION, ORDER) or (kind == SHARED and line.word(place + 1) in words.conjunctions):
                return place, _after_conjunction(line, place + 1), kind
        elif _counts_on(line, place) or _is_inside_range(line, place):
            pass  # "a hundred and ten wide", "between eight and one"
        elif _leaves_out(line, place) or _is_degree(line, place):
            pass  # "she won't eat anything but the salmon pouches", "it made me so hungry"
        elif (word in words.conjunctions or word in words.sets["fillers"]) and place > at - 1 and not hold:
            after = _after_conjunction(line, place)
            kind = what_starts(line, after, ordered=ordered)
            named = line.word(after) in words.nominative or line.word(after) in words.possessives
            other = either and line.is_in(place, "or") and kind in (SHARED, STATEMENT) and not named
            other = other or _joins_days(line, place, after)
            other = other or (ordered and kind in (STATEMENT, SHARED, ORDER) and _goes_on_listing(line, after))
            if kind and not other and not (kind == SHARED and lemma and lemma in _lemmas(line, after)):
                return place, after, kind
        elif place > at or not hold:
            related = either and line.is_in(place - 1, "open_heads")  # "is there anything tom shouldn't eat"
            kind = NOTHING if hold or related or _goes_on_asking(line, place) else run_on(line, place, at, asks=asks)
            if kind:
                return place, place, kind
        begin, held_before = place, hold
        hold, place = _hold_after(line, place, hold)
        at = place if held_before and not hold and place > begin + 1 else at  # the verb of the inner clause ends here
    return place, place, NOTHING


def _is_inside_range(line: Line, at: int) -> bool:
    """Says whether "and" stands between two numbers after "between": no clause begins with the second."""
    numbers = line.is_number(at - 1) and line.is_number(at + 1) and not line.is_number(at + 2)
    return line.is_in(at, "and") and numbers and any(line.is_in(at - back, "before_ranges") for back in (2, 3, 4))


def _goes_on_asking(line: Line, place: int) -> bool:
    """Says whether a question inside a request goes on here: "remind me how much | we spent", "... we said | we'd pay".

    It does behind its own words, and behind a verb of saying or deciding in it. What somebody has got follows as well.
    """
    if line.is_in(place - 1, "mains_of_have") and line.words.have.get(line.word(place - 2)):
        return True  # "because i've got | a mock exam"
    for at in range(place - 1, max(place - MAX_SORT_WORDS, 0), -1):
        if line.word(at) in line.words.questions and line.is_in(at - 1, "asked_of"):
            return line.is_in(place - 1, "saying_inside") or all(
                line.is_open(word) or line.is_in(word, "much_or_many") for word in range(at + 1, place)
            )
    return False


def _counts_on(line: Line, place: int) -> bool:
    """Says whether "and" stands inside a number: "a hundred and ten", "two thousand and four"."""
    whole = line.is_in(place, "and") and line.is_in(place - 1, "rounds") and line.is_number(place + 1)
    return whole and not line.is_in(place + 2, "is")


def _joins_days(line: Line, place: int, after: int) -> bool:
    """Says whether a word joins two days of every week: "shut mondays and tuesdays | it's busy on saturdays"."""
    return all(line.word(at) in line.words.days and line.word(at).endswith("s") for at in (place - 1, after))


def _goes_on_listing(line: Line, at: int) -> bool:
    """Says whether more things for a list follow: "add rosin and | gut strings to my shopping list"."""
    led = False
    for place in range(at, len(line)):
        if line.is_in(place, "listing"):
            return led
        if line.word(place) in line.words.nominative or line.is_auxiliary(place) or line.is_stop(place):
            return False
        led = led or line.is_in(place, "onto_list")
    return False


def _leaves_out(line: Line, place: int) -> bool:
    """Says whether "but" names an exception: "anything but fish", "no one but her"; a clause has its own subject."""
    if not line.is_in(place, "but"):
        return False
    after = line.word(place + 1)
    own = after in line.words.nominative or line.is_auxiliary(place + 1) or line.word(place + 2) in line.words.clitics
    heads = any(line.is_in(place - back, "whole_heads") for back in (1, 2))
    return heads and not own


def _is_degree(line: Line, place: int) -> bool:
    """Says whether "so" tells how much: before an adjective that stands alone."""
    alone = line.is_stop(place + 2) or line.word(place + 2) in line.words.conjunctions | {"that"}
    return line.is_in(place, "so") and line.usual(place + 1) == "a" and alone


def _is_after_end(line: Line, place: int) -> bool:
    """Says whether "any more" or "no longer" stands before: nothing of that clause follows it."""
    return any(line.length_of(line.words.over, place - size) == size for size in (1, 2, 3) if place >= size)


def _lemmas(line: Line, at: int) -> tuple[str, ...]:
    """Returns the verbs that the word may be: "I love the cheese and love theme" has the verb once."""
    found = line.form(line.skip_middle(at))
    return tuple(verb for verb, _ in found.verbs) if found and "n" in found.other + found.usual else ()


def _announces(line: Line, colon: int) -> bool:
    """Says whether what follows the colon is read aloud: "the note says: forget everything" is one clause."""
    found = line.form(colon - 1)
    return found is not None and any(
        lemma in line.words.reporting | line.words.sets["read_aloud"] for lemma, _ in found.verbs
    )


def _lists(line: Line, colon: int) -> bool:
    """Says whether things are listed after the colon: "a plan: a seat in front, printed slides, and a break"."""
    pauses = 0
    for place in range(colon + 1, len(line)):
        word = line.word(place)
        if word in line.words.nominative or line.is_auxiliary(place) or line.is_in(place, "is"):
            return False
        if line.is_stop(place) and word != ",":
            return pauses > 1 and place == len(line) - 1
        pauses += word == ","
    return pauses > 1


def _after_conjunction(line: Line, at: int) -> int:
    while (
        line.word(at) in line.words.conjunctions
        or line.is_in(at, "fillers")
        or (line.word(at) == "," and line.word(at + 1) in line.words.conjunctions)
    ):
        at += 1
    return at


def _told_person_end(line: Line, at: int, lemma: str) -> int:
    """Returns where the person ends to whom something is told or promised: "i promised my mum | i'd ring"; `at` for
    other words.
    """
    if lemma not in line.words.sets["told_somebody"]:
        return at
    place = at + (line.word(at) in line.words.possessives | line.words.determiners)
    while place < at + MAX_ADDRESS_WORDS and line.is_open(place) and not line.is_time(place):
        place += 1
    follows = line.word(place) in line.words.nominative and _complements(line, place)
    return place if follows and line.is_open(place - 1) else at


def _complements(line: Line, at: int) -> bool:
    """Says whether a clause that is the object of a verb of thinking begins here."""
    if not starts_statement(line, at):
        return False
    verb = find_verb(line, at)
    joined = any(line.word(place) in line.words.conjunctions for place in range(at, verb))
    return not joined or line.word(at) in line.words.possessives or line.word(at) in line.words.subjects


def _hold_after(line: Line, place: int, hold: bool) -> tuple[bool, int]:
    """Returns whether a clause that begins at the next position belongs to this one, and that position."""
    words, word = line.words, line.word(place)
    found = line.form(place)
    if hold and (_complements(line, place) or starts_question(line, place)):
        start = place + 1 if starts_question(line, place) and not starts_statement(line, place) else place
        asked = place + 1 if start > place and (line.is_auxiliary(place + 1) or line.is_in(place + 1, "is")) else place
        return False, max(find_verb(line, start), asked) + 1
    if hold:
        sorted_out = line.word(place - 1) in words.questions and line.is_open(place) and not line.is_auxiliary(place)
        passing = (
            sorted_out
            or word in words.objects
            or word in words.sets["content_openers"]
            or word in words.middle
            or word in words.questions
            or word in words.sets["not"]
            or (word in words.subordinators and starts_statement(line, place + 1))
        )
        return passing, place + 1
    if word in words.subordinators and (word not in words.questions or not starts_question(line, place)):
        return word not in words.sets["comparing"] or starts_statement(line, place + 1), place + 1
    thinks = found is not None and any(lemma in words.thinking for lemma, _ in found.verbs) and found.usual == "v"
    return thinks, place + 1
