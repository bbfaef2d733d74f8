"""Pure: says whether a question in the order of questions begins at a word: "what's my name", "is she here"."""

from __future__ import annotations

from dataclasses import replace

from memory.core.policy import MAX_SORT_WORDS
from memory.reading.grammar.clause import Act, ActKind, Clause, Gap
from memory.reading.words.line import Certainty, Line


def starts_question(line: Line, at: int) -> bool:
    """Says whether an inverted question begins here: "what's my name", "where does tom live", "is she here"."""
    words, word = line.words, line.word(at)
    if word in words.prepositions and line.word(at + 1) in words.questions:
        if at and line.is_in(at, "closing_particles"):
            return False  # "i've locked myself out | where's the spare key"
        at, word = at + 1, line.word(at + 1)
    counted = word in words.questions and line.word(at + 1) in words.degrees and line.is_in(at + 2, "of")
    if counted and not line.is_in(at - 1, "asking"):
        sure = any(line.finite(place) == Certainty.SURE for place in range(at + 3, at + 8))
        return sure or _verb_within(line, at + 2)  # "how many of my hens lay", "how many of the boys are away"
    if at == 0 and word in words.questions and _names_group(line):
        return any(line.finite(place) == Certainty.SURE for place in range(2, MAX_SORT_WORDS + 2))
    if word in words.questions and line.is_in(at + 1, "of"):
        return _verb_within(line, at + 2) or any(
            line.finite(place) == Certainty.SURE for place in range(at + 2, at + 7)
        )
    if (
        at == 0
        and line.is_in(at + 1, "counted_or_weighed")
        and word in words.questions
        and _counts_subject(line, at + 2)
    ):
        return True
    if word in words.questions:
        return _inverted_after(line, at) or (
            at == 0 and word in words.sets["subject_questions"] and _verb_within(line, at)
        )
    return line.is_auxiliary(at) and not had_done(line, at) and _inverts(line, at)


def _counts_subject(line: Line, at: int) -> bool:
    """Says whether what is counted does something: "how much flour | goes in the bread", but "how much i owe him"."""
    verb = at + 1
    while (
        line.is_open(verb)
        and verb < at + MAX_SORT_WORDS
        and not (line.has_form(verb, "bsd") and line.usual(verb) == "v")
    ):
        verb += 1
    return line.is_open(at) and line.is_open(verb) and line.has_form(verb, "bsd") and line.usual(verb) == "v"


def _inverts(line: Line, at: int) -> bool:
    """Says whether the auxiliary here stands before its subject."""
    words, word = line.words, line.word(at)
    after = at + 1
    if line.word(after) in words.negators:
        after += 1
        after = line.skip_middle(after)
        if _denies_without_subject(line, at, after):
            return False
    follower = line.word(after)
    if word in words.do and line.has_form(after, "b") and line.is_in(after + 1, "told_to"):
        return False  # "do call me dolly"
    if follower in words.subjects and follower not in words.sets["object_subjects"]:
        return True
    if line.is_in(after, "there_be") and word in words.modals and line.has_form(after + 1, "b"):
        return True  # "will there be frost"
    if _does_something(line, at):
        return False  # "i teach piano and | do the accounts for the parish"
    if word in words.do or (word in words.modals and word not in words.clitics):
        return follower in words.possessives or follower in words.sets["asked_about"] or _name_then_verb(line, after)
    return (
        follower in words.possessives
        or follower in words.sets["asked_whether"]
        or (line.is_number(after) and line.is_in(after + 1, "of"))  # "is one of them called rex"
        or (
            follower not in words.clitics
            and line.is_open(after)
            and line.find_noun(after)
            and not _tells_age(line, after)
        )
    )


def _names_group(line: Line) -> bool:
    """Says whether a question word is followed by those among whom is asked: "who in my family", "how many people in my
    family".
    """
    counted = line.word(1) in line.words.degrees
    place = 3 if counted else 1
    if not counted and line.words.gaps[line.word(0)] not in (Gap.WHO.value, Gap.WHICH.value):
        return False  # "what with my back hurting"
    return line.word(place) in line.words.prepositions and line.word(place + 1) in line.words.possessives


def _denies_without_subject(line: Line, at: int, after: int) -> bool:
    """Says whether a denied verb has no subject: "don't mention the box", "can't stand that noise"."""
    words, word = line.words, line.word(at)
    if word in words.do and line.is_in(after, "bidden_not"):
        return True
    bare = line.has_form(after, "b") and line.word(after) not in words.subjects
    return bare and line.finite(after) == Certainty.SURE and (word in words.do or word in words.modals)


def had_done(line: Line, at: int) -> bool:
    """Says whether the speaker left out "I" before "had" and a thing: "had my hair cut", "had a fall"."""
    owned = line.word(at + 1) in line.words.possessives | line.words.indefinite or line.is_in(
        at + 1, "definite_article"
    )
    return line.words.have.get(line.word(at)) == "d" and owned and line.word(len(line) - 1) != "?"


def _tells_age(line: Line, at: int) -> bool:
    """Says whether a number alone follows "is": "my aunt lives in york and is 80", "and is 80 years old"."""
    after = line.table.singular(line.word(at + 1))
    ends = line.is_stop(at + 1) or after in line.words.units or line.word(at + 1) in line.words.conjunctions
    return line.is_number(at) and ends


def _does_something(line: Line, at: int) -> bool:
    """Says whether "do" is the verb itself, since no other follows its noun phrase: "do the accounts", "do my hair"."""
    owned = line.word(at + 1) in line.words.determiners | line.words.possessives
    if not (owned and line.word(at) in line.words.do and line.has_form(at, "b")):
        return False
    end = at + 1
    while end < len(line) and not line.is_stop(end) and not (line.is_in(end, "and_or") and line.finite(end + 1)):
        end += 1
    return not any(line.has_form(place, "b") and line.finite(place) for place in range(at + 3, end))


def _inverted_after(line: Line, at: int) -> bool:
    """Says whether an auxiliary with its subject, or a verb, follows a question word and its sort."""
    words, question = line.words, line.word(at)
    if not _may_have_sort(line, at):
        place = _after_fillers(line, at + 1)
        return _opens_verb(line, place) or (
            question in words.sets["noun_questions"] and _asks_for_subject(line, question, place)
        )
    for place in range(at + 1, at + 1 + MAX_SORT_WORDS):
        word = line.word(place)
        if line.is_stop(place):
            return False
        if word in words.indefinite and line.word(place + 1) in words.units and _opens_verb(line, place + 2):
            return True  # "how many days a week do i work"
        part = (
            line.is_in(place, "of")
            and line.word(place + 1) in words.determiners
            and line.word(place + 2) in words.units
        )
        if part and _opens_verb(line, place + 3):
            return True  # "what day of the month does the rent go out"
        if word in words.sets["is"] and (place == at + 1 or question in words.sets["sorting"]):
            return True
        if _opens_verb(line, place) and word not in words.sets["is"]:
            return True
        if word in words.nominative or word in words.possessives or word in words.sets["noun_openers"]:
            return False
        if _asks_for_subject(line, question, place) and (question not in words.sets["whose"] or place > at + 1):
            return True
    return False


def _may_have_sort(line: Line, at: int) -> bool:
    """Says whether words may stand between the question word and its verb: "what food", "how tall", "which of them"."""
    if line.is_in(at, "how"):
        after = line.word(at + 1)
        return after in line.words.degrees or (line.usual(at + 1) in "ar" and line.is_open(at + 1))
    return not line.is_in(at, "sortless_questions")


def _after_fillers(line: Line, at: int) -> int:
    """Skips "exactly", "else" and adverbs after a question word."""
    while line.is_in(at, "question_fillers") or line.word(at) in line.words.middle:
        at += 1
    return at


def _opens_verb(line: Line, at: int) -> bool:
    return line.is_auxiliary(at) or line.is_in(at, "is") or line.is_in(at, "verb_clitics")


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


def gap_at_end(line: Line, clause: Clause, end: int) -> Gap | None:
    """Returns what a clause in the order of a statement asks at its end: "and her lodger's called what", "my car is
    red?", the last words of a turn; None of one that tells.
    """
    last = clause.last - 1
    knows = clause.lemma in line.words.thinking | line.words.sets["asking"] or line.is_in(clause.subject[0], "you")
    asks = line.word(last) in line.words.gaps and last >= max(clause.rest, 0) and line.is_stop(clause.last)
    if asks and not knows and line.word(last - 1) not in line.words.conjunctions:
        return Gap(line.words.gaps[line.word(end - 1)])
    return Gap.NONE if line.word(end) == "?" and end == len(line) - 1 else None


def asked_by_mark(acts: tuple[Act, ...], line: Line) -> tuple[Act, ...]:
    """Returns the acts of a turn, the last as a question where it is one by its mark: "mein auto ist rot, oder?"."""
    last = acts[-1] if acts else None
    if last is None or last.kind is not ActKind.TELL or line.word(len(line) - 1) != "?":
        return acts
    end = line.tokens[len(line) - 1].end
    return (*acts[:-1], replace(last, kind=ActKind.ASK, end=end, clause=replace(last.clause, asks=Gap.NONE)))


def is_tag(line: Line, clause: Clause) -> bool:
    """Says whether a question only asks whether the clause before it is so: "haven't i", "does she"."""
    after = clause.verb + 1
    after += line.word(after) in line.words.negators
    spoken_of = line.word(after) in line.words.subjects
    return clause.verb == clause.first and line.is_auxiliary(clause.verb) and spoken_of and after == clause.last - 1


def after_topic(line: Line, first: int) -> int:
    """Returns where the question begins behind those whom it asks about: "my sister | where does she live"; `first`
    where nobody is named so, and where the question has no pronoun for them.
    """
    words, place = line.words, first + (line.word(first) in line.words.possessives | line.words.determiners)
    while place < first + MAX_SORT_WORDS and line.finite(place) != Certainty.SURE:
        if not line.is_open(place) and not (line.is_in(place, "and") and place > first):
            break
        place += 1
    named = place > first and line.is_open(place - 1) and not line.is_stop(place)
    if not named or line.word(place) not in words.questions or not starts_question(line, place):
        return first
    pointing = any(line.word(at) in words.third for at in range(place + 1, min(place + MAX_SORT_WORDS, len(line))))
    asked = any(_opens_verb(line, at) for at in range(place + 1, min(place + MAX_SORT_WORDS, len(line))))
    return place if pointing and asked else first


def has_only_object(line: Line, at: int) -> bool:
    """Says whether a thing and no verb stands behind "has" or "does": "tom has the car | anna has the bike"."""
    noun = at + 2
    if line.word(at + 1) not in line.words.determiners | line.words.possessives or not line.is_open(noun):
        return False
    while line.is_open(noun + 1):
        noun += 1
    return not any(line.has_form(place, "bn") for place in range(at + 3, noun + 1)) and line.is_in(at, "acting_helpers")
