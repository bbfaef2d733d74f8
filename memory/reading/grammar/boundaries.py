"""Pure: finds where a clause ends: before a conjunction with a clause, a question, or another clause."""

from __future__ import annotations

from memory.core.policy import MAX_WORDS_TO_AUXILIARY
from memory.reading.grammar.subjects import find_verb, is_verbal_s
from memory.reading.words.line import Certainty, Line

NOTHING, STATEMENT, QUESTION, SHARED, ORDER = range(5)
"""What begins here: nothing, a clause with a subject, a question, a verb that shares the subject, a command."""


def starts_question(line: Line, at: int) -> bool:
    """Says whether an inverted question begins here: "what's my name", "where does tom live", "is she here"."""
    words, word = line.words, line.word(at)
    if word in words.prepositions and line.word(at + 1) in words.questions:
        at, word = at + 1, line.word(at + 1)
    if word in words.questions and line.is_in(at + 1, "of"):
        return _verb_within(line, at + 2) or any(
            line.finite(place) == Certainty.SURE for place in range(at + 2, at + 7)
        )
    if word in words.questions:
        return _inverted_after(line, at) or (
            at == 0 and word in words.sets["subject_questions"] and _verb_within(line, at)
        )
    if not line.is_auxiliary(at):
        return False
    after = at + 1
    if line.word(after) in words.negators:
        after += 1
        after = line.skip_middle(after)
        if (
            word in words.do
            and line.has_form(after, "b")
            and line.word(after) not in words.subjects
            and line.finite(after) == Certainty.SURE
        ):
            return False
    follower = line.word(after)
    if follower in words.subjects and follower not in words.sets["object_subjects"]:
        return True
    if word in words.do or (word in words.modals and word not in words.clitics):
        return follower in words.possessives or follower in words.sets["asked_about"] or _name_then_verb(line, after)
    return (
        follower in words.possessives
        or follower in words.sets["asked_whether"]
        or (follower not in words.clitics and line.is_open(after) and line.find_noun(after))
    )


def _inverted_after(line: Line, at: int) -> bool:
    """Says whether an auxiliary with its subject, or a verb, follows a question word and its sort."""
    words, question = line.words, line.word(at)
    for place in range(at + 1, at + 1 + MAX_WORDS_TO_AUXILIARY):
        word = line.word(place)
        if line.is_stop(place):
            return False
        if word in words.sets["is"] and (place == at + 1 or question in words.sets["sorting"]):
            return True
        if line.is_auxiliary(place) or word in words.sets["verb_clitics"]:
            return True
        if word in words.nominative or word in words.possessives or word in words.sets["noun_openers"]:
            return False
        if _asks_for_subject(line, question, place) and (question not in words.sets["whose"] or place > at + 1):
            return True
    return False


def _asks_for_subject(line: Line, question: str, place: int) -> bool:
    """Says whether the verb here has the question word as its subject: "who came", "what happened"."""
    sets = line.words.sets
    return (
        question in sets["noun_questions"]
        and bool(line.finite(place))
        and not auxiliary_follows(line, place)
        and (line.has_form(place, "sd") or question in sets["which"])
    )


def _verb_within(line: Line, at: int) -> bool:
    return any(line.is_auxiliary(place) for place in range(at + 1, at + 7))


def auxiliary_follows(line: Line, at: int) -> bool:
    """Says whether an auxiliary with a pronoun follows, so that this word is the sort that is asked for."""
    return any(line.is_auxiliary(place) and _opens_asked_subject(line, place + 1) for place in range(at + 1, at + 3))


def _opens_asked_subject(line: Line, at: int) -> bool:
    words, word = line.words, line.word(at)
    return word in words.nominative or word in words.possessives or word in words.sets["you_it_the"]


def _name_then_verb(line: Line, at: int) -> bool:
    """Says whether a name and a base verb follow "does": "does tom like fish"."""
    return line.is_open(at) and any(line.has_form(place, "b") for place in range(at + 1, at + 5))


def starts_statement(line: Line, at: int, *, run_on: bool = False) -> bool:
    """Says whether a clause with its own subject and finite verb begins here.

    Without a conjunction before it (`run_on`), only what can hardly be an object counts.
    """
    words, word = line.words, line.word(at)
    if line.is_stop(at) or word in words.conjunctions:
        return False
    verb = find_verb(line, at)
    if verb < 0:
        return False
    if not run_on or word in words.nominative:
        return True
    if word in words.subjects:
        return (
            line.is_auxiliary(verb)
            or is_verbal_s(line, verb)
            or line.word(verb) in words.clitics
            or (word in words.sets["run_on_subjects"] and line.finite(verb) == Certainty.SURE and verb <= at + 2)
        )
    sure = line.finite(verb) == Certainty.SURE or is_verbal_s(line, verb)
    if any(
        line.word(place) in words.conjunctions and line.word(place + 1) in words.subjects for place in range(at, verb)
    ):
        return False
    if word in words.possessives or word in words.sets["run_on_determiners"]:
        return sure
    return (
        sure
        and line.form(at) is None
        and verb <= at + 2
        and line.form(at - 1) is not None
        and line.usual(at - 1) != "a"
    )


def what_starts(line: Line, at: int, *, ordered: bool) -> int:
    """Returns what begins after a conjunction or a comma. `ordered`: the clause before is a command."""
    place = skip_openers(line, at)
    if starts_question(line, place):
        return QUESTION
    if starts_statement(line, place):
        return STATEMENT
    verb = line.skip_middle(place)
    if line.word(verb) in line.words.clitics:
        return NOTHING
    if line.finite(verb) and (
        line.is_auxiliary(verb) or line.has_form(verb, "sd") or (line.usual(verb) == "v" and line.has_form(verb, "b"))
    ):
        if ordered and line.has_form(verb, "b") and line.finite(verb) == Certainty.SURE:
            return ORDER
        if line.is_auxiliary(verb) or line.finite(verb) == Certainty.SURE:
            return SHARED
    return NOTHING


def skip_openers(line: Line, at: int) -> int:
    """Returns the position after words before a clause that are no part of it."""
    while True:
        length = line.length_of(line.words.openers, at)
        if line.is_stop(at) and at < len(line):
            length = 1
        if not length or _is_needed(line, at, length):
            return at
        at += length


def _is_needed(line: Line, at: int, length: int) -> bool:
    """Says whether the word here is no opener: "like" of "like tea", "right" of "right foot", "that's" of nothing."""
    word = line.word(at)
    after = line.word(at + length)
    if word in line.words.sets["open_openers"]:
        return not (
            line.is_auxiliary(at + length)
            or after in line.words.subjects
            or after in line.words.possessives
            or after in line.words.questions
            or line.is_stop(at + length)
            or after in line.words.sets["after_opener"]
        )
    return False


def clause_end(line: Line, at: int, lemma: str, *, ordered: bool, held: bool = False) -> tuple[int, int, int]:
    """Returns where the clause whose verb group ends at `at` ends, where the next begins, and what that is."""
    words, place = line.words, at
    hold = held or lemma in words.thinking
    while place < len(line):
        word = line.word(place)
        if word == ":" and _announces(line, place):
            return len(line), len(line), NOTHING
        if line.is_stop(place):
            if word != ",":
                return place, place + 1, STATEMENT
            kind = what_starts(line, _after_conjunction(line, place + 1), ordered=ordered)
            if kind in (STATEMENT, QUESTION, ORDER) or (kind == SHARED and line.word(place + 1) in words.conjunctions):
                return place, _after_conjunction(line, place + 1), kind
        elif word in words.conjunctions and place > at - 1 and not hold:
            after = _after_conjunction(line, place)
            kind = what_starts(line, after, ordered=ordered)
            if kind:
                return place, after, kind
        elif place > at or not hold:
            kind = _run_on(line, place, at, hold)
            if kind:
                return place, place, kind
        hold, place = _hold_after(line, place, hold)
    return place, place, NOTHING


def _announces(line: Line, colon: int) -> bool:
    """Says whether what follows the colon is read aloud: "the note says: forget everything" is one clause."""
    found = line.form(colon - 1)
    return found is not None and any(
        lemma in line.words.reporting | line.words.sets["read_aloud"] for lemma, _ in found.verbs
    )


def _after_conjunction(line: Line, at: int) -> int:
    while line.word(at) in line.words.conjunctions or (
        line.word(at) == "," and line.word(at + 1) in line.words.conjunctions
    ):
        at += 1
    return at


def _run_on(line: Line, place: int, at: int, hold: bool) -> int:
    """Returns what begins here without a conjunction before it."""
    if hold or (
        place == at
        and line.word(place) not in line.words.nominative | line.words.questions | line.words.sets["after_verb"]
    ):
        return NOTHING
    before, pronoun = line.word(place - 1), line.word(place) in line.words.nominative
    if before in line.words.possessives or (before in line.words.determiners and not pronoun):
        return NOTHING
    asking = line.word(place) in line.words.questions
    if before in line.words.prepositions and not ((pronoun or asking) and before in line.words.particles):
        return NOTHING
    if _orders_beside(line, place):
        return ORDER
    if line.length_of(line.words.openers, place) > 1 and what_starts(line, place, ordered=False) in (
        STATEMENT,
        QUESTION,
    ):
        return what_starts(line, place, ordered=False)
    closing = line.length_of(line.words.closers, place)
    if closing and line.is_stop(place + closing):
        return NOTHING
    if _opens_correction(line, place):
        return STATEMENT
    if starts_question(line, place) and _may_open_question(line, place):
        return QUESTION
    if starts_statement(line, place, run_on=True) and not _is_relative(line, place):
        return STATEMENT
    return NOTHING


def _orders_beside(line: Line, at: int) -> bool:
    """Says whether a command begins without a word between: "we've got butter take that off the list"."""
    return (
        line.word(at) in line.words.orders
        and line.word(at + 1) in line.words.objects | line.words.possessives | line.words.sets["ordered"]
        and line.word(at - 1) not in line.words.subjects | line.words.middle | line.words.sets["before_verb"]
        and not line.is_auxiliary(at - 1)
        and line.word(at - 1) not in line.words.clitics
    )


def _opens_correction(line: Line, at: int) -> bool:
    """Says whether a correction of several words, or "no" before a clause, begins here."""
    length = line.length_of(line.words.fixes, at)
    return length > 1 and what_starts(line, at + length, ordered=False) != NOTHING


def _may_open_question(line: Line, at: int) -> bool:
    """A question word after a verb of knowing is its object; an auxiliary needs a pronoun to open a question."""
    word = line.word(at)
    if word in line.words.questions:
        return (
            word not in line.words.sets["relative_questions"]
            or line.is_auxiliary(at + 1)
            or line.is_in(at + 1, "is")
            or (line.is_in(at, "which") and starts_question(line, at))
        )
    return (
        line.word(at + 1) in line.words.nominative
        or line.is_in(at + 1, "you_it_there")
        or (line.is_in(at, "asking_auxiliaries") and line.word(at + 1) in line.words.possessives)
    )


def _is_relative(line: Line, at: int) -> bool:
    """Says whether "we stayed at" only describes the noun before it: "the hotel we stayed at"."""
    if line.word(at) not in line.words.nominative and not line.is_in(at, "you_it"):
        return False
    back = at - 1
    if not line.is_open(back) or line.is_number(back):
        return back >= 0 and line.is_in(back, "before_relative")
    while back >= 0 and line.is_open(back):
        back -= 1
    if not line.is_in(back, "definite"):
        return False
    verb = find_verb(line, at)
    after = verb + 1
    clitic = line.word(verb).startswith("'")
    if clitic and line.has_form(after, "gn") and line.is_stop(after + 1):
        return True
    return not clitic and (
        line.is_stop(after)
        or (not line.is_open(after) and line.word(after) not in line.words.possessives | line.words.determiners)
    )


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
        return False, max(find_verb(line, start), place) + 1
    if hold:
        sorted_out = line.word(place - 1) in words.questions and line.is_open(place) and not line.is_auxiliary(place)
        passing = (
            sorted_out
            or word in words.objects
            or word in words.sets["content_openers"]
            or word in words.middle
            or word in words.questions
            or word in words.sets["not"]
        )
        return passing, place + 1
    if word in words.subordinators and (word not in words.questions or not starts_question(line, place)):
        return word not in words.sets["comparing"] or starts_statement(line, place + 1), place + 1
    thinks = found is not None and any(lemma in words.thinking for lemma, _ in found.verbs) and found.usual == "v"
    return thinks, place + 1
